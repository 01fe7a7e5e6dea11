// Pyodide and ONNX Runtime Web in one page, for tests/bench/bench_browser.py to call one after the other.
import * as ort from './ort.js';

const WARM = 5, ROUNDS = 60, CALLS = 3;
let python;

async function bytes(name) {
  return new Uint8Array(await (await fetch(name)).arrayBuffer());
}

/** Pyodide with the wheels, and a Python file of functions. */
async function startPython(wheels, source) {
  python = await globalThis.loadPyodide({ indexURL: new URL('.', location.href).href });
  const folder = python.runPython('import site; site.getsitepackages()[0]');
  for (const wheel of wheels) python.unpackArchive(await bytes(wheel), 'wheel', { extractDir: folder });
  python.runPython(source);
}

/** What a Python expression gives, as JSON; files are there as bytes by their names. */
async function ask(expression, files) {
  const held = {};
  for (const name of files) held[name] = await bytes(name);
  python.globals.set('files', python.toPy(held));
  return python.runPython(`import json\nfiles = {name: bytes(data) for name, data in files.items()}\njson.dumps(${expression})`);
}

/** ONNX Runtime's milliseconds a pass (best of several means), and its logits. */
async function runOnnx(model, ids) {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = { wasm: new URL('ort.wasm', location.href).href };
  const session = await ort.InferenceSession.create(await bytes(model), { executionProviders: ['wasm'] });
  const feeds = { ids: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [ids.length]) };
  for (let i = 0; i < WARM; i++) await session.run(feeds);
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    for (let i = 0; i < CALLS; i++) await session.run(feeds);
    best = Math.min(best, (performance.now() - began) / CALLS);
  }
  return { ms: best, logits: Array.from((await session.run(feeds)).logits.data) };
}

Object.assign(globalThis, { startPython, ask, runOnnx });
document.documentElement.dataset.ready = 'yes';
