"""Random runtime inputs for verification: documents, lengths and tables.

Torch is imported on first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from patternc.analysis.calls import Shape
from patternc.ir.facts import of_keys
from patternc.ir.inputs import drawn, value_of
from patternc.ir.interface import Argument, interface
from patternc.ir.mask import InputKind, Pattern, Side
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
        if one.side is not None:  # numbers of positions that the call does not hold are read by no one
            held, numbers = _held(one, shape), rows.tolist()
            found[one.name] = [0] * held.start + numbers + [0] * (one.count(shape.seq_len) - held.stop)
        elif one.kind is InputKind.SELECTION:
            heads = shape.head_offset, shape.model_heads - shape.head_offset - shape.heads
            places = heads, (shape.q_offset // one.block, 0), (0, 0)
            found[one.name] = np.pad(np.asarray(rows.cpu()), places, constant_values=-1)
        else:
            found[one.name] = rows.tolist()
    return found


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

    if not one.facts.counts:
        return torch.randn(
            one.sizes({"batch": shape.batch, "heads": shape.heads, "queries": shape.queries, "keys": shape.keys}),
            generator=generator,
        )
    count = one.count(shape.seq_len)
    shortest = [-(-count // 2)] * max(1, shape.batch - 1) + [0]  # so that some entry has keys
    numbers = (
        drawn(one.kind, count, lambda most: int(torch.randint(most + 1, (), generator=generator)), least)
        for least in shortest[: shape.batch]
    )
    values = torch.tensor([value_of(one.kind, one_entry, count) for one_entry in numbers])
    if one.side is not None:
        held = _held(one, shape)
        values = values[:, held.start : held.stop].contiguous()
    values = values[0] if shared and one.facts.shared else values
    return values.int() if values.dim() < len(one.extents) and not one.facts.free else values
