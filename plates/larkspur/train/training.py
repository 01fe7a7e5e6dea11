"""One training run, from its seed to its weights and the record of how they came about."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from itertools import islice

import torch
from torch import Tensor

from toylm.tokens import Tokens

from . import losses
from .batches import canvases
from .muon import Muon
from .net import Net, Shape
from .plan import BETAS, BLOCK, DECAY, EMBED_RATE, WARM_UP, Run

LOG_EVERY = 50
Report = Callable[[int, float], None]


def loss_of(run: Run, net: Net, batch: tuple[Tensor, Tensor], tokens: Tokens, noise: torch.Generator) -> Tensor:
    """The loss of one batch. A block run also goes on training to write left to right."""
    ids, starts = batch
    if run.loss == "masked":
        return losses.masked(net, ids, starts, tokens.mask_id, noise)
    if run.loss == "uniform":
        return losses.uniform(net, ids, starts, noise)
    left = losses.left_to_right(net, ids, tokens.end_id)
    if run.loss == "left":
        return left
    return left + losses.block_diffusion(net, ids, starts, tokens.mask_id, BLOCK, noise)


def pace(step: int, steps: int) -> float:
    """The part of its learning rate that a step has: up in a line, down along a cosine."""
    return min(1, (step + 1) / WARM_UP) * (1 + math.cos(math.pi * step / steps)) / 2


class Optimizer:
    """Muon for the layers' matrices, AdamW for the token vectors and the gains."""

    def __init__(self, net: Net, rate: float):
        matrices = [weights for weights in net.layers.parameters() if weights.ndim == 2]
        held = {id(matrix) for matrix in matrices}
        others = [weights for weights in net.parameters() if id(weights) not in held]
        self._net, self._rate, self._muon = net, rate, Muon(matrices, DECAY)
        self._adamw = torch.optim.AdamW(others, rate * EMBED_RATE, BETAS, weight_decay=DECAY)

    def step(self, loss: Tensor, pace: float) -> None:
        """Go down a loss, at a part of the learning rate."""
        self._net.zero_grad()
        loss.backward()
        self._adamw.param_groups[0]["lr"] = self._rate * EMBED_RATE * pace
        self._adamw.step()
        self._muon.step(self._rate * pace)


def train(run: Run, lang: str, tokens: Tokens, start: Net | None = None, report: Report | None = None):
    """Train a net. -> (net, record); the same run gives the same net on the same machine.

    start   the net to begin with (it is changed), None: a new one
    report  called after every step with its number and its loss
    """
    torch.set_num_threads(1)
    torch.manual_seed(run.seed)
    net = Net(Shape(len(tokens.texts))) if start is None else start
    optimizer = Optimizer(net, run.rate)
    noise, began, seen, log, recent = torch.Generator().manual_seed(run.seed), time.process_time(), 0, [], []
    for step, batch in enumerate(islice(canvases(lang, tokens, run.rows, run.seed), run.steps)):
        loss = loss_of(run, net, batch, tokens, noise)
        optimizer.step(loss, pace(step, run.steps))
        seen += batch[0].numel()
        recent.append(loss.item())
        if (step + 1) % LOG_EVERY == 0:
            log.append([step + 1, round(sum(recent) / len(recent), 4)])
            recent = []
        if report:
            report(step + 1, loss.item())
    minutes = round((time.process_time() - began) / 60, 1)
    record = {**vars(run), "tokens_seen": seen, "cpu_minutes": minutes, "torch": str(torch.__version__), "log": log}
    return net.eval(), record


def bar(title: str, steps: int) -> Report:
    """A progress bar on the terminal; elsewhere one line every 100 steps."""
    began = time.monotonic()

    def report(step: int, loss: float) -> None:
        left = (time.monotonic() - began) / step * (steps - step)
        line = f"{title} {'#' * (24 * step // steps):24} {step}/{steps} loss {loss:.3f} {left / 60:.1f} min left"
        if sys.stderr.isatty():
            print("\r" + line, end="\n" if step == steps else "", file=sys.stderr)
        elif step % 100 == 0 or step == steps:
            print(line, file=sys.stderr, flush=True)

    return report
