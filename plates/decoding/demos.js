// The demonstrations' parts, by name. The seam is served whole and needs no script.

import { createDial } from '../../press/theme/js/dial.js';
import { createBill } from './demo-bill.js';
import { createBoth } from './demo-both.js';
import { createOutside } from './demo-outside.js';
import { createSpans } from './demo-spans.js';
import { createStream } from './demo-stream.js';
import { createCaches, createInfill } from './demo-tabs.js';
import { createWalkthrough } from './demo-walk.js';
import { createYesno } from './demo-yesno.js';

export const demos = {
  walkthrough: createWalkthrough,
  threshold: createDial,
  caches: createCaches,
  both: createBoth,
  infill: createInfill,
  yesno: createYesno,
  stream: createStream,
  bill: createBill,
  spans: createSpans,
  outside: createOutside,
};
