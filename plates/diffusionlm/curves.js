// Whose curves are drawn: the handbill's, as they were served, or those of the reader's lines, which the
// live toy works out line by line. As long as they are not worked out, the handbill's stand and it is said.

import { linesOf } from './lines.js';

/**
 * @typedef {import('../../press/theme/js/page.js').Context} Context
 * @typedef {import('./lines.js').Versions} Versions
 * @typedef {{passes: number, keep: string}} Setting of the bench
 * @typedef {{name: string, x: {from: number, to: number},
 *   series: {name: string, points: {x: number, y: number, notes: string[]}[]}[]}} Answered a chart of toylm.costcurves
 */

/** Milliseconds before the live toy is asked: the bench's fills of the same lines go first. */
const PAUSE = 400;

export class Curves {
  /** @param {import('../../press/theme/js/chart.js').Chart[]} charts
   *  @param {HTMLElement} said where it is said whose curves these are @param {Context} context */
  constructor(charts, said, context) {
    this.charts = charts;
    this.said = said;
    this.context = context;
    this.lines = linesOf(context);
    /** the lines whose curves are drawn */
    this.drawn = this.lines.handbill;
    /** @type {Setting | null} */
    this.setting = null;
    this.asked = 0;
    /** whether the reader's lines wait for the engine to start */
    this.waiting = false;
    this.lines.addEventListener('change', () => this.follow());
    context.engine?.addEventListener('change', () => this.waiting && context.engine?.state === 'ready' && this.follow());
    if (this.lines.own) this.follow();
  }

  /** The lines are others now. */
  async follow() {
    const asked = ++this.asked;
    const { handbill, current, own } = this.lines;
    this.show(handbill, null);
    this.waiting = false;
    if (!own) return this.tell('');
    if (this.context.engine?.state !== 'ready') return this.lack();
    let at = 0;
    try {
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
      for (; at < current.length && asked === this.asked; at++) {
        this.tell('busy', { line: at + 1, lines: current.length });
        await this.work([current[at]]);
      }
      // What was found of each line is kept over there, so all of them together take no time.
      const found = asked === this.asked && await this.work(current);
      if (asked === this.asked && found) this.show(current, found);
    } catch (error) {
      if (asked === this.asked) this.refuse(/** @type {any} */ (error), at + 1);
    }
  }

  /** @param {Versions} lines @returns {Promise<Answered[]>} */
  work(lines) {
    return this.context.engine.run({ kind: 'cost', model: { kind: 'counts', lines } }, 'sum');
  }

  /** @param {Versions} lines @param {Answered[] | null} found null: the curves that were served */
  show(lines, found) {
    const { words } = this.context;
    for (const chart of this.charts) {
      const curves = found?.find(({ name }) => name === chart.name);
      if (curves) chart.draw({ ...labelled(curves, words), title: words('cost.own.title', { title: words(`cost.title.${chart.name}`) }) });
      else chart.restore();
    }
    this.drawn = lines;
    if (found) this.tell('drawn');
    if (this.setting) this.mark(this.setting);
  }

  /** Mark the bench's setting, unless it fills other lines than these curves are of. @param {Setting} setting */
  mark(setting) {
    this.setting = setting;
    const { passes, keep } = setting;
    for (const chart of this.charts) {
      if (this.drawn === this.lines.current) chart.mark(keep, passes, this.context.words('cost.mark', { passes }));
      else chart.unmark();
    }
  }

  /** Say that only the live toy can work these out. */
  lack() {
    this.waiting = Boolean(this.context.engine);
    this.tell(this.waiting ? 'needslive' : 'nolive');
  }

  /** @param {{code?: string, message?: string}} error @param {number} line from 1 */
  refuse(error, line) {
    if (error.code === 'stopped') this.lack();
    else if (error.code === 'python') this.tell('many', { line });
    else this.tell('failed', { reason: error.message ?? '' });
  }

  /** @param {string} key @param {Record<string, number | string>} [holes] */
  tell(key, holes) {
    this.said.textContent = key && this.context.words(`cost.own.${key}`, holes);
  }
}

/** @param {Answered} curves @param {import('../../press/theme/js/words.js').Words} words */
function labelled({ x, series }, words) {
  const label = (name, notes) => words(`cost.${name}`) + (notes.length ? words('cost.note', { notes: notes.join(', ') }) : '');
  return {
    x,
    series: series.map(({ name, points }) => ({ name, points: points.map((point) => ({ ...point, label: label(name, point.notes) })) })),
  };
}
