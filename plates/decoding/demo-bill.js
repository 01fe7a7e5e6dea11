// The bill of a service that charges for the length that was set, beside one that charges for what was written.

import { numeral, percent } from '../../press/theme/js/marks.js';

const MILLION = 1_000_000;

/** @param {{set: number, used: number, price: number, count: number}} given tokens set and written a reply, the
 *  price of a million tokens, replies */
export function bill({ set, used, price, count }) {
  const cost = (tokens) => (tokens * count * price) / MILLION;
  return { asSet: cost(set), asWritten: cost(Math.min(used, set)), idle: Math.max(0, set - used) / set, cut: Math.max(0, used - set) };
}

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createBill(root, { words }) {
  const form = /** @type {HTMLFormElement} */ (root.querySelector('[data-bill]'));
  const said = /** @type {HTMLElement} */ (form.querySelector('[data-show=said]'));
  const value = (name) => /** @type {HTMLInputElement} */ (form.querySelector(`#bill-${name}`)).valueAsNumber;
  const number = (n, digits = 2) => numeral(n, digits);
  const show = () => {
    const given = { set: value('set'), used: value('used'), price: value('price'), count: value('count') };
    if (!(given.set >= 1 && given.used >= 1 && given.price >= 0 && given.count >= 1)) {
      said.textContent = words('bill.wrong');
      return;
    }
    const { asSet, asWritten, idle, cut } = bill(given);
    said.textContent = words(cut ? 'bill.cut' : 'bill.said', {
      set: number(asSet), written: number(asWritten), idle: percent(idle), cut: number(cut) });
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  show();
}
