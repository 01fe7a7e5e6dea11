// The page around a frame. It is told how high the frame's content is; it may do nothing with that. What it says
// back is heard only if it comes from there, is tagged, and is of the form that is expected.

/** A message either way: {plateworks: what, ...}. From here: height, fetch. From there: ask, lends, bytes. */
const TAG = 'plateworks';
/** Messages of height without a touch of the reader's: more would be a page that pushes itself. */
const MOST = 200;

const framed = window.parent !== window;

/** @param {string} what @param {object} more */
function tell(what, more) {
  if (framed) window.parent.postMessage({ [TAG]: what, ...more }, '*');
}

/** Hear what the page around says: `hear[what](message)`. @param {Record<string, (message: any) => void>} hear */
function listen(hear) {
  window.addEventListener('message', ({ source, data }) => {
    if (!framed || source !== window.parent || !data || typeof data !== 'object') return;
    if (Object.hasOwn(hear, data[TAG])) hear[data[TAG]](data);
  });
}

/** Tell the height of an element, in whole pixels, now and whenever it changes. It must not depend on the
 *  frame's own height. @param {HTMLElement} wrapper */
export function tellHeight(wrapper) {
  let last = 0;
  let count = 0;
  const measure = () => {
    const height = Math.ceil(wrapper.getBoundingClientRect().height);
    // Rounding may swing by a pixel; a frame that is one too high hurts nobody.
    if (height === last || height === last - 1 || count >= MOST) return;
    count += 1;
    last = height;
    tell('height', { height });
  };
  for (const sign of ['pointerdown', 'keydown']) window.addEventListener(sign, () => (count = 0), { passive: true });
  listen({ ask: () => last && tell('height', { height: last }) });
  measure();
  new ResizeObserver(measure).observe(wrapper);
}

/** Whether the page around lends files; only a frame without an origin of its own, and so without a cache, asks. */
let lends = false;
/** Who waits for which file. @type {Map<number, (bytes: ArrayBuffer | null) => void>} */
const waiting = new Map();
/** Milliseconds after which a file that was not handed over is fetched. */
const PATIENCE = 30_000;

/** Be ready to borrow: hear whether the page around lends, and what it hands over. */
export function mayBorrow() {
  listen({
    lends: () => (lends = window.origin === 'null'),
    bytes: ({ id, bytes }) => waiting.get(id)?.(bytes instanceof ArrayBuffer ? bytes : null),
  });
}

/** A file from the page around, as if it had been fetched; null where that page lends nothing, or not this one.
 *  It is checked by whoever asks, as every file is. @param {string} url @returns {Promise<Response | null>} */
export async function borrow(url) {
  if (!lends) return null;
  const id = waiting.size;
  const bytes = await new Promise((resolve) => {
    waiting.set(id, resolve);
    window.setTimeout(() => resolve(null), PATIENCE);
    tell('fetch', { id, url });
  });
  return bytes && new Response(bytes, { headers: { 'Content-Type': url.split('?')[0].endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream' } });
}
