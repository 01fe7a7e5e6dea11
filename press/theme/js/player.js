// The player: it owns the position in a scene and tells a stage about it. It knows traces and time;
// which plate it plays, and what the stage looks like, it does not know.

/**
 * @typedef {import('./trace.js').Trace} Trace
 * @typedef {{front: Trace | null, back: Trace | null, view: string, across?: number | number[], own?: any,
 *   section?: string}} Scene
 *   across  places a row, where they are not the page's own number; own  what the reader has brought, if
 *   the scene shows that: a stage that is made for the plate's own text may leave it to another
 * @typedef {{show(scene: Scene, position: number): void, destroy(): void}} Stage
 * @typedef {{stage: Stage, words: import('./words.js').Words, say: (text: string) => void,
 *   describe: (scene: Scene, position: number) => string, still: () => boolean}} Parts
 */

const TICK = { both: 420, front: 800, back: 170 };
const LEAST = 110;
/** The share of the stage that has to be on the screen before anything plays by itself. */
const SEEN = 0.6;
const WIDE = '(min-width: 64em)';

/** How players open their first scene: at this pass, if it is not null, and playing by itself if it would.
 *  `asked`: the address asks for it, so that no sign of a reader is waited for.
 *  @type {{pass: number | 'end' | null, autoplay: boolean, asked: boolean}} */
export const opening = { pass: null, autoplay: true, asked: false };

export class Player {
  /** @param {HTMLElement} root the controls, as the page's template wrote them @param {Parts} parts */
  constructor(root, parts) {
    this.root = root;
    this.parts = parts;
    /** @type {Scene} */
    this.scene = { front: null, back: null, view: 'both' };
    this.position = 0;
    this.timer = 0;
    this.turned = false;
    /** whether the stage can be seen, and whether a scene waits for that to play */
    this.seen = false;
    this.due = false;
    this.opened = false;
    this.mayPlay = () => false;
    this.play_ = /** @type {HTMLButtonElement} */ (root.querySelector('[data-do=play]'));
    this.scrub = /** @type {HTMLInputElement} */ (root.querySelector('[data-do=scrub]'));
    this.speed = /** @type {HTMLSelectElement} */ (root.querySelector('[data-do=speed]'));
    this.proof = /** @type {HTMLButtonElement} */ (root.querySelector('[data-do=proof]'));
    this.words = /** @type {HTMLElement} */ (root.querySelector('[data-show=words]'));
    this.listen(root);
  }

  get length() {
    return Math.max(this.scene.front?.length ?? 0, this.scene.back?.length ?? 0);
  }

  get playing() {
    return this.timer !== 0;
  }

  /** @param {HTMLElement} root */
  listen(root) {
    const on = (name, act) => root.querySelector(`[data-do=${name}]`)?.addEventListener('click', act);
    on('play', () => (this.playing ? this.pause() : this.play()));
    on('back', () => this.step(-1));
    on('on', () => this.step(1));
    on('proof', () => this.turn(!this.turned));
    this.scrub.addEventListener('input', () => {
      this.pause();
      this.seek(Number(this.scrub.value));
    });
    root.addEventListener('keydown', (event) => this.key(event));
    document.addEventListener('visibilitychange', () => document.hidden && this.pause());
  }

  /** Space plays and pauses from the scrubber too, where it has no other use.
   *  @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== ' ' || event.target !== this.scrub) return;
    event.preventDefault();
    if (this.playing) this.pause();
    else this.play();
  }

  /** Play by itself only while the stage can be seen, and on a narrow screen only once the reader has
   *  begun to read: a page that has just come should leave a phone's processor alone.
   *  @param {HTMLElement} stage */
  watch(stage) {
    let begun = opening.asked || window.matchMedia(WIDE).matches;
    const start = () => this.due && begun && this.seen && this.play();
    for (const sign of ['scroll', 'pointerdown', 'keydown']) {
      window.addEventListener(sign, () => { begun = true; start(); }, { once: true, passive: true });
    }
    this.mayPlay = () => begun && this.seen;
    new IntersectionObserver(([entry]) => {
      this.seen = entry.isIntersecting;
      if (!this.seen && this.playing) this.pause();
      start();
    }, { threshold: SEEN }).observe(stage);
  }

  /** Put a scene on the stage. @param {Scene} scene @param {number | 'end'} start @param {boolean} play */
  load(scene, start = 0, play = false) {
    this.pause();
    if (!this.opened) [start, play] = [opening.pass ?? start, play && opening.autoplay];
    this.opened = true;
    this.scene = scene;
    this.root.dataset.section = scene.section ?? '';
    this.turned = scene.view === 'proof';
    this.scrub.max = String(this.length);
    this.scrub.disabled = this.length === 0;
    // What plays by itself stands at its end until it does, as the page was served, so nothing jumps.
    this.seek(start === 'end' || play ? this.length : start);
    this.due = play && !this.parts.still();
    if (this.due && this.mayPlay()) this.play();
  }

  /** The printed view of the same scene, or back from it. @param {boolean} on */
  turn(on) {
    this.turned = on;
    this.seek(this.position);
  }

  play() {
    this.due = false;
    if (this.length === 0) return;
    if (this.position >= this.length) this.seek(0);
    this.timer = window.setTimeout(() => this.tick(), this.pace());
    this.mark();
  }

  pause() {
    this.due = false;
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.mark();
  }

  /** Half a pass: first the guesses, then what is kept of them. Reduced motion shows whole passes. */
  tick() {
    const half = this.parts.still() || !this.scene.front || this.position >= this.scene.front.length ? 1 : 0.5;
    this.seek(Math.min(this.length, Math.floor(this.position / half) * half + half));
    if (this.position >= this.length) return this.pause();
    this.timer = window.setTimeout(() => this.tick(), this.pace() * half);
  }

  /** Milliseconds a pass. */
  pace() {
    const { front, back } = this.scene;
    const base = front && back ? TICK.both : front ? TICK.front : TICK.back;
    return Math.max(LEAST, Math.min(base, 12000 / this.length) || base) / Number(this.speed.value || 1);
  }

  /** One whole pass on or back. @param {number} by */
  step(by) {
    this.pause();
    this.seek(by > 0 ? Math.floor(this.position) + 1 : Math.ceil(this.position) - 1);
  }

  /** @param {number} position */
  seek(position) {
    this.position = Math.max(0, Math.min(this.length, position));
    this.parts.stage.show(this.shown(), this.position);
    const text = this.parts.describe(this.scene, this.position);
    this.scrub.value = String(Math.floor(this.position));
    this.scrub.setAttribute('aria-valuetext', this.parts.words('player.valuetext', { pass: Math.floor(this.position), passes: this.length }));
    this.words.textContent = text;
    this.parts.say(text);
    this.mark();
  }

  /** The scene as it is shown: printed, or in its own view. @returns {Scene} */
  shown() {
    if (this.scene.view === 'exploded') return this.scene;
    const own = this.scene.view === 'proof' ? 'both' : this.scene.view;
    return { ...this.scene, view: this.turned ? 'proof' : own };
  }

  mark() {
    const doing = this.playing ? 'pause' : 'play';
    this.play_.dataset.state = doing;
    this.play_.setAttribute('aria-label', this.parts.words(`player.${doing}`));
    this.play_.disabled = this.length === 0;
    this.proof.setAttribute('aria-pressed', String(this.turned));
    this.proof.disabled = this.scene.view === 'exploded';
  }
}
