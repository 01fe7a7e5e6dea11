// The plate's stored traces by name: those that the page carries, and those that it fetches.

import { Trace } from './trace.js';

export class Traces {
  /** @param {Record<string, any>} carried @param {Record<string, string>} urls */
  constructor(carried, urls) {
    this.urls = urls;
    /** @type {Map<string, Promise<Trace>>} */
    this.known = new Map(Object.entries(carried).map(([name, data]) => [name, Promise.resolve(new Trace(data))]));
  }

  /** @param {string} name */
  has(name) {
    return this.known.has(name) || name in this.urls;
  }

  /** @param {string} name @returns {Promise<Trace>} */
  get(name) {
    let found = this.known.get(name);
    if (!found) {
      found = this.fetch(name);
      this.known.set(name, found);
      // A trace that did not come is asked for again the next time.
      found.catch(() => this.known.delete(name));
    }
    return found;
  }

  /** @param {string} name */
  async fetch(name) {
    return new Trace(await fetched(this.urls[name]));
  }
}

/** A plate's data files by name: an offline file carries them, elsewhere each is fetched once.
 *  @param {{kind: string, files: Record<string, any>}} data @returns {(name: string) => Promise<any>} */
export function filesOf(data) {
  /** @type {Map<string, Promise<any>>} */
  const known = new Map();
  return (name) => {
    const found = known.get(name) ?? (data.kind === 'offline' ? Promise.resolve(data.files[name]) : fetched(data.files[name]));
    known.set(name, found);
    found.catch(() => known.delete(name)); // one that did not come is asked for again the next time
    return found;
  };
}

/** @param {string} url */
async function fetched(url) {
  const answer = await fetch(new URL(url, document.baseURI));
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}
