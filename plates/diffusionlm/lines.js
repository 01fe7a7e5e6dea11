// What the toy has read on this page: the plate's own handbill, or lines of the reader's.

/**
 * @typedef {[string | string[], number][][]} Versions of each line its versions, of each its text (or what
 *   stands at each place) and how often it was read
 * @typedef {import('../../press/theme/js/page.js').Context} Context
 */

/** The lines in use; a 'change' event tells that they are others now. */
export class Lines extends EventTarget {
  /** @param {Versions} handbill the plate's own */
  constructor(handbill) {
    super();
    this.handbill = handbill;
    this.current = handbill;
  }

  /** Whether the lines are the reader's. */
  get own() {
    return this.current !== this.handbill;
  }

  /** How many places each line has. @returns {number[]} */
  get across() {
    return this.current.map(([[text]]) => placesIn(text).length);
  }

  /** How many places all lines have together. */
  get places() {
    return this.across.reduce((sum, length) => sum + length, 0);
  }

  /** The model that has read these lines, as toylm.models reads it. */
  get model() {
    return { kind: 'counts', lines: this.current };
  }

  /** @param {Versions | null} lines the reader's, or null for the plate's handbill */
  use(lines) {
    this.current = lines ?? this.handbill;
    this.dispatchEvent(new Event('change'));
  }
}

/** @type {WeakMap<Context, Lines>} */
const known = new WeakMap();

/** The one Lines of a page. @param {Context} context */
export function linesOf(context) {
  if (!known.has(context)) known.set(context, new Lines(context.data.plate.request.model.lines));
  return known.get(context);
}

/** What stands at each place of a text. @param {string | string[]} text */
export function placesIn(text) {
  return typeof text === 'string' ? [...text] : text;
}
