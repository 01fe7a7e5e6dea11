// A fill as a table: one row for everything that happened to a place, in the order in which it happened.

import { rowsOf } from './takeaway-frame.js';

/** The columns, in order; `take.column.NAME` says what each means. */
export const COLUMNS = ['pass', 'order', 'place', 'row', 'column', 'event', 'token', 'text', 'confidence'];

/** @typedef {import('./trace.js').Trace} Trace */
/** @typedef {[number, number, string, number, number | '']} Event place, order in its pass, what, token, confidence */

/** RFC 4180, with a byte order mark, without which spreadsheets read UTF-8 wrongly.
 *  @param {Trace} trace @param {number | number[]} across @returns {string} */
export function table(trace, across) {
  const where = rowsOf(trace.data.canvas.map((_, place) => place), across).flatMap((row, number) => row.map((_, i) => [number + 1, i + 1]));
  const rows = [COLUMNS];
  for (let pass = 0; pass <= trace.length; pass += 1) {
    const events = pass ? eventsOf(trace, pass - 1) : given(trace);
    for (const [place, order, event, token, confidence] of events) {
      rows.push([pass, order, place + 1, ...where[place], event, token, trace.text(token), confidence].map(String));
    }
  }
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** What stood on the canvas before the first pass; a token below 0 is none. @param {Trace} trace @returns {Event[]} */
function given(trace) {
  return trace.data.canvas.flatMap((token, place) => (token === trace.mask || token < 0 ? [] : [/** @type {Event} */ ([place, 0, 'given', token, ''])]));
}

/** @param {Trace} trace @param {number} number of the pass, from 0 @returns {Event[]} */
function eventsOf(trace, number) {
  const { remasks = [], renoised = [], commits = [], edits = [], guesses = [] } = trace.data.passes[number];
  const sure = new Map(guesses.map(([place, token, confidence]) => [`${place} ${token}`, confidence]));
  const all = [
    ...remasks.map((place) => [place, trace.mask, 'remask']),
    ...renoised.map(([place, token]) => [place, token, 'renoise']),
    ...commits.map(([place, token]) => [place, token, 'commit']),
    ...edits.map(([place, token]) => [place, token, 'edit']),
  ];
  return all.map(([place, token, event], i) => /** @type {Event} */ ([place, i + 1, event, token, sure.get(`${place} ${token}`) ?? '']));
}

/** A cell; one that a spreadsheet would take for a formula gets an apostrophe in front. @param {string} text */
function cell(text) {
  const tame = /^[=+\-@\t\r]/u.test(text) && !/^-?\d+(\.\d+)?$/u.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/u.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}
