// Plate 2's parts for the browser.

import { goToLink } from '../../press/theme/js/arrive.js';
import { createCheck } from '../../press/theme/js/check.js';
import { createDial } from '../../press/theme/js/dial.js';
import { start } from '../../press/theme/js/page.js';
import { createCalculator } from './calculator.js';
import { createBlanks, createLength, createOpening, createSure } from './chapters.js';
import { createPath } from './path.js';
import { progress } from './progress.js';
import { applyReader, createReadas } from './readas.js';
import { createSummary } from './summary.js';
import { createTypewriter } from './typewriter.js';
import { createWorkbench } from './workbench.js';

const checks = ['word', 'blanks', 'sure', 'faster', 'length', 'claim', 'workbench'].map((chapter) => [`check-${chapter}`, createChapterCheck]);

applyReader();

start({
  parts: {
    opening: createOpening,
    readas: createReadas,
    path: createPath,
    typewriter: createTypewriter,
    frame: createBlanks,
    sure: createSure,
    faster: createDial,
    length: createLength,
    calculator: createCalculator,
    workbench: createWorkbench,
    summary: createSummary,
    ...Object.fromEntries(checks),
  },
});
goToLink();

/** A chapter's check, which the path keeps. @param {HTMLElement} root @param {import('../../press/theme/js/page.js').Context} context */
function createChapterCheck(root, context) {
  const form = /** @type {HTMLFormElement} */ (root.querySelector('form'));
  progress.addEventListener('restored', createCheck(form, context, progress));
}
