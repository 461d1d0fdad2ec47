"""Programs visit no tile that extremes of numbers prove empty, and test none that they prove full.

The proofs are written here once more, for each pattern by hand: `may` and `must` say from the ends of positions and
numbers whether a tile may hold a pair, and whether all of its pairs must be admitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from evaluated import Case, check, counted_tiles
from oracles.evaluate_programs import Counting, Counts
from program_cases import LOWERINGS, target

from patternc.driver import analyse
from patternc.ir.launch_settings import Extents
from patternc.schedule import schedule
from patternc.source import Source

N = 75
Ends = Any
"""The ends `q`, `k` of positions, and of each input those of its numbers in a tile: pairs (least, greatest)."""


@dataclass(frozen=True)
class Proofs:
    """A pattern; `inputs`: the sides that have numbers of each; `may`, `must`: what ends say of a tile."""

    body: str
    inputs: dict[str, str]
    may: Callable[[Ends], bool]
    must: Callable[[Ends], bool]


def _in_window(e: Ends) -> bool:
    return bool(e.k[0] <= e.q[1] and e.k[1] >= e.q[0] - 9)


PROOFS = {
    "tree": Proofs(
        "input end: positions; attend causal & columns(0, @end)",
        {"end": "k"},
        lambda e: e.k[0] <= e.q[1] and e.q[0] < e.end[1],
        lambda e: e.k[1] <= e.q[0] and e.q[1] < e.end[0],
    ),
    "spans": Proofs(
        "input a: positions; input b: positions; attend (causal | rows(@a, @b)) & window(9, n)",
        {"a": "q", "b": "q"},
        lambda e: _in_window(e) or (e.k[1] > e.q[0] and e.k[1] >= e.a[0] and e.k[0] < e.b[1]),
        lambda e: (
            (e.k[1] <= e.q[0] and e.k[0] >= e.q[1] - 9) or (e.k[0] > e.q[1] and e.k[0] >= e.a[1] and e.k[1] < e.b[0])
        ),
    ),
    "rows": Proofs(
        "input a: positions; input b: positions; attend rows(@a, @b)",
        {"a": "q", "b": "q"},
        lambda e: e.k[1] >= e.a[0] and e.k[0] < e.b[1],
        lambda e: e.k[0] >= e.a[1] and e.k[1] < e.b[0],
    ),
    "columns": Proofs(
        "input a: positions; input b: positions; attend columns(@a, @b)",
        {"a": "k", "b": "k"},
        lambda e: e.q[1] >= e.a[0] and e.q[0] < e.b[1],
        lambda e: e.q[0] >= e.a[1] and e.q[1] < e.b[0],
    ),
    "not rows": Proofs(
        "input a: positions; input b: positions; attend causal - rows(@a, @b)",
        {"a": "q", "b": "q"},
        lambda e: e.k[0] <= e.q[1] and (e.k[0] < e.a[1] or e.k[1] >= e.b[0]),
        lambda e: e.k[1] <= e.q[0] and (e.k[1] < e.a[0] or e.k[0] >= e.b[1]),
    ),
    "masked below": Proofs(
        "input a: positions; input b: positions; attend causal - columns(@a, @b)",
        {"a": "k", "b": "k"},
        lambda e: e.k[0] <= e.q[1] and (e.q[0] < e.a[1] or e.q[1] >= e.b[0]),
        lambda e: e.k[1] <= e.q[0] and (e.q[1] < e.a[0] or e.q[0] >= e.b[1]),
    ),
    "masked on both sides": Proofs(
        "input a: positions; input b: positions; attend causal & columns(0, @a) | !causal & columns(@b, n)",
        {"a": "k", "b": "k"},
        lambda e: (e.k[0] <= e.q[1] and e.q[0] < e.a[1]) or (e.k[1] > e.q[0] and e.q[1] >= e.b[0]),
        lambda e: (e.k[1] <= e.q[0] and e.q[1] < e.a[0]) or (e.k[0] > e.q[1] and e.q[0] >= e.b[1]),
    ),
    "labels": Proofs(
        "input id: labels; attend when(@id[q] == @id[k]) & causal",
        {"id": "qk"},
        lambda e: e.k[0] <= e.q[1] and e.id_q[0] <= e.id_k[1] and e.id_k[0] <= e.id_q[1],
        lambda e: e.k[1] <= e.q[0] and e.id_q[0] == e.id_q[1] == e.id_k[0] == e.id_k[1],
    ),
    "other labels": Proofs(
        "input id: labels; attend when(@id[q] - 1 < 2 * @id[k] and @id[k] // 2 != 0)",
        {"id": "qk"},
        lambda e: e.id_q[0] - 1 < 2 * e.id_k[1] and not e.id_k[0] // 2 == 0 == e.id_k[1] // 2,
        lambda e: e.id_q[1] - 1 < 2 * e.id_k[0] and not e.id_k[0] // 2 <= 0 <= e.id_k[1] // 2,
    ),
    "remainders": Proofs(
        "input id: labels; attend when(@id[k] % 4 < 2) & window(9, 0)",
        {"id": "k"},
        lambda e: _in_window(e) and _remainders(e.id_k)[0] < 2,
        lambda e: e.k[1] <= e.q[0] and e.k[0] >= e.q[1] - 9 and _remainders(e.id_k)[1] < 2,
    ),
}


def _remainders(ends: tuple[int, int]) -> tuple[int, int]:
    least, most = ends
    return (least % 4, most % 4) if least // 4 == most // 4 else (0, 3)


def numbers(kind: str, seed: int) -> np.ndarray:
    """Numbers of positions: of a tree's subtrees or spans, random, all beyond the sequence, or empty."""
    draws, places = np.random.default_rng(seed), np.arange(N)
    match kind:
        case "runs":
            return np.repeat(draws.integers(-3, 5, 9), 9)[:N] if seed % 2 else places // 9 * 9 + 9
        case "near":
            return np.asarray(np.clip(places + draws.integers(-6, 14, N), 0, N))
        case "random":
            return draws.integers(0, N + 1, N)
        case _:
            return np.where(places < 40, 0, N)


