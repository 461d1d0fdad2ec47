"""Train a small byte-level language model on packed documents, without padding or attention between documents.

    python examples/packed_documents.py

The documents are the functions of some modules of Python's own standard library, of very different lengths. Each row
of a batch holds as many as fit, and `offsets` says where each begins; the attention is the `module` of
`packed_documents.pat`, projections included. At the end the loss of packed rows is compared with that of the same
documents run one at a time. About two minutes on two CPU cores.
"""

from __future__ import annotations

import argparse
import ast
import random
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import torch
from torch import Tensor, nn

import patternc

PATTERN = Path(__file__).with_name("packed_documents.pat")
FILES = ("argparse.py", "ast.py", "calendar.py", "csv.py", "datetime.py", "difflib.py", "inspect.py", "typing.py")
WIDTH, LAYERS = 128, 3  # the width is that of `PackedAttention`
ROW = 512  # positions of a packed row
LONGEST = 256  # positions of a document
END = 256  # the token after the last byte of a document; the first token of each, too


@dataclass(frozen=True)
class Packed:
    """Rows of documents: tokens and targets [B, ROW], offsets [B, D + 1] (the last ones repeat ROW)."""

    tokens: Tensor
    targets: Tensor
    offsets: Tensor

    @property
    def places(self) -> Tensor:
        """How far each position is from the beginning of its document, [B, ROW]."""
        positions = torch.arange(self.tokens.shape[1]).expand(self.tokens.shape).contiguous()
        own = torch.searchsorted(self.offsets, positions, right=True) - 1
        return positions - self.offsets.gather(1, own)


class Model(nn.Module):
    """A transformer over bytes; positions count within a document."""

    def __init__(self, packed: ModuleType) -> None:
        super().__init__()
        self.embed = nn.Embedding(257, WIDTH)
        self.place = nn.Embedding(LONGEST, WIDTH)
        self.attention = nn.ModuleList(packed.PackedAttention() for _ in range(LAYERS))
        self.mix = nn.ModuleList(
            nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH)) for _ in range(LAYERS)
        )
        self.norms = nn.ModuleList(nn.RMSNorm(WIDTH) for _ in range(2 * LAYERS + 1))
        self.head = nn.Linear(WIDTH, 257, bias=False)
        nn.init.normal_(self.embed.weight, std=0.02)
        nn.init.normal_(self.place.weight, std=0.02)

    def forward(self, batch: Packed) -> Tensor:
        """The loss of every position, [B, ROW]."""
        x = self.embed(batch.tokens) + self.place(batch.places)
        for layer, (attention, mix) in enumerate(zip(self.attention, self.mix, strict=True)):
            x = x + attention(self.norms[2 * layer](x), offsets=batch.offsets)
            x = x + mix(self.norms[2 * layer + 1](x))
        logits = self.head(self.norms[-1](x))
        return nn.functional.cross_entropy(logits.transpose(1, 2), batch.targets, reduction="none")


def documents() -> list[bytes]:
    """The functions of some modules of the standard library, cut to `LONGEST - 1` bytes."""
    found = []
    for name in FILES:
        text = (Path(sysconfig.get_paths()["stdlib"]) / name).read_text(encoding="utf-8")
        functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
        found += [(ast.get_source_segment(text, node) or "").encode()[: LONGEST - 1] for node in functions]
    return [one for one in found if len(one) >= 16]


def packed(rows: list[list[bytes]], length: int) -> Packed:
    """Documents side by side, each as END and its bytes; what is left of a row is a document of END tokens."""
    most = max(map(len, rows)) + 2
    tokens, targets, offsets = [], [], []
    for row in rows:
        parts = [[END, *one] for one in row]
        used = sum(map(len, parts))
        parts += [[END] * (length - used)] * (used < length)
        starts = [0]
        for part in parts:
            starts.append(starts[-1] + len(part))
        tokens.append([token for part in parts for token in part])
        targets.append([token for part in parts for token in (*part[1:], END)])
        offsets.append(starts + [length] * (most - len(starts)))
    return Packed(torch.tensor(tokens), torch.tensor(targets), torch.tensor(offsets))


def drawn(texts: list[bytes], batch: int, chance: random.Random) -> list[list[bytes]]:
    """Rows of documents drawn at random, until one does not fit: less than `LONGEST` positions are left."""
    rows: list[list[bytes]] = []
    for _ in range(batch):
        row: list[bytes] = []
        left, one = ROW, chance.choice(texts)
        while len(one) + 1 <= left:
            row.append(one)
            left, one = left - len(one) - 1, chance.choice(texts)
        rows.append(row)
    return rows


def train(model: Model, texts: list[bytes], steps: int, batch: int) -> tuple[float, float]:
    """Adam on random packings; the mean loss of the first and of the last steps (20, or half of all)."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, steps, pct_start=0.1)
    chance, losses, started = random.Random(0), list[float](), time.perf_counter()
    for step in range(steps):
        loss = own(model, drawn(texts, batch, chance)).mean()
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


def own(model: Model, rows: list[list[bytes]]) -> Tensor:
    """The loss of every position of the documents of packed rows, what fills the rows up left out."""
    losses = model(packed(rows, ROW))
    sizes = [sum(len(one) + 1 for one in row) for row in rows]
    return torch.cat([losses[index, :size] for index, size in enumerate(sizes)])


@torch.no_grad()
def compare(model: Model, rows: list[list[bytes]]) -> float:
    """The largest difference between the losses of packed documents and of the same ones run apart."""
    together = own(model, rows)
    apart = torch.cat([model(packed([[one]], len(one) + 1))[0] for row in rows for one in row])
    print(f"loss of {sum(map(len, rows))} documents packed {together.mean():.6f}, apart {apart.mean():.6f}")
    return float((together - apart).abs().max())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--batch", type=int, default=4)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    module = patternc.load(PATTERN, backend="torch")
    model, texts = Model(module), documents()
    parameters = sum(parameter.numel() for parameter in model.parameters())
    print(f"{parameters} parameters, {len(texts)} documents of 16 to {LONGEST - 1} bytes, pattern:\n{module.SPEC}")
    first, last = train(model, texts, arguments.steps, arguments.batch)
    print(f"mean loss of the first steps {first:.3f}, of the last {last:.3f}")
    assert last < first, "the loss did not fall"
    difference = compare(model, drawn(texts, 4, random.Random(1)))
    print(f"largest difference at one position {difference:.1e}")
    assert difference < 1e-3, "a document in a row is not what it is alone"


if __name__ == "__main__":
    main()
