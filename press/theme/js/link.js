// A state in a link: #bench&v=1&passes=8&keep=random. Short, versioned, clamped; what was not as it
// should be is told, never guessed at in silence.

const VERSION = '1';

/**
 * @typedef {{kind: 'int', min: number, max: number, initial: number}
 *   | {kind: 'choice', among: string[], initial: string}} Field
 * @typedef {Record<string, Field>} Shape
 * @typedef {Record<string, number | string>} State
 */

/** @param {Shape} shape @returns {State} */
export function initial(shape) {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.initial]));
}

/** @param {string} id @param {Shape} shape @param {State} state @returns {string} */
export function write(id, shape, state) {
  const parts = [`v=${VERSION}`];
  for (const [name, field] of Object.entries(shape)) {
    if (state[name] !== field.initial) parts.push(`${name}=${encodeURIComponent(state[name])}`);
  }
  return `#${id}&${parts.join('&')}`;
}

/** Read a fragment. `notes` names each part that was not taken as it stood.
 *  @param {string} fragment @param {string} id @param {Shape} shape
 *  @returns {{state: State, notes: string[]} | null} null: not a state of this id */
export function read(fragment, id, shape) {
  const [head, ...pairs] = fragment.replace(/^#/, '').slice(0, 500).split('&');
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
    if (String(value) !== text) notes.push(name);
  }
  return { state, notes };
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
  if (field.kind === 'choice') return field.among.includes(text) ? text : field.initial;
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (Number.isNaN(value)) return field.initial;
  return Math.max(field.min, Math.min(field.max, value));
}
