// The same weights both ways, stepping together.

import { Fills, namesOf } from '../../press/theme/js/fills.js';

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createBoth(root, context) {
  const [front, back] = [...root.querySelectorAll('[data-frame]')].map((frame) => namesOf(/** @type {HTMLElement} */ (frame)).trace);
  new Fills(root, context).choose({ front, back });
}
