// The interface's words, as the page gives them: one flat dictionary, one function.

/** @typedef {(key: string, holes?: Record<string, string | number>) => string} Words */

/** A text between these two runs as its own letters do, whichever way the text around it runs. */
const FIRST_STRONG = '\u2068';
const POP = '\u2069';
/** Stands before a filled text, so that it runs the interface's way where it fills another in its turn. */
const MARK = { ltr: '\u200e', rtl: '\u200f' };

/** A piece that a text of the other direction would scramble. @param {string} text */
export function keptApart(text) {
  return `${FIRST_STRONG}${text}${POP}`;
}

/** @param {Record<string, string>} strings @param {boolean} [apart] whether what fills a text may run the other way
 *  @returns {Words} */
export function makeWords(strings, apart = false) {
  return (key, holes = {}) => {
    const text = strings[key];
    if (text === undefined) throw new Error(`no words for ${key}`);
    if (!text.includes('{')) return text;
    const filled = (hole) => (apart && typeof hole === 'string' ? keptApart(hole) : String(hole));
    const mark = apart ? MARK[document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'] : '';
    return mark + text.replace(/\{(\w+)\}/g, (whole, name) => (holes[name] === undefined ? whole : filled(holes[name])));
  };
}
