// What an embed's address asks for: ?show=crossed&theme=dark&pass=3&hide=proof,take. Each parameter is read by
// itself; what is wrong with one is told, and the others count all the same.

/**
 * @typedef {{show?: string, theme?: string, seed?: string, pass?: string, autoplay?: string, hide?: string[], live?: string}} Asked
 * @typedef {{shows: string[], controls: string[], own: string[]}} Offer
 *   what this page has to show, the controls that it can do without, and parameters that its plate reads itself
 * @typedef {{among?: string[], most?: number, list?: boolean}} Kind
 *   among  the words that it may be;  most  or a whole number from 0 to this;  list  several, with commas between
 * @typedef {{name: string, value: string | null, want: string[], why?: 'noseed' | 'refused'}} Fault
 *   value: null where there is no such parameter;  why: it is right in itself, and cannot be
 */

export const LAST_SEED = 2 ** 31 - 1;
const LAST_PASS = 9999;
/** Characters of a wrong value that are told. */
const TOLD = 60;

/** @param {Offer} offer @returns {Map<string, Kind>} */
function kinds({ shows, controls }) {
  return new Map(Object.entries({
    show: { among: shows },
    theme: { among: ['light', 'dark', 'auto'] },
    seed: { most: LAST_SEED },
    pass: { most: LAST_PASS, among: ['end'] },
    autoplay: { among: ['0', '1'] },
    hide: { among: controls, list: true },
    live: { among: ['on', 'off'] },
  }));
}

/** @param {URLSearchParams} query @param {Offer} offer @returns {{asked: Asked, faults: Fault[]}} */
export function readParameters(query, offer) {
  const known = kinds(offer);
  /** @type {Record<string, any>} */
  const asked = {};
  /** @type {Fault[]} */
  const faults = [];
  for (const [name, text] of query) {
    const kind = known.get(name);
    if (!kind) {
      if (!offer.own.includes(name)) faults.push({ name: name.slice(0, TOLD), value: null, want: [...known.keys()] });
      continue;
    }
    const given = kind.list ? text.split(',').filter(Boolean) : [text];
    const right = given.filter((one) => fits(kind, one));
    const wrong = given.filter((one) => !fits(kind, one));
    if (wrong.length) faults.push({ name, value: wrong.join(',').slice(0, TOLD), want: wanted(kind) });
    if (right.length) asked[name] = kind.list ? right : right[0];
  }
  return { asked, faults };
}

/** @param {Kind} kind @param {string} text */
function fits({ among = [], most }, text) {
  return among.includes(text) || (most !== undefined && /^\d{1,10}$/.test(text) && Number(text) <= most);
}

/** @param {Kind} kind @returns {string[]} */
function wanted({ among = [], most }) {
  return most === undefined ? among : [`0–${most}`, ...among];
}
