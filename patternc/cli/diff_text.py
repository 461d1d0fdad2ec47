"""Comparisons as text: the verdict, changed keys with a picture, statements, cost and code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap, zip_longest

import numpy as np
import numpy.typing as npt

from patternc.cli.quantities import count, si, time
from patternc.cli.tables import aligned
from patternc.differences.comparisons import CodeChange, Comparison, CostChange, Files
from patternc.differences.key_changes import Gains, KeyChanges, RowChange, Squares
from patternc.differences.verdicts import Basis, Difference, Tried, Verdict
from patternc.pictures.key_runs import runs
from patternc.pictures.palette import TERMINAL
from patternc.pictures.terminal import halves


def lines(files: Files, pictures: Sequence[Squares | None], colour: bool) -> Iterator[str]:
    """The text of a comparison, with a picture for each pattern that has one."""
    yield f"{files.before} -> {files.after}"
    yield from (f"{name}: only in {files.before}" for name in files.lost)
    yield from (f"{name}: only in {files.after}" for name in files.gained)
    for comparison, picture in zip(files.patterns, pictures, strict=True):
        yield from _comparison(comparison, picture, colour)


def _comparison(comparison: Comparison, picture: Squares | None, colour: bool) -> Iterator[str]:
    name = comparison.after if comparison.before == comparison.after else f"{comparison.before} -> {comparison.after}"
    yield f"{name}: {_whether(comparison.verdict)}: {_because(comparison.verdict)}"
    if comparison.keys is not None:
        yield from _keys(comparison.keys)
    if comparison.verdict.difference is not None and comparison.admitting is not None:
        yield from _first(comparison.verdict.difference, comparison)
    if comparison.keys is not None:
        yield from _examples(comparison.keys.examples)
    if picture is not None and comparison.keys is not None:
        yield from (f"    {line}" for line in _picture(picture, comparison.keys, colour))
    for change in comparison.verdict.changes:
        effect = "" if change.matters or _of_rows(comparison.verdict, change.what) else "  (changes no result)"
        yield f"  {change.what:15} {change.before} -> {change.after}{effect}"
    if comparison.call is not None:
        call = comparison.call
        yield f"  cost            at {count(call.n)} positions, {call.heads} heads of {call.dims}, predicted"
        yield from (f"    {line}" for line in _costs(comparison.costs))
    else:
        yield "  cost            not predicted: there is no call that both accept, or its grid has too many cells"
    for code in comparison.code:
        yield f"  generated code  {_code(code)}"


def _of_rows(verdict: Verdict, what: str) -> bool:
    """Whether a statement's effect is already shown by rows that differ."""
    return what == "combine" and verdict.keys is Basis.SHOWN


# ---- the verdict -----------------------------------------------------------------------------------------------------
def _whether(verdict: Verdict) -> str:
    if not verdict.same:
        return "not the same"
    return "the same as far as was tested, NOT PROVEN" if verdict.basis is Basis.TESTED else "the same"


def _because(verdict: Verdict) -> str:
    statements = [one.what for one in verdict.changes if one.matters]
    rows = _rows(verdict)
    if not statements:
        return rows
    return f"{', '.join(statements)}; {rows}"


def _rows(verdict: Verdict) -> str:
    match verdict.keys:
        case Basis.PROVEN if verdict.basis is Basis.TESTED:
            return "rows are proven equal; calls that `require` accepts were tested, not proven"
        case Basis.PROVEN:
            return "rows are proven equal, for every length, number of heads and input"
        case Basis.TESTED:
            assert verdict.tried is not None
            return f"no difference in {_tried(verdict.tried)}"
        case Basis.CONSTANTS:
            assert verdict.tried is not None
            numbers = "the numbers of the masks differ, and nothing proves them harmless"
            return f"{numbers}; no difference in {_tried(verdict.tried)}"
        case Basis.SHOWN:
            return "rows differ"
        case Basis.UNTRIED:
            return "no call was found that both take"


def _tried(tried: Tried) -> str:
    parts = [f"all rows of every n <= {tried.short} that both take"] if tried.short else []
    if tried.whole:
        parts.append(f"all rows of n = {', '.join(map(count, tried.whole))}")
    if tried.longer:
        parts.append(f"some rows of n = {', '.join(map(count, tried.longer))}")
    heads = f"{', '.join(map(str, tried.heads))} heads"
    seeds = f", inputs of seeds {', '.join(map(str, tried.seeds))}" if tried.seeds else ""
    return f"{', '.join(parts)}; {heads}{seeds}"


# ---- keys ------------------------------------------------------------------------------------------------------------
def _keys(changes: KeyChanges) -> Iterator[str]:
    drawn = "" if changes.rows == changes.n else f", {count(changes.rows)} rows of a head drawn at random"
    rows = f"{changes.share:.1%} of the rows differ"
    yield f"  keys            at n = {count(changes.n)}, {changes.heads} heads{drawn}: {rows}"
    named = (("gained", changes.gained), ("lost", changes.lost), ("counted otherwise", changes.recounted))
    for name, gains in named:
        if gains.most:
            yield f"    {name}: {_gains(gains)}"


def _gains(gains: Gains) -> str:
    return f"{gains.mean:,.2f} keys per row, at most {count(gains.most)}"


