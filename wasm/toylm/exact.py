"""Sums that come out the same on every machine, to the last bit.

A sum of floats depends on the order in which it is taken, and BLAS, einsum and WebAssembly each have an
order of their own. But whole multiples of one power of 2 add up without any rounding, in whatever order,
as long as the sum has at most 53 bits. So every number that goes into a sum is first put on such a grid;
what is left of the arithmetic (one addition, product, quotient or root at a time) IEEE 754 fixes.
"""

from __future__ import annotations

import numpy as np

SQUARINGS = 6
LOWEST = -60.0 / 2**SQUARINGS
"""e to the power of -60 is 0 on any grid that is used here."""
TERMS = (1 / 24, 1 / 6, 1 / 2, 1.0, 1.0)


def grid(bits: int) -> float:
    """The grid of whole multiples of 2**-bits, as `on_grid` wants it.

    From 2**52 on a float64 has no fractions left: adding such a number, and taking it away again, rounds.
    """
    return 1.5 * 2.0 ** (52 - bits)


def on_grid(x: np.ndarray, shift: float) -> np.ndarray:
    """x (…) float64 put on a grid, in place; wants |x| < 2**(51 - bits)."""
    x += shift
    x -= shift
    return x


def odds(x: np.ndarray, gain: float, shift: float) -> np.ndarray:
    """e to the power of gain times x less its row's largest, on a grid; overwrites x (…, n).

    numpy's own `exp` differs between machines in the last bit. Here e**x is (e**(x / 64))**64, the inner one
    by the first terms of its series: for x from -60 to 0 that is within 1e-8, and the same everywhere.
    """
    x -= np.maximum.reduce(x, axis=-1, keepdims=True)
    x *= gain / 2**SQUARINGS
    np.maximum(x, LOWEST, out=x)
    out = x * TERMS[0]
    for term in TERMS[1:-1]:
        out += term
        out *= x
    out += TERMS[-1]
    for _ in range(SQUARINGS):
        np.multiply(out, out, out=out)
    return on_grid(out, shift)
