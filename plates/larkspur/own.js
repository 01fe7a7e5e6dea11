// A prompt of the reader's own, filled by the live toy, which turns the text into tokens itself.

import { Trace } from '../../press/theme/js/trace.js';
import { written } from './written.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */
/** @typedef {{model: {kind: string, name: string}, sampler: string, seed: number, settings: Record<string, any>}} Template
 *   a request but for its prompt and its places */

/** What toylm says of a prompt that it cannot take, and the words that say it to the reader. */
const REASONS = [
  { said: /^text: ['"](?<letter>.+)['"] is not/u, key: 'own.letter' },
  { said: /^prompt: its (?<tokens>\d+) tokens and (?<blanks>\d+) places .* trained for (?<places>\d+)/u, key: 'own.long' },
];

export class OwnPrompt {
  /** @param {HTMLElement} form @param {Context} context @param {Template} template
   *  @param {(trace: Trace) => void} show */
  constructor(form, context, template, show) {
    this.context = context;
    this.template = template;
    this.show = show;
    this.text = /** @type {HTMLTextAreaElement} */ (form.querySelector('textarea'));
    this.length = /** @type {HTMLSelectElement} */ (form.querySelector('select'));
    this.said = /** @type {HTMLElement} */ (form.querySelector('[data-show=said]'));
    this.waiting = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.write();
    });
    context.engine?.addEventListener('change', () => this.waiting && context.engine?.state === 'ready' && this.write());
  }

  async write() {
    const { engine } = this.context;
    const prompt = this.text.value.replaceAll('\r\n', '\n').trim();
    this.waiting = Boolean(engine) && engine.state !== 'ready' && prompt !== '';
    if (!engine) return this.tell('own.none');
    if (!prompt) return this.tell('own.empty');
    if (this.waiting) return this.tell('own.start');
    this.tell('own.working');
    try {
      const trace = written(new Trace(await engine.run(this.request(prompt, Number(this.length.value)))));
      this.show(trace);
      this.tell('own.done', { passes: trace.length });
    } catch (error) {
      this.refuse(/** @type {any} */ (error));
    }
  }

  /** The chapter's request with another prompt and another length; one token a pass whatever the length.
   *  @param {string} prompt @param {number} places */
  request(prompt, places) {
    const { settings } = this.template;
    return { ...this.template, prompt, places, settings: 'steps' in settings ? { ...settings, steps: places } : settings };
  }

  /** @param {{code?: string, detail?: string, message?: string}} error */
  refuse({ code, detail, message }) {
    for (const { said, key } of REASONS) {
      const found = said.exec(detail ?? '');
      if (found) return this.tell(key, found.groups);
    }
    return this.tell('own.failed', { reason: detail || message || code || '' });
  }

  /** @param {string} key @param {Record<string, string | number>} [holes] */
  tell(key, holes) {
    this.said.textContent = this.context.words(key, holes);
    this.context.say(this.said.textContent);
  }
}
