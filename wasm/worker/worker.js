// Pyodide in a classic worker. The page makes the worker from one Blob: pyodide.asm.js, pyodide.js, then
// this file; so `_createPyodideModule` and `loadPyodide` are globals here, and nothing is imported.
//
// Messages in
//   {type: 'start', names: [name, ...]}
//       what will follow: pyodide.asm.wasm, python_stdlib.zip, pyodide-lock.json, selftest.json, models
//       and the wheels (every name that ends in .whl, unpacked in that order)
//   {type: 'file', name, content}
//       one of them, checked, in any order: an ArrayBuffer; of the wasm, a Module where the page could
//       compile it as it came; of the self-test, {request, trace};
//       `models` are those that the self-test needs
//   {type: 'run', id, request, models}
//       a request as toylm.request reads it, and the models in it that have not come before; before the
//       first one with a `source`, a reader's own Python, the worker seals itself
//   models: [{name, weights, tokens}, ...], the bytes of a weights' file and of its tokens.json
// Messages out
//   {type: 'stage', stage}               'compile', 'packages', 'selftest', 'ready', as each begins
//   {type: 'trace', id, json}            what toylm.request answers to the run with that id
//   {type: 'error', id, message}         that run failed; the worker goes on
//   {type: 'error', stage, message}      the start failed; the worker is of no more use
//
// It asks nothing of the network and of no one else: every byte comes in a message.

const HOME = 'https://runtime.invalid/'; // never contacted; Pyodide wants an absolute address to build on
const WASM = 'pyodide.asm.wasm';
const SELFTEST = 'selftest.json';
const RUN = `
import json
from toylm.request import answer
lambda request: answer(json.loads(request))
`;
const PROVIDE = `
from toylm.models.transformer import provide
def take(weights, tokens):
    provide(weights.to_bytes(), tokens.to_bytes().decode())
take
`;

// What a reader's own Python may not import: the ways from Python to JavaScript, and to memory.
const CLOSE = `
import sys
class Closed:
    roots = {"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "ctypes", "_ctypes", "socket", "_socket"}
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name.partition(".")[0] in cls.roots:
            raise ImportError(f"{name} is closed here: edited samplers reach no page, no network and no storage")
for name in [name for name in sys.modules if name.partition(".")[0] in Closed.roots]:
    del sys.modules[name]
sys.meta_path[:] = [Closed, *(finder for finder in sys.meta_path if type(finder).__name__ != "JsFinder")]
`;

/** What is left of the global scope once it is sealed: the language, and what Python runs on. */
const KEPT = new Set(`
  Object Function Array Number String Boolean Symbol BigInt Date Promise RegExp Map Set WeakMap WeakSet WeakRef Proxy Reflect
  Iterator FinalizationRegistry DisposableStack AsyncDisposableStack Error AggregateError EvalError RangeError ReferenceError
  SuppressedError SyntaxError TypeError URIError ArrayBuffer SharedArrayBuffer DataView Atomics Int8Array Uint8Array
  Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array
  BigUint64Array Math JSON Intl WebAssembly globalThis undefined NaN Infinity isFinite isNaN parseFloat parseInt escape unescape
  encodeURI encodeURIComponent decodeURI decodeURIComponent constructor self postMessage onmessage addEventListener
  removeEventListener dispatchEvent setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone performance
  crypto console TextEncoder TextDecoder MessageChannel MessagePort MessageEvent Event EventTarget DOMException AbortController
  AbortSignal`.trim().split(/\s+/));

/** What has to be gone, or nothing of a reader's own runs. */
const NEVER = ['fetch', 'XMLHttpRequest', 'WebSocket', 'WebTransport', 'EventSource', 'importScripts', 'Worker', 'SharedWorker',
  'BroadcastChannel', 'indexedDB', 'caches', 'navigator', 'FontFace', 'eval', 'loadPyodide', '_createPyodideModule'];

let stage = 'compile';
let pyodide;
let sealed = false;
let run;
let provide;
const files = new Map(); // name -> {content, arrive}: a promise, and what keeps it

self.onmessage = ({ data }) => {
  if (data.type === 'start') start(data.names).catch(startFailed);
  if (data.type === 'file') awaited(data.name).arrive(data.content);
  if (data.type === 'run') answer(data);
};

function awaited(name) {
  if (!files.has(name)) {
    let arrive;
    const content = new Promise((resolve) => (arrive = resolve));
    files.set(name, { content, arrive });
  }
  return files.get(name);
}

/** A file's content, once it has come. It is let go of, since nothing asks for a file twice. */
async function take(name) {
  const content = await awaited(name).content;
  files.delete(name);
  return content;
}

async function start(names) {
  enter('compile');
  pyodide = await boot();
  enter('packages');
  const folder = pyodide.runPython('import site; site.getsitepackages()[0]');
  for (const name of names.filter((each) => each.endsWith('.whl'))) {
    pyodide.unpackArchive(await take(name), 'wheel', { extractDir: folder });
  }
  run = pyodide.runPython(RUN);
  provide = pyodide.runPython(PROVIDE);
  know(await take('models'));
  enter('selftest');
  prove(await take(SELFTEST));
  enter('ready');
}

function enter(next) {
  stage = next;
  postMessage({ type: 'stage', stage });
}

function startFailed(error) {
  postMessage({ type: 'error', stage, message: lastLine(error) });
}

/** Pyodide's own fetches find their bytes here; its wasm goes another way. */
self.fetch = async (url) => {
  const name = String(url.url ?? url).replace(HOME, '');
  return new Response(name === WASM ? '' : await take(name));
};

/** Pyodide, or a rejection: left alone, loadPyodide never settles when the wasm cannot be compiled. */
function boot() {
  return new Promise((resolve, reject) => {
    WebAssembly.instantiateStreaming = (_, imports) => {
      const made = instantiate(imports);
      made.catch(reject);
      return made;
    };
    self.loadPyodide({ indexURL: HOME }).then(resolve, reject);
  });
}

async function instantiate(imports) {
  const code = await take(WASM);
  const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
  return { module, instance: await WebAssembly.instantiate(module, imports) };
}

function know(models) {
  for (const { weights, tokens } of models) provide(weights, tokens);
}

/** Runs the request that was shipped with its trace; any difference is an error. */
function prove({ request, trace }) {
  const made = run(JSON.stringify(request));
  if (JSON.stringify(JSON.parse(made)) !== JSON.stringify(trace)) {
    throw new Error('the trace differs from the one that was shipped');
  }
}

function answer({ id, request, models }) {
  try {
    know(models);
    if ('source' in request) seal();
    postMessage({ type: 'trace', id, json: run(JSON.stringify(request)) });
  } catch (error) {
    postMessage({ type: 'error', id, message: lastLine(error) });
  }
}

/** Take away whatever could reach a network, a storage, another worker or the page's data, for good. Python's ways to
 *  JavaScript are closed as well, but it is this that holds if one of them is found. */
function seal() {
  if (sealed) return;
  pyodide.runPython(CLOSE);
  pyodide = undefined;
  for (let scope = self; scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
    for (const name of Object.getOwnPropertyNames(scope)) if (!KEPT.has(name)) Reflect.deleteProperty(scope, name);
  }
  for (const name of NEVER) if (name in self) self[name] = undefined; // a script's own variables cannot be deleted
  const open = NEVER.filter((name) => self[name] !== undefined);
  if (open.length) throw new Error(`this browser keeps ${open.join(', ')} within reach of edited samplers`);
  sealed = true;
}

/** A Python error's own words: the last line of its traceback. */
function lastLine(error) {
  return String(error?.message ?? error).trim().split('\n').pop();
}
