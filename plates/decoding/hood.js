// Under the hood: one side's sampler as Python that can be changed. It runs in a worker of its own, which closes itself
// to everything else first, and which can be stopped and started anew without the lab's own.

import { bring } from '../../press/theme/js/later.js';
import { DEADLINES, Engine } from '../../press/theme/js/live.js';
import { megabytes } from '../../press/theme/js/livepanel.js';
import { packed, unpacked } from './hoodlink.js';

/** @typedef {import('./hoodlink.js').Original} Original */
/** @typedef {import('../../press/theme/js/page.js').Context} Context */
/** @typedef {import('./labform.js').SideForm} SideForm */

export class Hood {
  /** @param {HTMLElement} root @param {Context} context
   *  @param {{fill: () => Promise<void>, copy: (said: HTMLElement) => void}} lab fill: both sides anew; copy: a link to all */
  constructor(root, context, lab) {
    this.root = root;
    this.context = context;
    this.lab = lab;
    /** @type {SideForm | null} */
    this.side = null;
    this.sampler = '';
    /** What stands or stood in the editor, by side and sampler, and whether a link brought it and the reader has not run it yet.
     *  @type {Map<string, {text: string, theirs: boolean}>} */
    this.drafts = new Map();
    /** @type {Original} */
    this.original = { source: '', key: '', rule: 1 };
    /** @type {ReturnType<typeof import('./editor.js').createEditor> | undefined} */
    this.editor = undefined;
    const { live } = context.data;
    this.engine = live ? new Engine(live) : null;
    this.engine?.addEventListener('change', () => this.tellStart());
    const find = (what) => /** @type {any} */ (root.querySelector(what));
    this.title = find('[data-show=hood-title]');
    this.theirs = find('[data-show=hood-theirs]');
    this.rule = find('[data-show=hood-rule]');
    this.said = find('[data-show=hood-said]');
    this.bar = find('progress');
    this.buttons = Object.fromEntries(['run', 'stop', 'undo', 'share', 'close'].map((name) => [name, find(`[data-do=hood-${name}]`)]));
    for (const [name, button] of Object.entries(this.buttons)) button.addEventListener('click', () => (this.editor || name === 'close') && this[name]());
    for (const one of root.querySelectorAll('[data-hood-edit]')) /** @type {HTMLElement} */ (one).hidden = !this.able;
    find('[data-show=hood-read]').hidden = this.able;
    this.size();
  }

  /** Whether this kind of page can edit: it needs the editor and the live toy. */
  get able() {
    return Boolean(this.engine && this.context.data.later);
  }

  /** Show a side's sampler: as it is, as it was edited last, or with somebody else's edit.
   *  @param {SideForm} side @param {string} [edit] a link's @returns {Promise<void>} */
  async open(side, edit) {
    const sampler = side.sampler.value;
    const { words, data } = this.context;
    this.root.hidden = false;
    this.tell('hood.coming');
    try {
      const all = await this.context.file('hood');
      if (!this.able) return this.read(side, sampler, all[sampler]);
      const [{ createEditor }] = await bring(data.later ?? {});
      this.editor ??= createEditor(this.root.querySelector('[data-editor]'), { label: words('hood.label'), changed: () => this.changed(), run: () => this.run() });
      this.put(side, sampler, all[sampler], edit);
    } catch {
      this.tell('hood.missing');
    }
  }

  /** @param {SideForm} side @param {string} sampler @param {Original} original */
  name(side, sampler, original) {
    const { words } = this.context;
    Object.assign(this, { side, sampler, original });
    this.title.textContent = words('hood.title', { side: side.title, file: `${sampler}.py` });
    this.rule.textContent = words('hood.rule', { line: original.rule });
  }

  /** Show a sampler where there is no editor. @param {SideForm} side @param {string} sampler @param {Original} original */
  read(side, sampler, original) {
    this.name(side, sampler, original);
    const lines = original.source.split('\n').map((line, i) => {
      return Object.assign(document.createElement(i + 1 === original.rule ? 'mark' : 'span'), { textContent: `${line}\n` });
    });
    const pre = Object.assign(document.createElement('pre'), { tabIndex: 0, lang: 'en' });
    pre.append(...lines);
    this.root.querySelector('[data-editor]')?.replaceChildren(pre);
    this.tell('');
  }

