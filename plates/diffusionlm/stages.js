// Plate 1's stage: the flat one at once, and the one in three dimensions where it can be had. The flat
// stage is kept at the same place throughout: it is the picture before the other has come, after it is
// lost, and on paper. The player knows neither.

import { bring } from '../../press/theme/js/later.js';
import { store } from '../../press/theme/js/safe.js';
import { createStage as createFlat } from './stage.js';

/** @typedef {import('../../press/theme/js/player.js').Scene} Scene */
/** @typedef {{garbled: (trace: any, own?: any) => Iterable<number>, words: Record<string, string>, lang: string,
 *   reducedMotion: boolean, later: import('../../press/theme/js/later.js').Later | null}} Options */

const KEY = 'stage';
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'keydown'];
/** How long the stage may be out of sight before its graphics are given back. */
const PATIENCE = 1500;

/** @param {HTMLElement} root what stage.html rendered @param {Options} options */
export function createStage(root, options) {
  const stages = new Stages(root, options);
  // For whoever wants to know what is on the stage and what it costs; null while it is flat.
  Object.assign(root, { info: () => stages.solid?.info() ?? null });
  return stages;
}

class Stages {
  /** @param {HTMLElement} root @param {Options} options */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.flat = createFlat(root, options);
    this.host = /** @type {HTMLElement} */ (root.querySelector('[data-solid]'));
    this.tools = /** @type {HTMLElement} */ (root.querySelector('[data-solid-tools]'));
    this.button = /** @type {HTMLButtonElement} */ (root.querySelector('[data-do=solid]'));
    this.note = /** @type {HTMLElement} */ (root.querySelector('[data-solid-said]'));
    /** @type {{scene: Scene, position: number} | null} */
    this.last = null;
    /** @type {any} */
    this.solid = null;
    this.seen = false;
    this.begun = false;
    this.busy = false;
    /** whether the graphics of `solid` are gone */
    this.lost = false;
    this.hush = 0;
    if (options.later) this.offer();
  }

  /** @param {Scene} scene @param {number} position */
  show(scene, position) {
    const ownBefore = this.last?.scene.own;
    this.last = { scene, position };
    this.flat.show(/** @type {any} */ (scene), position);
    if (scene.own && !ownBefore) this.leave();
    else if (!scene.own && ownBefore) this.settle();
    else this.solid?.show(scene, position);
  }

  /** The reader's own lines stay flat: the stone has the outlines of the plate's letters only. */
  leave() {
    const was = this.solid;
    this.giveBack();
    if (was) this.say('solid.own');
  }

  destroy() {
    this.giveBack();
    this.flat.destroy();
  }

  /** The switch, and what decides when the stone comes and goes. */
  offer() {
    this.tools.hidden = false;
    this.button.addEventListener('click', () => this.choose(this.button.getAttribute('aria-pressed') === 'true' ? 'flat' : 'solid'));
    this.tool('home', (rig) => rig.back());
    this.tool('nearer', (rig) => rig.zoom(1.25));
    this.tool('farther', (rig) => rig.zoom(1 / 1.25));
    let leaving = 0;
    new IntersectionObserver(([entry]) => {
      this.seen = entry.isIntersecting;
      window.clearTimeout(leaving);
      if (this.seen) this.settle();
      else leaving = window.setTimeout(() => this.giveBack(), PATIENCE);
    }).observe(this.root);
    this.whenBegun(() => {
      this.begun = true;
      this.settle();
    });
  }

  /** Not before the page has loaded, is at rest, and the reader has begun. @param {() => void} act */
  whenBegun(act) {
    const rest = window.requestIdleCallback ?? ((then) => window.setTimeout(then, 200));
    const begin = () => {
      for (const sign of SIGNS) window.removeEventListener(sign, begin);
      rest(act);
    };
    for (const sign of SIGNS) window.addEventListener(sign, begin, { passive: true });
  }

  /** @param {string} name @param {(rig: any) => void} act */
  tool(name, act) {
    this.tools.querySelector(`[data-do=${name}]`)?.addEventListener('click', () => this.solid && act(this.solid.rig));
  }

  /** A stone whose graphics are gone is given back: who asks for it anew gets a new one. The reader's own lines
   *  stay flat whatever is chosen, so that is said and no choice is kept. @param {'solid' | 'flat'} choice */
  choose(choice) {
    if (this.last?.scene.own) return this.say('solid.own');
    store.set(KEY, choice);
    this.begun = true;
    this.say('');
    if (choice === 'flat' || this.lost) this.giveBack();
    if (choice === 'solid') this.settle();
  }

  /** Whether this reader gets the stone: by choice, else where a graphics card draws it and data is not to be saved. */
  wanted() {
    const choice = store.get(KEY);
    if (choice) return choice === 'solid';
    const { connection } = /** @type {any} */ (navigator);
    return !connection?.saveData && inHardware();
  }

  async settle() {
    if (!this.seen || !this.begun || this.busy || this.solid || this.last?.scene.own || !this.wanted()) return;
    this.busy = true;
    this.button.setAttribute('aria-busy', 'true');
    try {
      await this.bring();
    } catch (fault) {
      this.giveBack();
      this.say(fault instanceof TypeError ? 'solid.missing' : 'solid.refused');
    }
    this.button.removeAttribute('aria-busy');
    this.busy = false;
  }

  /** Fetch the stone and put it where the flat stage is. @throws TypeError where something did not come */
  async bring() {
    const { later, words, garbled, reducedMotion } = this.options;
    const [{ createStone }, outlines] = await bring(later);
    if (!this.seen || this.last?.scene.own || store.get(KEY) === 'flat') return;
    const soft = !inHardware();
    this.host.hidden = false;
    this.solid = createStone(this.host, {
      words, garbled, outlines, soft, still: reducedMotion || soft,
      drawn: () => this.mark(true),
      strayed: (on) => this.root.toggleAttribute('data-strayed', on),
      lost: () => this.lose(),
      restored: () => this.regain(),
    });
    if (this.last) this.solid.show(this.last.scene, this.last.position);
    this.say(soft ? 'solid.soft' : '');
    if (soft) this.hush = window.setTimeout(() => this.say(''), 6000);
  }

  /** The graphics are gone, and may come back. */
  lose() {
    this.lost = true;
    this.mark(false);
    this.host.hidden = false; // its canvas is what hears of the return
    this.say('solid.lost');
  }

  regain() {
    this.giveBack();
    this.say('');
    this.settle();
  }

  /** Back to the flat stage; the graphics are free for others. */
  giveBack() {
    this.solid?.destroy();
    this.solid = null;
    this.lost = false;
    this.host.hidden = true;
    this.mark(false);
  }

  /** @param {boolean} solid */
  mark(solid) {
    this.root.toggleAttribute('data-solid-on', solid);
    this.button.setAttribute('aria-pressed', String(solid));
    this.root.removeAttribute('data-strayed');
  }

  /** What is said now is not wiped by an earlier word's clock. @param {string} key or nothing */
  say(key) {
    window.clearTimeout(this.hush);
    this.note.textContent = key ? this.options.words[key] : '';
  }
}

/** @type {boolean | undefined} */
let hardware;

/** Whether WebGL is there and a graphics card draws it; asked once, with a context that is given back. */
function inHardware() {
  hardware ??= probe();
  return hardware;
}

function probe() {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const named = gl.getExtension('WEBGL_debug_renderer_info');
  const name = named ? String(gl.getParameter(named.UNMASKED_RENDERER_WEBGL)) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !SOFTWARE.test(name);
}
