// The flat stage: two handbills in wood type. It takes over the picture that stage.html rendered and
// makes it show a trace at a position. It keeps no clock; what moves is a CSS transition.

import { isLeftward } from '../../press/theme/js/direction.js';

/** @typedef {import('../../press/theme/js/trace.js').Trace} Trace */
/** @typedef {import('../../press/theme/js/trace.js').Place} Place */
/** @typedef {'both' | 'galley' | 'chase' | 'proof' | 'exploded'} View */
/** @typedef {import('./lines.js').Versions} Versions */
/** @typedef {{front: Trace | null, back: Trace | null, view: View, across?: number[], own?: Versions}} Scene
 *   across  places of each line, and own, what the lines are versions of: where they are the reader's own */
/** @typedef {{garbled: (trace: Trace, own?: Versions) => Iterable<number>, words?: Record<string, string>, lang?: string,
 *   reducedMotion?: boolean}} Options */

const SWEEP = 270; // degrees from the dial's first tick to its last
const WIDEST = 1.15; // a text's width on its sort, in its own em
/** Signs that are drawn in a square and must not be stretched as tall as letters are. */
const SQUARE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|\p{Emoji_Presentation}|\ufe0f/u;

/** @param {HTMLElement} root what stage.html rendered @param {Options} options */
export function createStage(root, options) {
  const front = new Form(one(root, '[data-form="front"]'), options.garbled);
  const back = new Form(one(root, '[data-form="back"]'), options.garbled);
  if (options.reducedMotion) root.dataset.motion = 'off';
  return {
    /** @param {Scene} scene @param {number} position */
    show(scene, position) {
      set(root, 'view', scene.view);
      flag(root, 'own', Boolean(scene.own));
      front.show(scene.front, position, scene);
      back.show(scene.back, position, scene);
    },
    destroy() {
      delete root.dataset.motion;
    },
  };
}

/** One handbill on the stone, with the instrument that counts for it. */
class Form {
  /** @param {HTMLElement} root @param {Options['garbled']} garbled */
  constructor(root, garbled) {
    this.root = root;
    this.garbled = garbled;
    this.lines = all(root, '[data-line]').map((line) => ({ root: line, sorts: all(line, '[data-place]') }));
    /** the lines of the plate's own text: the place of each first sort, and of the one after the last */
    this.spans = this.lines.map(({ sorts }) => [Number(sorts[0].dataset.place), Number(sorts.at(-1).dataset.place) + 1]);
    this.faces = new Map(this.lines.flatMap(({ sorts }) => sorts.map((sort) => [sort, one(sort, '.face')])));
    /** @type {WeakMap<Trace, {garbled: Set<number>, leftward: boolean[]}>} asked once a trace */
    this.known = new WeakMap();
  }

  /** @param {Trace | null} trace @param {number} position @param {Pick<Scene, 'across' | 'own'>} scene */
  show(trace, position, { across, own }) {
    flag(this.root, 'absent', !trace);
    if (!trace) return;
    const at = trace.clamp(position);
    const places = trace.places(at);
    const spans = across ? spansOf(across) : this.spans;
    this.setLines(places, spans, this.facts(trace, spans, own));
    this.readPasses(Math.ceil(at), places.length);
    this.count(places.filter((place) => !place.blank && !place.given).length);
  }

  /** What the finished fill tells of its lines. @param {Trace} trace @param {number[][]} spans @param {Versions} [own] */
  facts(trace, spans, own) {
    if (!this.known.has(trace)) {
      const done = trace.places(trace.length);
      const leftward = spans.map(([from, to]) => isLeftward(done.slice(from, to)));
      this.known.set(trace, { garbled: new Set(this.garbled(trace, own)), leftward });
    }
    return this.known.get(trace);
  }

