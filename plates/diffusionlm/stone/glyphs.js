// Letters as solids: outlines that the build cut from the wood type's font (press/outlines.py), mirrored,
// raised above the sort and widening towards it, as cut type does.

import { BufferAttribute, BufferGeometry, ShapeUtils, Vector2 } from 'three';

/** @typedef {{units: number, glyphs: Record<string, [number, string]>}} Outlines */
/** @typedef {[number, number][]} Contour */

const CURVE = { few: 4, many: 2 };
/** With more glyphs than this each is finer drawn by its strokes than by its curves. */
const MANY = 100;
const RELIEF = 0.13;
const DRAFT = 0.025;
/** The sides of a letter take less ink than its face. */
const SIDE = [2.6, 2.1, 1.7];
/** Two edges that turn less than this (cosine) are one curve. */
const SMOOTH = 0.72;
const RASTER = 40;

export class Glyphs {
  /** @param {Outlines} outlines @param {{width: number, depth: number}} room what a letter may take of a sort */
  constructor(outlines, room) {
    this.outlines = outlines;
    const known = Object.values(outlines.glyphs);
    this.steps = known.length > MANY ? CURVE.many : CURVE.few;
    const bounds = Object.keys(outlines.glyphs).filter((c) => /\p{Lu}|\p{Lo}/u.test(c)).map((c) => boundsOf(this.contours(c)));
    this.low = Math.min(...bounds.map((b) => b.bottom));
    this.high = Math.max(...bounds.map((b) => b.top));
    this.stretch = room.depth / (this.high - this.low);
    this.room = room;
  }

  /** @param {string} character @returns {Contour[]} in the font's units, y up */
  contours(character) {
    const found = this.outlines.glyphs[character];
    return found ? parse(found[1], this.steps) : raster(character, this.outlines.units);
  }

  /** Where a letter's outline goes on a sort: its middle, and how much it is stretched. @param {string} character */
  fit(character) {
    const { left, right } = boundsOf(this.contours(character));
    // Wide letters are pressed until they fit; the others keep the proportion that the sort's depth gives.
    const across = Math.min(this.stretch * 0.86, this.room.width / (right - left));
    return { x: (left + right) / 2, y: (this.low + this.high) / 2, across, along: this.stretch };
  }

  /** One letter, its middle over the middle of the sort's top, y up, seen mirrored from above. @param {string} character */
  solid(character) {
    const { x, y, across, along } = this.fit(character);
    const place = ([px, py]) => new Vector2((x - px) * across, (py - y) * along);
    return solid(this.contours(character).map((contour) => contour.map(place)));
  }

  /** The same letter in ink, the right way round, about the origin. @param {CanvasRenderingContext2D} pen @param {string} character */
  print(pen, character) {
    const { x, y, across, along } = this.fit(character);
    pen.beginPath();
    for (const contour of this.contours(character)) {
      contour.forEach(([px, py], i) => pen[i ? 'lineTo' : 'moveTo']((px - x) * across, (y - py) * along));
      pen.closePath();
    }
    pen.fill();
  }
}

/** A relative path of press/outlines.py as closed polygons. @param {string} path @param {number} steps a curve
 *  @returns {Contour[]} */
function parse(path, steps) {
  const contours = [];
  let [x, y] = [0, 0];
  for (const [, letter, rest] of path.matchAll(/([mlq])([^mlq]*)/g)) {
    const n = rest.split(' ').map(Number);
    if (letter === 'm') contours.push([]);
    if (letter === 'q') for (let i = 1; i < steps; i += 1) contours.at(-1).push(bend(x, y, n, i / steps));
    // Both points of a curve count from the one before them.
    if (letter === 'q') [x, y] = [x + n[2], y + n[3]];
    else [x, y] = [x + n[0], y + n[1]];
    contours.at(-1).push([x, y]);
  }
  return contours.map(closed).filter((contour) => contour.length > 2);
}

/** @param {number} x @param {number} y @param {number[]} n control and end, relative @param {number} t @returns {[number, number]} */
function bend(x, y, n, t) {
  const [a, b] = [2 * t * (1 - t), t * t];
  return [x + a * n[0] + b * n[2], y + a * n[1] + b * n[3]];
}

/** Without a last point that repeats the first. @param {Contour} contour */
function closed(contour) {
  const [first, last] = [contour[0], contour.at(-1)];
  return first[0] === last[0] && first[1] === last[1] ? contour.slice(0, -1) : contour;
}

/** A character that the build did not cut, from the browser's own fonts, row by row. @param {string} character
 *  @param {number} units @returns {Contour[]} */
