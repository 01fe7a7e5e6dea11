"""How good the toys are, on held-out prompts: `python -m plates.larkspur.train.quality [LANG|MODEL ...]`.

Fills are made with the shipped weights by the samplers that the site uses, with numpy alone. The figures
are printed and kept in data/LANG/quality.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "wasm"))

from toylm import fill  # noqa: E402
from toylm.maths import softmax  # noqa: E402
from toylm.models.transformer import Transformer  # noqa: E402
from toylm.request import canvas_of  # noqa: E402
from toylm.tokens import Tokens  # noqa: E402

from ..documents import KINDS  # noqa: E402
from ..documents.grammar import Document  # noqa: E402
from ..documents.judging import facts_right, repeats, right  # noqa: E402
from .corpus import DATA, held_out_documents  # noqa: E402
from .plan import BLOCK  # noqa: E402

FRAMES = (16, 32)
PROMPTS = 100
BOUNDS = (0.01, 0.1, 0.5, 2)
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
BOUND_DOCUMENTS, BOUND_DRAWS = 300, 6
COLUMNS = ("right", "facts_right", "agreement", "repeats", "passes")


def load(lang: str, name: str) -> Transformer:
    """A shipped model."""
    tokens = Tokens.from_json((DATA / lang / "tokens.json").read_text(encoding="utf-8"))
    return Transformer.from_bytes((DATA / lang / f"{name}.npz").read_bytes(), tokens)


def prompts(lang: str, model: Transformer, frame: int) -> list[Document]:
    """The first held-out documents whose own reply fits the frame. Forms are a drill, and are left out."""
    replies = [d for d in held_out_documents(lang) if d.kind != "form"]
    fits = [d for d in replies if len(model.encode(d.reply)) <= frame]
    return fits[:PROMPTS]


Settings = dict[str, tuple[str, dict[str, Any]]]


def masked_settings(frame: int) -> Settings:
    """What is tried: name -> sampler and its settings. The first is the careful fill."""
    shares = [k for k in (1, 2, 4, 8, 16) if k <= frame]
    surest = {f"surest {k}": ("llada", {"steps": frame // k}) for k in shares}
    by_chance = {f"random {k}": ("llada", {"steps": frame // k, "remasking": "random"}) for k in shares}
    sure = {f"threshold {t}": ("fast_dllm", {"threshold": t}) for t in THRESHOLDS}
    return surest | {"one pass": ("llada", {"steps": 1})} | by_chance | sure


def left_settings(_frame: int) -> Settings:
    """Left to right, always the likeliest token."""
    return {"left to right": ("autoregressive", {})}


def block_settings(_frame: int) -> Settings:
    """Block by block, one token a pass and by threshold."""
    return {
        f"blocks {t}": ("fast_dllm_v2", {"block_size": BLOCK, "small_block_size": BLOCK, "threshold": t})
        for t in (1, 0.9)
    }


def uniform_settings(_frame: int) -> Settings:
    """DiffusionGemma's sampler with several entropy bounds, in nats; 0.1 is the published one."""
    return {f"entropy bound {bound}": ("diffusion_gemma", {"entropy_bound": bound}) for bound in BOUNDS}


def fills(lang: str, model: Transformer, frame: int, settings: Settings) -> dict[str, dict[str, float]]:
    """For each setting: share right, share with facts right, agreement, repeats a fill, passes a fill."""
    table: dict[str, list[tuple]] = {name: [] for name in settings}
    for number, document in enumerate(prompts(lang, model, frame)):
        prompt, careful = model.encode(document.prompt), None
        for name, (sampler, options) in settings.items():
            trace = fill(model, canvas_of(model, document.prompt, frame), sampler, seed=number, **options)
            reply = trace.ids[len(prompt) :]
            careful = reply if careful is None else careful
            text = model.decode(reply)
            agreement = np.mean([a == b for a, b in zip(reply, careful)])
            table[name].append((
                right(lang, document, text), facts_right(lang, document, text), agreement,
                repeats(reply, model.end_id), trace.forward_passes,
            ))
        _say(f"{lang} {model.config['name']} {frame} places: prompt {number + 1}")
    return {name: dict(zip(COLUMNS, np.mean(rows, axis=0).round(4).tolist())) for name, rows in table.items()}


