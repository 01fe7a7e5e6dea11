// An embed, before its plate comes alive: its address says what it shows and which controls it has; the page
// around it is told its height; nothing else happens until it has been in view.

import { controlsOf, hideControls } from './controls.js';
import { carry } from './download.js';
import { borrow, mayBorrow, tellHeight } from './host.js';
import { withField } from './link.js';
import { readParameters } from './parameters.js';
import { opening } from './player.js';
import { replaceFragment } from './safe.js';
import { setTheme } from './theme.js';

/** @typedef {import('./parameters.js').Asked} Asked */
/** @typedef {{asked: Asked, faults: import('./parameters.js').Fault[], section: string}} Arranged
 *   section  the id of the section that is shown, '' for none */

const STAGE = 'stage';
const BENCH = 'bench';
/** The parameter of plates that speak to some readers apart. */
const READER = 'as';

/** @returns {boolean} */
export function isEmbed() {
  return document.documentElement.dataset.kind === 'embed';
}

/** @returns {Arranged} */
export function arrange() {
  const wrapper = /** @type {HTMLElement} */ (document.querySelector('#embed'));
  const query = new URLSearchParams(window.location.search);
  const shows = [...(wrapper.querySelector(`#${STAGE}`) ? [STAGE] : []), ...sectionsOf(wrapper).map((section) => section.id)];
  const show = shows.find((id) => id === query.get('show')) ?? linked(wrapper);
  const section = showOnly(wrapper, show);
  const own = wrapper.querySelector('[data-for]') ? [READER] : [];
  const { asked, faults } = readParameters(query, { shows, controls: [...shownControls(wrapper).keys()], own });
  setTheme(asked.theme ?? '');
  if (asked.hide) hide(wrapper, asked.hide);
  if (asked.live === 'off') document.documentElement.dataset.engine = 'off';
  openAs(asked);
  const seeded = asked.seed ? seed(wrapper, section || BENCH, asked.seed) : null;
  if (seeded) faults.push({ name: 'seed', value: asked.seed ?? '', want: [], why: seeded });
  mayBorrow();
  carry(async (url, init) => (await borrow(url)) ?? fetch(url, init));
  tellHeight(wrapper);
  return { asked: { ...asked, show }, faults, section };
}

/** Put a seed into the state of a section; why that cannot be, or null.
 *  @param {HTMLElement} wrapper @param {string} section @param {string} value @returns {'noseed' | 'refused' | null} */
function seed(wrapper, section, value) {
  if (!wrapper.querySelector(`#${section} [data-takes~=seed]`)) return 'noseed';
  return replaceFragment(withField(window.location.hash, section, 'seed', value)) ? null : 'refused';
}

/** The controls of what is shown. @param {HTMLElement} wrapper */
export function shownControls(wrapper) {
  const shown = [...wrapper.querySelectorAll(`#${STAGE}[data-open], [data-shown][data-open]`)];
  return new Map(shown.flatMap((part) => [...controlsOf(part)]));
}

/** @param {HTMLElement} wrapper */
function sectionsOf(wrapper) {
  return /** @type {HTMLElement[]} */ ([...wrapper.querySelectorAll('[data-shown]')]);
}

/** The section that the fragment is about: a link's state belongs to one. @param {HTMLElement} wrapper */
function linked(wrapper) {
  const [head] = window.location.hash.slice(1).split('&');
  return sectionsOf(wrapper).find((section) => section.id === head && head !== BENCH)?.id;
}

/** Show one thing: the stage, a section with the stage if it has scenes, or for nothing asked the stage and the
 *  bench; without a stage the first section that holds a part. @param {HTMLElement} wrapper
 *  @param {string | undefined} show @returns {string} the section's id */
function showOnly(wrapper, show) {
  const { dataset } = document.documentElement;
  const sections = sectionsOf(wrapper);
  const stage = wrapper.querySelector(`#${STAGE}`);
  const first = stage ? (section) => section.id === BENCH : (section) => section.querySelector('[data-part]');
  const chosen = show ? sections.find((section) => section.id === show) : sections.find(first);
  for (const section of sections) section.toggleAttribute('data-open', section === chosen);
  stage?.toggleAttribute('data-open', !show || !chosen || chosen.id === BENCH || chosen.hasAttribute('data-scenes'));
  dataset.words = show || !stage ? 'on' : 'none';
  dataset.show = show ?? '';
  return chosen?.id ?? '';
}

/** @param {HTMLElement} wrapper @param {string[]} names */
function hide(wrapper, names) {
  hideControls(wrapper, names);
  if (names.includes('words')) document.documentElement.dataset.words = 'off';
}

/** How players open: where the first scene stands, and that nothing plays by itself unless it is asked for.
 *  @param {Asked} asked */
function openAs({ pass, autoplay }) {
  opening.autoplay = opening.asked = autoplay === '1';
  if (pass) opening.pass = pass === 'end' ? pass : Number(pass);
}

/** Do something once the embed has been in view. @param {() => void} act */
export function whenSeen(act) {
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    act();
  });
  seen.observe(/** @type {HTMLElement} */ (document.querySelector('#embed')));
}

/** What of the address was not understood, in one message. @param {Arranged} arranged
 *  @param {import('./words.js').Words} words */
export function tellFaults({ faults }, words) {
  if (!faults.length) return;
  const note = /** @type {HTMLElement} */ (document.querySelector('[data-embed-said]'));
  note.hidden = false;
  note.textContent = words('embed.faults', { faults: faults.map((fault) => faultText(fault, words)).join(words('embed.join')) });
}

/** Where a link out leads, under it, in a frame that perhaps may open no page: no frame is told that it may not.
 *  @param {import('./words.js').Words} words */
export function tellAddresses(words) {
  if (window.origin !== 'null') return;
  const note = Object.assign(document.createElement('span'), { className: 'note embed-address', role: 'status' });
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a[target=_blank]') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    link.parentElement?.append(note);
    note.textContent = words('embed.link', { address: link.href });
  });
}

/** @param {import('./parameters.js').Fault} fault @param {import('./words.js').Words} words */
function faultText({ name, value, want, why }, words) {
  const holes = { name, value: value ?? '', want: want.join(', ') };
  return words(`embed.${why ?? (value === null ? 'unknown' : 'fault')}`, holes);
}
