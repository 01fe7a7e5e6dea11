"""The shipped weights: small enough, with their record, PyTorch's logits, and replies that are right."""

import json
from collections.abc import Iterator

import numpy as np
import pytest
from toylm import fill
from toylm.models import transformer
from toylm.models.transformer import Transformer
from toylm.request import canvas_of
from toylm.tokens import Tokens

from plates.larkspur.documents.judging import facts_right, right
from plates.larkspur.train import corpus, plan, quality
from press.install import ROOT

SHIPPED = sorted(path.relative_to(corpus.DATA).with_suffix("").as_posix() for path in corpus.DATA.glob("*/*.npz"))
EVERY = pytest.mark.parametrize("name", SHIPPED)
FRAME = 16
MINUTES = {"en/masked": 38, "en/block": 44.5, "zh/block": 35, "en/uniform": 50, "zh/uniform": 38.5}
"""Models whose legs took more CPU minutes than the 30 that were wanted, their beginnings counted; the README says so."""


def load(name: str) -> Transformer:
    folder = corpus.DATA / name.split("/")[0]
    tokens = Tokens.from_json((folder / "tokens.json").read_text(encoding="utf-8"))
    return Transformer.from_bytes((corpus.DATA / f"{name}.npz").read_bytes(), tokens)


def legs(record: dict | None) -> Iterator[dict]:
    """The records of a run and of those that it began with, the last one first."""
    while record:
        yield record
        record = record["before"]


@EVERY
def test_a_file_has_at_most_1_2_megabytes(name):
    assert (corpus.DATA / f"{name}.npz").stat().st_size <= 1_200_000


@EVERY
def test_a_file_says_how_its_weights_came_about(name):
    config, run = load(name).config, plan.run_named(*name.split("/"))
    assert config["name"] == name.replace("/", "-")
    assert config["record"] | vars(run) == config["record"]  # trained by the run that stands in the plan
    runs = list(legs(config["record"]))
    assert sum(one["cpu_minutes"] for one in runs) <= MINUTES.get(name, 30)
    assert runs[0]["log"][-1][1] < 0.5 * runs[-1]["log"][0][1]


@EVERY
def test_the_logits_are_pytorchs(name):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from plates.larkspur.train import weights

    model, net = load(name), weights.load(corpus.DATA / f"{name}.npz")
    ids = np.array(model.encode(corpus.held_out_documents(name.split("/")[0], 1)[0].text))
    with torch.no_grad():
        theirs = net.logits(net(torch.from_numpy(ids)[None]))[0].numpy()
    assert np.abs(model.forward(ids, allowed=np.ones((len(ids),) * 2, bool))[0] - theirs)[:, 1:].max() < 1e-4


@EVERY
def test_no_sum_ever_rounds(name, monkeypatch):
    """The bounds that toylm.models.transformer states beside its grids, on held-out documents."""
    product, attend = transformer.product, transformer.attend

    def watched_product(a, b):
        found = product(a, b)
        backwards = np.einsum("...ik,...jk->...ij", np.ascontiguousarray(a[..., ::-1]), np.ascontiguousarray(b[..., ::-1]))
        assert np.array_equal(found, backwards)
        return found

    def watched_attend(q, k, v, *more):
        assert (np.abs(q) @ np.abs(k).T).max() < 2**13
        assert np.abs(v).max() < 2**5
        return attend(q, k, v, *more)

    monkeypatch.setattr(transformer, "product", watched_product)
    monkeypatch.setattr(transformer, "attend", watched_attend)
    model = load(name)
    for document in corpus.held_out_documents(name.split("/")[0], 5):
        model(np.array(model.encode(document.text)))


@pytest.mark.parametrize("name", [name for name in SHIPPED if name.endswith("masked")])
def test_a_careful_fill_is_mostly_right_and_one_pass_mostly_is_not(name):
    model, lang = load(name), name.split("/")[0]
    documents = quality.prompts(lang, model, FRAME)[:10]

    def share(steps: int) -> float:
        good = 0
        for document in documents:
            prompt = model.encode(document.prompt)
            trace = fill(model, prompt + [model.mask_id] * FRAME, "llada", steps=steps)
            good += right(lang, document, model.decode(trace.ids[len(prompt) :]))
        return good / len(documents)

    assert share(FRAME) >= 0.7
    assert share(1) <= 0.3


@pytest.mark.parametrize("name", [name for name in SHIPPED if name.endswith("uniform")])
def test_diffusion_gemma_s_rule_writes_right_replies_out_of_noise(name):
    model, lang, good = load(name), name.split("/")[0], 0
    for document in quality.prompts(lang, model, FRAME)[:10]:
        canvas = canvas_of(model, document.prompt, FRAME)
        trace = fill(model, canvas, "diffusion_gemma")
        assert trace.passes[0].kind == "encode" and trace.passes[1].kind == "noise"
        good += facts_right(lang, document, model.decode(trace.ids[len(canvas) - FRAME :]))
    assert good >= 6


@EVERY
def test_the_logits_are_those_that_pytorch_gave(name):
    """tests/data/torch-logits.json, which tests.larkspur.torch_logits writes where PyTorch is installed."""
    kept = json.loads((ROOT / "tests/data/torch-logits.json").read_text(encoding="utf-8"))[name]
    logits = load(name).seeing(kept["attention"])(np.array(kept["ids"]))
    difference = np.abs(logits[np.ix_(kept["places"], kept["tokens"])] - np.array(kept["logits"]))
    assert difference.max() < 1e-4, difference.max()
