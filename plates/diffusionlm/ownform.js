// The form for lines of the reader's own: a field, a count beside every row, what is wrong and where,
// a file to keep them in. Nothing that was typed is lost: what a link, a file or the plate's handbill
// replaces can be put back, and a draft outlives the page.

import { save } from '../../press/theme/js/save.js';
import { store } from '../../press/theme/js/safe.js';
import { able, format, parse } from './ownlines.js';
import { readFile, written } from './ownfile.js';

/**
 * @typedef {import('./lines.js').Versions} Versions
 * @typedef {import('./ownlines.js').Remark} Remark
 * @typedef {{words: import('../../press/theme/js/words.js').Words, lang: string,
 *   room: import('./ownlines.js').Room, lines: import('./lines.js').Lines, use: (lines: Versions | null) => void, settings: () => object}} Parts
 */

export class OwnForm {
  /** @param {HTMLElement} root what own.html wrote @param {Parts} parts */
  constructor(root, parts) {
    this.root = root;
    this.parts = parts;
    this.example = format(parts.lines.handbill);
    this.draft = `lines.${parts.lang}`;
    this.before = '';
    const find = (what) => /** @type {any} */ (root.querySelector(`[data-own-${what}]`));
    this.field = /** @type {HTMLTextAreaElement} */ (find('text'));
    this.counts = /** @type {HTMLElement} */ (find('counts'));
    this.said = /** @type {HTMLElement} */ (find('said'));
    this.remarks = /** @type {HTMLOListElement} */ (find('remarks'));
    this.file = /** @type {HTMLInputElement} */ (find('file'));
    this.copy = /** @type {HTMLTextAreaElement} */ (find('copy'));
    this.listen(/** @type {HTMLFormElement} */ (find('form')));
    this.field.value = store.get(this.draft) || this.example;
    parts.lines.addEventListener('change', () => this.tellUse());
    this.refresh();
    if (!able) this.tell(this.parts.words('own.unable'));
  }

