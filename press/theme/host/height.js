// Plateworks: gives each iframe[data-plateworks] the height that its content asks for. Without it, frames keep their own.
{
  const frames = () => [...document.querySelectorAll('iframe[data-plateworks]')];
  addEventListener('message', ({ source, data }) => {
    const frame = frames().find((one) => one.contentWindow === source);
    const height = frame && data?.plateworks === 'height' && data.height;
    if (!Number.isInteger(height) || height < 1 || height > 20000) return;
    Object.assign(frame.style, { boxSizing: 'content-box', height: `${height}px` });
  });
  for (const frame of frames()) frame.contentWindow.postMessage({ plateworks: 'ask' }, '*');
}
