// The flat stage: two handbills in wood type. It takes over the picture that stage.html rendered and
// makes it show a trace at a position. It keeps no clock; what moves is a CSS transition.

/** @typedef {import('../../press/theme/js/trace.js').Trace} Trace */
/** @typedef {import('../../press/theme/js/trace.js').Place} Place */
/** @typedef {'both' | 'galley' | 'chase' | 'proof' | 'exploded'} View */
/** @typedef {{front: Trace | null, back: Trace | null, view: View}} Scene */
/** @typedef {{garbled: (trace: Trace) => Iterable<number>, words?: Record<string, string>, lang?: string,
 *   reducedMotion?: boolean}} Options */

const SWEEP = 270; // degrees from the dial's first tick to its last

/** @param {HTMLElement} root what stage.html rendered @param {Options} options */
export function createStage(root, options) {
  const front = new Form(one(root, '[data-form="front"]'), options.garbled);
  const back = new Form(one(root, '[data-form="back"]'), options.garbled);
  if (options.reducedMotion) root.dataset.motion = 'off';
  return {
    /** @param {Scene} scene @param {number} position */
    show(scene, position) {
      set(root, 'view', scene.view);
      front.show(scene.front, position);
      back.show(scene.back, position);
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
    this.faces = new Map(this.lines.flatMap(({ sorts }) => sorts.map((sort) => [sort, one(sort, '.face')])));
    /** @type {WeakMap<Trace, Set<number>>} asked once a trace */
    this.known = new WeakMap();
  }

  /** @param {Trace | null} trace @param {number} position */
  show(trace, position) {
    flag(this.root, 'absent', !trace);
    if (!trace) return;
    const at = trace.clamp(position);
    const places = trace.places(at);
    this.setLines(places, this.garbles(trace));
    this.readPasses(Math.ceil(at), places.length);
    this.count(places.filter((place) => !place.blank && !place.given).length);
  }

  /** @param {Trace} trace */
  garbles(trace) {
    const known = this.known.get(trace) ?? new Set(this.garbled(trace));
    this.known.set(trace, known);
    return known;
  }

  /** @param {Place[]} places @param {Set<number>} garbled */
  setLines(places, garbled) {
    this.lines.forEach(({ root, sorts }, number) => {
      const here = sorts.map((sort) => places[Number(sort.dataset.place)]);
      sorts.forEach((sort, i) => this.setSort(sort, here[i]));
      flag(root, 'garbled', garbled.has(number) && here.every((place) => place && !place.blank));
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
    write(face, text);
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
