// A film of pictures: an animated GIF. Fetched only when a reader asks for one.

import { GIFEncoder, applyPalette, quantize } from 'gifenc';

const COLOURS = 128;

/** @typedef {{data: Uint8ClampedArray, width: number, height: number}} Pixels RGBA, a row after the other */

/** @param {number} count how many pictures @param {(i: number) => Promise<Pixels>} picture the i-th, from 0
 *  @param {(i: number) => number} hold milliseconds that the i-th stands
 *  @param {(share: number) => void} progress is told from 0 to 1 @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function film(count, picture, hold, progress) {
  const gif = GIFEncoder();
  const palette = await paletteOf(count, picture);
  for (let i = 0; i < count; i += 1) {
    const { data, width, height } = await picture(i);
    // The first frame's palette is the film's; the others use it too.
    gif.writeFrame(applyPalette(data, palette), width, height, { palette: i ? undefined : palette, delay: hold(i), repeat: 0 });
    progress((i + 1) / count);
  }
  gif.finish();
  return gif.bytes();
}

/** One palette for all: what is on the first picture, the last, and one half way.
 *  @param {number} count @param {(i: number) => Promise<Pixels>} picture */
async function paletteOf(count, picture) {
  const some = [...new Set([0, Math.floor(count / 2), count - 1])];
  const pixels = [];
  for (const i of some) pixels.push((await picture(i)).data);
  const all = new Uint8Array(pixels.reduce((sum, data) => sum + data.length, 0));
  let at = 0;
  for (const data of pixels) {
    all.set(data, at);
    at += data.length;
  }
  return quantize(all, COLOURS);
}
