"""What ranks run in the test of accelerate's own loop, with its mesh, its FSDP2 and transformers' labels."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import torch.distributed as dist
from ring_models import Found, labels_of
from tiny_models import tiny, tokens

ALIKE = 16
"""torch's context_parallel takes multiples of twice as many positions as there are ranks."""


def by_shard(folder: Path) -> Found:
    """The loop of docs/how-to/hugging-face.md: means over ranks of losses and gradients."""
    from patternc.integrations.transformers import register, shard

    with accelerator_of_cpus() as accelerator:
        register("cp", folder / "global.pat", backend="torch", mesh=accelerator.torch_device_mesh["cp"])
        model = prepared(accelerator)
        ids = tokens(2, ALIKE)
        loss = model(**shard({"input_ids": ids, "labels": labels_of(ids)}, "cp"), use_cache=False).loss
        accelerator.backward(loss)
        return means(model, loss)


def by_context(folder: Path) -> Found:
    """The same as transformers' Trainer calls accelerate: it shifts labels, which torch's context_parallel divides."""
    from transformers import Trainer

    from patternc.integrations.transformers import register

    with accelerator_of_cpus() as accelerator:
        register("cp", folder / "global.pat", backend="torch", mesh=accelerator.torch_device_mesh["cp"])
        model = prepared(accelerator)
        ids = tokens(2, ALIKE)
        batch = {"input_ids": ids, "labels": labels_of(ids)}
        count = (batch["labels"][:, 1:] != -100).sum() / dist.get_world_size()
        trainer: Any = SimpleNamespace(accelerator=accelerator)
        context, batch = Trainer._prepare_context_parallel_inputs(trainer, object(), batch)
        with context():
            loss = model(**batch, num_items_in_batch=count, use_cache=False).loss
            accelerator.backward(loss)
        return means(model, loss)


@contextmanager
def accelerator_of_cpus() -> Iterator[Any]:
    """accelerate under ParallelismConfig(cp_size=2) and FSDP2, which it has for GPUs alone: told that CPUs are some."""
    from accelerate import Accelerator, DistributedType, FullyShardedDataParallelPlugin, ParallelismConfig
    from accelerate.state import AcceleratorState, PartialState

    rank, size = str(dist.get_rank()), str(dist.get_world_size())
    place = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": size, "MASTER_ADDR": "localhost", "OMP_NUM_THREADS": "1"}
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Slicing a flattened dim from root mesh")  # accelerate's own
        patch.setattr(os, "environ", {**os.environ, **place})
        patch.setattr(ParallelismConfig, "_validate_accelerator", lambda *_: None)  # the check that refuses CPUs
        accelerator = Accelerator(cpu=True, parallelism_config=ParallelismConfig(cp_size=dist.get_world_size()))
        accelerator.state.distributed_type = DistributedType.FSDP
        accelerator.state.fsdp_plugin = FullyShardedDataParallelPlugin(fsdp_version=2, cpu_ram_efficient_loading=False)
        yield accelerator
        AcceleratorState._reset_state()
        PartialState._reset_state()


def prepared(accelerator: Any) -> Any:
    """A model that FSDP2 has sharded."""
    model = tiny("Llama", "cp")
    model, _ = accelerator.prepare(model, torch.optim.SGD(model.parameters(), lr=0.1))
    assert type(model).__name__.startswith("FSDP")
    return model


def means(model: Any, loss: torch.Tensor) -> Found:
    """The mean of the ranks' losses, and the gradients, of which FSDP2 has taken the mean."""
    total = loss.detach().clone()
    dist.all_reduce(total)
    gradients = {one: parameter.grad.full_tensor() for one, parameter in model.named_parameters()}
    return float(total) / dist.get_world_size(), gradients
