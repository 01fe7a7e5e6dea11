// The parts that show the exact cost: one curve at a time, with the bench's setting marked on each.

import { Chart } from '../../press/theme/js/chart.js';
import { Curves } from './curves.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */

/** The bench tells of every setting with this event on the document; `detail` is a Setting. */
export const SET = 'bench-set';

/** @param {HTMLElement} root @param {Context} context */
export function pair(root, context) {
  for (const figure of root.querySelectorAll('[data-chart]')) new Chart(/** @type {HTMLElement} */ (figure), context.words);
}

/** @param {HTMLElement} root @param {Context} context */
export function cost(root, context) {
  const figures = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-chart]')]);
  const show = (name) => {
    for (const figure of figures) figure.hidden = figure.dataset.chart !== name;
  };
  const choices = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('[data-cost-choice] input')]);
  for (const choice of choices) choice.addEventListener('change', () => choice.checked && show(choice.value));
  show(choices.find((choice) => choice.checked)?.value);

  const said = /** @type {HTMLElement} */ (root.querySelector('[data-cost-own]'));
  const curves = new Curves(figures.map((figure) => new Chart(figure, context.words)), said, context);
  document.addEventListener(SET, (event) => curves.mark(/** @type {CustomEvent} */ (event).detail));
  const bench = document.querySelector('[data-bench]');
  if (bench instanceof HTMLElement && bench.dataset.setting) curves.mark(JSON.parse(bench.dataset.setting));
}

/** Tell what the bench is set to, now and to parts that come to life later.
 *  @param {HTMLElement} bench @param {import('./curves.js').Setting} setting */
export function tellSetting(bench, setting) {
  bench.dataset.setting = JSON.stringify(setting);
  document.dispatchEvent(new CustomEvent(SET, { detail: setting }));
}
