"""What each kind of model is trained to do. Every loss takes a batch of canvases and gives nats a token."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional as F

from .net import Net

REPLY_ONLY = 0.85
"""Share of rows in which only the reply is masked; in the others any place may be (the middle too)."""
LEAST_SHARE = 0.05
"""The smallest share of a row that is masked."""


def masked(net: Net, ids: Tensor, starts: Tensor, mask_id: int, noise: torch.Generator) -> Tensor:
    """LLaDA's loss: mask a share t of a row, guess what was masked, weigh by 1/t.

    LLaDA draws t evenly. Here t is even on a log scale, so a small t comes 1/t times as often and its
    weight falls to 1: the same loss, with less noise. Shares are spread evenly over the rows of a batch.
    Sources: Nie et al. 2025, arXiv:2502.09992; the even spread: Sahoo et al. 2024, arXiv:2406.07524.
    """
    open_, share = _may_mask(ids, starts, noise), LEAST_SHARE ** (1 - _spread(len(ids), noise))
    blank = open_ & (torch.rand(ids.shape, generator=noise) < share)
    logits = net.logits(net(torch.where(blank, mask_id, ids))[blank])
    losses = F.cross_entropy(logits, ids[blank], reduction="sum")
    return losses * -math.log(LEAST_SHARE) / open_.sum()


def uniform(net: Net, ids: Tensor, starts: Tensor, noise: torch.Generator) -> Tensor:
    """Uniform-state diffusion: put random tokens on a share t of a reply, guess what stood at each of its places.

    No place says whether it was changed, so all of the reply are guessed. Shares are as in `masked`; any token may be
    drawn, as the sampler draws them. The prompt is read from left to right, each place of the reply sees everything:
    so keys and values of the prompt can be kept. Source: uniform transitions of Austin et al. 2021, arXiv:2107.03006;
    the attention is DiffusionGemma's.
    """
    places = ids.shape[1]
    reply = torch.arange(places) >= starts[:, None]
    share = LEAST_SHARE ** (1 - _spread(len(ids), noise))
    changed = reply & (torch.rand(ids.shape, generator=noise) < share)
    seen = torch.where(changed, torch.randint(net.shape.vocab, ids.shape, generator=noise), ids)
    allowed = reply[:, :, None] | torch.ones(places, places, dtype=torch.bool).tril()
    return F.cross_entropy(net.logits(net(seen, allowed[:, None])[reply]), ids[reply])


def left_to_right(net: Net, ids: Tensor, end_id: int) -> Tensor:
    """Guess each token from those before it, up to the first end token."""
    places = ids.shape[1]
    logits = net.logits(net(ids, torch.ones(places, places, dtype=torch.bool).tril())[:, :-1])
    counts = (ids[:, :-1] != end_id).reshape(-1)
    return F.cross_entropy(logits.reshape(len(counts), -1)[counts], ids[:, 1:].reshape(-1)[counts])


def block_diffusion(
    net: Net, ids: Tensor, starts: Tensor, mask_id: int, block: int, noise: torch.Generator
) -> Tensor:
    """Fast-dLLM v2's loss: fill blanks of a block, reading all blocks before it.

    A masked copy and a clean copy of the row stand side by side, so that one pass trains every block.
    Each mask is used together with its opposite, so every token is guessed once. The vector at a place
    guesses the next place, as in left-to-right writing. Source: Wu et al. 2025, arXiv:2509.26328.
    """
    places = ids.shape[1]
    blank = torch.rand(ids.shape, generator=noise) < _spread(len(ids), noise)
    blank = torch.cat([blank, ~blank])
    twice, starts = ids.repeat(2, 1), starts.repeat(2)
    blank &= torch.arange(places) >= starts[:, None]
    vectors = beside(net, torch.where(blank, mask_id, twice), twice, block)
    guessing = torch.where(
        (torch.arange(1, places) % block == 0)[:, None], vectors[:, places:-1], vectors[:, : places - 1]
    )  # the first place of a block is guessed by the last one of the clean block before it
    aim = blank[:, 1:]
    return F.cross_entropy(net.logits(guessing[aim]), twice[:, 1:][aim])


def beside(net: Net, blanked: Tensor, clean: Tensor, block: int) -> Tensor:
    """One pass over a masked copy, left, and a clean one, right. Both (rows, places) -> (rows, 2 places, width)."""
    places = blanked.shape[1]
    starting = torch.arange(places) % block == 0
    left = torch.where(starting, clean.roll(1, dims=1), blanked.roll(1, dims=1))  # earlier blocks are clean
    both, left = torch.cat([blanked, clean], dim=1), torch.cat([left, clean.roll(1, dims=1)], dim=1)
    return net(both, side_by_side(places, block), torch.arange(places).repeat(2), left)


def side_by_side(places: int, block: int) -> Tensor:
    """Who sees whom when a masked copy stands left of a clean one. -> (2 places, 2 places) bool."""
    number = torch.arange(places) // block
    own, before = number[:, None] == number, number[:, None] > number
    masked_rows = torch.cat([own, before], dim=1)
    clean_rows = torch.cat([torch.zeros_like(own), own | before], dim=1)
    return torch.cat([masked_rows, clean_rows])


def _may_mask(ids: Tensor, starts: Tensor, noise: torch.Generator) -> Tensor:
    in_reply = torch.arange(ids.shape[1]) >= starts[:, None]
    anywhere = torch.rand(len(ids), 1, generator=noise) >= REPLY_ONLY
    return in_reply | anywhere


def _spread(rows: int, noise: torch.Generator) -> Tensor:
    """Numbers from 0 to 1, one a row, evenly apart and in any order. -> (rows, 1)."""
    return ((torch.randperm(rows, generator=noise) + torch.rand(1, generator=noise)) / rows)[:, None]
