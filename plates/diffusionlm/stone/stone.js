// The stage in three dimensions: an imposing stone with a galley and a chase. It shows a scene at a
// position, as the flat stage does, draws only when something has changed, and keeps one WebGL context.

import { Mesh, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { Apart, Labels, closeTo } from './exploded.js';
import { Chase, Galley, arrange } from './forms.js';
import { Glide } from './glide.js';
import { Glyphs } from './glyphs.js';
import { INK, aim, makeLooks } from './looks.js';
import { apartOf, samples } from './parts.js';
import { Rig } from './rig.js';
import { slab } from './shop.js';
import { viewOf } from './views.js';

/** @typedef {import('../../../press/theme/js/player.js').Scene} StageScene */
/** @typedef {{words: Record<string, string>, outlines: import('./glyphs.js').Outlines, still: boolean, soft: boolean,
 *   garbled: (trace: import('../../../press/theme/js/trace.js').Trace) => Iterable<number>,
 *   drawn: () => void, strayed: (on: boolean) => void, lost: () => void, restored: () => void}} Options
 *   drawn: called once there is a picture;  still: nothing glides;  soft: there is no graphics card, so pictures are drawn small */

const TYPE = 260; // milliseconds
const APART = 1100;
const TURN = 1900;
const ANGLE = 28; // degrees from the picture's bottom to its top
const SHARP = 2; // device pixels at most
const ACROSS = 12;
const ROWS = 6;
/** Sorts of Latin type are deeper than wide; Chinese ones are nearly square. */
const MEASURES = { latin: { depth: 1.3, lead: 0.09 }, han: { depth: 1.16, lead: 0.13 } };

/** @param {HTMLElement} host @param {Options} options @throws where the browser gives no WebGL */
export function createStone(host, options) {
  return new Stone(host, options);
}

class Stone {
  /** @param {HTMLElement} host @param {Options} options */
  constructor(host, options) {
    this.host = host;
    this.options = options;
    this.frames = this.frame = 0;
    this.viewed = '';
    this.fresh = true;
    this.canvas = document.createElement('canvas');
    const context = this.canvas.getContext('webgl2', { antialias: !this.options.soft, alpha: true });
    if (!context) throw new Error('no WebGL');
    this.renderer = new WebGLRenderer({ canvas: this.canvas, context, alpha: true });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    host.prepend(this.canvas);
    this.build();
    this.glides();
    this.listen();
  }

  build() {
    const { words, outlines, garbled } = this.options;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(ANGLE, 100 / 87, 4, 160);
    this.looks = makeLooks(this.renderer, this.options.soft);
    const { materials, sun, fill, air } = this.looks;
    this.scene.environment = air?.texture ?? null;
    const han = Object.keys(outlines.glyphs).some((character) => /\p{Script=Han}/u.test(character));
    const measure = { across: ACROSS, rows: ROWS, ...MEASURES[han ? 'han' : 'latin'] };
    const glyphs = new Glyphs(outlines, { width: 0.84, depth: measure.depth * (han ? 0.82 : 0.74) });
    const face = getComputedStyle(this.host).fontFamily;
    const shop = { materials, glyphs, measure, words, face, garbled };
    this.front = new Chase(shop);
    this.back = new Galley(shop);
    this.slab = slab(materials);
    this.samples = samples(measure, glyphs.solid(words.letter), materials, INK);
    arrange(this.front, this.back);
    this.scene.add(this.slab, this.front.root, this.back.root, ...Object.values(this.samples), sun, sun.target, fill);
    this.apart = new Apart(apartOf(this));
  }

  glides() {
    const wake = () => this.wake();
    this.rig = new Rig(this.camera, this.host, { still: this.options.still, wake, strayed: this.options.strayed });
    this.type = new Glide(TYPE);
    this.spread = new Glide(APART);
    this.turning = new Glide(TURN);
    this.labels = new Labels(this.host, this.options.words, (part) => this.visit(part));
  }

  listen() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.gone = true;
      this.options.lost();
    }, { signal });
    this.canvas.addEventListener('webglcontextrestored', () => this.options.restored(), { signal });
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this.host);
    this.theme = new MutationObserver(() => this.dress());
    this.theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.dress(), { signal });
    this.fit();
    this.dress();
  }

  /** Light and dark are told by the page's own ink. */
  dress() {
    const [r, g, b] = (getComputedStyle(this.host).color.match(/[\d.]+/g) ?? ['0', '0', '0']).map(Number);
    this.looks.dress(r + g + b > 384 ? 'dark' : 'light', this.scene, this.looks);
    this.wake();
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setPixelRatio(this.options.soft ? 1 : Math.min(SHARP, window.devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.wake();
  }

  /** @param {StageScene} scene @param {number} position */
  show(scene, position) {
    const { still } = this.options;
    const cut = still || this.fresh;
    const { name, view } = viewOf(scene);
    this.front.show(scene.view === 'galley' ? null : scene.front, position);
    this.back.show(scene.view === 'chase' ? null : scene.back, position);
    this.type.to(1, cut, 0);
    if (name !== this.viewed) this.face(view, cut);
    this.viewed = name;
    this.spread.to(scene.view === 'exploded' ? 1 : 0, cut);
    this.turning.to(scene.view === 'proof' ? 1 : 0, cut);
    this.labels.show(scene.view === 'exploded');
    this.fresh = false;
    this.dirty = true;
    this.wake();
  }

  /** @param {import('./views.js').View} view @param {boolean} cut */
  face(view, cut) {
    const middle = { front: this.front.root.position, back: this.back.root.position, all: new Vector3() }[view.on];
    const at = new Vector3(...view.at).add(middle);
    aim(this.looks.sun, at, view.distance);
    this.rig.go({ azimuth: view.azimuth, height: view.height, distance: view.distance, at }, cut);
    this.stood = this.rig.home;
  }

  /** Go near a part of the stone taken apart, or back. @param {string | null} part */
  visit(part) {
    this.rig.go(part ? closeTo(this.stood, this.apart.anchor(part)) : this.stood);
  }

  /** Draw a picture soon; many wishes for one are one. */
  wake() {
    if (!this.gone) this.frame ||= window.requestAnimationFrame((time) => this.draw(time));
  }

  /** @param {number} time */
  draw(time) {
    this.frame = 0;
    const moved = [this.type, this.spread, this.turning].map((glide) => glide.step(time)).some(Boolean) || this.dirty;
    if (moved) this.pose();
    this.renderer.shadowMap.needsUpdate = moved;
    this.dirty = false;
    this.rig.step(time);
    this.rig.place();
    this.renderer.render(this.scene, this.camera);
    this.frames += 1;
    if (this.frames === 1) this.options.drawn();
    if (!this.labels.root.hidden) this.labels.draw((part) => this.project(part));
    if (this.rig.moving || [this.type, this.spread, this.turning].some((glide) => glide.moving)) this.wake();
  }

  /** Put everything where its glide has brought it. */
  pose() {
    const [spread, forms] = [this.spread.now, [this.front, this.back]];
    if (this.wasApart && spread === 0) this.apart.move(0);
    for (const form of forms) {
      form.move(this.type.now);
      form.turn(spread > 0 ? 0 : this.turning.now);
    }
    if (spread > 0) this.apart.move(spread);
    for (const sample of Object.values(this.samples)) sample.visible = spread > 0.2;
    this.front.sheet.root.visible ||= spread > 0;
    for (const form of forms) form.print(this.turning.goal === 1);
    this.wasApart = spread > 0;
  }

  /** Where a part's line ends, in pixels of the host. @param {string} part */
  project(part) {
    const at = this.apart.anchor(part).project(this.camera);
    return { x: ((at.x + 1) / 2) * this.host.clientWidth, y: ((1 - at.y) / 2) * this.host.clientHeight };
  }

  /** What is shown and what it costs: letters by place (null: no such handbill), view, camera, and the renderer's own counts. */
  info() {
    const { render, memory, programs } = this.renderer.info;
    const { azimuth, height, distance } = this.rig.now;
    return {
      front: this.front.root.visible ? this.front.bed.read() : null,
      back: this.back.root.visible ? this.back.bed.read() : null,
      view: this.viewed, camera: { azimuth, height, distance }, frames: this.frames,
      calls: render.calls, triangles: render.triangles, geometries: memory.geometries, textures: memory.textures, programs: programs?.length ?? 0,
    };
  }

  destroy() {
    window.cancelAnimationFrame(this.frame);
    this.gone = true;
    this.stop.abort();
    this.rig.destroy();
    this.sizes.disconnect();
    this.theme.disconnect();
    this.scene.traverse((thing) => thing instanceof Mesh && discard(thing));
    this.looks.air?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.labels.root.remove();
    this.canvas.remove();
  }
}

/** @param {any} thing a mesh of any kind */
function discard(thing) {
  thing.dispose?.();
  thing.geometry.dispose();
  thing.material.map?.dispose();
  thing.material.dispose();
}
