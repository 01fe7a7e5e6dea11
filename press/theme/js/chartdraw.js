// Other curves in a picture that templates/chart.html wrote: what its axis, its lines, its table and its
// title hold then. Signs and frame are those of the picture that was served.

/**
 * @typedef {{x: number, y: number, label?: string}} Shown y a share; label  what its row of the table begins with, else
 *   as the first row does now
 * @typedef {{title?: string, x?: {from: number, to: number}, series: {name: string, points: Shown[]}[]}} Curves
 *   series  by the names of those that were served, all or some
 */

/** Where values stand in a picture, in its units. @param {Element} root the figure
 *  @param {{from: number, to: number}} [x] the axis, where it is not the one that was served */
export function scaleOf(root, x) {
  const { left, right, top, bottom, most, ...served } = JSON.parse(/** @type {SVGElement} */ (root.querySelector('svg')).dataset.frame ?? '');
  const { from, to } = x ?? served;
  return {
    px: (value) => (left + ((Math.min(value, to) - from) / Math.max(1, to - from)) * (right - left)).toFixed(1),
    py: (value) => (bottom - Math.min(1, value / most) * (bottom - top)).toFixed(1),
  };
}

/** New contents by the element that holds them. @param {HTMLElement} root the figure @param {Curves} curves
 *  @returns {Map<Element, Node[]>} */
export function contentsOf(root, { title, x, series }) {
  const find = (selector) => /** @type {HTMLElement} */ (root.querySelector(selector));
  const { px, py } = scaleOf(root, x);
  const across = find('[data-chart-across]');
  /** @type {Map<Element, Node[]>} */
  const contents = new Map();
  if (title) contents.set(find('figcaption'), [new Text(title)]);
  if (x) contents.set(across, marksOf(across, x, px));
  for (const { name, points } of series) {
    const placed = points.map((point) => ({ ...point, px: px(point.x), py: py(point.y) }));
    const [line, body] = [find(`svg [data-series="${name}"]`), find(`tbody[data-series="${name}"]`)];
    const label = body.querySelector('th')?.textContent ?? '';
    contents.set(line, lineOf(line, placed));
    contents.set(body, points.map((point) => rowOf({ label, ...point })));
  }
  return contents;
}

/** The axis's numbers. @param {Element} axis @param {{from: number, to: number}} x @param {(value: number) => string} px */
function marksOf(axis, { from, to }, px) {
  const [first] = axis.children;
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const mark = /** @type {Element} */ (first.cloneNode());
    mark.setAttribute('x', px(from + i));
    mark.textContent = String(from + i);
    return mark;
  });
}

/** A line and the signs on it. @param {Element} served @param {(Shown & {px: string, py: string})[]} points */
function lineOf(served, points) {
  const [path, place] = [...served.children].map((each) => /** @type {SVGElement} */ (each.cloneNode(true)));
  path.setAttribute('d', points.map((point, i) => `${i ? 'L' : 'M'}${point.px} ${point.py}`).join(''));
  const places = points.map((point) => {
    const sign = /** @type {SVGElement} */ (place.cloneNode(true));
    Object.assign(sign.dataset, { x: String(point.x), px: point.px, py: point.py });
    sign.setAttribute('transform', `translate(${point.px} ${point.py})`);
    sign.removeAttribute('data-at');
    return sign;
  });
  return [path, ...places];
}

/** A point's row of the table. @param {Required<Shown>} point */
function rowOf({ x, y, label }) {
  const row = document.createElement('tr');
  const head = Object.assign(document.createElement('th'), { scope: 'row', textContent: label });
  row.append(head, cellOf(x, Number.isInteger(x) ? String(x) : x.toFixed(2)), cellOf(y, `${(100 * y).toFixed(1)}%`));
  return row;
}

/** @param {number} value @param {string} shown */
function cellOf(value, shown) {
  const cell = Object.assign(document.createElement('td'), { textContent: shown });
  cell.dataset.value = String(value);
  return cell;
}
