"""Every fill that published code made is made again, pass by pass."""

import copy
import json
from pathlib import Path

import numpy as np
import pytest

from toylm import replay
from toylm.cache import block_causal, first
from toylm.models.tiny import TinyModel

FILE = Path(__file__).parents[1] / "data" / "reference-traces.json"
CASES = json.loads(FILE.read_text())["cases"]
TOTALS = {
    "llada": 24, "fast_dllm": 108, "dream": 48, "dream_threshold": 12, "dream_block": 48, "mdlm": 12, "remdm": 36,
    "bd3lm": 12, "sedd": 48, "diffusion_gemma": 12, "llada_cfg": 12, "llada2": 12, "llada21": 12,
}


@pytest.mark.parametrize("name", CASES)
def test_published_fills_are_made_again(name):
    assert len(CASES[name]) == TOTALS[name]
    for number, case in enumerate(CASES[name]):
        assert replay.difference(replay.trace_of(name, case), case["expect"]) is None, number


def test_command_prints_a_line_a_sampler_and_fails_on_any_difference(tmp_path, capsys):
    few = {name: CASES[name][:2] for name in ("llada", "sedd")}
    right = tmp_path / "right.json"
    right.write_text(json.dumps({"cases": few}))
    assert replay.main([str(right)]) == 0
    assert capsys.readouterr().out == "llada 2/2\nsedd 2/2\n"
    changed = copy.deepcopy(few)
    changed["llada"][1]["expect"]["final"][0][-1] += 1
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"cases": changed}))
    assert replay.main([str(wrong)]) == 1
    output = capsys.readouterr()
    assert output.out == "llada 1/2\nsedd 2/2\n"
    assert "llada[1] final canvas" in output.err


@pytest.mark.parametrize("part", ["canvas", "n", "offset"])
def test_a_difference_in_any_pass_is_seen(part):
    case = copy.deepcopy(CASES["fast_dllm"][0])
    step = case["expect"]["passes"][-1]
    if part == "canvas":
        step["canvas"][0][0] += 1
    else:
        step[part] += 1
    assert replay.difference(replay.trace_of("fast_dllm", case), case["expect"])


def test_a_pass_too_many_and_a_wrong_counter_are_seen():
    case = copy.deepcopy(CASES["fast_dllm"][0])
    trace = replay.trace_of("fast_dllm", case)
    assert "want" in replay.difference(trace, case["expect"] | {"nfe": 1})
    assert "passes" in replay.difference(trace, case["expect"] | {"passes": case["expect"]["passes"][:-1]})


def test_unknown_sampler_in_a_file_is_a_difference(tmp_path, capsys):
    file = tmp_path / "odd.json"
    file.write_text(json.dumps({"cases": {"nobody": [CASES["llada"][0]]}}))
    assert replay.main([str(file)]) == 1
    assert capsys.readouterr().out == "nobody 0/1\n"


def test_cached_passes_of_the_tiny_model_equal_whole_ones_where_nothing_changed():
    model = TinyModel(11, seed=3, mask_id=10)
    ids = np.arange(12) % 11
    whole, kept = model.forward(ids)
    np.testing.assert_allclose(model.forward(ids[5:], start=5, cache=first(kept, 5))[0], whole[5:], rtol=1e-12)
    np.testing.assert_allclose(model.forward(ids[5:8], start=5, cache=kept)[0], whole[5:8], rtol=1e-12)
    assert len(kept[0][0]) == 12


def test_block_causal_attention_does_not_see_later_blocks():
    model = TinyModel(11, seed=3, mask_id=10)
    ids = np.arange(12) % 11
    before = model.forward(ids, allowed=block_causal(12, 12, 4))[0]
    ids[8:] = 0
    np.testing.assert_array_equal(model.forward(ids, allowed=block_causal(12, 12, 4))[0][:8], before[:8])


def test_a_hole_in_the_cache_is_refused():
    model = TinyModel(11, mask_id=10)
    _, kept = model.forward(np.zeros(3, dtype=np.int64))
    with pytest.raises(ValueError, match="before place 5"):
        model.forward(np.zeros(2, dtype=np.int64), start=5, cache=kept)