def bound(lang: str, model: Transformer) -> float:
    """The masked model's bound on a held-out reply's negative log-likelihood, nats a token.

    As LLaDA's: blank k of the reply's n tokens, k drawn evenly from 1 to n, and weigh by n / k. The canvas
    ends with the reply's end token, so the model knows the reply's length.
    """
    source, total, count = np.random.RandomState(0), 0.0, 0
    for ids, start in _whole(lang, model):
        size = len(ids) - start
        for _ in range(BOUND_DRAWS):
            blanks = source.randint(1, size + 1)
            at = start + source.permutation(size)[:blanks]
            masked = ids.copy()
            masked[at] = model.mask_id
            total += _surprise(model(masked)[at], ids[at]) * size / blanks
        count += size * BOUND_DRAWS
    return round(total / count, 4)


def left_to_right(lang: str, model: Transformer) -> float:
    """The left-to-right model's negative log-likelihood of held-out replies, nats a token, end included."""
    total, count = 0.0, 0
    for ids, start in _whole(lang, model):
        total += _surprise(model(ids)[start - 1 : -1], ids[start:])
        count += len(ids) - start
    return round(total / count, 4)


def _whole(lang: str, model: Transformer) -> Iterator[tuple[np.ndarray, int]]:
    """Held-out documents as ids with one end token (n,), and where the reply starts. No forms."""
    for document in held_out_documents(lang, BOUND_DOCUMENTS):
        if document.kind != "form":
            prompt = model.encode(document.prompt)
            yield np.array([*prompt, *model.encode(document.reply), model.end_id]), len(prompt)


def _surprise(logits: np.ndarray, ids: np.ndarray) -> float:
    return float(-np.log(softmax(logits)[np.arange(len(ids)), ids]).sum())


def _say(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{line}   ", end="", file=sys.stderr)


def measure(lang: str, names: list[str]) -> dict[str, Any]:
    """All figures of a language, for those of the named models that it has."""
    figures: dict[str, Any] = {}
    for name in names:
        if not (DATA / lang / f"{name}.npz").exists():
            continue
        model, settings = load(lang, name), SETTINGS[name]
        if name == "masked":
            figures[name] = {"bound": bound(lang, model)}
        elif name == "uniform":
            figures[name] = {}
        else:
            figures[name] = {"nats": left_to_right(lang, model.seeing("causal"))}
        figures[name] |= {str(frame): fills(lang, model, frame, settings(frame)) for frame in FRAMES}
    return figures


SETTINGS = {"masked": masked_settings, "left": left_settings, "block": block_settings, "uniform": uniform_settings}


def show(lang: str, figures: dict[str, Any]) -> None:
    """Print the figures: nats and perplexity a token first, then a line a setting."""
    for name, found in figures.items():
        if nats := found.get("bound", found.get("nats")):
            print(f"{lang}-{name}: {nats} nats a token of a held-out reply, perplexity {np.exp(nats):.3f}")
        for frame in FRAMES:
            for setting, row in found[str(frame)].items():
                print(f"  {frame} places  {setting:15}", "  ".join(f"{k} {v:.3g}" for k, v in row.items()))


def main(arguments: list[str]) -> None:
    """Measure, keep and print; arguments name languages and models, none: all. Raises SystemExit for another name."""
    if unknown := set(arguments) - {*SETTINGS, *KINDS}:
        sys.exit(f"quality: {', '.join(sorted(unknown))}: not one of {', '.join([*KINDS, *SETTINGS])}")
    names = [name for name in SETTINGS if name in arguments] or list(SETTINGS)
    for lang in [lang for lang in KINDS if lang in arguments] or list(KINDS):
        path = DATA / lang / "quality.json"
        kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        figures = kept | measure(lang, names)
        path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        show(lang, figures)


if __name__ == "__main__":
    main(sys.argv[1:])
