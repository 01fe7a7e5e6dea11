"""toylm: toy language models, and the samplers that fill a canvas with them.

Pure Python and numpy, so that the same files run at build time and in the reader's browser.

    from toylm import fill
    from toylm.models.counts import CountsModel

    model = CountsModel([[["TEA AND CAKE", 4], ["ALE AND PIES", 3]]])
    trace = fill(model, model.blank_canvas(), "llada", steps=4)

A *model* is any callable `logits(ids) -> float array (n, vocab)` over a 1-D int array of n token ids.
A *sampler* is a plain function that looks at a model and a canvas and yields passes.
A *trace* is all that happened, pass by pass; everything that draws reads a trace and nothing else.
"""

from .filling import BLANK, fill
from .trace import SCHEMA, Pass, Trace

__all__ = ["BLANK", "SCHEMA", "Pass", "Trace", "fill"]
__version__ = "1.0.0"
