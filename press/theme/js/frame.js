// The type frame: tokens as sorts of type, a blank as a hollow. A stage for the shared player: it shows
// a trace at a position and keeps no clock. Arrow keys go from sort to sort; each says what it is.

import { differs, END, face, firstBlank, guessesUpTo, orderOf, percent, promptOf, repeats } from './marks.js';

/** @typedef {import('./trace.js').Trace} Trace */
/** @typedef {import('./trace.js').Place} Place */
/** @typedef {{words: import('./words.js').Words, careful?: () => Trace | null,
 *   odds?: (trace: Trace, place: number, pass: number) => Candidate[]}} Options
 *   careful  the fill to compare with, asked at every showing
 *   odds     the likeliest tokens of a place of the canvas in a pass (from 0), the likeliest first */
/** @typedef {{text: string, share: number}} Candidate */
/** @typedef {{place: number, text: string, state: string, order: number, sure: number | null, guess: string,
 *   fresh: boolean, given: boolean, repeat: boolean, wanted: string | null, others: Candidate[]}} Sort
 *   order is 0 for what no pass has set; wanted is what the careful fill has, where that is something else */

/** A share below this would be told as 0%. */
const LEAST = 0.005;
const HAN = /[⺀-鿿＀-￯]/;

/** @param {HTMLElement} root what the macro `frame` served @param {Options} options
 *  @returns {import('./player.js').Stage} */
export function createFrame(root, options) {
  return new Frame(root, options);
}

