// What marks a garbled line besides its red ink: a wave of red lead on a pale strip under it, a slip of paper at its end.

import { BufferAttribute, BufferGeometry, DoubleSide, Group, InstancedMesh, Matrix4, PlaneGeometry, Quaternion, Vector3 } from 'three';
import { printed } from './looks.js';
import { picture } from './textures.js';
import { HIGH } from './type.js';

const SLIP = { width: 1.56, depth: 0.72 };
const WAVES = 15;
const STEPS = 8; // a wave
const UPRIGHT = new Quaternion();

export class Marks {
  /** @param {import('./type.js').Bed} bed @param {any} materials @param {string} words @param {string} face a font family */
  constructor(bed, materials, words, face) {
    this.root = new Group();
    this.bed = bed;
    const slip = printed(picture(256, 118, (pen) => paintSlip(pen, words, face)), 0.9);
    slip.side = DoubleSide;
    this.slips = this.instanced(new PlaneGeometry(SLIP.width, SLIP.depth).rotateX(-Math.PI / 2), slip);
    this.waves = this.instanced(wave(bed.measure.across), materials.red);
    this.strips = this.instanced(new PlaneGeometry(bed.measure.across - 0.1, 0.25).rotateX(-Math.PI / 2), materials.cream);
    this.show(new Set());
  }

  /** @param {any} geometry @param {any} material */
  instanced(geometry, material) {
    const mesh = new InstancedMesh(geometry, material, this.bed.measure.rows);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    this.root.add(mesh);
    return mesh;
  }

  /** @param {Set<number>} lines from 0 */
  show(lines) {
    const { across, rows, depth } = this.bed.measure;
    const [matrix, one] = [new Matrix4(), new Vector3(1, 1, 1)];
    let count = 0;
    for (const line of lines) {
      if (line >= rows) continue;
      const { z } = this.bed.spot(line * across);
      const lean = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), line % 2 ? 0.06 : -0.05);
      this.slips.setMatrixAt(count, matrix.compose(new Vector3(-across / 2 - 0.84, 1.12, z), lean, one));
      this.waves.setMatrixAt(count, matrix.compose(new Vector3(0, HIGH + 0.2, z + depth * 0.47), UPRIGHT, one));
      this.strips.setMatrixAt(count, matrix.compose(new Vector3(0, HIGH + 0.17, z + depth * 0.47), UPRIGHT, one));
      count += 1;
    }
    for (const mesh of [this.slips, this.waves, this.strips]) {
      mesh.count = count;
      mesh.visible = count > 0;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}

/** @param {CanvasRenderingContext2D} pen @param {string} words @param {string} face */
function paintSlip(pen, words, face) {
  pen.fillStyle = '#a3170f';
  pen.fillRect(0, 0, 256, 118);
  pen.strokeStyle = '#ffe9d8';
  pen.lineWidth = 4;
  pen.strokeRect(7, 7, 242, 104);
  pen.fillStyle = '#fff6ec';
  pen.textAlign = 'center';
  pen.font = `700 58px ${face}`;
  pen.fillText(words, 128, 78, 226);
}

/** A flat band that runs in waves along x. @param {number} width */
function wave(width) {
  const [positions, normals, index] = [[], [], []];
  const count = WAVES * STEPS;
  for (let i = 0; i <= count; i += 1) {
    const [x, z] = [(i / count - 0.5) * (width - 0.2), 0.07 * Math.sin((i / STEPS) * 2 * Math.PI)];
    positions.push(x, 0, z - 0.032, x, 0, z + 0.032);
    normals.push(0, 1, 0, 0, 1, 0);
    if (i) index.push(2 * i - 2, 2 * i - 1, 2 * i + 1, 2 * i - 2, 2 * i + 1, 2 * i);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  geometry.setIndex(index);
  return geometry;
}
