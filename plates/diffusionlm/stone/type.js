// A bed of type: 72 places, each a sort (face up), a turned sort (foot up), or a guess that stands over
// its foot. One instanced mesh of wood, one batched mesh of letters, one of pins.

import {
  BatchedMesh, Color, CylinderGeometry, DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, Matrix4, Quaternion, Vector3,
} from 'three';
import { box, together } from './boxes.js';
import { INK, PALE, RED } from './looks.js';
import { numbers } from './textures.js';

/** @typedef {import('../../../press/theme/js/trace.js').Place} Place */
/** @typedef {{across: number, rows: number, depth: number, lead: number}} Measure */

export const HIGH = 1.5; // from foot to the wood under the letter
const GROOVE = 0.3;
const GAP = 0.035;
/** A space is a lower piece, below the height of type. */
const LOW = 0.3;
const SUNK = 0.9;
const FULL = 90_000;
const END = new Vector3(1, 0, 0);
const DOWN = new Quaternion().setFromAxisAngle(END, Math.PI);
const UP = new Quaternion();

/** @typedef {{height: number, size: number, foot: number}} Pose height of the piece over its bed; size of the
 *   piece, 0 none; foot: 1 a turned sort stands there, 0 none */

export class Bed {
  /** @param {Measure} measure @param {import('./glyphs.js').Glyphs} glyphs @param {any} materials @param {number} seed */
  constructor(measure, glyphs, materials, seed) {
    this.root = new Group();
    this.measure = measure;
    this.glyphs = glyphs;
    this.count = measure.across * measure.rows;
    this.wood = this.makeWood(materials.sort, numbers(seed));
    this.letters = this.makeLetters(materials.letter);
    this.pins = this.instanced(new CylinderGeometry(0.055, 0.055, 0.05, 10), materials.pin, this.count);
    /** @type {Map<string, number>} */
    this.cut = new Map();
    /** @type {Pose[]} */
    this.poses = Array.from({ length: this.count }, () => ({ height: 0, size: 0, foot: 0 }));
    this.from = this.poses.map((pose) => ({ ...pose }));
    this.goals = this.poses.map((pose) => ({ ...pose }));
    /** what stands on each place, for those who ask */
    this.texts = Array(this.count).fill('');
    this.pinned = Array(this.count).fill(false);
  }

  get pitch() {
    return this.measure.depth + this.measure.lead;
  }

  /** Where a place is on the bed: the first line is the far one, and lines read from right to left.
   *  @param {number} place */
  spot(place) {
    const { across, rows } = this.measure;
    const [row, column] = [Math.floor(place / across), place % across];
    return new Vector3((across - 1) / 2 - column, 0, (row - (rows - 1) / 2) * this.pitch);
  }

  /** @param {any} geometry @param {any} material @param {number} count */
  instanced(geometry, material, count) {
    const mesh = new InstancedMesh(geometry, material, count);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.castShadow = mesh.receiveShadow = true;
    this.root.add(mesh);
    return mesh;
  }

  /** Pieces first, then feet. @param {any} material @param {() => number} chance */
  makeWood(material, chance) {
    const geometry = sortShape(1 - GAP, this.measure.depth - GAP);
    const shifts = new Float32Array(this.count * 4).map(() => 0.02 + 0.33 * chance());
    for (let i = 1; i < shifts.length; i += 2) shifts[i] *= 2.2;
    geometry.setAttribute('shift', new InstancedBufferAttribute(shifts, 2));
    this.grains = Array.from({ length: this.count * 2 }, () => 0.86 + 0.22 * chance());
    return this.instanced(geometry, material, this.count * 2);
  }

  /** @param {any} material */
  makeLetters(material) {
    const mesh = new BatchedMesh(this.count, FULL, FULL * 2, material);
    mesh.frustumCulled = mesh.perObjectFrustumCulled = mesh.sortObjects = false;
    mesh.castShadow = mesh.receiveShadow = true;
    this.root.add(mesh);
    return mesh;
  }

  /** The letter's place in the batch; cut when it is first wanted. @param {string} text */
  letter(text) {
    if (this.cut.has(text)) return this.cut.get(text);
    const solid = this.glyphs.solid(text);
    const { letters } = this;
    const need = solid.getAttribute('position').count;
    if (letters.unusedVertexCount < need || letters.unusedIndexCount < solid.index.count) {
      letters.setGeometrySize(letters.geometry.getAttribute('position').count * 2, letters.geometry.index.count * 2);
    }
    this.cut.set(text, letters.addGeometry(solid));
    solid.dispose();
    while (letters.instanceCount < this.count) letters.addInstance(this.cut.get(text));
    return this.cut.get(text);
  }

  /** Aim at what a trace has at a position. @param {Place[]} places @param {Set<number>} garbled lines from 0, all set */
  set(places, garbled) {
    for (let p = 0; p < this.count; p += 1) {
      const place = places[p];
      Object.assign(this.from[p], this.poses[p]);
      Object.assign(this.goals[p], goalOf(place));
      this.write(p, place, garbled.has(Math.floor(p / this.measure.across)));
    }
    if (this.wood.instanceColor) this.wood.instanceColor.needsUpdate = true;
  }

