// One side of the lab: which sampler, and a control for every setting it has. Values go out as toylm takes them; what
// they may be is for toylm to judge, so that a refusal reads the same here and in Python.

import { keptApart } from '../../press/theme/js/words.js';

/** @typedef {{name: string, kind: 'whole' | 'number' | 'flag' | 'choice' | 'model', optional: boolean, default: any,
 *   published?: string, low?: number, high?: number, among?: string[]}} Setting */
/** @typedef {{name: string, source: string, settings: Setting[]}} Sampler */
/** @typedef {{id: string, name: string, sampler: string, settings: Record<string, any>, note: string}} Preset */
/** @typedef {{samplers: Record<string, Sampler>, canvases: {id: string, prompt: string, places: number}[],
 *   presets: Preset[], models: string[], seed: number,
 *   noise: {model: string, samplers: string[]}}} LabFile  noise: samplers that begin with random tokens, and the toy that they run on */

export class SideForm {
  /** @param {HTMLElement} root @param {LabFile} file @param {import('../../press/theme/js/words.js').Words} words
   *  @param {string} id @param {() => void} changed */
  constructor(root, file, words, id, changed) {
    this.root = root;
    this.file = file;
    this.words = words;
    this.id = id;
    const field = (name) => /** @type {HTMLSelectElement} */ (root.querySelector(`[data-field=${name}]`));
    this.preset = field('preset');
    this.sampler = field('sampler');
    this.said = /** @type {HTMLElement} */ (root.querySelector('[data-show=said]'));
    this.box = /** @type {HTMLElement} */ (root.querySelector('[data-settings]'));
    this.opener = /** @type {HTMLButtonElement} */ (root.querySelector('[data-do=hood]'));
    /** The sampler's text where the reader runs an edit of it. @type {string | null} */
    this.source = null;
    /** The edit as a link has it, run or not. */
    this.change = '';
    this.preset.addEventListener('change', () => this.choose(changed));
    this.sampler.addEventListener('change', () => {
      this.put(this.sampler.value, {});
      changed();
    });
    this.box.addEventListener('change', () => {
      this.markPreset();
      changed();
    });
    this.put(this.sampler.value, this.chosen?.settings ?? {});
  }

  /** What the preset that was chosen has. @param {() => void} changed */
  choose(changed) {
    if (!this.chosen) return;
    this.put(this.chosen.sampler, this.chosen.settings);
    changed();
  }

  /** The preset that is chosen, or that the settings are. */
  get chosen() {
    return this.file.presets.find((one) => one.id === this.preset.value);
  }

  /** @param {string} sampler @param {Record<string, any>} settings */
  put(sampler, settings) {
    this.sampler.value = sampler;
    this.draw(settings);
    this.edit(null, '');
  }

  /** Run an edit of the sampler, or the sampler itself (null). @param {string | null} source @param {string} change */
  edit(source, change) {
    Object.assign(this, { source, change });
    this.markPreset();
  }

  /** A row for each setting of the sampler. @param {Record<string, any>} settings */
  draw(settings) {
    const { settings: all } = this.file.samplers[this.sampler.value];
    this.box.replaceChildren(...all.map((one) => this.row(one, settings[one.name])));
    if (!all.length) this.box.textContent = this.words('lab.nothing');
  }

  /** @param {Setting} one @param {any} value */
  row(one, value) {
    const row = document.createElement('p');
    const label = Object.assign(document.createElement('label'), { htmlFor: `${this.id}-${one.name}`, textContent: one.name });
    const control = this.control(one, value);
    const hint = Object.assign(document.createElement('small'), { id: `${control.id}-hint`, textContent: this.hint(one) });
    control.setAttribute('aria-describedby', hint.id);
    row.append(label, control, hint);
    return row;
  }

  /** A control: empty stands for our default. @param {Setting} one @param {any} value */
  control(one, value) {
    const among = { flag: ['false', 'true'], choice: one.among, model: this.file.models }[one.kind];
    const control = among ? this.select(among, one.kind === 'model') : Object.assign(document.createElement('input'), { type: 'number', step: 'any' });
    control.id = `${this.id}-${one.name}`;
    control.name = one.name;
    control.dataset.kind = one.kind;
    if (control instanceof HTMLInputElement) control.placeholder = shown(one.default);
    else control.options[0].textContent = this.words('lab.default', { value: shown(one.default) });
    control.value = value === undefined ? '' : one.kind === 'model' ? value.name : String(value);
    return control;
  }

  /** @param {string[]} among @param {boolean} toys whether they are toys, which have names in words */
  select(among, toys) {
    const select = document.createElement('select');
    const named = (value) => (toys ? this.words(`models.${value.split('-').pop()}`) : value);
    select.append(new Option('', ''), ...among.map((value) => new Option(named(value), value)));
    return select;
  }

  /** @param {Setting} one */
  hint(one) {
    const said = [];
    if (one.low !== undefined) said.push(keptApart(one.high === undefined ? `≥ ${one.low}` : `${one.low} … ${one.high}`));
    if (one.published !== undefined) said.push(this.words('lab.published', { value: one.published }));
    return said.join(' · ');
  }

  /** What is not left at its default. @returns {Record<string, any>} */
  get settings() {
    const controls = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...this.box.querySelectorAll('input, select')]);
    return Object.fromEntries(controls.filter((one) => one.value !== '').map((one) => [one.name, valueOf(one)]));
  }

  /** The preset that the settings are, if they are one. */
  markPreset() {
    const settings = sorted(this.settings);
    const found = this.file.presets.find((one) => one.sampler === this.sampler.value && sorted(one.settings) === settings);
    this.preset.value = (this.source === null && found?.id) || '';
  }

  /** Which side it is, in words. */
  get title() {
    return this.root.querySelector('legend')?.textContent ?? '';
  }

  /** What fills it. */
  get name() {
    if (this.source !== null) return this.words('hood.name', { name: this.file.samplers[this.sampler.value].name });
    return this.chosen?.name ?? this.file.samplers[this.sampler.value].name;
  }

  /** @param {string} text */
  tell(text) {
    this.said.textContent = text;
  }
}

/** @param {HTMLInputElement | HTMLSelectElement} control */
function valueOf({ value, dataset }) {
  if (dataset.kind === 'flag') return value === 'true';
  if (dataset.kind === 'model') return { kind: 'transformer', name: value };
  return dataset.kind === 'choice' ? value : Number(value);
}

/** A value as Python writes it, which is how its documentation has it. @param {any} value */
function shown(value) {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : String(value);
}

/** Settings as a text that is the same for the same settings. @param {Record<string, any>} settings */
export function sorted(settings) {
  return JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}
