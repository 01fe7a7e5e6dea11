// A small picture of figures, as templates/chart.html wrote it: arrow keys and the pointer move along
// its points and each is said, one point can be marked, other curves can be drawn in the place of those
// that were served, and picture and table can be taken away.

import { contentsOf, scaleOf } from './chartdraw.js';
import { save } from './save.js';

/** @typedef {{series: string, label: string, x: string, y: string, at: number, place: SVGGElement}} Point */

/** Half the width, and the height, that a mark's label needs, in units of the picture. */
const LABEL = { width: 34, height: 32 };

/** What an SVG file needs of the page's styles, to look the same on its own. */
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'paint-order', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'display'];

export class Chart {
  /** @param {HTMLElement} root the figure @param {import('./words.js').Words} words */
  constructor(root, words) {
    this.root = root;
    this.words = words;
    this.name = root.dataset.chart ?? '';
    this.svg = /** @type {SVGSVGElement} */ (root.querySelector('svg'));
    this.points = pointsOf(root);
    this.current = 0;
    /** @type {{from: number, to: number} | undefined} the axis, where other curves are drawn */
    this.axis = undefined;
    /** @type {Map<Element, Node[]> | null} what was served, where other curves are drawn */
    this.served = null;
    for (const button of root.querySelectorAll('[data-chart-take]')) {
      button.addEventListener('click', () => this.take(button.getAttribute('data-chart-take') ?? ''));
    }
    const plot = root.querySelector('[data-chart-plot]');
    if (plot instanceof HTMLElement) this.follow(plot);
  }

  /** Keys and pointer move along the points. @param {HTMLElement} plot */
  follow(plot) {
    this.plot = plot;
    plot.tabIndex = 0;
    set(plot, { role: 'slider', 'aria-valuemin': '1' });
    this.value();
    plot.addEventListener('keydown', (event) => this.key(event));
    plot.addEventListener('focus', () => this.go(this.current));
    plot.addEventListener('blur', () => this.points[this.current].place.removeAttribute('data-at'));
    for (const kind of ['pointermove', 'pointerdown']) {
      plot.addEventListener(kind, (event) => this.go(this.nearest(/** @type {PointerEvent} */ (event))));
    }
  }

  /** Left and right go along a line, up and down to the nearest point of the next one. @param {KeyboardEvent} event */
  key(event) {
    const { series } = this.points[this.current];
    const own = this.points.map((point, i) => (point.series === series ? i : -1)).filter((i) => i >= 0);
    const next = {
      ArrowRight: () => Math.min(this.current + 1, own[own.length - 1]),
      ArrowLeft: () => Math.max(this.current - 1, own[0]),
      Home: () => own[0],
      End: () => own[own.length - 1],
      ArrowUp: () => this.across(-1),
      ArrowDown: () => this.across(1),
    }[event.key];
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(next());
  }

  /** @param {number} step */
  across(step) {
    const names = [...new Set(this.points.map((point) => point.series))];
    const { series, at } = this.points[this.current];
    const name = names[(names.indexOf(series) + step + names.length) % names.length];
    return closest(this.points, (point) => (point.series === name ? Math.abs(point.at - at) : Infinity));
  }

  /** @param {PointerEvent} event */
  nearest(event) {
    return closest(this.points, ({ place }) => {
      const box = place.getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
    });
  }

  /** @param {number} index */
  go(index) {
    this.points[this.current].place.removeAttribute('data-at');
    this.current = index;
    this.points[index].place.setAttribute('data-at', '');
    const read = this.root.querySelector('[data-chart-read]');
    if (read) read.textContent = this.value();
  }

  /** Tell the plot's value, and return its text. */
  value() {
    const { label, x, y } = this.points[this.current];
    const text = this.words('chart.point', { label, x, y });
    set(this.plot, { 'aria-valuemax': String(this.points.length), 'aria-valuenow': String(this.current + 1), 'aria-valuetext': text });
    return text;
  }

  /** Mark the point of a series at x, or at its end where x is beyond; with a y, mark x and y themselves, whatever
   *  the series does there. The keys start from the series' point.
   *  @param {string} series @param {number} x @param {string} text @param {number} [y] */
  mark(series, x, text, y) {
    const mark = this.root.querySelector('[data-chart-mark]');
    const index = closest(this.points, (point) => (point.series === series ? Math.abs(point.at - x) : Infinity));
    const found = this.points[index]?.place;
    if (!mark || !found) return;
    const scale = scaleOf(this.root, this.axis);
    const { px, py } = y === undefined ? found.dataset : { px: scale.px(x), py: scale.py(y) };
    const { bottom } = JSON.parse(this.svg.dataset.frame ?? '');
    mark.toggleAttribute('hidden', false);
    set(mark.querySelector('circle'), { cx: px, cy: py });
    set(mark.querySelector('path'), { d: Number(py) + 9 < bottom ? `M${px} ${Number(py) + 9}V${bottom}` : '' });
    const label = mark.querySelector('text');
    const near = Number(px) > this.svg.viewBox.baseVal.width * 0.8;
    set(label, { x: near ? String(Number(px) + 8) : px, y: String(this.clear(Number(px), Number(py)) - 15), class: near ? 'end' : 'middle' });
    if (label) label.textContent = text;
    this.current = index;
    this.value();
  }

