// Fills for the lab: a stored one where there is one, else one that the live toy makes; and how long it takes. Edited
// samplers have an engine of their own.

import { Trace } from '../../press/theme/js/trace.js';
import { sorted } from './labform.js';

/** @typedef {{model: {kind: string, name: string}, prompt: string, places: number, sampler: string, seed: number,
 *   settings: Record<string, any>, source?: string}} Request source: the sampler's text, edited */

/** Runs whose median is told, after one that is not counted. */
export const RUNS = 5;

/** What an edited sampler did wrong, and at which line of its text. */
export class Fault extends Error {
  /** @param {{line: number | null, text: string}} told */
  constructor({ line, text }) {
    super(text);
    this.line = line;
  }
}

export class Runs {
  /** @param {import('../../press/theme/js/page.js').Context} context @param {import('./labform.js').LabFile} file
   *  @param {import('../../press/theme/js/live.js').Engine | null} [edits] runs edited samplers */
  constructor(context, file, edits = null) {
    this.context = context;
    this.file = file;
    this.edits = edits;
    /** @type {Map<string, Promise<Trace>>} */
    this.made = new Map();
  }

  /** The name of the stored trace that a request asks for, or null. @param {Request} request */
  stored(request) {
    const { file } = this;
    if (request.source !== undefined) return null;
    const canvas = file.canvases.find((one) => one.prompt === request.prompt && one.places === request.places);
    if (!canvas || request.model.name !== this.modelFor(request.sampler, file.models[0]) || request.seed !== file.seed) return null;
    if (request.sampler === 'careful') return `lab-${canvas.id}-careful`;
    const settings = sorted(request.settings);
    const preset = file.presets.find((one) => one.sampler === request.sampler && sorted(one.settings) === settings);
    return preset ? `lab-${canvas.id}-${preset.id}` : null;
  }

  /** The toy that a sampler runs on, where this one is chosen. @param {string} sampler @param {string} chosen */
  modelFor(sampler, chosen) {
    const { model, samplers } = this.file.noise;
    return samplers.includes(sampler) ? model : chosen;
  }

  /** Whether a fill can be had now. @param {Request} request */
  has(request) {
    return this.made.has(JSON.stringify(request)) || this.stored(request) !== null || this.engineOf(request)?.state === 'ready';
  }

  /** @param {Request} request @returns {Promise<Trace>} rejects as Engine.run does */
  get(request) {
    const key = JSON.stringify(request);
    const name = this.stored(request);
    const found = this.made.get(key) ?? (name ? this.context.traces.get(name) : this.live(request));
    this.made.set(key, found);
    found.catch(() => this.made.delete(key));
    return found;
  }

  /** @param {Request} request */
  engineOf(request) {
    return request.source === undefined ? this.context.engine : this.edits;
  }

  /** A fill made here and now. @param {Request} request @throws {Fault} where an edited sampler made none */
  async live(request) {
    const engine = this.engineOf(request);
    if (!engine) throw new Error(this.context.words('live.none'));
    if (!(request.model.name in engine.config.models)) throw new Error(this.context.words('lab.elsewhere'));
    const made = /** @type {any} */ (await engine.run(request));
    if ('fault' in made) throw new Fault(made.fault);
    return new Trace(made);
  }

  /** Milliseconds of several live runs of each request, in turns. @param {Request[]} requests
   *  @returns {Promise<number[][]>} each sorted */
  async timed(requests) {
    /** @type {number[][]} */
    const times = requests.map(() => []);
    for (let run = 0; run <= RUNS; run += 1) {
      for (const [i, request] of requests.entries()) {
        const began = performance.now();
        await this.engineOf(request)?.run(request);
        if (run > 0) times[i].push(performance.now() - began);
      }
    }
    return times.map((all) => all.sort((a, b) => a - b));
  }
}
