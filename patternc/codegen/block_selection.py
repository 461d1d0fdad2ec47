"""The choice of blocks by `topk`: the inputs of the function `selection` and of its dense reference."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.emit import Record
from patternc.codegen.provenance import heads_text, held_heads
from patternc.codegen.python_text import TABLES, Assignment, assignments, position_text, truth_text
from patternc.codegen.reference_masks import admitted
from patternc.ir.index import names
from patternc.ir.inputs import input_facts
from patternc.ir.interface import Argument, Interface
from patternc.ir.kernel import Choice
from patternc.ir.mask import Mask, Side
from patternc.ir.traversal import all_heads, limits, names_in


@dataclass(frozen=True, slots=True)
class Narrowing(Record):
    """A step that narrows `low` and `high`, the range of keys that rows `q` see: a bound, or a condition on the query.

    `macro`: the macro of `shared/key_runs.py.j2` that spells it; `expression`: the bound or the condition.
    """

    macro: str
    expression: str


@dataclass(frozen=True, slots=True)
class Chosen(Record):
    """The input of `shared/selection.py.j2` and `reference/choice.py.j2`: a choice of blocks.

    `inputs`: what the masks beside the choice read; `operands`: the same after the heads' places, where they are read.
    `length`: the parameter that masks read, with an underscore where they do not. `taken`: how many of the numbers of a
    call it takes, where these are more: the heads' places, or whether a gradient is asked for, follow them.
    """

    block: int
    count: int
    inputs: tuple[Argument, ...]
    operands: tuple[Argument, ...]
    length: str
    taken: int | None


@dataclass(frozen=True, slots=True)
class Choosing(Record):
    """A module's choice: the `heads` of the call that choose, and the bounds of each run of keys of a row."""

    heads: str
    runs: tuple[tuple[Narrowing, ...], ...]


@dataclass(frozen=True, slots=True)
class DenseChoice(Record):
    """The reference's choice: the `heads` that choose, and statements that give `seen`, whether a row may choose a key.

    `positions`: parameters that they read, those that they do not with an underscore.
    """

    heads: str
    admitted: tuple[Assignment, ...]
    positions: tuple[str, ...]


def chosen(interface: Interface, choice: Choice | None) -> Chosen | None:
    """The choice of a `topk` among the blocks of the masks that it is intersected with; None without a `topk`."""
    if choice is None:
        return None
    read = names_in(choice.admitted)
    inputs = tuple(one for one in interface.arguments if one.name in read and input_facts(one.kind).declared)
    places = () if all_heads(choice.heads) else interface.heads
    every = len(places) == len(interface.heads) and not interface.asked
    return Chosen(
        block=choice.topk.block,
        count=choice.topk.count,
        inputs=inputs,
        operands=(*places, *inputs),
        length="n" if "n" in read else "_n",
        taken=None if every else 4 + len(places),
    )


def choosing(choice: Choice | None) -> Choosing | None:
    """The choice that a module's function `selection` makes; None without a `topk`."""
    if choice is None:
        return None
    runs = tuple(tuple(map(_narrowing, run)) for run in choice.runs)
    return Choosing(held_heads(choice.heads, "rows.shape[1]"), runs)


def dense_choice(choice: Choice | None) -> DenseChoice | None:
    """The choice that the reference makes; None without a `topk`."""
    if choice is None:
        return None
    some, truth = heads_text(choice.heads, "num_heads"), admitted(choice.admitted)
    return DenseChoice(
        heads="range(heads)"
        if all_heads(choice.heads)
        else f"(head for head in range(heads) if head_offset + head in {some})",
        admitted=assignments(truth, 4, "seen"),
        positions=tuple(name if name in names(truth) else f"_{name}" for name in ("q", "k")),
    )


def _narrowing(literal: Mask) -> Narrowing:
    """The narrowing by one literal of a run, for rows `q`."""
    lows, highs = limits([literal], Side.KEY)
    for function, bounds in (("raise_low", lows), ("lower_high", highs)):
        for bound in bounds:
            return Narrowing(function, position_text(bound, "q", TABLES))
    return Narrowing("only_where", truth_text(literal, TABLES))
