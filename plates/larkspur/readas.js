// Whom the page speaks to: one kind of reader's words show, the others' are put away. The choice is kept with the
// reader's progress, and it is in the address.

import { replaceFragment } from '../../press/theme/js/safe.js';
import { progress } from './progress.js';

const FIELD = 'as';
const INITIAL = 'manager';

/** Show the words for the reader of the address, or of the last visit, before anything else is done. Progress that is
 *  taken in brings its own reader, and none where all is forgotten. */
export function applyReader() {
  apply(reader(address()));
  progress.addEventListener('restored', () => {
    addressed(progress.saved.reader);
    apply(reader(null));
  });
}

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createReadas(root, context) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('input')]);
  const said = /** @type {HTMLElement} */ (root.querySelector('[data-show=said]'));
  for (const input of inputs) {
    input.addEventListener('change', () => {
      apply(input.value);
      progress.setReader(input.value);
      addressed(input.value);
      said.textContent = context.words('readas.said', { reader: context.words(`reader.${input.value}`) });
      context.say(said.textContent);
    });
  }
}

/** Who is asked for in the address. @returns {string | null} */
function address() {
  return new URLSearchParams(window.location.search).get(FIELD);
}

/** Who is asked for, if there are words for them, or who was chosen. @param {string | null} name @returns {string} */
function reader(name) {
  const readers = new Set([...document.querySelectorAll('[data-for]')].map((block) => block.getAttribute('data-for')));
  return [name, progress.saved.reader].find((one) => one !== null && readers.has(one)) ?? INITIAL;
}

/** @param {string} name */
function apply(name) {
  document.documentElement.dataset.reader = name;
  for (const block of document.querySelectorAll('[data-for]')) {
    block.toggleAttribute('hidden', block.getAttribute('data-for') !== name);
  }
  for (const input of document.querySelectorAll('input[name=readas]')) {
    if (input instanceof HTMLInputElement) input.checked = input.value === name;
  }
  for (const link of document.querySelectorAll('a[data-other-language]')) {
    if (link instanceof HTMLAnchorElement) link.search = withReader(link.search, name);
  }
}

/** @param {string | null} name */
function addressed(name) {
  const { pathname, search, hash } = window.location;
  replaceFragment(`${pathname}${withReader(search, name)}${hash}`);
}

/** @param {string} search @param {string | null} name null: nobody is asked for @returns {string} */
function withReader(search, name) {
  const query = new URLSearchParams(search);
  if (name === null) query.delete(FIELD);
  else query.set(FIELD, name);
  return query.size ? `?${query}` : '';
}
