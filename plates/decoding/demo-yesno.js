// The calibration curve: arrow keys move along it, and it can be taken away.

import { Chart } from '../../press/theme/js/chart.js';

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createYesno(root, { words }) {
  const figure = /** @type {HTMLElement} */ (root.querySelector('[data-chart]'));
  new Chart(figure, words);
}
