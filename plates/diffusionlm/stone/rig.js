// The camera: it goes to a view with a short, soft move that the reader can break off, and walks round
// what it looks at by drag, by keys and by touch. The page's own scrolling and zooming are left alone.

import { MathUtils, Vector3 } from 'three';

const MOVE = 900; // milliseconds
const STEP = 7; // degrees a key
const DRAG = 0.32; // degrees a pixel
const HEIGHT = [6, 88];
const NEAR = 0.35;
const FAR = 1.5;

/** @typedef {{azimuth: number, height: number, distance: number, at: Vector3}} Stand */

export class Rig {
  /** @param {any} camera @param {HTMLElement} host takes the keys and the pointer
   *  @param {{still: boolean, wake: () => void, strayed: (on: boolean) => void}} parts */
  constructor(camera, host, parts) {
    this.camera = camera;
    this.parts = parts;
    /** @type {Stand} */
    this.now = { azimuth: 0, height: 50, distance: 40, at: new Vector3() };
    /** @type {Stand} where the view stands */
    this.home = this.now;
    this.from = this.now;
    this.begun = 0;
    this.moving = false;
    /** @type {Map<number, [number, number]>} */
    this.pointers = new Map();
    this.ended = new AbortController();
    this.listen(host);
  }

  destroy() {
    this.ended.abort();
  }

  /** @param {Stand} stand @param {boolean} [cut] without a move */
  go(stand, cut = false) {
    this.home = stand;
    this.from = { ...this.now, at: this.now.at.clone() };
    this.begun = 0;
    this.moving = true;
    if (cut || this.parts.still) this.stand(1);
    this.parts.strayed(false);
    this.parts.wake();
  }

  /** @param {number} time of this picture, in milliseconds @returns {boolean} whether it still moves */
  step(time) {
    if (!this.moving) return false;
    this.begun ||= time;
    this.stand(Math.min(1, (time - this.begun) / MOVE));
    return this.moving;
  }

  /** @param {number} t share of the way */
  stand(t) {
    const soft = t * t * (3 - 2 * t);
    const { from, home } = this;
    for (const key of ['azimuth', 'height', 'distance']) this.now[key] = MathUtils.lerp(from[key], home[key], soft);
    this.now.at = from.at.clone().lerp(home.at, soft);
    this.moving = t < 1;
  }

  /** Put the camera where the reader stands. */
  place() {
    const { azimuth, height, distance, at } = this.now;
    const [a, h] = [azimuth * MathUtils.DEG2RAD, height * MathUtils.DEG2RAD];
    this.camera.position.set(Math.sin(a) * Math.cos(h), Math.sin(h), Math.cos(a) * Math.cos(h)).multiplyScalar(distance).add(at);
    this.camera.lookAt(at);
  }

  /** Walk round; whatever move was on is broken off where it is. @param {number} azimuth degrees @param {number} height degrees */
  orbit(azimuth, height) {
    this.moving = false;
    this.now.azimuth += azimuth;
    this.now.height = MathUtils.clamp(this.now.height + height, HEIGHT[0], HEIGHT[1]);
    this.stray();
  }

  /** @param {number} by above 1: nearer */
  zoom(by) {
    this.moving = false;
    const { distance } = this.home;
    this.now.distance = MathUtils.clamp(this.now.distance / by, distance * NEAR, distance * FAR);
    this.stray();
  }

  stray() {
    this.parts.strayed(true);
    this.parts.wake();
  }

  back() {
    // The short way round.
    this.now.azimuth = this.home.azimuth + MathUtils.euclideanModulo(this.now.azimuth - this.home.azimuth + 180, 360) - 180;
    this.go(this.home);
  }

  /** @param {HTMLElement} host */
  listen(host) {
    const { signal } = this.ended;
    const on = (type, act, more = {}) => host.addEventListener(type, act, { signal, ...more });
    on('keydown', (event) => event.target === host && this.key(event));
    on('pointerdown', (event) => this.grip(host, event));
    on('pointermove', (event) => this.drag(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) on(end, (event) => this.pointers.delete(event.pointerId));
    on('dblclick', (event) => event.target instanceof HTMLCanvasElement && this.back());
    on('wheel', (event) => this.wheel(event), { passive: false });
  }

  /** @param {HTMLElement} host @param {PointerEvent} event */
  grip(host, event) {
    if (event.button !== 0 || !(event.target instanceof HTMLCanvasElement)) return;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    host.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last || this.pointers.size > 1) return;
    const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.orbit(-dx * DRAG, dy * DRAG);
  }

  /** A wheel scrolls the page; with Ctrl, Meta or Alt it comes nearer. @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * 0.0015));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      ArrowLeft: () => this.orbit(-STEP, 0), ArrowRight: () => this.orbit(STEP, 0),
      ArrowUp: () => this.orbit(0, STEP), ArrowDown: () => this.orbit(0, -STEP),
      '+': () => this.zoom(1.15), '=': () => this.zoom(1.15), '-': () => this.zoom(1 / 1.15),
      Home: () => this.back(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
