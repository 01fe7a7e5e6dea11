// Whom the page speaks to: one kind of reader's words show, the others' are put away. The choice is kept, and
// it is in the address.

import { replaceFragment, store } from '../../press/theme/js/safe.js';

const KEY = 'larkspur.reader';
const FIELD = 'as';
const INITIAL = 'manager';

/** Show the words for the reader of the address, or of the last visit, before anything else is done. */
export function applyReader() {
  apply(reader());
}

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createReadas(root, context) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('input')]);
  const said = /** @type {HTMLElement} */ (root.querySelector('[data-show=said]'));
  for (const input of inputs) {
    input.checked = input.value === reader();
    input.addEventListener('change', () => {
      store.set(KEY, input.value);
      apply(input.value);
      addressed(input.value);
      said.textContent = context.words('readas.said', { reader: context.words(`reader.${input.value}`) });
      context.say(said.textContent);
    });
  }
}

/** @returns {string} */
function reader() {
  const readers = new Set([...document.querySelectorAll('[data-for]')].map((block) => block.getAttribute('data-for')));
  const asked = [new URLSearchParams(window.location.search).get(FIELD), store.get(KEY)];
  return asked.find((name) => name !== null && readers.has(name)) ?? INITIAL;
}

/** @param {string} name */
function apply(name) {
  document.documentElement.dataset.reader = name;
  for (const block of document.querySelectorAll('[data-for]')) {
    block.toggleAttribute('hidden', block.getAttribute('data-for') !== name);
  }
  for (const link of document.querySelectorAll('a[data-other-language]')) {
    if (link instanceof HTMLAnchorElement) link.search = withReader(link.search, name);
  }
}

/** @param {string} name */
function addressed(name) {
  replaceFragment(`${withReader(window.location.search, name)}${window.location.hash}`);
}

/** @param {string} search @param {string} name */
function withReader(search, name) {
  const query = new URLSearchParams(search);
  query.set(FIELD, name);
  return `?${query}`;
}
