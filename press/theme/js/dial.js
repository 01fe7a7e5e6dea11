// A dial over the rows of a table: the row that is chosen puts its fill in the frame.

import { Fills } from './fills.js';

/** @param {HTMLElement} root a part with rows `data-row`, one range, one `data-show=setting`, and a player
 *  @param {import('./page.js').Context} context */
export function createDial(root, context) {
  const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('tr[data-row]')]);
  const dial = /** @type {HTMLInputElement} */ (root.querySelector('.slider input[type=range]'));
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
