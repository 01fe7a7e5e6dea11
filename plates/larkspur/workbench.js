// The workbench: a slip for each kind of reply with its setting and its bars, the sum of the passes, the fills
// behind every figure, and the live toy to make any of them again.

import { percent } from '../../press/theme/js/marks.js';
import { benchOf, nameOf } from './bench.js';
import { PhraseFill } from './phrasefill.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */
/** @typedef {import('./bench.js').Bench} Bench */
/** @typedef {import('./bench.js').Kind} Kind */

/** @param {HTMLElement} root @param {Context} context */
export async function createWorkbench(root, context) {
  const cleared = /** @type {HTMLElement} */ (root.querySelector('.till [data-show=cleared]'));
  try {
    new Workbench(root, context, await benchOf(context));
  } catch {
    cleared.textContent = context.words('bench.missing');
  }
}

class Workbench {
  /** @param {HTMLElement} root @param {Context} context @param {Bench} bench */
  constructor(root, context, bench) {
    this.root = root;
    this.context = context;
    this.bench = bench;
    this.slips = bench.file.kinds.map((kind) => new Slip(slipOf(root, kind.id), kind, context, bench));
    bench.addEventListener('change', () => this.show(true));
    root.querySelector('[data-do=best]')?.addEventListener('click', () => bench.set(bench.file.best.choice));
    this.show(bench.notes !== null);
  }

  /** @param {boolean} aloud */
  show(aloud) {
    for (const slip of this.slips) slip.show();
    const { bench, context } = this;
    const said = verdict(bench, context.words);
    write(this.root.querySelector('[data-show=total]'), String(bench.total));
    write(this.root.querySelector('.till [data-show=cleared]'), said);
    this.root.querySelector('.till')?.toggleAttribute('data-won', bench.won);
    const link = bench.notes ? `${context.words(bench.notes.length ? 'summary.clamped' : 'summary.taken')} ` : '';
    if (aloud) context.say(`${link}${bench.total} ${context.words('bench.total')}. ${said}`);
  }
}

/** @param {Bench} bench @param {import('../../press/theme/js/words.js').Words} words */
export function verdict(bench, words) {
  if (!bench.won) return words('bench.cleared', { n: bench.cleared, of: bench.file.kinds.length });
  const more = bench.total - bench.file.best.total;
  return `${words('bench.won', { total: bench.total })} ${words(more > 0 ? 'bench.more' : 'bench.least', { n: more })}`;
}

/** One kind of reply: its slip of paper. */
class Slip {
  /** @param {HTMLElement} root @param {Kind} kind @param {Context} context @param {Bench} bench */
  constructor(root, kind, context, bench) {
    this.root = root;
    this.kind = kind;
    this.context = context;
    this.bench = bench;
    this.select = /** @type {HTMLSelectElement} */ (root.querySelector('[data-setting]'));
    this.select.addEventListener('change', () => bench.set({ [kind.id]: this.select.value }));
    this.details = /** @type {HTMLDetailsElement} */ (root.querySelector('[data-phrases]'));
    this.details.addEventListener('toggle', () => this.showFills());
    /** @type {PhraseFill[]} */
    this.fills = [];
  }

  show() {
    const outcome = this.bench.outcome(this.kind);
    const { words } = this.context;
    const clears = outcome.misses.length === 0;
    this.select.value = this.bench.choice[this.kind.id];
    this.root.dataset.clears = clears ? 'yes' : 'no';
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll('[data-bar]'))) {
      const part = row.dataset.bar ?? '';
      row.dataset.ok = outcome.misses.includes(part) ? 'no' : 'yes';
      write(row.querySelector('[data-show=bar]'), barText(part, outcome, this.kind, words));
    }
    write(this.root.querySelector('[data-show=passes]'), String(outcome.passes));
    write(this.root.querySelector('[data-show=verdict]'), words(clears ? 'bench.clears' : 'bench.fails'));
    this.showFills();
  }

  /** The fills are drawn once the reader opens them. */
  showFills() {
    if (!this.details.open) return;
    const roots = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll('[data-phrase]')]);
    if (!this.fills.length) this.fills = this.kind.phrases.map((phrase, i) => new PhraseFill(roots[i], phrase, this.kind.bar, this.context, this.bench));
    for (const fill of this.fills) fill.show(this.bench.setting(this.bench.choice[this.kind.id]));
  }
}

/** A bar and how it was met: the sign is for the eye, the first word says the same. @param {string} part
 *  @param {import('./bench.js').Outcome} outcome @param {Kind} kind @param {import('../../press/theme/js/words.js').Words} words */
function barText(part, outcome, kind, words) {
  const met = words(outcome.misses.includes(part) ? 'bench.no' : 'bench.yes');
  const values = {
    agree: { value: percent(outcome.agree), bar: percent(kind.bar.agree) },
    repeats: { value: outcome.repeats, bar: kind.bar.repeats },
    facts: { value: words(outcome.facts ? 'bench.all' : 'bench.notall') },
  };
  return met + words(`bench.${part}`, values[part]);
}

/** @param {HTMLElement} root @param {string} kind */
function slipOf(root, kind) {
  return /** @type {HTMLElement} */ (root.querySelector(`section[data-kind="${kind}"]`));
}

/** @param {Element | null} element @param {string} text */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
