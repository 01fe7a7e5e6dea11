// Three streams of one prompt on one dial: what each reader has at that share of the passes.

/** @typedef {{texts: string[], late: number[], back: number[], now: HTMLElement, said: HTMLElement}} Stream */

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
    late: messages.map((one) => Number(one.dataset.late ?? 0)),
    back: messages.map((one) => Number(one.dataset.back ?? 0)),
    now: /** @type {HTMLElement} */ (figure.querySelector('[data-show=now]')),
    said: /** @type {HTMLElement} */ (figure.querySelector('[data-show=back]')),
  };
}

/** @param {Stream} stream @param {number} share @param {import('../../press/theme/js/page.js').Context} context */
function draw({ texts, late, back, now, said }, share, { words }) {
  const count = Math.round(share * texts.length);
  now.textContent = texts[count - 1] ?? '';
  const sum = (all) => all.slice(0, count).reduce((total, n) => total + n, 0);
  const holes = { late: sum(late), back: sum(back) };
  const any = holes.late + holes.back > 0;
  said.textContent = words(any ? 'stream.sofar' : 'stream.none', holes);
  said.toggleAttribute('data-any', any);
}
