// Alternatives that were served one after another: the one that is chosen is shown.

import { onChoice, Fills, alternatives } from '../../press/theme/js/fills.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */

/** @param {HTMLElement} root @param {string} selector @param {Context} context */
function showOne(root, selector, context) {
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
  const show = (index) => all.forEach((one, i) => { one.hidden = i !== index; });
  onChoice(root, (index, name) => {
    show(index);
    context.say(name);
  });
  show(0);
}

/** @param {HTMLElement} root @param {Context} context */
export function createCaches(root, context) {
  showOne(root, '[data-fill]', context);
}

/** What belongs to each skeleton stays as it was served; its fill is put in the frame that is left.
 *  @param {HTMLElement} root @param {Context} context */
export function createInfill(root, context) {
  const all = [...root.querySelectorAll('[data-one]')].map((one) => one.cloneNode(true));
  const [place] = root.querySelectorAll('[data-one]');
  const names = alternatives(root, '[data-one]');
  const fills = new Fills(root, context);
  const frame = place.querySelector('[data-frame]');
  onChoice(root, (index) => {
    const chosen = /** @type {HTMLElement} */ (all[index].cloneNode(true));
    chosen.querySelector('[data-frame]')?.replaceWith(/** @type {Element} */ (frame));
    place.replaceChildren(...chosen.childNodes);
    fills.choose(names[index]);
  });
  fills.choose(names[0]);
}
