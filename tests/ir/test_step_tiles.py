"""Programs that run together: what they define, and which of it is per program where some of them end."""

from __future__ import annotations

import numpy as np

from patternc.ir.index import Apply, Cmp, Item, Lookup, Num, Tail, Var, times
from patternc.ir.step_tiles import Programs
from patternc.ir.tile import AXES, Let

PLACE = Var(AXES[0].place)
NEEDED = frozenset({"first", "ends", "end", "line", "entry", "rows", "count"})


def programs(count: int = 4) -> Programs:
    table = np.array([10, 11, 12, 13])
    names = {AXES[0].place: np.arange(count), "list": (table, 2 * table), "list_entries": np.arange(100, 120)}
    return Programs(names, NEEDED, np.arange(count))  # type: ignore[arg-type]


def test_what_is_not_needed_is_not_computed() -> None:
    made = programs()
    made.let(Let(("first", "unknown"), (times(PLACE, 8), Var("nowhere"))))
    assert made.names["first"].tolist() == [0, 8, 16, 24]  # type: ignore[union-attr]
    assert "unknown" not in made.names


def test_a_table_is_kept_whole_where_programs_end() -> None:
    """It has as many entries as there are programs; the programs that end are the first two."""
    made = programs()
    made.let(Let(("ends",), (Item(Var("list"), 1),)))
    made.let(Let(("end",), (Lookup("ends", PLACE),)))
    alive = made.stop(Cmp("<", PLACE, Num(2)))
    assert alive.tolist() == [False, False, True, True]
    assert made.running.tolist() == [2, 3]
    assert made.names["end"].tolist() == [24, 26]  # type: ignore[union-attr]
    made.let(Let(("end",), (Lookup("ends", PLACE),)))
    assert made.names["end"].tolist() == [24, 26]  # type: ignore[union-attr]


def test_the_line_of_each_program_ends_with_it() -> None:
    made = programs()
    made.let(Let(("line",), (Tail("list_entries", times(PLACE, 5)),)))
    made.let(Let(("entry",), (Lookup("line", Num(1)),)))
    assert made.names["entry"].tolist() == [101, 106, 111, 116]  # type: ignore[union-attr]
    made.stop(Cmp("==", PLACE, Num(1)))
    made.let(Let(("entry",), (Lookup("line", Num(1)),)))
    assert made.names["entry"].tolist() == [101, 111, 116]  # type: ignore[union-attr]


def test_several_names_of_one_value() -> None:
    made = programs()
    made.let(Let(("rows", "count"), (Apply("runs", (Num(0), Num(100), Num(32), Num(2))),)))
    assert (made.names["rows"], made.names["count"]) == (4, 16)
    assert made.per_program(Var("rows")).tolist() == [4] * 4
