// The reader's own lines: from text to versions with counts, and back. Nothing is guessed at in silence:
// what cannot be taken is a fault with its row, what was changed is a note with its row.

/**
 * @typedef {[string[], number]} Version what stands at each place, and how often it was read
 * @typedef {Version[][]} OwnLines
 * @typedef {{row: number, code: string, holes: Record<string, string | number>}} Remark
 *   row   of the text, from 1
 *   code  what it is about; `own.fault.CODE` or `own.note.CODE` says it in words
 * @typedef {{lines: OwnLines, faults: Remark[], notes: Remark[], places: (number | null)[]}} Parsed
 *   places  of each row, in order; null for a row without a version
 * @typedef {{row: number, count: number, places: string[]}} Row
 * @typedef {{lines: number, versions: number, places: number, count: number}} Room the most of each
 */

/** Code points at one place, and characters of the whole text: more than any writing needs. */
const POINTS = 16;
export const CHARACTERS = 20_000;

const BLANK = '▢';
/** `3 x TEXT`, `3 × TEXT`, `3×TEXT`; a letter x needs a space after it, or the text could begin with it. */
const COUNTED = /^([0-9０-９]+)\s*(?:[×*＊✕]\s*|[xXｘＸ](?:\s+|$))(.*)$/u;
const ROWS = /\r\n|[\n\r]/u; // where a text field breaks, so that rows are counted as they are seen
const SPACES = /[\t\v\f\u0085\p{Z}]/gu;
const SHOWN = 30; // characters of a text that a remark repeats
/** Signs that stand at no place and only steer how others are shown: direction marks, soft hyphens, zero
 *  widths, controls. The joiners that hold an emoji or a cluster together stay. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[^\P{Cc}\t\v\f\u0085]/gu;

/** Whether this browser can tell where one character ends and the next begins. */
export const able = typeof Intl === 'object' && 'Segmenter' in Intl;

/** What stands at each place: NFC, every kind of space as one, a grapheme a place.
 *  @param {string} text @returns {string[]} */
export function placesOf(text) {
  const plain = text.toWellFormed().replace(UNSEEN, '').replace(SPACES, ' ').trim().normalize('NFC');
  return Array.from(new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(plain), ({ segment }) => segment);
}

/** Versions, one a row, and an empty row between two lines. @param {string} text @param {Room} room
 *  @returns {Parsed} */
export function parse(text, room) {
  /** @type {Parsed} */
  const out = { lines: [], faults: [], notes: [], places: [] };
  const fault = (row, code, holes = {}) => out.faults.push({ row, code, holes });
  if (text.length > CHARACTERS) {
    fault(1, 'much', { count: text.length, most: CHARACTERS });
    return out;
  }
  const blocks = blocksOf(text, out, fault);
  if (!blocks.length && !out.faults.length) fault(1, 'none');
  if (blocks.length > room.lines) fault(blocks[room.lines][0].row, 'lines', { count: blocks.length, most: room.lines });
  for (const block of blocks) checkBlock(block, room, fault);
  if (!out.faults.length) out.lines = blocks.map((block) => filledUp(block, out.notes));
  out.faults.sort((a, b) => a.row - b.row);
  return out;
}

/** @param {string} text @param {Parsed} out @param {(row: number, code: string, holes?: any) => void} fault */
function blocksOf(text, out, fault) {
  /** @type {Row[][]} */
  const blocks = [];
  let open = false;
  text.split(ROWS).forEach((content, at) => {
    const row = at + 1;
    const [, count = '1', rest = content] = content.trim().match(COUNTED) ?? [];
    const places = placesOf(rest);
    const isEmpty = rest === content && !places.length;
    out.places.push(isEmpty ? null : places.length);
    if (!isEmpty) {
      if (!open) blocks.push([]);
      blocks.at(-1).push({ row, count: Number(count.normalize('NFKC')), places });
      if (!places.length) fault(row, 'notext', { count: short(count) });
    }
    open = !isEmpty;
  });
  return blocks;
}

/** @param {Row[]} block @param {Room} room @param {(row: number, code: string, holes?: any) => void} fault */
function checkBlock(block, room, fault) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  block.forEach(({ row, count, places }, version) => {
    const text = places.join('');
    if (version === room.versions) fault(row, 'versions', { count: block.length, most: room.versions });
    if (count < 1 || count > room.count) fault(row, 'count', { count: short(String(count)), most: room.count });
    if (places.length > room.places) fault(row, 'long', { text: short(text), count: places.length, most: room.places });
    if (text.includes(BLANK)) fault(row, 'blank', { sign: BLANK });
    const heavy = places.findIndex((place) => [...place].length > POINTS);
    if (heavy >= 0) fault(row, 'heavy', { place: heavy + 1, count: [...places[heavy]].length, most: POINTS });
    if (text && seen.has(text)) fault(row, 'twice', { text: short(text), row: seen.get(text) });
    else seen.set(text, row);
  });
}

/** A line whose versions are all as long as the longest: the canvas's length is fixed before anything is set.
 *  @param {Row[]} block @param {Remark[]} notes @returns {Version[]} */
function filledUp(block, notes) {
  const across = Math.max(...block.map(({ places }) => places.length));
  return block.map(({ row, count, places }) => {
    const missing = across - places.length;
    if (missing) notes.push({ row, code: 'filled', holes: { text: places.join(''), count: missing, places: across } });
    return [[...places, ...Array(missing).fill(' ')], count];
  });
}

/** @param {string} text */
function short(text) {
  const letters = [...text];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : text;
}

/** Lines as the field shows them, which `parse` reads back. @param {[string | string[], number][][]} lines */
export function format(lines) {
  const row = ([text, count]) => `${count} x ${(typeof text === 'string' ? text : text.join('')).trimEnd()}`;
  return lines.map((line) => line.map(row).join('\n')).join('\n\n');
}
