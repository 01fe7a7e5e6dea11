"""A request that gives a text in place of a canvas: what a reader typed, and what is wrong with it."""

import numpy as np
import pytest
from toylm.batch import fills
from toylm.models.transformer import provide
from toylm.request import run

from tests import toys

ORDER = "Order 4417: Ms Reyes, 20 hard hats, Salem, Friday.\nConfirm:"


@pytest.fixture(scope="module", autouse=True)
def models():
    """A small masked and a small left-to-right model of random weights."""
    return {
        name: provide(toys.weights(f"small-{name}", shifted=name == "left"), toys.vocabulary("en")) for name in ("masked", "left")
    }


def asked(**change):
    return {
        "model": {"kind": "transformer", "name": "small-masked"}, "prompt": ORDER, "places": 8,
        "sampler": "llada", "seed": 0, "settings": {"steps": 4}, **change,
    }


def test_a_text_and_places_are_the_canvas_of_its_tokens_and_as_many_blanks(models):
    ids = models["masked"].encode(ORDER)
    trace = run(asked())
    assert trace.canvas == [*ids, *[models["masked"].mask_id] * 8]
    written = {name: value for name, value in asked().items() if name not in ("prompt", "places")}
    assert run({**written, "canvas": trace.canvas}).to_json() == trace.to_json()


@pytest.mark.parametrize("change, message", [
    ({"prompt": "Order 订:"}, "text: '订' is not in the toy's vocabulary"),
    ({"prompt": 12}, "prompt: want a text"),
    ({"prompt": ORDER * 8}, r"prompt: its \d+ tokens and 8 places make \d+; small-masked was trained for 96 in all"),
    ({"places": 0}, "places: want a whole number from 1, got 0"),
    ({"places": "8"}, "places: want a whole number from 1, got '8'"),
    ({"canvas": [2, 0]}, "request: want an object with canvas, model, sampler, seed, settings; prompt and places may stand"),
    ({"model": {"kind": "counts", "lines": [[["CAT", 1]]]}}, "prompt: this model fills lines and has no text before them"),
    ({"model": {"kind": "transformer", "name": "small-left"}, "prompt": "", "sampler": "autoregressive", "settings": {}},
     "canvas: a causal model needs a token at place 0 to begin from"),
])
def test_a_text_that_cannot_be_filled_is_refused_with_its_reason(change, message):
    with pytest.raises(ValueError, match=message):
        run(asked(**change))


def test_a_batch_carries_its_models_and_uses_them_whatever_was_known_before():
    first, second = (toys.weights("small-masked", seed=seed) for seed in (1, 2))
    tokens, request = toys.vocabulary("en"), asked()
    texts = [fills([(weights, tokens)], [request]) for weights in (first, second, first)]
    assert texts[0] == texts[2] != texts[1]


@pytest.mark.parametrize("sampler, settings", [
    ("llada", {"steps": 4}), ("llada", {"steps": 4, "remasking": "random"}), ("llada", {"steps": 4, "temperature": 0.5}),
    ("dream", {"steps": 4, "alg": "topk_margin"}), ("dream", {"steps": 4, "alg": "entropy"}),
    ("fast_dllm", {"threshold": 0.5}), ("remdm", {}), ("careful", {}),
])
def test_canvases_that_are_met_again_change_no_fill(sampler, settings):
    known, request = [(toys.weights("small-masked"), toys.vocabulary("en"))], asked(sampler=sampler, settings=settings)
    provide(*known[0])
    alone = run(request).to_json()
    together = fills(known, [asked(sampler="careful", settings={}), request, request])
    assert together[1] == together[2] == fills(known, [request])[0] == alone


def test_a_batch_may_leave_out_what_was_guessed_and_not_set(models):
    known = [(toys.weights("small-masked"), toys.vocabulary("en"))]
    (whole,), (slim,) = (fills(known, [asked()], guesses=guesses) for guesses in (True, False))
    assert '"guesses"' in whole and '"guesses"' not in slim
    assert slim.split('"ids"')[-1] == whole.split('"ids"')[-1]


def test_the_left_model_reads_a_text_too(models):
    trace = run(asked(model={"kind": "transformer", "name": "small-left"}, sampler="autoregressive", settings={}))
    start = len(models["left"].encode(ORDER))
    rows = models["left"](np.array(trace.ids))[start - 1 : -1]
    assert trace.ids[start:] == rows.argmax(axis=-1).tolist()
