// The live toy, as a page sees it: one engine that downloads, checks, starts, proves itself and runs.

import { LiveError, download, downloadModule } from './download.js';
import { Models, filesOf, namesIn, patiently, weight } from './models.js';

/**
 * @typedef {import('./download.js').Entry} Entry
 * @typedef {import('./models.js').Loaded} Loaded
 * @typedef {{worker: string, base: string, files: Record<string, Entry>, selftest: string,
 *   models: Record<string, import('./models.js').Model>}} Config
 *   worker    the worker script's address
 *   base      what the addresses in `files` are relative to
 *   files     the runtime's files and toylm's wheel
 *   selftest  the address of {"request": ..., "trace": ...}, a fill that the engine must reproduce
 *   models    the weights of the plate's toys, by the names that requests call them
 *   Addresses are relative to the document's base.
 * @typedef {WebAssembly.Module | Uint8Array<ArrayBuffer>} Content
 * @typedef {Content | Loaded[]} Sent
 * @typedef {{type: string, stage?: Stage, id?: number, json?: string, message?: string}} Message
 * @typedef {'off' | 'starting' | 'ready' | 'failed' | 'stopped'} State
 * @typedef {'download' | 'compile' | 'packages' | 'selftest' | 'ready'} Stage
 */

/** Milliseconds that a stage may take. 'download' is the time without a single byte; 'sum' is what adding up
 *  all fills of a line may take, where 'run' is a single fill. */
export const DEADLINES = { download: 60_000, compile: 90_000, packages: 30_000, selftest: 30_000, run: 30_000, sum: 120_000 };

/** Milliseconds in which a browser tells of a refused fetch after it has failed. */
const REFUSAL = 500;
const SCRIPTS = ['pyodide.asm.js', 'pyodide.js'];
const SELFTEST = 'selftest.json';
const WORKER = 'worker.js';
const MODELS = 'models';
/** The smallest module: whether a page's policy allows WebAssembly is known before anything is fetched. */
const EMPTY_WASM = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);

/** One engine. `state` says how it stands, `stage`, `loaded` and `total` (bytes, as packed for the way) how far a start has
 *  come, `failure` (a LiveError) why it failed: no-wasm, no-worker, blocked, missing, truncated,
 *  wrong-type, hash, timeout, selftest or python. A 'change' event tells of each change. */
export class Engine extends EventTarget {
  /** @param {Config} config @param {Partial<typeof DEADLINES>} [deadlines] */
  constructor(config, deadlines = {}) {
    super();
    this.config = config;
    this.deadlines = { ...DEADLINES, ...deadlines };
    /** @type {State} */
    this.state = 'off';
    /** @type {Stage} */
    this.stage = 'download';
    this.loaded = 0;
    const first = filesOf(Object.values(config.models).filter((model) => model.first));
    this.total = weight([...Object.values(config.files), ...first.values()]);
    /** @type {LiveError | null} */
    this.failure = null;
    /** @type {Session | null} */
    this.session = null;
  }

  /** Starts, or waits for the start that is under way; the state that it ends in.
   *  @returns {Promise<State>} */
  async start() {
    const session = this.session ?? this.#begin();
    await session.settled;
    return this.state;
  }

  #begin() {
    const session = new Session(this);
    this.session = session;
    this.#set({ state: 'starting', stage: 'download', loaded: 0, failure: null });
    session.start();
    return session;
  }

  /** What toylm.request answers: the trace of a fill, or curves. Rejects with a LiveError: 'python' when
   *  toylm refused the request (its words are in `detail`), 'stopped' when the engine is not running,
   *  else why it failed.
   *  @param {object} request @param {'run' | 'sum'} [deadline] @returns {Promise<any>} */
  async run(request, deadline = 'run') {
    if (this.state !== 'ready') throw new LiveError('stopped');
    return JSON.parse(await this.session.run(request, deadline));
  }

  /** Bytes that a request would still fetch: the weights of models that did not come with the runtime.
   *  @param {object} request */
  missing(request) {
    const { models } = this.config;
    const wanted = namesIn(request).filter((name) => name in models);
    const files = [...filesOf(wanted.map((name) => models[name])).values()];
    return weight(files.filter(({ url }) => !this.session?.models.files.has(url)));
  }

  /** Ends the worker and whatever it is doing. A later start begins again. */
  stop() {
    if (this.state === 'starting' || this.state === 'ready') this.end('stopped', new LiveError('stopped'));
  }

  /** For the session: what has changed. @param {Partial<Engine>} change */
  update(change) {
    this.#set(change);
  }

  /** For the session: it is over. @param {State} state @param {LiveError} reason */
  end(state, reason) {
    const session = this.session;
    this.session = null;
    session.close(reason);
    this.#set({ state, failure: state === 'failed' ? reason : null });
  }

  /** @param {Partial<Engine>} change */
  #set(change) {
    Object.assign(this, change);
    this.dispatchEvent(new Event('change'));
  }
}

