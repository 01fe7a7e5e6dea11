// A fill, place by place: what repeats its neighbour, what is not as in the careful fill, which pass set it.

/** @typedef {import('./trace.js').Trace} Trace */
/** @typedef {{passes: number, blanks: number, agree: number | null, repeats: number}} Counts */

/** What an end token looks like in a trace. */
export const END = '∎';

/** Where the prompt is over. @param {Trace} trace */
export function firstBlank(trace) {
  return Math.max(0, trace.data.canvas.indexOf(trace.mask));
}

/** The pass, from 1, that last set each place in the passes done.
 *  @param {Trace} trace @param {number} done @returns {Map<number, number>} */
export function orderOf(trace, done) {
  const order = new Map();
  trace.data.passes.slice(0, done).forEach((pass, i) => {
    for (const [place] of pass.commits ?? []) order.set(place, i + 1);
  });
  return order;
}

/** The last guess for each place in the passes done: {text, sure}; the first of a pass's guesses counts.
 *  @param {Trace} trace @param {number} done @returns {Map<number, {text: string, sure: number}>} */
export function guessesUpTo(trace, done) {
  const found = new Map();
  for (const pass of trace.data.passes.slice(0, done)) {
    for (const [place, token, sure] of (pass.guesses ?? []).toReversed()) found.set(place, { text: trace.text(token), sure });
  }
  return found;
}

/** Whether a place that is set holds the same token as the one before it. @param {Trace} trace
 *  @param {number[]} ids the canvas @param {number} place */
export function repeats(trace, ids, place) {
  return place > 0 && ids[place] !== trace.mask && ids[place] === ids[place - 1] && trace.text(ids[place]) !== END;
}

/** @param {number[]} ids the canvas @param {number} place @param {Trace} trace @param {Trace | null} careful */
export function differs(ids, place, trace, careful) {
  return careful !== null && ids[place] !== trace.mask && ids[place] !== careful.data.ids[place];
}

/** What can be counted of a fill at a position; a place that is still blank, or random, agrees with nothing.
 *  @param {Trace} trace @param {number} position @param {Trace | null} careful @returns {Counts} */
export function countsAt(trace, position, careful) {
  const done = Math.floor(trace.clamp(position));
  const ids = trace.canvases[done];
  const free = ids.flatMap((_, place) => (trace.data.canvas[place] === trace.mask ? [place] : []));
  const kept = free.filter((place) => !trace.drawn[done].has(place));
  return {
    passes: Math.ceil(trace.clamp(position)),
    blanks: free.length,
    agree: careful && kept.filter((place) => ids[place] === careful.data.ids[place]).length,
    repeats: kept.filter((place) => repeats(trace, ids, place)).length,
  };
}

/** The text from the first blank on, up to the first end token. @param {Trace} trace @param {number} position */
export function replyAt(trace, position) {
  const ids = trace.canvases[Math.floor(trace.clamp(position))].slice(firstBlank(trace));
  return ids.map((id) => trace.text(id)).join('').split(END)[0].trim();
}

/** The prompt's text. @param {Trace} trace */
export function promptOf(trace) {
  return trace.data.canvas.slice(0, firstBlank(trace)).map((id) => trace.text(id)).join('');
}

/** A token as it stands on its piece of type. @param {string} text */
export function face(text) {
  if (text === '\n') return '↵';
  return text.trim() || (text ? '␣' : '');
}

/** A number with at most so many decimals, its thousands as the interface's language has them, in the digits that the
 *  build prints. @param {number} value @param {number} digits */
export function numeral(value, digits) {
  return value.toLocaleString(`${document.documentElement.lang}-u-nu-latn`, { maximumFractionDigits: digits });
}

/** A share from 0 to 1 as a per cent, as the templates' filter `percent` tells it: one just below 1 keeps a tenth, halves
 *  go to the even digit as Python's do, and no line can end between figure and sign.
 *  @param {number} share @param {0 | 1} [digits] */
export function percent(share, digits = 0) {
  const kept = share > 0.99 && share < 1 ? 1 : digits;
  const value = share * 100;
  const text = value.toFixed(kept);
  const half = kept ? value % 0.5 === 0.25 : value % 1 === 0.5;
  return `${half && Number(text.at(-1)) % 2 ? (Number(text) - 10 ** -kept).toFixed(kept) : text}%`;
}
