"""A pattern's mask as a function of single pairs, of operations that FlexAttention compiles."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import Tensor

from patternc.ir import semantics
from patternc.ir.facts import atom_facts, bound_facts
from patternc.ir.index import Apply, Expr, Holds, Num, Truth, Var, evaluate, over
from patternc.ir.inputs import input_facts
from patternc.ir.mask import Bound, InputBound, Label, Pattern, Selection
from patternc.ir.traversal import atoms, pattern_bounds, pattern_inputs, selections_in
from patternc.ir.truths import Reading

MaskMod: TypeAlias = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
"""(batch entry, head, query, key) to whether the query attends to the key: what FlexAttention calls a `mask_mod`."""


_ENTRY = Var("entry")


@dataclass(frozen=True, slots=True)
class _PairReading(Reading):
    """Functions of a library give what inputs say of a pair: `bounds`, `labels` and blocks of `chosen` selections.

    `labels`: the names of inputs, and the positions to a label.
    """

    bounds: tuple[Bound, ...] = ()
    labels: tuple[tuple[str, int], ...] = ()
    chosen: tuple[Selection, ...] = ()

    def bound(self, bound: Bound, position: Expr) -> Expr:
        reads = bound_facts(bound).input is not None
        return self.looked_up(bound, position) if reads else Reading.bound(self, bound, position)  # type: ignore[arg-type]

    def looked_up(self, bound: InputBound, position: Expr) -> Expr:
        places = (_ENTRY, position) if bound_facts(bound).by_position else (_ENTRY,)
        return Apply(f"bound_{self.bounds.index(bound)}", places)

    def label(self, label: Label, position: Expr) -> Expr:
        return Apply(f"labels_{self.labels.index((label.input, label.block))}", (_ENTRY, position))

    def selected(self, selection: Selection) -> Truth:
        row, column = (over(x, selection.block) for x in (self.query[0], self.key[0]))
        return Holds(Apply(f"chosen_{self.chosen.index(selection)}", (self.head, row, column)))


def pair_function(
    pattern: Pattern, n: int, heads: int, given: Mapping[str, Sequence[object]], device: torch.device | str
) -> MaskMod:
    """The function of a pattern whose heads have one branch each, without `topk`.

    Args:
        pattern: the pattern.
        n: the length of the sequence.
        heads: the heads of the model.
        given: the values of each input for each batch entry, or for all.
        device: where the tensors are that the function reads.
    """
    masks = [group.branches[0].mask for group in pattern.groups]
    bounds = tuple(dict.fromkeys(one for one in pattern_bounds(pattern) if bound_facts(one).input is not None))
    library: dict[str, Callable[..., Any]] = {}
    for place, bound in enumerate(bounds):
        library[f"bound_{place}"] = _looked_up(_positions(bound, n, given).to(device))
    read = [one for one in pattern_inputs(pattern) if input_facts(one.kind).free]
    for place, one in enumerate(read):
        labels = torch.from_numpy(np.array(given[one.name], np.int64))
        library[f"labels_{place}"] = _looked_up(labels.repeat_interleave(one.unit, 1)[:, :n].to(device))
    chosen = tuple(dict.fromkeys(one for mask in masks for one in selections_in(atoms(mask))))
    library |= {f"chosen_{place}": _looked_up(_chosen(one, n, heads).to(device)) for place, one in enumerate(chosen)}
    reading = _PairReading(
        n=Num(n), heads=Num(heads), bounds=bounds, labels=tuple((one.name, one.unit) for one in read), chosen=chosen
    )
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


def _looked_up(table: Tensor) -> Callable[..., Tensor]:
    """The entries of a table with one line for each of its first index, or one for all if it has several indices."""

    def entry(line: Tensor, *places: Tensor) -> Tensor:
        return table[(line if len(table) > 1 or not places else torch.zeros_like(line), *places)]

    return entry


def _positions(bound: Bound, n: int, given: Mapping[str, Sequence[object]]) -> Tensor:
    """[B or 1, n]: the position of a bound for each batch entry and position; [B] if it is the same for all of them."""
    facts = bound_facts(bound)
    assert facts.input is not None
    name, places = facts.input.name, np.arange(n) if facts.by_position else 0
    return torch.from_numpy(np.stack([semantics.position(bound, places, n, {name: value}) for value in given[name]]))


def _chosen(selection: Selection, n: int, heads: int) -> Tensor:
    """[heads or 1, blocks, blocks]: the blocks of a selection."""
    count = -(-n // selection.block)
    blocks = np.arange(count)
    tables = [
        semantics.selected(selection, head, blocks[:, None], blocks[None, :], count, {})
        for head in range(heads if "head" in atom_facts(selection).reads else 1)
    ]
    return torch.from_numpy(np.stack(tables))
