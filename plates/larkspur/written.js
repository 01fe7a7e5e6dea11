// A fill as far as passes have written it: as written.py has it for the page that is served.

import { Trace } from '../../press/theme/js/trace.js';

/** The kind of a step that computes nothing and writes the end token on what is left. */
const FOR_NOTHING = 'end';

/** The fill without its last step, if that computed nothing, and without the places that only that step set. A place of
 *  such a step that stands before others is told with the pass before it.
 *  @param {Trace} trace @returns {Trace} */
export function written(trace) {
  const extra = trace.data.passes.at(-1);
  if (extra?.kind !== FOR_NOTHING) return trace;
  const passes = trace.data.passes.slice(0, -1);
  const size = 1 + Math.max(...passes.flatMap(({ commits = [] }) => commits.map(([place]) => place)));
  const last = passes[passes.length - 1];
  const between = (extra.commits ?? []).filter(([place]) => place < size);
  passes[passes.length - 1] = { ...last, commits: [...(last.commits ?? []), ...between] };
  return new Trace({ ...trace.data, passes, canvas: trace.data.canvas.slice(0, size), ids: trace.data.ids.slice(0, size) });
}
