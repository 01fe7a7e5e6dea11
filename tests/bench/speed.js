// Pyodide and ONNX Runtime Web in one page, for tests/bench/bench_browser.py to call one after the other.
import * as ort from './ort.js';

const SECONDS = 0.1;
let python, session, feeds;

async function bytes(name) {
  return new Uint8Array(await (await fetch(name)).arrayBuffer());
}

/** Pyodide with the wheels, a Python file, and the passes that it makes of the models. */
async function startPython(wheels, source, models, tokens) {
  python = await globalThis.loadPyodide({ indexURL: new URL('.', location.href).href });
  const folder = python.runPython('import site; site.getsitepackages()[0]');
  for (const wheel of wheels) python.unpackArchive(await bytes(wheel), 'wheel', { extractDir: folder });
  python.runPython(source);
  const held = await Promise.all(models.map(bytes));
  python.globals.set('held', python.toPy([...held, tokens]));
  python.runPython('made = works(bytes(held[0]), bytes(held[1]), held[2])');
}

/** Milliseconds of one of the passes. */
function timePython(name) {
  return python.globals.get('ms')(python.globals.get('made').get(name));
}

/** ONNX Runtime's logits for the ids. */
async function startOnnx(model, ids) {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = { wasm: new URL('ort.wasm', location.href).href };
  session = await ort.InferenceSession.create(await bytes(model), { executionProviders: ['wasm'] });
  feeds = { ids: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [ids.length]) };
  return Array.from((await session.run(feeds)).logits.data);
}

/** Milliseconds of a pass. */
async function timeOnnx() {
  await session.run(feeds);
  const began = performance.now();
  let calls = 0;
  for (; performance.now() - began < SECONDS * 1e3; calls++) await session.run(feeds);
  return (performance.now() - began) / calls;
}

Object.assign(globalThis, { startPython, timePython, startOnnx, timeOnnx });
document.documentElement.dataset.ready = 'yes';
