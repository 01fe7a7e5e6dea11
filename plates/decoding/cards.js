// Flashcards: the served list of questions and answers as a pack. One card shows at a time.

import { isMirrored } from '../../press/theme/js/direction.js';

/** @typedef {{front: string, back: string, section: string}} Card */

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createCards(root, context) {
  const pack = /** @type {HTMLElement} */ (root.querySelector('[data-pack]'));
  const cards = [...root.querySelectorAll('[data-card]')].map(cardOf);
  let at = 0;
  let turned = false;
  const moves = {
    turn: () => { turned = !turned; },
    on: () => go(at + 1),
    back: () => go(at - 1),
    shuffle: () => { shuffle(cards); go(0); },
  };
  const [left, right] = isMirrored(pack) ? [moves.on, moves.back] : [moves.back, moves.on];
  const keys = { ArrowRight: right, ArrowDown: moves.on, ArrowLeft: left, ArrowUp: moves.back, Home: () => go(0), End: () => go(cards.length - 1) };

  /** @param {number} to */
  function go(to) {
    at = (to + cards.length) % cards.length;
    turned = false;
  }

  /** @param {boolean} aloud whether a screen reader is told */
  function show(aloud) {
    const card = cards[at];
    const side = context.words(turned ? 'cards.answer' : 'cards.question');
    const face = turned ? card.back : card.front;
    const count = context.words('cards.count', { n: at + 1, of: cards.length });
    put('side', side);
    put('face', face);
    put('count', count);
    /** @type {HTMLAnchorElement} */ (pack.querySelector('[data-show=more]')).hash = card.section;
    pack.toggleAttribute('data-turned', turned);
    if (aloud) context.say(context.words('say.side', { name: turned ? side : count, text: face }));
  }

  /** @param {string} name @param {string} text */
  function put(name, text) {
    /** @type {HTMLElement} */ (pack.querySelector(`[data-show=${name}]`)).textContent = text;
  }

  pack.addEventListener('click', (event) => {
    const move = /** @type {Element} */ (event.target).closest('[data-do]')?.getAttribute('data-do');
    if (!move) return;
    moves[/** @type {keyof typeof moves} */ (move)]();
    show(true);
  });
  pack.addEventListener('keydown', (event) => {
    const move = keys[/** @type {keyof typeof keys} */ (event.key)];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move();
    show(true);
  });
  root.querySelector('[data-list]')?.removeAttribute('open');
  pack.hidden = false;
  show(false);
}

/** @param {Element} row @returns {Card} */
function cardOf(row) {
  const text = (/** @type {string} */ tag) => row.querySelector(tag)?.textContent ?? '';
  return { front: text('dt'), back: text('dd'), section: /** @type {HTMLElement} */ (row).dataset.card ?? '' };
}

/** In place, every order as likely as any other. @param {Card[]} cards */
function shuffle(cards) {
  for (let i = cards.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
}
