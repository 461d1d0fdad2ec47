"""Train a small byte-level language model with a compiled pattern, then write text with it, one byte at a time.

    python examples/train_longnet.py

The text is the source of Python's own standard library. Training, evaluation and decoding from a cache all go through
the one `attention` that patternc built from `longnet.pat`; decoding is asserted to give what the full forward gives.
About two minutes on two CPU cores.
"""

from __future__ import annotations

import argparse
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import torch
from torch import Tensor, nn

import patternc

PATTERN = Path(__file__).with_name("longnet.pat")
FILES = ("argparse.py", "ast.py", "calendar.py", "csv.py", "datetime.py", "difflib.py", "inspect.py", "typing.py")


@dataclass(frozen=True)
class Shape:
    """The size of the model: 0.6 million parameters."""

    layers: int = 3
    heads: int = 4
    kv_heads: int = 2
    head_dim: int = 32
    context: int = 512

    @property
    def width(self) -> int:
        return self.heads * self.head_dim


class Attention(nn.Module):
    """Projections around the compiled attention, with rotary positions and a cache for decoding."""

    def __init__(self, shape: Shape, longnet: ModuleType) -> None:
        super().__init__()
        self.shape, self.attention = shape, longnet.attention
        self.project = nn.Linear(shape.width, (shape.heads + 2 * shape.kv_heads) * shape.head_dim, bias=False)
        self.out = nn.Linear(shape.width, shape.width, bias=False)

    def forward(
        self, x: Tensor, past: tuple[Tensor, Tensor] | None, seq_len: int
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Attend from x [B, N, width], standing after `past` (key, value [B, Hkv, P, D]); also the longer past."""
        shape = self.shape
        first = 0 if past is None else past[0].shape[2]
        parts = self.project(x).unflatten(2, (-1, shape.head_dim)).transpose(1, 2)
        query, key, value = parts.split([shape.heads, shape.kv_heads, shape.kv_heads], dim=1)
        query, key = rotated(query, first), rotated(key, first)
        if past is not None:
            key, value = torch.cat([past[0], key], 2), torch.cat([past[1], value], 2)
        out = self.attention(query, key, value, q_offset=first, seq_len=seq_len)
        return self.out(out.transpose(1, 2).flatten(2)), (key, value)


class Model(nn.Module):
    """A transformer over bytes."""

    def __init__(self, shape: Shape, longnet: ModuleType) -> None:
        super().__init__()
        self.embed = nn.Embedding(256, shape.width)
        self.attention = nn.ModuleList(Attention(shape, longnet) for _ in range(shape.layers))
        self.mix = nn.ModuleList(
            nn.Sequential(nn.Linear(shape.width, 4 * shape.width), nn.GELU(), nn.Linear(4 * shape.width, shape.width))
            for _ in range(shape.layers)
        )
        self.norms = nn.ModuleList(nn.RMSNorm(shape.width) for _ in range(2 * shape.layers + 1))
        self.head = nn.Linear(shape.width, 256, bias=False)
        nn.init.normal_(self.embed.weight, std=0.02)

    def forward(
        self, text: Tensor, cache: list[tuple[Tensor, Tensor] | None], seq_len: int
    ) -> tuple[Tensor, list[tuple[Tensor, Tensor] | None]]:
        """Logits [B, N, 256] for bytes [B, N] that follow what is in the cache, and the longer cache."""
        x, longer = self.embed(text), []
        for layer, (attention, mix) in enumerate(zip(self.attention, self.mix, strict=True)):
            update, past = attention(self.norms[2 * layer](x), cache[layer], seq_len)
            x = x + update
            x = x + mix(self.norms[2 * layer + 1](x))
            longer.append(past)
        return self.head(self.norms[-1](x)), longer


def rotated(x: Tensor, first: int) -> Tensor:
    """Rotary positions (arXiv 2104.09864): x [B, H, N, D] standing at `first`..."""
    half = x.shape[3] // 2
    frequencies = 10000.0 ** (-torch.arange(half) / half)
    angles = torch.outer(torch.arange(first, first + x.shape[2]), frequencies)
    left, right = x[..., :half], x[..., half:]
    return torch.cat([left * angles.cos() - right * angles.sin(), right * angles.cos() + left * angles.sin()], 3)


def corpus() -> Tensor:
    """The bytes of some modules of the standard library."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    return torch.frombuffer(bytearray(b"".join((folder / name).read_bytes() for name in FILES)), dtype=torch.uint8)


def train(model: Model, text: Tensor, shape: Shape, steps: int, batch: int) -> tuple[float, float]:
    """Adam on random stretches of the text; the mean loss of the first and of the last steps (20, or half of all)."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, steps, pct_start=0.1)
    losses: list[float] = []
    started = time.perf_counter()
    for step in range(steps):
        starts = torch.randint(len(text) - shape.context - 1, (batch,)).tolist()
        stretches = torch.stack([text[start : start + shape.context + 1] for start in starts]).long()
        logits, _ = model(stretches[:, :-1], [None] * shape.layers, shape.context)
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), stretches[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        if step % 25 == 0 or step == steps - 1:
            print(f"step {step:4}  loss {loss.item():.3f}  {time.perf_counter() - started:5.1f} s", flush=True)
    few = max(1, min(20, steps // 2))
    return sum(losses[:few]) / few, sum(losses[-few:]) / few


@torch.no_grad()
def write(model: Model, shape: Shape, prompt: bytes, length: int) -> bytes:
    """Continue a prompt greedily, one byte a call, from the cache; the full forward must agree at every byte."""
    seq_len = len(prompt) + length
    text = torch.tensor([list(prompt)])
    logits, cache = model(text, [None] * shape.layers, seq_len)
    steps = [logits[:, -1]]
    for _ in range(length - 1):
        following = steps[-1].argmax(1, keepdim=True)
        text = torch.cat([text, following], 1)
        logits, cache = model(following, cache, seq_len)
        steps.append(logits[:, -1])
    whole, _ = model(text, [None] * shape.layers, seq_len)
    decoded, full = torch.stack(steps, 1), whole[:, len(prompt) - 1 :]
    difference = (decoded - full).abs().max().item()
    print(f"decoding from the cache against the full forward: largest difference of a logit {difference:.1e}")
    assert difference < 1e-3, "a byte at a time is not what the whole sequence gives"
    assert torch.equal(decoded.argmax(2), full.argmax(2))
    return bytes(text[0].tolist()) + bytes([int(steps[-1].argmax())])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=250)
    parser.add_argument("--batch", type=int, default=4)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    shape = Shape()
    longnet = patternc.load(PATTERN, backend="torch")
    model, text = Model(shape, longnet), corpus()
    parameters = sum(parameter.numel() for parameter in model.parameters())
    print(f"{parameters} parameters, {len(text)} bytes of text, pattern:\n{longnet.SPEC}")
    first, last = train(model, text, shape, arguments.steps, arguments.batch)
    print(f"mean loss of the first steps {first:.3f}, of the last {last:.3f}")
    assert last < first, "the loss did not fall"
    print(write(model, shape, b"    def __init__(self, ", 200).decode("utf-8", errors="replace"))


if __name__ == "__main__":
    main()
