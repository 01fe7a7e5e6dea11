// A trace from elsewhere: a file that the reader opens is checked, and played by the player of every other fill.

import { Fills, namesOf } from '../../press/theme/js/fills.js';
import { Fault, MOST, readTraceFile } from '../../press/theme/js/reading.js';
import { TakeAway } from '../../press/theme/js/takeaway.js';
import { Trace } from '../../press/theme/js/trace.js';

/** Places a row of a picture that is taken away. */
const ACROSS = 12;
const MEGABYTE = 1_000_000;

/** @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
export function createOutside(root, context) {
  const { words, data } = context;
  const input = /** @type {HTMLInputElement} */ (root.querySelector('[data-outside]'));
  const said = /** @type {HTMLElement} */ (root.querySelector('[data-show=said]'));
  const fills = new Fills(root, context);
  const player = /** @type {HTMLElement} */ (root.querySelector('[data-player]'));
  new TakeAway(player, { player: fills.player, words, lang: data.words, title: document.title, across: ACROSS, film: data.film });
  const tell = (text, wrong) => {
    said.textContent = text;
    said.toggleAttribute('data-wrong', wrong);
  };
  const open = async (file) => {
    try {
      const trace = new Trace(await readTraceFile(file));
      fills.put(trace);
      tell(words('outside.opened', { sampler: trace.data.sampler, places: trace.data.canvas.length, passes: trace.length, positions: trace.positions(trace.length) }), false);
    } catch (error) {
      const { key, where } = error instanceof Fault ? error : { key: 'json', where: '' };
      tell(words(`outside.fault-${key}`, { where, megabytes: MOST.bytes / MEGABYTE, places: MOST.places, passes: MOST.passes }), true);
    }
  };
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) open(file);
    input.value = ''; // so that the same file can be opened again
  });
  fills.choose({ front: namesOf(/** @type {HTMLElement} */ (root.querySelector('[data-frame]'))).trace });
}
