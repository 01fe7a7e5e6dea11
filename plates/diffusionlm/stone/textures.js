// Wood, brass, iron and stone, painted by code on small canvases. The same strokes each time: what looks
// like chance comes from a seeded row of numbers.

import { CanvasTexture, EquirectangularReflectionMapping, RepeatWrapping, SRGBColorSpace } from 'three';

/** @param {number} width @param {number} height @param {string} fill @param {number} seed
 *  @param {(pen: CanvasRenderingContext2D, chance: () => number) => void} paint */
function painted(width, height, fill, seed, paint) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  pen.fillStyle = fill;
  pen.fillRect(0, 0, width, height);
  paint(pen, numbers(seed));
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/** Numbers from 0 to 1, always the same row for a seed (mulberry32). @param {number} seed */
export function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {CanvasRenderingContext2D} pen @param {string} color @param {number} width @param {number[][]} points */
function line(pen, color, width, points) {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.beginPath();
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.stroke();
}

const WOOD = 1024;

/** Maple: on the left half end grain, as the printing side and the foot of wood type show it; on the right
 *  half long grain, which runs from foot to face. Sorts take a small window of either. */
export function maple() {
  return painted(WOOD, WOOD / 2, '#e6c79a', 7, (pen, chance) => {
    endGrain(pen, chance, WOOD / 2);
    pen.save();
    pen.translate(WOOD / 2, 0);
    longGrain(pen, chance, WOOD / 2, WOOD / 2);
    pen.restore();
  });
}

/** Rings about a pith that lies outside, rays across them, pores. @param {CanvasRenderingContext2D} pen
 *  @param {() => number} chance @param {number} size */
function endGrain(pen, chance, size) {
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, size, size);
  pen.clip();
  for (let radius = size * 0.5; radius < size * 2; radius += 3 + 9 * chance()) {
    pen.strokeStyle = `rgb(${120 + 30 * chance()} 74 30 / ${0.1 + 0.28 * chance()})`;
    pen.lineWidth = 0.8 + 2.6 * chance();
    pen.beginPath();
    pen.ellipse(-size * 0.35, size * 1.45, radius, radius * (0.96 + 0.05 * chance()), 0, 0, 7);
    pen.stroke();
  }
  for (let i = 0; i < 240; i += 1) {
    const [x, y, reach] = [chance() * size, chance() * size, 8 + 26 * chance()];
    const angle = Math.atan2(y - size * 1.45, x + size * 0.35);
    line(pen, `rgb(255 238 208 / ${0.1 + 0.18 * chance()})`, 0.8, [[x, y], [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]]);
  }
  pen.fillStyle = 'rgb(90 50 18 / .3)';
  for (let i = 0; i < 2600; i += 1) pen.fillRect(chance() * size, chance() * size, 1.1, 1.1);
  pen.restore();
}

/** @param {CanvasRenderingContext2D} pen @param {() => number} chance @param {number} width @param {number} height */
function longGrain(pen, chance, width, height) {
  for (let x = 0; x < width; x += 1.5 + 4 * chance()) {
    const [bend, dark] = [6 * (chance() - 0.5), chance()];
    const points = [0, 0.25, 0.5, 0.75, 1].map((t) => [x + bend * Math.sin(t * 5), t * height]);
    line(pen, dark > 0.35 ? `rgb(126 76 30 / ${0.06 + 0.2 * chance()})` : `rgb(255 236 200 / ${0.2 * chance()})`, 0.6 + 2.4 * chance(), points);
  }
  for (let i = 0; i < 900; i += 1) {
    const [x, y] = [chance() * width, chance() * height];
    line(pen, 'rgb(92 52 20 / .28)', 0.8, [[x, y], [x, y + 3 + 9 * chance()]]);
  }
}

/** Oak furniture: long grain that runs along x, and repeats. */
export function oak() {
  const texture = painted(512, 512, '#aa9272', 11, (pen, chance) => {
    pen.translate(0, 512);
    pen.rotate(-Math.PI / 2);
    longGrain(pen, chance, 512, 512);
  });
  return repeating(texture, 0.28);
}

/** Brass, brushed along x. */
export function brass() {
  return repeating(painted(512, 256, '#d0aa60', 3, (pen, chance) => {
    for (let y = 0; y < 256; y += 0.5 + chance()) {
      const [x, reach] = [chance() * 512, 80 + 500 * chance()];
      const light = chance() > 0.5 ? '255 240 190' : '96 66 12';
      line(pen, `rgb(${light} / ${0.03 + 0.13 * chance()})`, 0.7, [[x - reach, y], [x + reach, y]]);
    }
  }), 0.16);
}

