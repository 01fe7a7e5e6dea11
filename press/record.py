"""`build.py record`: a model of transformers, filled by one of toylm's samplers, as a trace that the pages play.

A model is known by its class. LLaDA's and Dream's guess what a mask token hides, Dream's about the next place;
DiffusionGemma has no mask token, an encoder for what is final and a decoder for a canvas of noise. torch and
transformers are wanted here and nowhere else (requirements-record.txt), so they are imported when they are needed.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from toylm import BLANK, Trace, fill
from toylm.picture import END
from toylm.trace import MASK_TEXT

from .errors import PressError

NEEDED = ("torch", "transformers")
COMMAND = "python -m pip install -r requirements-record.txt"


class Texts(Sequence):
    """What every token id of a tokenizer looks like on screen: decoded when it is asked for.

    vocab  ids of the model; mask_id and ends are drawn as toylm draws them
    """

    def __init__(self, tokenizer: Any, vocab: int, mask_id: int | None, ends: set[int]):
        self._tokenizer, self._vocab, self._mask_id, self._ends = tokenizer, vocab, mask_id, ends

    def __len__(self) -> int:
        return self._vocab

    def __getitem__(self, token: int) -> str:
        if token == self._mask_id:
            return MASK_TEXT
        return END if token in self._ends else self._tokenizer.decode([token])


class Recorded:
    """What the kinds of model share: token ids, texts, and arrays to and from torch.

    model      of transformers, on whatever device; tokenizer its own
    """

    mask_id: int | None = None

    def __init__(self, model: Any, tokenizer: Any):
        self.model, self.tokenizer = model.eval(), tokenizer
        self.torch = importlib.import_module("torch")
        config = getattr(model.config, "text_config", None) or model.config
        self.vocab = int(config.vocab_size)
        self.ends = {one for name in ("eos_token_id", "pad_token_id") for one in _ids(getattr(config, name, None))}
        self.tokens = Texts(tokenizer, self.vocab, self.mask_id, self.ends)

    def ask(self, of: Any, **inputs: Any) -> Any:
        """Call a part of the model without gradients; token ids (n,) go in as a batch of one."""
        tensors = {name: self.tensor(value) if isinstance(value, np.ndarray) else value for name, value in inputs.items()}
        with self.torch.no_grad():
            return of(**tensors)

    def tensor(self, values: np.ndarray) -> Any:
        """A batch of one, on the model's device."""
        return self.torch.as_tensor(values, device=self.model.device)[None]

    def logits(self, output: Any) -> np.ndarray:
        """The logits of the only row of a batch: (n, vocab) float64."""
        return output.logits[0].double().cpu().numpy()


class Masked(Recorded):
    """LLaDA: the logits at a place are about that place. `mask_id` None: the one that the model's configuration has."""

    shifted = False

    def __init__(self, model: Any, tokenizer: Any, mask_id: int | None = None):
        found = [mask_id, getattr(model.config, "mask_token_id", None), getattr(tokenizer, "mask_token_id", None)]
        self.mask_id = next((int(one) for one in found if one is not None), None)
        if self.mask_id is None:
            raise PressError("the model's configuration names no mask token; want --mask-id")
        super().__init__(model, tokenizer)

    def __call__(self, ids: np.ndarray) -> np.ndarray:
        """(n,) -> (n, vocab)."""
        return self.logits(self.ask(self.model, input_ids=ids))


class Shifted(Masked):
    """Dream: the logits at a place are about the next one."""

    shifted = True


class Gemma(Recorded):
    """DiffusionGemma. What it has read is kept in its own cache, which toylm hands back as it got it."""

    conditioned = True

    def __call__(self, ids: np.ndarray) -> np.ndarray:
        """Raises ValueError: the model reads what is final before it looks at a canvas."""
        raise ValueError("sampler: DiffusionGemma is run by diffusion_gemma alone")

    def forward(
        self, ids: np.ndarray, *, start: int = 0, cache: Any = None, allowed: np.ndarray | None = None,
        condition: np.ndarray | None = None,
    ) -> tuple[np.ndarray, Any]:
        """With `allowed`, read ids (n,) from left to right and keep them; without, the logits of a canvas (n, vocab)."""
        places = np.arange(start, start + len(ids))
        if allowed is not None:
            known = {} if cache is None else {"cache": cache}
            read = self.ask(self.model.model.encoder, input_ids=ids, position_ids=places, **known)
            return np.zeros((len(ids), 1)), read.cache
        before = {} if condition is None else {"self_conditioning_logits": condition.astype(np.float32)}
        output = self.ask(self.model, decoder_input_ids=ids, decoder_position_ids=places, cache=cache, **before)
        return self.logits(output), cache