  unmark() {
    this.root.querySelector('[data-chart-mark]')?.toggleAttribute('hidden', true);
  }

  /** Draw other curves; picture, table, title and keys are theirs from now on, and nothing is marked. What they
   *  do not name stays as it is.
   *  @param {import('./chartdraw.js').Curves} curves */
  draw(curves) {
    const contents = contentsOf(this.root, curves);
    this.served ??= new Map();
    for (const holder of contents.keys()) if (!this.served.has(holder)) this.served.set(holder, [...holder.childNodes]);
    this.axis = curves.x;
    this.put(contents);
  }

  /** Go back to the curves that were served. */
  restore() {
    this.axis = undefined;
    if (this.served) this.put(this.served);
  }

  /** @param {Map<Element, Node[]>} contents */
  put(contents) {
    this.unmark();
    for (const [holder, nodes] of contents) holder.replaceChildren(...nodes);
    this.points = pointsOf(this.root);
    this.current = 0;
    this.value();
    const read = this.root.querySelector('[data-chart-read]');
    if (read) read.textContent = this.words('chart.keys');
  }

  /** The height above which a label at x is clear of other points. @param {number} x @param {number} y */
  clear(x, y) {
    const heights = this.points.map(({ place }) => place.dataset)
      .filter(({ px, py }) => Math.abs(Number(px) - x) <= LABEL.width && Number(py) < y).map(({ py }) => Number(py));
    return heights.sort((a, b) => b - a).reduce((top, each) => (top - each < LABEL.height ? each : top), y);
  }

  /** @param {string} kind svg or csv */
  take(kind) {
    const name = `plateworks-${this.name}.${kind}`;
    const content = kind === 'svg' ? new Blob([picture(this.svg, this.title)], { type: 'image/svg+xml' })
      : new Blob([table(this.root)], { type: 'text/csv' });
    const said = this.root.querySelector('[data-chart-said]');
    if (said) said.textContent = this.words(`chart.${save(name, content)}`, { name });
  }

  get title() {
    return this.root.querySelector('figcaption')?.textContent ?? '';
  }
}

/** The points of a figure, in the order of its table. @param {HTMLElement} root @returns {Point[]} */
function pointsOf(root) {
  return [...root.querySelectorAll('tbody[data-series]')].flatMap((body) => {
    const series = body.getAttribute('data-series') ?? '';
    const places = root.querySelectorAll(`svg [data-series="${series}"] [data-x]`);
    return [...body.querySelectorAll('tr')].map((row, i) => {
      const [label, x, y] = [...row.cells].map((cell) => cell.textContent ?? '');
      const place = /** @type {SVGGElement} */ (places[i]);
      return { series, label, x, y, at: Number(place.dataset.x), place };
    });
  });
}

/** The number of the item with the smallest distance. @template T @param {T[]} items @param {(item: T) => number} distance */
function closest(items, distance) {
  return items.reduce((best, item, i) => (distance(item) < distance(items[best]) ? i : best), 0);
}

/** @param {Element | null | undefined} element @param {Record<string, string>} values */
function set(element, values) {
  for (const [name, value] of Object.entries(values)) element?.setAttribute(name, value);
}

/** A picture as a file of its own, in the colours that it has now. @param {SVGSVGElement} svg @param {string} title */
export function picture(svg, title) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const from = [...svg.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of element.getAttributeNames()) if (/^(class|data-|hidden)/.test(name)) element.removeAttribute(name);
  });
  const { width, height } = svg.viewBox.baseVal;
  for (const name of ['aria-hidden', 'focusable']) copy.removeAttribute(name);
  set(copy, { xmlns: 'http://www.w3.org/2000/svg', viewBox: `-8 -8 ${width + 16} ${height + 16}`, width: String(2 * width), height: String(2 * height) });
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  set(ground, { x: '-8', y: '-8', width: String(width + 16), height: String(height + 16), fill: sheetOf(svg) });
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  copy.prepend(name, ground);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** The colour of what the picture lies on. @param {Element} svg */
function sheetOf(svg) {
  return getComputedStyle(svg.closest('figure') ?? svg).backgroundColor;
}

/** The tables of a figure as CSV, numbers in full; a caption stands in a row of its own. @param {HTMLElement} root */
export function table(root) {
  const rows = [...root.querySelectorAll('[data-chart-table]')].flatMap((each) => {
    const { caption, rows: own } = /** @type {HTMLTableElement} */ (each);
    const cells = [...own].map((row) => [...row.cells].map((cell) => cell.dataset.value ?? cell.textContent ?? ''));
    return caption ? [[caption.textContent ?? ''], ...cells] : cells;
  });
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** @param {string} text */
function field(text) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
