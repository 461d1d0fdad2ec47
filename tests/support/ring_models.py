"""What ranks run in tests of models whose sequences they share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
from tiny_models import tiny, tokens
from torch import Tensor
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh

LENGTH = 19
Found = tuple[float, dict[str, Tensor]]


def alone(name: str, length: int = LENGTH) -> Found:
    """The loss and gradients of a model with its own attention in one process."""
    model = tiny(name, "eager")
    ids = tokens(2, length)
    loss = model(ids, labels=labels_of(ids), use_cache=False).loss
    loss.backward()
    return float(loss.detach()), {one: parameter.grad for one, parameter in model.named_parameters()}


def shared(name: str, folder: Path) -> Found:
    """The means over ranks of their losses and gradients."""
    from patternc.integrations.transformers import register, shard

    files = {"sliding_attention": folder / "local.pat", "full_attention": folder / "global.pat"}
    register("shared", files, backend="torch", mesh=_mesh())
    model = tiny(name, "shared")
    ids = tokens(2, LENGTH)
    loss = model(**shard({"input_ids": ids, "labels": labels_of(ids)}, "shared"), use_cache=False).loss
    loss.backward()
    total = loss.detach().clone()
    for one in (total, *(parameter.grad for parameter in model.parameters())):
        dist.all_reduce(one)
        one /= dist.get_world_size()
    return float(total), {one: parameter.grad for one, parameter in model.named_parameters()}


def in_context(folder: Path) -> tuple[float, float, str]:
    """Errors of this rank's logits with and without balance, and what is said without a mesh."""
    from torch.distributed.tensor.experimental._context_parallel import _attention

    from patternc.integrations.transformers import register

    mesh = _mesh()
    register("balanced", folder / "global.pat", backend="torch", mesh=mesh)
    register("contiguous", folder / "contiguous.pat", backend="torch", mesh=mesh)
    register("lonely", folder / "global.pat", backend="torch")
    errors = []
    for name in ("balanced", "contiguous"):
        _attention._cp_options.enable_load_balance = name == "balanced"
        errors.append(_logits_in_context(name, mesh))
    try:
        _logits_in_context("lonely", mesh)
    except NotImplementedError as error:
        return errors[0], errors[1], f"{type(error).__name__}: {str(error).partition(',')[0]}"
    return errors[0], errors[1], "nothing"


def misplaced(folder: Path) -> None:
    """Contiguous rows in a ring that holds others."""
    from patternc.integrations.transformers import register

    register("balanced", folder / "global.pat", backend="torch", mesh=_mesh())
    places = torch.tensor_split(torch.arange(LENGTH), 2)[dist.get_rank()][None]
    tiny("Llama", "balanced")(tokens(1, LENGTH)[:, places[0]], position_ids=places, use_cache=False)


def _logits_in_context(name: str, mesh: DeviceMesh) -> float:
    from torch.distributed.tensor.experimental import context_parallel

    ids, places = tokens(2, 16), torch.arange(16).repeat(2, 1)
    wanted = tiny("Llama", "eager")(ids).logits
    with context_parallel(mesh, buffers=[ids, places], buffer_seq_dims=[1, 1], no_restore_buffers={ids, places}):
        found = tiny("Llama", name)(ids, position_ids=places, use_cache=False).logits
    return float(((found - wanted[:, places[0]]).norm() / wanted.norm()).detach())


def _mesh() -> Any:
    return init_device_mesh("cpu", (dist.get_world_size(),))


def labels_of(ids: Tensor) -> Tensor:
    """Labels that leave out some positions, more of them in the first half."""
    return ids.masked_fill(torch.arange(ids.shape[1]) % 3 == 1, -100).index_fill(1, torch.tensor([2, 3]), -100)
