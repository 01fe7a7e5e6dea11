// The sweep: the rows of each rule as the build counted them, and the same counted anew by the live toy.

import { countsAt, percent } from '../../press/theme/js/marks.js';
import { save } from '../../press/theme/js/save.js';
import { Runs } from './labruns.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */
/** @typedef {{value: number, passes: number, agree: number, repeats: number}} Row agree: a share from 0 to 1 */
/** @typedef {{id: string, sampler: string, settings: Record<string, any>, vary: 'tokens' | 'threshold', values: number[],
 *   rows: Row[], cliff: number | null}} Rule */
/** @typedef {import('./labform.js').LabFile['canvases'][number]} Canvas */

/** @param {HTMLElement} root @param {Context} context */
export async function createSweep(root, context) {
  const said = /** @type {HTMLElement} */ (root.querySelector('[data-show=said]'));
  try {
    const [{ rules }, lab] = await Promise.all([context.file('sweep'), context.file('lab')]);
    new Sweep(root, context, rules, lab, said);
  } catch {
    said.textContent = context.words('lab.missing');
  }
}

class Sweep {
  /** @param {HTMLElement} root @param {Context} context @param {Rule[]} rules
   *  @param {import('./labform.js').LabFile} lab @param {HTMLElement} said */
  constructor(root, context, rules, lab, said) {
    this.root = root;
    this.context = context;
    this.rules = rules;
    this.lab = lab;
    this.said = said;
    this.runs = new Runs(context, lab);
    this.running = false;
    this.rows = rules[0].rows;
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
  }

  /** @returns {Rule} */
  get rule() {
    const { value } = /** @type {HTMLInputElement} */ (this.root.querySelector('[name=sweep-rule]:checked'));
    return this.rules.find((rule) => rule.id === value) ?? this.rules[0];
  }

  /** Another rule ends what is running and shows what is stored. */
  choose() {
    this.running = false;
    this.show(this.rule.rows);
    this.tell('sweep.stored');
  }

  /** Every value on every canvas that is ticked, live. */
  async sweep() {
    const { engine } = this.context;
    const rule = this.rule;
    const ticked = /** @type {HTMLInputElement[]} */ ([...this.root.querySelectorAll('[name=sweep-canvas]:checked')]).map((one) => one.value);
    const canvases = this.lab.canvases.filter((canvas) => ticked.includes(canvas.id));
    if (engine?.state !== 'ready') return this.tell(engine ? 'lab.start' : 'live.none');
    if (!canvases.length) return this.tell('sweep.empty');
    this.mark(true);
    try {
      await this.all(rule, canvases);
    } catch (error) {
      const { detail, message } = /** @type {any} */ (error);
      this.said.textContent = this.context.words('lab.refused', { reason: detail || message });
    }
    this.mark(false);
  }

  /** @param {Rule} rule @param {Canvas[]} canvases */
  async all(rule, canvases) {
    /** @type {Row[]} */
    const rows = [];
    for (const value of rule.values) {
      const row = await this.row(rule, value, canvases);
      if (!row) return this.tell('sweep.stopped');
      rows.push(row);
      this.show(rows);
      this.bar.value = rows.length / rule.values.length;
      this.tell('sweep.progress', { n: rows.length, of: rule.values.length });
    }
    this.tell('sweep.done');
  }

  /** The means of one value; null where the reader has stopped. @param {Rule} rule @param {number} value
   *  @param {Canvas[]} canvases @returns {Promise<Row | null>} */
  async row(rule, value, canvases) {
    const sum = { value, passes: 0, agree: 0, repeats: 0 };
    for (const canvas of canvases) {
      const careful = await this.runs.get(this.request(canvas, 'careful', {}));
      const trace = await this.runs.live(this.request(canvas, rule.sampler, settingsOf(rule, value, canvas.places)));
      if (!this.running) return null;
      const { passes, agree, blanks, repeats } = countsAt(trace, trace.length, careful);
      sum.passes += passes / canvases.length;
      sum.agree += (agree ?? 0) / blanks / canvases.length;
      sum.repeats += repeats / canvases.length;
    }
    return sum;
  }

  /** @param {Canvas} canvas @param {string} sampler @param {Record<string, any>} settings */
  request({ prompt, places }, sampler, settings) {
    const field = (name) => /** @type {any} */ (this.root.querySelector(`[data-field=${name}]`)).value;
    return { model: { kind: 'transformer', name: field('model') }, prompt, places, sampler, seed: Number(field('seed')), settings };
  }

  /** @param {boolean} running */
  mark(running) {
    this.running = running;
    this.run.disabled = running;
    this.stop.hidden = this.bar.hidden = !running;
    this.bar.value = 0;
  }

  /** @param {Row[]} rows */
  show(rows) {
    this.rows = rows;
    const vary = /** @type {HTMLElement} */ (this.root.querySelector('[data-show=vary]'));
    vary.textContent = this.context.words(`sweep.${this.rule.vary}`);
    const template = /** @type {HTMLTemplateElement} */ (this.root.querySelector('template[data-row]'));
    const cliff = cliffOf(rows.map((row) => row.agree));
    const body = /** @type {HTMLElement} */ (this.root.querySelector('[data-rows]'));
    body.replaceChildren(...rows.map((row, i) => filled(template, row, i === cliff)));
  }

  /** @param {string} kind csv or json */
  take(kind) {
    const { id, sampler, settings, vary } = this.rule;
    const lines = [[vary, 'passes', 'agree', 'repeats'], ...this.rows.map((row) => [row.value, row.passes, row.agree, row.repeats])];
    const text = kind === 'csv' ? lines.map((line) => `${line.join(',')}\r\n`).join('') : `${JSON.stringify({ rule: id, sampler, settings, vary, rows: this.rows })}\n`;
    const name = `plateworks-sweep-${id}.${kind}`;
    const how = save(name, new Blob([text], { type: kind === 'csv' ? 'text/csv' : 'application/json' }));
    this.tell(`take.${how}`, { name, size: Math.ceil(text.length / 1000) });
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
  repeats.textContent = row.repeats.toFixed(1);
  tr.toggleAttribute('data-cliff', cliff);
  if (!cliff) agree.querySelector('.cliff')?.remove();
  return tr;
}

/** As sweep.py has it. @param {Rule} rule @param {number} value @param {number} places */
function settingsOf(rule, value, places) {
  return { ...rule.settings, ...(rule.vary === 'threshold' ? { threshold: value } : { steps: Math.ceil(places / value) }) };
}

/** Which row comes after the largest fall, the first of equals; -1 where nothing falls. @param {number[]} agree */
function cliffOf(agree) {
  const falls = agree.slice(1).map((after, i) => agree[i] - after);
  const most = Math.max(0, ...falls);
  return most > 0 ? falls.indexOf(most) + 1 : -1;
}
