// The sampler lab: two samplers on one canvas, stepping together; presets are stored, everything else is run live.

import { picture } from '../../press/theme/js/chart.js';
import { Fills } from '../../press/theme/js/fills.js';
import { read, write } from '../../press/theme/js/link.js';
import { firstBlank } from '../../press/theme/js/marks.js';
import { copy, replaceFragment } from '../../press/theme/js/safe.js';
import { TakeAway } from '../../press/theme/js/takeaway.js';
import { Hood } from './hood.js';
import { csv, hand, json } from './labfiles.js';
import { SideForm } from './labform.js';
import { END, ID, packed, parsed, shapeOf } from './lablink.js';
import { drawMap } from './labmap.js';
import { countedAt, resultOf, rowsOf, spread } from './labresult.js';
import { Runs } from './labruns.js';

/** @typedef {import('../../press/theme/js/page.js').Context} Context */
/** @typedef {import('../../press/theme/js/trace.js').Trace} Trace */
/** @typedef {import('./labruns.js').Request} Request */

/** Places a row of a picture that is taken away. */
const ACROSS = 12;

/** @param {HTMLElement} root @param {Context} context */
export async function createLab(root, context) {
  const said = /** @type {HTMLElement} */ (root.querySelector('[data-show=lab-said]'));
  try {
    new Lab(root, context, await context.file('lab'));
  } catch {
    said.textContent = context.words('lab.missing');
  }
}

