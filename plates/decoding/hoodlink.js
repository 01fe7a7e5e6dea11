// An edit as a link carries it: which lines of the sampler's file are gone, and what stands there instead.

/** @typedef {{source: string, key: string, rule: number}} Original a sampler's file: its text, a name for just this text,
 *   and the line of its commit rule, from 1 */

/** @param {Original} original @param {string} text @returns {string} */
export function packed({ source, key }, text) {
  const [old, now] = [source.split('\n'), text.split('\n')];
  const same = (a, b) => {
    const most = Math.min(a.length, b.length);
    const first = a.findIndex((line, i) => i >= most || line !== b[i]);
    return first < 0 ? most : first;
  };
  const before = same(old, now);
  const after = same(old.slice(before).reverse(), now.slice(before).reverse());
  return [key, before, old.length - before - after, ...now.slice(before, now.length - after)].join('\n');
}

/** @param {Original} original @param {string} edit @returns {string | null} null: it is an edit of another text */
export function unpacked({ source, key }, edit) {
  const [of, before, gone, ...lines] = edit.split('\n');
  const old = source.split('\n');
  const [at, count] = [Number(before), Number(gone)];
  if (of !== key || !Number.isInteger(at) || !Number.isInteger(count) || at < 0 || count < 0 || at + count > old.length) return null;
  old.splice(at, count, ...lines);
  return old.join('\n');
}
