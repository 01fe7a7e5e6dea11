// The proof: the forme is turned over onto paper, pressed, and taken away. What it leaves reads the right
// way round: a turned sort prints its two feet.

import { PlaneGeometry } from 'three';
import { printed } from './looks.js';
import { mesh } from './shop.js';
import { numbers, picture, repaint } from './textures.js';

const DOT = 72; // pixels a unit
const EDGE = { x: 1.2, far: 0.9, near: 1.35 };
const CURL = 0.5; // how far a corner lifts
const PAPER = '#fffaee';
const INK = '#221b14';
const RED = '#a3170f';
const FACE = 1.63; // height of type: what touches the paper
/** When in the turn the paper comes, when the forme touches it, when it leaves. */
const TURN = { paper: 0.22, down: 0.55, up: 0.64 };

export class Sheet {
  /** @param {import('./type.js').Bed} bed @param {string} face a font family
   *  @param {number} lean how crooked it lies, in radians */
  constructor(bed, face, lean) {
    const { across, rows } = bed.measure;
    const [width, depth] = [across + 2 * EDGE.x, rows * bed.pitch + EDGE.far + EDGE.near];
    this.bed = bed;
    this.face = face;
    this.map = picture(Math.round(width * DOT), Math.round(depth * DOT), () => {});
    this.root = mesh(paper(width, depth), printed(this.map));
    this.root.position.y = 0.05;
    this.root.rotation.y = lean;
    this.root.visible = false;
    this.inked = '';
  }

  /** Print what stands on the bed, or leave the paper white. @param {boolean} on @param {Set<number>} garbled
   *  @param {string} imprint the small print under it */
  ink(on, garbled, imprint) {
    const { bed } = this;
    const print = on ? JSON.stringify([bed.read(), bed.texts, [...garbled], imprint]) : 'white';
    if (print === this.inked) return;
    this.inked = print;
    repaint(this.map, (pen) => {
      pen.fillStyle = PAPER;
      pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
      fibres(pen);
      if (on) this.print(pen, garbled, imprint);
    });
  }

  /** @param {CanvasRenderingContext2D} pen @param {Set<number>} garbled @param {string} imprint */
  print(pen, garbled, imprint) {
    const { bed } = this;
    const { across, depth } = bed.measure;
    bed.read().forEach((text, place) => {
      const line = Math.floor(place / across);
      const [x, y] = [EDGE.x + (place % across) + 0.5, EDGE.far + line * bed.pitch + depth / 2];
      pen.fillStyle = garbled.has(line) ? RED : INK;
      pen.setTransform(DOT, 0, 0, DOT, x * DOT, y * DOT);
      if (text === '') feet(pen, depth);
      else bed.glyphs.print(pen, text);
    });
    pen.setTransform(1, 0, 0, 1, 0, 0);
    specks(pen);
    pen.fillStyle = RED;
    for (const line of garbled) this.underline(pen, line);
    pen.fillStyle = '#4d4233';
    pen.textAlign = 'center';
    pen.font = `italic 40px ${this.face}`;
    pen.fillText(imprint, pen.canvas.width / 2, pen.canvas.height - 34);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} line */
  underline(pen, line) {
    const { across, depth } = this.bed.measure;
    const y = (EDGE.far + line * this.bed.pitch + depth * 1.02) * DOT;
    pen.strokeStyle = RED;
    pen.lineWidth = 4;
    pen.beginPath();
    for (let x = 0; x <= across * DOT; x += 4) pen.lineTo(EDGE.x * DOT + x, y + 5 * Math.sin(x / 9));
    pen.stroke();
  }
}

/** A sheet whose corners do not lie flat. @param {number} width @param {number} depth */
function paper(width, depth) {
  const geometry = new PlaneGeometry(width, depth, 24, 18).rotateX(-Math.PI / 2);
  const at = geometry.getAttribute('position');
  for (let i = 0; i < at.count; i += 1) {
    const out = Math.abs((at.getX(i) * 2) / width) + Math.abs((at.getZ(i) * 2) / depth);
    at.setY(i, CURL * Math.max(0, out - 1.45) ** 2);
  }
  geometry.computeVertexNormals();
  return geometry;
}

/** Ink on two feet, the groove between them white. @param {CanvasRenderingContext2D} pen @param {number} depth */
function feet(pen, depth) {
  pen.globalAlpha = 0.86;
  for (const y of [-depth * 0.42, depth * 0.14]) pen.fillRect(-0.38, y, 0.76, depth * 0.28);
  pen.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} pen */
function fibres(pen) {
  const chance = numbers(41);
  for (let i = 0; i < 1400; i += 1) {
    pen.fillStyle = `rgb(120 95 50 / ${0.07 * chance()})`;
    pen.fillRect(chance() * pen.canvas.width, chance() * pen.canvas.height, 3 + 14 * chance(), 1.4);
  }
}

/** Where the wood did not take the ink. @param {CanvasRenderingContext2D} pen */
function specks(pen) {
  const chance = numbers(43);
  pen.fillStyle = PAPER;
  for (let i = 0; i < 5200; i += 1) {
    pen.globalAlpha = 0.1 + 0.5 * chance();
    pen.fillRect(chance() * pen.canvas.width, chance() * pen.canvas.height, 0.6 + 1.6 * chance(), 0.6 + 1.6 * chance());
  }
  pen.globalAlpha = 1;
}

/** How a forme stands at a share of its turn. @param {any} forme a group @param {Sheet} sheet @param {number} p 0 to 1 */
export function turn(forme, sheet, p) {
  const share = (from, to) => smooth(Math.max(0, Math.min(1, (p - from) / (to - from))));
  const up = 8.7 * Math.sin(Math.PI * share(0, TURN.down));
  const away = share(TURN.up, 1);
  forme.rotation.z = Math.PI * share(0.06, TURN.down - 0.06);
  forme.position.y = up + FACE * share(0.06, TURN.down) + 16 * away;
  forme.position.z = forme.userData.z - 34 * away;
  forme.visible = p < 1;
  sheet.root.visible = p > TURN.paper;
  return p >= TURN.down;
}

/** @param {number} t */
function smooth(t) {
  return t * t * (3 - 2 * t);
}
