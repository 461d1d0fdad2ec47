"""The library of tile functions that a generated file carries: which of them it needs."""

from __future__ import annotations

from patternc.codegen.tiles.scores import Scores
from patternc.codegen.triton.printer.expressions import is_floored
from patternc.ir.index import parts
from patternc.ir.liveness import called_in, expressions
from patternc.ir.mask import Combine
from patternc.ir.tile import Describe, LoadHeads, Merge, Program, Score, Statement, Store, Tiles, walk

CALLS: dict[str, tuple[str, ...]] = {
    "compact_of_sweep": ("compact", "runs"),
    "count_in_blocks": ("count",),
    "floored_div": ("floored_mod",),
    "merge": ("sum",),
    "mix_by_lse": ("sum",),
    "mix_evenly": ("sum",),
    "sweep": ("runs",),
}
"""Functions that only some files need, and which of those they call."""

EVERY = frozenset(CALLS) | {
    "add_by_distance",
    "compact",
    "compact_class",
    "count",
    "floored_mod",
    "list",
    "load_heads",
    "matrix",
    "near",
    "numbers",
    "runs",
    "share",
    "slope",
    "splits",
    "static_list",
    "start_of",
    "stays",
    "store_more",
    "sum",
    "tanh",
}
"""All such functions, in the variants of a runtime file."""


def called(tiles: Tiles) -> frozenset[str]:
    """The functions that expressions of programs call."""
    return frozenset().union(*(_called(named.program) for named in tiles.programs))


def needed(tiles: Tiles, scores: Scores) -> frozenset[str]:
    """The functions that programs and launches call, and those that these call."""
    found = called(tiles).union(*(_implied(one) for named in tiles.programs for one in walk(named.program.body)))
    for group in tiles.groups:
        if group.several:
            found |= {"mix_by_lse" if group.combine is Combine.LSE_DETACH else "mix_evenly"}
        for one in (one for made in group.passes for launch in made.launches for one in launch.lists):
            found |= {"list"} | ({"numbers"} if one.order is not None else set())
            found |= set() if one.moves else {"static_list"}
    modified = (("slope", scores.alibi), ("tanh", scores.softcap), ("stays", scores.dropout))
    found |= {name for name, asked in (*modified, ("add_by_distance", bool(scores.tables))) if asked}
    return found | {inner for name in found for inner in CALLS.get(name, ())}


def _called(program: Program) -> frozenset[str]:
    found = called_in(program.body)
    for statement in walk(program.body):
        found |= {
            "floored_div" if part.operator == "//" else "floored_mod"
            for index in expressions(statement)
            for part in parts(index)
            if is_floored(part)
        }
    return found


def _implied(statement: Statement) -> frozenset[str]:
    """The functions that the macro of a statement calls, of those that only some files need."""
    match statement:
        case Merge(direction):
            return frozenset({"merge" if direction.value == "forward" else "sum"})
        case LoadHeads():
            return frozenset({"load_heads", "splits"})
        case Describe():
            return frozenset({"matrix"})
        case Score(weight=weight) if weight:
            return frozenset({"bias"})
        case Store(adds=True):
            return frozenset({"store_more"})
        case _:
            return frozenset()