  /** @param {HTMLFormElement} form */
  listen(form) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
    this.field.addEventListener('input', () => {
      store.set(this.draft, this.field.value === this.example ? '' : this.field.value);
      this.refresh();
    });
    this.field.addEventListener('scroll', () => (this.counts.scrollTop = this.field.scrollTop));
    this.field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.submit();
    });
    const on = (name, act) => this.button(name).addEventListener('click', act);
    on('handbill', () => this.toHandbill());
    on('restore', () => this.restore());
    on('save', () => this.save());
    on('open', () => this.file.click());
    this.file.addEventListener('change', () => this.openFile());
  }

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLButtonElement} */ (this.root.querySelector(`[data-own-do=${name}]`));
  }

  /** Show lines that came in a link. @param {string} text empty: the plate's handbill
   *  @returns {{lines: Versions | null, faulty: boolean}} lines: null for the handbill */
  open(text) {
    if (!text) return { lines: null, faulty: false };
    this.replace(text);
    const { lines, faults } = this.check();
    this.show();
    return { lines: this.own(lines), faulty: faults.length > 0 };
  }

  /** Lines as the bench takes them: null for none, and for the handbill itself. @param {Versions} lines */
  own(lines) {
    return lines.length && format(lines) !== this.example ? lines : null;
  }

  show() {
    /** @type {HTMLDetailsElement} */ (this.root).open = true;
  }

  submit() {
    const { lines, faults } = this.check();
    if (faults.length) {
      this.go(faults[0].row);
      return;
    }
    this.parts.use(this.own(lines));
  }

  /** Read the field and say what is wrong with it, or what was changed. */
  check() {
    const parsed = able ? parse(this.field.value, this.parts.room) : { lines: [], faults: [], notes: [], places: [] };
    const { words } = this.parts;
    const { faults, notes } = parsed;
    this.list(faults.length ? faults : notes, faults.length ? 'fault' : 'note');
    this.field.setAttribute('aria-invalid', String(faults.length > 0));
    if (faults.length) this.tell(words('own.faults', { count: faults.length }));
    return parsed;
  }

  /** @param {Remark[]} remarks @param {'fault' | 'note'} kind */
  list(remarks, kind) {
    this.remarks.hidden = remarks.length === 0;
    this.remarks.dataset.kind = kind;
    this.remarks.replaceChildren(...remarks.map((remark) => this.item(remark, kind)));
  }

  /** One remark; its button goes to the row that it is about. @param {Remark} remark @param {string} kind */
  item({ row, code, holes }, kind) {
    const { words } = this.parts;
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet' });
    button.textContent = words('own.row', { row });
    button.addEventListener('click', () => this.go(row));
    const item = document.createElement('li');
    item.append(button, ` ${words(`own.${kind}.${code}`, holes)}`);
    return item;
  }

  /** Select a row of the field. @param {number} row from 1 */
  go(row) {
    const rows = this.field.value.split('\n');
    const from = rows.slice(0, row - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(from, from + (rows[row - 1] ?? '').length);
    this.field.scrollTop = ((row - 3) / rows.length) * this.field.scrollHeight;
  }

  /** The field has changed: count again, and take back what is no longer true. */
  refresh() {
    if (able) this.count();
    if (this.remarks.dataset.kind === 'note') this.list([], 'note');
    if (!this.remarks.hidden) this.check();
    this.tellUse();
  }

  /** How many places each row has, beside it, and a mark where something is wrong. */
  count() {
    const { places, faults } = parse(this.field.value, this.parts.room);
    const wrong = new Set(faults.map(({ row }) => row));
    const cells = places.map((count, i) => {
      const cell = document.createElement('div');
      cell.textContent = count === null ? '' : String(count);
      cell.toggleAttribute('data-wrong', wrong.has(i + 1));
      return cell;
    });
    this.counts.replaceChildren(...cells);
    this.counts.scrollTop = this.field.scrollTop;
  }

  /** Say what the toy has read now, unless the field has faults: then that is what there is to say. */
  tellUse() {
    if (this.field.getAttribute('aria-invalid') === 'true') return;
    const { words, lines } = this.parts;
    const holes = { lines: lines.current.length, places: lines.places };
    this.tell(words(lines.own ? 'own.inuse' : 'own.plates', holes));
  }

  /** @param {string} text */
  tell(text) {
    if (this.said.textContent !== text) this.said.textContent = text;
  }

  /** Put another text in the field; what stood there can be put back, and the draft stays as it was typed.
   *  @param {string} text */
  replace(text) {
    if (text === this.field.value) return;
    if (this.field.value !== this.example) this.before = this.field.value;
    this.field.value = text;
    this.button('restore').hidden = !this.before;
    this.list([], 'note');
    this.field.setAttribute('aria-invalid', 'false');
    this.refresh();
  }

  toHandbill() {
    this.replace(this.example);
    this.parts.use(null);
  }

  restore() {
    const text = this.before;
    this.before = '';
    this.replace(text);
    this.field.focus();
  }

  /** The field's lines as a file; where it has faults, these come first. */
  save() {
    const { lines, faults } = this.check();
    if (faults.length) return this.go(faults[0].row);
    const text = written(lines, this.parts.settings());
    const how = save('plateworks-lines.json', new Blob([text], { type: 'application/json' }));
    this.copy.hidden = how === 'saved';
    this.copy.value = text;
    if (!this.copy.hidden) this.copy.select();
    this.tell(this.parts.words(`own.file.${how}`));
  }

  async openFile() {
    const [file] = this.file.files ?? [];
    this.file.value = '';
    if (!file) return;
    const { text, fault } = await readFile(file);
    if (fault) return this.tell(this.parts.words(`own.file.${fault}`, { name: file.name }));
    this.replace(text);
    this.submit();
  }
}
