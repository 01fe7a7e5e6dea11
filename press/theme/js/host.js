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
/** @typedef {{bytes: ArrayBuffer | null, more?: boolean}} Piece of a file; the last one has no `more`. null: it did not come */
/** Who waits for which file. @type {Map<number, (piece: Piece) => void>} */
const waiting = new Map();
let asked = 0;
/** Milliseconds after which a file of which nothing was handed over is fetched. */
const PATIENCE = 30_000;

/** Be ready to borrow: hear whether the page around lends, and what it hands over. */
export function mayBorrow() {
  listen({
    lends: () => (lends = window.origin === 'null'),
    bytes: ({ id, bytes, more }) => waiting.get(id)?.({ bytes: bytes instanceof ArrayBuffer ? bytes : null, more }),
  });
}

/** A file from the page around, as if it had been fetched; null where that page lends nothing, or not this one.
 *  It is checked by whoever asks, as every file is. @param {string} url @returns {Promise<Response | null>} */
export async function borrow(url) {
  if (!lends) return null;
  const id = asked++;
  const response = await new Promise((resolve) => {
    const late = window.setTimeout(() => resolve(null), PATIENCE);
    waiting.set(id, handedOver(url, (answer) => {
      window.clearTimeout(late);
      resolve(answer);
    }, () => waiting.delete(id)));
    tell('fetch', { id, url });
  });
  if (!response) waiting.delete(id);
  return response;
}

/** Makes a response of a file's pieces; whoever reads it sees them come, as from a network.
 *  @param {string} url @param {(response: Response | null) => void} answer @param {() => void} over
 *  @returns {(piece: Piece) => void} */
function handedOver(url, answer, over) {
  const type = url.split('?')[0].endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  /** @type {ReadableStreamDefaultController | undefined} */
  let into;
  return ({ bytes, more }) => {
    if (bytes && !into) answer(new Response(new ReadableStream({ start: (it) => { into = it; } }), { headers: { 'Content-Type': type } }));
    if (bytes?.byteLength) into?.enqueue(new Uint8Array(bytes));
    if (bytes && more) return;
    if (bytes) into?.close();
    else if (into) into.error(new TypeError('the page around stopped'));
    else answer(null);
    over();
  };
}
