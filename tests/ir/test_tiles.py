"""Tile IR: what legalize makes is sound, faults in it are found, and its text says what a kernel does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from conftest import ROOT
from stages import kernel_of, made, tiles_of

from patternc.codegen import tiles
from patternc.driver import read
from patternc.ir.dump.tiles import dump_tiles
from patternc.ir.index import Num, Var
from patternc.ir.tile import Let, Named, Program, Statement
from patternc.ir.verify import faults

PATTERNS = sorted((ROOT / "tests" / "patterns").glob("*.pat"))


def test_every_program_is_dumped() -> None:
    for path in PATTERNS:
        tiles = tiles_of(read(path))
        text = dump_tiles(path.stem, tiles)
        assert all(f"program {named.name} (" in text for named in tiles.programs)
        assert all(f"launch {named.name} over" in text for named in tiles.programs)


WINDOW = """\
      low, high = max(first - 7, k_offset), min(last + 1, key_stop)
      full, rest = max(last - 7, k_offset), min(first + 1, key_stop)
      key_matrix = descriptor of keys[0 + 1 * t, :KEY_DIM], low <= t < high
      value_matrix = descriptor of values[0 + 1 * t, :VALUE_DIM], low <= t < high
      for t from low below high by BLOCK_N
        columns = t + lanes(BLOCK_N)
        loaded = columns < high
        slots = slots_of(columns, loaded, query_starts, batch)
        key_tile = key_matrix[t - low:, :KEY_DIM], or keys[slots, :KEY_DIM] where loaded
        products = queries @ key_tile^T
        mask products with -inf if t < full or t + BLOCK_N > rest: keep loaded[None, :] and columns[None, :] >= \
rows[:, None] - 7 and columns[None, :] <= rows[:, None]
        value_tile = value_matrix[t - low:, :VALUE_DIM], or values[slots, :VALUE_DIM] where loaded, or the first \
numbers of key_tile
        state attends to value_tile with scores products * scale * log2(e)
"""


def test_a_window_as_text() -> None:
    assert WINDOW in dump_tiles("made", made("attend window(7, 0)"))


def first_program(change: Callable[[Program], Program]) -> tuple[str, ...]:
    tiles = made("attend causal")
    first, *others = tiles.programs
    return faults(replace(tiles, programs=(Named(first.name, change(first.program)), *others)))


def without(name: str) -> Callable[[Program], Program]:
    def change(program: Program) -> Program:
        def keeps(statement: Statement) -> bool:
            return not (isinstance(statement, Let) and name in statement.names)

        return replace(program, body=tuple(filter(keeps, program.body)))

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (without("rows"), "_forward_dense: rows is read before it is defined"),
        (
            lambda program: replace(program, body=(*program.body, Let(("more",), (Num(1),)))),
            "_forward_dense: more: never read",
        ),
        (
            lambda program: replace(program, body=(Let(("first",), (Var("q_stop"),)), *program.body)),
            "_forward_dense: first is defined twice",
        ),
        (lambda program: replace(program, numbers=program.numbers[1:]), "_forward_dense: q_offset is read before"),
        (lambda program: replace(program, numbers=(*program.numbers, "more")), "argument more is never read"),
        (lambda program: replace(program, numbers=(*program.numbers, "group")), "argument group is repeated"),
    ],
)
def test_a_fault_is_found(change: Callable[[Program], Program], fault: str) -> None:
    assert any(fault in found for found in first_program(change))


def test_launches_are_checked() -> None:
    tiles = made("attend segment(64, dilation=2)")
    group = tiles.groups[0]
    last = group.grad_query.last
    nameless = replace(group, grad_query=replace(group.grad_query, last=replace(last, runs=(), row_counts=())))
    found = faults(replace(tiles, groups=(nameless,)))
    assert f"{last.program}: a launch does not define DILATION" in found
    assert f"{last.program}: a launch does not count runs" in found
    assert any("is never launched" in fault for fault in faults(replace(tiles, groups=())))


def test_groups_share_what_is_found_of_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, however many groups of heads or lists there are; a program is compared with equal ones only."""
    groups = "; ".join(f"heads {i}..{i + 1} {{ attend blocks(64, random({i + 1})) & window({i}) }}" for i in range(12))
    source, kernel = kernel_of(groups)
    asked, compared = Counter[str](), Program.__eq__
    monkeypatch.setattr(tiles, "by_key", counting(vars(tiles)["by_key"], "by_key", asked))
    monkeypatch.setattr(Program, "__eq__", counting(compared, "compared", asked))
    found = tiles.legalize(kernel, source)
    assert len({one.name for one in found.programs}) == len(found.programs)
    assert asked["by_key"] == 1
    assert asked["compared"] <= 12 * 5


def counting(function: Callable[..., Any], name: str, calls: Counter[str]) -> Callable[..., Any]:
    """The function, whose calls are counted under a name."""

    def counted(*given: Any) -> Any:
        calls[name] += 1
        return function(*given)

    return counted
