// What the reader has done: answers to checks, settings of the workbench, whom the page speaks to. Kept in the browser where that
// is allowed, for this visit where it is not; as a text it can be carried elsewhere.

import { store } from '../../press/theme/js/safe.js';

const KEY = 'larkspur.progress';
const VERSION = 1;

/** @typedef {{v: number, answers: Record<string, {choice: string, right: boolean}>, bench: Record<string, string>, won: boolean,
 *   reader: string | null}} Saved
 *   answers by chapter; bench: the setting of each kind of reply; won: whether every bar was ever cleared; reader: whom
 *   the page speaks to, null where nobody chose */

/** @returns {Saved} */
const nothing = () => ({ v: VERSION, answers: {}, bench: {}, won: false, reader: null });

class Progress extends EventTarget {
  constructor() {
    super();
    /** @type {Saved} */
    this.saved = read(store.get(KEY) ?? '') ?? nothing();
    /** whether what is done outlives this visit */
    this.kept = store.set(KEY, this.text());
  }

  /** What was answered last to a chapter's check. @param {string} chapter @returns {string | undefined} */
  choice(chapter) {
    return this.saved.answers[chapter]?.choice;
  }

  /** Whether a chapter's check was ever answered right. @param {string} chapter */
  isRight(chapter) {
    return this.saved.answers[chapter]?.right === true;
  }

  /** A chapter is done with its check; the last one with its workbench, once every bar is cleared.
   *  @param {string} chapter */
  isDone(chapter) {
    return chapter === 'workbench' ? this.saved.won : this.isRight(chapter);
  }

  /** What was once answered right stays so. @param {string} chapter @param {string} choice @param {boolean} right */
  answer(chapter, choice, right) {
    this.saved.answers[chapter] = { choice, right: right || this.isRight(chapter) };
    this.keep();
  }

  /** @param {Record<string, string>} bench @param {boolean} won */
  set(bench, won) {
    this.saved.bench = { ...bench };
    this.saved.won ||= won;
    this.keep();
  }

  /** @param {string} name whom the page speaks to */
  setReader(name) {
    this.saved.reader = name;
    this.keep();
  }

  text() {
    return JSON.stringify(this.saved);
  }

  /** Take an exported text; false where it is not one. @param {string} text */
  take(text) {
    const saved = read(text);
    if (!saved) return false;
    this.saved = saved;
    this.keep('restored');
    return true;
  }

  clear() {
    this.saved = nothing();
    this.keep('restored');
  }

  /** @param {'change' | 'restored'} [what] restored: all of it is another's, or gone */
  keep(what = 'change') {
    this.kept = store.set(KEY, this.text());
    this.dispatchEvent(new Event(what));
    if (what !== 'change') this.dispatchEvent(new Event('change'));
  }
}

/** What a text holds, whatever else may stand in it; null where it is not an export. @param {string} text
 *  @returns {Saved | null} */
function read(text) {
  try {
    const data = JSON.parse(text);
    if (data?.v !== VERSION) return null;
    const answers = entries(data.answers, (value) => value && typeof value.choice === 'string' && typeof value.right === 'boolean');
    const bench = entries(data.bench, (value) => typeof value === 'string');
    const reader = typeof data.reader === 'string' ? data.reader : null;
    return { v: VERSION, answers, bench, won: data.won === true, reader };
  } catch {
    return null;
  }
}

/** @param {any} table @param {(value: any) => boolean} fits */
function entries(table, fits) {
  return Object.fromEntries(Object.entries(table ?? {}).filter(([, value]) => fits(value)));
}

/** One for the page: checks, path, workbench and summary all tell it and ask it. */
export const progress = new Progress();

/** The chapters of the page, in order. @returns {string[]} */
export function chapters() {
  return [...document.querySelectorAll('[data-chapter]')].map((item) => item.getAttribute('data-chapter') ?? '');
}
