// The stone taken apart: its parts drift from each other, and each has a label of real text with a line
// to it. A label is a button: it brings the reader near its part, and back.

import { MathUtils, Vector3 } from 'three';

const SVG = 'http://www.w3.org/2000/svg';
const LEFT = ['handbill', 'sort', 'galley', 'furniture', 'chase'];
const RIGHT = ['turned', 'counter', 'quoin', 'dial', 'stone'];
const CLOSE = 0.42; // of the view's distance

/** @typedef {{thing: any, apart: [number, number, number], size?: number, anchor?: [number, number, number]}} Part
 *   apart: where in the world it is when taken apart; anchor: where its line ends, from its own middle */

/** Parts on their way from where they belong to where they are shown apart. */
export class Apart {
  /** @param {Record<string, Part>} parts */
  constructor(parts) {
    this.parts = parts;
    this.ways = Object.values(parts).map(({ thing, apart, size = 1 }) => {
      const to = new Vector3(...apart).sub(thing.parent.getWorldPosition(new Vector3()));
      return { thing, from: thing.position.clone(), to, size };
    });
  }

  /** @param {number} t 0 together, 1 apart */
  move(t) {
    for (const { thing, from, to, size } of this.ways) {
      thing.position.lerpVectors(from, to, t);
      thing.scale.setScalar(MathUtils.lerp(1, size, t));
    }
  }

  /** Where a part's line ends, in the world. @param {string} name */
  anchor(name) {
    const { thing, anchor = [0, 0, 0] } = this.parts[name];
    thing.updateWorldMatrix(true, false);
    return thing.localToWorld(new Vector3(...anchor));
  }
}

export class Labels {
  /** @param {HTMLElement} host @param {Record<string, string>} words @param {(part: string | null) => void} visit */
  constructor(host, words, visit) {
    this.visit = visit;
    this.near = '';
    this.root = document.createElement('div');
    this.root.className = 'taken-apart';
    this.root.hidden = true;
    const svg = this.root.appendChild(document.createElementNS(SVG, 'svg'));
    const list = this.root.appendChild(document.createElement('ul'));
    list.className = 'labels';
    list.setAttribute('aria-label', words.parts);
    this.labels = new Map([...LEFT, ...RIGHT].map((part) => [part, this.label(part, words, svg, list)]));
    host.append(this.root);
  }

  /** @param {string} part @param {Record<string, string>} words @param {Element} svg @param {Element} list */
  label(part, words, svg, list) {
    const item = list.appendChild(document.createElement('li'));
    item.dataset.part = part;
    const button = item.appendChild(document.createElement('button'));
    button.type = 'button';
    button.setAttribute('aria-pressed', 'false');
    button.appendChild(document.createElement('b')).textContent = words[`part_${part}`];
    button.append(' ');
    button.appendChild(document.createElement('span')).textContent = words[`gloss_${part}`];
    const leader = svg.appendChild(document.createElementNS(SVG, 'path'));
    leader.setAttribute('class', 'leader');
    const dot = svg.appendChild(document.createElementNS(SVG, 'circle'));
    dot.setAttribute('class', 'dot');
    const light = (on) => [leader, dot].forEach((mark) => mark.toggleAttribute('data-lit', on));
    for (const [event, on] of [['pointerenter', true], ['focus', true], ['pointerleave', false], ['blur', false]]) {
      button.addEventListener(String(event), () => light(Boolean(on)));
    }
    button.addEventListener('click', () => this.go(this.near === part ? '' : part));
    return { item, button, leader, dot };
  }

  /** @param {string} part or none: back */
  go(part) {
    this.near = part;
    for (const [name, { button }] of this.labels) button.setAttribute('aria-pressed', String(name === part));
    this.visit(part || null);
  }

  /** @param {boolean} on */
  show(on) {
    if (this.root.hidden === !on) return;
    this.root.hidden = !on;
    this.near = '';
    for (const { button } of this.labels.values()) button.setAttribute('aria-pressed', 'false');
  }

  /** Draw each line from its label to its part. @param {(part: string) => {x: number, y: number}} where in the host's pixels */
  draw(where) {
    const box = this.root.getBoundingClientRect();
    for (const [part, { item, leader, dot }] of this.labels) {
      const label = item.getBoundingClientRect();
      const x = (LEFT.includes(part) ? label.right + 3 : label.left - 3) - box.left;
      const y = (label.top + label.bottom) / 2 - box.top;
      const end = where(part);
      leader.setAttribute('d', `M${x.toFixed(1)} ${y.toFixed(1)}L${end.x.toFixed(1)} ${end.y.toFixed(1)}`);
      dot.setAttribute('cx', end.x.toFixed(1));
      dot.setAttribute('cy', end.y.toFixed(1));
    }
  }
}

/** The stand from which a part is looked at closely. @param {import('./rig.js').Stand} view @param {Vector3} at */
export function closeTo(view, at) {
  return { ...view, at, distance: view.distance * CLOSE };
}
