"""The numpy transformer: the same logits as PyTorch's, and the same with a cache as without."""

import numpy as np
import pytest
from toylm.cache import block_causal
from toylm.models import from_spec
from toylm.models.transformer import ATTENTIONS, Transformer, attend, both_halves, normed, provide, rotary, turned
from toylm.tokens import Tokens

from tests import toys

def tokens_of(lang: str) -> Tokens:
    return Tokens.from_json(toys.vocabulary(lang))


def small(attention: str | None = None, block: int | None = 4) -> Transformer:
    """A transformer of random weights."""
    return Transformer.from_bytes(toys.weights("small", block=block, shifted=True), tokens_of("en"), attention)


IDS = np.arange(2, 14, dtype=np.int64) * 7


@pytest.mark.parametrize("attention", ["causal", "block"])
def test_a_place_is_not_moved_by_what_it_may_not_see(attention):
    model, changed = small(attention), IDS.copy()
    changed[8:] = 5
    before, after = model(IDS), model(changed)
    assert np.array_equal(before[:8], after[:8])
    assert not np.allclose(before[8:], after[8:])


def test_a_bidirectional_place_sees_what_is_right_of_it():
    changed = IDS.copy()
    changed[-1] = 5
    assert not np.allclose(small("bidirectional")(IDS)[0], small("bidirectional")(changed)[0])


def test_a_place_of_a_block_sees_the_whole_block():
    changed = IDS.copy()
    changed[3] = 5
    assert not np.allclose(small("block")(IDS)[0], small("block")(changed)[0])


def test_a_cached_step_gives_the_logits_of_a_full_pass():
    model = small("causal")
    full, cache = model(IDS), None
    for place in range(len(IDS)):
        logits, cache = model.forward(IDS[place : place + 1], start=place, cache=cache)
        assert np.allclose(logits[0], full[place], atol=1e-5)


def test_a_cached_block_gives_the_logits_of_a_full_pass():
    model = small("block")
    full, cache = model(IDS), None
    for start in range(0, 12, 4):
        logits, cache = model.forward(IDS[start : start + 4], start=start, cache=cache)
        assert np.allclose(logits, full[start : start + 4], atol=1e-5)
    assert np.allclose(small("bidirectional").forward(IDS, allowed=block_causal(12, 12, 4))[0], full, atol=1e-5)


def test_prefix_and_dual_cache_are_exact_as_long_as_nothing_changed():
    model = small("bidirectional")
    full, cache = model.forward(IDS)
    prefix = [(k[:4], v[:4]) for k, v in cache]
    assert np.allclose(model.forward(IDS[4:], start=4, cache=prefix)[0], full[4:], atol=1e-5)
    assert np.allclose(model.forward(IDS[4:8], start=4, cache=cache)[0], full[4:8], atol=1e-5)


def test_a_dual_cache_is_stale_on_both_sides_and_layer_one_is_not():
    model = small("bidirectional")
    _, cache = model.forward(IDS)
    changed = IDS.copy()
    changed[5] = 9
    fresh, exact = model.forward(changed)
    stale, kept = model.forward(changed[4:8], start=4, cache=cache)
    assert not np.allclose(stale, fresh[4:8], atol=1e-5)
    assert np.allclose(kept[1][0], exact[1][0], atol=1e-6)


def test_a_place_starts_from_its_token_and_the_one_to_its_left():
    model, changed = small("causal"), IDS.copy()
    changed[4] = 9
    _, before = model.forward(IDS)
    _, after = model.forward(changed)
    moved = [not np.array_equal(a, b) for a, b in zip(before[1][0], after[1][0])]  # the first layer's keys
    assert moved == [place in (4, 5) for place in range(len(IDS))]


def test_a_call_does_not_change_the_cache_it_was_given():
    model = small("bidirectional")
    _, cache = model.forward(IDS)
    before = [k.copy() for k, _ in cache]
    model.forward(IDS[4:8] + 1, start=4, cache=cache)
    assert all(np.array_equal(a, k) for a, (k, _) in zip(before, cache))


def test_the_mask_is_never_a_guess():
    model = small("bidirectional")
    assert (model(IDS)[:, model.mask_id] == -1e4).all()


def test_another_vocabulary_is_refused():
    model = small()
    with pytest.raises(ValueError, match="was trained with vocabulary"):
        Transformer(model.weights, tokens_of("zh"))


def test_an_attention_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="small has no 'sideways'; want one of bidirectional, causal, block"):
        small("sideways")
    with pytest.raises(ValueError, match="attention: small has no 'block'"):
        small("block", block=None)


def test_a_model_without_its_weights_is_named():
    with pytest.raises(ValueError, match="model: no weights are loaded for 'nowhere'"):
        from_spec({"kind": "transformer", "name": "nowhere"})


def test_norm_and_rotary_are_what_their_papers_say():
    row = np.array([[3.0, 4.0]])
    assert np.allclose(normed(row, np.ones(2)), row / np.sqrt(12.5), atol=1e-5)
    turned_row = turned(np.array([[1.0, 0.0]]), both_halves(rotary(np.array([2]), 2)), 1)
    assert np.allclose(turned_row, [[np.cos(2), np.sin(2)]], atol=1e-6)


def test_attention_weighs_the_values_by_how_well_keys_fit():
    q, k, v = np.array([[8.0, 0]]), np.array([[8.0, 0], [0, 8]]), np.array([[1.0, 2], [3, 4]])
    assert np.allclose(attend(q, k, v, None, 1), [[1, 2]], atol=1e-6)
    assert np.allclose(attend(q, k, v, np.array([[False, True]]), 1), [[3, 4]], atol=1e-6)


@pytest.mark.parametrize("attention", ATTENTIONS)
def test_logits_are_pytorchs(attention, tmp_path):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from plates.larkspur.train import weights
    from plates.larkspur.train.net import Net, Shape

    torch.manual_seed(1)
    tokens = tokens_of("en")
    net = Net(Shape(len(tokens.texts)))
    for gains in (p for p in net.parameters() if p.ndim == 1):
        torch.nn.init.uniform_(gains, 0.5, 2)
    path = tmp_path / "net.npz"
    weights.save(net, path, {"name": "net", "vocabulary": tokens.hash, "shifted": True, "block": 8})
    ids = np.random.RandomState(0).randint(2, len(tokens.texts), 64)
    model = provide(path.read_bytes(), toys.vocabulary("en")).seeing(attention)
    size = {"bidirectional": 64, "causal": 1, "block": 8}[attention]
    allowed = torch.from_numpy(block_causal(64, 64, size))
    with torch.no_grad():
        theirs = weights.load(path)
        logits = theirs.logits(theirs(torch.from_numpy(ids)[None], allowed))
    difference = np.abs(model(ids)[:, 1:] - logits[0, :, 1:].numpy())
    assert difference.max() < 1e-4, difference.max()
