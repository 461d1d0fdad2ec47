"""What processes of a ring run inside of DDP, and with some of the heads under tensor parallelism."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from ring_work import module_of
from torch import Tensor, nn
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.nn.parallel import DistributedDataParallel

RANKS, HEADS, KV_HEADS, HEAD_DIM, N = 4, 4, 2, 16, 75
PATTERN = """pattern made {{
    input sinks: table(heads)
    input distances: table(heads, 9)
    attend segment(16)
    attend segment(64, dilation=4, offset=head)
    combine lse
    where causal
    score bias(@distances)
    score sink(@sinks)
    ring(ranks={}, layout=zigzag)
}}
"""


class Model(nn.Module):
    """Attention between two projections, with both tables learned."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__()
        self.module, self.ranks = module, 1
        self.project = nn.Linear(8, (HEADS + 2 * KV_HEADS) * HEAD_DIM)
        self.out = nn.Linear(HEADS * HEAD_DIM, 8)
        self.sinks = nn.Parameter(torch.randn(HEADS))
        self.distances = nn.Parameter(torch.randn(HEADS, 9))

    def forward(self, x: Tensor, mesh: DeviceMesh | None) -> Tensor:
        """x [B, rows, 8]."""
        parts = self.project(x).unflatten(2, (-1, HEAD_DIM)).transpose(1, 2)
        query, key, value = parts.split([HEADS, KV_HEADS, KV_HEADS], dim=1)
        sinks, distances = shared(self.sinks, self.ranks), shared(self.distances, self.ranks)
        if mesh is None:
            out = self.module.attention(query, key, value, sinks=sinks, distances=distances)
        else:
            out = self.module.ring_attention(query, key, value, mesh, sinks=sinks, distances=distances)
        found: Tensor = self.out(out.transpose(1, 2).flatten(2))
        return found


def shared(table: Tensor, ranks: int) -> Tensor:
    """A table whose gradient, the same on all ranks, counts once when a wrapper adds those of all ranks."""
    table = table.view_as(table)
    table.register_hook(lambda grad: grad / ranks)  # type: ignore[no-untyped-call]
    return table


def data_parallel(path: Path) -> list[float]:
    """Relative errors of the gradients under DDP, one for each parameter, against one process."""
    module = module_of(path)
    mesh = init_device_mesh("cpu", (RANKS,))
    torch.manual_seed(0)
    model, x, flow = Model(module), torch.randn(2, N, 8), torch.randn(2, N, 8)
    (model(x, None) * flow).sum().backward()
    wanted = [parameter.grad.clone() for parameter in model.parameters() if parameter.grad is not None]
    model.zero_grad()
    model.ranks = RANKS
    wrapped = DistributedDataParallel(model)
    own, own_flow = (module.shard(one, mesh, dim=1) for one in (x, flow))
    loss = (wrapped(own, mesh) * own_flow).sum() * RANKS  # DDP takes the mean over ranks
    loss.backward()
    found = [parameter.grad for parameter in model.parameters() if parameter.grad is not None]
    return [error(*pair) for pair in zip(found, wanted, strict=True)]


def tensor_parallel(path: Path) -> list[float]:
    """Relative errors of out and all gradients of a rank, which has half of the heads and half of the rows."""
    module = module_of(path)
    mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("tensor", "sequence"))
    ring, place = mesh["sequence"], mesh.get_local_rank("tensor")
    torch.manual_seed(0)
    whole = [torch.randn(2, heads, N, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS)]
    tables = {"sinks": torch.randn(HEADS), "distances": torch.randn(HEADS, 9)}
    flow = torch.randn(2, HEADS, N, HEAD_DIM)
    wanted = results(module.attention, whole, tables, flow)
    rows = [module.shard(x.chunk(2, 1)[place], ring) for x in (*whole, flow)]
    heads = {name: table.chunk(2)[place] for name, table in tables.items()}

    def attend(*tensors: Tensor, **given: Tensor) -> Tensor:
        places = {"head_offset": place * HEADS // 2, "num_heads": HEADS}
        out: Tensor = module.ring_attention(*tensors, ring, **places, **given)
        return out

    found = results(attend, rows[:3], heads, rows[3])
    mine = [module.shard(x.chunk(2, 1)[place], ring) for x in wanted[:4]] + [x.chunk(2)[place] for x in wanted[4:]]
    return [error(*pair) for pair in zip(found, mine, strict=True)]


def results(attend: Any, tensors: list[Tensor], tables: dict[str, Tensor], flow: Tensor) -> list[Tensor]:
    """Out, and the gradients of all arguments."""
    leaves = [x.clone().requires_grad_() for x in tensors]
    learned = {name: x.clone().requires_grad_() for name, x in tables.items()}
    out = attend(*leaves, **learned)
    return [out.detach(), *torch.autograd.grad(out, [*leaves, *learned.values()], flow)]


def error(found: Tensor, wanted: Tensor) -> float:
    return float((found.double() - wanted.double()).norm() / wanted.double().norm())
