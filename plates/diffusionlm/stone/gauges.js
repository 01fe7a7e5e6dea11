// The two instruments: the dial that counts passes, the counter that adds one for each sort in the galley.

import { CircleGeometry, CylinderGeometry, Group, Mesh, PlaneGeometry, TorusGeometry } from 'three';
import { box, together } from './boxes.js';
import { printed } from './looks.js';
import { mesh, span } from './shop.js';
import { picture, repaint } from './textures.js';

/** @typedef {{passes: number, places: number, sorts: number}} Reading */

const SWEEP = 270; // degrees from the dial's first tick to its last
const TICKS = 24;
const DARK = '#231a0e';
const PLATE = 512;
const WHEELS = 3;
const WHEEL = 1.05;
const FACING = 0.82; // radians above the horizon

/** Passes on a round plate under a needle. Its number and its unit are painted. */
export class Dial {
  /** @param {any} materials @param {string} unit @param {string} face a font family */
  constructor(materials, unit, face) {
    this.unit = unit;
    this.face = face;
    this.shown = -1;
    this.plate = picture(PLATE, PLATE, (pen) => this.paint(pen, 0));
    const lean = new Group();
    lean.rotation.x = 0.62;
    lean.position.y = 1.5;
    const body = mesh(new CylinderGeometry(1.72, 1.85, 0.62, 40), materials.iron);
    const rim = mesh(new TorusGeometry(1.62, 0.17, 12, 48).rotateX(Math.PI / 2), materials.brass);
    rim.position.y = 0.33;
    const plate = new Mesh(new CircleGeometry(1.56, 40).rotateX(-Math.PI / 2), printed(this.plate, 0.55));
    plate.position.y = 0.325;
    plate.receiveShadow = true;
    this.needle = mesh(together([box([0.1, 0.05, 1.1], [0, 0.42, -0.5], 0.02), box([0.36, 0.12, 0.36], [0, 0.42, 0], 0.08)]), materials.black);
    lean.add(body, rim, plate, this.needle);
    const stand = mesh(together([span([-1.1, 0, -0.7], [1.1, 0.35, 1.25]), span([-0.5, 0.3, -0.35], [0.5, 1.35, 0.35])]), materials.iron);
    this.root = new Group().add(lean, stand);
    this.read({ passes: 0, places: 1, sorts: 0 });
    this.move(1);
  }

  /** @param {Reading} reading the last tick is `places`: no fill needs more passes */
  read({ passes, places }) {
    this.from = this.needle.rotation.y;
    this.goal = (SWEEP / 2 - SWEEP * Math.min(1, passes / places)) * (Math.PI / 180);
    if (passes === this.shown) return;
    this.shown = passes;
    repaint(this.plate, (pen) => this.paint(pen, passes));
  }

  /** @param {number} t from the last reading, 0, to this one, 1 */
  move(t) {
    this.needle.rotation.y = this.from + (this.goal - this.from) * t;
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} passes */
  paint(pen, passes) {
    pen.fillStyle = '#f4ecd8';
    pen.fillRect(0, 0, PLATE, PLATE);
    pen.fillStyle = DARK;
    pen.textAlign = 'center';
    pen.font = `600 58px ${this.face}`;
    pen.fillText(this.unit, PLATE / 2, 186);
    pen.font = `700 128px ${this.face}`;
    pen.fillText(String(passes), PLATE / 2, 420);
    pen.strokeStyle = DARK;
    for (let k = 0; k <= TICKS; k += 1) {
      pen.setTransform(1, 0, 0, 1, PLATE / 2, PLATE / 2);
      pen.rotate((SWEEP * (k / TICKS - 0.5) * Math.PI) / 180);
      pen.lineWidth = k % 4 ? 5 : 11;
      pen.beginPath();
      pen.moveTo(0, -240);
      pen.lineTo(0, k % 4 ? -216 : -196);
      pen.stroke();
    }
    pen.setTransform(1, 0, 0, 1, 0, 0);
  }
}

/** Three wheels of digits in a brass case. */
export class Counter {
  /** @param {any} materials @param {string} unit @param {string} face a font family */
  constructor(materials, unit, face) {
    const digits = printed(picture(1280, 128, (pen) => paintDigits(pen, face)), 0.5);
    const wheel = new CylinderGeometry(WHEEL, WHEEL, 0.78, 48, 1, true).rotateZ(Math.PI / 2);
    this.wheels = Array.from({ length: WHEELS }, (_, i) => {
      const made = mesh(wheel, digits);
      made.position.set((i - (WHEELS - 1) / 2) * 0.84, 1.15, -0.1);
      return made;
    });
    const label = new Mesh(new PlaneGeometry(2.9, 0.72), printed(picture(512, 127, (pen) => paintLabel(pen, unit, face)), 0.5));
    label.rotation.x = -Math.PI / 2;
    label.position.set(0, 1.59, 1.32);
    this.root = new Group().add(...this.wheels, mesh(housing(), materials.brass), label);
    this.read({ passes: 0, places: 1, sorts: 0 });
    this.move(1);
  }

  /** @param {Reading} reading */
  read({ sorts }) {
    this.from = this.wheels.map((wheel) => wheel.rotation.x);
    this.goals = [...String(sorts).padStart(WHEELS, '0').slice(-WHEELS)].map((digit) => angleOf(Number(digit)));
  }

  /** @param {number} t from the last reading, 0, to this one, 1 */
  move(t) {
    this.wheels.forEach((wheel, i) => {
      wheel.rotation.x = this.from[i] + (this.goals[i] - this.from[i]) * t;
    });
  }
}

/** The digit faces up and to the front. @param {number} digit */
function angleOf(digit) {
  return (digit + 0.5) * (Math.PI / 5) - FACING;
}

/** Two cheeks, a back, a lip in front, and a hood that leaves one digit of each wheel to be seen. */
function housing() {
  const hood = (from, to) => span([-1.42, from[0], from[1]], [1.42, to[0], to[1]], 0.06);
  return together([
    span([-1.75, 0, -1.2], [-1.32, 2.16, 1.0], 0.1), span([1.32, 0, -1.2], [1.75, 2.16, 1.0], 0.1),
    hood([0, -1.25], [2.28, 0.3]), span([-1.75, 0, 0.84], [1.75, 1.58, 1.78], 0.1),
    span([-0.46, 0.3, -0.5], [-0.39, 2.2, 0.85], 0.01), span([0.39, 0.3, -0.5], [0.46, 2.2, 0.85], 0.01),
  ]);
}

/** Ten digits along the wheel's rim, each lying on its side there. @param {CanvasRenderingContext2D} pen @param {string} face */
function paintDigits(pen, face) {
  pen.fillStyle = DARK;
  pen.textAlign = 'center';
  pen.font = `700 104px ${face}`;
  for (let digit = 0; digit < 10; digit += 1) {
    pen.setTransform(0, 1, -1, 0, (digit + 0.5) * 128, 64);
    pen.fillText(String(digit), 0, 36);
  }
}

/** @param {CanvasRenderingContext2D} pen @param {string} unit @param {string} face */
function paintLabel(pen, unit, face) {
  pen.fillStyle = DARK;
  pen.textAlign = 'center';
  pen.font = `600 84px ${face}`;
  pen.fillText(unit, 256, 86, 480);
}
