// The bench: passes, which guesses to keep, a seed, and what the toy has read. Presets play stored
// traces at once; any other setting, and every fill of the reader's own lines, is made live by the same
// Python. Every state has a link that brings it back.

import { initial, read as readLink, write as writeLink } from '../../press/theme/js/link.js';
import { replaceFragment, copy } from '../../press/theme/js/safe.js';
import { Trace } from '../../press/theme/js/trace.js';
import { tellFill } from './cost.js';
import { readOf } from './handbill.js';
import { linesOf } from './lines.js';
import { OwnForm } from './ownform.js';
import { format } from './ownlines.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */

const LAST_SEED = 2 ** 31 - 1;
const RULES = { surest: 'low_confidence', random: 'random' };
const LINK_PAUSE = 400;
/** Characters that the reader's lines may take in a link: more is cut off by too many programs. */
const LINK_LONGEST = 6000;

/** @param {number} places @returns {import('../../press/theme/js/link.js').Shape} */
function shapeOf(places) {
  return {
    passes: { kind: 'int', min: 1, max: places, initial: Math.min(8, places) },
    keep: { kind: 'choice', among: ['surest', 'random'], initial: 'surest' },
    seed: { kind: 'int', min: 0, max: LAST_SEED, initial: 1 },
    at: { kind: 'int', min: 0, max: places, initial: places },
    lines: { kind: 'text', longest: LINK_LONGEST, initial: '' },
  };
}

/** @param {HTMLElement} root @param {Context} context */
export function createBench(root, context) {
  new Bench(root, context).begin();
}

