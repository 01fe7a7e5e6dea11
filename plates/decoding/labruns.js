// Fills for the lab: a stored one where there is one, else one that the live toy makes; and how long it takes.

import { Trace } from '../../press/theme/js/trace.js';
import { sorted } from './labform.js';

/** @typedef {{model: {kind: string, name: string}, prompt: string, places: number, sampler: string, seed: number,
 *   settings: Record<string, any>}} Request */

/** Runs whose median is told, after one that is not counted. */
export const RUNS = 5;

export class Runs {
  /** @param {import('../../press/theme/js/page.js').Context} context @param {import('./labform.js').LabFile} file */
  constructor(context, file) {
    this.context = context;
    this.file = file;
    /** @type {Map<string, Promise<Trace>>} */
    this.made = new Map();
  }

  /** The name of the stored trace that a request asks for, or null. @param {Request} request */
  stored(request) {
    const { file } = this;
    const canvas = file.canvases.find((one) => one.prompt === request.prompt && one.places === request.places);
    if (!canvas || request.model.name !== file.models[0] || request.seed !== file.seed) return null;
    if (request.sampler === 'careful') return `lab-${canvas.id}-careful`;
    const settings = sorted(request.settings);
    const preset = file.presets.find((one) => !one.refusal && one.sampler === request.sampler && sorted(one.settings) === settings);
    return preset ? `lab-${canvas.id}-${preset.id}` : null;
  }

  /** Whether a fill can be had now. @param {Request} request */
  has(request) {
    return this.made.has(JSON.stringify(request)) || this.stored(request) !== null || this.context.engine?.state === 'ready';
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

  /** A fill made here and now. @param {Request} request */
  async live(request) {
    if (!this.context.engine) throw new Error(this.context.words('live.none'));
    return new Trace(await this.context.engine.run(request));
  }

  /** Milliseconds of several live runs of each request, in turns. @param {Request[]} requests
   *  @returns {Promise<number[][]>} each sorted */
  async timed(requests) {
    /** @type {number[][]} */
    const times = requests.map(() => []);
    for (let run = 0; run <= RUNS; run += 1) {
      for (const [i, request] of requests.entries()) {
        const began = performance.now();
        await this.context.engine?.run(request);
        if (run > 0) times[i].push(performance.now() - began);
      }
    }
    return times.map((all) => all.sort((a, b) => a - b));
  }
}
