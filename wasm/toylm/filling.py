"""`fill`: a model, a canvas and a sampler in; a trace out."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .rng import TorchStream
from .samplers import SAMPLERS
from .trace import MASK_TEXT, Pass, Trace

Sampler = Callable[..., Iterator[Pass]]

BLANK = -1
"""What marks a blank in the canvas of a model that knows no mask token (`mask_id` None)."""


def fill(
    model: Callable[[np.ndarray], np.ndarray],
    canvas: Any,
    sampler: str | Sampler,
    *,
    seed: int = 0,
    rng: Any = None,
    **settings: Any,
) -> Trace:
    """Fill every blank of `canvas` and return all that happened.

    model     callable: int64 ids (n,) -> float logits (n, vocab); has `mask_id`, and may have
              `tokens`, the text of each token id, and what toylm.cache lists
    canvas    1-D whole numbers, `model.mask_id` at every blank (BLANK where that is None); what is
              not blank stays
    sampler   a name from toylm.samplers.SAMPLERS, or a function of the same form
    seed      of the random stream; `rng` takes any object with TorchStream's methods instead
    settings  the sampler's own

    Raises ValueError, naming the argument and what is accepted, for an unknown sampler or setting,
    a canvas that is not one, logits that are not finite, a model that chooses the mask token, or
    blanks that are left at the end. Only a sampler's `faithful=True` lets the last two pass.
    """
    name, function = _find(sampler)
    ids = _canvas(canvas, model)
    _check_settings(name, function, settings)
    watched = _Watched(model)
    stream = TorchStream(seed) if rng is None else rng
    trace = Trace(name, _plain(settings), int(seed), watched.mask_id, ids.tolist(), [], [])
    faithful = bool(settings.get("faithful"))
    settings = {key: _Watched(value) if callable(value) else value for key, value in settings.items()}
    for one in function(watched, ids.copy(), stream, **settings):
        if not faithful:
            _check_pass(one, watched.mask_id, len(trace.passes))
        trace.passes.append(one)
    trace.ids = trace.canvas_at(len(trace.passes))
    if not faithful and watched.mask_id in trace.ids:
        raise ValueError(f"{name}: place {trace.ids.index(watched.mask_id)} is still blank at the end")
    trace.texts = _texts(model, trace)
    return trace


class _Watched:
    """The model, with what goes in and what comes out checked at every call."""

    def __init__(self, model: Any):
        self._model = model
        self.mask_id = BLANK if model.mask_id is None else model.mask_id
        if hasattr(model, "forward"):
            self.forward = self._forward

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def __call__(self, ids: np.ndarray) -> np.ndarray:
        self._check_ids(ids)
        return self._checked(self._model(ids), ids)

    def _forward(self, ids: np.ndarray, **how: Any) -> tuple[np.ndarray, Any]:
        self._check_ids(ids)
        logits, cache = self._model.forward(ids, **how)
        return self._checked(logits, ids), cache

    def _check_ids(self, ids: np.ndarray) -> None:
        if ids.size and ids.min() < 0:
            raise ValueError("model: it knows no mask token and cannot read a blank; want a sampler of noise")

    def _checked(self, logits: Any, ids: np.ndarray) -> np.ndarray:
        logits = np.asarray(logits)
        if logits.ndim != 2 or len(logits) != len(ids):
            raise ValueError(f"model: want logits of shape ({len(ids)}, vocab), got {logits.shape}")
        if not np.isfinite(logits).all():
            place = int(np.argwhere(~np.isfinite(logits))[0, 0])
            raise ValueError(f"model: the logits at place {place} are not finite")
        return logits


def _find(sampler: str | Sampler) -> tuple[str, Sampler]:
    if callable(sampler):
        return sampler.__name__, sampler
    if sampler not in SAMPLERS:
        raise ValueError(f"sampler: {sampler!r} is unknown; there are {', '.join(sorted(SAMPLERS))}")
    return sampler, SAMPLERS[sampler]


def _canvas(canvas: Any, model: Any) -> np.ndarray:
    ids = np.asarray(canvas)
    if ids.ndim != 1 or (ids.size and ids.dtype.kind not in "iu"):
        raise ValueError("canvas: want a list of whole numbers, one token id a place")
    vocab = len(getattr(model, "tokens", ())) or getattr(model, "vocab", None)
    lowest = BLANK if model.mask_id is None else 0
    if ids.size and (ids.min() < lowest or (vocab and ids.max() >= vocab)):
        raise ValueError(f"canvas: token ids go from 0 to {vocab - 1 if vocab else 'vocab - 1'}")
    return ids.astype(np.int64)


def _check_settings(name: str, function: Sampler, settings: dict[str, Any]) -> None:
    known = [p.name for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
    for setting in settings:
        if setting not in known:
            raise ValueError(f"{setting}: {name} has no such setting; it has {', '.join(known)}")


def _check_pass(one: Pass, mask_id: int | None, number: int) -> None:
    for position, token in one.commits:
        if token == mask_id:
            raise ValueError(f"pass {number}: the model chose the mask token at place {position}")


def _texts(model: Any, trace: Trace) -> dict[int, str]:
    tokens = getattr(model, "tokens", None)
    if tokens is None:
        return {}
    used = set(trace.canvas)
    for one in trace.passes:
        used |= {t for _, t, *_ in [*one.guesses, *one.commits, *one.renoised, *one.edits]}
    return {i: MASK_TEXT if i == BLANK else tokens[i] for i in sorted(used)}


def _plain(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings as JSON can hold them: a model among them by its spec, or by its kind."""
    return {
        name: (value.spec() if hasattr(value, "spec") else type(value).__name__) if callable(value) else value
        for name, value in settings.items()
    }
