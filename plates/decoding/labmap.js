// A fill as a map, a row a pass and a column a place: which pass set what, how sure it was, what was computed and read.

import { firstBlank } from '../../press/theme/js/marks.js';

/** @typedef {import('../../press/theme/js/trace.js').Trace} Trace */
/** @typedef {'order' | 'sure' | 'caches'} View */

const NAMESPACE = 'http://www.w3.org/2000/svg';
const WIDE = 10;
const HIGH = 10;
/** Rows that are drawn; a fill of more passes shows the ones around the position. */
const MOST = 40;

/** @param {HTMLElement} root @param {Trace} trace @param {number} position @param {View} view @param {string} label */
export function drawMap(root, trace, position, view, label) {
  const places = trace.data.canvas.length;
  const done = Math.ceil(trace.clamp(position));
  const first = Math.max(0, Math.min(done - MOST / 2, trace.length - MOST));
  const passes = trace.data.passes.slice(first, first + MOST);
  const svg = made('svg', { viewBox: `0 0 ${places * WIDE} ${Math.max(1, passes.length) * HIGH}`, role: 'img', 'aria-label': label, class: 'lab-map' });
  passes.forEach((pass, row) => {
    const group = made('g', { transform: `translate(0 ${row * HIGH})`, class: rowClass(first + row + 1, done) });
    group.append(...rowOf(trace, pass, view));
    svg.append(group);
  });
  const edge = firstBlank(trace) * WIDE;
  svg.append(made('path', { class: 'map-edge', d: `M${edge} 0V${passes.length * HIGH}` }));
  root.replaceChildren(svg);
}

/** @param {number} pass @param {number} done */
function rowClass(pass, done) {
  if (pass === done) return 'map-now';
  return pass < done ? 'map-done' : 'map-later';
}

/** @param {Trace} trace @param {import('../../press/theme/js/trace.js').Pass} pass @param {View} view */
function rowOf(trace, pass, view) {
  const bars = (ranges, name) => (ranges ?? []).map(([a, b]) => made('rect', { class: name, x: a * WIDE, y: 0.5, width: (b - a) * WIDE, height: HIGH - 1 }));
  const ground = view === 'caches' ? [...bars(pass.computed, 'map-computed'), ...bars(pass.cached, 'map-read')] : [];
  const sure = view === 'sure' ? surest(pass).map(([place, share]) => made('rect', { class: 'map-sure', x: place * WIDE, y: 0.5, width: WIDE, height: HIGH - 1, 'fill-opacity': share })) : [];
  const dot = (place, name) => made('circle', { class: name, cx: (place + 0.5) * WIDE, cy: HIGH / 2, r: 3 });
  const set = [...(pass.commits ?? []), ...(pass.edits ?? [])].map(([place]) => dot(place, 'map-set'));
  const undone = [...(pass.remasks ?? []), ...(pass.renoised ?? []).map(([place]) => place)];
  return [...ground, ...sure, ...set, ...undone.map((place) => dot(place, 'map-remask'))];
}

/** The first guess for each place and its confidence. @param {import('../../press/theme/js/trace.js').Pass} pass */
function surest(pass) {
  const found = new Map();
  for (const [place, , share] of pass.guesses ?? []) if (!found.has(place)) found.set(place, share);
  return [...found];
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function made(name, attributes) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
