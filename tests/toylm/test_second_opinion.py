"""Our rules beside those of transformers and diffusers: the same logits have to give the same canvases.

Neither is needed to build or test anything else, so these tests are skipped where they do not import.
"""

import numpy as np
import pytest

from toylm import fill
from toylm.cache import window
from toylm.filling import BLANK
from toylm.models.tiny import TinyModel

torch = pytest.importorskip("torch", reason="torch is not installed")
SEEDS = range(8)
PLACES, VOCAB, STEPS = 12, 9, 10


def known(package, name):
    """A part of a package. Skips, saying why, where it is not there."""
    module = pytest.importorskip(package, reason=f"{package} does not import")
    if not hasattr(module, name):
        pytest.skip(f"this version of {package} has no {name}")
    return getattr(module, name)


class Watched:
    """A model that keeps the logits of each call."""

    def __init__(self, model):
        self._model, self.seen = model, []
        self.mask_id, self.vocab = model.mask_id, model.vocab

    def __call__(self, ids):
        self.seen.append(self._model(ids))
        return self.seen[-1]


def noisy(seed, gain):
    """A fill of noise that never ends early, and the logits of its passes."""
    model = Watched(TinyModel(VOCAB, seed=seed, gain=gain))
    trace = fill(model, [BLANK] * PLACES, "diffusion_gemma", seed=seed, max_denoising_steps=STEPS, entropy_bound=1.5,
                 confidence_threshold=0.0)
    return trace, [torch.tensor(logits)[None] for logits in model.seen]


def check_canvases(trace, step):
    """`step(number, canvas)` has to accept what each pass accepted and to make the next canvas of it."""
    assert trace.forward_passes == STEPS
    sizes = set()
    for number, one in enumerate(trace.passes[1:]):
        accepted, after = step(number, torch.tensor(trace.canvas_at(number + 1))[None])
        assert sorted(p for p, _ in one.commits) == torch.nonzero(accepted[0])[:, 0].tolist()
        if number < STEPS - 1:  # the last canvas is not drawn: it holds the likeliest letters
            assert trace.canvas_at(number + 2) == after[0].tolist()
        sizes.add(len(one.commits))
    assert len(sizes) > 1, "now few are accepted and now many"


@pytest.mark.parametrize("gain", [1.0, 3.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_entropy_bound_is_transformers(seed, gain):
    module = "transformers.models.diffusion_gemma.generation_diffusion_gemma"
    trace, logits = noisy(seed, gain)
    sampler = known(module, "EntropyBoundSampler")(
        known(module, "EntropyBoundSamplerConfig")(entropy_bound=1.5), PLACES, VOCAB, STEPS)
    cool = known(module, "LinearTemperatureScheduleLogitsProcessor")(0.4, 0.8, STEPS)
    torch.manual_seed(seed)
    assert trace.canvas_at(1) == sampler.initialize_canvas(1, "cpu")[0].tolist()

    def step(number, canvas):
        scores = cool(canvas, logits[number], STEPS - number)
        drawn = torch.multinomial(torch.softmax(scores[0].float(), -1), 1)[None, :, 0]
        accepted = sampler.accept_canvas(canvas, drawn, scores, STEPS - number)
        after = sampler.renoise_canvas(accepted, STEPS - number)
        return sampler.accepted_token_mask, after

    check_canvases(trace, step)


@pytest.mark.parametrize("gain", [1.0, 3.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_entropy_bound_is_diffusers(seed, gain):
    trace, logits = noisy(seed, gain)
    scheduler = known("diffusers", "EntropyBoundScheduler")(entropy_bound=1.5, num_inference_steps=STEPS)
    stream = torch.Generator().manual_seed(seed)
    assert trace.canvas_at(1) == torch.randint(VOCAB, (1, PLACES), generator=stream)[0].tolist()

    def step(number, canvas):
        made = scheduler.step(logits[number], number, canvas, generator=stream)
        return made.accepted_index, made.prev_sample

    check_canvases(trace, step)


@pytest.mark.parametrize("stability", [0, 1, 2])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_canvas_is_done_when_transformers_says_so(seed, stability):
    module = "transformers.models.diffusion_gemma.generation_diffusion_gemma"
    stop = known(module, "StableAndConfidentStoppingCriteria")(stability, 0.3)
    model = Watched(TinyModel(VOCAB, seed=seed, gain=5.0))
    trace = fill(model, [BLANK] * PLACES, "diffusion_gemma", seed=seed, max_denoising_steps=40, entropy_bound=3.0,
                 confidence_threshold=0.3, stability_threshold=stability)
    said = []
    for number, logits in enumerate(model.seen):
        scores = torch.tensor(logits / (0.4 + 0.4 * (40 - number) / 40))[None]
        said.append(bool(stop(scores.argmax(-1), scores)))
    assert not any(said[:-1]) and (said[-1] or len(said) == 40)
    assert trace.forward_passes == len(said)


MASK, BLOCK = 8, 4
CANVAS = [1, 2] + [MASK] * 10
WAYS = [
    {}, {"temperature": 0.7}, {"temperature": 1.0, "top_k": 3}, {"temperature": 1.0, "top_p": 0.8},
    {"temperature": 0.7, "top_k": 3, "top_p": 0.7},
]


def check_blocks(trace, model, scheduler, seed, **way):
    """From each pass's canvas and the model's logits, diffusers has to make the canvas after it."""
    stream, steps = torch.Generator().manual_seed(seed), {}
    for number, one in enumerate(trace.passes):
        end = one.computed[0][1]
        here = slice(end - BLOCK, end)
        before, after = (np.array(trace.canvas_at(k)) for k in (number, number + 1))
        made = scheduler.step(
            torch.tensor(window(model, before, end, BLOCK)[here])[None], steps.get(end, 0), torch.tensor(before[here])[None],
            mask_token_id=MASK, prompt_mask=torch.tensor(np.array(CANVAS)[here] != MASK), generator=stream, **way,
        )
        steps[end] = steps.get(end, 0) + 1
        assert made.prev_sample[0].tolist() == after[here].tolist()
        assert int(made.transfer_index.sum()) == len(one.commits)
        assert int(made.editing_transfer_index.sum()) == len(one.edits)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("steps", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_block_refinement_is_diffusers(seed, steps, way):
    scheduler = known("diffusers", "BlockRefinementScheduler")(BLOCK, steps, threshold=0.6)
    scheduler.set_timesteps(steps)
    model = TinyModel(VOCAB, seed=seed, gain=4.0, ban=[MASK], mask_id=MASK)
    trace = fill(model, CANVAS, "llada2", seed=seed, block_size=BLOCK, steps_per_block=steps, threshold=0.6, **way)
    check_blocks(trace, model, scheduler, seed, **way)


@pytest.mark.parametrize("way", WAYS)
def test_block_refinement_with_edits_is_diffusers(way):
    edits = 0
    for seed in SEEDS:
        scheduler = known("diffusers", "BlockRefinementScheduler")(BLOCK, BLOCK, threshold=0.5, editing_threshold=0.4)
        scheduler.set_timesteps(BLOCK)
        model = TinyModel(VOCAB, seed=seed, gain=4.0, ban=[MASK], mask_id=MASK)
        trace = fill(model, CANVAS, "llada21", seed=seed, block_size=BLOCK, threshold=0.5, editing_threshold=0.4,
                     max_post_steps=4, **way)
        check_blocks(trace, model, scheduler, seed, **way)
        edits += sum(len(one.edits) for one in trace.passes)
    assert edits > 0
