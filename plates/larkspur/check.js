// A chapter's check: the reader chooses, is told whether that is right and why, and may choose again.

import { progress } from './progress.js';

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createCheck(root, context) {
  const form = /** @type {HTMLFormElement} */ (root.querySelector('form'));
  const chapter = form.dataset.check ?? '';
  const said = /** @type {HTMLElement} */ (form.querySelector('[data-show=said]'));
  const inputs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input')]);
  const show = () => showAnswer(form, inputs.findIndex((input) => input.checked), progress.isRight(chapter));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = inputs.find((input) => input.checked);
    if (!chosen) return tell(context.words('check.none'));
    const right = answerOf(chosen).dataset.right === 'yes';
    progress.answer(chapter, chosen.value, right);
    show();
    tell(`${answerOf(chosen).querySelector('[data-why]')?.textContent ?? ''} ${right ? '' : context.words('check.again')}`);
  });
  progress.addEventListener('restored', restore);
  restore();

  /** What was answered before, or nothing. */
  function restore() {
    const before = progress.saved.answers[chapter];
    for (const input of inputs) input.checked = input.value === before?.choice;
    said.textContent = '';
    show();
  }

  /** @param {string} text */
  function tell(text) {
    const mark = inputs.find((input) => input.checked);
    said.textContent = mark ? '' : text; // the reason stands under the answer itself
    context.say(text);
  }
}

/** @param {HTMLInputElement} input */
function answerOf(input) {
  return /** @type {HTMLElement} */ (input.closest('.answer'));
}

/** The reason for the answer that was given; once it was right, the fold with all of them.
 *  @param {HTMLFormElement} form @param {number} chosen @param {boolean} done */
function showAnswer(form, chosen, done) {
  const answers = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('.answer')]);
  answers.forEach((answer, i) => {
    answer.toggleAttribute('data-chosen', i === chosen);
    answer.querySelector('[data-why]')?.toggleAttribute('hidden', i !== chosen);
  });
  form.toggleAttribute('data-done', done);
  form.querySelector('[data-reasons]')?.toggleAttribute('hidden', !done);
}
