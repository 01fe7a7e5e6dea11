// Tokens a second = tokens a pass × passes a second; and the list of questions, to copy.

import { numeral } from '../../press/theme/js/marks.js';
import { copy } from '../../press/theme/js/safe.js';
import { progress } from './progress.js';

/** @typedef {{tokens: number, passes: number, reply: number, prompt: number, cache: boolean}} Given
 *   tokens a pass, passes a second, tokens of the reply and of the prompt, whether the prompt is cached */

const FIELDS = ['tokens', 'passes', 'reply', 'prompt'];

/** @param {Given} given */
export function reckon({ tokens, passes, reply, prompt, cache }) {
  const needed = Math.ceil(reply / tokens);
  // Attention runs both ways, so a pass computes the whole canvas; a cached prompt is computed once.
  const positions = cache ? prompt + needed * reply : needed * (prompt + reply);
  return { needed, positions, speed: tokens * passes, seconds: needed / passes, left: prompt + reply };
}

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createCalculator(root, context) {
  const form = /** @type {HTMLFormElement} */ (root.querySelector('[data-sum]'));
  const said = /** @type {HTMLElement} */ (form.querySelector('[data-show=said]'));
  const input = (name) => /** @type {HTMLInputElement} */ (form.querySelector(`#sum-${name}`));
  const show = () => {
    const given = { ...Object.fromEntries(FIELDS.map((name) => [name, input(name).valueAsNumber])), cache: input('cache').checked };
    said.textContent = saidOf(/** @type {Given} */ (given), form, context);
  };
  let own = false; // what the reader has put in stays, whoever they read as
  const begin = () => {
    if (own) return;
    const start = context.data.plate.starts[document.documentElement.dataset.reader ?? ''] ?? {};
    for (const [name, value] of Object.entries(start)) input(name).value = String(value);
    show();
  };
  form.addEventListener('input', () => {
    own = true;
    show();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  progress.addEventListener('change', begin);
  begin();
  root.querySelector('[data-do=copy-asks]')?.addEventListener('click', () => copyAsks(root, context));
}

/** @param {Given} given @param {HTMLFormElement} form @param {import('../../press/theme/js/page.js').Context} context */
function saidOf(given, form, { words }) {
  const { tokens, passes, reply, prompt } = given;
  if (!(tokens > 0 && passes > 0 && reply > 0 && prompt >= 0)) return words('sum.wrong');
  const { needed, positions, speed, seconds, left } = reckon(given);
  const number = (value, digits = 1) => numeral(value, digits);
  for (const [name, value] of Object.entries({ tokens, passes, speed })) {
    const cell = form.querySelector(`[data-sum-of=${name}]`);
    if (cell) cell.textContent = number(value);
  }
  return words('sum.said', { tokens: number(tokens), passes: number(passes), speed: number(speed), needed: number(needed),
    seconds: number(seconds, 2), positions: number(positions), left: number(left) });
}

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
async function copyAsks(root, context) {
  const list = /** @type {HTMLElement} */ (root.querySelector('[data-asks]'));
  const text = [...list.children].map((item, i) => `${i + 1}. ${item.textContent?.trim()}`).join('\n');
  const how = context.words(`copy.${await copy(text, list)}`);
  const said = root.querySelector('[data-show=copied]');
  if (said) said.textContent = how;
  context.say(how);
}
