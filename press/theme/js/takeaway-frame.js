// A fill at a position as a picture: a pure function from a trace to SVG, with its text as text.

import { isLeftward } from './direction.js';

/**
 * @typedef {import('./trace.js').Trace} Trace
 * @typedef {import('./trace.js').Place} Place
 * @typedef {'light' | 'dark'} Theme
 * @typedef {{across: number | number[], theme: Theme, lang: string, title: string,
 *   words: import('./words.js').Words, marks?: {rows: Set<number>, label: string}}} Options
 *   across  places a row, or of each row
 *   title   of the plate, printed over the fill
 *   marks   rows that are marked once they are full, and what the mark says
 * @typedef {{svg: string, width: number, height: number}} Frame sizes in CSS pixels
 */

/** The theme's own colours (00-tokens.css): a picture has to carry its own. */
const COLOURS = {
  light: { paper: '#f7f2e7', ink: '#221c15', muted: '#5f5547', rule: '#d8cdb8', set: '#e4b979', given: '#f3dfbc', type: '#2c1a0b', foot: '#5b3a1b', guess: '#f2dcb4', fresh: '#221c15', red: '#b3261e', wrong: '#8a130d' },
  dark: { paper: '#16130f', ink: '#ece4d4', muted: '#b3a793', rule: '#3b342a', set: '#b98a4e', given: '#d8b98a', type: '#1d1007', foot: '#4a2f16', guess: '#8d6a3d', fresh: '#fff6e2', red: '#ff8a7a', wrong: '#5c0703' },
};
const FACE = "'Source Serif 4', Georgia, 'Times New Roman', serif";
/** In Chinese the Han faces come first: the quotation marks and dashes of both are written with the same signs. */
const HAN_FACE = "'Songti SC', 'Noto Serif SC', 'Source Han Serif SC', 'Noto Serif CJK SC', SimSun, serif";
const WIDTH = 720;
const EDGE = 28;
const HEAD = 84;
const FOOT = 56;
const GAP = 4;
const TALLEST = 66;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u;

/** @param {Trace} trace @param {number} position @param {Options} options @returns {Frame} */
export function frame(trace, position, options) {
  const places = trace.places(position);
  const rows = rowsOf(places, options.across);
  const most = Math.max(...rows.map((row) => row.length));
  const step = (WIDTH - 2 * EDGE + GAP) / most;
  const tall = Math.min(step, TALLEST);
  const height = Math.ceil(HEAD + rows.length * tall + FOOT);
  const colours = COLOURS[options.theme];
  const leftward = rowsOf(trace.places(trace.length), options.across).map(isLeftward);
  const parts = [
    `<rect width="${WIDTH}" height="${height}" fill="${colours.paper}"/>`,
    ...head(trace, position, places, options, colours),
    ...rows.flatMap((row, number) => line(row, number, { step, tall, top: HEAD + number * tall, colours, most: leftward[number] ? most : 0, marks: options.marks })),
    ...foot(trace, position, height, colours),
  ];
  const said = rows.map((row) => row.map((place) => place.text).join('')).join('\n');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" `
    + `role="img" xml:lang="${escaped(options.lang)}" font-family="${escaped(options.lang.startsWith('zh') ? HAN_FACE : FACE)}"><title>${escaped(options.title)}</title>`
    + `<desc>${escaped(said)}</desc>${parts.join('')}</svg>\n`;
  return { svg, width: WIDTH, height };
}

/** Places cut into rows; what is left over makes further rows of the last length.
 *  @template T @param {T[]} places @param {number | number[]} across @returns {T[][]} */
export function rowsOf(places, across) {
  const lengths = typeof across === 'number' ? [across] : across;
  const rows = [];
  for (let at = 0; at < places.length; at += rows.at(-1).length) {
    rows.push(places.slice(at, at + (lengths[rows.length] ?? lengths.at(-1))));
  }
  return rows;
}

/** @param {Trace} trace @param {number} position @param {Place[]} places @param {Options} options @param {any} colours */
function head(trace, position, places, { title, words }, colours) {
  const blanks = places.filter((place) => place.blank).length;
  const at = trace.clamp(position);
  const state = words(Number.isInteger(at) ? 'plain.at' : 'plain.guess', { pass: Math.ceil(at), passes: trace.length, set: places.length - blanks, blanks });
  return [
    text(EDGE, 34, title, 15, colours.muted),
    text(EDGE, 62, state, 20, colours.ink, ' font-weight="600"'),
  ];
}

/** How far the fill has come, and where it is from. @param {Trace} trace @param {number} position
 *  @param {number} height @param {any} colours */
