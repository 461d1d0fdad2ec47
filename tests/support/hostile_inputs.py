"""Inputs of a call that hold what its rows must not see: NaN where no query looks, and pairs that a bias excludes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
import torch
from torch import Tensor

from patternc.analysis.calls import Shape
from patternc.ir import semantics
from patternc.ir.interface import interface
from patternc.ir.mask import TRUE, And, InputKind, Mask, Or, PairBias, Pattern, Picked
from patternc.ir.traversal import topk_of
from patternc.testing.compare import places
from patternc.testing.oracle import Inputs
from patternc.testing.random_inputs import inputs_of_entry

EVERY_MASK = "torch", "cpp"
"""Backends in which no excluded key is read, whatever excludes it; others say so of keys that no row lists."""


def with_excluded_pairs(pattern: Pattern, shape: Shape, inputs: Inputs) -> Inputs:
    """The inputs with pairs whose bias is -inf, and in some calls a row of them.

    In some calls batch entries share numbers of pairs, or heads do, or keys are the slow dimension.
    """
    found = {
        score.input: _excluding(inputs.arguments[score.input], shape)  # type: ignore[arg-type]
        for score in pattern.scores
        if isinstance(score, PairBias)
    }
    return replace(inputs, arguments={**inputs.arguments, **found})


def _excluding(pairs: Tensor, shape: Shape) -> Tensor:
    pairs = pairs[:1] if shape.seq_len % 3 == 0 else pairs
    pairs = pairs[:, :1] if shape.seq_len % 5 == 0 else pairs
    pairs = pairs.masked_fill(pairs < -1.0, -torch.inf)
    if shape.queries % 4 == 0:
        pairs[:, :, shape.queries // 2] = -torch.inf
    return pairs.mT.contiguous().mT if shape.keys % 2 else pairs


def with_unseen(pattern: Pattern, shape: Shape, inputs: Inputs, backend: str) -> Inputs:
    """The inputs with NaN in keys, values and queries that nothing attends to, and in pairs that no branch admits."""
    if topk_of(pattern) is not None:
        return inputs  # a choice reads the means of blocks
    admitted = _counted(pattern, shape, inputs)
    key, value, query = inputs.key.clone(), inputs.value.clone(), inputs.query.clone()
    seen = admitted if backend in EVERY_MASK else _counted(_of_lists(pattern), shape, inputs)
    keys = seen.view(shape.batch, shape.kv_heads, -1, shape.keys).any(2)
    key[~keys] = value[~keys] = torch.nan
    if backend in EVERY_MASK:
        query[~seen.any(3)] = torch.nan
    arguments = dict(inputs.arguments)
    for score in pattern.scores:
        if isinstance(score, PairBias):
            arguments[score.input] = _unread(arguments[score.input], admitted)  # type: ignore[arg-type]
    return replace(inputs, query=query, key=key, value=value, arguments=arguments)


def _unread(pairs: Tensor, admitted: Tensor) -> Tensor:
    """The numbers of pairs with NaN in those that no batch entry and head that have them admit."""
    entries, heads = (0,) * (pairs.shape[0] < len(admitted)), (1,) * (pairs.shape[1] < admitted.shape[1])
    for axis in (*entries, *heads):
        admitted = admitted.any(axis, keepdim=True)
    return pairs.masked_fill(~admitted, torch.nan)


def _counted(pattern: Pattern, shape: Shape, inputs: Inputs) -> Tensor:
    """Which pairs some branch admits: [B, H, Nq, Nk]."""
    q = np.arange(shape.queries)[:, None] + shape.q_offset
    k = np.arange(shape.keys)[None, :] + shape.k_offset
    found = torch.zeros(shape.batch, shape.heads, shape.queries, shape.keys, dtype=torch.bool)
    for entry in range(shape.batch):
        given = inputs_of_entry(pattern, shape, inputs.arguments, entry)
        for head in range(shape.heads):
            place = head + shape.head_offset, q, k, shape.seq_len, shape.model_heads
            for count in semantics.multiplicities(pattern, *place, given):
                found[entry, head] |= torch.as_tensor(np.array(np.broadcast_to(np.asarray(count) > 0, found.shape[2:])))
    return found


def _of_lists(pattern: Pattern) -> Pattern:
    """The pattern whose branches are their lists alone, and admit at least what they do."""
    groups = (
        replace(group, branches=tuple(replace(one, mask=_lists_of(one.mask)) for one in group.branches))
        for group in pattern.groups
    )
    return replace(pattern, groups=tuple(groups))


def _lists_of(mask: Mask) -> Mask:
    match mask:
        case Picked():
            return mask
        case And(masks):
            return And(tuple(map(_lists_of, masks)))
        case Or(masks):
            return Or(tuple(map(_lists_of, masks)))
        case _:
            return TRUE


def refuses_numbers_outside(module: ModuleType, pattern: Pattern, shape: Shape, inputs: Inputs) -> None:
    """On a CPU, a number in a list that is not a block of the sequence is an error."""
    outside: tuple[Callable[[int], int], ...] = (lambda count: count, lambda _: -2)
    for place, one in enumerate(interface(pattern).entries):
        picks = inputs.arguments[one.keyword] if one.kind is InputKind.PICKS else None
        if isinstance(picks, Tensor) and picks.numel():
            wrong = picks.clone()
            wrong.view(-1)[shape.seq_len % picks.numel()] = outside[place % 2](one.count(shape.seq_len))
            with pytest.raises((ValueError, RuntimeError), match=f"{one.name}.* be -1 to"):
                module.attention(
                    inputs.query, inputs.key, inputs.value, **places(shape), **{**inputs.arguments, one.keyword: wrong}
                )
