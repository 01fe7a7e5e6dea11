// Take a fill away: the trace, a table, a picture, a film. Where a frame forbids downloads, the text or
// the picture is shown instead, to be copied.

import { save } from './save.js';
import { gif, png } from './takeaway-film.js';
import { frame } from './takeaway-frame.js';
import { table } from './takeaway-table.js';

/**
 * @typedef {import('./trace.js').Trace} Trace
 * @typedef {import('./player.js').Scene} Scene
 * @typedef {{player: import('./player.js').Player, words: import('./words.js').Words, lang: string, title: string,
 *   across: number, film: string | null,
 *   marks?: (scene: Scene, trace: Trace) => {rows: Set<number>, label: string}}} Parts
 */

export class TakeAway {
  /** @param {HTMLElement} root the player, whose template wrote a button and a dialog @param {Parts} parts */
  constructor(root, parts) {
    this.parts = parts;
    const find = (what) => /** @type {any} */ (root.querySelector(`[data-take-${what}]`));
    this.dialog = /** @type {HTMLDialogElement} */ (find('dialog'));
    this.which = /** @type {HTMLElement} */ (find('which'));
    this.said = /** @type {HTMLElement} */ (find('said'));
    this.bar = /** @type {HTMLProgressElement} */ (find('bar'));
    this.text = /** @type {HTMLTextAreaElement} */ (find('text'));
    this.picture = /** @type {HTMLElement} */ (find('picture'));
    this.buttons = /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll('[data-take-as]')]);
    for (const button of this.buttons) button.addEventListener('click', () => this.take(button.dataset.takeAs));
    this.opener = /** @type {HTMLButtonElement} */ (find('open'));
    this.opener.addEventListener('click', () => this.open());
    find('close').addEventListener('click', () => this.dialog.close());
  }

  /** The traces on the stage. @returns {Trace[]} */
  get traces() {
    const { front, back } = this.parts.player.scene;
    return [front, back].filter((trace) => trace !== null);
  }

  open() {
    const { player, words } = this.parts;
    player.pause();
    if (!this.traces.length) return;
    this.which.replaceChildren(...this.traces.map((trace, i) => this.choice(trace, i)));
    this.hide();
    this.tell(words('take.position'));
    const theme = isDark() ? 'dark' : 'light';
    /** @type {HTMLInputElement} */ (this.dialog.querySelector(`[name=take-theme][value=${theme}]`)).checked = true;
    this.dialog.showModal();
    const room = document.body.offsetHeight - this.dialog.offsetHeight;
    const top = Math.min(this.opener.getBoundingClientRect().top + window.scrollY, room);
    this.dialog.style.setProperty('--take-top', `${Math.max(0, top)}px`);
  }

  /** A fill to choose; where there is one only, it is named all the same. @param {Trace} trace @param {number} i */
  choice(trace, i) {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'take-which', value: String(i), checked: i === 0 });
    const { sampler, canvas } = trace.data;
    label.append(input, ` ${this.parts.words('take.fill', { sampler, passes: trace.length, places: canvas.length })}`);
    return label;
  }

  /** @param {string} name */
  chosen(name) {
    return /** @type {HTMLInputElement} */ (this.dialog.querySelector(`[name=${name}]:checked`)).value;
  }

  /** @param {string} kind json, csv, svg, png or gif */
  async take(kind) {
    const { words, player } = this.parts;
    const trace = this.traces[Number(this.chosen('take-which'))];
    this.hide();
    for (const button of this.buttons) button.disabled = true;
    this.tell(words('take.making'));
    try {
      const content = await this.made(kind, trace, Math.min(player.position, trace.length));
      await this.hand(`plateworks-${trace.data.sampler}-${trace.length}.${kind}`, content);
    } catch {
      this.tell(words(`take.failed.${kind === 'gif' ? 'film' : 'other'}`));
    } finally {
      this.bar.hidden = true;
      for (const button of this.buttons) button.disabled = false;
    }
  }

  /** @param {string} kind @param {Trace} trace @param {number} position @returns {Promise<Blob>} */
  async made(kind, trace, position) {
    const { across, film } = this.parts;
    const places = this.parts.player.scene.across ?? across;
    if (kind === 'json') return new Blob([`${JSON.stringify(trace.data)}\n`], { type: 'application/json' });
    if (kind === 'csv') return new Blob([table(trace, places)], { type: 'text/csv' });
    const options = this.options(trace, places);
    if (kind === 'svg') return new Blob([frame(trace, position, options).svg], { type: 'image/svg+xml' });
    if (kind === 'png') return png(trace, position, options);
    this.bar.hidden = false;
    return gif(trace, options, film, (share) => (this.bar.value = share));
  }

  /** @param {Trace} trace @param {number | number[]} across @returns {import('./takeaway-frame.js').Options} */
  options(trace, across) {
    const { words, lang, title, marks, player } = this.parts;
    const theme = /** @type {import('./takeaway-frame.js').Theme} */ (this.chosen('take-theme'));
    return { across, theme, lang, title, words, marks: marks?.(player.scene, trace) };
  }

  /** @param {string} name @param {Blob} content */
  async hand(name, content) {
    const how = save(name, content);
    this.tell(this.parts.words(`take.${how}`, { name, size: Math.ceil(content.size / 1000) }));
    if (how !== 'saved') await this.show(content);
  }

  /** Show what could not be saved. @param {Blob} content */
  async show(content) {
    if (['image/png', 'image/gif'].includes(content.type)) {
      const image = Object.assign(new Image(), { src: await addressOf(content), alt: this.parts.words('take.picture') });
      this.picture.replaceChildren(image);
      return;
    }
    this.text.value = await content.text();
    this.text.hidden = false;
    this.text.select();
  }

  hide() {
    this.text.hidden = true;
    this.picture.replaceChildren();
  }

  /** @param {string} text */
  tell(text) {
    this.said.textContent = text;
  }
}

/** Whether the page is dark now, by the switch or by the system. */
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** A file as an address that holds it: a page may show such pictures, and no others but its own.
 *  @param {Blob} content @returns {Promise<string>} */
function addressOf(content) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}
