// A trace, read: the one place in the browser that knows the format (wasm/toylm/trace.py).

export const SCHEMA = 1;

/**
 * @typedef {[number, number, number]} Guess position, token, confidence
 * @typedef {{kind?: string, computed: number[][], cached?: number[][], guesses?: Guess[],
 *   commits?: number[][], remasks?: number[], renoised?: number[][], edits?: number[][]}} Pass
 * @typedef {{trace: number, sampler: string, settings: Record<string, any>, seed: number,
 *   mask_id: number, texts: Record<string, string>, canvas: number[], passes: Pass[], ids: number[]}} TraceData
 * @typedef {{id: number, text: string, blank: boolean, given: boolean, confidence: number,
 *   guess: string, fresh: boolean, drawn: boolean}} Place  drawn: its token was drawn at random and none has been kept since
 */

/** One fill. A position in it is a number from 0 to `length`: k is after k passes, k + 0.5 is when
 *  pass k + 1 has guessed and nothing of it is set yet. */
export class Trace {
  /** @param {TraceData} data */
  constructor(data) {
    if (!data || data.trace !== SCHEMA) throw new Error(`trace version ${data && data.trace}`);
    this.data = data;
    this.length = data.passes.length;
    this.mask = data.mask_id;
    /** @type {number[][]} the canvas after each number of passes */
    this.canvases = [data.canvas];
    /** @type {Set<number>[]} the places that then hold a token drawn at random; none in a finished fill */
    this.drawn = [new Set()];
    for (const pass of data.passes) {
      this.canvases.push(apply(this.canvases.at(-1), pass, this.mask));
      this.drawn.push(drawnAfter(this.drawn.at(-1), pass));
    }
    this.drawn[this.length] = new Set();
  }

  /** @param {number} position */
  clamp(position) {
    return Math.max(0, Math.min(this.length, position));
  }

  /** Every place as it is at a position. @param {number} position @returns {Place[]} */
  places(position) {
    const at = this.clamp(position);
    const done = Math.floor(at);
    const ids = this.canvases[done];
    const guesses = new Map();
    const made = at > done ? this.data.passes[done].guesses ?? [] : [];
    for (const [p, t, c] of made) if (!guesses.has(p)) guesses.set(p, [t, c]); // the first is the guess
    const fresh = new Set();
    if (at === done && done > 0) for (const [p] of this.data.passes[done - 1].commits ?? []) fresh.add(p);
    return ids.map((id, p) => {
      const [token, confidence] = guesses.get(p) ?? [this.mask, 0];
      return {
        id,
        text: this.text(id),
        blank: id === this.mask,
        given: this.data.canvas[p] !== this.mask,
        guess: guesses.has(p) ? this.text(token) : '',
        confidence,
        fresh: fresh.has(p),
        drawn: this.drawn[done].has(p),
      };
    });
  }

  /** @param {number} id */
  text(id) {
    return this.data.texts[id] ?? '';
  }

  /** Places that went through the model in the passes done. @param {number} position */
  positions(position) {
    return spans(this.data.passes.slice(0, Math.ceil(this.clamp(position))), 'computed');
  }

  /** Places read from a cache in the passes done. @param {number} position */
  cacheReads(position) {
    return spans(this.data.passes.slice(0, Math.ceil(this.clamp(position))), 'cached');
  }

  /** How many places agree with another fill's result. @param {Trace} other */
  agreement(other) {
    return this.data.ids.reduce((n, id, p) => n + Number(id === other.data.ids[p]), 0);
  }
}

/** @param {Pass[]} passes @param {'computed' | 'cached'} what */
function spans(passes, what) {
  return passes.reduce((n, pass) => n + (pass[what] ?? []).reduce((m, [a, b]) => m + b - a, 0), 0);
}

/** @param {Set<number>} before @param {Pass} pass */
function drawnAfter(before, pass) {
  const after = new Set(before);
  for (const [p] of pass.renoised ?? []) after.add(p);
  for (const [p] of [...(pass.commits ?? []), ...(pass.edits ?? [])]) after.delete(p);
  return after;
}

/** @param {number[]} ids @param {Pass} pass @param {number} mask */
function apply(ids, pass, mask) {
  const next = ids.slice();
  for (const p of pass.remasks ?? []) next[p] = mask;
  for (const [p, t] of [...(pass.renoised ?? []), ...(pass.commits ?? []), ...(pass.edits ?? [])]) next[p] = t;
  return next;
}
