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
  tellCandidates(fills, context);
  const form = root.querySelector('[data-own]');
  if (form instanceof HTMLElement) {
    new OwnPrompt(form, context, context.data.plate.typed.blanks, (trace) => {
      fills.put(trace);
      fills.player.play();
    });
  }
}

/** The frame's sorts also tell what else might have stood there. Without the file, only the guesses are told.
 *  @param {Fills} fills @param {Context} context */
async function tellCandidates(fills, context) {
  const { trace: name, candidates, texts } = await context.file('blanks').catch(() => ({}));
  const stored = name && await context.traces.get(name).catch(() => null);
  if (!stored) return;
  fills.tellOdds((trace, place, pass) => {
    const found = trace === stored ? candidates[pass]?.[place] : null;
    return (found ?? []).map(([token, share]) => ({ text: texts[token], share }));
  });
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
