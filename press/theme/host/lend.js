// Plateworks: a sandboxed frame has no cache of its own. This lends it the live toy's files, which this page fetches and its browser keeps.
{
  const frames = () => [...document.querySelectorAll('iframe[data-plateworks]')];
  const lend = async (frame, { id, url }) => {
    const tell = (bytes, more) => frame.contentWindow?.postMessage({ plateworks: 'bytes', id, bytes, more }, '*', bytes ? [bytes] : []);
    try {
      if (!String(url).startsWith(new URL('../../../assets/', frame.src.split(/[?#]/)[0]).href)) throw new Error(url);
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(url);
      const reader = answer.body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) tell(part.value.slice().buffer, true);
      tell(new ArrayBuffer(0));
    } catch {
      tell(null);
    }
  };
  if (!window.plateworksLends) addEventListener('message', ({ source, data }) => {
    const frame = frames().find((one) => one.contentWindow === source);
    if (frame && data?.plateworks === 'height') source.postMessage({ plateworks: 'lends' }, '*');
    if (frame && data?.plateworks === 'fetch') lend(frame, data);
  });
  window.plateworksLends = true; // however often this stands on a page, it answers once
  for (const frame of frames()) frame.contentWindow.postMessage({ plateworks: 'ask' }, '*');
}