function raster(character, units) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = RASTER;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen.font = `900 ${RASTER * 0.8}px serif`;
  pen.textAlign = 'center';
  pen.fillText(character, RASTER / 2, RASTER * 0.8);
  const { data } = pen.getImageData(0, 0, RASTER, RASTER);
  const step = units / RASTER;
  /** @type {Contour[]} */
  const contours = [];
  for (let row = 0; row < RASTER; row += 1) {
    const inked = (x) => x < RASTER && data[(row * RASTER + x) * 4 + 3] > 127;
    for (let x = 0; x < RASTER; x += 1) {
      const from = x;
      while (inked(x)) x += 1;
      const [bottom, top] = [(0.8 * RASTER - row - 1) * step, (0.8 * RASTER - row) * step];
      if (x > from) contours.push([[from * step, top], [from * step, bottom], [x * step, bottom], [x * step, top]]);
    }
  }
  return contours;
}

/** @param {Contour[]} contours */
function boundsOf(contours) {
  const [xs, ys] = [0, 1].map((axis) => contours.flat().map((point) => point[axis]));
  const [none, far] = [Math.min, Math.max];
  return xs.length
    ? { left: none(...xs), right: far(...xs), bottom: none(...ys), top: far(...ys) }
    : { left: 0, right: 1, bottom: 0, top: 1 };
}

/** @param {any[][]} contours mirrored and scaled, as Vector2 */
function solid(contours) {
  const out = { positions: [], normals: [], colors: [], index: [] };
  for (const { outer, holes } of shapes(contours)) {
    face(out, outer, holes);
    for (const contour of [outer, ...holes]) wall(out, contour);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(out.positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(out.normals), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(out.colors), 3));
  geometry.setIndex(new BufferAttribute(new Uint32Array(out.index), 1));
  return geometry;
}

/** Outer contours run anticlockwise, each with the holes inside it, which run clockwise. @param {any[][]} contours */
function shapes(contours) {
  const areas = contours.map((contour) => ShapeUtils.area(contour));
  const largest = areas.reduce((best, area) => (Math.abs(area) > Math.abs(best) ? area : best), 0);
  const outers = contours.filter((_, i) => areas[i] * largest > 0).map((contour) => ({ outer: turned(contour, 1), holes: [] }));
  for (const hole of contours.filter((_, i) => areas[i] * largest < 0)) {
    const around = outers.filter(({ outer }) => inside(hole[0], outer));
    around.sort((a, b) => ShapeUtils.area(a.outer) - ShapeUtils.area(b.outer));
    around[0]?.holes.push(turned(hole, -1));
  }
  return outers;
}

/** @param {any[]} contour @param {1 | -1} sign */
function turned(contour, sign) {
  return ShapeUtils.area(contour) * sign > 0 ? contour : contour.slice().reverse();
}

/** @param {any} point @param {any[]} contour */
function inside(point, contour) {
  let odd = false;
  contour.forEach((a, i) => {
    const b = contour[(i + 1) % contour.length];
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  });
  return odd;
}

/** The printing face. @param {any} out @param {any[]} outer @param {any[][]} holes */
function face(out, outer, holes) {
  const from = out.positions.length / 3;
  for (const point of [outer, ...holes].flat()) add(out, point, RELIEF, [0, 1, 0], [1, 1, 1]);
  // Anticlockwise seen from above, where z runs towards the reader and the contour's y away.
  for (const triangle of ShapeUtils.triangulateShape(outer, holes)) out.index.push(...triangle.map((i) => from + i));
}

/** The sides, from the face down to the sort. @param {any} out @param {any[]} contour */
function wall(out, contour) {
  const n = contour.length;
  const outwards = contour.map((a, i) => {
    const b = contour[(i + 1) % n];
    return new Vector2(b.y - a.y, a.x - b.x).normalize();
  });
  contour.forEach((a, i) => {
    const [before, here, after] = [outwards[(i + n - 1) % n], outwards[i], outwards[(i + 1) % n]];
    const from = out.positions.length / 3;
    for (const [point, next, foot] of [[a, before, before], [contour[(i + 1) % n], after, after]]) {
      const normal = next.dot(here) > SMOOTH ? next.clone().add(here).normalize() : here;
      const down = foot.clone().add(here).multiplyScalar(DRAFT / Math.max(0.6, 1 + foot.dot(here)));
      add(out, point, RELIEF, [normal.x, 0.25, -normal.y], SIDE);
      add(out, point.clone().add(down), 0, [normal.x, 0.25, -normal.y], SIDE);
    }
    out.index.push(from, from + 1, from + 3, from, from + 3, from + 2);
  });
}

/** @param {any} out @param {any} point @param {number} y @param {number[]} normal @param {number[]} color */
function add(out, point, y, normal, color) {
  out.positions.push(point.x, y, -point.y);
  out.normals.push(...normal);
  out.colors.push(...color);
}
