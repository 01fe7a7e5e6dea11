"""Exact sums: a grid, odds that every machine agrees on, and logits that no order of summation moves."""

import numpy as np
import pytest
from toylm import exact
from toylm.models import transformer
from toylm.tokens import Tokens

from tests import toys

IDS = np.random.RandomState(2).randint(2, 900, 40)


def reversed_product(a, b):
    """The same sums, taken from the other end."""
    return np.einsum("...ik,...jk->...ij", np.ascontiguousarray(a[..., ::-1]), np.ascontiguousarray(b[..., ::-1]))


def one_by_one(a, b):
    """The same sums, a term at a time."""
    out = np.zeros((*a.shape[:-1], b.shape[-2]))
    for k in range(a.shape[-1]):
        out += a[..., k, None] * b[..., None, :, k]
    return out


def logits(sizes):
    weights = toys.weights("sums", sizes=sizes)
    return transformer.Transformer.from_bytes(weights, Tokens.from_json(toys.vocabulary("en")))(IDS)


@pytest.mark.parametrize("order", [reversed_product, one_by_one, transformer._product_einsum, transformer._product_blas])
def test_logits_are_the_same_bits_in_whatever_order_sums_are_taken(monkeypatch, order):
    usual = logits(toys.TINY)
    monkeypatch.setattr(transformer, "product", order)
    assert np.array_equal(logits(toys.TINY), usual)


def test_off_the_grid_the_order_would_show(monkeypatch):
    monkeypatch.setattr(transformer, "on_grid", lambda x, shift: x)
    usual = logits(toys.TINY)
    monkeypatch.setattr(transformer, "product", reversed_product)
    assert not np.array_equal(logits(toys.TINY), usual)


def test_a_grid_holds_the_nearest_whole_multiples():
    x = np.array([0.3, -0.3, 0.125, 7.49, -1000.2])
    assert exact.on_grid(x, exact.grid(2)).tolist() == [0.25, -0.25, 0.0, 7.5, -1000.25]


def test_odds_are_e_to_the_power_of_what_lies_between():
    x = np.random.RandomState(0).normal(0, 8, (50, 30))
    x[:, 3] = -np.inf
    below = 0.5 * (x - x.max(axis=-1, keepdims=True))
    found = exact.odds(x, 0.5, exact.grid(24))
    assert np.abs(found - np.exp(below)).max() < 2**-24
    assert (found[:, 3] == 0).all() and (found.max(axis=-1) == 1).all()


def test_several_canvases_at_once_are_each_what_they_are_alone():
    model = transformer.Transformer.from_bytes(toys.weights("many", block=8, shifted=True), Tokens.from_json(toys.vocabulary("en")))
    many = np.stack([IDS, IDS[::-1], IDS + 3])
    for attention in transformer.ATTENTIONS:
        seen = model.seeing(attention)
        assert np.array_equal(seen.forward(many)[0], [seen(ids) for ids in many])
