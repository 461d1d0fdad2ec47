"""What processes run with a layer of a `module` block whose weights are shared out over them."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
from ring_work import module_of
from torch import Tensor
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method
from torch.distributed.tensor import DTensor
from torch.distributed.tensor.parallel import ColwiseParallel, ParallelStyle, RowwiseParallel, parallelize_module

RANKS, N = 2, 45
PROJECTIONS = ("query", "key", "value")
PATTERN = """pattern made {
    attend segment(16)
    attend segment(64, dilation=4, offset=head)
    combine lse
    where causal
}

module Layer {
    pattern made
    embed 48
    heads 4
    kv_heads 2
    head_dim 16
    bias true
    norm qk
}
"""


def sharded(path: Path, whole: bool) -> dict[str, float]:
    """Relative errors with FSDP2: of each layer by itself, or of the projections and then the `whole` module."""
    warnings.filterwarnings(
        "ignore", "FSDP2-wrapped module .* returned a view tensor", UserWarning
    )  # any nn.Linear does
    layer, x = drawn(path)
    wanted = results(layer, x)
    parts = [getattr(layer, name) for name in (*PROJECTIONS, "output")]
    for part in parts if whole else [*layer.children()]:
        fully_shard(part)
    if whole:
        fully_shard(layer)
        register_fsdp_forward_method(layer, "step")
    found = results(layer, x)
    return compared(found, wanted)


def tensor_parallel(path: Path) -> dict[str, float]:
    """Relative errors with the heads split over ranks by `parallelize_module`."""
    layer, x = drawn(path)
    wanted = results(layer, x)
    split(layer)
    layer.hold(head_offset=2 * dist.get_rank(), heads=2)
    found = results(layer, x)
    for name in ("query_norm.weight", "key_norm.weight"):
        dist.all_reduce(found[name])
    return compared(found, wanted)


def split_only(path: Path) -> str:
    """The error of a layer that was not told of its split."""
    layer, x = drawn(path)
    split(layer)
    return refusal(layer, x)


def split_as_distributed(path: Path) -> str:
    """The error of a projection whose results stay distributed."""
    layer, x = drawn(path)
    parallelize_module(layer, init_device_mesh("cpu", (RANKS,)), {"query": ColwiseParallel(use_local_output=False)})
    return refusal(layer, x)


def split(layer: Any) -> None:
    plan: dict[str, ParallelStyle] = {name: ColwiseParallel() for name in PROJECTIONS}
    parallelize_module(layer, init_device_mesh("cpu", (RANKS,)), {**plan, "output": RowwiseParallel()})


def drawn(path: Path) -> tuple[Any, Tensor]:
    """A layer and an x, the same on all ranks."""
    torch.manual_seed(0)
    layer = module_of(path).Layer()
    with torch.no_grad():
        for parameter in layer.parameters():
            if parameter.dim() == 1:
                parameter.uniform_(-1.5, 1.5)
    return layer, torch.randn(2, N, 48)


def results(layer: Any, x: Tensor) -> dict[str, Tensor]:
    """Out, the same by steps, the gradients, and an empty cache."""
    layer.zero_grad()
    leaf = x.clone().requires_grad_()
    out = layer(leaf)
    torch.autograd.backward(out.square().sum())
    found = {"out": out.detach(), "x": gathered(leaf.grad)}
    found |= {name: gathered(one.grad) for name, one in layer.named_parameters()}
    cache = layer.cache(2, N)
    assert type(cache.key) is Tensor
    steps = []
    for part in torch.split(x, [20, 1, N - 21], 1):
        step, cache = layer.step(part, cache)
        steps.append(step)
    return found | {"steps": torch.cat(steps, 1)}


def gathered(tensor: Tensor | None) -> Tensor:
    assert tensor is not None
    whole: Tensor = tensor.full_tensor() if isinstance(tensor, DTensor) else tensor
    return whole.clone()


def refusal(layer: Any, x: Tensor) -> str:
    try:
        layer(x)
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def compared(found: dict[str, Tensor], wanted: dict[str, Tensor]) -> dict[str, float]:
    """The relative norm of each difference."""
    assert found.keys() == wanted.keys()
    pairs = {name: (found[name].double(), wanted[name].double()) for name in found}
    return {name: float((one - other).norm() / other.norm()) for name, (one, other) in pairs.items()}
