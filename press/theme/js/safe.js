// What a sandbox, a third-party frame or a private window may refuse: each is tried in one place,
// falls back, and tells its caller what happened.

const PREFIX = 'plateworks.1.';
/** @type {Map<string, string>} */
const memory = new Map();

export const store = {
  /** What was set last: in this visit, where it could not be written down. @param {string} key @returns {string | null} */
  get(key) {
    if (memory.has(key)) return /** @type {string} */ (memory.get(key));
    try {
      return window.localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string} value @returns {boolean} whether it outlives this visit */
  set(key, value) {
    try {
      window.localStorage.setItem(PREFIX + key, value);
      memory.delete(key);
      return true;
    } catch {
      memory.set(key, value);
      return false;
    }
  },
};

/** Put a fragment in the address without a new entry in the Back button's list.
 *  @param {string} fragment @returns {boolean} */
export function replaceFragment(fragment) {
  try {
    window.history.replaceState(null, '', fragment);
    return true;
  } catch {
    return false;
  }
}

/** Put a fragment in the address as a new entry in the Back button's list; false where that is refused.
 *  @param {string} fragment @returns {boolean} */
export function pushFragment(fragment) {
  try {
    window.history.pushState(null, '', fragment);
    return true;
  } catch {
    return false;
  }
}

/** Copy a text; where the clipboard is refused the text is selected for the reader to copy.
 *  @param {string} text @param {HTMLElement} shown an element that holds the same text
 *  @returns {Promise<'copied' | 'selected'>} */
export async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    if (shown instanceof HTMLInputElement || shown instanceof HTMLTextAreaElement) shown.select();
    else window.getSelection()?.selectAllChildren(shown);
    let done = false;
    try {
      done = document.execCommand('copy');
    } catch {
      // refused as well: the text stays selected
    }
    return done ? 'copied' : 'selected';
  }
}