  /** The letter, its ink and the wood's tone. @param {number} p @param {Place | undefined} place @param {boolean} garbled */
  write(p, place, garbled) {
    const text = !place ? '' : place.blank ? place.guess : place.text;
    this.texts[p] = text;
    this.pinned[p] = Boolean(place?.given);
    const shown = text !== '' && text !== ' ';
    if (shown) {
      const letter = this.letter(text);
      this.letters.setGeometryIdAt(p, letter);
    }
    if (this.letters.instanceCount > p) {
      this.letters.setVisibleAt(p, shown);
      this.letters.setColorAt(p, inkOf(place, garbled));
    }
    this.wood.setColorAt(p, toneOf(place, garbled).multiplyScalar(this.grains[p]));
    this.wood.setColorAt(this.count + p, new Color('#bfae98').multiplyScalar(this.grains[this.count + p]));
  }

  /** Move everything to where it is at a share of the way. @param {number} t from 0 to 1 */
  move(t) {
    for (let p = 0; p < this.count; p += 1) {
      const [pose, from, goal] = [this.poses[p], this.from[p], this.goals[p]];
      for (const key of ['height', 'size', 'foot']) pose[key] = from[key] + (goal[key] - from[key]) * t;
      this.stand(p, pose);
    }
    this.wood.instanceMatrix.needsUpdate = this.pins.instanceMatrix.needsUpdate = true;
  }

  /** @param {number} p @param {Pose} pose */
  stand(p, { height, size, foot }) {
    const spot = this.spot(p);
    const { matrix, at } = scratch;
    this.wood.setMatrixAt(p, matrix.compose(at.set(spot.x, height, spot.z), UP, scratch.size.setScalar(size)));
    at.set(spot.x, height + HIGH * size, spot.z);
    if (this.letters.instanceCount > p) this.letters.setMatrixAt(p, matrix.compose(at, UP, scratch.size.setScalar(size)));
    const pin = this.pinned[p] ? size : 0;
    at.set(spot.x + 0.38, height + HIGH * size, spot.z - this.measure.depth * 0.4);
    this.pins.setMatrixAt(p, matrix.compose(at, UP, scratch.size.setScalar(pin)));
    at.set(spot.x, HIGH - SUNK * (1 - foot), spot.z);
    this.wood.setMatrixAt(this.count + p, matrix.compose(at, DOWN, scratch.size.setScalar(foot > 0.02 ? 1 : 0)));
  }

  /** What stands on each place face up, read off the meshes: a letter, a space, or nothing. */
  read() {
    const letters = new Map([...this.cut].map(([text, id]) => [id, text]));
    return this.goals.map(({ foot, size }, p) => {
      if (foot || !size) return '';
      return this.letters.getVisibleAt(p) ? letters.get(this.letters.getGeometryIdAt(p)) : ' ';
    });
  }
}

const scratch = { matrix: new Matrix4(), at: new Vector3(), size: new Vector3() };

/** @param {Place | undefined} place @returns {Pose} */
function goalOf(place) {
  if (!place) return { height: 0, size: 0, foot: 0 };
  if (!place.blank) return { height: (place.text === ' ' ? -LOW : 0) + (place.fresh ? 0.22 : 0), size: 1, foot: 0 };
  if (!place.guess) return { height: HIGH, size: 0, foot: 1 };
  return { height: HIGH + 0.06 + 1.25 * place.confidence, size: 0.5 + 0.36 * place.confidence, foot: 1 };
}

/** @param {Place | undefined} place @param {boolean} garbled */
function inkOf(place, garbled) {
  if (garbled) return RED;
  return place?.blank ? PALE.clone().lerp(INK, place.confidence) : INK;
}

/** @param {Place | undefined} place @param {boolean} garbled */
function toneOf(place, garbled) {
  if (garbled) return new Color('#fff3df');
  if (!place || place.text === ' ') return new Color('#c9b499');
  if (place.fresh) return new Color('#fff6e2').multiplyScalar(1.12);
  return new Color(place.given ? '#fff4e4' : place.blank ? '#fff0d8' : '#f6e3c4');
}

/** A sort: a block on two feet with a groove between them. Its ends show end grain, its sides long grain.
 *  @param {number} width @param {number} depth */
export function sortShape(width, depth) {
  const foot = depth * 0.36;
  const geometry = together([
    box([width, HIGH - GROOVE, depth], [0, GROOVE + (HIGH - GROOVE) / 2, 0], 0.035),
    box([width, GROOVE * 1.1, foot], [0, GROOVE * 0.55, (depth - foot) / 2], 0.03),
    box([width, GROOVE * 1.1, foot], [0, GROOVE * 0.55, (foot - depth) / 2], 0.03),
  ]);
  const [uv, normal] = [geometry.getAttribute('uv'), geometry.getAttribute('normal')];
  for (let i = 0; i < uv.count; i += 1) {
    const end = Math.abs(normal.getY(i)) > 0.5;
    uv.setXY(i, 0.06 + 0.1 * uv.getX(i) * (end ? 1 : 0.8) + (end ? 0 : 0.5), 0.1 + 0.1 * uv.getY(i));
  }
  return geometry;
}