class Bench {
  /** @param {HTMLElement} root @param {Context} context */
  constructor(root, context) {
    this.root = root;
    this.context = context;
    this.plate = context.data.plate;
    this.lines = linesOf(context);
    this.shape = shapeOf(this.lines.places);
    this.state = initial(this.shape);
    /** @type {Map<string, Trace>} fills of this visit, so that the same setting is not run twice */
    this.made = new Map();
    this.asked = 0;
    /** @type {{scene: import('../../press/theme/js/player.js').Scene, start: number | 'end'} | null} */
    this.shown = null;
    this.linkTimer = 0;
    /** whether a setting waits for the engine to start */
    this.waiting = false;
    const find = (what) => /** @type {any} */ (root.querySelector(`[data-bench-${what}]`));
    this.passes = /** @type {HTMLInputElement} */ (find('passes'));
    this.passesShown = /** @type {HTMLOutputElement} */ (find('passes-shown'));
    this.rules = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('input[name=keep]')]);
    this.again = /** @type {HTMLButtonElement} */ (find('again'));
    this.seed = /** @type {HTMLElement} */ (find('seed'));
    this.note = /** @type {HTMLElement} */ (find('note'));
    this.link = /** @type {HTMLInputElement} */ (find('link'));
    this.linkSaid = /** @type {HTMLElement} */ (find('link-said'));
    this.presets = /** @type {HTMLElement} */ (find('presets'));
    this.form = new OwnForm(/** @type {HTMLElement} */ (root.parentElement?.querySelector('[data-own]')), {
      words: context.words, lang: context.data.words, room: this.plate.room, lines: this.lines,
      use: (lines) => this.change(this.taken(lines)),
      settings: () => this.settings(),
    });
  }

  begin() {
    this.passes.addEventListener('input', () => this.change({ passes: Number(this.passes.value) }));
    for (const rule of this.rules) rule.addEventListener('change', () => rule.checked && this.change({ keep: rule.value }));
    this.again.addEventListener('click', () => this.change({ seed: (Number(this.state.seed) + 1) % (LAST_SEED + 1) }));
    this.root.querySelector('[data-bench-copy]')?.addEventListener('click', () => this.copyLink());
    for (const button of this.root.querySelectorAll('[data-preset]')) {
      button.addEventListener('click', () => this.change(JSON.parse(button.getAttribute('data-preset') ?? '{}')));
    }
    this.context.engine?.addEventListener('change', () => this.context.engine?.state === 'ready' && this.waiting && this.fill());
    this.context.owners.set('bench', () => this.enter());
    window.addEventListener('hashchange', () => this.fromLink());
    if (!this.fromLink()) this.showSettings();
  }

  /** Take the state of the address, if it holds one; what was not taken as it stood is said. */
  fromLink() {
    const asked = readLink(window.location.hash, 'bench', shapeOf(this.plate.room.lines * this.plate.room.places));
    if (!asked) return false;
    const { lines, faulty } = this.form.open(String(asked.state.lines));
    const taken = this.taken(lines);
    // How many passes there can be is known once the lines are.
    const found = readLink(window.location.hash, 'bench', this.shape);
    this.state = { ...found.state, lines: taken.lines };
    if (faulty) found.notes.push('lines');
    this.showSettings();
    // In a frame this would scroll the page around it; there the bench is what is shown.
    if (this.context.data.kind !== 'embed') document.getElementById('bench')?.scrollIntoView();
    const { words } = this.context;
    const names = found.notes.map((name) => words(`bench.field.${name}`));
    this.fill(Number(this.state.at)).then(() => names.length && this.tell(words('bench.clamped', { names: names.join(words('say.join')) })));
    return true;
  }

  /** The bench comes into view: its fill is put on the stage again, where the link or the reader left it. */
  enter() {
    if (!this.asked) this.fill();
    else if (this.shown) this.context.put(this.shown.scene, this.shown.start);
  }

  /** Let the toy have read other lines. @param {import('./lines.js').Versions | null} lines
   *  @returns {{lines: string, passes: number}} what of the state that changes */
  taken(lines) {
    this.lines.use(lines);
    this.shape = shapeOf(this.lines.places);
    return { lines: lines ? format(lines) : '', passes: Math.min(Number(this.state.passes), this.lines.places) };
  }

  /** @param {Record<string, number | string>} change */
  change(change) {
    this.state = { ...this.state, ...change, at: this.shape.at.initial };
    this.showSettings();
    this.fill();
    window.clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => replaceFragment(this.fragment() ?? '#bench'), LINK_PAUSE);
  }

  /** The state as a link's fragment; null where the reader's lines are too long for one. */
  fragment() {
    return writeLink('bench', this.shape, this.state);
  }

  showSettings() {
    const { words } = this.context;
    this.passes.max = String(this.lines.places);
    this.passes.value = String(this.state.passes);
    this.passesShown.value = String(this.state.passes);
    this.passes.setAttribute('aria-valuetext', words('bench.passes-value', { passes: this.state.passes }));
    for (const rule of this.rules) rule.checked = rule.value === this.state.keep;
    // Keeping the surest draws nothing, so another seed would set the same again.
    this.again.disabled = this.state.keep === 'surest';
    this.seed.textContent = this.state.keep === 'surest' ? words('bench.noseed') : words('bench.seed', { seed: this.state.seed });
    this.presets.hidden = this.lines.own;
    const fragment = this.fragment();
    this.link.value = fragment === null ? '' : new URL(fragment, window.location.href.split('#')[0]).href;
    this.linkSaid.textContent = fragment === null ? words('own.nolink') : '';
  }

  settings() {
    return { steps: Number(this.state.passes), remasking: RULES[this.state.keep] };
  }

  /** The request whose trace the settings stand for. */
  request() {
    return this.asking(this.settings(), this.state.keep === 'surest' ? 0 : Number(this.state.seed));
  }

  /** A fill of blanks by what the toy has read. @param {object} settings @param {number} seed */
  asking(settings, seed) {
    const blank = this.plate.request.canvas[0];
    return { ...this.plate.request, model: this.lines.model, canvas: Array(this.lines.places).fill(blank), seed, settings };
  }

  /** The stored trace of these settings, by name, if there is one. */
  stored() {
    if (this.lines.own) return null;
    const { settings, seed } = this.request();
    const found = this.plate.presets.find(([rule, steps, s]) => rule === settings.remasking && steps === settings.steps && s === seed);
    return found ? found[3] : null;
  }

  /** Show these settings on the stage: stored, made already, or live. @param {number} [at] */
  async fill(at) {
    const asked = ++this.asked;
    const stored = this.stored();
    this.waiting = false;
    tellFill(this.root, null);
    try {
      const trace = stored ? await this.context.traces.get(stored) : await this.make(this.request());
      const careful = trace && (await this.careful());
      if (asked !== this.asked) return;
      if (careful) this.show(trace, careful, stored ? 'bench.stored' : 'bench.live', at);
      else this.lack();
    } catch (error) {
      if (asked === this.asked) this.refuse(/** @type {any} */ (error));
    }
  }

  /** The trace of a request, filled now or earlier in this visit; null while there is no live toy.
   *  @param {object} request @returns {Promise<Trace | null>} */
  async make(request) {
    const { engine } = this.context;
    const key = JSON.stringify(request);
    if (!this.made.has(key)) {
      if (engine?.state !== 'ready') return null;
      this.made.set(key, new Trace(await engine.run(request)));
    }
    return this.made.get(key);
  }

  /** The fill that sets one place a pass, surest first. @returns {Promise<Trace | null>} */
  careful() {
    if (!this.lines.own) return this.context.traces.get(this.plate.careful);
    return this.make(this.asking({ steps: this.lines.places, remasking: RULES.surest }, 0));
  }

  /** Say that only the live toy can fill this. */
  lack() {
    const { engine, words } = this.context;
    this.waiting = Boolean(engine);
    const key = engine ? 'needslive' : 'nolive';
    this.tell(words(this.lines.own ? `own.${key}` : `bench.${key}`));
  }

  /** @param {Trace} trace @param {Trace} careful @param {string} note @param {number} [at] */
  show(trace, careful, note, at) {
    const { put, words } = this.context;
    const end = at === undefined || at >= trace.length;
    const { own, current, across } = this.lines;
    const scene = { front: trace, back: null, view: 'chase', ...(own ? { across, own: current } : {}) };
    this.shown = { scene, start: end ? /** @type {const} */ ('end') : at };
    put(this.shown.scene, this.shown.start);
    const read = readOf(current);
    const garbled = read.garbled(trace).size;
    tellFill(this.root, { keep: String(this.state.keep), passes: trace.length, each: read.passesALine(trace), garbled, lines: current.length });
    const readings = {
      passes: trace.length,
      positions: trace.positions(trace.length),
      garbled,
      agree: trace.agreement(careful),
    };
    for (const [name, value] of Object.entries(readings)) {
      const cell = this.root.querySelector(`[data-reading=${name}]`);
      if (cell) cell.textContent = String(value);
    }
    this.tell(words(note));
  }

  /** Say why a fill did not come. An engine that was stopped is waited for again.
   *  @param {{code?: string, detail?: string, message?: string}} error */
  refuse(error) {
    const { words } = this.context;
    this.waiting = error.code === 'stopped';
    this.tell(this.waiting ? words(this.lines.own ? 'own.needslive' : 'bench.needslive') : words('bench.failed', { reason: error.detail || error.message || '' }));
  }

  /** @param {string} text */
  tell(text) {
    this.note.textContent = text;
  }

  async copyLink() {
    const { player } = this.context;
    this.state.at = player.position >= player.length ? this.shape.at.initial : Math.floor(player.position);
    this.showSettings();
    if (!this.link.value) return;
    const how = await copy(this.link.value, this.link);
    const text = this.context.words(`copy.${how}`);
    this.linkSaid.textContent = text;
    this.context.say(text);
  }
}
