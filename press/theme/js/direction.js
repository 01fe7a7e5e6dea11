// Which way lines run.

const LEFTWARD = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Whether a line is read from right to left: by its first letter, as browsers tell it.
 *  @param {import('./trace.js').Place[]} line a finished one */
export function isLeftward(line) {
  return LEFTWARD.test(line.map((place) => place.text).join(''));
}

/** Whether the interface around an element runs from right to left: what lies ahead is then on its left.
 *  @param {Element} element */
export function isMirrored(element) {
  return getComputedStyle(element).direction === 'rtl';
}