  changed() {
    this.drafts.set(this.draft, { text: this.editor.text, theirs: !this.theirs.hidden });
    this.tell('');
  }

  /** The name of what is edited. */
  get draft() {
    return `${this.side.id} ${this.sampler}`;
  }

  /** @param {SideForm} side @param {string} sampler @param {Original} original @param {string} [edit] */
  put(side, sampler, original, edit) {
    this.name(side, sampler, original);
    const theirs = edit === undefined ? null : unpacked(original, edit);
    if (theirs !== null) this.drafts.set(this.draft, { text: theirs, theirs: true });
    const draft = this.drafts.get(this.draft) ?? { text: original.source, theirs: false };
    this.theirs.hidden = !draft.theirs;
    this.editor.put(draft.text, original.rule);
    this.tell(edit !== undefined && theirs === null ? 'hood.other' : '');
  }

  /** Run what stands in the editor as the side's sampler. */
  async run() {
    const { side, edit, editor: { text } } = this;
    if (this.buttons.run.disabled) return;
    if (side.sampler.value !== this.sampler) return this.tell('hood.changed');
    this.theirs.hidden = true;
    this.drafts.set(this.draft, { text, theirs: false });
    this.busy(true);
    if (edit && (await this.engine.start()) !== 'ready') return this.ended();
    this.tell('lab.working');
    side.edit(edit ? text : null, edit);
    await this.lab.fill();
    this.busy(false);
    if (this.said.textContent === this.context.words('lab.working')) this.tell(edit ? 'hood.done' : 'hood.same');
  }

  /** End the worker, and whatever it is at. */
  stop() {
    this.engine.stop();
    this.ended();
  }

  /** The worker is gone: say why. */
  ended() {
    const { code } = this.engine.failure ?? { code: 'stopped' };
    this.busy(false);
    if (code === 'stopped') return this.tell('hood.stopped');
    if (code === 'timeout') return this.tell('hood.endless', { seconds: DEADLINES.run / 1000 });
    this.said.textContent = this.context.words(`live.failed.${code}`, { file: this.engine.failure?.file ?? '' });
  }

  undo() {
    this.drafts.delete(this.draft);
    this.editor.put(this.original.source, this.original.rule);
    this.theirs.hidden = true;
    this.side.edit(null, '');
    this.tell('hood.original');
    this.lab.fill();
  }

  /** A link to what stands in the editor, whether it was run or not. */
  share() {
    this.side.change = this.edit;
    this.lab.copy(this.said);
  }

  /** What stands in the editor, as a link has it; nothing where it is the original. */
  get edit() {
    const { text } = this.editor;
    return text === this.original.source ? '' : packed(this.original, text);
  }

  close() {
    this.root.hidden = true;
    this.side?.opener.focus();
  }

  /** What the run came to where it came to no fill. 
   *  @param {{line?: number | null, message?: string, detail?: string, code?: string}} reason */
  refuse({ line, message = '', detail, code }) {
    if (code && code !== 'python') return this.ended();
    this.said.textContent = line ? this.context.words('hood.fault', { line, text: message }) : detail || message;
    if (line) this.editor.fault({ line, text: message });
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.buttons.run.disabled = this.buttons.undo.disabled = busy;
    this.buttons.stop.hidden = !busy;
    this.bar.hidden = !busy;
    this.size();
  }

  /** How much the first run fetches stands on its button. */
  size() {
    const { engine } = this;
    const off = engine && ['off', 'failed', 'stopped'].includes(engine.state);
    this.buttons.run.textContent = this.context.words(off ? 'hood.start' : 'hood.run', { size: megabytes(engine?.total ?? 0) });
  }

  /** How far the worker's start has come. */
  tellStart() {
    const { engine, context: { words } } = this;
    if (engine.state !== 'starting') return;
    this.said.textContent = words(`live.stage.${engine.stage}`, { loaded: megabytes(engine.loaded), total: megabytes(engine.total) });
  }

  /** @param {string} key or nothing @param {Record<string, number>} [holes] */
  tell(key, holes) {
    this.said.textContent = key ? this.context.words(key, holes) : '';
  }
}
