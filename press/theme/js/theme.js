// Light, dark, or as the reader's system has it: a switch that goes round, and is remembered.

import { store } from './safe.js';

const ROUND = ['auto', 'light', 'dark'];

/** @param {HTMLButtonElement} button @param {import('./words.js').Words} words */
export function themeSwitch(button, words) {
  let now = store.get('theme') ?? 'auto';
  if (!ROUND.includes(now)) now = 'auto';
  const show = () => {
    setTheme(now);
    button.textContent = words(`theme.${now}`);
    button.setAttribute('aria-label', words('theme.label', { now: words(`theme.${now}`) }));
  };
  button.addEventListener('click', () => {
    now = ROUND[(ROUND.indexOf(now) + 1) % ROUND.length];
    store.set('theme', now);
    show();
  });
  show();
}

/** @param {string} theme light, dark, or anything else for the system's own */
export function setTheme(theme) {
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  else delete root.dataset.theme;
}
