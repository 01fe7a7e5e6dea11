"""The samplers, one file each: plain functions `(model, ids, rng, *, settings) -> passes`.

A sampler gets a model, a canvas of its own to write on and a random stream, and yields a Pass for
each time that it calls the model. It knows nothing of what the model is, or of who draws the trace.
"""

from .autoregressive import autoregressive
from .bd3lm import bd3lm
from .careful import careful
from .diffusion_gemma import diffusion_gemma
from .dream import dream
from .dream_block import dream_block
from .dream_threshold import dream_threshold
from .fast_dllm import fast_dllm
from .fast_dllm_v2 import fast_dllm_v2
from .llada import llada
from .llada2 import llada2
from .llada21 import llada21
from .mdlm import mdlm
from .remdm import remdm
from .sedd import sedd
from .speculative import speculative

SAMPLERS = {
    "autoregressive": autoregressive,
    "bd3lm": bd3lm,
    "careful": careful,
    "diffusion_gemma": diffusion_gemma,
    "dream": dream,
    "dream_block": dream_block,
    "dream_threshold": dream_threshold,
    "fast_dllm": fast_dllm,
    "fast_dllm_v2": fast_dllm_v2,
    "llada": llada,
    "llada2": llada2,
    "llada21": llada21,
    "mdlm": mdlm,
    "remdm": remdm,
    "sedd": sedd,
    "speculative": speculative,
}
