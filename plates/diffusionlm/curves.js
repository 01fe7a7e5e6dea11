// Whose curves are drawn: the handbill's, as they were served, or those of the reader's lines, which the
// live toy works out line by line. As long as they are not worked out, the handbill's stand and it is said.

import { linesOf } from './lines.js';

/**
 * @typedef {import('../../press/theme/js/page.js').Context} Context
 * @typedef {import('./lines.js').Versions} Versions
 * @typedef {{keep: string, passes: number, each: number, garbled: number, lines: number}} Fill of the bench: its rule, its
 *   passes, in how many of them something is set in a line on average, how many of its lines are garbled
 * @typedef {{name: string, x: {from: number, to: number},
 *   series: {name: string, points: {x: number, y: number, notes: string[]}[]}[]}} Answered a chart of toylm.costcurves
 */

/** Milliseconds before the live toy is asked: the bench's fills of the same lines go first. */
const PAUSE = 400;
/** The picture of such fills as the bench makes. The others are of drawn letters, or of a distance, which no single fill has. */
export const MARKED = 'garbled-likeliest';

export class Curves {
  /** @param {import('../../press/theme/js/chart.js').Chart[]} charts
   *  @param {{said: HTMLElement, ring: HTMLElement}} places where it is said whose curves these are, and what the ring is
   *  @param {Context} context */
  constructor(charts, { said, ring }, context) {
    this.charts = charts;
    this.said = said;
    this.ring = ring;
    this.context = context;
    this.lines = linesOf(context);
    /** the lines whose curves are drawn */
    this.drawn = this.lines.handbill;
    /** @type {Fill | null} */
    this.fill = null;
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
    const { handbill, own } = this.lines;
    this.show(handbill, null);
    this.waiting = false;
    if (!own) return this.tell('');
    if (this.context.engine?.state !== 'ready') return this.lack();
    try {
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
      await this.add(asked);
    } catch (error) {
      if (asked === this.asked) this.refuse(/** @type {any} */ (error));
    }
  }

  /** Work out the reader's lines one by one and draw them; what is too much of them is left out, and said. @param {number} asked */
  async add(asked) {
    const { current } = this.lines;
    const left = [];
    for (let at = 0; at < current.length && asked === this.asked; at++) {
      this.tell('busy', { line: at + 1, lines: current.length });
      if (!(await this.adds(current[at]))) left.push(at);
    }
    if (asked !== this.asked) return;
    if (left.length === current.length) return this.tell('many', { list: this.list(left) });
    // What was found of each line is kept over there, so all of them together take no time.
    const kept = left.length ? current.filter((_, at) => !left.includes(at)) : current;
    const found = await this.work(kept);
    if (asked === this.asked) this.show(kept, found, this.list(left));
  }

  /** Whether all fills of a line can be added up: over there one that is too much is refused. @param {Versions[number]} line */
  async adds(line) {
    try {
      await this.work([line]);
      return true;
    } catch (error) {
      if (/** @type {any} */ (error).code !== 'python') throw error;
      return false;
    }
  }

  /** @param {Versions} lines @returns {Promise<Answered[]>} */
  work(lines) {
    return this.context.engine.run({ kind: 'cost', model: { kind: 'counts', lines } }, 'sum');
  }

  /** Some of the reader's lines in words. @param {number[]} lines from 0 */
  list(lines) {
    const { words } = this.context;
    return lines.map((at) => words('cost.own.line', { line: at + 1 })).join(words('say.join'));
  }

  /** @param {Versions} lines @param {Answered[] | null} found null: the curves that were served
   *  @param {string} [without] lines of the reader's that are left out */
  show(lines, found, without = '') {
    const { words } = this.context;
    for (const chart of this.charts) {
      const curves = found?.find(({ name }) => name === chart.name);
      const title = words(`cost.title.${chart.name}`);
      if (curves) chart.draw({ ...labelled(curves, words), title: words(without ? 'cost.own.titlesome' : 'cost.own.title', { title, list: without }) });
      else chart.restore();
    }
    this.drawn = lines;
    if (found) this.tell(without ? 'some' : 'drawn', { list: without });
    this.mark(this.fill);
  }

  /** Mark the bench's fill, unless it is of other lines than these curves are of. @param {Fill | null} fill */
  mark(fill) {
    this.fill = fill;
    const { words } = this.context;
    const chart = this.charts.find(({ name }) => name === MARKED);
    const there = fill && this.drawn === this.lines.current;
    if (there) chart?.mark(fill.keep, fill.each, words('cost.mark', { garbled: fill.garbled, lines: fill.lines }), fill.garbled / fill.lines);
    else chart?.unmark();
    this.ring.textContent = there ? words('cost.ring', { ...fill, each: fill.each.toFixed(1) }) : '';
  }

  /** Say that only the live toy can work these out. */
  lack() {
    this.waiting = Boolean(this.context.engine);
    this.tell(this.waiting ? 'needslive' : 'nolive');
  }

  /** @param {{code?: string, message?: string}} error */
  refuse(error) {
    if (error.code === 'stopped') this.lack();
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
