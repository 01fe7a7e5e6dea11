// The typewriter: one token a pass, left to right. A stage for the shared player that shows the paper, and
// beside it the odds that the next pass finds.

import { Player } from '../../press/theme/js/player.js';
import { END, face, firstBlank, percent, promptOf } from '../../press/theme/js/marks.js';
import { OwnPrompt } from './own.js';
import { written } from './written.js';

/** @typedef {import('../../press/theme/js/trace.js').Trace} Trace */
/** @typedef {import('../../press/theme/js/page.js').Context} Context */

/** Passes done when the machine is first seen: enough of a text that the odds of its next token mean something. */
const BEGUN = 4;

/** @param {HTMLElement} root @param {Context} context */
export function createTypewriter(root, context) {
  const machine = new Typewriter(root, context.words);
  let heard = false; // what was served with the page is not said as well
  const say = (text) => heard && context.say(text);
  const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const describe = (scene, position) => said(scene.front, position, context.words);
  const controls = /** @type {HTMLElement} */ (root.querySelector('[data-player]'));
  const player = new Player(controls, { stage: machine, words: context.words, say, describe, still });
  const put = (trace, start) => {
    player.load({ front: trace, back: null, view: 'typewriter' }, start);
    heard = true;
  };
  const { trace: name } = /** @type {HTMLElement} */ (root.querySelector('.typewriter')).dataset;
  context.traces.get(name ?? '').then((trace) => player.scene.front || put(written(trace), BEGUN)).catch(() => {
    player.words.textContent = context.words('player.missing');
  });
  const form = root.querySelector('[data-own]');
  if (form instanceof HTMLElement) {
    new OwnPrompt(form, context, context.data.plate.typed.word, (trace) => {
      put(trace, 0);
      player.play();
    });
  }
}

class Typewriter {
  /** @param {HTMLElement} root @param {import('../../press/theme/js/words.js').Words} words */
  constructor(root, words) {
    this.words = words;
    this.paper = /** @type {HTMLElement} */ (root.querySelector('[data-show=paper]'));
    this.label = /** @type {HTMLElement} */ (root.querySelector('[data-show=next]'));
    this.odds = /** @type {HTMLElement} */ (root.querySelector('[data-odds]'));
  }

  /** @param {import('../../press/theme/js/player.js').Scene} scene @param {number} position */
  show({ front }, position) {
    if (!front) return;
    const [prompt, typed] = /** @type {HTMLElement[]} */ ([...this.paper.children]);
    prompt.textContent = promptOf(front);
    typed.textContent = typedAt(front, position);
    const next = front.data.passes[Math.floor(front.clamp(position))];
    this.label.textContent = this.words(next ? 'typewriter.odds' : 'typewriter.last');
    this.odds.replaceChildren(...(next?.guesses ?? []).map(([, token, share]) => this.row(front.text(token), share)));
  }

  /** One token with its odds as a bar and as a number. @param {string} text @param {number} share */
  row(text, share) {
    const row = document.createElement('li');
    const key = Object.assign(document.createElement('kbd'), { textContent: text === END ? this.words('typewriter.end') : face(text) });
    const bar = Object.assign(document.createElement('span'), { className: 'odds-bar' });
    bar.style.setProperty('--share', String(share));
    row.append(key, bar, Object.assign(document.createElement('span'), { textContent: percent(share) }));
    return row;
  }

  destroy() {}
}

/** What stands after the prompt, up to the first end token, which is shown as its sign.
 *  @param {Trace} trace @param {number} position */
function typedAt(trace, position) {
  const ids = trace.canvases[Math.floor(trace.clamp(position))].slice(firstBlank(trace));
  const [text, ...ended] = ids.filter((id) => id !== trace.mask).map((id) => trace.text(id)).join('').split(END);
  return ended.length ? text + END : text;
}

/** @param {Trace} trace @param {number} position @param {import('../../press/theme/js/words.js').Words} words */
function said(trace, position, words) {
  const pass = Math.floor(trace.clamp(position));
  if (pass === 0) return words('say.start', { passes: trace.length });
  const [, token] = trace.data.passes[pass - 1].commits?.[0] ?? [0, trace.mask];
  return words('say.typed', { pass, passes: trace.length, token: face(trace.text(token)), text: typedAt(trace, pass).trim() });
}
