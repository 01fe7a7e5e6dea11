"""`build.py record`: models of transformers with random weights, filled by toylm's samplers.

torch and transformers are needed by nothing else, so what needs them is skipped where they are not installed.
"""

import importlib.util
import re

import numpy as np
import pytest
from toylm import Trace

from press import record as recording
from press.errors import PressError
from tests.press.sites import ROOT, run

VOCAB, MASK, END = 40, 39, 1
PROMPT, PLACES = [5, 6, 7], 8


class Letters:
    """A tokenizer whose tokens are letters, and which has a template for chats."""

    chat_template = "<{}>"

    def decode(self, ids):
        return chr(ids[0] + 48)

    def __call__(self, text):
        return type("Encoding", (), {"input_ids": [ord(letter) - 48 for letter in text]})

    def apply_chat_template(self, turns, **how):
        return {"input_ids": [2, *self(turns[0]["content"]).input_ids, 3]}


@pytest.fixture(scope="module")
def torch():
    found = pytest.importorskip("torch", reason="torch is not installed")
    found.manual_seed(0)
    return found


@pytest.fixture(scope="module")
def transformers(torch):
    return pytest.importorskip("transformers", reason="transformers is not installed")


def masked(transformers, name):
    """A tiny model that sees both sides, under the name of a published class."""
    config = transformers.BertConfig(
        vocab_size=VOCAB, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=24, eos_token_id=END,
        initializer_range=1.0)
    config.mask_token_id = MASK
    return type(name, (transformers.BertForMaskedLM,), {})(config)


def logits(torch, model, ids):
    with torch.no_grad():
        return model.eval()(torch.tensor([ids])).logits[0].double().numpy()


def careful_first(rows, blank):
    """The place and the token that are surest, without the mask."""
    odds = np.exp(rows - rows.max(axis=-1, keepdims=True))
    odds /= odds.sum(axis=-1, keepdims=True)
    place = max(blank, key=lambda at: odds[at].max())
    return place, int(odds[place].argmax())


@pytest.mark.parametrize("name, shift, how", [("LLaDAModelLM", 0, {}), ("DreamModel", 1, {"alg": "entropy"})])
def test_a_masked_model_is_read_at_the_place_that_its_class_means(torch, transformers, name, shift, how):
    model = masked(transformers, name)
    model.cls.predictions.bias.data[MASK] = -1e3  # it never chooses the mask
    trace = recording.record(model, Letters(), PROMPT, PLACES, steps=PLACES, **how)
    canvas = [*PROMPT, *[MASK] * PLACES]
    rows = logits(torch, model, canvas)
    rows = np.concatenate([rows[:1], rows[:-1]]) if shift else rows
    if not shift:  # Dream's published rule sets by another score
        assert trace.passes[0].commits == [careful_first(rows, range(3, 11))]
    assert trace.canvas == canvas and MASK not in trace.ids
    assert {p: t for p, t, _ in trace.passes[0].guesses} == {p: int(rows[p].argmax()) for p in range(3, 11)}
    assert Trace.from_json(trace.to_json()).to_json() == trace.to_json()
    assert trace.texts[MASK] == "▢" and trace.texts[5] == "5"


def gemma(transformers):
    if not hasattr(transformers, "DiffusionGemmaForBlockDiffusion"):
        pytest.skip("this version of transformers has no DiffusionGemma")
    config = transformers.DiffusionGemmaConfig(canvas_length=PLACES, text_config={
        "vocab_size": VOCAB, "hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 2,
        "num_key_value_heads": 1, "head_dim": 8, "sliding_window": 16, "layer_types": ["sliding_attention", "full_attention"],
        "num_experts": 2, "top_k_experts": 1, "moe_intermediate_size": 8, "eos_token_id": END, "pad_token_id": 0})
    return transformers.DiffusionGemmaForBlockDiffusion(config)


def test_diffusion_gemma_reads_the_prompt_once_and_guesses_as_the_model_does(torch, transformers):
    model = gemma(transformers)
    trace = recording.record(model, Letters(), PROMPT, PLACES, max_denoising_steps=3, confidence_threshold=0.0)
    encode, noise, first, *_ = trace.passes
    assert (encode.kind, encode.computed) == ("encode", [(0, 3)])
    assert noise.renoised and first.computed == [(3, 11)] and first.cached == [(0, 3)]
    with torch.no_grad():
        wanted = model(input_ids=torch.tensor([PROMPT]), decoder_input_ids=torch.tensor([trace.canvas_at(2)[3:]])).logits[0]
    got, _ = _first_logits(model, trace)
    assert np.allclose(got, wanted.double().numpy(), atol=1e-4)
    assert Trace.from_json(trace.to_json()).to_json() == trace.to_json()


def _first_logits(model, trace):
    shown = recording.Gemma(model, Letters())
    _, cache = shown.forward(np.array(PROMPT), allowed=np.ones((3, 3), dtype=bool))
    return shown.forward(np.array(trace.canvas_at(2)[3:]), start=3, cache=cache)


def test_a_prompt_with_the_mask_in_it_is_refused(transformers):
    with pytest.raises(PressError, match="holds the mask token"):
        recording.record(masked(transformers, "LLaDAModelLM"), Letters(), [5, MASK], PLACES)


def test_another_class_is_refused_by_name():
    with pytest.raises(PressError, match="a Letters; there are adapters for LLaDAModelLM, DreamModel"):
        recording.record(Letters(), Letters(), PROMPT, PLACES)


def test_prompts_and_settings_are_read():
    assert recording.prompt_of(Letters(), "5", plain=True) == [5]
    assert recording.prompt_of(Letters(), "5", plain=False) == [2, 5, 3]
    assert recording.setting("steps=32") == ("steps", 32) and recording.setting("alg=entropy") == ("alg", "entropy")
    with pytest.raises(PressError, match="NAME=VALUE"):
        recording.setting("steps")


def test_without_its_extra_it_says_what_to_install(monkeypatch, tmp_path):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "torch" else found(name, *more))
    done = run("record", tmp_path / "model", "--prompt", "Hi")
    assert done.status == 1 and "requirements-record.txt" in done.err and "torch is not installed" in done.err


def test_the_example_of_the_format_is_a_trace():
    text = (ROOT / "docs/trace.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```json\n(.*?)^```$", text, re.M | re.S)
    trace = Trace.from_json(example)
    assert trace.text() == "Tea cake" and trace.passes[0].commits == [(1, 2)]


def test_a_model_in_a_folder_is_recorded_from_the_command_line(transformers, tmp_path):
    tokenizers = pytest.importorskip("tokenizers")
    letters = tokenizers.Tokenizer(tokenizers.models.WordLevel({f"w{i}": i for i in range(VOCAB)}, unk_token="w4"))
    letters.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    transformers.PreTrainedTokenizerFast(tokenizer_object=letters, unk_token="w4").save_pretrained(tmp_path)
    gemma(transformers).save_pretrained(tmp_path)
    done = run("record", tmp_path, "--prompt", "w5 w6", "--places", PLACES, "--set", "max_denoising_steps=2", "--save", tmp_path / "t.json")
    assert done.status == 0, done.err
    trace = Trace.from_json((tmp_path / "t.json").read_text(encoding="utf-8"))
    assert trace.canvas == [5, 6, *[-1] * PLACES] and trace.texts[5] == "w5" and "2 passes" in done.out
