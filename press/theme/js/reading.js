// A trace from somebody's file, checked before anything is drawn of it: as wasm/toylm/reading.py reads one.
// docs/trace.md says what a trace holds. Nothing in a file is ever read as anything but numbers and text.

import { SCHEMA } from './trace.js';

/** Bytes of a file, places of a canvas, passes, and characters of a token's text: more is not opened. */
export const MOST = { bytes: 8_000_000, places: 2048, passes: 4096, text: 120 };

const KEYS = ['trace', 'sampler', 'settings', 'seed', 'mask_id', 'texts', 'canvas', 'passes', 'ids'];
const PASS_KEYS = ['kind', 'computed', 'cached', 'guesses', 'commits', 'remasks', 'renoised', 'edits'];

/** What is wrong with a file: `key` names the words for it, `where` is the place in the file. */
export class Fault extends Error {
  /** @param {'large' | 'json' | 'version' | 'shape' | 'texts' | 'ids'} key @param {string} where */
  constructor(key, where = '') {
    super(`${key} ${where}`);
    this.key = key;
    this.where = where;
  }
}

/** @param {File} file @returns {Promise<import('./trace.js').TraceData>} throws a Fault */
export async function readTraceFile(file) {
  if (file.size > MOST.bytes) throw new Fault('large');
  return readTrace(await file.text());
}

/** @param {string} text @returns {import('./trace.js').TraceData} throws a Fault */
export function readTrace(text) {
  const data = parsed(text);
  if (!isObject(data) || data.trace !== SCHEMA) throw new Fault('version');
  want(KEYS.every((key) => key in data) && Object.keys(data).every((key) => KEYS.includes(key)), 'trace');
  want(typeof data.sampler === 'string' && data.sampler.length <= MOST.text, 'sampler');
  want(isObject(data.settings), 'settings');
  want(Number.isInteger(data.seed), 'seed');
  want(data.mask_id === null || Number.isInteger(data.mask_id), 'mask_id');
  want(isList(data.canvas) && data.canvas.every(Number.isInteger), 'canvas');
  want(isList(data.passes), 'passes');
  if (data.canvas.length > MOST.places || data.passes.length > MOST.passes) throw new Fault('large');
  checkTexts(data.texts);
  data.passes.forEach((pass, i) => checkPass(pass, `passes[${i}]`, data.canvas.length));
  checkWhole(data);
  return data;
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('json');
  }
}

/** @param {unknown} texts what each token looks like on screen */
function checkTexts(texts) {
  want(isObject(texts), 'texts');
  for (const [id, text] of Object.entries(/** @type {object} */ (texts))) {
    want(/^-?\d+$/.test(id) && typeof text === 'string' && text.length <= MOST.text, `texts[${id.slice(0, MOST.text)}]`);
  }
}

/** @param {any} pass @param {string} where @param {number} size */
function checkPass(pass, where, size) {
  want(isObject(pass) && isList(pass.computed), where);
  want(Object.keys(pass).every((key) => PASS_KEYS.includes(key)), where);
  want(pass.kind === undefined || (typeof pass.kind === 'string' && pass.kind.length <= MOST.text), `${where}.kind`);
  const isPlace = (place) => Number.isInteger(place) && place >= 0 && place < size;
  const isRange = ([start, end]) => Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= size;
  const isPlaced = ([place, token]) => isPlace(place) && Number.isInteger(token);
  for (const key of ['computed', 'cached']) rows(pass, where, key, 2, isRange);
  for (const key of ['commits', 'renoised', 'edits']) rows(pass, where, key, 2, isPlaced);
  rows(pass, where, 'guesses', 3, (row) => isPlaced(row) && Number.isFinite(row[2]));
  const remasks = pass.remasks ?? [];
  want(isList(remasks) && remasks.every(isPlace), `${where}.remasks`);
}

/** @param {any} pass @param {string} where @param {string} key @param {number} width @param {(row: any) => boolean} isRight */
function rows(pass, where, key, width, isRight) {
  const list = pass[key] ?? [];
  want(isList(list), `${where}.${key}`);
  list.forEach((row, i) => want(isList(row) && row.length === width && isRight(row), `${where}.${key}[${i}]`));
}

/** The result has to be what the passes lead to, and every token needs a text. @param {any} data */
function checkWhole({ canvas, passes, ids, texts, mask_id: mask }) {
  const known = Object.keys(texts).length ? (id) => String(id) in texts : () => true;
  const used = passes.flatMap((pass) => ['guesses', 'commits', 'renoised', 'edits'].flatMap((key) => (pass[key] ?? []).map((row) => row[1])));
  const missing = [...used, ...canvas].find((id) => !known(id));
  if (missing !== undefined) throw new Fault('texts', String(missing));
  const end = canvas.slice();
  for (const pass of passes) {
    for (const place of pass.remasks ?? []) end[place] = mask;
    for (const [place, token] of [...(pass.renoised ?? []), ...(pass.commits ?? []), ...(pass.edits ?? [])]) end[place] = token;
  }
  if (!isList(ids) || ids.length !== end.length || ids.some((id, place) => id !== end[place])) throw new Fault('ids');
}

/** @param {unknown} value @returns {value is any[]} */
function isList(value) {
  return Array.isArray(value);
}

/** @param {unknown} value @returns {boolean} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {boolean} right @param {string} where */
function want(right, where) {
  if (!right) throw new Fault('shape', where);
}
