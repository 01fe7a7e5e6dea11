// The weights of the toys: which of them a request asks for, what they weigh, each fetched once.

import { LiveError } from './download.js';

/**
 * @typedef {import('./download.js').Entry} Entry
 * @typedef {{first: boolean, weights: Entry, tokens: Entry}} Model
 *   first  the self-test needs it, so it comes with the runtime; the others come when they are asked for
 * @typedef {{name: string, weights: Uint8Array<ArrayBuffer>, tokens: Uint8Array<ArrayBuffer>}} Loaded
 * @typedef {(name: string, entry: Entry) => Promise<Uint8Array<ArrayBuffer>>} Fetch
 */

/** The names of the models in a request: its own, and those among its settings.
 *  @param {any} request @returns {string[]} */
export function namesIn({ model, settings }) {
  const specs = [model, ...Object.values(settings ?? {})];
  return [...new Set(specs.filter((spec) => spec?.kind === 'transformer').map((spec) => spec.name))];
}

/** Every file of some models once; models share their tokens. @param {Model[]} models */
export function filesOf(models) {
  return new Map(models.flatMap(({ weights, tokens }) => [weights, tokens]).map((entry) => [entry.url, entry]));
}

/** Bytes of some files, as packed for the way. @param {Entry[]} files */
export function weight(files) {
  return files.reduce((sum, file) => sum + (file.packed ?? file.size ?? 0), 0);
}

/** The models of one session: what the worker has, and what is on its way. */
export class Models {
  /** @param {Record<string, Model>} known @param {Fetch} fetchOne */
  constructor(known, fetchOne) {
    this.known = known;
    this.fetchOne = fetchOne;
    /** Names of those that the worker has been sent. @type {Set<string>} */
    this.sent = new Set();
    /** By address. @type {Map<string, Promise<Uint8Array<ArrayBuffer>>>} */
    this.files = new Map();
  }

  /** Those that come with the runtime. */
  first() {
    return this.load(Object.keys(this.known).filter((name) => this.known[name].first));
  }

  /** Those that a request names and the worker has not been sent. @param {any} request */
  fresh(request) {
    return this.load(namesIn(request).filter((name) => name in this.known && !this.sent.has(name)));
  }

  /** @param {string[]} names */
  load(names) {
    return Promise.all(names.map((name) => this.both(name)));
  }

  /** Those of the models that nobody has sent in the meantime, which are sent now. @param {Loaded[]} models */
  take(models) {
    const unsent = models.filter(({ name }) => !this.sent.has(name));
    for (const { name } of unsent) this.sent.add(name);
    return unsent;
  }

  /** @param {string} name @returns {Promise<Loaded>} */
  async both(name) {
    const { weights, tokens } = this.known[name];
    const [mine, shared] = await Promise.all([this.file(weights), this.file(tokens)]);
    return { name, weights: mine, tokens: shared };
  }

  /** A file that did not come is asked for again the next time. @param {Entry} entry */
  file(entry) {
    const under = this.files.get(entry.url) ?? this.fetchOne(nameOf(entry.url), entry);
    this.files.set(entry.url, under);
    under.catch(() => this.files.delete(entry.url));
    return under;
  }
}

/** @param {string} url */
function nameOf(url) {
  return url.split('?')[0].split('/').pop() ?? '';
}

/** Fetches with a deadline that every chunk puts off, and that ends this one file alone.
 *  @param {number} patience milliseconds without a byte @param {AbortSignal} signal
 *  @param {(signal: AbortSignal, count: () => void) => Promise<Uint8Array<ArrayBuffer>>} work @param {string} name */
export async function patiently(patience, signal, name, work) {
  const own = new AbortController();
  const late = () => own.abort(new LiveError('timeout', name, 'download'));
  let timer = setTimeout(late, patience);
  const count = () => {
    clearTimeout(timer);
    timer = setTimeout(late, patience);
  };
  try {
    return await work(AbortSignal.any([signal, own.signal]), count);
  } finally {
    clearTimeout(timer);
  }
}
