// The plain stage: each trace as rows of squares, one square a place. For plates without a stage of their own.

/** @typedef {import('./trace.js').Trace} Trace */
/** @typedef {import('./trace.js').Place} Place */

/** @param {HTMLElement} root what plain.html rendered */
export function createStage(root) {
  const across = Number(root.dataset.across);
  const forms = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-form]')]);
  return {
    /** @param {import('./player.js').Scene} scene @param {number} position */
    show(scene, position) {
      for (const form of forms) draw(form, form.dataset.form === 'back' ? scene.back : scene.front, position, across);
    },
    destroy() {},
  };
}

/** @param {HTMLElement} form @param {Trace | null} trace @param {number} position @param {number} across */
function draw(form, trace, position, across) {
  form.hidden = !trace;
  if (!trace) return;
  const places = trace.places(position);
  fit(form, Math.ceil(places.length / across), across);
  const squares = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.plain-place'));
  squares.forEach((square, at) => set(square, places[at]));
}

/** As many rows and squares as the canvas needs; those that are there stay. @param {HTMLElement} form
 *  @param {number} rows @param {number} across */
function fit(form, rows, across) {
  while (form.children.length > rows) form.lastElementChild?.remove();
  while (form.children.length < rows) {
    const row = form.appendChild(element('div', 'plain-row'));
    for (let i = 0; i < across; i += 1) row.append(element('span', 'plain-place'));
  }
}

/** @param {string} tag @param {string} name */
function element(tag, name) {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

/** @param {HTMLElement} square @param {Place | undefined} place none: past the canvas's end */
function set(square, place) {
  square.dataset.state = !place ? 'gap' : !place.blank ? 'set' : place.guess ? 'guess' : 'blank';
  square.toggleAttribute('data-given', Boolean(place?.given));
  square.toggleAttribute('data-fresh', Boolean(place?.fresh));
  square.style.setProperty('--sure', String(place?.confidence ?? 0));
  square.textContent = place ? (place.blank ? place.guess : place.text) : '';
}

/** A state in words. @param {import('./player.js').Scene} scene @param {number} position
 *  @param {import('./page.js').Context} context */
export function describe(scene, position, { words }) {
  const [front, back] = [scene.front, scene.back].map((trace) => (trace ? one(trace, position, words) : ''));
  return front && back ? words('plain.two', { front, back }) : front || back;
}

/** @param {Trace} trace @param {number} position @param {import('./words.js').Words} words */
function one(trace, position, words) {
  const at = trace.clamp(position);
  const places = trace.places(at);
  const blanks = places.filter((place) => place.blank).length;
  const holes = { pass: Math.ceil(at), passes: trace.length, set: places.length - blanks, blanks };
  if (at > Math.floor(at)) return words('plain.guess', holes);
  if (at < trace.length) return words('plain.at', holes);
  return words('plain.done', { ...holes, text: places.map((place) => place.text).join('') });
}
