// The runtime's files, fetched side by side, counted as they come, and checked before anything runs.

/**
 * @typedef {{url: string, sha256?: string, size?: number}} Entry a file: where it is and what it must be
 * @typedef {(bytes: number) => void} Count is told of every chunk that arrives
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

/** One file's bytes. Rejects with a LiveError (missing, wrong-type, truncated, hash), or with the
 *  signal's reason when it is aborted.
 *  @param {string} name @param {Entry} entry @param {AbortSignal} signal @param {Count} count
 *  @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function download(name, entry, signal, count) {
  const response = await answer(name, entry, signal);
  const bytes = await body(name, response, signal, count);
  await check(name, entry, bytes);
  return bytes;
}

/** @param {string} name @param {Entry} entry @param {AbortSignal} signal */
async function answer(name, entry, signal) {
  const response = await fetch(entry.url, { signal }).catch((error) => {
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

/** @param {string} name @param {Entry} entry @param {Uint8Array<ArrayBuffer>} bytes */
async function check(name, entry, bytes) {
  const magic = MAGIC[name.split('.').pop()] ?? [];
  if (magic.some((byte, i) => i < bytes.length && bytes[i] !== byte)) throw new LiveError('wrong-type', name);
  const { size, sha256 } = entry;
  if (size !== undefined && bytes.length < size) throw new LiveError('truncated', name, `${bytes.length} of ${size} bytes`);
  if (size !== undefined && bytes.length > size) throw new LiveError('hash', name, `${bytes.length} bytes, not ${size}`);
  // Plain http on another host than this machine has no crypto.subtle; there length and magic must do.
  if (!sha256 || !globalThis.crypto?.subtle) return;
  if (hex(await crypto.subtle.digest('SHA-256', bytes)) !== sha256) throw new LiveError('hash', name);
}

/** @param {ArrayBuffer} digest */
function hex(digest) {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
