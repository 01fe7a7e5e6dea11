// What stands on the stone besides type: the slab itself, the chase with its furniture and quoins, the galley.

import { Mesh } from 'three';
import { box, together } from './boxes.js';

/** @typedef {{width: number, depth: number}} Size of a bed of type */

export const BAR = 0.62; // breadth of the chase's iron
const LEFT = 1.75; // furniture; the slips of garbled lines lie on the left one
const RIGHT = 0.6;
const TOP = 0.55;
const BOTTOM = 0.5;
const LOCK = 0.62; // quoins
const IRON = 1.05;
const WOOD = 0.98;

/** The inside of the chase around a bed: x and z from the bed's middle. @param {Size} bed */
export function opening({ width, depth }) {
  return {
    left: -width / 2 - LEFT, right: width / 2 + RIGHT + LOCK,
    far: -depth / 2 - TOP, near: depth / 2 + BOTTOM + LOCK,
  };
}

/** @param {any} geometry @param {any} material */
export function mesh(geometry, material) {
  const made = new Mesh(geometry, material);
  made.castShadow = made.receiveShadow = true;
  return made;
}

/** A box from one corner to the other. @param {number[]} from @param {number[]} to @param {number} [cut] */
export function span(from, to, cut = 0.05) {
  const size = from.map((value, i) => to[i] - value);
  return box(/** @type {any} */ (size), /** @type {any} */ (from.map((value, i) => value + size[i] / 2)), cut);
}

/** The imposing stone. Its top is at y = 0. @param {any} materials */
export function slab(materials) {
  return mesh(together([span([-13.5, -2.2, -14], [13.5, 0, 14], 0.14)]), materials.stone);
}

/** The iron frame, the wood that fills it, and the wedges that lock it, each a mesh of its own.
 *  @param {Size} bed @param {any} materials */
export function chase(bed, materials) {
  const { left, right, far, near } = opening(bed);
  const frame = mesh(together([
    span([left - BAR, 0, far - BAR], [right + BAR, IRON, far], 0.09),
    span([left - BAR, 0, near], [right + BAR, IRON, near + BAR], 0.09),
    span([left - BAR, 0, far], [left, IRON, near], 0.09),
    span([right, 0, far], [right + BAR, IRON, near], 0.09),
  ]), materials.iron);
  return { frame, furniture: furniture(bed, materials), quoins: quoins(bed, materials) };
}

/** @param {Size} bed @param {any} materials */
function furniture({ width, depth }, materials) {
  const { left, right, far, near } = opening({ width, depth });
  const [w, d, gap] = [width / 2, depth / 2, 0.03];
  const long = (x0, x1, z0, z1) => span([x0 + gap, 0, z0 + gap], [x1 - gap, WOOD, z1 - gap]);
  const half = (left - w) / 2;
  return mesh(together([
    long(left, 1.4, far, -d), long(1.4, right, far, -d),
    long(left, right - LOCK, d, near - LOCK),
    long(left, half, -d, d), long(half, -w, -d, 0.9), long(half, -w, 0.9, d),
    long(w, right - LOCK, -d, d),
  ]), materials.oak);
}

/** Pairs of wedges, below and on the right. @param {Size} bed @param {any} materials */
function quoins({ width, depth }, materials) {
  const { left, right, near } = opening({ width, depth });
  const parts = [];
  for (const k of [-1, 0, 1]) {
    const [x, z] = [(left + right) / 2 + k * 4.6, k * depth * 0.3];
    parts.push(...wedges([x - 1.3, near - LOCK], [x + 1.3, near], 'x'), ...wedges([right - LOCK, z - 0.85], [right, z + 0.85], 'z'));
  }
  return mesh(together(parts), materials.iron);
}

/** Two wedges that slide along each other.
 *  @param {number[]} from x and z @param {number[]} to @param {'x' | 'z'} along */
function wedges([x0, z0], [x1, z1], along) {
  const [gap, y, slip] = [0.025, WOOD * 0.92, 0.16];
  if (along === 'x') {
    const cut = (z0 + z1) / 2;
    return [span([x0, 0, z0 + gap], [x1 - slip, y, cut - gap]), span([x0 + slip, 0, cut + gap], [x1, y * 0.97, z1 - gap])]
      .map((part) => taper(part, 0, 2, cut, (x0 + x1) / 2));
  }
  const cut = (x0 + x1) / 2;
  return [span([x0 + gap, 0, z0], [cut - gap, y, z1 - slip]), span([cut + gap, 0, z0 + slip], [x1 - gap, y * 0.97, z1])]
    .map((part) => taper(part, 2, 0, cut, (z0 + z1) / 2));
}

/** The faces along a cut run at a slant. @param {import('./boxes.js').Mesh3} part @param {number} along an axis
 *  @param {number} across the other @param {number} cut @param {number} middle */
function taper(part, along, across, cut, middle) {
  const { positions: p } = part;
  for (let i = 0; i < p.length; i += 3) {
    if (Math.abs(p[i + across] - cut) < 0.12) p[i + across] += 0.1 * (p[i + along] - middle);
  }
  return part;
}

/** The brass galley: a floor and three rims, open in front. @param {Size} bed @param {any} materials */
export function galley({ width, depth }, materials) {
  const [x, z, rim, y] = [width / 2 + 0.12, depth / 2 + 0.12, 0.3, 1.0];
  return mesh(together([
    span([-x - rim, 0, -z - rim], [x + rim, 0.14, z + 0.5], 0.03),
    span([-x - rim, 0.1, -z - rim], [x + rim, y, -z]),
    span([-x - rim, 0.1, -z], [-x, y, z + 0.5]),
    span([x, 0.1, -z], [x + rim, y, z + 0.5]),
  ]), materials.brass);
}

/** The dark that is seen between sorts. @param {Size} bed @param {any} materials */
export function bottom({ width, depth }, materials) {
  return new Mesh(together([span([-width / 2, 0.02, -depth / 2], [width / 2, 0.05, depth / 2], 0.005)]), materials.black);
}
