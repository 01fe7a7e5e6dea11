// For files that fetch nothing: the live toy's files come with the page, as text in elements that
// an address's fragment names. press/carried.py writes them and says how.

import { carry } from './download.js';

const REFUSED = [0x00, 0x0d, 0x3c];
const FIRST = 0xa0;

/** The page is read to its end: the elements stand there. */
const read = new Promise((resolve) => {
  if (document.readyState !== 'loading') resolve(undefined);
  else document.addEventListener('DOMContentLoaded', resolve, { once: true });
});

/** One file after the other, with a pause between: the first is on its way while the next is read.
 *  @type {Promise<unknown>} */
let turn = read;

carry((url) => {
  const answer = turn.then(() => held(url));
  turn = answer.catch(() => null).then(() => new Promise((resolve) => setTimeout(resolve)));
  return answer;
});

/** @param {string} url */
function held(url) {
  const element = document.getElementById(new URL(url).hash.slice(1));
  if (!(element instanceof HTMLScriptElement)) throw new Error(`nothing in this page is called ${url}`);
  const packed = new Blob([unarmoured(element.textContent ?? '', Number(element.dataset.size))]);
  const body = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(body, { headers: { 'Content-Type': element.type } });
}

/** The bytes of a text that holds seven bits a character. @param {string} text @param {number} size in bytes */
function unarmoured(text, size) {
  const bytes = new Uint8Array(size);
  let at = 0;
  let held = 0;
  let bits = 0;
  const take = (value) => {
    held = (held << 7) | value;
    bits += 7;
    if (bits < 8) return;
    bits -= 8;
    bytes[at] = held >> bits; // past the end this does nothing
    at += 1;
    held &= (1 << bits) - 1;
  };
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 128) {
      take(code);
    } else {
      take(REFUSED[(code - FIRST) >> 7]);
      take((code - FIRST) & 127);
    }
  }
  return bytes;
}
