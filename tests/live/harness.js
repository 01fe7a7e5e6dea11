// A page with an engine and nothing else. The address says how to set it up:
// ?file=NAME&fault=KIND spoils one file, &packed tells of packed twins (&packed=KIND spoils numpy's), &deadline=MS shortens every deadline, &without=GLOBAL removes a global.
import { DEADLINES, Engine } from './js/live.js';

const options = new URLSearchParams(location.search);
if (options.has('without')) delete globalThis[options.get('without')];
const config = await (await fetch('config.json')).json();
spoil(options.get('file'), options.get('fault'));
pack(options.get('packed'));
const deadlines = Object.fromEntries(Object.keys(DEADLINES).map((stage) => [stage, Number(options.get('deadline') ?? 90_000)]));

const engine = new Engine(config, deadlines);
const stages = [];
engine.addEventListener('change', () => {
  if (engine.state === 'starting' && stages.at(-1) !== engine.stage) stages.push(engine.stage);
});
Object.assign(globalThis, { engine, stages, report, raw });
document.documentElement.dataset.engine = 'made';

function spoil(name, fault) {
  if (name === 'worker.js') config.worker += `?fault=${fault}`;
  else if (name === 'selftest.json') config.selftest += `?fault=${fault}`;
  else if (name in config.models) config.models[name].weights.url += `?fault=${fault}`;
  else if (name) config.files[name].url += `?fault=${fault}`;
}

function pack(fault) {
  for (const [name, file] of Object.entries(config.files)) {
    if (fault === null) delete file.packed, delete file.gz;
    else if (fault && name.startsWith('numpy-')) file.gz += `?fault=${fault}`;
  }
}

function report() {
  const { state, stage, loaded, total, failure } = engine;
  return { state, stage, loaded, total, code: failure?.code ?? '', file: failure?.file ?? '', detail: failure?.detail ?? '', stages };
}

/** The trace's JSON exactly as Python wrote it. */
function raw(request) {
  return engine.session.run(request, 'run');
}