class Frame {
  /** @param {HTMLElement} root @param {Options} options */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.list = /** @type {HTMLElement} */ (root.querySelector('[data-sorts]'));
    this.tip = /** @type {HTMLElement} */ (root.querySelector('[data-show=tip]'));
    this.prompt = root.querySelector('[data-show=prompt]');
    /** @type {Trace | null} */
    this.trace = null;
    /** @type {HTMLButtonElement[]} */
    this.sorts = [];
    this.ended = new AbortController();
    this.listen(this.ended.signal);
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const point = (event) => this.point(/** @type {Element} */ (event.target).closest('button.sort'));
    this.list.addEventListener('pointerover', point, { signal });
    this.list.addEventListener('focusin', point, { signal });
    this.list.addEventListener('keydown', (event) => this.key(event), { signal });
    this.tip.hidden = false;
    this.tip.setAttribute('aria-hidden', 'true'); // each sort's own label says the same
  }

  /** @param {import('./player.js').Scene} scene @param {number} position */
  show(scene, position) {
    const trace = scene.front;
    if (!trace) return;
    if (trace !== this.trace) this.take(trace);
    sortsAt(trace, position, this.options).forEach((sort, i) => this.draw(this.sorts[i], sort));
    this.point(this.pointed ?? null);
  }

  destroy() {
    this.ended.abort();
  }

  /** A new fill: as many sorts as it has places after its prompt, as wide as what will stand on them.
   *  @param {Trace} trace */
  take(trace) {
    this.trace = trace;
    this.pointed = null;
    const first = firstBlank(trace);
    const held = this.list.contains(document.activeElement);
    this.sorts = trace.data.ids.slice(first).map((id) => blank(trace.text(id), this.list.lang));
    this.list.replaceChildren(...this.sorts.map((sort) => {
      const item = document.createElement('li');
      item.append(sort);
      return item;
    }));
    if (this.sorts[0]) this.sorts[0].tabIndex = 0;
    if (held) this.sorts[0]?.focus();
    if (this.prompt) this.prompt.lastChild?.replaceWith(promptOf(trace));
  }

  /** @param {HTMLButtonElement} button @param {Sort} sort */
  draw(button, sort) {
    const flags = { given: sort.given, fresh: sort.fresh, repeat: sort.repeat, differs: sort.wanted !== null };
    button.dataset.state = sort.state;
    for (const [name, on] of Object.entries(flags)) button.toggleAttribute(`data-${name}`, on);
    button.style.setProperty('--sure', String(sort.sure ?? 1));
    const [letters, order] = /** @type {HTMLElement[]} */ ([...button.children]);
    write(letters, face(sort.state === 'guess' ? sort.guess : sort.text));
    if (order.dataset.pass !== String(sort.order || '')) order.dataset.pass = String(sort.order || '');
    const said = tipOf(sort, this.options.words);
    if (button.getAttribute('aria-label') !== said) button.setAttribute('aria-label', said);
  }

  /** Show a sort's words under the frame. @param {Element | null} button */
  point(button) {
    if (button) this.pointed = button;
    write(this.tip, this.pointed?.getAttribute('aria-label') ?? this.options.words('tip.none'));
  }

  /** Arrow keys, Home and End move the focus; Tab leaves the frame. @param {KeyboardEvent} event */
  key(event) {
    const at = this.sorts.indexOf(/** @type {any} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.sorts.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = this.sorts[Math.max(0, Math.min(this.sorts.length - 1, to))];
    this.sorts[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

/** Every place after the prompt, as it is at a position. @param {Trace} trace @param {number} position
 *  @param {Options} options @returns {Sort[]} */
function sortsAt(trace, position, { careful, odds }) {
  const at = trace.clamp(position);
  const done = Math.floor(at);
  const order = orderOf(trace, done);
  const seen = guessesUpTo(trace, done);
  const first = firstBlank(trace);
  return trace.places(at).slice(first).map((place, i) => sortOf(trace, trace.canvases[done], first + i, place, {
    careful: careful?.() ?? null, order: order.get(first + i) ?? 0, seen: seen.get(first + i),
    fresh: at < trace.length && place.fresh, // a finished fill marks no last pass
    odds: (pass) => odds?.(trace, first + i, pass) ?? [], next: done }));
}

/** @param {Trace} trace @param {number[]} ids @param {number} number @param {Place} place
 *  @param {{careful: Trace | null, order: number, seen: {text: string, sure: number} | undefined, fresh: boolean,
 *    odds: (pass: number) => Candidate[], next: number}} more
 *  @returns {Sort} */
function sortOf(trace, ids, number, place, more) {
  const known = place.guess ? { text: place.guess, sure: place.confidence } : more.seen;
  const other = !place.given && !place.drawn && differs(ids, number, trace, more.careful);
  return {
    place: number - firstBlank(trace) + 1,
    text: place.blank ? '' : place.text,
    state: stateOf(place),
    order: place.blank || place.given || place.drawn ? 0 : more.order,
    sure: known?.sure ?? null,
    guess: known?.text ?? '',
    fresh: more.fresh,
    given: place.given,
    repeat: !place.drawn && repeats(trace, ids, number),
    others: place.given ? [] : othersOf(place, known?.text ?? '', more),
    wanted: other && more.careful ? more.careful.text(more.careful.data.ids[number]) : null,
  };
}

/** What else might stand at a place, in the pass that is told of: the one under way, the one that set it, or the
 *  last one that left it blank. @param {Place} place @param {string} guess
 *  @param {{order: number, next: number, odds: (pass: number) => Candidate[]}} more */
function othersOf(place, guess, { order, next, odds }) {
  const pass = place.guess ? next : (place.blank ? next : order) - 1;
  return odds(pass).filter(({ text, share }) => text !== (place.blank ? guess : place.text) && share >= LEAST);
}

/** @param {Place} place */
function stateOf(place) {
  if (place.blank) return place.guess ? 'guess' : 'blank';
  if (place.drawn) return 'noise';
  return place.text === END ? 'end' : 'set';
}

/** What a sort says of itself. @param {Sort} sort @param {Options['words']} words */
function tipOf(sort, words) {
  const shown = ['set', 'end', 'noise'].includes(sort.state) ? sort.text : sort.guess;
  const holes = { place: sort.place, text: face(shown), pass: sort.order, sure: percent(sort.sure ?? 0) };
  const said = [words(`tip.${tipKey(sort)}`, holes)];
  const others = sort.others.map(({ text, share }) => words('tip.other', { text: face(text), sure: percent(share) }));
  if (others.length) said.push(words('tip.others', { list: others.join(words('tip.join')) }));
  if (sort.repeat) said.push(words('tip.repeat'));
  if (sort.wanted !== null) said.push(words('tip.differs', { text: face(sort.wanted) }));
  return said.join('');
}

/** @param {Sort} sort */
function tipKey(sort) {
  if (sort.given) return 'given';
  if (['end', 'guess', 'noise'].includes(sort.state)) return sort.state;
  if (sort.state === 'set') return sort.sure === null ? 'unsure' : 'set';
  return sort.guess ? 'was' : 'blank';
}

/** An empty place, as wide as the token that will stand on it, so that nothing moves when it comes.
 *  @param {string} text @param {string} lang the token's, where what a sort says of it is in another language */
function blank(text, lang) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sort';
  button.tabIndex = -1;
  button.toggleAttribute('data-spaced', text.startsWith(' '));
  button.style.setProperty('--wide', String([...face(text)].reduce((sum, char) => sum + (HAN.test(char) ? 1 : 0.55), 0)));
  // The style sheet draws the pass: as text beside the face it would be read as part of the token.
  const [face_, order] = ['face', 'order'].map((className) => Object.assign(document.createElement('span'), { className }));
  if (lang) [button.lang, face_.lang] = [document.documentElement.lang, lang];
  button.append(face_, order);
  return button;
}

/** @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
