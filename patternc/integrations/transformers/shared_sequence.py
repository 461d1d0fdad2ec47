"""Sequences that the ranks of a mesh share: calls over a ring, and each rank's part of a batch."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor
from torch.distributed.device_mesh import DeviceMesh

from patternc.integrations.pattern_files import Additions, PatternFile
from patternc.integrations.transformers.call_place import Placement
from patternc.integrations.transformers.registration import REGISTERED, Mesh
from patternc.ir.inputs import input_facts


def over_ring(
    file: PatternFile,
    mesh: Mesh,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    placement: Placement,
    position_ids: Tensor | None,
    additions: Additions,
    arguments: Mapping[str, Any],
) -> Tensor:
    """Attend from this rank's queries to the keys of all ranks: [B, H, L, D].

    Gradients of tables and sinks are this rank's share, as those of parameters are: all ranks' add up to the whole.

    Raises:
        NotImplementedError: a cache, padding, packed sequences or dropout, which a ring doesn't do here.
        ValueError: `position_ids` are not the positions whose rows this rank holds.
    """
    if additions.dropout:
        raise NotImplementedError("attention_dropout: a ring drops no weights; set attention_dropout to 0")
    if not placement.whole:
        raise NotImplementedError(
            "ranks share the sequence, and a ring takes whole sequences of one length: pass no padding (labels of -100 "
            "leave out targets), and use_cache=False"
        )
    module = file.module(additions, query.device.type)
    n = _whole_length(position_ids, module, mesh)
    rows = inputs_of_rows(file)
    shared = {
        name: _own_share(one, mesh) if isinstance(one, Tensor) and name not in rows else one
        for name, one in arguments.items()
    }
    if file.offsets:
        shared[file.documents_name] = torch.arange(2, device=query.device) * n
    out: Tensor = module.ring_attention(query, key, value, mesh, seq_len=n, **shared)
    return out


def inputs_of_rows(file: PatternFile) -> set[str]:
    """The inputs of which a rank has those of its own queries and their whole gradients: gates, numbers of pairs."""
    facts = {one.name: input_facts(one.kind) for one in file.meaning.inputs}
    return {name for name, own in facts.items() if own.of_pairs or own.gates}


def _own_share(table: Tensor, mesh: Mesh) -> Tensor:
    """The same table, whose gradient, which a ring gives each rank as a whole, is divided among the ranks."""
    if not table.requires_grad:
        return table
    found = table.view_as(table)
    found.register_hook(lambda gradient: gradient / mesh.size())  # type: ignore[no-untyped-call]
    return found


def shard(batch: Mapping[str, Any], name: str) -> dict[str, Any]:
    """This rank's part of a batch of whole sequences, for a model with the registered attention `name`.

    Args:
        batch: `input_ids` [B, n] and others of that shape, equal on all ranks of the mesh. `labels` are shifted here,
            where the next token is known. Gates and numbers of pairs of the pattern are those of all queries, [B, H, n,
            ...]. What is no tensor of n positions is passed on.
        name: a name that was registered with a mesh.

    Returns:
        the part, with `position_ids`, and for labels `shift_labels` and `num_items_in_batch`. With these the mean of
        the ranks' losses is the loss of the whole batch in one process, and the mean of their gradients, which DDP and
        FSDP take, is its gradient.

    Raises:
        ValueError: the name has no mesh; padding or `position_ids` that restart.
    """
    registered = REGISTERED.get(name)
    if registered is None or registered.mesh is None:
        raise ValueError(f"name: {name!r} was not registered with a mesh: register({name!r}, patterns, mesh=MESH)")
    mesh, (rows, n), device = registered.mesh, batch["input_ids"].shape, batch["input_ids"].device
    file = next(iter(registered.files.values()))  # all of them share rows alike, as `register` made sure of
    module = file.module(Additions(ring=mesh.size()), device.type)
    places = torch.arange(n, device=device).expand(rows, n)
    found = dict(batch)
    mask, given = found.pop("attention_mask", None), found.pop("position_ids", places)
    if mask is not None and not bool(mask.all()):
        raise ValueError("attention_mask: has padding, must be all ones: a ring takes sequences of one length")
    if not torch.equal(given.expand(rows, n), places):
        raise ValueError(f"position_ids: must count 0 to {n - 1} in each row: a ring takes no packed sequences")
    found["position_ids"] = places
    labels = found.get("labels")
    if labels is not None:
        ignored = -100  # the label of a position that has none, as losses of transformers take it
        found["shift_labels"] = torch.nn.functional.pad(labels[:, 1:], (0, 1), value=ignored)
        found["num_items_in_batch"] = (labels[:, 1:] != ignored).sum() / mesh.size()
    of_rows = set[str]().union(*map(inputs_of_rows, registered.files.values()))
    sharded = {
        key: module.shard(one, mesh, dim=2 if key in of_rows else 1)
        for key, one in found.items()
        if isinstance(one, Tensor) and (key in of_rows or one.shape[1:2] == (n,))
    }
    return found | sharded


def _whole_length(position_ids: Tensor | None, module: ModuleType, mesh: Mesh) -> int:
    if position_ids is None:
        raise ValueError("position_ids: the model passes none to its layers; a ring must know which rows a rank has")
    if position_ids.is_inference():
        return _length_of(position_ids, 0, module, mesh)
    return _length_of_some(position_ids, position_ids._version, module, mesh)


def _length_of(position_ids: Tensor, _version: int, module: ModuleType, mesh: Mesh) -> int:
    """The positions of all ranks. They tell one another how many they have, and compare with those they should have."""
    group = mesh.get_group() if isinstance(mesh, DeviceMesh) else mesh
    number = torch.tensor(position_ids.shape[1], device=position_ids.device)
    dist.all_reduce(number, group=group)
    n = int(number)
    wanted = module.positions(n, mesh).to(position_ids.device)
    right = torch.tensor(int(position_ids.shape[1:] == wanted.shape and bool((position_ids == wanted).all())))
    right = right.to(position_ids.device)
    dist.all_reduce(right, dist.ReduceOp.MIN, group=group)
    if not right:
        raise ValueError(
            f"position_ids: must be those of this rank's rows, {_told(wanted)} of {n} positions in the layout "
            f"{module.LAYOUT}: take batch = shard(batch, NAME), or write the layout of your shards into the pattern, "
            f"as in ring(ranks={mesh.size()}, layout=contiguous)"
        )
    return n


_length_of_some = functools.lru_cache(maxsize=8)(_length_of)
"""All layers of a forward pass have the same positions: ranks compare once for each pattern."""


def _told(places: Tensor) -> str:
    """The first and last position of each stretch."""
    ends = torch.nonzero(places.diff() != 1).flatten().tolist()
    firsts, lasts = [0, *(one + 1 for one in ends)], [*ends, len(places) - 1]
    return " and ".join(f"{int(places[a])}..{int(places[b])}" for a, b in zip(firsts, lasts, strict=True))
