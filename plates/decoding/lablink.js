// What a link to the lab holds.

import { sorted } from './labform.js';

export const ID = 'lab';
/** The position that a link does not name: the end. */
export const END = 9999;
const LONGEST = { prompt: 1600, settings: 800, edit: 24_000 };
const VIEWS = ['order', 'sure', 'caches'];

/** @param {import('./labform.js').LabFile} file @returns {import('../../press/theme/js/link.js').Shape} */
export function shapeOf({ canvases: [canvas], models, seed, samplers, presets: [one, two] }) {
  const choice = (among, initial) => ({ kind: /** @type {const} */ ('choice'), among, initial });
  const text = (longest, initial) => ({ kind: /** @type {const} */ ('text'), longest, initial });
  return {
    prompt: text(LONGEST.prompt, canvas.prompt), places: { kind: 'int', min: 1, max: 64, initial: canvas.places },
    model: choice(models, models[0]), seed: { kind: 'int', min: 0, max: 4294967295, initial: seed },
    one: choice(Object.keys(samplers), one.sampler), two: choice(Object.keys(samplers), two.sampler),
    first: text(LONGEST.settings, packed(one.settings)), second: text(LONGEST.settings, packed(two.settings)),
    edit1: text(LONGEST.edit, ''), edit2: text(LONGEST.edit, ''), view: choice(VIEWS, VIEWS[0]), at: { kind: 'int', min: 0, max: END, initial: END },
  };
}

/** Settings for a link, the same for the same settings. @param {Record<string, any>} settings */
export function packed(settings) {
  return JSON.stringify(Object.fromEntries(JSON.parse(sorted(settings))));
}

/** Settings from a link: an object, or none. @param {string} text @returns {Record<string, any>} */
export function parsed(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === 'object' && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
