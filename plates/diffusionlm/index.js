// Plate 1's parts for the browser.

import { start } from '../../press/theme/js/page.js';
import { createBench } from './bench.js';
import { describe, readOf } from './handbill.js';
import { createStage } from './stages.js';

start({
  createStage,
  createBench,
  describe,
  stageOptions: (data) => ({ garbled: readOf(data.plate.request.model.lines).garbled, later: data.later }),
});
