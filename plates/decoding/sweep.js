// The sweep: the rows of each rule as the build counted them, and the same counted anew by the live toy.

import { Chart } from '../../press/theme/js/chart.js';
import { countsAt, percent } from '../../press/theme/js/marks.js';
import { csv, hand, json } from './labfiles.js';
import { Runs } from './labruns.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */
/** @typedef {{value: number, passes: number, agree: number, repeats: number}} Row means; agree and repeats from 0 to 1 */
/** @typedef {{id: string, sampler: string, settings: Record<string, any>, vary: 'steps' | 'threshold', values: number[],
 *   rows: Row[], cliff: number | null}} Rule */
/** @typedef {{prompts: string[], places: number, rules: Rule[]}} SweepFile */

/** @param {HTMLElement} root @param {Context} context */
export async function createSweep(root, context) {
  const said = /** @type {HTMLElement} */ (root.querySelector('[data-show=said]'));
  try {
    const [file, lab] = await Promise.all([context.file('sweep'), context.file('lab')]);
    new Sweep(root, context, file, new Runs(context, lab), said);
  } catch {
    said.textContent = context.words('lab.missing');
  }
}

class Sweep {
  /** @param {HTMLElement} root @param {Context} context @param {SweepFile} file @param {Runs} runs @param {HTMLElement} said */
  constructor(root, context, file, runs, said) {
    this.root = root;
    this.context = context;
    this.file = file;
    this.rules = file.rules;
    this.said = said;
    this.runs = runs;
    this.running = false;
    this.due = false;
    this.rows = this.rules[0].rows;
    this.charts = Object.fromEntries(['agree', 'repeats'].map((measure) =>
      [measure, new Chart(/** @type {HTMLElement} */ (root.querySelector(`[data-chart=sweep-${measure}]`)), context.words)]));
    const find = (what) => /** @type {any} */ (root.querySelector(what));
    this.bar = find('progress');
    this.stop = find('[data-do=stop]');
    this.run = find('[type=submit]');
    find('[data-rule]').addEventListener('change', () => this.choose());
    find('[data-sweep]').addEventListener('submit', (event) => {
      event.preventDefault();
      this.sweep();
    });
    this.stop.addEventListener('click', () => { this.running = false; });
    for (const kind of ['csv', 'json']) find(`[data-do=${kind}]`).addEventListener('click', () => this.take(kind));
    context.engine?.addEventListener('change', () => this.due && context.engine?.state === 'ready' && this.sweep());
    this.show(this.rows);
  }

  /** @returns {Rule} */
  get rule() {
    const { value } = /** @type {HTMLInputElement} */ (this.root.querySelector('[name=sweep-rule]:checked'));
    return this.rules.find((rule) => rule.id === value) ?? this.rules[0];
  }

