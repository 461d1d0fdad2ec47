"""The calls in which two patterns are compared row by row: all short lengths, and rows of longer calls near edges.

Every number in the masks is tried with its neighbours as a length, a row, a key, a distance or a head, whichever it may
be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import assert_never

import numpy as np

from patternc.analysis.calls import accepts, least_heads, longest, most_heads
from patternc.analysis.equal_heads import equal_heads, local_heads
from patternc.cost_constants import HEAD_DIM
from patternc.differences.row_results import Numbers
from patternc.ir.facts import Form, atom_facts
from patternc.ir.intervals import ALWAYS
from patternc.ir.mask import Arithmetic, Atom, BoundAt, Expression, HeadRange, HeadShare, Label, Name, Number, Pattern
from patternc.ir.semantics import head_range
from patternc.ir.traversal import classes_in, comparisons, names_in, pattern_atoms, pattern_inputs, topk_of

SHORT = 40
"""All lengths up to this are tried, with all rows."""
SEEDS = (0, 1, 2)
"""The seeds of random runtime inputs, for patterns that have any."""
WHOLE = 1000
"""Up to this length, all rows are compared, unless masks have too many conditions."""
FAR, FARTHEST = 1 << 20, ALWAYS
"""The longest length tried with all keys, and the longest length tried with some keys."""
ROWS = 96
"""The most compared rows of a longer call."""
LISTED_BLOCKS = 1024
"""The most blocks of a sequence in which random blocks are ranked or a `topk` is scored."""
MOST_HEADS = 1 << 12
"""The largest number of heads that is tried because a condition names it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A call with the runtime inputs of a seed. `rows`, `keys`: the compared rows and keys; None: all."""

    n: int
    heads: int
    seed: int
    rows: tuple[int, ...] | None = None
    keys: tuple[int, ...] | None = None

    @property
    def queries(self) -> Numbers:
        """The rows that are compared."""
        return np.arange(self.n) if self.rows is None else np.array(self.rows, np.int64)

    @property
    def columns(self) -> Numbers:
        """The keys that are compared."""
        return np.arange(self.n) if self.keys is None else np.array(self.keys, np.int64)


def trials(before: Pattern, after: Pattern) -> Iterator[Trial]:
    """The calls to compare, which both patterns accept, short ones first."""
    both = before, after
    seeds = SEEDS if any(map(_has_inputs, both)) else SEEDS[:1]
    counts = numbers_of_heads(before, after)
    for n in (n for n in range(1, SHORT + 1) if _takes(both, n)):
        fitting = [heads for heads in counts if all(accepts(one, n, heads, HEAD_DIM) for one in both)]
        several = fitting if n % 13 == 0 else fitting[:8]  # only at some lengths are all numbers of heads tried
        yield from (Trial(n, heads, seed) for heads in several for seed in seeds)
    for n in longer_lengths(before, after):
        fitting = [heads for heads in counts if all(accepts(one, n, heads, HEAD_DIM) for one in both)][-2:]
        calls = [(heads, seed) for heads in fitting for seed in seeds]
        kinds = sum(len(heads_that_differ(before, after, heads)) for heads, _ in calls)
        effort = (1 << 25) // max(1, kinds * _conditions(both))  # evaluations of conditions in the calls of a length
        rows, keys = _rows_of(both, n, effort), _keys_of(both, n)
        yield from (Trial(n, heads, seed, rows, keys) for heads, seed in calls)


def heads_that_differ(before: Pattern, after: Pattern, heads: int) -> tuple[int, ...]:
    """Representative heads of a call: one of each set of heads that are equal in both patterns."""
    kinds = (_kinds(before, heads), _kinds(after, heads))
    first: dict[tuple[tuple[int, int], ...], int] = {}
    for head in range(heads):
        if all(head in kind for kind in kinds):
            first.setdefault(tuple(kind[head] for kind in kinds), head)
    found = tuple(first.values())
    most = 32  # the most compared heads of a call
    if len(found) <= most:
        return found
    named = {size + step for one in (before, after) for size in _head_numbers(one) for step in (-1, 0, 1)}
    kept = [*(head for head in found if head in named), *found[:: -(-2 * len(found) // most)], found[-1]]
    return tuple(sorted(set(kept[: most - 1] + kept[-1:])))


def _kinds(pattern: Pattern, heads: int) -> dict[int, tuple[int, int]]:
    """For each head, the index of its group and the first equal head in it; with a `topk`, no heads are equal."""
    choosing = topk_of(pattern) is not None
    found = {}
    for number, group in enumerate(pattern.groups):
        for head, like in equal_heads(group, local_heads(group.heads, heads), heads).items():
            found[head] = number, head if choosing else like
    return found


def takes_heads(pattern: Pattern, heads: int) -> bool:
    """Whether a pattern accepts calls with that many heads, apart from its `require` statements."""
    most, named = most_heads(pattern), 0
    for one in sorted((head_range(group.heads, heads) for group in pattern.groups), key=lambda one: one.start):
        named = max(named, one.stop) if one.start <= named else named
    return least_heads(pattern) <= heads <= named and (most is None or heads <= most)


def numbers_of_heads(before: Pattern, after: Pattern) -> tuple[int, ...]:
    """Numbers of heads to try: small ones, those around the ends of head ranges, and enough for all residue classes."""
    if not any(map(_reads_heads, (before, after))):
        found = [1, 2, 3]
    else:
        found = [1, 2, 3, 4, 6, 8, *(size for one in (before, after) for size in head_sizes(one))]
    least, most = max(map(least_heads, (before, after))), [most_heads(one) for one in (before, after)]
    found += [least, least + 1, *(one for one in most if one is not None)]
    return tuple(heads for heads in sorted(set(found)) if all(takes_heads(one, heads) for one in (before, after)))


def _reads_heads(pattern: Pattern) -> bool:
    reads = any({"head", "heads"} & names_in(atom) for atom in pattern_atoms(pattern))
    return reads or len(pattern.groups) > 1 or topk_of(pattern) is not None


def head_sizes(pattern: Pattern) -> Iterator[int]:
    """Numbers of heads around the ends of head ranges, shares and residue classes."""
    for group in pattern.groups:
        match group.heads:
            case HeadRange(start, stop):
                yield from (start + 1, start + 2, *(() if stop is None else (stop, stop + 1)))
            case HeadShare(count=count):
                yield from (count, count + 1, 2 * count + 1)
            case _:
                assert_never(group.heads)
    for atom in classes_in(pattern_atoms(pattern)):
        if "head" in names_in(atom) and atom.dilation <= 64:
            yield from (atom.dilation, atom.dilation + 1)
    yield from (size + 2 for size in _head_numbers(pattern))


def _head_numbers(pattern: Pattern) -> Iterator[int]:
    """Numbers in conditions on the head that may name a head."""
    for atom in comparisons(pattern_atoms(pattern)):
        if "head" in names_in(atom):
            yield from (size for size in map(abs, _sizes(atom)) if size < MOST_HEADS)


def _has_inputs(pattern: Pattern) -> bool:
    return topk_of(pattern) is not None or bool(pattern_inputs(pattern))


# ---- lengths ---------------------------------------------------------------------------------------------------------
def _takes(both: tuple[Pattern, Pattern], n: int) -> bool:
    """Whether both patterns accept that length, apart from `require`, and their selections are small enough to draw."""
    return all(_has_length(one, n) for one in both) and is_listed(*both, n)


def _has_length(pattern: Pattern, n: int) -> bool:
    most = longest(pattern)
    return (not pattern.grid or prod(pattern.grid) == n) and (most is None or n <= most)


def _listed_blocks(pattern: Pattern) -> Iterator[int]:
    known = (facts for facts in map(atom_facts, pattern_atoms(pattern)) if facts.count is not None)
    return (facts.block if facts.ranked else 1 for facts in known)


def takes(before: Pattern, after: Pattern, n: int, heads: int, head_dim: int = HEAD_DIM) -> bool:
    """Whether both patterns accept a call."""
    both = before, after
    return all(_has_length(one, n) and takes_heads(one, heads) and accepts(one, n, heads, head_dim) for one in both)


def is_listed(before: Pattern, after: Pattern, n: int) -> bool:
    """Whether the selections of both patterns have so few blocks that all can be ranked."""
    return all(n <= LISTED_BLOCKS * block for pattern in (before, after) for block in _listed_blocks(pattern))


def longer_lengths(before: Pattern, after: Pattern) -> tuple[int, ...]:
    """Longer lengths that both patterns accept: lengths in their masks, multiples of distances, and grid sizes."""
    both = before, after
    sizes = sorted({size for one in both for size in sizes_of(one)})
    distances = [size for size in sizes if size > SHORT // 4]
    wanted = [97, WHOLE, *(4 * size for size in distances[-1:])]
    wanted += [2 * size + 17 if 2 * size + 17 <= FARTHEST else size + 17 for size in distances]
    wanted += [most for one in both if (most := longest(one)) is not None]
    cells = [prod(one.grid) for one in both if one.grid and prod(one.grid) <= 1 << 24]
    found = {_fitting(both, n) for n in dict.fromkeys((*(n for n in wanted if n <= FARTHEST), *cells)) if n > SHORT}
    several = sorted(n for n in found if n is not None)
    # About 8 longer lengths, and at most 24 further ones because a condition on the length names them.
    some = {*several[:: -(-len(several) // 8) or 1], *several[-1:], *(n for n in several if n == WHOLE)}
    named = (number + step for one in both for number in _named_lengths(one) for step in (-1, 0, 1))
    some |= {n for n in islice(dict.fromkeys(named), 24) if SHORT < n <= FARTHEST and _fitting(both, n) == n}
    return tuple(sorted(some))


def _named_lengths(pattern: Pattern) -> Iterator[int]:
    """Numbers in conditions on the length."""
    for atom in comparisons(pattern_atoms(pattern)):
        if "n" in names_in(atom):
            yield from (abs(size) for size in _sizes(atom) if size)


def _conditions(both: tuple[Pattern, Pattern]) -> int:
    """The number of conditions that are evaluated for a pair; a hash counts as several."""
    known = (atom_facts(atom) for one in both for atom in pattern_atoms(one))
    return sum(8 if facts.hashed or facts.ranked else 1 for facts in known)


def _fitting(both: tuple[Pattern, Pattern], least: int) -> int | None:
    """The smallest length >= `least` that both patterns accept with some number of heads."""
    counts = numbers_of_heads(*both)
    ends = [LISTED_BLOCKS * block for one in both for block in _listed_blocks(one)]  # no longer one has a meaning
    ends += [most for one in both if (most := longest(one)) is not None]
    tried = range(least, min(2 * least, least + 20000, *(end + 1 for end in ends)))
    only = {prod(one.grid) for one in both if one.grid}
    for n in sorted(only & {*tried}) if only else tried:
        if _takes(both, n) and any(all(accepts(one, n, heads, HEAD_DIM) for one in both) for heads in counts):
            return n
    return None


def _rows_of(both: tuple[Pattern, Pattern], n: int, effort: int) -> tuple[int, ...] | None:
    """The rows to compare: at both ends, around numbers in the masks and their multiples, and at random; None: all.

    `effort`: the most pairs that may be evaluated.
    """
    if n <= WHOLE and n * n <= effort:
        return None
    most = max(4, min(ROWS, min(1 << 22, effort) // min(n, FAR)))
    edges = _edges(both, n)
    draws = np.random.default_rng(n)
    kept = draws.choice(edges, min(len(edges), most // 2), replace=False).tolist()
    return tuple(sorted({*kept, *draws.integers(0, n, most - len(kept)).tolist()}))


def _edges(both: tuple[Pattern, Pattern], n: int) -> list[int]:
    sizes = [size for one in both for size in sizes_of(one) if size < n]
    near = {0, 1, n - 1, n - 2, *(place + step for size in sizes for place in (size, 2 * size) for step in (-1, 0, 1))}
    near |= {n - size for size in sizes}
    return sorted(row for row in near if 0 <= row < n)


def _keys_of(both: tuple[Pattern, Pattern], n: int) -> tuple[int, ...] | None:
    """The keys to compare in a call that is too long for all: chosen like rows, and near those rows; None: all."""
    if n <= FAR:
        return None
    rows, draws = _edges(both, n)[:ROWS], np.random.default_rng(n)
    sizes = [size for one in both for size in sizes_of(one) if size < n][:ROWS]
    near = {row + sign * size + step for row in rows for size in (0, *sizes) for sign in (-1, 1) for step in (-1, 0, 1)}
    return tuple(sorted({key for key in near if 0 <= key < n} | set(draws.integers(0, n, ROWS).tolist())))


def sizes_of(pattern: Pattern) -> tuple[int, ...]:
    """Distances, lengths and positions that the masks of a pattern name."""
    return tuple(dict.fromkeys(abs(size) for atom in pattern_atoms(pattern) for size in _sizes(atom) if size))


def _sizes(atom: Atom) -> Iterator[int]:
    facts = atom_facts(atom)
    yield from facts.numbers
    yield from (read.unit for read in facts.inputs)
    if facts.form is Form.SELECTION:
        yield facts.block
    for one in comparisons([atom]):
        yield from (*_numbers(one.left), *_numbers(one.right))


def _numbers(expression: Expression) -> Iterator[int]:
    match expression:
        case Number(value):
            yield value
        case Name() | Label() | BoundAt():
            pass
        case Arithmetic(_, left, right):
            yield from (*_numbers(left), *_numbers(right))
        case _:
            assert_never(expression)
