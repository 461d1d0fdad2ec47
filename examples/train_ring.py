"""Train a language model whose batch and sequence are split over processes, beside the same training in one process.

    torchrun --nproc-per-node 4 examples/train_ring.py

Two groups of ranks have different sequences ("data"), and the two ranks of a group share each sequence ("sequence"),
over which `ring_attention` of the compiled pattern works; parameters are sharded over all four by FSDP2. The first rank
also trains a copy alone with `attention`. Losses and gradients of both are printed at every step, and the exit status
is 1 if they differ by more than rounding. Half a minute on two CPU cores.
"""

from __future__ import annotations

import argparse
import copy
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor

import patternc

PATTERN = Path(__file__).with_name("ring_lm.pat")
WIDTH, HEADS, KV_HEADS, HEAD_DIM, LAYERS, CONTEXT = 64, 4, 2, 16, 2, 253
LIMIT = 1e-5
"""Of relative differences of losses and gradients, which rounding lets grow from step to step."""

Attend = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]


class Layer(nn.Module):
    """Attention with rotary positions and a learned sink for each head, and a perceptron."""

    def __init__(self) -> None:
        super().__init__()
        self.norms = nn.ModuleList(nn.RMSNorm(WIDTH) for _ in range(2))
        self.project = nn.Linear(WIDTH, (HEADS + 2 * KV_HEADS) * HEAD_DIM, bias=False)
        self.out = nn.Linear(HEADS * HEAD_DIM, WIDTH, bias=False)
        self.sinks = nn.Parameter(torch.zeros(HEADS))
        self.mix = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x: Tensor, positions: Tensor, attend: Attend) -> Tensor:
        """X [B, rows, width], whose rows stand at `positions` of the sequence."""
        parts = self.project(self.norms[0](x)).unflatten(2, (-1, HEAD_DIM)).transpose(1, 2)
        query, key, value = parts.split([HEADS, KV_HEADS, KV_HEADS], dim=1)
        out = attend(rotated(query, positions), rotated(key, positions), value, self.sinks)
        x = x + self.out(out.transpose(1, 2).flatten(2))
        update: Tensor = self.mix(self.norms[1](x))
        return x + update


