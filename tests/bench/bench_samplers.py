"""What a sampler adds to its model's passes: `python tests/bench/bench_samplers.py`.

256 blanks, 1,024 tokens, a random transformer of about 2 million weights in float64, one thread. The
model's own time is taken out by a stopwatch around each of its calls; what is left over is the sampler.
One line a sampler: processor seconds and overhead; the exit status is 1 if any overhead is above 15 %.
"""

import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parents[2] / "wasm"))

from toylm import fill  # noqa: E402
from toylm.filling import BLANK  # noqa: E402
from toylm.models.tiny import TinyModel  # noqa: E402

BLANKS, VOCAB, MOST = 256, 1024, 0.15
MASK = VOCAB - 1

RUNS = {
    "autoregressive": ("autoregressive", {}),
    "speculative": ("speculative", {}),
    "careful": ("careful", {}),
    "llada": ("llada", {"steps": 64}),
    "llada, T 1": ("llada", {"steps": 32, "temperature": 1.0}),
    "llada, random": ("llada", {"steps": 32, "remasking": "random"}),
    "fast_dllm": ("fast_dllm", {"block_length": 32, "threshold": 0.5}),
    "fast_dllm, prefix": ("fast_dllm", {"block_length": 32, "threshold": 0.5, "cache": "prefix"}),
    "fast_dllm, dual": ("fast_dllm", {"block_length": 32, "threshold": 0.5, "cache": "dual"}),
    "fast_dllm_v2": ("fast_dllm_v2", {"block_size": 32}),
    "dream": ("dream", {"steps": 64}),
    "dream, entropy": ("dream", {"steps": 64, "alg": "entropy"}),
    "dream, T 1": ("dream", {"steps": 32, "alg": "maskgit_plus", "temperature": 1.0}),
    "dream_threshold": ("dream_threshold", {"steps": 64}),
    "dream_block": ("dream_block", {"block_length": 32, "steps": 64}),
    "mdlm": ("mdlm", {"num_steps": 64}),
    "remdm": ("remdm", {"num_steps": 64}),
    "bd3lm": ("bd3lm", {"block_size": 32}),
    "bd3lm, cache": ("bd3lm", {"block_size": 32, "kv_cache": True}),
    "sedd": ("sedd", {"steps": 32}),
    "sedd, uniform": ("sedd", {"steps": 32, "graph": "uniform"}),
    "llada2": ("llada2", {"block_size": 32, "steps_per_block": 8}),
    "llada21": ("llada21", {"block_size": 32}),
    "diffusion_gemma": ("diffusion_gemma", {"max_denoising_steps": 32}),
}


class Stopwatch:
    """A model whose every call is timed."""

    def __init__(self, model):
        self._model, self.mask_id, self.vocab, self.seconds = model, model.mask_id, model.vocab, 0.0

    def _timed(self, call, *args, **how):
        start = time.process_time()
        try:
            return call(*args, **how)
        finally:
            self.seconds += time.process_time() - start

    def __call__(self, ids):
        return self._timed(self._model, ids)

    def forward(self, ids, **how):
        return self._timed(self._model.forward, ids, **how)


def measure(name, settings, times=3):
    """The least overhead of a few fills, and the seconds of that fill."""
    mask = None if name == "diffusion_gemma" or settings.get("graph") == "uniform" else MASK
    model = TinyModel(
        VOCAB, seed=1, gain=6.0, ban=[MASK], mask_id=mask, places=BLANKS + 1, width=192, heads=6, layers=6,
    )
    canvas = [BLANK if mask is None else MASK] * BLANKS
    best = None
    for _ in range(times):
        watch = Stopwatch(model)
        more = {"draft": watch} if name == "speculative" else {}
        start = time.process_time()
        fill(watch, canvas, name, seed=1, **settings, **more)
        seconds = time.process_time() - start
        found = ((seconds - watch.seconds) / watch.seconds, seconds)
        best = min(best or found, found)
    return best


def main():
    """Print a line a sampler. -> the exit status."""
    worst = 0.0
    for label, (name, settings) in RUNS.items():
        overhead, seconds = measure(name, settings, 1 if "--quick" in sys.argv else 3)
        worst = max(worst, overhead)
        print(f"{label:20} {seconds:7.2f} s  {overhead:6.1%}", flush=True)
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
