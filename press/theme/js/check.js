// A check: a question with answers. The reader chooses, is told whether that is right and why, and may choose again.

/** What was answered before, by the check's id; what was once right stays right.
 *  @typedef {{choice: (id: string) => string | undefined, isRight: (id: string) => boolean,
 *   answer: (id: string, choice: string, right: boolean) => void}} Memory */

/** Bring a served check to life. -> shows again what the memory holds
 *  @param {HTMLFormElement} form @param {import('./page.js').Context} context @param {Memory} memory */
export function createCheck(form, context, memory) {
  const id = form.dataset.check ?? '';
  const said = /** @type {HTMLElement} */ (form.querySelector('[data-show=said]'));
  const inputs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input')]);
  const show = () => showAnswer(form, inputs.findIndex((input) => input.checked), memory.isRight(id));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = inputs.find((input) => input.checked);
    if (!chosen) return tell(context.words('check.none'));
    const right = answerOf(chosen).dataset.right === 'yes';
    memory.answer(id, chosen.value, right);
    show();
    tell(`${answerOf(chosen).querySelector('[data-why]')?.textContent ?? ''} ${right ? '' : context.words('check.again')}`);
  });
  restore();
  return restore;

  /** What was answered before, or nothing. */
  function restore() {
    const before = memory.choice(id);
    for (const input of inputs) input.checked = input.value === before;
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
