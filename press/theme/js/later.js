// What a plate wants only later: a script and its data. They are fetched when they are asked for, or
// have come with the page.

/** @typedef {{script?: string, outlines?: any}} Later where both are; in a page that carries them, the outlines themselves.
 *  A plate whose script draws no type has no outlines */

/** @type {any} */
let carried = null;

/** Take the script that came with the page. @param {any} script a module */
export function carry(script) {
  carried = script;
}

/** The module and the outlines, if any. @param {Later} later @returns {Promise<[any, any]>}
 *  @throws TypeError where one of them did not come */
export async function bring({ script, outlines }) {
  if (carried) return [carried, outlines];
  return Promise.all([import(address(script)), outlines && fetched(outlines)]);
}

/** @param {string} path */
async function fetched(path) {
  const answer = await fetch(address(path));
  if (!answer.ok) throw new TypeError(`outlines: ${answer.status}`);
  return answer.json();
}

/** @param {string} path */
function address(path) {
  return new URL(path, document.baseURI).href;
}
