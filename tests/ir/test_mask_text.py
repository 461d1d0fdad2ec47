"""The text of mask IR is read back as what was printed: every made mask, every pattern of the repository."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from math import prod
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mask_text import Tables, Unreadable, parse_mask
from masks import GRID, MOST, inputs_for, lengths, masks, wide_masks, wide_patterns
from pattern_text import parse_pattern

from patternc.driver import analyse, read
from patternc.ir.dump.masks import dump_mask, dump_pattern
from patternc.ir.mask import And, AtLeast, Below, Box, Compare, Mask, Not, Or, Pattern, Random, RelativePosition, Table
from patternc.ir.semantics import Inputs, admits, multiplicities
from patternc.ir.traversal import atoms, pattern_atoms


def printed(mask: Mask) -> Mask:
    """What the text of a mask says: an operator of one operand is that operand, and a shift a part of the offset."""
    match mask:
        case And((only,)) | Or((only,)):
            return printed(only)
        case And(parts):
            return And(tuple(map(printed, parts)))
        case Or(parts):
            return Or(tuple(map(printed, parts)))
        case Not(inner):
            return Not(printed(inner))
        case AtLeast(_, RelativePosition(offset, shift, 1)) | Below(_, RelativePosition(offset, shift, 1)):
            return replace(mask, bound=RelativePosition(offset + shift))
        case _:
            return mask


def tables_of(*among: Mask) -> Tables:
    return {atom.file: atom for mask in among for atom in atoms(mask) if isinstance(atom, Table)}


def has_one_table(among: Iterable[Mask]) -> bool:
    """At most: all made tables have one name."""
    return len({atom for atom in among if isinstance(atom, Table)}) < 2


@given(masks)
def test_a_mask_with_a_closed_form_is_read_back(mask: Mask) -> None:
    assert parse_mask(dump_mask(mask)) == printed(mask)


@settings(max_examples=300)
@given(wide_masks)
def test_any_mask_but_comparisons_is_read_back(mask: Mask) -> None:
    tables = tables_of(mask)
    assume(has_one_table(atoms(mask)))
    found = parse_mask(dump_mask(mask), tables)
    if not any(isinstance(atom, Compare) for atom in atoms(mask)):
        assert found == printed(mask)
    assert parse_mask(dump_mask(found), tables) == found


def names_of(mask: Mask, h: int, q: int, k: int, n: int, inputs: Inputs) -> dict[str, object]:
    """What the names in a mask's text stand for, for a pair: of documents as their numbers are defined."""
    atom = partial(admits, h=h, q=q, k=k, n=n, heads=3)
    return {
        **inputs,
        "h": h,
        "q": q,
        "k": k,
        "n": n,
        "H": 3,
        "true": True,
        "false": False,
        "batch": 0,
        "lengths": [inputs["lengths"]],
        "cdiv": lambda a, b: -(-a // b),
        "low": lambda numbers, x: numbers[x],
        "high": lambda numbers, x: numbers[x],
        "start": start_of,
        "end": end_of,
        "within": lambda offsets, x, place: sorted((start_of(offsets, x), place, end_of(offsets, x)))[1],
        "box": lambda *extents, **words: atom(box_of(*extents, **words)),
        "random": lambda count=None, seed=0, block=1, threshold=None: atom(Random(block, seed, count, threshold)),
        "table": lambda name, block: atom(replace(tables_of(mask)[name], block=block)),
    }


def start_of(offsets: list[int], x: int) -> int:
    return max(first for first in offsets if first <= x)


def end_of(offsets: list[int], x: int) -> int:
    return min([*(first for first in offsets if first > x), offsets[-1]])


def box_of(
    extents: list[int], dilation: list[int], grid: list[int], step: Iterable[int] = (), before: Iterable[int] = ()
) -> Box:
    return Box(tuple(grid), tuple(extents), tuple(dilation), tuple(step), tuple(before))


@settings(max_examples=200)
@given(wide_masks, st.data())
def test_a_text_means_as_python_what_the_mask_means(mask: Mask, data: st.DataObject) -> None:
    assume(has_one_table(atoms(mask)))
    n = prod(GRID) if any(isinstance(atom, Box) for atom in atoms(mask)) else data.draw(st.integers(1, MOST))
    inputs = data.draw(inputs_for(n, 3))
    code = compile(dump_mask(mask), "mask", "eval")
    for h, q, k in data.draw(
        st.lists(st.tuples(st.integers(0, 2), *[st.integers(0, n - 1)] * 2), min_size=1, max_size=50)
    ):
        found = eval(code, names_of(mask, h, q, k, n, inputs))
        assert bool(found) == bool(admits(mask, h, q, k, n, 3, inputs))


@settings(max_examples=150)
@given(wide_patterns(), st.data())
def test_what_is_read_means_what_was_printed(pattern: Pattern, data: st.DataObject) -> None:
    """Comparisons that print like a bound are read as one, which admits the same pairs."""
    held = tuple(pattern_atoms(pattern))
    assume(has_one_table(held))
    found = parse_pattern(dump_pattern(pattern), tables_of(*held))
    n = data.draw(lengths(pattern))
    inputs = data.draw(inputs_for(n, 3))
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    for h in range(3):
        before, after = (multiplicities(one, h, q, k, n, 3, inputs) for one in (pattern, found))
        assert all(np.all(a == b) for a, b in zip(before, after, strict=True))


FOLDERS = ("patternc/presets", "tests/patterns", "examples", "benchmarks/patterns")


@pytest.mark.parametrize("path", [p for f in FOLDERS for p in sorted((ROOT / f).glob("*.pat"))], ids=lambda p: p.stem)
def test_every_pattern_is_read_back(path: Path) -> None:
    analysis = analyse(read(path), {}, targets=())
    for pattern in (*analysis.meanings, *analysis.normals):
        text = dump_pattern(pattern)
        tables = tables_of(*(branch.mask for group in pattern.groups for branch in group.branches))
        assert dump_pattern(parse_pattern(text, tables)) == text


@pytest.mark.parametrize(
    "text",
    ["", "k <", "k < 3 and", "(k < 3", "k < 3)", "k % 2 == ", "q % 2 == q % 2 or", "top(3)", 'table("t", block=2)'],
)
def test_what_is_no_mask(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_mask(text)


@pytest.mark.parametrize(
    "line", ["  combine lse", "  heads all: combine lse, divisor 1", "  score softcap", "    brunch 0"]
)
def test_what_is_no_pattern(line: str) -> None:
    with pytest.raises(Unreadable):
        parse_pattern(f"pattern p\n{line}\n")
