"""Random runtime inputs for verification: documents, lengths and tables.

Torch is imported on first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from patternc.analysis.calls import Shape
from patternc.ir.facts import of_keys
from patternc.ir.inputs import drawn, drawn_lists, value_of
from patternc.ir.interface import Argument, interface
from patternc.ir.mask import InputKind, Owner, Pattern, Side
from patternc.ir.traversal import pattern_inputs, topk_of

if TYPE_CHECKING:
    from torch import Generator, Tensor

RuntimeInputs: TypeAlias = "Mapping[str, Tensor | float | int]"
"""Keyword arguments of `attention`."""


def draw_inputs(pattern: Pattern, shape: Shape, device: str, seed: int) -> RuntimeInputs:
    """Random values of every input that the pattern reads, and dropout arguments if it has dropout; no selection."""
    import torch

    generator = torch.Generator().manual_seed(seed + 1000)
    declared = [one for one in interface(pattern).arguments if one.facts.declared]
    one_list = next((one for one in declared if one.facts.shared), None) if shape.one_list else None
    every: dict[str, Tensor] = {
        one.name: _drawn(one, shape, one is one_list or shape.batch == 1, generator).to(device) for one in declared
    }
    found: dict[str, Any] = {  # a pair of tensors where queries and keys have numbers
        one.keyword: (every[one.name], every[of_keys(one.name)]) if one.pair else every[one.name]
        for one in declared
        if one.keyword == one.name
    }
    return {**found, "dropout": 0.25, "seed": seed + 5} if pattern.dropout else found


def inputs_of_entry(pattern: Pattern, shape: Shape, arguments: RuntimeInputs, entry: int) -> dict[str, object]:
    """The runtime inputs of one batch entry, in the form that `semantics` takes.

    The rows of a selection then start at position 0, and its heads at the first head of the model.
    """
    found: dict[str, object] = {}
    for one in interface(pattern).entries:
        if one.keyword not in arguments:  # a selection, before blocks are chosen
            continue
        value: Any = arguments[one.keyword]
        value = value[one.side is Side.KEY] if one.pair else value
        rows = value[entry] if value.dim() == len(one.extents) else value
        if one.facts.listed:
            found[one.name] = _lists_of_model(one, shape, np.asarray(rows.cpu()))
        elif one.side is not None:  # numbers of positions that the call does not hold are read by no one
            held, numbers = _held(one, shape), rows.tolist()
            found[one.name] = [0] * held.start + numbers + [0] * (one.count(shape.seq_len) - held.stop)
        elif one.kind is InputKind.TOPK:
            heads = shape.head_offset, shape.model_heads - shape.head_offset - shape.heads
            places = heads, (shape.q_offset // one.block, 0), (0, 0)
            found[one.name] = np.pad(np.asarray(rows.cpu()), places, constant_values=-1)
        else:
            found[one.name] = rows.tolist()
    return found


def _lists_of_model(one: Argument, shape: Shape, lists: Any) -> Any:
    """Lists of all rows of the sequence, and for each head of the model or, if all heads share them, once."""
    each = {Owner.KV_HEADS: shape.heads // shape.kv_heads}.get(one.owner, 1)
    lists = np.repeat(lists, each, 0)
    heads = shape.head_offset, shape.model_heads - shape.head_offset - shape.heads
    rows = -(-shape.seq_len // one.rows)
    before = shape.q_offset // one.rows
    places = (0, 0) if one.owner is Owner.SHARED else heads, (before, rows - before - lists.shape[1]), (0, 0)
    return np.pad(lists, places, constant_values=-1)


def _held(one: Argument, shape: Shape) -> range:
    """The blocks of which a call has a number each."""
    first, rows = (shape.q_offset, shape.queries) if one.side is Side.QUERY else (shape.k_offset, shape.keys)
    return range(first // one.block, one.count(first + rows))


def differs_by_entry(pattern: Pattern) -> bool:
    """Whether batch entries attend to different keys."""
    return bool(pattern_inputs(pattern)) or topk_of(pattern) is not None


def _drawn(one: Argument, shape: Shape, shared: bool, generator: Generator) -> Tensor:
    """A random tensor. `shared`: it may hold one list for all batch entries."""
    import torch

    def draw(most: int) -> int:
        return int(torch.randint(most + 1, (), generator=generator))

    if not one.facts.counts:
        call = {"batch": shape.batch, "heads": shape.heads, "queries": shape.queries, "keys": shape.keys}
        sizes = one.sizes({**call, "value_dim": shape.dims.value})
        sizes = sizes[: len(sizes) - (one.facts.gates and draw(1))]  # a factor of each row, or of each of its numbers
        return torch.randn(sizes, generator=generator)
    count = one.count(shape.seq_len)
    if one.facts.listed:
        owners = {Owner.SHARED: 1, Owner.KV_HEADS: shape.kv_heads, Owner.HEADS: shape.heads}
        rows = -(-(shape.q_offset + shape.queries) // one.rows) - shape.q_offset // one.rows
        sizes = owners[one.owner], rows, min(count + 2, 3 + 16 // one.block)
        entries = [drawn_lists(sizes, count, draw) for _ in range(shape.batch)]
        return torch.tensor(entries, dtype=torch.int64 if shape.batch > 1 else torch.int32).view(shape.batch, *sizes)
    shortest = [-(-count // 2)] * max(1, shape.batch - 1) + [0]  # so that some entry has keys
    numbers = (drawn(one.kind, count, draw, least) for least in shortest[: shape.batch])
    values = torch.tensor([value_of(one.kind, one_entry, count) for one_entry in numbers])
    if one.side is not None:
        held = _held(one, shape)
        values = values[:, held.start : held.stop].contiguous()
    values = values[0] if shared and one.facts.shared else values
    return values.int() if values.dim() < len(one.extents) and not one.facts.free else values
