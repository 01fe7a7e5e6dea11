"""What PyTorch makes of the shipped weights, kept for machines without it: `python -m tests.larkspur.torch_logits`.

A held-out document a model, read as its kind reads; some places and some tokens of its logits.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "wasm"))

from plates.larkspur.train import corpus, weights  # noqa: E402
from toylm.cache import block_causal  # noqa: E402
from toylm.models.transformer import Transformer  # noqa: E402
from toylm.tokens import Tokens  # noqa: E402

KEPT = ROOT / "tests" / "data" / "torch-logits.json"
EVERY_PLACE, EVERY_TOKEN = 7, 23


def kept(name: str) -> dict:
    """One model's logits, read with its own attention."""
    lang, path = name.split("/")[0], corpus.DATA / f"{name}.npz"
    tokens = Tokens.from_json((corpus.DATA / lang / "tokens.json").read_text(encoding="utf-8"))
    model = Transformer.from_bytes(path.read_bytes(), tokens)
    ids = tokens.encode(corpus.held_out_documents(lang, 1)[0].text)
    size = {"bidirectional": len(ids), "causal": 1, "block": model.block}[model.attention]
    net = weights.load(path)
    with torch.no_grad():
        logits = net.logits(net(torch.tensor([ids]), torch.from_numpy(block_causal(len(ids), len(ids), size))))[0]
    places = list(range(0, len(ids), EVERY_PLACE))
    some = [token for token in range(0, len(tokens.texts), EVERY_TOKEN) if token != tokens.mask_id]
    rows = [[round(number, 5) for number in row] for row in logits[places][:, some].tolist()]
    return {"attention": model.attention, "ids": ids, "places": places, "tokens": some, "logits": rows}


if __name__ == "__main__":
    names = sorted(path.relative_to(corpus.DATA).with_suffix("").as_posix() for path in corpus.DATA.glob("*/*.npz"))
    KEPT.write_text(json.dumps({name: kept(name) for name in names}, separators=(",", ":")) + "\n", encoding="utf-8")
