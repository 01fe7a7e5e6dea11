// The controls of an embed that its address can put away, by name: a teacher hides what a class should not touch.
// A control is named by data-control, or is a button (data-do) or field (data-field) that has its name already.

const NAMED = '[data-control], [data-do], [data-field]';

/** @param {Element} element */
function nameOf(element) {
  return element.getAttribute('data-control') ?? element.getAttribute('data-do') ?? element.getAttribute('data-field') ?? '';
}

/** The names of all controls under an element, each once, with the words that stand on the first of each. The live
 *  toy has a parameter of its own. @param {ParentNode} root @returns {Map<string, string>} */
export function controlsOf(root) {
  const found = new Map();
  for (const element of root.querySelectorAll(NAMED)) {
    const name = nameOf(element);
    if (!found.has(name) && !element.closest('[data-live]')) found.set(name, labelOf(element) || name);
  }
  return found;
}

/** Put controls away for good, each with its label. @param {ParentNode} root @param {string[]} names */
export function hideControls(root, names) {
  for (const element of root.querySelectorAll(NAMED)) {
    if (!names.includes(nameOf(element))) continue;
    const whole = element.hasAttribute('data-control') ? element : element.closest('label, .field') ?? element;
    whole.toggleAttribute('data-locked', true);
  }
}

/** What a control is called on the page. @param {Element} element */
function labelOf(element) {
  const label = /** @type {HTMLInputElement} */ (element).labels?.[0] ?? element.querySelector('label, legend, summary, .label');
  const text = element.getAttribute('data-called') ?? element.getAttribute('aria-label') ?? label?.querySelector('span')?.textContent
    ?? (label ?? element).textContent ?? '';
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
}

/** Characters of a label that are shown. */
const LONGEST = 40;
