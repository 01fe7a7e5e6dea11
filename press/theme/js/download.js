// The runtime's files, fetched side by side, counted as they come, and checked before anything runs.

/**
 * @typedef {{url: string, sha256?: string, size?: number, packed?: number, gz?: string}} Entry
 *   a file: where it is and what it must be; `packed` is its size under gzip, which stands for what comes
 *   over the wire; `gz` is where the same file lies packed, for hosts that compress nothing themselves
 * @typedef {(bytes: number) => void} Count is told of every chunk that arrives, in bytes as packed
 */

/** Why the live toy is off: a stable code, the file concerned, and the browser's or Python's own words. */
export class LiveError extends Error {
  /** @param {string} code @param {string} [file] @param {string} [detail] */
  constructor(code, file = '', detail = '') {
    super([code, file, detail].filter(Boolean).join(': '));
    this.code = code;
    this.file = file;
    this.detail = detail;
  }
}

/** The first bytes of a file of each kind. @type {Record<string, number[]>} */
const MAGIC = { wasm: [0x00, 0x61, 0x73, 0x6d], zip: [0x50, 0x4b], whl: [0x50, 0x4b] };

const GZIP = [0x1f, 0x8b];

/** What answers for an address: the network, or the page that carries its files.
 *  @type {(url: string, init: RequestInit) => Promise<Response>} */
let ask = (url, init) => fetch(url, init);

/** Ask the page in place of the network. @param {typeof ask} page */
export function carry(page) {
  ask = page;
}

/** One file's bytes. Rejects with a LiveError (missing, wrong-type, truncated, hash), or with the
 *  signal's reason when it is aborted.
 *  @param {string} name @param {Entry} entry @param {AbortSignal} signal @param {Count} count
 *  @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function download(name, entry, signal, count) {
  const response = await answer(name, entry.url, signal);
  if (!entry.gz || Number(response.headers.get('Content-Length')) !== entry.size) {
    return checked(name, entry, await body(name, response, signal, weighing(entry, count)));
  }
  // A host that sends the file at its full length compresses nothing.
  const packed = await answer(name, entry.gz, signal).catch(() => null);
  if (!packed) return checked(name, entry, await body(name, response, signal, weighing(entry, count)));
  response.body.cancel();
  return checked(name, entry, await inflated(name, await body(name, packed, signal, count)));
}

/** A file of WebAssembly: compiled while it comes in, used only if its bytes are the right ones. Compiled
 *  from the response itself, since a browser keeps its own code for what came so; the bytes, where the host
 *  sends them under another type than application/wasm.
 *  @param {string} name @param {Entry} entry @param {AbortSignal} signal @param {Count} count
 *  @returns {Promise<WebAssembly.Module | Uint8Array<ArrayBuffer>>} */
export async function downloadModule(name, entry, signal, count) {
  const response = await answer(name, entry.url, signal);
  const typed = response.headers.get('Content-Type') === 'application/wasm';
  const compiling = typed ? WebAssembly.compileStreaming(response.clone()).catch(() => null) : null;
  const bytes = await checked(name, entry, await body(name, response, signal, weighing(entry, count)));
  return (await compiling) ?? bytes;
}

/** Counts a file's chunks as what they weigh packed. @param {Entry} entry @param {Count} count @returns {Count} */
function weighing({ size, packed }, count) {
  return size && packed ? (bytes) => count((bytes * packed) / size) : count;
}

/** @param {string} name @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function inflated(name, bytes) {
  if (GZIP.some((byte, i) => bytes[i] !== byte)) return bytes; // the host said that it is packed, and the browser unpacked it
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new LiveError('truncated', name, String(error));
  }
}

/** @param {string} name @param {string} url @param {AbortSignal} signal */
async function answer(name, url, signal) {
  const response = await ask(url, { signal }).catch((error) => {
    throw signal.aborted ? signal.reason : new LiveError('missing', name, String(error));
  });
  if (!response.ok) throw new LiveError('missing', name, String(response.status));
  // A host that answers every address with a page does so with status 200.
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('text/html')) throw new LiveError('wrong-type', name, type);
  return response;
}

/** @param {string} name @param {Response} response @param {AbortSignal} signal @param {Count} count */
async function body(name, response, signal, count) {
  const chunks = [];
  let size = 0;
  try {
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      size += part.value.length;
      count(part.value.length);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : new LiveError('truncated', name, String(error));
  }
  return joined(chunks, size);
}

/** @param {Uint8Array[]} chunks @param {number} size */
function joined(chunks, size) {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** The bytes, if they are what the entry says.
 *  @param {string} name @param {Entry} entry @param {Uint8Array<ArrayBuffer>} bytes */
async function checked(name, entry, bytes) {
  const magic = MAGIC[name.split('.').pop()] ?? [];
  if (magic.some((byte, i) => i < bytes.length && bytes[i] !== byte)) throw new LiveError('wrong-type', name);
  const { size, sha256 } = entry;
  if (size !== undefined && bytes.length < size) throw new LiveError('truncated', name, `${bytes.length} of ${size} bytes`);
  if (size !== undefined && bytes.length > size) throw new LiveError('hash', name, `${bytes.length} bytes, not ${size}`);
  // Plain http on another host than this machine has no crypto.subtle; there length and magic must do.
  if (!sha256 || !globalThis.crypto?.subtle) return bytes;
  if (hex(await crypto.subtle.digest('SHA-256', bytes)) !== sha256) throw new LiveError('hash', name);
  return bytes;
}

/** @param {ArrayBuffer} digest */
function hex(digest) {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
