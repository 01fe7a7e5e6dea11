// The builder: what is chosen becomes an embed's address, the frame beside it shows it, and the code for somebody
// else's page is written from the same address.

import { shownControls } from './embed.js';
import { copy } from './safe.js';
import { themeSwitch } from './theme.js';
import { makeWords } from './words.js';

/** @typedef {{id: string, title: string, stage: boolean, embed: string, sections: [string, string][], readers: [string, string][]}} Plate */
/** @typedef {{plates: Plate[], snippets: {height: string, lend: string}, strings: Record<string, string>}} Data */

/** Milliseconds without a further change before the frame is loaded anew. */
const PAUSE = 300;
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

class Builder {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.words = makeWords(data.strings, document.documentElement.dir === 'rtl');
    const find = (what) => /** @type {any} */ (document.querySelector(`[data-builder${what}]`));
    this.form = /** @type {HTMLFormElement} */ (find(''));
    this.frame = /** @type {HTMLIFrameElement} */ (find('-frame'));
    this.hidden = /** @type {HTMLElement} */ (find('-hide'));
    this.code = /** @type {HTMLElement} */ (find('-code'));
    this.how = /** @type {HTMLElement} */ (find('-how'));
    this.said = /** @type {HTMLElement} */ (find('-said'));
    this.timer = 0;
    /** what the controls in the list belong to */
    this.listed = '';
    const asked = new URLSearchParams(window.location.search).get('plate');
    if (data.plates.some((plate) => plate.id === asked)) this.field('plate').value = asked;
    this.form.addEventListener('input', ({ target }) => this.changed(/** @type {HTMLInputElement} */ (target)));
    this.form.addEventListener('submit', (event) => event.preventDefault());
    this.frame.addEventListener('load', () => this.loaded());
    find('-copy').addEventListener('click', () => this.copy());
    new ResizeObserver(() => this.write()).observe(this.frame);
    this.listSections();
    this.write();
    this.load();
  }

  /** @param {string} name @returns {any} */
  field(name) {
    return this.form.elements.namedItem(name);
  }

  get plate() {
    return /** @type {Plate} */ (this.data.plates.find((plate) => plate.id === this.field('plate').value));
  }

  /** What is shown: which plate, and what of it. */
  get what() {
    return `${this.plate.id} ${this.field('show').value}`;
  }

  /** Another thing is shown, which has other controls. */
  unlist() {
    this.hidden.replaceChildren();
    this.listed = '';
  }

  /** @param {HTMLInputElement} field */
  changed(field) {
    if (field.name === 'plate') this.listSections();
    if (field.name === 'state') this.showState();
    if (this.listed !== this.what) this.unlist();
    this.said.textContent = '';
    this.write();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.load(), PAUSE);
  }

  /** What the chosen plate can show. */
  listSections() {
    const { stage, sections, readers } = this.plate;
    const first = [new Option(this.words(stage ? 'builder.both' : 'builder.first'), '')];
    if (stage) first.push(new Option(this.words('builder.stage'), 'stage'));
    this.field('show').replaceChildren(...first, ...sections.map(([id, title]) => new Option(title, id)));
    this.field('as').replaceChildren(new Option(this.words('builder.as-all'), ''), ...readers.map(([id, label]) => new Option(label, id)));
    this.field('as').closest('[data-builder-as]').hidden = !readers.length;
  }

  /** A link with settings is about one section, which is then what is shown. */
  showState() {
    const [id] = this.fragment.slice(1).split('&');
    if (this.plate.sections.some(([section]) => section === id)) this.field('show').value = id;
  }

  /** The fragment of the link that was pasted; '' if there is none. */
  get fragment() {
    const link = this.field('state').value.trim();
    return link.includes('#') ? link.slice(link.indexOf('#')) : '';
  }

  /** The embed's address as it was put together, seen from this page. */
  get address() {
    const query = new URLSearchParams();
    for (const name of ['show', 'as', 'theme', 'pass', 'seed']) {
      const value = String(this.field(name).value);
      if (value !== '' && (this.field(name) instanceof RadioNodeList || this.field(name).validity.valid)) query.set(name, value);
    }
    if (this.field('autoplay').checked) query.set('autoplay', '1');
    if (!this.field('live').checked) query.set('live', 'off');
    const hidden = /** @type {HTMLInputElement[]} */ ([...this.hidden.querySelectorAll('input:checked')]).map((box) => box.value);
    if (hidden.length) query.set('hide', hidden.join(','));
    const text = query.toString().replaceAll('%2C', ',');
    return new URL(`${this.plate.embed}${text && `?${text}`}${this.fragment}`, document.baseURI).href;
  }

  /** Show the embed. In the frame's own history nothing is added, or Back would go through every choice. */
  load() {
    if (this.frame.contentWindow.location.href === this.address) return;
    this.frame.title = this.plate.title;
    // An address that differs in its fragment alone would not load anything.
    this.frame.contentWindow.location.replace('about:blank');
    window.setTimeout(() => this.frame.contentWindow.location.replace(this.address));
  }

  /** The frame has come: its controls are those that can be put away. */
  loaded() {
    const embed = /** @type {HTMLElement | undefined} */ (this.frame.contentDocument?.querySelector('#embed') ?? undefined);
    if (!embed || this.listed === this.what || this.frame.contentWindow.location.href !== this.address) return;
    this.listed = this.what;
    this.hidden.replaceChildren(...[...shownControls(embed)].map(([name, label]) => box(name, label)));
  }

  /** The code for the host's page. */
  write() {
    const lends = this.field('sandboxed').checked && this.field('live').checked;
    const scripts = [...(this.field('grows').checked ? ['height'] : []), ...(lends ? ['lend'] : [])];
    const text = [frameCode(this.attributes()), ...scripts.map((name) => `<script>\n${this.data.snippets[name]}</script>`)].join('\n');
    if (this.code.textContent !== text) this.code.textContent = text;
    this.how.textContent = this.words(scripts.length ? 'builder.how-grows' : 'builder.how-fixed');
  }

  /** @returns {[string, string | null][]} null: an attribute without a value */
  attributes() {
    /** @type {[string, string | null][]} */
    const more = [];
    if (this.field('sandboxed').checked) more.push(['sandbox', SANDBOX]);
    if (this.field('isolated').checked) more.push(['credentialless', null]);
    return [
      ['data-plateworks', null], ['src', this.address], ['title', this.plate.title],
      ['height', String(this.frame.clientHeight)], ['style', 'width: 100%; border: 0'], ['loading', 'lazy'], ['allow', 'clipboard-write'], ...more,
    ];
  }

  async copy() {
    this.said.textContent = this.words(`copy.${await copy(this.code.textContent ?? '', this.code)}`);
  }
}

/** @param {[string, string | null][]} attributes */
function frameCode(attributes) {
  const written = attributes.map(([name, value]) => (value === null ? name : `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`));
  return `<iframe ${written.join(' ')}></iframe>`;
}

/** A control that may be put away. @param {string} name @param {string} label */
function box(name, label) {
  const row = document.createElement('label');
  const code = Object.assign(document.createElement('code'), { textContent: name, lang: 'en' });
  row.append(Object.assign(document.createElement('input'), { type: 'checkbox', value: name }), ' ', label, ' ', code);
  return row;
}

const data = /** @type {Data} */ (JSON.parse(document.querySelector('#builder-data')?.textContent ?? ''));
const builder = new Builder(data);
const theme = document.querySelector('[data-do=theme]');
if (theme instanceof HTMLButtonElement) themeSwitch(theme, builder.words);
document.documentElement.dataset.ready = 'true';