  /** Another rule ends what is running, and all that is shown is what is stored. */
  choose() {
    this.running = this.due = false;
    this.draw(this.rules);
    this.show(this.rule.rows);
    this.tell('sweep.stored');
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.root.querySelector(`[data-field=${name}]`)).value;
  }

  /** Every value on as many prompts as the reader wants, live. */
  async sweep() {
    const { engine } = this.context;
    const rule = this.rule;
    this.due = engine !== null && engine.state !== 'ready';
    if (engine?.state !== 'ready') return this.tell(engine ? 'sweep.start' : 'live.none');
    const prompts = this.file.prompts.slice(0, Math.max(1, Number(this.field('prompts'))));
    this.mark(true);
    try {
      await this.all(rule, prompts);
    } catch (error) {
      const { detail, message } = /** @type {any} */ (error);
      this.said.textContent = this.context.words('lab.refused', { reason: detail || message });
    }
    this.mark(false);
  }

  /** @param {Rule} rule @param {string[]} prompts */
  async all(rule, prompts) {
    /** @type {Row[]} */
    const rows = [];
    for (const value of rule.values) {
      const row = await this.row(rule, value, prompts);
      if (!row) return this.tell('sweep.stopped');
      rows.push(row);
      this.show(rows);
      this.bar.value = rows.length / rule.values.length;
      this.tell('sweep.progress', { n: rows.length, of: rule.values.length });
    }
    this.tell('sweep.done', { prompts: prompts.length });
  }

  /** The means of one value; null where the reader has stopped. @param {Rule} rule @param {number} value
   *  @param {string[]} prompts @returns {Promise<Row | null>} */
  async row(rule, value, prompts) {
    const sum = { value, passes: 0, agree: 0, repeats: 0 };
    for (const prompt of prompts) {
      const careful = await this.runs.get(this.request(prompt, 'careful', {}));
      const trace = await this.runs.live(this.request(prompt, rule.sampler, { ...rule.settings, [rule.vary]: value }));
      if (!this.running) return null;
      const { passes, agree, blanks, repeats } = countsAt(trace, trace.length, careful);
      sum.passes += passes / prompts.length;
      sum.agree += (agree ?? 0) / blanks / prompts.length;
      sum.repeats += repeats / blanks / prompts.length;
    }
    return sum;
  }

  /** @param {string} prompt @param {string} sampler @param {Record<string, any>} settings */
  request(prompt, sampler, settings) {
    const model = { kind: 'transformer', name: this.field('model') };
    return { model, prompt, places: this.file.places, sampler, seed: Number(this.field('seed')), settings };
  }

  /** @param {boolean} running */
  mark(running) {
    this.running = running;
    this.run.disabled = running;
    this.stop.hidden = this.bar.hidden = !running;
    this.bar.value = 0;
  }

  /** The chosen rule's rows, in the table and in the pictures. @param {Row[]} rows */
  show(rows) {
    this.rows = rows;
    const { words } = this.context;
    const { id, vary } = this.rule;
    const put = (name, text) => { /** @type {HTMLElement} */ (this.root.querySelector(`[data-show=${name}]`)).textContent = text; };
    put('vary', words(`sweep.${vary}`));
    put('rule', words(`sweep.rule.${id}`));
    const template = /** @type {HTMLTemplateElement} */ (this.root.querySelector('template[data-row]'));
    const cliff = cliffOf(rows.map((row) => row.agree));
    const body = /** @type {HTMLElement} */ (this.root.querySelector('[data-rows]'));
    body.replaceChildren(...rows.map((row, i) => filled(template, row, i === cliff)));
    this.draw([{ id, rows }]);
    for (const chart of Object.values(this.charts)) {
      if (cliff < 0) chart.unmark();
      else chart.mark(id, rows[cliff].passes, words('sweep.cliff'));
    }
  }

  /** Rules' lines, fewer passes to the left. @param {{id: string, rows: Row[]}[]} rules */
  draw(rules) {
    const ordered = rules.map(({ id, rows }) => ({ id, rows: [...rows].sort((a, b) => a.passes - b.passes) }));
    for (const [measure, chart] of Object.entries(this.charts)) {
      const pointOf = (row) => ({ x: Math.round(row.passes * 100) / 100, y: row[measure] });
      chart.draw({ series: ordered.map(({ id, rows }) => ({ name: id, points: rows.map(pointOf) })) });
    }
  }

  /** @param {string} kind csv or json */
  take(kind) {
    const { id, sampler, settings, vary } = this.rule;
    const rows = [[vary, 'passes', 'agree', 'repeats'], ...this.rows.map((row) => [row.value, row.passes, row.agree, row.repeats])];
    hand(this.context, this.said, `plateworks-sweep-${id}.${kind}`, kind === 'csv' ? csv(rows) : json({ rule: id, sampler, settings, vary, rows: this.rows }));
  }

  /** @param {string} key @param {Record<string, string | number>} [holes] */
  tell(key, holes) {
    this.said.textContent = this.context.words(key, holes);
  }
}

/** @param {HTMLTemplateElement} template @param {Row} row @param {boolean} cliff */
function filled(template, row, cliff) {
  const tr = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
  const [value, passes, agree, repeats] = tr.children;
  value.textContent = String(row.value);
  passes.textContent = row.passes.toFixed(1);
  agree.querySelector('rect')?.setAttribute('width', String(row.agree * 100));
  /** @type {HTMLElement} */ (agree.querySelector('.bar span')).textContent = percent(row.agree);
  repeats.textContent = percent(row.repeats, 1);
  tr.toggleAttribute('data-cliff', cliff);
  if (!cliff) agree.querySelector('.cliff')?.remove();
  return tr;
}

/** Which row comes after the largest fall, the first of equals; -1 where nothing falls. @param {number[]} agree */
function cliffOf(agree) {
  const falls = agree.slice(1).map((after, i) => agree[i] - after);
  const most = Math.max(0, ...falls);
  return most > 0 ? falls.indexOf(most) + 1 : -1;
}
