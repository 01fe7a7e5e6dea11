// The handbill in the browser: which lines were ever read, and what a state of the stage is in words.

import { placesIn } from './lines.js';

/** @typedef {import('../../press/theme/js/trace.js').Trace} Trace */
/** @typedef {import('./lines.js').Versions} Versions */

/** @type {WeakMap<Versions, ReturnType<typeof makeRead>>} */
const made = new WeakMap();

/** What the toy has read; made once for the same lines, since every state that is shown asks for it.
 *  @param {Versions} lines */
export function readOf(lines) {
  if (!made.has(lines)) made.set(lines, makeRead(lines));
  return made.get(lines);
}

/** @param {Versions} lines */
function makeRead(lines) {
  // Places are told apart by a sign that no text holds: two texts may be the same letters in other places.
  const key = (places) => places.join('\0');
  const read = lines.map((versions) => new Set(versions.map(([text]) => key(placesIn(text)))));
  let at = 0;
  const spans = lines.map(([[text]]) => [at, (at += placesIn(text).length)]);
  /** The lines of a fill at a position, each whole or with blanks. @param {Trace} trace @param {number} position */
  const partsAt = (trace, position) => {
    const places = trace.places(Math.floor(position)).map((place) => place.text);
    return spans.map(([from, to]) => places.slice(from, to));
  };
  const textsAt = (trace, position) => partsAt(trace, position).map((parts) => parts.join(''));
  /** The lines of a finished fill that were never read, from 0. @param {Trace} trace @returns {Set<number>} */
  const garbled = (trace) => {
    const parts = partsAt(trace, trace.length);
    return new Set(parts.flatMap((places, line) => (read[line].has(key(places)) ? [] : [line])));
  };
  /** In how many passes of a fill something is set in a line, on average over the lines. @param {Trace} trace */
  const passesALine = (trace) => {
    const sets = (pass, from, to) => (pass.commits ?? []).some(([place]) => place >= from && place < to);
    const counts = spans.map(([from, to]) => trace.data.passes.filter((pass) => sets(pass, from, to)).length);
    return counts.reduce((sum, count) => sum + count, 0) / spans.length;
  };
  return { garbled, textsAt, spans, passesALine };
}

/** A state of the stage in words. @param {import('../../press/theme/js/player.js').Scene} scene
 *  @param {number} position @param {import('../../press/theme/js/page.js').Context} context */
export function describe(scene, position, context) {
  const { words, data } = context;
  if (scene.view === 'exploded') return words('say.exploded');
  const read = readOf(scene.own ?? data.plate.request.model.lines);
  const front = scene.front ? one(scene.front, position, 'front', read, words) : '';
  const back = scene.back ? one(scene.back, position, 'back', read, words) : '';
  return front && back ? words('say.both', { front, back }) : front + back;
}

/** @param {Trace} trace @param {number} position @param {'front' | 'back'} form @param {any} read
 *  @param {import('../../press/theme/js/words.js').Words} words */
function one(trace, position, form, read, words) {
  const at = trace.clamp(position);
  const places = trace.places(at);
  const blanks = places.filter((place) => place.blank).length;
  const holes = { pass: Math.ceil(at), passes: trace.length, set: places.length - blanks, blanks };
  if (at > Math.floor(at)) return words(`say.${form}.guess`, holes);
  if (at < trace.length) return words(`say.${form}.at`, holes);
  const wrong = [...read.garbled(trace)];
  const texts = read.textsAt(trace, at);
  const list = wrong.map((line) => words('say.line', { line: line + 1, text: texts[line].trimEnd() })).join(words('say.join'));
  return words(wrong.length ? `say.${form}.garbled` : `say.${form}.done`, { ...holes, garbled: wrong.length, list });
}
