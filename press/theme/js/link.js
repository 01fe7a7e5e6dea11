// A state in a link: #bench&v=1&passes=8&keep=random. Short, versioned, clamped; what was not as it
// should be is told, never guessed at in silence.

const VERSION = '1';
/** Characters of an address that all fields but texts may take together. */
const LONGEST = 500;

/**
 * @typedef {{kind: 'int', min: number, max: number, initial: number}
 *   | {kind: 'choice', among: string[], initial: string}
 *   | {kind: 'text', longest: number, initial: string}} Field
 *   longest  characters that a text may take in the address, once it is written for one
 * @typedef {Record<string, Field>} Shape
 * @typedef {Record<string, number | string>} State
 */

/** @param {Shape} shape @returns {State} */
export function initial(shape) {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.initial]));
}

/** @param {string} id @param {Shape} shape @param {State} state
 *  @returns {string | null} null: a text is too long for a link */
export function write(id, shape, state) {
  const parts = [`v=${VERSION}`];
  for (const [name, field] of Object.entries(shape)) {
    if (state[name] === field.initial) continue;
    const value = field.kind === 'text' ? packed(String(state[name])) : encodeURIComponent(state[name]);
    if (field.kind === 'text' && value.length > field.longest) return null;
    parts.push(`${name}=${value}`);
  }
  return `#${id}&${parts.join('&')}`;
}

/** Read a fragment. `notes` names each part that was not taken as it stood.
 *  @param {string} fragment @param {string} id @param {Shape} shape
 *  @returns {{state: State, notes: string[]} | null} null: not a state of this id */
export function read(fragment, id, shape) {
  const most = Object.values(shape).reduce((sum, field) => sum + (field.kind === 'text' ? field.longest : 0), LONGEST);
  const [head, ...pairs] = fragment.replace(/^#/, '').slice(0, most).split('&');
  if (head !== id || pairs.length === 0) return null;
  const given = new Map(pairs.map(split));
  const state = initial(shape);
  const notes = [];
  if (given.get('v') !== VERSION) return { state, notes: ['v'] };
  for (const [name, field] of Object.entries(shape)) {
    const text = given.get(name);
    if (text === undefined) continue;
    const value = take(field, text);
    state[name] = value;
    if ((field.kind === 'text' ? packed(String(value)) : String(value)) !== text) notes.push(name);
  }
  return { state, notes };
}

/** A fragment with one field set, its other fields as they are if it is of this id.
 *  @param {string} fragment @param {string} id @param {string} name @param {string} value */
export function withField(fragment, id, name, value) {
  const [head, ...pairs] = fragment.replace(/^#/, '').split('&');
  const kept = head === id && pairs.length ? pairs.filter((pair) => split(pair)[0] !== name) : [`v=${VERSION}`];
  return `#${[id, ...kept, `${name}=${encodeURIComponent(value)}`].join('&')}`;
}

/** @param {string} pair @returns {[string, string]} */
function split(pair) {
  const [name, value = ''] = pair.split('=', 2);
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return [name, ''];
  }
}

/** @param {Field} field @param {string} text */
function take(field, text) {
  if (field.kind === 'text') return unpacked(text) ?? field.initial;
  if (field.kind === 'choice') return field.among.includes(text) ? text : field.initial;
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(value)) return field.initial;
  return Math.max(field.min, Math.min(field.max, value));
}

/** A text as an address carries it: its length, then UTF-8 in base64's letters for addresses. The length
 *  tells whether a link came whole: one that was cut off would otherwise read as a shorter text.
 *  @param {string} text */
function packed(text) {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return `${text.length}.${btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** @param {string} packed @returns {string | null} null: not what `packed` writes */
function unpacked(packed) {
  const [length, letters = ''] = packed.split('.', 2);
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.length === Number(length) ? text : null;
  } catch {
    return null;
  }
}
