// Where the reader stands: one view a section, and one a kind of picture for scenes that have no section.

/** @typedef {{azimuth: number, height: number, distance: number, at: [number, number, number], on: 'front' | 'back' | 'all'}} View
 *   azimuth and height in degrees, from the front and from the horizon; at: from the middle of what it is on */

/** @type {Record<string, View & {of: string}>} */
const SECTIONS = {
  whole: { of: 'both', azimuth: 0, height: 52, distance: 43, at: [0.3, 0, 0.5], on: 'all' },
  inorder: { of: 'galley', azimuth: 12, height: 52, distance: 33, at: [2.2, 0, 0], on: 'back' },
  blanks: { of: 'chase', azimuth: -22, height: 44, distance: 35, at: [-0.2, 0, -0.3], on: 'front' },
  guess: { of: 'chase', azimuth: 17, height: 43, distance: 37, at: [-0.2, 0.8, -0.2], on: 'front' },
  keep: { of: 'chase', azimuth: -9, height: 51, distance: 33.5, at: [-0.4, 0, -0.7], on: 'front' },
  learn: { of: 'chase', azimuth: 12, height: 57, distance: 34.5, at: [-0.3, 0, -0.2], on: 'front' },
  crossed: { of: 'chase', azimuth: 0, height: 60, distance: 33, at: [-0.6, 0, -0.9], on: 'front' },
  speed: { of: 'both', azimuth: 20, height: 47, distance: 43, at: [0.4, 0, 0.4], on: 'all' },
  middle: { of: 'chase', azimuth: -14, height: 48, distance: 32, at: [-0.5, 0, -0.9], on: 'front' },
  limits: { of: 'chase', azimuth: 7, height: 66, distance: 33, at: [-0.4, 0, 0], on: 'front' },
  parts: { of: 'exploded', azimuth: 22, height: 22, distance: 80, at: [0, 14.6, 0], on: 'all' },
  bench: { of: 'chase', azimuth: 0, height: 53, distance: 33, at: [-0.4, 0, -0.7], on: 'front' },
};

/** @type {Record<string, View>} */
const KINDS = {
  both: SECTIONS.whole, galley: SECTIONS.inorder, chase: SECTIONS.bench, exploded: SECTIONS.parts,
  proof: { azimuth: 0, height: 72, distance: 48, at: [-0.8, 0, 0.4], on: 'all' },
  one: { azimuth: 0, height: 70, distance: 30.5, at: [0, 0, 0.4], on: 'front' },
};

/** @param {import('../../../press/theme/js/player.js').Scene} scene @returns {{name: string, view: View}} */
export function viewOf({ view, section, front, back }) {
  const own = SECTIONS[section];
  if (own?.of === view) return { name: section, view: own };
  if (view !== 'proof' || (front && back)) return { name: view, view: KINDS[view] };
  return { name: `proof ${front ? 'front' : 'back'}`, view: { ...KINDS.one, on: front ? 'front' : 'back' } };
}
