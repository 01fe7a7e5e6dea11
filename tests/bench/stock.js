// Starts Pyodide as its own documentation does, in a worker: see startup.py.
globalThis.started = () =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const worker = new Worker('stockworker.js', { type: 'module' });
    worker.onmessage = () => resolve(performance.now() - began);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
document.documentElement.dataset.ready = '';
