"""The transformer as PyTorch trains it. `toylm.models.transformer` is the same one in numpy."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F


COPYING = 0.25
"""How strongly a place that reads a token begins by repeating it."""

BEFORE = 0.5
"""How strongly each place begins by also reading the token to its left: what stands after "$" or "Mr" is found
by that, and learned sooner."""


@dataclass(frozen=True)
class Shape:
    """The sizes of a model. `places` is the longest canvas it is trained for."""

    vocab: int
    width: int = 128
    layers: int = 4
    heads: int = 4
    hidden: int = 384
    places: int = 96


def rotary(places: int, size: int) -> tuple[Tensor, Tensor]:
    """Cosines and sines of rotary positions (Su et al. 2021, arXiv:2104.09864). -> two (places, size / 2)."""
    speed = 10000.0 ** (-torch.arange(0, size, 2, dtype=torch.float64) / size)
    angle = torch.arange(places, dtype=torch.float64)[:, None] * speed
    return angle.cos().float(), angle.sin().float()


def turn(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Turn the halves of each head's vector by its place's angles. (batch, heads, places, size), same back."""
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


class Layer(nn.Module):
    """Attention, then a hidden layer with squared ReLU; each reads a normed copy and adds to the stream."""

    def __init__(self, shape: Shape):
        super().__init__()
        self.heads = shape.heads
        self.norm1, self.norm2 = nn.RMSNorm(shape.width, eps=1e-5), nn.RMSNorm(shape.width, eps=1e-5)
        self.qkv = nn.Linear(shape.width, 3 * shape.width, bias=False)
        self.out = nn.Linear(shape.width, shape.width, bias=False)
        self.up = nn.Linear(shape.width, shape.hidden, bias=False)
        self.down = nn.Linear(shape.hidden, shape.width, bias=False)

    def attend(self, x: Tensor, turns: tuple[Tensor, Tensor], allowed: Tensor | None) -> Tensor:
        """Every place reads the places that it may see. x (batch, places, width), same back."""
        batch, places, width = x.shape
        q, k, v = self.qkv(x).view(batch, places, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        read = F.scaled_dot_product_attention(turn(q, *turns), turn(k, *turns), v, attn_mask=allowed)
        return self.out(read.transpose(1, 2).reshape(batch, places, width))

    def forward(self, x: Tensor, turns: tuple[Tensor, Tensor], allowed: Tensor | None) -> Tensor:
        x = x + self.attend(self.norm1(x), turns, allowed)
        return x + self.down(F.relu(self.up(self.norm2(x))).square())


class Net(nn.Module):
    """Token ids in, one vector a place out; `logits` reads tokens off the vectors."""

    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.embed = nn.Embedding(shape.vocab, shape.width)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.norm = nn.RMSNorm(shape.width, eps=1e-5)
        self.before = nn.Parameter(torch.full((shape.width,), BEFORE))
        self._start_by_copying()

    def _start_by_copying(self) -> None:
        """Draw the weights. Attention's way out begins as its way in turned round, so that a place that
        reads a token makes that token likelier: copying facts from the prompt is then soon learned."""
        width = self.shape.width
        nn.init.normal_(self.embed.weight, std=0.05)
        for layer in self.layers:
            nn.init.normal_(layer.qkv.weight, std=width**-0.5)
            nn.init.normal_(layer.up.weight, std=width**-0.5)
            nn.init.normal_(layer.down.weight, std=0.01)
            with torch.no_grad():
                layer.out.weight.copy_(COPYING * layer.qkv.weight[2 * width :].T)

    def forward(self, ids: Tensor, allowed: Tensor | None = None, places: Tensor | None = None,
                left: Tensor | None = None) -> Tensor:
        """Vectors before the last step. ids (batch, n); allowed (n, n) or (batch, 1, n, n) bool, None: all see all;
        places (n,): where each token stands, None: 0, 1, 2 …; left (batch, n): the token to the left
        of each, None: as in ids. A token at place 0 has none. -> (batch, n, width)."""
        places = torch.arange(ids.shape[1]) if places is None else places
        cos, sin = rotary(self.shape.places, self.shape.width // self.shape.heads)
        turns = cos[places], sin[places]
        left = ids.roll(1, dims=1) if left is None else left
        x = self.embed(ids) + self.before * self.embed(left) * (places > 0)[:, None]
        for layer in self.layers:
            x = layer(x, turns, allowed)
        return self.norm(x)

    def logits(self, vectors: Tensor) -> Tensor:
        """Scores of every token. (…, width) -> (…, vocab)."""
        return vectors @ self.embed.weight.T