class Model(nn.Module):
    """A transformer over bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(256, WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm, self.head = nn.RMSNorm(WIDTH), nn.Linear(WIDTH, 256, bias=False)
        nn.init.normal_(self.embed.weight, std=0.02)

    def forward(self, text: Tensor, positions: Tensor, attend: Attend) -> Tensor:
        """Logits [B, rows, 256] of bytes [B, rows]."""
        x = self.embed(text)
        for layer in self.layers:
            x = layer(x, positions, attend)
        logits: Tensor = self.head(self.norm(x))
        return logits


def rotated(x: Tensor, positions: Tensor) -> Tensor:
    """Rotary positions (arXiv 2104.09864): x [B, H, rows, D]."""
    half = x.shape[3] // 2
    angles = torch.outer(positions, 10000.0 ** (-torch.arange(half) / half))
    left, right = x[..., :half], x[..., half:]
    return torch.cat([left * angles.cos() - right * angles.sin(), right * angles.cos() + left * angles.sin()], 3)


def corpus() -> Tensor:
    """The bytes of a module of the standard library."""
    text = (Path(sysconfig.get_paths()["stdlib"]) / "argparse.py").read_bytes()
    return torch.frombuffer(bytearray(text), dtype=torch.uint8)


@dataclass(frozen=True)
class Alone:
    """Training of the whole batch in one process."""

    model: Model
    optimizer: torch.optim.Optimizer
    module: ModuleType

    def step(self, text: Tensor) -> tuple[float, list[Tensor]]:
        """The mean loss and the gradients for text [B, n + 1]; then a step of the optimizer."""

        def attend(query: Tensor, key: Tensor, value: Tensor, sinks: Tensor) -> Tensor:
            out: Tensor = self.module.attention(query, key, value, sinks=sinks)
            return out

        self.optimizer.zero_grad()
        logits = self.model(text[:, :-1], torch.arange(text.shape[1] - 1), attend)
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), text[:, 1:].flatten())
        loss.backward()  # type: ignore[no-untyped-call]
        grads = [parameter.grad.clone() for parameter in self.model.parameters() if parameter.grad is not None]
        self.optimizer.step()
        return loss.item(), grads


@dataclass(frozen=True)
class Together:
    """Training of a batch that ranks share by entries and by positions."""

    model: Model
    optimizer: torch.optim.Optimizer
    module: ModuleType
    mesh: DeviceMesh

    def step(self, text: Tensor) -> tuple[float, list[Tensor]]:
        """The same on every rank, of which each is given the whole batch."""
        ring, ranks = self.mesh["sequence"], self.module.RANKS
        own = text.chunk(self.mesh["data"].size())[self.mesh.get_local_rank("data")]
        bytes_, targets = (self.module.shard(part, ring, dim=1) for part in (own[:, :-1], own[:, 1:]))
        positions = self.module.positions(text.shape[1] - 1, ring)

        def attend(query: Tensor, key: Tensor, value: Tensor, sinks: Tensor) -> Tensor:
            sinks = sinks.view_as(sinks)
            if sinks.requires_grad:  # every rank of a ring gets the whole gradient, and FSDP2 adds those of all
                sinks.register_hook(lambda grad: grad / ranks)  # type: ignore[no-untyped-call]
            out: Tensor = self.module.ring_attention(query, key, value, ring, sinks=sinks)
            return out

        self.optimizer.zero_grad()
        logits = self.model(bytes_, positions, attend)
        # A sum of the rank's losses over the number of all targets: ranks may have unequal numbers of rows.
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="sum")
        loss = loss / text[:, 1:].numel()
        (loss * self.mesh.size()).backward()  # type: ignore[no-untyped-call]  # FSDP2 takes the mean over ranks
        grads = [whole(parameter.grad) for parameter in self.model.parameters() if parameter.grad is not None]
        self.optimizer.step()
        total = loss.detach()
        dist.all_reduce(total)
        return total.item(), grads


def whole(grad: Tensor) -> Tensor:
    """A gradient that ranks have in shards, put together on every rank."""
    assert isinstance(grad, DTensor)
    return grad.full_tensor().clone()


def sharded(model: Model) -> Model:
    """The model with its parameters sharded over all ranks, whatever the rank does with batch and sequence."""
    everyone = init_device_mesh("cpu", (dist.get_world_size(),))
    for layer in model.layers:
        fully_shard(layer, mesh=everyone)
    fully_shard(model, mesh=everyone)
    return model


def optimizer_of(model: Model) -> torch.optim.Optimizer:
    return torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)


def compared(step: int, names: list[str], ring: tuple[float, list[Tensor]], alone: tuple[float, list[Tensor]]) -> float:
    """Print a step of both trainings; the largest relative difference."""
    worst = abs(ring[0] - alone[0]) / alone[0]
    print(f"step {step}  loss {ring[0]:.7f}  in one process {alone[0]:.7f}  difference {worst:.1e}")
    for name, found, wanted in zip(names, ring[1], alone[1], strict=True):
        difference = float((found - wanted).norm() / wanted.norm())
        print(f"    {name:26} norm {found.norm():.7f}  in one process {wanted.norm():.7f}  difference {difference:.1e}")
        worst = max(worst, difference)
    return worst


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--batch", type=int, default=4)
    arguments = parser.parse_args()
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    module = patternc.load(PATTERN, backend="torch")
    mesh = init_device_mesh(
        "cpu", (dist.get_world_size() // module.RANKS, module.RANKS), mesh_dim_names=("data", "sequence")
    )
    model, text = Model(), corpus()
    names = [name for name, _ in model.named_parameters()]
    copied = copy.deepcopy(model)
    alone = Alone(copied, optimizer_of(copied), module)
    model = sharded(model)
    together = Together(model, optimizer_of(model), module, mesh)
    worst = torch.zeros(())
    for step in range(arguments.steps):
        starts = torch.randint(len(text) - CONTEXT - 1, (arguments.batch,)).tolist()  # the same on all ranks
        batch = torch.stack([text[start : start + CONTEXT + 1] for start in starts]).long()
        found = together.step(batch)
        if dist.get_rank() == 0:
            worst = worst.maximum(torch.tensor(compared(step, names, found, alone.step(batch))))
    dist.broadcast(worst, 0)
    if dist.get_rank() == 0:
        print(f"largest relative difference {worst:.1e}, must be at most {LIMIT}")
    dist.destroy_process_group()
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
