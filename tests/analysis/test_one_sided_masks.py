"""Masks that read no key, no query or no head, in every command that counts keys, against their conditions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from patternc.cli import run

N, HEADS = 33, 4
Condition = Callable[[int, int, int], bool]
MASKS: dict[str, Condition] = {
    "queries(every=2)": lambda _h, q, _k: q % 2 == 0,
    "queries(every=3, offset=1)": lambda _h, q, _k: q % 3 == 1,
    "when(q < 30)": lambda _h, q, _k: q < 30,
    "when(q * q % 7 < 3)": lambda _h, q, _k: q * q % 7 < 3,
    "when(h % 2 == 0)": lambda h, _q, _k: h % 2 == 0,
    "when(h == 1)": lambda h, _q, _k: h == 1,
    "!when(h * q % 3 == 0)": lambda h, q, _k: h * q % 3 != 0,
    "when(n > 32)": lambda _h, _q, _k: True,
    "when(n == 34)": lambda _h, _q, _k: False,
    "keys(every=4)": lambda _h, _q, k: k % 4 == 0,
    "when(k * k % 5 == 1)": lambda _h, _q, k: k * k % 5 == 1,
    "full": lambda _h, _q, _k: True,
    "blocks(4, queries(every=2))": lambda _h, q, _k: q // 4 % 2 == 0,
    "blocks(4, when(h + q < 6))": lambda h, q, _k: h + q // 4 < 6,
}


def keys_of(condition: Condition, head: int, query: int) -> list[int]:
    return [key for key in range(N) if condition(head, query, key)]


def shown(keys: list[int]) -> str:
    return f"{len(keys) or 'no'} {'key' if len(keys) == 1 else 'keys'}"


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def of(mask: str, command: str, *words: str) -> str:
        path = tmp_path / "p.pat"
        path.write_text(f"pattern p {{ attend {mask} }}\n")
        assert run([command, str(path), "-n", str(N), "--heads", str(HEADS), *words]) == 0
        return capsys.readouterr().out

    return of


@pytest.mark.parametrize("mask", MASKS)
def test_explain_lists_the_keys_of_a_row(mask: str, said: Callable[..., str]) -> None:
    for head, query in ((0, 20), (1, 32), (3, 7)):
        keys, text = keys_of(MASKS[mask], head, query), said(mask, "explain", "--query", f"{head},{query}")
        assert f"  (p.pat:1): {shown(keys)}\n" in text
        assert text.endswith(f"  together: {shown(keys)}\n")
        listed = re.search(r"keys?\n    (.+)\n  together", text)
        spans = [] if listed is None else [re.findall("[0-9]+", part) for part in listed[1].split(", ")]
        runs = (range(int(span[0]), int(span[1 if span[1:] else 0]) + 1, int([1, *span[2:]][-1])) for span in spans)
        assert [key for run in runs for key in run] == keys


@pytest.mark.parametrize("mask", MASKS)
def test_show_draws_and_counts_the_pairs_of_a_head(mask: str, said: Callable[..., str]) -> None:
    for head in (0, 1):
        text = said(mask, "show", "--head", str(head), "--width", "80", "--no-color")
        rows = [line[line.index("│") + 1 : line.rindex("│")] for line in text.splitlines() if line.count("│") == 2]
        for query in range(N):
            drawn = [key for key in range(N) if rows[query // 2][key] in "█▀▄"[:: 2 if query % 2 else 1][:2]]
            assert drawn == keys_of(MASKS[mask], head, query), (head, query)
        mean = sum(len(keys_of(MASKS[mask], head, query)) for query in range(N)) / N
        found = re.search(r"([0-9.]+) keys per row", text)
        assert found is not None, text
        assert float(found[1]) == pytest.approx(mean, abs=0.06)


@pytest.mark.parametrize("mask", MASKS)
def test_cost_counts_the_keys_of_all_rows(mask: str, said: Callable[..., str]) -> None:
    (found,) = json.loads(said(mask, "cost", "--target", "sm_90", "--json"))["patterns"]
    every = [len(keys_of(MASKS[mask], head, query)) for head in range(HEADS) for query in range(N)]
    counted = tuple(found["rows"][name] for name in ("mean", "least", "most"))
    assert counted == (pytest.approx(sum(every) / len(every)), min(every), max(every))


@pytest.mark.parametrize("mask", [mask for mask in MASKS if not re.search("when.*([hk]|q [*]|n ==)", mask)])
def test_a_ring_counts_the_keys_that_a_rank_needs(mask: str, said: Callable[..., str]) -> None:
    """Rank 1 of 3 holds the positions 11 to 21. Keys that only a comparison excludes travel too: not those masks."""
    text = said(mask, "explain", "--ranks", "3", "--rank", "1", "--transport", "alltoall")
    found = re.search(r"\n  rows +([0-9]+) of keys received", text)
    needed = {(h, k) for h in range(HEADS) for q in range(11, 22) for k in keys_of(MASKS[mask], h, q)}
    assert found is not None, text
    assert int(found[1]) == sum(not 11 <= key < 22 for _, key in needed)