def _first(difference: Difference, comparison: Comparison) -> Iterator[str]:
    trial = difference.trial
    seed = f", inputs of seed {trial.seed}" if any(difference.inputs) else ""
    where = f"head {difference.head} of {trial.heads}, query {difference.query} of {count(trial.n)}{seed}"
    assert comparison.admitting is not None
    if difference.key is None:
        yield f"  first           {where}: the same keys, mixed in another way"
    else:
        counts = f"{_times(difference.before)} -> {_times(difference.after)}"
        yield f"  first           {where}, key {difference.key}: {counts}"
    for name, statements in (("before", comparison.admitting.before), ("after", comparison.admitting.after)):
        for label, text in zip_longest((name,), statements or ("no branch admits it",), fillvalue=""):
            yield f"    {label:13} {text}"


def _times(number: int) -> str:
    return "not admitted" if not number else "admitted" if number == 1 else f"admitted {number} times"


def _examples(rows: tuple[RowChange, ...]) -> Iterator[str]:
    for row in rows:
        kinds = (("gains", row.gained), ("loses", row.lost), ("counts otherwise", row.recounted))
        said = [f"{verb} {_listed(keys)}" for verb, keys in kinds if keys]
        if said:
            yield f"  row             head {row.head}, query {row.query}: {'; '.join(said)}"


def _listed(keys: tuple[int, ...]) -> str:
    several = list(runs(keys))
    shown_runs = 6  # the most runs of keys that are listed for an example row
    more = f", ... ({count(len(keys))} keys)" if len(several) > shown_runs else ""
    return ", ".join(several[:shown_runs]) + more


# ---- the picture -----------------------------------------------------------------------------------------------------
_COLOURS = (None, (135, 135, 135), TERMINAL[0], TERMINAL[5], TERMINAL[2])
"""Colours for no key, kept, recounted, lost and gained keys, distinguishable with colour blindness."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def _picture(squares: Squares, changes: KeyChanges, colour: bool) -> Iterator[str]:
    size = squares.kept.shape[0]
    yield f"head {changes.head}: queries downwards, keys to the right; {_legend(colour)}"
    yield f"┌{'─' * size}┐"
    yield from (f"│{line}│" for line in (_in_colour(squares) if colour else _in_marks(squares)))
    yield f"└{'─' * size}┘"


def _legend(colour: bool) -> str:
    names = ("both", "counted otherwise", "lost", "gained")
    if not colour:
        return "+ gained, - lost, ± both of them, ~ counted otherwise, █ kept"
    return ", ".join(f"{halves(colour, colour)} {name}" for colour, name in zip(_COLOURS[1:], names, strict=True))


def _in_marks(squares: Squares) -> Iterator[str]:
    """Two squares per character, one above the other: half blocks for kept pairs, signs if any pair changes."""
    kinds = (squares.gained, squares.lost, squares.recounted, squares.kept)
    gained, lost, recounted, kept = (_even(kind) for kind in kinds)
    for y in range(0, kept.shape[0], 2):
        pairs = (kind[y : y + 2].T for kind in (gained, lost, recounted, kept))
        yield "".join(starmap(_mark, zip(*pairs, strict=True)))


Truths = npt.NDArray[np.bool_]


def _mark(gained: Truths, lost: Truths, recounted: Truths, kept: Truths) -> str:
    """The character for two squares, from the states of each [2]."""
    if gained.any():
        return "±" if lost.any() else "+"
    if lost.any():
        return "-"
    return "~" if recounted.any() else _HALVES[bool(kept[0]), bool(kept[1])]


def _even(squares: Truths) -> Truths:
    """The squares with a blank last line if the number of lines is odd."""
    return np.pad(squares, ((0, squares.shape[0] % 2), (0, 0)))


def _in_colour(squares: Squares) -> Iterator[str]:
    level: npt.NDArray[np.int64] = np.zeros(squares.kept.shape, np.int64)
    for place, kind in enumerate((squares.kept, squares.recounted, squares.lost, squares.gained)):
        level[kind] = place + 1
    even = np.pad(level, ((0, level.shape[0] % 2), (0, 0)))
    for top, bottom in zip(even[::2], even[1::2], strict=True):
        yield "".join(halves(_COLOURS[a], _COLOURS[b]) for a, b in zip(top, bottom, strict=True))


# ---- cost and code ---------------------------------------------------------------------------------------------------
def _costs(costs: tuple[CostChange, ...]) -> Iterator[str]:
    head = ("target", "forward", "backward", "occupancy", "memory", "time")
    return aligned([head, *map(_cost, costs)], range(len(head)))


def _cost(change: CostChange) -> tuple[str, ...]:
    old, new = change.before, change.after
    return (
        old.target.name,
        f"{time(old.forward.seconds)} -> {time(new.forward.seconds)}",
        f"{time(old.backward.seconds)} -> {time(new.backward.seconds)}",
        f"{old.forward.occupancy:.3f} -> {new.forward.occupancy:.3f}",
        f"{si(old.memory)}B -> {si(new.memory)}B",
        f"x {change.ratio:.2f}",
    )


def _code(change: CodeChange) -> str:
    added, removed = change.lines
    if not added and not removed:
        return f"{change.name}: the same"
    return f"{change.name}: {count(added)} lines added, {count(removed)} removed"
