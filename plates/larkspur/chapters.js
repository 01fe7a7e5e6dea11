// The parts of the chapters that are frames and a player: what is chosen in each is put on its frames.

import { alternatives, Fills, namesOf, onChoice } from '../../press/theme/js/fills.js';
import { OwnPrompt } from './own.js';
import { written } from './written.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */

/** One prompt filled carefully and at once. @param {HTMLElement} root @param {Context} context */
export function createOpening(root, context) {
  const [careful, once] = [...root.querySelectorAll('[data-frame]')].map(namesOf);
  new Fills(root, context).choose({ front: careful.trace ?? '', back: once.trace, careful: careful.trace });
}

/** A careful fill, and prompts of the reader's own. @param {HTMLElement} root @param {Context} context */
export function createBlanks(root, context) {
  const fills = new Fills(root, context);
  for (const { trace } of [...root.querySelectorAll('[data-frame]')].map(namesOf)) fills.choose({ front: trace });
  const candidates = new Candidates(fills);
  candidates.tellStored(context);
  const form = root.querySelector('[data-own]');
  if (form instanceof HTMLElement) {
    const template = context.data.plate.typed.blanks;
    new OwnPrompt(form, context, template, (trace) => {
      fills.put(trace);
      fills.player.play();
      candidates.tellLive(trace, template.model, context);
    });
  }
}

/** What else might have stood on a frame's sorts. Where it cannot be had, only the guesses are told. */
class Candidates {
  /** @param {Fills} fills */
  constructor(fills) {
    this.fills = fills;
    /** by the trace: of the canvas that each pass saw, what each blank might be
     *  @type {Map<import('../../press/theme/js/trace.js').Trace, {candidates: Record<string, [number, number][]>[], texts: Record<string, string>}>} */
    this.known = new Map();
  }

  /** @param {Context} context */
  async tellStored(context) {
    const file = await context.file('blanks').catch(() => null);
    const stored = file && await context.traces.get(file.trace).catch(() => null);
    if (stored) this.tell(stored, file);
  }

  /** The live toy looks at every canvas once more. @param {import('../../press/theme/js/trace.js').Trace} trace
   *  @param {object} model @param {Context} context */
  async tellLive(trace, model, { engine, data }) {
    const asked = { kind: 'odds', model, canvases: trace.canvases.slice(0, -1), count: data.plate.candidates };
    const found = await engine?.run(asked).catch(() => null);
    if (found) this.tell(trace, found);
  }

  /** @param {import('../../press/theme/js/trace.js').Trace} trace @param {any} found */
  tell(trace, found) {
    this.known.set(trace, found);
    this.fills.tellOdds((shown, place, pass) => {
      const { candidates, texts } = this.known.get(shown) ?? { candidates: [], texts: {} };
      return (candidates[pass]?.[place] ?? []).map(([token, share]) => ({ text: texts[token], share }));
    });
  }
}

/** The surest against any at random. @param {HTMLElement} root @param {Context} context */
export function createSure(root, context) {
  const pairs = alternatives(root, '[data-pair]');
  const tokens = /** @type {HTMLElement} */ (root.querySelector('[data-show=tokens]'));
  const fills = new Fills(root, context);
  onChoice(root, (index, name) => {
    tokens.textContent = name;
    fills.choose(pairs[index]);
  });
  fills.choose(pairs[0]);
}

/** Fills as far as passes have written them. */
class WrittenFills extends Fills {
  /** @param {import('../../press/theme/js/trace.js').Trace} front @param {import('../../press/theme/js/trace.js').Trace | null} back
   *  @param {import('../../press/theme/js/trace.js').Trace | null} careful @param {number | 'end'} [start] */
  load(front, back, careful, start) {
    super.load(written(front), back, careful, start);
  }
}

/** Frames of several lengths. What each did to the reply was served with it, and is shown when it is full.
 *  @param {HTMLElement} root @param {Context} context */
export function createLength(root, context) {
  const verdicts = [...root.querySelectorAll('.verdict')].map((one) => one.textContent);
  const lengths = alternatives(root, '[data-length]');
  const verdict = /** @type {HTMLElement} */ (root.querySelector('.verdict'));
  const label = /** @type {HTMLElement} */ (root.querySelector('[data-length] .label'));
  let chosen = 0;
  const fills = new WrittenFills(root, context, (trace, position) => {
    verdict.textContent = position >= trace.length ? verdicts[chosen] : '';
  });
  onChoice(root, (index, name) => {
    chosen = index;
    label.textContent = name;
    fills.choose(lengths[index]);
  });
  fills.choose(lengths[0]);
}
