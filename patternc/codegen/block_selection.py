"""The choice of blocks by `topk`: the inputs of the function `selection` and of its dense reference."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.call_checks import places
from patternc.codegen.provenance import heads_text, held_heads
from patternc.codegen.python_text import ENTRY, TABLES, Assignment, assignments, position_text, truth_text
from patternc.ir.index import names
from patternc.ir.interface import Argument, Interface, Kind
from patternc.ir.kernel import Choice
from patternc.ir.mask import AtLeast, Below, Mask, Side
from patternc.ir.traversal import all_heads, names_in


@dataclass(frozen=True, slots=True)
class Narrowing:
    """A step that narrows `low` and `high`, the range of keys that rows `q` see: a bound, or a condition on the query.

    `macro`: the macro of `shared/key_runs.py.j2` that spells it; `expression`: the bound or the condition.
    """

    macro: str
    expression: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The inputs of `shared/selection.py.j2` and `reference/choice.py.j2`.

    `heads`: those of the call that choose; `dense_heads`: the same, as the reference has them. `inputs`:
    what the masks beside the choice read; `operands`: the same after the heads' places, where they are read. `runs`:
    for each run of keys of a row, what narrows it. `admitted`: statements that give `seen`, whether two positions are
    in one of the runs; `positions`, `length`: parameters that they read, those that they do not with an underscore.
    """

    block: int
    count: int
    heads: str
    dense_heads: str
    inputs: tuple[Argument, ...]
    operands: tuple[Argument, ...]
    runs: tuple[tuple[Narrowing, ...], ...]
    admitted: tuple[Assignment, ...]
    positions: tuple[str, ...]
    length: str

    @property
    def places(self) -> tuple[str, ...]:
        """The names among `head_offset` and `num_heads` that the choice reads."""
        return places(tuple(one for one in self.operands if one.kind is Kind.HEADS))


def choice(interface: Interface, found: Choice | None) -> Chosen | None:
    """How a `topk` chooses among the blocks of the masks it is intersected with; None without a `topk`."""
    if found is None:
        return None
    truth, read = ENTRY.truth(found.admitted), names_in(found.admitted)
    inputs = tuple(one for one in interface.arguments if one.name in read and one.kind is not Kind.SELECTION)
    every, some = all_heads(found.heads), heads_text(found.heads, "num_heads")
    return Chosen(
        block=found.topk.block,
        count=found.topk.count,
        heads=held_heads(found.heads, "rows.shape[1]"),
        dense_heads="range(heads)" if every else f"(head for head in range(heads) if head_offset + head in {some})",
        inputs=inputs,
        operands=inputs if every else (*interface.heads, *inputs),
        runs=tuple(tuple(map(_narrowing, run)) for run in found.runs),
        admitted=assignments(truth, 4, "seen"),
        positions=tuple(name if name in names(truth) else f"_{name}" for name in ("q", "k")),
        length="n" if "n" in read else "_n",
    )


def _narrowing(literal: Mask) -> Narrowing:
    """The narrowing by one literal of a run, for rows `q`."""
    match literal:
        case AtLeast(Side.KEY, bound):
            return Narrowing("raise_low", position_text(bound, "q", TABLES))
        case Below(Side.KEY, bound):
            return Narrowing("lower_high", position_text(bound, "q", TABLES))
        case _:
            return Narrowing("only_where", truth_text(literal, TABLES))
