// One phrase as a setting fills it: a stored run in a frame, its figures, and the same run made live. Where a setting
// draws, the reader chooses the seed; the run that falls shortest of the bars is shown first.

import { SCHEMA, Trace } from '../../press/theme/js/trace.js';
import { createFrame } from '../../press/theme/js/frame.js';
import { percent } from '../../press/theme/js/marks.js';

/** @typedef {import('./bench.js').Setting} Setting */
/** @typedef {import('./bench.js').Run} Run */
/** @typedef {import('./bench.js').Kind} Kind */

export class PhraseFill {
  /** @param {HTMLElement} root @param {import('./bench.js').Phrase} phrase
   *  @param {Kind['bar']} bar what the phrase's kind asks for
   *  @param {import('../../press/theme/js/page.js').Context} context @param {import('./bench.js').Bench} bench */
  constructor(root, phrase, bar, context, bench) {
    this.phrase = phrase;
    this.bar = bar;
    this.context = context;
    this.bench = bench;
    /** @type {Setting | null} */
    this.setting = null;
    /** the number of the run that is shown */
    this.chosen = 0;
    this.seeds = /** @type {HTMLElement} */ (root.querySelector('[data-seeds]'));
    this.select = /** @type {HTMLSelectElement} */ (this.seeds.querySelector('select'));
    this.select.addEventListener('change', () => {
      this.showRun(this.select.selectedIndex);
      context.say(this.figures.textContent ?? '');
    });
    this.figures = /** @type {HTMLElement} */ (root.querySelector('[data-show=figures]'));
    this.said = /** @type {HTMLElement} */ (root.querySelector('[data-show=live]'));
    const careful = this.traceOf(phrase.cells[bench.file.settings[0].id][0]);
    const element = /** @type {HTMLElement} */ (root.querySelector('[data-frame]'));
    this.frame = createFrame(element, { words: context.words, careful: () => careful });
    root.querySelector('[data-do=live]')?.addEventListener('click', () => this.live());
  }

  /** @param {Setting} setting */
  show(setting) {
    if (setting === this.setting) return;
    this.setting = setting;
    const { phrase, bar, context: { words } } = this;
    const short = phrase.cells[setting.id].map((run) => shortfall(run, bar, phrase.places));
    this.seeds.hidden = short.length === 1;
    this.select.replaceChildren(...setting.seeds.map((seed, i) => new Option(
      words('bench.seeded', { seed, verdict: words(short[i] < 1 ? 'bench.clears' : 'bench.fails') }))));
    this.select.selectedIndex = short.indexOf(Math.max(...short));
    this.showRun(this.select.selectedIndex);
  }

  /** @param {number} number of the setting's runs */
  showRun(number) {
    const { phrase, setting, context: { words } } = this;
    if (!setting) return;
    this.chosen = number;
    const run = phrase.cells[setting.id][number];
    const trace = this.traceOf(run);
    this.frame.show({ front: trace, back: null, view: 'frame' }, trace.length);
    this.figures.textContent = words('bench.figures', {
      passes: run.passes, agree: percent(run.agree / phrase.places), repeats: run.repeats,
      facts: words(run.facts ? 'bench.right' : 'bench.garbled'),
    });
    this.said.textContent = '';
  }

  /** A stored run as a trace without guesses: the prompt is one given place before the frame. @param {Run} run */
  traceOf(run) {
    const { phrase, bench: { file } } = this;
    const mask = -1;
    const prompt = mask - 1;
    const passes = Array.from({ length: run.passes }, (_, i) => ({
      computed: [], commits: run.ids.flatMap((id, place) => (run.at[place] === i + 1 ? [[place + 1, id]] : [])),
    }));
    return new Trace({
      trace: SCHEMA, sampler: '', settings: {}, seed: 0, mask_id: mask, texts: { ...file.texts, [prompt]: phrase.prompt },
      canvas: [prompt, ...run.ids.map(() => mask)], passes, ids: [prompt, ...run.ids],
    });
  }

  /** Make the run again, here, and say whether it is the stored one. */
  async live() {
    const { context: { engine }, phrase, setting, chosen, bench: { file } } = this;
    if (!engine) return this.tell('bench.none');
    if (engine.state !== 'ready') return this.tell('bench.start');
    this.tell('bench.working');
    try {
      const { prompt, places } = phrase;
      const request = { model: file.model, prompt, places, seed: setting.seeds[chosen], ...setting.how[places] };
      const trace = new Trace(await engine.run(request));
      this.tell(isSame(trace, phrase.cells[setting.id][chosen], places) ? 'bench.same' : 'bench.other');
    } catch (error) {
      const { code, detail, message } = /** @type {any} */ (error);
      this.tell('bench.failed', { reason: detail || message || code || '' });
    }
    return undefined;
  }

  /** @param {string} key @param {Record<string, string>} [holes] */
  tell(key, holes) {
    this.said.textContent = this.context.words(key, holes);
    this.context.say(this.said.textContent);
  }
}

/** How far a run falls short: 1 or more for one that misses a bar, which weighs more than any agreement.
 *  @param {Run} run @param {Kind['bar']} bar @param {number} places */
function shortfall({ agree, repeats, facts }, bar, places) {
  const misses = [agree / places < bar.agree, repeats > bar.repeats, bar.facts && !facts].filter(Boolean).length;
  return misses + (places - agree) / (places + 1);
}

/** Whether a fill set the same tokens in the same passes. @param {Trace} trace @param {Run} run @param {number} places */
function isSame(trace, run, places) {
  const start = trace.data.ids.length - places;
  const at = Array(places).fill(0);
  trace.data.passes.forEach((pass, i) => {
    for (const [place] of pass.commits ?? []) at[place - start] = i + 1;
  });
  return run.ids.every((id, i) => id === trace.data.ids[start + i] && run.at[i] === at[i]);
}
