"""A pattern's mask as a function of single pairs, of operations that FlexAttention compiles."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias, assert_never

import numpy as np
import torch
from torch import Tensor

from patternc.ir import semantics
from patternc.ir.facts import atom_facts, inputs_read
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    Box,
    Compare,
    Constant,
    FromEnd,
    InputKind,
    Mask,
    Not,
    OfBatch,
    OfDocument,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Selection,
    Side,
    Table,
    TopK,
)
from patternc.ir.traversal import atoms, pattern_bounds, selections_in

MaskMod: TypeAlias = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
"""(batch entry, head, query, key) to whether the query attends to the key: what FlexAttention calls a `mask_mod`."""


class _Call(NamedTuple):
    """The values that masks read besides positions.

    `places`: for each input of offsets, [B or 1, n] first and last positions.
    """

    n: int
    heads: int
    lengths: Mapping[str, Tensor]
    places: Mapping[tuple[str, int], tuple[Tensor, Tensor]]
    chosen: Mapping[Mask, Tensor]
    """[heads or 1, blocks, blocks]: the blocks of each selection."""


def pair_function(
    pattern: Pattern, n: int, heads: int, given: Mapping[str, Tensor], device: torch.device | str
) -> MaskMod:
    """The function of a pattern whose heads have one branch each, without `topk`.

    Args:
        pattern: the pattern.
        n: the length of the sequence.
        heads: the heads of the model.
        given: inputs by name: offsets [B or 1, D + 1], lengths [B].
        device: where the tensors are that the function reads.
    """
    masks = [group.branches[0].mask for group in pattern.groups]
    documents = {(read.name, read.unit) for read in inputs_read(pattern_bounds(pattern), InputKind.OFFSETS)}
    call = _Call(
        n,
        heads,
        {name: one.to(device) for name, one in given.items() if one.dim() == 1},
        {key: _document_places(given[key[0]].to(device), key[1], n) for key in documents},
        {one: _chosen(one, n, heads).to(device) for mask in masks for one in selections_in(atoms(mask))},
    )
    ranges = [semantics.head_range(group.heads, heads) for group in pattern.groups]

    def admits(entry: Tensor, head: Tensor, query: Tensor, key: Tensor) -> Tensor:
        parts = []
        for mask, own in zip(masks, ranges, strict=True):
            here = _admits(mask, call, entry, head, query, key)
            parts.append(here if len(ranges) == 1 else here & (head >= own.start) & (head < own.stop))
        return functools.reduce(operator.or_, parts)

    return admits


def _admits(mask: Mask, call: _Call, entry: Tensor, head: Tensor, query: Tensor, key: Tensor) -> Tensor:
    """Whether a mask admits a pair; all operations are those that FlexAttention compiles."""
    found: Tensor
    inner = functools.partial(_admits, call=call, entry=entry, head=head, query=query, key=key)
    match mask:
        case AtLeast(side, bound):
            own, other = (query, key) if side is Side.QUERY else (key, query)
            found = own >= _position(bound, other, call, entry)
        case Below(side, bound):
            own, other = (query, key) if side is Side.QUERY else (key, query)
            found = own < _position(bound, other, call, entry)
        case Residue(side, dilation, offset, segment, block):
            own = (query if side is Side.QUERY else key) // block
            residue: Tensor = semantics.residue(own, dilation, segment)
            found = torch.eq(residue, semantics.offset_value(offset, dilation, head, call.heads))  # type: ignore[arg-type]
        case SameResidue(dilation, segment, block):
            one, other = (semantics.residue(x // block, dilation, segment) for x in (query, key))
            found = one == other
        case Random() | Table():
            table = call.chosen[mask]
            found = table[head if len(table) > 1 else torch.zeros_like(head), query // mask.block, key // mask.block]
        case Box():
            found = semantics.boxed(mask, query, key)
        case Compare(sign, left, right):
            a, b = (semantics.number(x, head, query, key, call.n) for x in (left, right))  # type: ignore[arg-type]
            found = (a == b if sign == "==" else a < b) & (query >= 0)  # a tensor, if both are constants
        case Not(one_mask):
            found = ~inner(one_mask)
        case And(masks):
            found = functools.reduce(operator.and_, map(inner, masks), query >= 0)
        case Or(masks):
            found = functools.reduce(operator.or_, map(inner, masks), query < 0)
        case TopK():
            raise AssertionError("FlexAttention's functions refuse it")
        case _:
            assert_never(mask)
    return found


def _position(bound: Bound, x: Tensor, call: _Call, entry: Tensor) -> Tensor | int:
    """The position of a bound, given the other side's position x."""
    found: Tensor | int
    match bound:
        case OfBatch(name, scale):
            found = call.lengths[name][entry] * scale
        case OfDocument(name, end, block):
            table = call.places[name, block][end]
            found = table[entry if len(table) > 1 else torch.zeros_like(entry), x]
        case Constant() | FromEnd() | RelativePosition():
            found = semantics.position(bound, x, call.n)
        case _:
            assert_never(bound)
    return found


def _document_places(offsets: Tensor, block: int, n: int) -> tuple[Tensor, Tensor]:
    """For offsets [B, D + 1]: the first position of each position's document, and that behind its last, [B, n]."""
    blocks = torch.arange(n, device=offsets.device).expand(len(offsets), n).contiguous() // block
    place = torch.searchsorted(offsets[:, 1:].contiguous(), blocks, right=True)
    moved = torch.cat([offsets[:, 1:], offsets[:, -1:]], 1)
    return tuple(one.gather(1, place) * block for one in (offsets, moved))  # type: ignore[return-value]


def _chosen(selection: Selection, n: int, heads: int) -> Tensor:
    """[heads or 1, blocks, blocks]: the blocks of a selection."""
    count = -(-n // selection.block)
    blocks = np.arange(count)
    tables = [
        semantics.selected(selection, head, blocks[:, None], blocks[None, :], count, {})
        for head in range(heads if "head" in atom_facts(selection).reads else 1)
    ]
    return torch.from_numpy(np.stack(tables))
