// The two handbills on the stone, each with what holds it and what counts for it.

import { Group } from 'three';
import { Marks } from './marks.js';
import { Sheet, turn } from './proof.js';
import { BAR, bottom, chase, galley, opening } from './shop.js';
import { Bed } from './type.js';
import { Counter, Dial } from './gauges.js';

/** @typedef {import('../../../press/theme/js/trace.js').Trace} Trace */
/** @typedef {{materials: any, glyphs: import('./glyphs.js').Glyphs, measure: import('./type.js').Measure,
 *   words: Record<string, string>, face: string, garbled: (trace: Trace) => Iterable<number>}} Shop */

const APART = 0.8; // between galley and chase
const RIM = 0.42;
const OPEN = 0.62;
const ASIDE = -1.7; // the galley leaves room for its counter

class Form {
  /** @param {Shop} shop @param {number} seed @param {string} imprint @param {Dial | Counter} gauge */
  constructor(shop, seed, imprint, gauge) {
    this.shop = shop;
    this.gauge = gauge;
    this.imprint = imprint;
    this.bed = new Bed(shop.measure, shop.glyphs, shop.materials, seed);
    this.size = { width: shop.measure.across, depth: shop.measure.rows * this.bed.pitch };
    this.type = new Group().add(this.bed.root, bottom(this.size, shop.materials));
    this.marks = new Marks(this.bed, shop.materials, shop.words.never_read, shop.face);
    this.type.add(this.marks.root);
    this.forme = new Group().add(this.type);
    this.sheet = new Sheet(this.bed, shop.face, seed > 20 ? 0.014 : -0.01);
    this.root = new Group().add(this.forme, this.sheet.root, gauge.root);
    /** @type {WeakMap<Trace, Set<number>>} asked once a trace */
    this.known = new WeakMap();
    /** @type {Set<number>} */
    this.wrong = new Set();
    this.passes = 0;
  }

  /** @param {number} x @param {number} z */
  put(x, z) {
    this.root.position.set(x, 0, z);
    this.forme.userData.z = 0;
  }

  /** @param {Trace | null} trace @param {number} position */
  show(trace, position) {
    this.root.visible = Boolean(trace);
    if (!trace) return;
    const at = trace.clamp(position);
    const places = trace.places(at);
    const known = this.known.get(trace) ?? new Set(this.shop.garbled(trace));
    this.known.set(trace, known);
    const { across } = this.shop.measure;
    const whole = (line) => places.slice(line * across, line * across + across).every((place) => !place.blank);
    this.wrong = new Set([...known].filter(whole));
    this.passes = Math.ceil(at);
    this.bed.set(places, this.wrong);
    this.marks.show(this.wrong);
    const sorts = places.filter((place) => !place.blank && !place.given).length;
    this.gauge.read({ passes: this.passes, places: places.length, sorts });
  }

  /** @param {number} t */
  move(t) {
    this.bed.move(t);
    this.gauge.move(t);
  }

  /** @param {number} p share of the turn onto paper */
  turn(p) {
    this.pressed = turn(this.forme, this.sheet, p);
    this.gauge.root.visible = p === 0; // they would stand on the paper
  }

  /** Ink the paper, if it can be seen. @param {boolean} turning onto it: then it is white until the forme is down */
  print(turning) {
    if (this.sheet.root.visible) this.sheet.ink(this.pressed || !turning, this.wrong, `${this.imprint} ${this.passes}`);
  }
}

/** In front: iron, furniture, quoins, and the dial that counts passes. */
export class Chase extends Form {
  /** @param {Shop} shop */
  constructor(shop) {
    super(shop, 17, shop.words.proof_front, new Dial(shop.materials, shop.words.passes, shop.face));
    const { frame, furniture, quoins } = chase(this.size, shop.materials);
    Object.assign(this, { frame, furniture, quoins });
    this.forme.add(frame, furniture, quoins);
    const { far, near, right } = opening(this.size);
    this.reach = { far: far - BAR, near: near + BAR };
    this.gauge.root.position.set(right - 0.7, 0, far - BAR - 2);
  }
}

/** Behind: the brass galley, and the counter that adds one for each sort set in it. */
export class Galley extends Form {
  /** @param {Shop} shop */
  constructor(shop) {
    super(shop, 29, shop.words.proof_back, new Counter(shop.materials, shop.words.sorts, shop.face));
    this.forme.add(galley(this.size, shop.materials));
    this.reach = { far: -this.size.depth / 2 - RIM, near: this.size.depth / 2 + OPEN };
    this.gauge.root.position.set(this.size.width / 2 + 2.4, 0, -this.size.depth / 2 + 1.2);
  }
}

/** The galley behind the chase, the middle of both in the stone's middle. @param {Chase} front @param {Galley} back */
export function arrange(front, back) {
  const deep = front.reach.near - front.reach.far + back.reach.near - back.reach.far + APART;
  back.put(ASIDE, -deep / 2 - back.reach.far);
  front.put(0, deep / 2 - front.reach.near);
}