  /** A line that is shorter than the stone's, or that there is not, ends in gaps.
   *  @param {Place[]} places @param {number[][]} spans @param {{garbled: Set<number>, leftward: boolean[]}} facts */
  setLines(places, spans, { garbled, leftward }) {
    this.lines.forEach(({ root, sorts }, number) => {
      const here = places.slice(...(spans[number] ?? [0, 0]));
      sorts.forEach((sort, i) => this.setSort(sort, here[i]));
      flag(root, 'leftward', leftward[number] ?? false);
      flag(root, 'garbled', garbled.has(number) && here.every((place) => !place.blank));
    });
  }

  /** A place that the trace does not have is a gap. @param {HTMLElement} sort @param {Place | undefined} place */
  setSort(sort, place) {
    const state = stateOf(place);
    const text = place ? (place.blank ? place.guess : place.text) : '';
    set(sort, 'state', state);
    flag(sort, 'space', text === ' ');
    flag(sort, 'given', Boolean(place?.given));
    flag(sort, 'fresh', Boolean(place?.fresh));
    if (place && state === 'guess') sort.style.setProperty('--c', String(place.confidence));
    const face = /** @type {HTMLElement} */ (this.faces.get(sort));
    if (face.textContent === text) return;
    face.textContent = text;
    flag(sort, 'square', SQUARE.test(text));
    const fit = fitOf(text, face);
    if (fit < 1) face.style.setProperty('--fit', String(fit));
    else face.style.removeProperty('--fit');
  }

  /** @param {number} passes @param {number} places the dial's last tick: no fill needs more passes */
  readPasses(passes, places) {
    for (const reading of all(this.root, '.reading')) write(reading, String(passes));
    const dial = this.root.querySelector('.dial');
    if (!(dial instanceof HTMLElement)) return;
    set(dial, 'passes', String(passes));
    const needle = /** @type {SVGElement} */ (dial.querySelector('.needle'));
    needle.style.transform = `rotate(${SWEEP * Math.min(1, passes / places) - SWEEP / 2}deg)`;
  }

  /** @param {number} sorts */
  count(sorts) {
    const counter = this.root.querySelector('.counter');
    if (!(counter instanceof HTMLElement)) return;
    set(counter, 'count', String(sorts));
    const wheels = all(counter, '.wheel');
    const digits = String(sorts).padStart(wheels.length, '0');
    wheels.forEach((wheel, i) => set(wheel, 'digit', digits[i]));
  }
}

/** @param {number[]} across places of each line @returns {number[][]} */
function spansOf(across) {
  let at = 0;
  return across.map((length) => [at, (at += length)]);
}

/** How much smaller a text has to be cut to fit its sort: 1 where it does. One letter of the plate's own
 *  always does. @param {string} text @param {HTMLElement} face */
function fitOf(text, face) {
  if (/^[ -\u024f\p{Script=Han}]?$/u.test(text)) return 1;
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return 1;
  pen.font = `100px ${getComputedStyle(face).fontFamily}`;
  return Math.min(1, (100 * WIDEST) / pen.measureText(text).width);
}

/** @type {CanvasRenderingContext2D | null} */
let pen = null;

/** @param {Place | undefined} place */
function stateOf(place) {
  if (!place) return 'gap';
  if (!place.blank) return 'set';
  return place.guess ? 'guess' : 'blank';
}

/** @param {HTMLElement} element @param {string} name @param {boolean} on */
function flag(element, name, on) {
  if (on) set(element, name, '');
  else if (name in element.dataset) delete element.dataset[name];
}

/** Writes only what is new, so that 144 sorts cost nothing when few of them change.
 *  @param {HTMLElement} element @param {string} name @param {string} value */
function set(element, name, value) {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}

/** @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {HTMLElement} root @param {string} selector */
function all(root, selector) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
}

/** @param {HTMLElement} root @param {string} selector */
function one(root, selector) {
  const [found] = all(root, selector);
  if (!found) throw new Error(`the stage has no ${selector}`);
  return found;
}
