// Three streams of one prompt on one dial: what each reader has at that share of the passes.

/** @typedef {{texts: string[], back: number[], now: HTMLElement, said: HTMLElement}} Stream */

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createStream(root, context) {
  const streams = [...root.querySelectorAll('[data-stream]')].map(read);
  const dial = /** @type {HTMLInputElement} */ (root.querySelector('input[type=range]'));
  const show = () => {
    const share = Number(dial.value) / 100;
    for (const one of streams) draw(one, share, context);
    dial.setAttribute('aria-valuetext', context.words('stream.value', { n: dial.value }));
  };
  for (const { now, said } of streams) now.hidden = said.hidden = false;
  dial.addEventListener('input', show);
  show();
}

/** @param {Element} figure @returns {Stream} */
function read(figure) {
  const messages = /** @type {HTMLElement[]} */ ([...figure.querySelectorAll('[data-messages] > li')]);
  return {
    texts: messages.map((one) => one.querySelector('[data-text]')?.textContent ?? ''),
    back: messages.map((one) => Number(one.dataset.back ?? 0)),
    now: /** @type {HTMLElement} */ (figure.querySelector('[data-show=now]')),
    said: /** @type {HTMLElement} */ (figure.querySelector('[data-show=back]')),
  };
}

/** @param {Stream} stream @param {number} share @param {import('../../press/theme/js/page.js').Context} context */
function draw({ texts, back, now, said }, share, { words }) {
  const count = Math.round(share * texts.length);
  now.textContent = texts[count - 1] ?? '';
  const taken = back.slice(0, count).reduce((sum, n) => sum + n, 0);
  said.textContent = words(taken ? 'stream.sofar' : 'stream.none', { n: taken });
  said.toggleAttribute('data-any', taken > 0);
}
