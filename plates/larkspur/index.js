// Plate 2's parts for the browser.

import { start } from '../../press/theme/js/page.js';
import { goToLink } from './bench.js';
import { createCalculator } from './calculator.js';
import { createBlanks, createFaster, createLength, createOpening, createSure } from './chapters.js';
import { createCheck } from './check.js';
import { createPath } from './path.js';
import { applyReader, createReadas } from './readas.js';
import { createSummary } from './summary.js';
import { createTypewriter } from './typewriter.js';
import { createWorkbench } from './workbench.js';

const checks = ['word', 'blanks', 'sure', 'faster', 'length', 'claim', 'workbench'].map((chapter) => [`check-${chapter}`, createCheck]);

applyReader();
start({
  parts: {
    opening: createOpening,
    readas: createReadas,
    path: createPath,
    typewriter: createTypewriter,
    frame: createBlanks,
    sure: createSure,
    faster: createFaster,
    length: createLength,
    calculator: createCalculator,
    workbench: createWorkbench,
    summary: createSummary,
    ...Object.fromEntries(checks),
  },
});
goToLink();
