// Pyodide in a classic worker. The page makes the worker from one Blob: pyodide.asm.js, pyodide.js, then
// this file; so `_createPyodideModule` and `loadPyodide` are globals here, and nothing is imported.
//
// Messages in
//   {type: 'start', files: {name: ArrayBuffer, ...}, models, selftest: {request, trace}}
//       the checked bytes of pyodide.asm.wasm, python_stdlib.zip, pyodide-lock.json and the wheels
//       (every name that ends in .whl, unpacked in that order)
//   {type: 'run', id, request, models}
//       a request as toylm.request reads it, and the models in it that have not come before
//   models: [{name, weights, tokens}, ...], the bytes of a weights' file and of its tokens.json
// Messages out
//   {type: 'stage', stage}               'compile', 'packages', 'selftest', 'ready', as each begins
//   {type: 'trace', id, json}            Trace.to_json() of the run with that id
//   {type: 'error', id, message}         that run failed; the worker goes on
//   {type: 'error', stage, message}      the start failed; the worker is of no more use
//
// It asks nothing of the network and of no one else: every byte came with 'start'.

const HOME = 'https://runtime.invalid/'; // never contacted; Pyodide wants an absolute address to build on
const WASM = 'pyodide.asm.wasm';
const RUN = `
import json
from toylm.request import run
lambda request: run(json.loads(request)).to_json()
`;
const PROVIDE = `
from toylm.models.transformer import provide
def take(weights, tokens):
    provide(weights.to_bytes(), tokens.to_bytes().decode())
take
`;

let stage = 'compile';
let run;
let provide;

self.onmessage = ({ data }) => {
  if (data.type === 'start') start(data).catch(startFailed);
  if (data.type === 'run') answer(data);
};

async function start({ files, models, selftest }) {
  enter('compile');
  serve(files);
  const pyodide = await boot(files[WASM]);
  enter('packages');
  const folder = pyodide.runPython('import site; site.getsitepackages()[0]');
  for (const name of Object.keys(files).filter((each) => each.endsWith('.whl'))) {
    pyodide.unpackArchive(files[name], 'wheel', { extractDir: folder });
  }
  run = pyodide.runPython(RUN);
  provide = pyodide.runPython(PROVIDE);
  know(models);
  enter('selftest');
  prove(selftest);
  enter('ready');
}

function enter(next) {
  stage = next;
  postMessage({ type: 'stage', stage });
}

function startFailed(error) {
  postMessage({ type: 'error', stage, message: lastLine(error) });
}

/** Pyodide's own fetches find their bytes here. */
function serve(files) {
  self.fetch = async (url) => {
    const name = String(url.url ?? url).replace(HOME, '');
    return name in files ? new Response(files[name]) : new Response('', { status: 404 });
  };
}

/** Pyodide, or a rejection: left alone, loadPyodide never settles when the wasm cannot be compiled. */
function boot(wasm) {
  return new Promise((resolve, reject) => {
    WebAssembly.instantiateStreaming = (_, imports) => {
      const made = WebAssembly.instantiate(wasm, imports);
      made.catch(reject);
      return made;
    };
    self.loadPyodide({ indexURL: HOME }).then(resolve, reject);
  });
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
    postMessage({ type: 'trace', id, json: run(JSON.stringify(request)) });
  } catch (error) {
    postMessage({ type: 'error', id, message: lastLine(error) });
  }
}

/** A Python error's own words: the last line of its traceback. */
function lastLine(error) {
  return String(error?.message ?? error).trim().split('\n').pop();
}
