"""The settings of the workbench, and the request that a phrase and a setting make.

A request follows from phrase and setting alone, so a live run in a browser makes the fill that the
build counted. The rules are those of published samplers:

    surest, random    LLaDA's: as many passes as there are places for each `tokens`, the surest or any
    margin, entropy   Dream's: the largest lead over the next guess, or the least left undecided
    threshold         Fast-dLLM's: every guess from a probability up, and in any case the surest
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .phrases import Phrase

TOKENS = (1, 2, 4, 8, 16)
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
SEEDS = (1, 2, 3)
"""Of a rule that draws: a setting is judged by all of its runs."""

_RULES = {
    "surest": ("llada", {"remasking": "low_confidence"}),
    "random": ("llada", {"remasking": "random"}),
    "margin": ("dream", {"alg": "topk_margin"}),
    "entropy": ("dream", {"alg": "entropy"}),
}


@dataclass(frozen=True)
class Setting:
    """One choice. rule "threshold" has a `threshold`, the others set `tokens` a pass."""

    rule: str
    tokens: int | None = None
    threshold: float | None = None

    @property
    def id(self) -> str:
        """As surest-4, or threshold-90 for 0.9."""
        return f"{self.rule}-{self.tokens or round(self.threshold * 100)}"

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of its runs; one, where nothing is drawn."""
        return SEEDS if self.rule == "random" else (0,)

    def how(self, places: int) -> tuple[str, dict[str, Any]]:
        """The sampler and its settings for a frame of so many places."""
        if self.rule == "threshold":
            return "fast_dllm", {"threshold": self.threshold}
        sampler, settings = _RULES[self.rule]
        return sampler, {"steps": places // self.tokens, **settings}


SETTINGS = [Setting(rule, tokens) for rule in _RULES for tokens in TOKENS] + [
    Setting("threshold", threshold=threshold) for threshold in THRESHOLDS
]
CAREFUL = SETTINGS[0]
"""One token a pass, the surest first: what every other fill is compared with."""


def named(name: str) -> Setting:
    """The setting of that id. Raises ValueError that lists what there is."""
    for setting in SETTINGS:
        if setting.id == name:
            return setting
    raise ValueError(f"no setting {name!r}; there are {', '.join(setting.id for setting in SETTINGS)}")


def fill_name(phrase: Phrase, setting: Setting, seed: int) -> str:
    """What the trace of a run is called, as order-1-surest-4, or order-1-random-4-2 with seed 2."""
    return f"{phrase.id}-{setting.id}" + (f"-{seed}" if len(setting.seeds) > 1 else "")


def request(lang: str, phrase: Phrase, setting: Setting, seed: int) -> dict[str, Any]:
    """The fill of a phrase by a setting, as toylm.request reads it."""
    return asked(f"{lang}-masked", phrase.document.prompt, phrase.places, *setting.how(phrase.places), seed)


def asked(model: str, prompt: str, places: int, sampler: str, settings: dict[str, Any], seed: int = 0) -> dict[str, Any]:
    """Any fill after a prompt, as toylm.request reads it."""
    return {
        "model": {"kind": "transformer", "name": model}, "prompt": prompt, "places": places,
        "sampler": sampler, "seed": seed, "settings": settings,
    }


def runs(phrase: Phrase) -> list[tuple[str, Setting, int]]:
    """Every run of a phrase: its trace's name, its setting, its seed."""
    return [(fill_name(phrase, setting, seed), setting, seed) for setting in SETTINGS for seed in setting.seeds]
