"""Every sampler with the toy transformers: what it must never write."""

import pytest
from toylm.models import transformer
from toylm.request import run
from toylm.samplers import SAMPLERS
from toylm.tokens import Tokens

from tests import fills, toys

MASK = Tokens.from_json(toys.vocabulary("en")).mask_id
EVERY = len(fills.SETTINGS) * max(map(len, fills.SETTINGS.values()))
"""So many fills that each sampler comes with each of its settings."""


@pytest.fixture(scope="module")
def shouting():
    """Toys whose networks shout for the mask token at every place."""
    for kind, how in fills.KINDS.items():
        transformer.provide(toys.weights(f"en-{kind}", loud=MASK, **how), toys.vocabulary("en"))


def test_no_sampler_is_left_out():
    assert fills.SETTINGS.keys() == SAMPLERS.keys()


@pytest.mark.parametrize("hot", [False, True])
def test_no_sampler_ever_writes_or_guesses_a_mask(shouting, hot):
    for request in fills.requests("en", EVERY):
        if hot and "temperature" in request["settings"]:
            request["settings"] = {**request["settings"], "temperature": 5.0}
        trace = run(request)
        written = [pair for one in trace.passes for pair in [*one.commits, *one.edits, *one.renoised]]
        guessed = [token for one in trace.passes for _, token, _ in one.guesses]
        assert MASK not in [token for _, token in written] + guessed + trace.ids, request


def test_without_its_guard_the_mask_would_win(shouting, monkeypatch):
    monkeypatch.setattr(transformer, "NEVER", 1e4)
    with pytest.raises(ValueError, match="the model chose the mask token"):
        run(fills.requests("en", len(fills.SETTINGS))[list(fills.SETTINGS).index("llada")])
