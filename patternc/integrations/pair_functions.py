"""A pattern's mask as a function of single pairs, of operations that FlexAttention compiles."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import Tensor

from patternc.ir import semantics
from patternc.ir.facts import atom_facts, inputs_read
from patternc.ir.index import Apply, Expr, Holds, Num, Truth, Var, evaluate, over
from patternc.ir.interface import given_name
from patternc.ir.mask import InputKind, Pattern, Selection
from patternc.ir.traversal import atoms, pattern_bounds, selections_in
from patternc.ir.truths import Reading

MaskMod: TypeAlias = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
"""(batch entry, head, query, key) to whether the query attends to the key: what FlexAttention calls a `mask_mod`."""


_ENTRY = Var("entry")


@dataclass(frozen=True, slots=True)
class _PairReading(Reading):
    """The functions of `_library` give what inputs and the blocks of `chosen` selections say of a pair."""

    chosen: tuple[Selection, ...] = ()

    def length(self, name: str) -> Expr:
        return Apply(name, (_ENTRY,))

    def document(self, name: str, end: bool, position: Expr, block: int) -> Expr:
        return Apply(_table(name, end, block), (_ENTRY, position))

    def selected(self, selection: Selection) -> Truth:
        row, column = (over(x, selection.block) for x in (self.query[0], self.key[0]))
        return Holds(Apply(f"chosen_{self.chosen.index(selection)}", (self.head, row, column)))


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
    library: dict[str, Callable[..., Any]] = {}
    library |= {given_name(name): one.to(device).__getitem__ for name, one in given.items() if one.dim() == 1}
    for name, block in documents:
        for end, table in enumerate(_document_places(given[name].to(device), block, n)):
            library[_table(given_name(name), bool(end), block)] = _looked_up(table)
    chosen = tuple(dict.fromkeys(one for mask in masks for one in selections_in(atoms(mask))))
    library |= {f"chosen_{place}": _looked_up(_chosen(one, n, heads).to(device)) for place, one in enumerate(chosen)}
    reading = _PairReading(n=Num(n), heads=Num(heads), chosen=chosen)
    truths = [reading.truth(mask) for mask in masks]
    ranges = [semantics.head_range(group.heads, heads) for group in pattern.groups]

    def admits(entry: Tensor, head: Tensor, query: Tensor, key: Tensor) -> Tensor:
        parts: list[Tensor] = []
        values: dict[str, Any] = {"entry": entry, "head": head, "q": query, "k": key}
        for truth, own in zip(truths, ranges, strict=True):
            here: Any = evaluate(truth, values, library)
            parts.append(here if len(ranges) == 1 else here & (head >= own.start) & (head < own.stop))
        return functools.reduce(operator.or_, parts)

    return admits


def _table(name: str, end: bool, block: int) -> str:
    """The name of the function that looks positions of documents up."""
    return f"{name}_{'ends' if end else 'starts'}_{block}"


def _looked_up(table: Tensor) -> Callable[..., Tensor]:
    """The entries of a table with one line for each of its first index, or one for all."""

    def entry(line: Tensor, *places: Tensor) -> Tensor:
        return table[(line if len(table) > 1 else torch.zeros_like(line), *places)]

    return entry


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
