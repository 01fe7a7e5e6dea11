// The quiz: checks whose answers are kept in the browser, and how many are right so far.

import { createCheck } from '../../press/theme/js/check.js';
import { store } from '../../press/theme/js/safe.js';

const KEY = 'decoding.quiz';

/** @typedef {Record<string, {choice: string, right: boolean}>} Answers by the check's id */

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createQuiz(root, context) {
  const forms = /** @type {HTMLFormElement[]} */ ([...root.querySelectorAll('[data-check]')]);
  let answers = read(store.get(KEY) ?? '');
  const memory = {
    choice: (/** @type {string} */ id) => answers[id]?.choice,
    isRight: (/** @type {string} */ id) => answers[id]?.right === true,
    answer(/** @type {string} */ id, /** @type {string} */ choice, /** @type {boolean} */ right) {
      keep({ ...answers, [id]: { choice, right: right || memory.isRight(id) } });
    },
  };
  const restores = forms.map((form) => createCheck(form, context, memory));

  /** @param {Answers} next */
  function keep(next) {
    answers = next;
    store.set(KEY, JSON.stringify(answers));
    score();
  }

  function score() {
    const right = forms.filter((form) => memory.isRight(form.dataset.check ?? '')).length;
    const text = context.words('quiz.score', { n: right, of: forms.length });
    /** @type {HTMLElement} */ (root.querySelector('[data-show=score]')).textContent = text;
    return text;
  }

  root.querySelector('[data-do=clear]')?.addEventListener('click', () => {
    keep({});
    for (const restore of restores) restore();
    context.say(score());
  });
  score();
}

/** What was kept; nothing where it is not ours. @param {string} text @returns {Answers} */
function read(text) {
  try {
    const saved = JSON.parse(text);
    const sound = Object.entries(saved ?? {}).filter(([, one]) => typeof one?.choice === 'string' && typeof one?.right === 'boolean');
    return Object.fromEntries(sound);
  } catch {
    return {};
  }
}