/** One start of the engine and all that comes of it: the downloads, the worker, the runs, the watchdog. */
class Session {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.downloads = new AbortController();
    /** @type {Worker | null} */
    this.worker = null;
    this.script = '';
    /** @type {Map<number, {deadline: 'run' | 'sum', resolve: (json: string) => void, reject: (error: LiveError) => void}>} */
    this.runs = new Map();
    this.nextId = 1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.watchdog = undefined;
    /** Names of the files that are still to come. @type {Set<string>} */
    this.waiting = new Set();
    /** @type {Promise<void>} */
    this.settled = new Promise((resolve) => (this.settle = resolve));
    this.refused = false;
    /** What the worker is at; nothing until it has spoken. @type {Stage | ''} */
    this.reached = '';
    this.arrived = false;
    this.models = new Models(engine.config.models, (name, entry) =>
      engine.state === 'starting' ? this.fetchOne(name, entry, download) : this.fetchLater(name, entry));
  }

  async start() {
    const { signal } = this.downloads;
    document.addEventListener('securitypolicyviolation', () => (this.refused = true), { signal });
    try {
      requireFeatures();
      this.watch('download');
      await this.launch({ ...this.fetchAll(), [MODELS]: this.models.first() });
      this.arrived = true;
      if (!this.over) this.enter(this.reached || 'compile');
    } catch (error) {
      const reason = error instanceof LiveError ? error : new LiveError('no-worker', '', String(error));
      this.fail(reason.code === 'missing' ? await this.explained(reason) : reason);
    }
  }

  /** The deadline of a stage, counted from now. @param {keyof typeof DEADLINES} stage */
  watch(stage) {
    clearTimeout(this.watchdog);
    const late = () => this.fail(new LiveError('timeout', [...this.waiting][0], stage));
    this.watchdog = setTimeout(late, this.engine.deadlines[stage]);
  }

  /** All files by name, the worker's script and the self-test among them, each a promise: the requests
   *  go out together, and Python starts on what it needs first.
   *  @returns {Record<string, Promise<Content>>} */
  fetchAll() {
    const { config } = this.engine;
    const base = new URL(config.base, document.baseURI);
    /** @type {Record<string, Entry>} */
    const entries = { [WORKER]: { url: config.worker }, [SELFTEST]: { url: config.selftest } };
    for (const [name, file] of Object.entries(config.files)) entries[name] = under(base, file);
    const fetching = Object.entries(entries).map(([name, entry]) =>
      [name, this.fetchOne(name, entry, name.endsWith('.wasm') ? downloadModule : download)]);
    return Object.fromEntries(fetching);
  }

  /** @template T @param {string} name @param {Entry} entry
   *  @param {(name: string, entry: Entry, signal: AbortSignal, count: (bytes: number) => void) => Promise<T>} how */
  async fetchOne(name, entry, how) {
    this.waiting.add(name);
    const url = new URL(entry.url, document.baseURI).href;
    const content = await how(name, { ...entry, url }, this.downloads.signal, (size) => {
      if (this.over) return;
      this.watch('download');
      if (entry.size) this.engine.update({ loaded: this.engine.loaded + size });
    });
    this.waiting.delete(name);
    return content;
  }

  /** A file that is asked for while the worker runs: if it does not come, only those who wait for it fail.
   *  @param {string} name @param {Entry} entry */
  fetchLater(name, entry) {
    const url = new URL(entry.url, document.baseURI).href;
    return patiently(this.engine.deadlines.download, this.downloads.signal, name,
      (signal, count) => download(name, { ...entry, url }, signal, count));
  }

  /** Makes the worker out of the checked scripts as soon as they are here, and hands it every other file
   *  as it comes; settles when it has them all.
   *  @param {Record<string, Promise<Sent>>} files */
  async launch({ [WORKER]: worker, ...files }) {
    const scripts = [...SCRIPTS.map((name) => files[name]), worker];
    for (const name of SCRIPTS) delete files[name];
    const launching = Promise.all(scripts).then((parts) => this.begin(parts, Object.keys(files)));
    const sending = Object.entries(files).map(async ([name, file]) => {
      const [, content] = await Promise.all([launching, file]);
      this.send(name, content);
    });
    await Promise.all([launching, ...sending]);
  }

  /** @param {Sent[]} scripts @param {string[]} names of the files that will follow */
  begin(scripts, names) {
    if (this.over) return;
    const parts = /** @type {Uint8Array<ArrayBuffer>[]} */ (scripts).flatMap((script) => [script, '\n;\n']);
    this.script = URL.createObjectURL(new Blob(parts, { type: 'text/javascript' }));
    this.worker = new Worker(this.script);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.fail(workerError(this.reached, event.message));
    this.worker.postMessage({ type: 'start', names });
  }

  /** @param {string} name @param {Sent} content */
  send(name, content) {
    if (this.over) return;
    if (content instanceof WebAssembly.Module) this.worker.postMessage({ type: 'file', name, content });
    else if (Array.isArray(content)) this.worker.postMessage({ type: 'file', name, content: this.models.take(content) });
    else if (name === SELFTEST) this.worker.postMessage({ type: 'file', name, content: parsed(content) });
    else this.worker.postMessage({ type: 'file', name, content: content.buffer }, [content.buffer]);
  }

  /** What the worker says; its messages are listed in worker.js. @param {Message} message */
  hear(message) {
    if (message.type === 'stage') this.tell(message.stage);
    else if (message.id === undefined) this.fail(workerError(message.stage, message.message));
    else this.answer(message);
  }

  /** The worker begins a stage. While files are still to come, that is what the reader waits for.
   *  @param {Stage} stage */
  tell(stage) {
    this.reached = stage;
    if (this.arrived) this.enter(stage);
  }

  /** @param {Stage} stage */
  enter(stage) {
    if (stage !== 'ready') {
      this.watch(stage);
      return this.engine.update({ stage });
    }
    clearTimeout(this.watchdog);
    this.engine.update({ stage, state: 'ready' });
    this.settle();
  }

  /** A run's trace, or why there is none. @param {Message} message */
  answer({ id, json, message }) {
    const waiting = this.runs.get(id);
    this.runs.delete(id);
    const [next] = this.runs.values();
    if (next) this.watch(next.deadline);
    else clearTimeout(this.watchdog);
    if (json === undefined) waiting.reject(new LiveError('python', '', message));
    else waiting.resolve(json);
  }

  /** @param {object} request @param {'run' | 'sum'} deadline @returns {Promise<string>} */
  async run(request, deadline) {
    const models = await this.models.fresh(request);
    if (this.over) throw new LiveError('stopped');
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.worker.postMessage({ type: 'run', id, request, models: this.models.take(models) });
      this.runs.set(id, { deadline, resolve, reject });
      if (this.runs.size === 1) this.watch(deadline);
    });
  }

  get over() {
    return this.engine.session !== this;
  }

  /** @param {LiveError} reason */
  fail(reason) {
    if (!this.over) this.engine.end('failed', reason);
  }

  /** A fetch that the page's policy refuses looks like one that found nothing, until the browser tells
   *  of the refusal, a moment later. @param {LiveError} reason */
  async explained(reason) {
    await new Promise((resolve) => setTimeout(resolve, REFUSAL));
    return this.refused ? new LiveError('blocked', reason.file, reason.detail) : reason;
  }

  /** Lets go of everything; runs that wait are refused. @param {LiveError} reason */
  close(reason) {
    clearTimeout(this.watchdog);
    this.downloads.abort(reason);
    this.worker?.terminate();
    URL.revokeObjectURL(this.script);
    for (const waiting of this.runs.values()) waiting.reject(reason);
    this.settle();
  }
}

/** @param {URL} base @param {Entry} file */
function under(base, { url, gz, ...rest }) {
  return { ...rest, url: new URL(url, base).href, ...(gz && { gz: new URL(gz, base).href }) };
}

function requireFeatures() {
  if (typeof WebAssembly !== 'object') throw new LiveError('no-wasm');
  if (typeof Worker !== 'function' || typeof Blob !== 'function') throw new LiveError('no-worker');
  try {
    new WebAssembly.Module(EMPTY_WASM);
  } catch (error) {
    throw new LiveError('blocked', '', String(error));
  }
}

/** @param {Uint8Array} bytes */
function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new LiveError('wrong-type', SELFTEST, String(error));
  }
}

/** What a worker's failure is called. A policy that forbids the worker gives an error event that says
 *  nothing, before the first stage. @param {string} stage @param {string} [message] */
function workerError(stage, message = '') {
  if (!stage) return new LiveError(message ? 'no-worker' : 'blocked', WORKER, message);
  if (stage === 'selftest') return new LiveError('selftest', '', message);
  return new LiveError(stage === 'compile' && /content security policy/i.test(message) ? 'blocked' : 'python', '', message);
}