function foot(trace, position, height, colours) {
  const wide = WIDTH - 2 * EDGE;
  const done = trace.length ? wide * (trace.clamp(position) / trace.length) : wide;
  return [
    `<rect x="${EDGE}" y="${height - 42}" width="${wide}" height="4" rx="2" fill="${colours.rule}"/>`,
    `<rect x="${EDGE}" y="${height - 42}" width="${round(done)}" height="4" rx="2" fill="${colours.ink}"/>`,
    text(EDGE, height - 16, `Plateworks · ${trace.data.sampler}`, 13, colours.muted),
  ];
}

/** @param {Place[]} row @param {number} number
 *  @param {{step: number, tall: number, top: number, colours: any, most: number, marks?: Options['marks']}} how
 *   most  places of the longest row, where this one is read from right to left and begins at that end; else 0 */
function line(row, number, { step, tall, top, colours, most, marks }) {
  const marked = marks?.rows.has(number) && row.every((place) => !place.blank);
  const at = (i) => EDGE + (most ? most - 1 - i : i) * step;
  const out = row.map((place, i) => square(place, at(i), top, step - GAP, tall - GAP, marked ? { ...colours, type: colours.wrong } : colours));
  if (marked) {
    const start = Math.min(at(0), at(row.length - 1));
    const end = start + row.length * step - GAP;
    out.push(`<path d="M${round(start)} ${round(top + tall - GAP)}H${round(end)}" stroke="${colours.red}" stroke-width="3"/>`);
    out.push(tag(end, top, marks.label, colours));
  }
  return out;
}

/** @param {number} end @param {number} top @param {string} label @param {any} colours */
function tag(end, top, label, colours) {
  const wide = widthOf(label) * 11 + 10;
  return `<rect x="${round(end - wide)}" y="${round(top - 9)}" width="${round(wide)}" height="15" rx="3" fill="${colours.red}"/>`
    + text(end - wide / 2, top + 2.5, label, 11, colours.paper, ' text-anchor="middle" font-weight="600"');
}

/** One place. @param {Place} place @param {number} x @param {number} y @param {number} w @param {number} h @param {any} colours */
function square(place, x, y, w, h, colours) {
  const box = (fill, more = '') => `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="3" fill="${fill}"${more}/>`;
  const letter = (shown, scale, more) => letterIn(shown, x, y, w, h, scale, colours.type, more);
  if (!place.blank) {
    const ring = place.fresh ? ` stroke="${colours.fresh}" stroke-width="2.5"` : '';
    const pin = place.given ? `<circle cx="${round(x + w - 6)}" cy="${round(y + 6)}" r="2.5" fill="${colours.foot}"/>` : '';
    return box(place.given ? colours.given : colours.set, ring) + pin + letter(place.text, 1, '');
  }
  if (!place.guess) return box(colours.foot) + `<path d="M${round(x)} ${round(y + h / 2)}h${round(w)}" stroke="${colours.paper}" stroke-opacity=".35" stroke-width="2"/>`;
  const sure = round(0.35 + 0.65 * place.confidence);
  return box(colours.guess, ` stroke="${colours.foot}" stroke-dasharray="3 3"`) + letter(place.guess, 0.6 + 0.3 * place.confidence, ` fill-opacity="${sure}"`);
}

/** A text in the middle of its place, small enough to fit. @param {string} shown @param {number} x @param {number} y
 *  @param {number} w @param {number} h @param {number} scale @param {string} fill @param {string} more */
function letterIn(shown, x, y, w, h, scale, fill, more) {
  const blank = shown.trim() === '';
  const size = Math.min(h * 0.68, (w * 0.88) / Math.max(widthOf(shown), 0.5)) * scale * (blank ? 0.6 : 1);
  return text(x + w / 2, y + h / 2 + size * 0.34, blank ? shown.replace(/\s/gu, '␣') : shown, round(size), fill, ` text-anchor="middle" font-weight="700"${more}`);
}

/** A text's width in em, as near as can be told without a font. @param {string} shown */
function widthOf(shown) {
  return Array.from(shown.replace(/[\p{M}\u200d\ufe0f]/gu, ''), (sign) => (WIDE.test(sign) ? 1 : 0.68)).reduce((sum, width) => sum + width, 0);
}

/** @param {number} x @param {number} y @param {string} shown @param {number} size @param {string} fill @param {string} [more] */
function text(x, y, shown, size, fill, more = '') {
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${fill}"${more} xml:space="preserve">${escaped(shown)}</text>`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/** A text for XML: its own signs as entities, and without what XML cannot hold. @param {string} text */
function escaped(text) {
  const whole = text.toWellFormed().replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return whole.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
