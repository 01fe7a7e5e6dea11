// The bench: passes, which guesses to keep, a seed. Presets play stored traces at once; any other
// setting is filled live by the same Python. Every state has a link that brings it back.

import { initial, read as readLink, write as writeLink } from '../../press/theme/js/link.js';
import { replaceFragment, copy } from '../../press/theme/js/safe.js';
import { Trace } from '../../press/theme/js/trace.js';
import { tellSetting } from './cost.js';
import { readOf } from './handbill.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */

const LAST_SEED = 2 ** 31 - 1;
const RULES = { surest: 'low_confidence', random: 'random' };
const LINK_PAUSE = 400;

/** @param {number} places @returns {import('../../press/theme/js/link.js').Shape} */
function shapeOf(places) {
  return {
    passes: { kind: 'int', min: 1, max: places, initial: 8 },
    keep: { kind: 'choice', among: ['surest', 'random'], initial: 'surest' },
    seed: { kind: 'int', min: 0, max: LAST_SEED, initial: 1 },
    at: { kind: 'int', min: 0, max: places, initial: places },
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
    this.shape = shapeOf(this.plate.request.canvas.length);
    this.state = initial(this.shape);
    this.read = readOf(this.plate.request.model.lines);
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
    const found = readLink(window.location.hash, 'bench', this.shape);
    if (!found) return false;
    this.state = found.state;
    this.showSettings();
    document.getElementById('bench')?.scrollIntoView();
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

  /** @param {Record<string, number | string>} change */
  change(change) {
    this.state = { ...this.state, ...change, at: this.shape.at.initial };
    this.showSettings();
    this.fill();
    window.clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => replaceFragment(this.fragment()), LINK_PAUSE);
  }

  fragment() {
    return writeLink('bench', this.shape, this.state);
  }

  showSettings() {
    const { words } = this.context;
    this.passes.value = String(this.state.passes);
    this.passesShown.value = String(this.state.passes);
    this.passes.setAttribute('aria-valuetext', words('bench.passes-value', { passes: this.state.passes }));
    for (const rule of this.rules) rule.checked = rule.value === this.state.keep;
    // Keeping the surest draws nothing, so another seed would set the same again.
    this.again.disabled = this.state.keep === 'surest';
    this.seed.textContent = this.state.keep === 'surest' ? words('bench.noseed') : words('bench.seed', { seed: this.state.seed });
    tellSetting(this.root, { passes: Number(this.state.passes), keep: String(this.state.keep) });
    this.link.value = new URL(this.fragment(), window.location.href.split('#')[0]).href;
  }

  /** The request whose trace the settings stand for. */
  request() {
    const settings = { steps: Number(this.state.passes), remasking: RULES[this.state.keep] };
    return { ...this.plate.request, seed: this.state.keep === 'surest' ? 0 : Number(this.state.seed), settings };
  }

  /** The stored trace of these settings, by name, if there is one. */
  stored() {
    const { settings, seed } = this.request();
    const found = this.plate.presets.find(([rule, steps, s]) => rule === settings.remasking && steps === settings.steps && s === seed);
    return found ? found[3] : null;
  }

  /** Show these settings on the stage: stored, made already, or live. @param {number} [at] */
  async fill(at) {
    const asked = ++this.asked;
    const { engine, traces, words } = this.context;
    const stored = this.stored();
    const key = JSON.stringify(this.request());
    this.waiting = false;
    try {
      let trace = stored ? await traces.get(stored) : this.made.get(key);
      if (!trace) {
        if (!engine || engine.state !== 'ready') {
          this.waiting = Boolean(engine);
          return this.tell(words(engine ? 'bench.needslive' : 'bench.nolive'));
        }
        trace = new Trace(await engine.run(this.request()));
        this.made.set(key, trace);
      }
      if (asked !== this.asked) return;
      await this.show(trace, stored ? 'bench.stored' : 'bench.live', at);
    } catch (error) {
      if (asked === this.asked) this.refuse(/** @type {any} */ (error));
    }
  }

  /** @param {Trace} trace @param {string} note @param {number} [at] */
  async show(trace, note, at) {
    const { put, traces, words } = this.context;
    const careful = await traces.get(this.plate.careful);
    const end = at === undefined || at >= trace.length;
    this.shown = { scene: { front: trace, back: null, view: 'chase' }, start: end ? /** @type {const} */ ('end') : at };
    put(this.shown.scene, this.shown.start);
    const readings = {
      passes: trace.length,
      positions: trace.positions(trace.length),
      garbled: this.read.garbled(trace).size,
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
    this.tell(this.waiting ? words('bench.needslive') : words('bench.failed', { reason: error.detail || error.message || '' }));
  }

  /** @param {string} text */
  tell(text) {
    this.note.textContent = text;
  }

  async copyLink() {
    const { player } = this.context;
    this.state.at = player.position >= player.length ? this.shape.at.initial : Math.floor(player.position);
    this.showSettings();
    const how = await copy(this.link.value, this.link);
    const text = this.context.words(`copy.${how}`);
    this.linkSaid.textContent = text;
    this.context.say(text);
  }
}