/** Cast iron: grains of the sand it was poured into. */
export function iron() {
  return repeating(painted(256, 256, '#6a6d72', 5, (pen, chance) => {
    for (let i = 0; i < 5200; i += 1) {
      pen.fillStyle = chance() > 0.5 ? `rgb(255 255 255 / ${0.1 * chance()})` : `rgb(0 0 0 / ${0.2 * chance()})`;
      const size = 0.7 + 2.2 * chance();
      pen.fillRect(chance() * 256, chance() * 256, size, size);
    }
  }), 0.3);
}

const STONE = 1536;
const SLAB = 29; // units: one painting covers the slab, so no seam shows

/** The stone: a pale ground, clouds, veins that branch. */
export function marble() {
  const texture = repeating(painted(STONE, STONE, '#e6e3dc', 23, (pen, chance) => {
    for (let i = 0; i < 90; i += 1) {
      const [x, y, r] = [chance() * STONE, chance() * STONE, 60 + 320 * chance()];
      const cloud = pen.createRadialGradient(x, y, 0, x, y, r);
      cloud.addColorStop(0, chance() > 0.5 ? 'rgb(255 254 250 / .2)' : 'rgb(118 112 102 / .1)');
      cloud.addColorStop(1, 'rgb(255 255 255 / 0)');
      pen.fillStyle = cloud;
      pen.fillRect(0, 0, STONE, STONE);
    }
    for (let i = 0; i < 15; i += 1) vein(pen, chance, chance() * STONE, (chance() - 0.2) * STONE, 0.5 + 0.5 * chance(), 1.2 + 2.6 * chance());
    for (let i = 0; i < 9000; i += 1) {
      pen.fillStyle = `rgb(70 64 54 / ${0.13 * chance()})`;
      pen.fillRect(chance() * STONE, chance() * STONE, 1.3, 1.3);
    }
  }), 1 / SLAB);
  texture.offset.set(0.5, 0.5);
  return texture;
}

/** A wide breath of grey with a thin line in it. @param {CanvasRenderingContext2D} pen @param {() => number} chance
 *  @param {number} x @param {number} y @param {number} angle @param {number} width */
function vein(pen, chance, x, y, angle, width) {
  const points = [[x, y]];
  for (let i = 0; i < 90; i += 1) {
    angle += (chance() - 0.5) * 0.34;
    x += 15 * Math.cos(angle);
    y += 15 * Math.sin(angle);
    points.push([x, y]);
    if (width > 1.4 && chance() > 0.97) vein(pen, chance, x, y, angle + 0.7 * (chance() - 0.5), width * 0.4);
  }
  pen.lineJoin = 'round';
  for (const [wide, deep] of [[14, 0.022], [6, 0.035], [2, 0.06], [0.5, 0.16]]) line(pen, `rgb(88 84 78 / ${deep})`, width * wide, points);
}

/** @param {any} texture @param {number} scale repeats a world unit */
function repeating(texture, scale) {
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(scale, scale);
  return texture;
}

/** What metal mirrors: a printer's shop with a window on the left, a lamp above, a dark floor. */
export function shop() {
  const texture = painted(256, 128, '#2a2420', 1, (pen) => {
    const air = pen.createLinearGradient(0, 0, 0, 128);
    for (const [at, color] of [[0, '#f4f1ec'], [0.3, '#c4bfb8'], [0.5, '#8d8983'], [0.56, '#4a4641'], [1, '#2a2724']]) air.addColorStop(/** @type {number} */ (at), /** @type {string} */ (color));
    pen.fillStyle = air;
    pen.fillRect(0, 0, 256, 128);
    pen.filter = 'blur(3px)';
    pen.fillStyle = '#fffaf0';
    for (const [x, y, w, h] of [[22, 20, 18, 34], [44, 20, 18, 34], [108, 6, 60, 12], [196, 26, 22, 20]]) pen.fillRect(x, y, w, h);
  });
  texture.mapping = EquirectangularReflectionMapping;
  return texture;
}

/** A picture that is painted again and again: a dial's plate, a counter's wheel, a printed sheet.
 *  @param {number} width @param {number} height @param {(pen: CanvasRenderingContext2D) => void} paint */
export function picture(width, height, paint) {
  return painted(width, height, '#f4ecd8', 1, paint);
}

/** Paint a picture anew. @param {any} texture @param {(pen: CanvasRenderingContext2D) => void} paint */
export function repaint(texture, paint) {
  const pen = texture.image.getContext('2d');
  pen.setTransform(1, 0, 0, 1, 0, 0);
  paint(pen);
  texture.needsUpdate = true;
}