class Lab {
  /** @param {HTMLElement} root @param {Context} context @param {import('./labform.js').LabFile} file */
  constructor(root, context, file) {
    this.root = root;
    this.context = context;
    this.file = file;
    const hood = /** @type {HTMLElement} */ (root.querySelector('[data-hood]'));
    this.hood = new Hood(hood, context, { fill: () => this.fillEdited(), copy: (said) => this.copyLink(said) });
    this.runs = new Runs(context, file, this.hood.engine);
    this.asked = 0;
    this.waiting = false;
    this.view = /** @type {import('./labmap.js').View} */ ('order');
    const field = (name) => /** @type {any} */ (root.querySelector(`.lab-canvas [data-field=${name}]`));
    this.fields = Object.fromEntries(['prompt', 'canvas', 'places', 'model', 'seed'].map((name) => [name, field(name)]));
    const sides = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-lab-side]')]);
    this.sides = sides.map((side, i) => new SideForm(side, file, context.words, `lab-${i + 1}`, () => this.changed()));
    this.said = /** @type {HTMLElement} */ (root.querySelector('[data-show=lab-said]'));
    this.took = /** @type {HTMLElement} */ (root.querySelector('[data-show=lab-took]'));
    /** Milliseconds of each side's runs, sorted, once they are timed. @type {(number[] | null)[]} */
    this.times = [null, null];
    /** Where a link wants its fills shown. @type {number | null} */
    this.at = null;
    this.figures = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-fill]')]);
    this.fills = new Fills(root, context, () => this.drawn());
    const player = /** @type {HTMLElement} */ (root.querySelector('[data-player]'));
    new TakeAway(player, { player: this.fills.player, words: context.words, lang: context.data.words, title: document.title, across: ACROSS, film: context.data.film });
    this.shape = shapeOf(file);
    this.listen();
    this.fromLink();
    this.show();
  }

  listen() {
    const form = /** @type {HTMLFormElement} */ (this.root.querySelector('[data-lab]'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.show(true);
    });
    this.fields.canvas.addEventListener('change', () => this.pin());
    for (const name of ['prompt', 'places', 'model', 'seed']) this.fields[name].addEventListener('change', () => this.changed());
    form.querySelector('[data-do=time]')?.addEventListener('click', () => this.time());
    form.querySelector('[data-do=link]')?.addEventListener('click', () => this.copyLink());
    for (const side of this.sides) {
      side.opener.addEventListener('click', () => this.hood.open(side).then(() => this.hood.title.focus()));
    }
    this.root.querySelector('[data-view]')?.addEventListener('change', (event) => {
      this.look(/** @type {any} */ (/** @type {HTMLInputElement} */ (event.target).value));
      this.drawn();
    });
    for (const kind of ['csv', 'json']) this.root.querySelector(`[data-do=lab-${kind}]`)?.addEventListener('click', () => this.take(kind));
    this.figures.forEach((figure, i) => figure.querySelector('[data-do=map]')?.addEventListener('click', () => this.takeMap(i)));
    window.addEventListener('hashchange', () => this.fromLink() && this.show());
    this.context.engine?.addEventListener('change', () => this.waiting && this.context.engine?.state === 'ready' && this.show(true));
  }

  /** @param {import('./labmap.js').View} view */
  look(view) {
    this.view = view;
    /** @type {HTMLInputElement} */ (this.root.querySelector(`[name=lab-view][value=${view}]`)).checked = true;
    const key = /** @type {HTMLElement} */ (this.root.querySelector('[data-show=map-key]'));
    key.textContent = this.context.words(`lab.key.${view}`);
  }

  /** A pinned canvas takes the place of what is there. */
  pin() {
    const canvas = this.file.canvases.find((one) => one.id === this.fields.canvas.value);
    if (canvas) Object.assign(this.fields.prompt, { value: canvas.prompt });
    if (canvas) Object.assign(this.fields.places, { value: String(canvas.places) });
    this.changed();
  }

  changed() {
    const { prompt, canvas, places } = this.fields;
    canvas.value = this.file.canvases.find((one) => one.prompt === prompt.value && String(one.places) === places.value)?.id ?? 'own';
    replaceFragment(this.link() ?? `#${ID}`);
    this.show();
  }

  /** @param {SideForm} side @returns {Request} */
  request(side) {
    const request = this.asking(side.sampler.value, side.settings);
    return side.source === null ? request : { ...request, source: side.source };
  }

  /** @param {string} sampler @param {Record<string, any>} settings @returns {Request} */
  asking(sampler, settings) {
    const { prompt, places, model, seed } = this.fields;
    return {
      model: { kind: 'transformer', name: this.runs.modelFor(sampler, model.value) }, prompt: prompt.value.replaceAll('\r\n', '\n'),
      places: Number(places.value), sampler, seed: Number(seed.value), settings,
    };
  }

  /** Both fills, if they can be had; a later call wins. @param {boolean} [aloud] */
  async show(aloud = false) {
    const asked = ++this.asked;
    const wanted = [...this.sides.map((side) => this.request(side)), this.asking('careful', {})];
    for (const side of this.sides) side.tell(side.chosen?.note ?? '');
    this.waiting = !wanted.every((request) => this.runs.has(request));
    if (this.waiting) return this.wait(wanted.filter((request) => !this.runs.has(request)));
    this.tell('lab.working');
    const made = await Promise.allSettled(wanted.map((request) => this.runs.get(request)));
    if (asked !== this.asked) return;
    made.slice(0, 2).forEach((one, i) => one.status === 'rejected' && this.refuse(this.sides[i], one.reason));
    const [front, back, careful] = made.map((one) => (one.status === 'fulfilled' ? one.value : null));
    this.put(front, back, careful, wanted.every((request) => this.runs.stored(request)));
    if (aloud) this.context.say(this.said.textContent ?? '');
  }

  /** As `show`, with the live toy started where the fills beside an edited one need it. */
  async fillEdited() {
    const beside = [...this.sides.map((side) => this.request(side)), this.asking('careful', {})].filter(({ source }) => source === undefined);
    if (!beside.every((request) => this.runs.has(request))) await this.context.engine?.start();
    return this.show(true);
  }

  /** What is missing needs the live toy, or an edit's worker. @param {Request[]} missing */
  wait(missing) {
    for (const side of this.sides) {
      if (!this.runs.has(this.request(side)) && side.source !== null) side.tell(this.context.words('hood.wait'));
    }
    const edits = missing.every(({ source }) => source !== undefined);
    this.tell(edits ? 'hood.wait' : this.context.engine ? 'lab.start' : 'live.none');
  }

  /** @param {Trace | null} front @param {Trace | null} back @param {Trace | null} careful @param {boolean} stored */
  put(front, back, careful, stored) {
    this.figures.forEach((figure, i) => {
      figure.hidden = ![front, back][i];
      const name = this.sides[i].name;
      /** @type {HTMLElement} */ (figure.querySelector('figcaption')).textContent = name;
      this.fills.sides[i].name = name;
      const time = figure.querySelector('[data-lab-count=time]');
      if (time) time.textContent = '–';
    });
    this.times = [null, null];
    if (front || back) this.fills.load(front, back, careful, this.at ?? 'end');
    this.at = null;
    this.tell(!front || !back ? 'lab.partly' : stored ? 'lab.stored' : 'lab.done');
  }

  /** @param {SideForm} side @param {{detail?: string, message?: string}} error */
  refuse(side, error) {
    const { detail, message } = error;
    if (side.source !== null && side === this.hood.side) {
      side.tell(this.context.words('hood.refused'));
      return this.hood.refuse(error);
    }
    side.tell([this.context.words('lab.refused', { reason: detail || message || '' }), side.chosen?.note].filter(Boolean).join('\n'));
  }

  /** The counts and the map of each fill, where the player is. */
  drawn() {
    const { scene, position } = this.fills.player;
    [scene.front, scene.back].forEach((trace, i) => trace && this.drawSide(this.figures[i], trace, position, this.sides[i].name));
  }

  /** @param {HTMLElement} figure @param {Trace} trace @param {number} position @param {string} name */
  drawSide(figure, trace, position, name) {
    const counts = countedAt(trace, position);
    for (const [key, value] of Object.entries(counts)) {
      const cell = figure.querySelector(`[data-lab-count=${key}]`);
      if (cell) cell.textContent = String(value);
    }
    const label = this.context.words('lab.maps.label', { name, passes: trace.length, places: trace.data.canvas.length - firstBlank(trace), ...counts });
    drawMap(/** @type {HTMLElement} */ (figure.querySelector('[data-map]')), trace, position, this.view, label);
  }

  /** Both sides in turns; the first run of each is not counted. */
  async time() {
    const { engine, words } = this.context;
    if (engine?.state !== 'ready') return this.tell(engine ? 'lab.start' : 'live.none');
    this.tell('lab.timing');
    try {
      const times = await this.runs.timed(this.sides.map((side) => this.request(side)));
      this.times = times;
      times.forEach((all, i) => {
        const [least, median, most] = spread(all).map((ms) => ms.toFixed(ms < 10 ? 1 : 0));
        const cell = this.figures[i].querySelector('[data-lab-count=time]');
        if (cell) cell.textContent = words('lab.ms', { median, least, most });
      });
      this.tell('lab.timed');
    } catch (error) {
      const { detail, message } = /** @type {any} */ (error);
      this.said.textContent = words('lab.refused', { reason: detail || message });
    }
  }

  /** The state as a link; null where a text is too long for one. @param {number} [at] the pass to show */
  link(at = END) {
    const { prompt, places, model, seed } = this.fields;
    const [one, two] = this.sides;
    return write(ID, this.shape, {
      prompt: prompt.value, places: Number(places.value), model: model.value, seed: Number(seed.value),
      one: one.sampler.value, two: two.sampler.value, first: packed(one.settings), second: packed(two.settings),
      edit1: one.change, edit2: two.change, view: this.view, at,
    });
  }

  /** The pass that is shown; END at the end. */
  get position() {
    const { position, length } = this.fills.player;
    return position < length ? Math.floor(position) : END;
  }

  /** Both fills with all that is counted and timed of them, whole. @param {string} kind csv or json */
  take(kind) {
    const { scene } = this.fills.player;
    const sides = [scene.front, scene.back].flatMap((trace, i) =>
      (trace ? [resultOf(trace, this.fills.careful, this.times[i], { name: this.sides[i].name, request: this.request(this.sides[i]) })] : []));
    hand(this.context, this.took, `plateworks-lab.${kind}`, kind === 'csv' ? csv(rowsOf(sides)) : json({ sides }));
  }

  /** A side's map as it stands. @param {number} i */
  takeMap(i) {
    const map = /** @type {SVGSVGElement} */ (this.figures[i].querySelector('.lab-map'));
    hand(this.context, this.took, `plateworks-lab-${this.view}-${i + 1}.svg`, picture(map, map.getAttribute('aria-label') ?? ''));
  }

  /** @param {HTMLElement} [said] where it is told */
  async copyLink(said = this.said) {
    const link = this.link(this.position);
    if (link) {
      replaceFragment(link);
      await copy(new URL(link, window.location.href).href, said);
    }
    said.textContent = this.context.words(link ? 'lab.linked' : 'lab.long');
  }

  /** Take the state that the address holds. @returns {boolean} whether it holds one */
  fromLink() {
    const found = read(window.location.hash, ID, this.shape);
    if (!found) return false;
    const { prompt, places, model, seed, one, two, first, second, edit1, edit2 } = found.state;
    for (const [name, value] of Object.entries({ prompt, places, model, seed })) this.fields[name].value = String(value);
    this.sides[0].put(String(one), parsed(String(first)));
    this.sides[1].put(String(two), parsed(String(second)));
    this.look(/** @type {any} */ (found.state.view));
    this.at = found.state.at === END ? null : Number(found.state.at);
    [edit1, edit2].forEach((edit, i) => edit && this.offer(this.sides[i], String(edit)));
    this.fields.canvas.value = this.file.canvases.find((canvas) => canvas.prompt === prompt && canvas.places === places)?.id ?? 'own';
    return true;
  }

  /** Show an edit that a link brought. It is somebody else's: only the reader runs it. @param {SideForm} side @param {string} edit */
  offer(side, edit) {
    side.change = edit;
    if (this.hood.able) this.hood.open(side, edit);
  }

  /** @param {string} key */
  tell(key) {
    this.said.textContent = this.context.words(key);
  }
}
