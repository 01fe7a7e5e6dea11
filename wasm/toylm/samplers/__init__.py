"""The samplers, one file each: plain functions `(model, ids, rng, *, settings) -> passes`.

A sampler gets a model, a canvas of its own to write on and a random stream, and yields a Pass for
each time that it calls the model. It knows nothing of what the model is, or of who draws the trace.
"""

from .autoregressive import autoregressive
from .fast_dllm import fast_dllm
from .llada import llada

SAMPLERS = {
    "autoregressive": autoregressive,
    "fast_dllm": fast_dllm,
    "llada": llada,
}
