// Where the reader stands: one view a section, and one a kind of picture for scenes that have no section.

/** @typedef {{azimuth: number, height: number, distance: number, at: [number, number, number], on: 'front' | 'back' | 'all'}} View
 *   azimuth and height in degrees, from the front and from the horizon; at: from the middle of what it is on */

/** @type {Record<string, View & {of: string}>} */
const SECTIONS = {
  whole: { of: 'both', azimuth: 0, height: 52, distance: 43.5, at: [0.3, 0, 0.5], on: 'all' },
  inorder: { of: 'galley', azimuth: 14, height: 50, distance: 29, at: [1.2, 0, 0.2], on: 'back' },
  blanks: { of: 'chase', azimuth: -22, height: 44, distance: 35, at: [-0.2, 0, -0.3], on: 'front' },
  guess: { of: 'chase', azimuth: 20, height: 34, distance: 31, at: [0, 0.8, -0.4], on: 'front' },
  keep: { of: 'chase', azimuth: -9, height: 50, distance: 30.5, at: [0, 0, -0.6], on: 'front' },
  learn: { of: 'chase', azimuth: 12, height: 58, distance: 30.5, at: [0, 0, -0.3], on: 'front' },
  crossed: { of: 'chase', azimuth: 0, height: 60, distance: 29, at: [-0.4, 0, -0.2], on: 'front' },
  speed: { of: 'both', azimuth: 21, height: 46, distance: 41, at: [0.8, 0, 0.2], on: 'all' },
  middle: { of: 'chase', azimuth: -16, height: 47, distance: 27, at: [0, 0, -1.4], on: 'front' },
  limits: { of: 'chase', azimuth: 7, height: 66, distance: 30, at: [0, 0, -0.2], on: 'front' },
  parts: { of: 'exploded', azimuth: 26, height: 23, distance: 76, at: [0, 14, 0], on: 'all' },
  bench: { of: 'chase', azimuth: 0, height: 52, distance: 31, at: [0, 0, -0.7], on: 'front' },
};

/** @type {Record<string, View>} */
const KINDS = {
  both: SECTIONS.whole, galley: SECTIONS.inorder, chase: SECTIONS.bench, exploded: SECTIONS.parts,
  proof: { azimuth: 0, height: 74, distance: 42, at: [0, 0, 0.3], on: 'all' },
  one: { azimuth: 0, height: 74, distance: 27, at: [0, 0, 0], on: 'front' },
};

/** @param {import('../../../press/theme/js/player.js').Scene} scene @returns {{name: string, view: View}} */
export function viewOf({ view, section, front, back }) {
  const own = SECTIONS[section];
  if (own?.of === view) return { name: section, view: own };
  if (view !== 'proof' || (front && back)) return { name: view, view: KINDS[view] };
  return { name: `proof ${front ? 'front' : 'back'}`, view: { ...KINDS.one, on: front ? 'front' : 'back' } };
}
