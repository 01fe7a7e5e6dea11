// A file for the reader. A frame may forbid downloads, and some forbid them without a word.

/** @typedef {'saved' | 'unsure' | 'refused'} Saved
 *   unsure  asked for, in a sandbox that would not tell if it came to nothing: show the content as well */

/** Hand a file over. @param {string} name @param {Blob} content @returns {Saved} */
export function save(name, content) {
  try {
    const address = URL.createObjectURL(content);
    const link = Object.assign(document.createElement('a'), { href: address, download: name, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
    // The download reads the address after this; a minute is ample for a file that is in memory.
    window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch {
    return 'refused';
  }
  return isSandboxed() ? 'unsure' : 'saved';
}

/** A frame without an origin of its own is in a sandbox, where a download that is forbidden fails silently.
 *  A page opened from a disk has no origin either, and may save. */
function isSandboxed() {
  return window.origin === 'null' && window.parent !== window;
}
