// The chapters with what is done of them; export, import and clearing of it.

import { copy } from '../../press/theme/js/safe.js';
import { chapters, progress } from './progress.js';

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createPath(root, context) {
  new Path(root, context);
}

class Path {
  /** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
  constructor(root, context) {
    this.root = root;
    this.context = context;
    this.count = /** @type {HTMLElement} */ (root.querySelector('[data-show=count]'));
    this.said = /** @type {HTMLElement} */ (root.querySelector('[data-show=said]'));
    this.box = /** @type {HTMLElement} */ (root.querySelector('[data-box]'));
    this.text = /** @type {HTMLTextAreaElement} */ (root.querySelector('textarea'));
    this.sure = false;
    const on = (name, act) => root.querySelector(`[data-do=${name}]`)?.addEventListener('click', act);
    on('export', () => this.export());
    on('import', () => this.takeIn());
    on('take', () => this.take());
    on('clear', () => this.clear());
    progress.addEventListener('change', () => this.show());
    this.show();
  }

  show() {
    const { words } = this.context;
    for (const item of this.root.querySelectorAll('[data-chapter]')) {
      const done = progress.isDone(item.getAttribute('data-chapter') ?? '');
      item.toggleAttribute('data-done', done);
      const mark = item.querySelector('[data-show=done]');
      if (mark) mark.textContent = words(done ? 'path.done' : 'path.open');
    }
    this.count.textContent = `${words('progress.count', this.counts())} ${words(progress.kept ? 'progress.kept' : 'progress.visit')}`;
  }

  counts() {
    const all = chapters();
    return { n: all.filter((chapter) => progress.isDone(chapter)).length, of: all.length };
  }

  async export() {
    this.open(progress.text());
    const how = await copy(this.text.value, this.text);
    this.tell('progress.exported', { how: this.context.words(`copy.${how}`) });
  }

  takeIn() {
    this.open('');
    this.text.focus();
    this.tell('progress.paste');
  }

  take() {
    const taken = progress.take(this.text.value.trim());
    this.tell(taken ? 'progress.imported' : 'progress.refused', this.counts());
  }

  /** Asked for twice, so that one wrong key forgets nothing. */
  clear() {
    const sure = this.sure;
    if (sure) progress.clear();
    this.tell(sure ? 'progress.cleared' : 'progress.clearing');
    this.sure = !sure;
  }

  /** @param {string} text */
  open(text) {
    this.box.hidden = false;
    this.text.value = text;
  }

  /** @param {string} key @param {Record<string, string | number>} [holes] */
  tell(key, holes) {
    this.sure = false;
    this.said.textContent = this.context.words(key, holes);
    this.context.say(this.said.textContent);
  }
}
