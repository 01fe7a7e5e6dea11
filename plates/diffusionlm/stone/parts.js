// The parts that the stone is taken apart into, where each of them goes, and the two sorts that are shown
// large: one face up, one turned.

import { Color, Group, Mesh } from 'three';
import { mesh } from './shop.js';
import { HIGH, sortShape } from './type.js';

const LARGE = 2.5;

/** @param {import('./type.js').Measure} measure @param {any} letter a solid letter @param {any} materials @param {Color} ink */
export function samples(measure, letter, materials, ink) {
  const shape = sortShape(0.965, measure.depth);
  const wood = materials.sort.clone();
  wood.onBeforeCompile = materials.sort.onBeforeCompile;
  const inked = materials.letter.clone();
  inked.color.set(ink);
  const [sort, turned] = [new Group(), new Group()];
  const face = mesh(letter, inked);
  face.position.y = HIGH;
  const foot = mesh(shape, wood);
  foot.rotation.x = Math.PI;
  foot.position.y = HIGH;
  sort.add(mesh(shape, wood), face);
  turned.add(foot);
  return { sort, turned };
}

/** Where each named part is when the stone is taken apart. @param {any} stone
 *  @returns {Record<string, import('./exploded.js').Part>} */
export function apartOf({ slab, front, back, samples: { sort, turned } }) {
  const { width, depth } = front.size;
  return {
    stone: { thing: slab, apart: [0, -0.9, 0], size: 0.6, anchor: [13.5, -1, 5] },
    chase: { thing: front.frame, apart: [0, 3.6, 0], anchor: [-width / 2 - 2, 1, depth / 2] },
    dial: { thing: front.gauge.root, apart: [8.4, 4.0, 5.5], anchor: [1.4, 2, 0.6] },
    furniture: { thing: front.furniture, apart: [0, 8.4, 0], anchor: [-width / 2 - 1, 1, 2] },
    quoin: { thing: front.quoins, apart: [1.1, 8.6, 1.1], anchor: [width / 2 + 1, 1, 2] },
    type: { thing: front.type, apart: [0, 12.4, 0] },
    galley: { thing: back.forme, apart: [-0.6, 18.8, 0], anchor: [-width / 2 - 0.3, 1, 2] },
    counter: { thing: back.gauge.root, apart: [8.4, 18.8, 2], anchor: [1.4, 1, 0.8] },
    sort: { thing: sort, apart: [-3.6, 24.4, 3], size: LARGE, anchor: [-0.4, HIGH, 0.3] },
    turned: { thing: turned, apart: [3.8, 24.4, 3], size: LARGE, anchor: [0.4, HIGH, 0.3] },
    handbill: { thing: front.sheet.root, apart: [0, 30.6, 0], size: 0.8, anchor: [-width / 2, 0, 2] },
  };
}
