// The interface's words, as the page gives them: one flat dictionary, one function.

/** @typedef {(key: string, holes?: Record<string, string | number>) => string} Words */

/** @param {Record<string, string>} strings @returns {Words} */
export function makeWords(strings) {
  return (key, holes = {}) => {
    const text = strings[key];
    if (text === undefined) throw new Error(`no words for ${key}`);
    return text.replace(/\{(\w+)\}/g, (whole, name) => String(holes[name] ?? whole));
  };
}
