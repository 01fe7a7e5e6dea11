// Plate 1's parts for the browser.

import { start } from '../../press/theme/js/page.js';
import { createBench } from './bench.js';
import { describe, readOf } from './handbill.js';
import { createStage } from './stages.js';

start({
  createStage,
  createBench,
  describe,
  marks: (scene, trace, { words, data }) => ({
    rows: readOf(scene.own ?? data.plate.request.model.lines).garbled(trace), label: words('never_read'),
  }),
  stageOptions: (data) => ({
    garbled: (trace, own) => readOf(own ?? data.plate.request.model.lines).garbled(trace), later: data.later,
  }),
});
