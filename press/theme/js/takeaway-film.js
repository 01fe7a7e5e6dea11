// Pictures as pixels: PNG by canvas, and a film of every pass.

import { frame } from './takeaway-frame.js';

/** @typedef {import('./trace.js').Trace} Trace */
/** @typedef {import('./takeaway-frame.js').Options} Options */
/** @typedef {Pick<typeof import('./film/film.js'), 'film'>} Maker */

const SHARP = 2; // pixels of a PNG to one of the picture
const LONGEST = 20_000; // milliseconds that a film takes, its last picture not counted
const HOLD = { least: 120, most: 700, last: 2500 };

/** @type {Maker | null} */
let carried = null;

/** Take the maker that came with the page. @param {Maker} maker */
export function carry(maker) {
  carried = maker;
}

/** @param {Trace} trace @param {number} position @param {Options} options @returns {Promise<Blob>} */
export async function png(trace, position, options) {
  const canvas = await drawn(frame(trace, position, options), SHARP);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no PNG'))), 'image/png');
  });
}

/** One picture before the first pass and one after each. @param {Trace} trace @param {Options} options
 *  @param {string | null} address of the maker of films, where it did not come with the page
 *  @param {(share: number) => void} progress @returns {Promise<Blob>} */
export async function gif(trace, options, address, progress) {
  const { film } = carried ?? /** @type {Maker} */ (await import(new URL(address ?? '', document.baseURI).href));
  const picture = async (i) => pixelsOf(await drawn(frame(trace, i, options), 1));
  const pace = Math.max(HOLD.least, Math.min(HOLD.most, LONGEST / Math.max(1, trace.length)));
  const hold = (i) => (i === trace.length ? HOLD.last : pace);
  return new Blob([await film(trace.length + 1, picture, hold, progress)], { type: 'image/gif' });
}

/** @param {import('./takeaway-frame.js').Frame} picture @param {number} scale */
async function drawn({ svg, width, height }, scale) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: width * scale, height: height * scale });
  canvas.getContext('2d', { willReadFrequently: true }).drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas */
function pixelsOf(canvas) {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
}
