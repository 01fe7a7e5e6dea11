// Solid shapes that the stage is put together from: boxes with chamfered edges, in world units, with
// texture coordinates in world units too, so that grain has one size everywhere.

import { BufferAttribute, BufferGeometry } from 'three';

/** @typedef {{positions: number[], normals: number[], uvs: number[]}} Mesh3 */

/** A chamfered box; each edge is cut by `cut`, so that it catches the light.
 *  @param {[number, number, number]} size @param {[number, number, number]} at its middle @param {number} cut
 *  @returns {Mesh3} */
export function box(size, at, cut = 0.04) {
  const mesh = { positions: [], normals: [], uvs: [] };
  const half = size.map((s) => s / 2);
  const corner = (signs, axis) => half.map((h, i) => at[i] + signs[i] * (i === axis ? h : h - cut));
  for (let axis = 0; axis < 3; axis += 1) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [-1, 1]) {
      const ring = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => corner(signsOf(axis, side, u, a, v, b), axis));
      quad(mesh, ring);
      // The chamfer between this face and the next axis's: each of the twelve edges comes up once.
      for (const other of [-1, 1]) {
        const ends = [-1, 1].map((end) => signsOf(axis, side, u, other, v, end));
        quad(mesh, [corner(ends[0], axis), corner(ends[1], axis), corner(ends[1], u), corner(ends[0], u)]);
      }
    }
  }
  for (const x of [-1, 1]) for (const y of [-1, 1]) for (const z of [-1, 1]) {
    triangle(mesh, [0, 1, 2].map((axis) => corner([x, y, z], axis)));
  }
  return turnOutwards(mesh, at);
}

/** @param {number} axis @param {number} side @param {number} u @param {number} a @param {number} v @param {number} b */
function signsOf(axis, side, u, a, v, b) {
  const signs = [0, 0, 0];
  signs[axis] = side;
  signs[u] = a;
  signs[v] = b;
  return signs;
}

/** @param {Mesh3} mesh @param {number[][]} ring */
function quad(mesh, [a, b, c, d]) {
  triangle(mesh, [a, b, c]);
  triangle(mesh, [a, c, d]);
}

/** @param {Mesh3} mesh @param {number[][]} points */
function triangle(mesh, points) {
  const normal = cross(minus(points[1], points[0]), minus(points[2], points[0]));
  const length = Math.hypot(...normal) || 1;
  for (const point of points) {
    mesh.positions.push(...point);
    mesh.normals.push(...normal.map((n) => n / length));
  }
}

/** Every triangle of a convex shape faces away from its middle. @param {Mesh3} mesh @param {number[]} middle */
function turnOutwards(mesh, middle) {
  const { positions: p, normals: n } = mesh;
  for (let i = 0; i < p.length; i += 9) {
    const out = [0, 1, 2].reduce((sum, k) => sum + (p[i + k] - middle[k]) * n[i + k], 0);
    if (out >= 0) continue;
    for (let k = 0; k < 3; k += 1) [p[i + 3 + k], p[i + 6 + k]] = [p[i + 6 + k], p[i + 3 + k]];
    for (let k = 0; k < 9; k += 1) n[i + k] = -n[i + k];
  }
  for (let i = 0; i < p.length; i += 3) mesh.uvs.push(...flat(p.slice(i, i + 3), n.slice(i, i + 3)));
  return mesh;
}

/** Where a point lies on the plane that its face is nearest to. @param {number[]} p @param {number[]} n */
function flat([x, y, z], n) {
  const [a, b, c] = n.map(Math.abs);
  if (b >= a && b >= c) return [x, -z];
  return a > c ? [z, y] : [x, y];
}

/** @param {number[]} a @param {number[]} b */
const minus = (a, b) => a.map((value, i) => value - b[i]);

/** @param {number[]} a @param {number[]} b */
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Many shapes as one. @param {Mesh3[]} meshes */
export function together(meshes) {
  const geometry = new BufferGeometry();
  const gather = (what, size) => new BufferAttribute(new Float32Array(meshes.flatMap((mesh) => mesh[what])), size);
  geometry.setAttribute('position', gather('positions', 3));
  geometry.setAttribute('normal', gather('normals', 3));
  geometry.setAttribute('uv', gather('uvs', 2));
  return geometry;
}
