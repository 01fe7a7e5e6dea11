// A template filled with no defence, in a frame of its own; the outcomes beside it are served.

import { Fills, namesOf } from '../../press/theme/js/fills.js';

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createSpans(root, context) {
  const frame = /** @type {HTMLElement} */ (root.querySelector('[data-frame]'));
  new Fills(root, context).choose({ front: namesOf(frame).trace });
}
