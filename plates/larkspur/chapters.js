// The parts of the chapters that are frames and a player: what is chosen in each is put on its frames.

import { alternatives, Fills, namesOf, onChoice } from './fills.js';
import { END, firstBlank, replyAt } from './marks.js';
import { OwnPrompt } from './own.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */
/** @typedef {import('../../press/theme/js/trace.js').Trace} Trace */

/** One prompt filled carefully and at once. @param {HTMLElement} root @param {Context} context */
export function createOpening(root, context) {
  const [careful, once] = [...root.querySelectorAll('[data-frame]')].map(namesOf);
  new Fills(root, context).choose({ front: careful.trace ?? '', back: once.trace, careful: careful.trace });
}

/** Careful fills, and prompts of the reader's own. @param {HTMLElement} root @param {Context} context */
export function createBlanks(root, context) {
  const box = /** @type {HTMLElement} */ (root.querySelector('[data-traces]'));
  const names = (box.dataset.traces ?? '').split(' ');
  const fills = new Fills(root, context);
  onChoice(root, (index) => fills.choose({ front: names[index] }));
  fills.choose({ front: names[0] });
  const form = root.querySelector('[data-own]');
  if (form instanceof HTMLElement) {
    new OwnPrompt(form, context, context.data.plate.own.frame, (trace) => {
      fills.put(trace, null, null, 0);
      fills.player.play();
    });
  }
}

/** The surest against any at random. @param {HTMLElement} root @param {Context} context */
export function createSure(root, context) {
  const pairs = alternatives(root, '[data-pair]');
  const fills = new Fills(root, context);
  onChoice(root, (index) => fills.choose(pairs[index]));
  fills.choose(pairs[0]);
}

/** A dial over the rows of the table. @param {HTMLElement} root @param {Context} context */
export function createFaster(root, context) {
  const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('tr[data-row]')]);
  const dial = /** @type {HTMLInputElement} */ (root.querySelector('input[type=range]'));
  const shown = /** @type {HTMLElement} */ (root.querySelector('[data-show=setting]'));
  const fills = new Fills(root, context);
  const choose = () => {
    const row = rows[Number(dial.value)];
    const name = row.querySelector('th')?.textContent ?? '';
    for (const one of rows) one.toggleAttribute('data-now', one === row);
    shown.textContent = name;
    dial.setAttribute('aria-valuetext', name);
    fills.choose({ front: row.dataset.trace ?? '', careful: row.dataset.careful });
  };
  dial.addEventListener('input', choose);
  choose();
}

/** Frames of several lengths. @param {HTMLElement} root @param {Context} context */
export function createLength(root, context) {
  const lengths = alternatives(root, '[data-length]');
  const verdict = /** @type {HTMLElement} */ (root.querySelector('.verdict'));
  const label = /** @type {HTMLElement} */ (root.querySelector('[data-length] .label'));
  const fills = new Fills(root, context, (trace, position) => {
    verdict.textContent = position >= trace.length ? verdictOn(trace, context.words) : '';
  });
  const inputs = onChoice(root, (index) => choose(index));
  const choose = (index) => {
    label.textContent = inputs[index].parentElement?.textContent?.trim() ?? '';
    fills.choose(lengths[index]);
  };
  choose(0);
}

/** What a frame's length did to the reply. @param {Trace} trace @param {import('../../press/theme/js/words.js').Words} words */
function verdictOn(trace, words) {
  const places = trace.data.ids.slice(firstBlank(trace));
  const ends = places.filter((id) => trace.text(id) === END).length;
  const said = words('length.verdict', { text: replyAt(trace, trace.length), places: places.length, ends, passes: trace.length });
  return `${said} ${words(ends ? 'length.ended' : 'length.full')}`;
}