KINDS = {
    "LLaDAModelLM": (Masked, "llada"), "DreamModel": (Shifted, "dream"),
    "DiffusionGemmaForBlockDiffusion": (Gemma, "diffusion_gemma"),
}
"""By the name of a model's class: how it is shown to toylm, and the sampler that it was published with."""


def record(
    model: Any, tokenizer: Any, prompt: list[int], places: int, sampler: str | None = None, *, seed: int = 0,
    mask_id: int | None = None, **settings: Any,
) -> Trace:
    """Fill `places` places after a prompt's token ids. sampler None: the one that the model was published with.

    Raises PressError for a model of another class, a prompt that holds the mask token, or what toylm refuses.
    """
    shown, usual = _kind(type(model).__name__)
    adapted = shown(model, tokenizer, mask_id) if issubclass(shown, Masked) else shown(model, tokenizer)
    if adapted.mask_id in prompt:
        raise PressError("the prompt holds the mask token, which the sampler would fill; want a prompt without")
    blank = BLANK if adapted.mask_id is None else adapted.mask_id
    try:
        return fill(adapted, [*prompt, *[blank] * places], sampler or usual, seed=seed, **settings)
    except ValueError as error:
        raise PressError(str(error)) from error


def _kind(name: str) -> tuple[type[Recorded], str]:
    if name not in KINDS:
        raise PressError(f"the model is a {name}; there are adapters for {', '.join(KINDS)}")
    return KINDS[name]


def load(name: str, device: str, trust: bool) -> tuple[Any, Any]:
    """A model and its tokenizer, by a folder or a name that transformers finds. trust: run Python that comes with it.

    Raises PressError where torch or transformers is missing, or there are no such weights.
    """
    for package in NEEDED:
        if importlib.util.find_spec(package) is None:
            raise PressError(f"record needs {' and '.join(NEEDED)}, and {package} is not installed; `{COMMAND}` installs both")
    transformers = importlib.import_module("transformers")
    try:
        config = transformers.AutoConfig.from_pretrained(name, trust_remote_code=trust)
        kind = (config.architectures or ["model of no named class"])[0]
        _kind(kind)
        maker = getattr(transformers, kind, transformers.AutoModel)
        model = maker.from_pretrained(name, trust_remote_code=trust, dtype="auto").to(device)
        return model, transformers.AutoTokenizer.from_pretrained(name, trust_remote_code=trust)
    except (OSError, ValueError, ImportError) as error:
        raise PressError(f"{name}: {error}") from error


def prompt_of(tokenizer: Any, text: str, plain: bool) -> list[int]:
    """A prompt's token ids: as the user's turn where the tokenizer has a template for chats, or `plain`."""
    if plain or not getattr(tokenizer, "chat_template", None):
        return list(tokenizer(text).input_ids)
    turns = [{"role": "user", "content": text}]
    return list(tokenizer.apply_chat_template(turns, add_generation_prompt=True, return_dict=True)["input_ids"])


def setting(text: str) -> tuple[str, Any]:
    """A sampler's setting as NAME=VALUE; the value is JSON or, where it is not, a text."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise PressError(f"--set {text}: want NAME=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def save(trace: Trace, path: Path) -> None:
    """Write a trace's JSON."""
    path.write_text(trace.to_json() + "\n", encoding="utf-8")


def _ids(value: Any) -> list[int]:
    """Token ids of a configuration: none, one, or a list of them."""
    return [] if value is None else [int(one) for one in (value if isinstance(value, list) else [value])]
