// What the reader has chosen, as a sheet to copy, print or link.

import { copy } from '../../press/theme/js/safe.js';
import { benchOf, nameOf } from './bench.js';
import { chapters, progress } from './progress.js';

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export async function createSummary(root, context) {
  try {
    new Summary(root, context, await benchOf(context));
  } catch {
    show(root, 'said', context.words('bench.missing'));
  }
}

class Summary {
  /** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context
   *  @param {import('./bench.js').Bench} bench */
  constructor(root, context, bench) {
    this.root = root;
    this.context = context;
    this.bench = bench;
    this.link = /** @type {HTMLInputElement} */ (root.querySelector('input'));
    const on = (name, act) => root.querySelector(`[data-do=${name}]`)?.addEventListener('click', act);
    on('copy', () => this.copied(this.text(), /** @type {HTMLElement} */ (root.querySelector('[data-summary]'))));
    on('link', () => this.copied(this.link.value, this.link));
    on('print', () => printAlone());
    bench.addEventListener('change', () => this.show());
    progress.addEventListener('change', () => this.show());
    this.show();
  }

  show() {
    const { bench, context: { words }, root } = this;
    const all = chapters();
    const of = bench.file.kinds.length;
    const lead = bench.untouched ? 'none' : bench.won ? 'won' : 'open';
    show(root, 'lead', words(`summary.${lead}`, { total: bench.total }));
    for (const kind of bench.file.kinds) this.row(kind);
    show(root, 'total', String(bench.total));
    show(root, 'cleared', words('bench.cleared', { n: bench.cleared, of }));
    show(root, 'chapters', words('summary.chapters', { n: all.filter((one) => progress.isDone(one)).length, of: all.length }));
    root.querySelector('[data-summary]')?.toggleAttribute('data-won', bench.won);
    this.link.value = bench.link();
  }

  /** @param {import('./bench.js').Kind} kind */
  row(kind) {
    const { bench, context: { words } } = this;
    const outcome = bench.outcome(kind);
    const cells = this.root.querySelectorAll(`tr[data-kind="${kind.id}"] td`);
    const verdict = words(outcome.misses.length ? 'bench.fails' : 'bench.clears');
    [nameOf(bench.setting(bench.choice[kind.id]), words), String(outcome.passes), verdict].forEach((text, i) => {
      cells[i].textContent = text;
    });
  }

  /** The sheet as plain text, a line a row. */
  text() {
    const sheet = /** @type {HTMLElement} */ (this.root.querySelector('[data-summary]'));
    const lines = [...sheet.querySelectorAll('h3, p, tr')].map((line) =>
      line.tagName === 'TR' ? [...line.children].map((cell) => cell.textContent?.trim()).join(' | ') : line.textContent?.trim());
    return [...lines, this.link.value].filter(Boolean).join('\n');
  }

  /** @param {string} text @param {HTMLElement} shown */
  async copied(text, shown) {
    const how = this.context.words(`copy.${await copy(text, shown)}`);
    show(this.root, 'said', how);
    this.context.say(how);
  }
}

/** Print the sheet and nothing else of the page. */
function printAlone() {
  const { dataset } = document.documentElement;
  dataset.print = 'summary';
  window.addEventListener('afterprint', () => delete dataset.print, { once: true });
  window.print();
}

/** @param {HTMLElement} root @param {string} name @param {string} text */
function show(root, name, text) {
  const element = root.querySelector(`[data-show=${name}]`);
  if (element) element.textContent = text;
}
