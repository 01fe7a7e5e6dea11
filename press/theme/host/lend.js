// Plateworks: a sandboxed frame has no cache of its own. This lends it the live toy's files, which this page fetches and its browser keeps.
{
  const frames = () => [...document.querySelectorAll('iframe[data-plateworks]')];
  addEventListener('message', async ({ source, data }) => {
    const frame = frames().find((one) => one.contentWindow === source);
    if (frame && data?.plateworks === 'height') source.postMessage({ plateworks: 'lends' }, '*');
    if (!frame || data?.plateworks !== 'fetch') return;
    const assets = new URL('../../../assets/', frame.src.split(/[?#]/)[0]).href;
    const file = String(data.url).startsWith(assets) ? fetch(data.url) : Promise.reject();
    const bytes = await file.then((answer) => (answer.ok ? answer.arrayBuffer() : null)).catch(() => null);
    source.postMessage({ plateworks: 'bytes', id: data.id, bytes }, '*', bytes ? [bytes] : []);
  });
  for (const frame of frames()) frame.contentWindow.postMessage({ plateworks: 'ask' }, '*');
}
