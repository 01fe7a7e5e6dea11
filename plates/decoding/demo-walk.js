// The walkthrough: one step at a time, each with a link of its own, over one fill in the frame.

import { isEmbed } from '../../press/theme/js/embed.js';
import { Fills, namesOf } from '../../press/theme/js/fills.js';
import { pushFragment, replaceFragment } from '../../press/theme/js/safe.js';

const NAME = 'walk-';

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createWalkthrough(root, context) {
  const steps = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-step]')]);
  const said = /** @type {HTMLElement} */ (root.querySelector('[data-show=step]'));
  const button = (name) => /** @type {HTMLButtonElement} */ (root.querySelector(`[data-do=${name}]`));
  const fills = new Fills(root, context);
  let at = 0;

  /** @param {number} step @param {boolean} [tell] */
  const show = (step, tell = false) => {
    at = Math.max(0, Math.min(steps.length - 1, step));
    steps.forEach((one, i) => { one.hidden = i !== at; });
    said.textContent = context.words('walk.of', { n: at + 1, of: steps.length });
    button('before').disabled = at === 0;
    button('after').disabled = at === steps.length - 1;
    fills.player.pause();
    fills.player.seek(Number(steps[at].dataset.at));
    if (tell) context.say(`${said.textContent}. ${steps[at].textContent?.trim()}`);
  };
  /** A step keeps its address, so that Back, Forward and a copied link lead to it; the Back button of a page
   *  around an embed is not ours to fill. @param {number} step */
  const go = (step) => {
    (isEmbed() ? replaceFragment : pushFragment)(`#${NAME}${step + 1}`);
    show(step, true);
  };
  const follow = () => {
    const step = steps.findIndex((one) => `#${one.id}` === window.location.hash);
    if (step >= 0) show(step);
  };
  button('before').addEventListener('click', () => go(at - 1));
  button('after').addEventListener('click', () => go(at + 1));
  window.addEventListener('hashchange', follow);
  const [{ trace }] = [...root.querySelectorAll('[data-frame]')].map(namesOf);
  fills.choose({ front: trace }).then(() => {
    show(0);
    follow();
  });
}
