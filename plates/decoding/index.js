// Plate 3's parts for the browser.

import { goToLink } from '../../press/theme/js/arrive.js';
import { start } from '../../press/theme/js/page.js';
import { createCards } from './cards.js';
import { demos } from './demos.js';
import { createLab } from './lab.js';
import { createQuiz } from './quiz.js';
import { createSweep } from './sweep.js';

start({ parts: { lab: createLab, sweep: createSweep, ...demos, cards: createCards, quiz: createQuiz } });
goToLink();
