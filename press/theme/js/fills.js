// A player over the frames of a part: one fill, or two side by side, with what is counted of each.

import { Player, opening } from './player.js';
import { createFrame } from './frame.js';
import { countsAt, replyAt } from './marks.js';

/** @typedef {import('./trace.js').Trace} Trace */
/** @typedef {import('./page.js').Context} Context */
/** @typedef {{front: string, back?: string, careful?: string}} Names names of traces; `careful` is what both are compared with */

export class Fills {
  /** @param {HTMLElement} root the part @param {Context} context
   *  @param {(front: Trace, position: number) => void} [also] told of each showing */
  constructor(root, context, also) {
    this.context = context;
    this.also = also;
    /** @type {Trace | null} */
    this.careful = null;
    /** @type {import('./frame.js').Options['odds'] | undefined} of the fills, where a part knows them */
    this.odds = undefined;
    this.asked = 0;
    this.heard = false;
    this.sides = frames(root).map((element) => this.side(element, root));
    const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const stage = { show: (scene, position) => this.draw(scene, position), destroy() {} };
    const describe = (scene, position) => this.describe(scene, position);
    const controls = /** @type {HTMLElement} */ (root.querySelector('[data-player]'));
    // What a part shows as it comes to life was served with the page: nobody asked to hear it.
    const say = (text) => this.heard && context.say(text);
    this.player = new Player(controls, { stage, describe, still, say, words: context.words });
    if (opening.asked) this.player.watch(root); // by themselves only where an embed's address asks for it
  }

  /** A frame, the words over it and the counts under it. @param {HTMLElement} element @param {HTMLElement} root */
  side(element, root) {
    const box = element.closest('figure') ?? root;
    const odds = (trace, place, pass) => this.odds?.(trace, place, pass) ?? [];
    const frame = createFrame(element, { words: this.context.words, careful: () => this.careful, odds });
    return { frame, name: box.querySelector('figcaption')?.textContent?.trim() ?? '', tally: box.querySelector('[data-tally]') };
  }

  /** Fetch fills by name and show them, finished; a later call wins. @param {Names} names */
  async choose({ front, back, careful }) {
    const asked = (this.asked += 1);
    const get = (name) => (name ? this.context.traces.get(name) : Promise.resolve(null));
    try {
      const [one, other, measure] = await Promise.all([get(front), get(back), get(careful)]);
      if (asked === this.asked) this.load(one, other, measure);
    } catch {
      if (asked === this.asked) this.player.words.textContent = this.context.words('player.missing');
    }
  }

  /** Show a fill that is at hand, from its start. @param {Trace} front */
  put(front) {
    this.asked += 1;
    this.load(front, null, null, 0);
  }

  /** @param {Trace} front @param {Trace | null} back @param {Trace | null} careful @param {number | 'end'} [start] */
  load(front, back, careful, start = 'end') {
    this.careful = careful;
    this.player.load({ front, back, view: 'both' }, start, opening.asked && !this.heard);
    this.heard = true;
  }

  /** Tell of other candidates from now on. @param {NonNullable<import('./frame.js').Options['odds']>} odds */
  tellOdds(odds) {
    this.odds = odds;
    this.draw(this.player.scene, this.player.position);
  }

  /** @param {import('./player.js').Scene} scene @param {number} position */
  draw(scene, position) {
    [scene.front, scene.back].forEach((trace, i) => {
      if (!trace || !this.sides[i]) return;
      this.sides[i].frame.show({ front: trace, back: null, view: 'frame' }, position);
      this.count(this.sides[i].tally, trace, position);
    });
    if (scene.front) this.also?.(scene.front, position);
  }

  /** @param {Element | null} tally @param {Trace} trace @param {number} position */
  count(tally, trace, position) {
    const { agree, blanks, ...counts } = countsAt(trace, position, this.careful);
    const said = { ...counts, agree: agree === null ? '' : this.context.words('tally.of', { n: agree, of: blanks }) };
    for (const cell of tally?.querySelectorAll('[data-count]') ?? []) {
      cell.textContent = String(said[cell.getAttribute('data-count') ?? '']);
    }
  }

  /** @param {import('./player.js').Scene} scene @param {number} position */
  describe(scene, position) {
    const { words } = this.context;
    const said = [scene.front, scene.back].map((trace) => (trace ? stateOf(trace, position, words) : ''));
    if (!scene.back) return said[0];
    const [first, second] = said.map((text, i) => words('say.side', { name: this.sides[i].name, text }));
    return words('say.both', { first, second });
  }
}

/** A fill at a position, in words. @param {Trace} trace @param {number} position
 *  @param {import('./words.js').Words} words */
function stateOf(trace, position, words) {
  const at = trace.clamp(position);
  const ids = trace.canvases[Math.floor(at)];
  const blanks = ids.filter((id) => id === trace.mask).length;
  const free = trace.data.canvas.filter((id) => id === trace.mask).length;
  const holes = { pass: Math.ceil(at), passes: trace.length, set: free - blanks, blanks };
  const drawn = trace.drawn[Math.floor(at)].size;
  if (drawn) return words('say.noise', { pass: Math.floor(at), passes: trace.length, set: free - drawn, drawn });
  if (at > Math.floor(at)) return words('say.guess', holes);
  if (at < trace.length) return words('say.at', holes);
  return words('say.done', { ...holes, text: replyAt(trace, at) });
}

/** @param {HTMLElement} root */
function frames(root) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-frame]')]);
}

/** The names of the fills that a frame was served with. @param {Element} frame */
export function namesOf(frame) {
  const { trace, careful } = /** @type {HTMLElement} */ (frame).dataset;
  return { trace, careful };
}

/** Of alternatives that were served one after another the first stays; the names of all of their fills.
 *  @param {HTMLElement} root @param {string} selector @returns {Names[]} */
export function alternatives(root, selector) {
  const all = [...root.querySelectorAll(selector)];
  const names = all.map((one) => {
    const [front, back] = [...one.querySelectorAll('[data-frame]')].map(namesOf);
    return { front: front.trace ?? '', back: back?.trace, careful: front.careful };
  });
  for (const one of all.slice(1)) one.remove();
  return names;
}

/** Tell of the radio button that is chosen: its number, and what it says.
 *  @param {HTMLElement} root @param {(index: number, name: string) => void} act */
export function onChoice(root, act) {
  root.querySelector('[data-choice]')?.addEventListener('change', (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    act(Number(input.value), input.parentElement?.textContent?.trim() ?? '');
  });
}
