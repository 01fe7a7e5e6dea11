"""How long the toy transformer takes: `OPENBLAS_NUM_THREADS=1 python tests/bench/bench_transformer.py`.

Times a full pass over 64 places and a cached left-to-right step, with each way of multiplying that was
tried, and prints milliseconds (best of several) and ratios. Weights are random: only sizes matter.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "wasm")]

from tests import toys  # noqa: E402
from toylm.models import transformer  # noqa: E402
from toylm.tokens import Tokens  # noqa: E402

PLACES = 64
PRODUCTS: dict[str, Callable] = {
    "a @ b.T": transformer._product_blas,
    "einsum": transformer._product_einsum,
    "inner": lambda a, b: np.inner(a, b) if a.ndim == 2 else transformer._product_einsum(a, b),
}


def random_model(attention: str) -> transformer.Transformer:
    """A transformer of the shipped size with random weights."""
    weights = toys.weights("random", block=8, shifted=True, sizes=toys.SHIPPED)
    return transformer.Transformer.from_bytes(weights, Tokens.from_json(toys.vocabulary("en")), attention)


def best_ms(work: Callable[[], object], rounds: int = 7, times: int = 5) -> float:
    """Milliseconds a call: the best of `rounds` means over `times` calls."""
    means = []
    for _ in range(rounds):
        began = time.perf_counter()
        for _ in range(times):
            work()
        means.append((time.perf_counter() - began) / times * 1e3)
    return min(means)


def timings() -> dict[str, dict[str, float]]:
    """Milliseconds of a full pass and of a cached step, for each way of multiplying."""
    ids, out = np.arange(2, 2 + PLACES), {}
    whole, causal = random_model("bidirectional"), random_model("causal")
    usual = transformer.product
    for name, way in PRODUCTS.items():
        transformer.product = way
        _, cache = causal.forward(ids[:-1])
        step = best_ms(lambda: causal.forward(ids[-1:], start=PLACES - 1, cache=cache), times=20)
        out[name] = {"full pass": best_ms(lambda: whole(ids)), "cached step": step}
    transformer.product = usual
    return out


if __name__ == "__main__":
    for name, row in timings().items():
        ratio = row["full pass"] / row["cached step"]
        print(f"{name:8}", "  ".join(f"{what} {ms:.2f} ms" for what, ms in row.items()), f"  ratio {ratio:.1f}")
