// What a fill comes to: its counts, where the player is and whole, and as it is taken away.

import { countsAt } from '../../press/theme/js/marks.js';
import { sorted } from './labform.js';

/** @typedef {import('../../press/theme/js/trace.js').Trace} Trace */
/** @typedef {{name: string, request: import('./labruns.js').Request}} Named */

const MEASURED = ['passes', 'extra', 'set', 'positions', 'reads', 'agree', 'blanks', 'repeats'];

/** What a fill has come to at a position, as the lab counts it. @param {Trace} trace @param {number} position */
export function countedAt(trace, position) {
  const done = trace.data.passes.slice(0, Math.ceil(trace.clamp(position)));
  const read = done.filter((pass) => (pass.kind ?? 'denoise') === 'denoise');
  const at = Math.floor(trace.clamp(position));
  const free = trace.canvases[at].filter((id, place) => id !== trace.mask && trace.data.canvas[place] === trace.mask && !trace.drawn[at].has(place));
  return {
    passes: read.length, extra: done.filter((pass) => pass.computed.length && !read.includes(pass)).length, set: free.length,
    positions: trace.positions(position), reads: trace.cacheReads(position),
  };
}

/** The least, the median and the most. @param {number[]} sorted */
export function spread(sorted) {
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted[sorted.length - 1]];
}

/** A whole fill with all that is counted and timed of it. @param {Trace} trace @param {Trace | null} careful
 *  @param {number[] | null} times in milliseconds, sorted @param {Named} named */
export function resultOf(trace, careful, times, named) {
  const counts = { ...countsAt(trace, trace.length, careful), ...countedAt(trace, trace.length) };
  const [least, median, most] = spread(times ?? []);
  return { ...named, counts, milliseconds: times && { median, least, most }, trace: trace.data };
}

/** Such fills as a table. @param {ReturnType<typeof resultOf>[]} sides */
export function rowsOf(sides) {
  const rows = sides.map(({ name, request, counts, milliseconds: ms }) =>
    [name, request.sampler, sorted(request.settings), ...MEASURED.map((key) => counts[key]), ms && ms.median, ms && ms.least, ms && ms.most]);
  return [['name', 'sampler', 'settings', ...MEASURED, 'ms_median', 'ms_least', 'ms_most'], ...rows];
}
