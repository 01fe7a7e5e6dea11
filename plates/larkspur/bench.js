// The workbench's state: which setting each kind of reply has, and what follows from it. Workbench and summary
// both show it; it comes from a link, from the last visit, or is the vendor's default everywhere.

import { initial, read as readLink, write as writeLink } from '../../press/theme/js/link.js';
import { progress } from './progress.js';

/** @typedef {{ids: number[], at: number[], passes: number, agree: number, repeats: number, facts: boolean}} Run
 *   ids and at: of each place of the frame its token, and the pass that set it */
/** @typedef {{passes: number, agree: number, repeats: number, facts: boolean, misses: string[]}} Outcome
 *   over all phrases and seeds: the passes' sum, the least agreement, the most repeats, whether all facts are right */
/** @typedef {{id: string, prompt: string, places: number, cells: Record<string, Run[]>}} Phrase a run a seed */
/** @typedef {{id: string, bar: {agree: number, repeats: number, facts: boolean},
 *   phrases: Phrase[], outcomes: Record<string, Outcome>}} Kind */
/** @typedef {{id: string, rule: string, tokens?: number, threshold?: number, seeds: number[], how: Record<string, object>}} Setting
 *   how: of a frame's places, the request but for model, prompt, places and seed */
/** @typedef {{kinds: Kind[], settings: Setting[], texts: Record<string, string>, vendor: string, model: object,
 *   best: {total: number, choice: Record<string, string>}}} File */

const ID = 'workbench';

export class Bench extends EventTarget {
  /** @param {File} file */
  constructor(file) {
    super();
    this.file = file;
    const among = file.settings.map((setting) => setting.id);
    /** @type {import('../../press/theme/js/link.js').Shape} */
    this.shape = Object.fromEntries(file.kinds.map((kind) => [kind.id, { kind: 'choice', among, initial: file.vendor }]));
    this.choice = /** @type {Record<string, string>} */ (initial(this.shape));
    /** names of what the link asked for in vain, or null where no link was taken @type {string[] | null} */
    this.notes = null;
    this.restore();
    progress.addEventListener('restored', () => this.restore());
    window.addEventListener('hashchange', () => this.fromLink() && this.changed());
    this.fromLink();
  }

  /** Take what was chosen before; what is no setting any more is the vendor's default. */
  restore() {
    const saved = progress.saved.bench;
    const known = (kind) => this.shape[kind].kind === 'choice' && this.file.settings.some(({ id }) => id === saved[kind]);
    this.choice = Object.fromEntries(Object.keys(this.shape).map((kind) => [kind, known(kind) ? saved[kind] : this.file.vendor]));
    this.dispatchEvent(new Event('change'));
  }

  /** Take the settings of the address, if it holds any. */
  fromLink() {
    const found = readLink(window.location.hash, ID, this.shape);
    if (!found) return false;
    this.choice = /** @type {Record<string, string>} */ (found.state);
    this.notes = found.notes;
    return true;
  }

  /** @param {Record<string, string>} change */
  set(change) {
    this.choice = { ...this.choice, ...change };
    this.changed();
  }

  changed() {
    progress.set(this.choice, this.won);
    this.dispatchEvent(new Event('change'));
  }

  /** @param {Kind} kind */
  outcome(kind) {
    return kind.outcomes[this.choice[kind.id]];
  }

  /** Passes of all phrases of all kinds together. */
  get total() {
    return this.file.kinds.reduce((sum, kind) => sum + this.outcome(kind).passes, 0);
  }

  /** How many kinds clear every bar of theirs. */
  get cleared() {
    return this.file.kinds.filter((kind) => this.outcome(kind).misses.length === 0).length;
  }

  get won() {
    return this.cleared === this.file.kinds.length;
  }

  /** Whether nothing was chosen yet. */
  get untouched() {
    return Object.values(this.choice).every((setting) => setting === this.file.vendor);
  }

  /** @param {string} id */
  setting(id) {
    return /** @type {Setting} */ (this.file.settings.find((setting) => setting.id === id));
  }

  /** The address of these settings. */
  link() {
    return new URL(writeLink(ID, this.shape, this.choice), window.location.href.split('#')[0]).href;
  }
}

/** @type {Promise<Bench> | null} */
let made = null;

/** The page's bench; fetched once, and asked for again if it did not come.
 *  @param {import('../../press/theme/js/page.js').Context} context @returns {Promise<Bench>} */
export function benchOf(context) {
  made ??= context.file(ID).then((file) => new Bench(file));
  made.catch(() => (made = null));
  return made;
}

/** What a setting is called. @param {Setting} setting @param {import('../../press/theme/js/words.js').Words} words */
export function nameOf(setting, words) {
  return words(`rule.${setting.rule}`, { n: setting.tokens ?? setting.threshold ?? '' });
}
