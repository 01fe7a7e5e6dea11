// Pyodide's own Python in Node, compiling: `node compile.mjs PYODIDE FOLDER`.
//
//   PYODIDE  the folder of the npm package
//   FOLDER   holds order.json and the zips given, packages and stdlib; made.zip is written there
//
// What is done is in compile.py, beside this file. No clock, no random seed and no path of this machine
// gets into what is made.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [core, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(core, 'pyodide.mjs')).href);
const pyodide = await loadPyodide({
  indexURL: `${core}/`,
  stdLibURL: join(folder, 'stdlib.zip'),
  env: { HOME: '/', PYTHONHASHSEED: '0' },
});
pyodide.FS.mkdir('/pyc');
for (const name of ['order.json', 'given.zip', 'packages.zip']) pyodide.FS.writeFile(`/pyc/${name}`, readFileSync(join(folder, name)));
pyodide.runPython(readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'compile.py'), 'utf-8'));
writeFileSync(join(folder, 'made.zip'), pyodide.FS.readFile('/pyc/made.zip'));
process.exit(0);
