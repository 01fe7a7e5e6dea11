// Words for a screen reader: at most one message a second, and the last one is always said.

/** @param {HTMLElement} region an element with aria-live @param {number} [gap] milliseconds */
export function makeSay(region, gap = 1000) {
  let last = -Infinity;
  let timer = 0;
  let next = '';
  const speak = () => {
    timer = 0;
    last = performance.now();
    // A region that already holds the same words stays silent, so it is emptied first.
    region.textContent = '';
    region.textContent = next;
  };
  /** @param {string} text */
  return (text) => {
    next = text;
    if (timer) return;
    timer = window.setTimeout(speak, Math.max(0, last + gap - performance.now()));
  };
}
