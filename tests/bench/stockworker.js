import { loadPyodide } from './pyodide.mjs';

const pyodide = await loadPyodide();
await pyodide.loadPackage('numpy');
pyodide.runPython('import numpy as np; float((np.ones((64, 64)) @ np.ones((64, 64))).sum())');
postMessage('done');
