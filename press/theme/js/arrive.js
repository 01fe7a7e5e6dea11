// A link with settings leads to its section, also in a lesson whose sections above are not laid out yet.

import { isEmbed } from './embed.js';

/** Bring the section of a link with settings into view: the address names the section and more, so the browser finds
 *  no such place. An embed shows it already, and would scroll the page around it. */
export function goToLink() {
  const [id, settings] = window.location.hash.slice(1).split('&');
  const section = settings && !isEmbed() && document.getElementById(id);
  if (section) goTo(section, TRIES);
}

const TRIES = 40;
const READING = ['wheel', 'pointerdown', 'keydown', 'touchstart'];

/** Sections that were never near have a guessed height, so what stands above may grow for a while: come back to
 *  the place until that is over, or until the reader moves. @param {HTMLElement} section @param {number} left */
function goTo(section, left) {
  const timer = window.setInterval(() => {
    if (Math.abs(section.getBoundingClientRect().top) > NEAR) section.scrollIntoView({ behavior: 'instant' });
    left -= 1;
    if (!left) stop();
  }, 50);
  const stop = () => {
    window.clearInterval(timer);
    for (const sign of READING) window.removeEventListener(sign, stop);
  };
  for (const sign of READING) window.addEventListener(sign, stop, { passive: true });
  section.scrollIntoView({ behavior: 'instant' });
}

/** Pixels from the top of the window that count as there. */
const NEAR = 80;