def given(proofs: Proofs, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for seed, (name, sides) in enumerate(proofs.inputs.items()):
        own = numbers(kind, seed)
        found |= {name: own.tolist()} if len(sides) == 1 else {name: own.tolist(), f"{name}_of_keys": own.tolist()}
    return found


@dataclass(frozen=True)
class Seen:
    """A tile that a program took in."""

    rows: np.ndarray
    columns: np.ndarray
    tested: bool
    loaded: bool
    keys: bool


def seen(case: Case, monkeypatch: pytest.MonkeyPatch) -> Iterator[Seen]:
    """The tiles of all passes. Positions before the call's first that a tile of rows is aligned to are rows too."""
    found: list[Seen] = []

    def count(self: Counting, tile: Counts) -> None:
        rows = np.atleast_1d(self.names["rows"] if "rows" in self.names else self.names["row"])
        held = rows[: int(np.flatnonzero(np.atleast_1d(self.names["valid"]))[-1]) + 1] if "rows" in self.names else rows
        valid = tile.columns.valid
        found.append(Seen(held, tile.columns.rows[valid], self.tested, bool(valid.all()), "grad_keys" in self.names))

    monkeypatch.setattr(Counting, "count", count)
    check(case)
    yield from found


KINDS = ["runs", "near", *(pytest.param(one, marks=pytest.mark.long) for one in ("random", "ends"))]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", PROOFS)
def test_programs_visit_and_test_what_extremes_leave_open(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    proofs = PROOFS[name]
    analysis = analyse(Source("m.pat", f"pattern m {{ {proofs.body} }}"), {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    kernel, inputs = schedule(meaning, normal, target(), LOWERINGS[0]), given(proofs, kind)
    for extents, sizes in (
        (Extents(N, 0, N, 0, N, 2, 1), (8, 4)),
        (Extents(N, 17, 40, 5, 60, 1, 1), (8, 8)),
        (Extents(N, 66, 9, 0, N, 2, 2), (16, 4)),
    ):
        case = Case(kernel, extents, inputs, block_m=sizes[0], block_n=sizes[1])
        for tile in seen(case, monkeypatch):
            hold(proofs, inputs, tile)
        monkeypatch.undo()
        for direction, work, tiles in counted_tiles(case):
            counted = tiles.visited * sizes[0] * sizes[1], tiles.full * sizes[0] * sizes[1]
            assert counted == (work.executed, work.untested), direction


def hold(proofs: Proofs, inputs: dict[str, Any], tile: Seen) -> None:
    rows, columns = tile.rows, tile.columns
    sides = {"q": columns if tile.keys else rows, "k": rows if tile.keys else columns}
    ends = {side: (int(own.min()), int(own.max())) for side, own in sides.items()}
    for name, own in proofs.inputs.items():
        for side in own:
            values = np.asarray(inputs[name])[sides[side]]
            key = f"{name}_{side}" if name == "id" else name
            ends[key] = int(values.min()), int(values.max())
    found = SimpleNamespace(**ends)
    assert proofs.may(found), f"a tile that is proved empty is visited: {found}"
    assert not (tile.tested and tile.loaded and proofs.must(found)), f"a tile that is proved full is tested: {found}"


LISTED = "input end: positions; attend blocks(8, random(2, seed=1)) & causal & columns(0, @end)"
SPACED = "input id: labels; attend segment(40, dilation=3, offset=head) & when(@id[q] == @id[k]) | window(2)"


@pytest.mark.parametrize("body", [LISTED, SPACED])
def test_programs_skip_listed_and_spaced_columns(body: str) -> None:
    """What is left is what the pattern means, and there is less of it than where no number proves a tile empty."""
    analysis = analyse(Source("m.pat", f"pattern m {{ {body} }}"), {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    kernel, work = schedule(meaning, normal, target(), LOWERINGS[0]), []
    for own in ((np.arange(N) // 9 * 9 + 9).tolist(), [N] * N):
        inputs = {"end": own, "id": own, "id_of_keys": own}
        case = Case(kernel, Extents(N, 0, N, 0, N, 3, 3), inputs, block_m=8, block_n=8)
        work.append(check(case).executed)
        check(Case(kernel, Extents(N, 66, 9, 5, 70, 2, 1), inputs, block_m=8, block_n=4))
    assert work[0] < work[1]
