// The parts that show the exact cost: one picture at a time, with the bench's fill in the one that is of such fills.

import { Chart } from '../../press/theme/js/chart.js';
import { Curves, MARKED } from './curves.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */

/** The bench tells of every fill with this event on the document; `detail` is a Fill, or null while there is none. */
const FILL = 'bench-fill';

/** @param {HTMLElement} root @param {Context} context */
export function pair(root, context) {
  for (const figure of root.querySelectorAll('[data-chart]')) new Chart(/** @type {HTMLElement} */ (figure), context.words);
}

/** @param {HTMLElement} root @param {Context} context */
export function cost(root, context) {
  const figures = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-chart]')]);
  const ring = /** @type {HTMLElement} */ (root.querySelector('[data-cost-ring]'));
  const show = (name) => {
    for (const figure of figures) figure.hidden = figure.dataset.chart !== name;
    ring.hidden = name !== MARKED;
  };
  const choices = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('[data-cost-choice] input')]);
  for (const choice of choices) choice.addEventListener('change', () => choice.checked && show(choice.value));
  show(choices.find((choice) => choice.checked)?.value);

  const said = /** @type {HTMLElement} */ (root.querySelector('[data-cost-own]'));
  const curves = new Curves(figures.map((figure) => new Chart(figure, context.words)), { said, ring }, context);
  document.addEventListener(FILL, (event) => curves.mark(/** @type {CustomEvent} */ (event).detail));
  const bench = document.querySelector('[data-bench]');
  if (bench instanceof HTMLElement && bench.dataset.fill) curves.mark(JSON.parse(bench.dataset.fill));
}

/** Tell what the bench's fill came to, now and to parts that come to life later.
 *  @param {HTMLElement} bench @param {import('./curves.js').Fill | null} fill null: none yet */
export function tellFill(bench, fill) {
  bench.dataset.fill = JSON.stringify(fill);
  document.dispatchEvent(new CustomEvent(FILL, { detail: fill }));
}
