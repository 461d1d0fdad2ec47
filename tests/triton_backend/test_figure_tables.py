"""Tables of what kernels compiled to: what differs from a saved one is told, and what got worse is a failure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from figure_tables import Row, a_pair, differences, regressions, worst, write

ROW: Row = {
    "triton": "3.6.0",
    "pattern": "p",
    "kernel": "_forward_dense",
    "target": "sm_90",
    "dtype": "bfloat16",
    "head_dim": 64,
    "rows": 128,
    "columns": 64,
    "warps": 8,
    "stages": 3,
    "registers": 122,
    "spilled": 0,
    "reloads": 0,
    "shared": 65536,
    "ctas": 2,
    "exp2": 1.0,
    "work": 1.0,
    "wait": 2,
    "tensor": 8,
    "wide": 16,
    "bulk": 0,
    "narrow": 0,
    "integers": 70,
    "instructions": 300,
}
NAME = "triton 3.6.0 p _forward_dense sm_90 bfloat16 D=64"


def test_the_worst_of_several_launches() -> None:
    rows = [{**ROW, "registers": 100, "seconds": 1.0}, {**ROW, "registers": 90, "ctas": 1, "seconds": 2.0}]
    assert worst(rows) == [{**ROW, "registers": 100, "ctas": 1}]


def test_differences() -> None:
    before: list[Row] = [ROW, {**ROW, "kernel": "_old"}]
    after: list[Row] = [{**ROW, "registers": 101}, {**ROW, "kernel": "_added"}, {**ROW, "pattern": "other"}]
    assert list(differences(before, after)) == [
        "triton 3.6.0 p _added sm_90 bfloat16 D=64: new",
        f"{NAME}: registers 122 -> 101",
        "triton 3.6.0 p _old sm_90 bfloat16 D=64: gone",
    ]
    assert list(regressions(before, after)) == ["triton 3.6.0 p _old sm_90 bfloat16 D=64: gone"]
    assert list(differences(before, before)) == []


def test_instructions_count_for_pairs() -> None:
    assert a_pair(ROW) == 300 * 256 / (128 * 64)
    assert a_pair({**ROW, "target": "gfx942"}) == 2 * a_pair(ROW)
    assert a_pair({**ROW, "columns": 0}) == 0.0
    wider: Row = {**ROW, "columns": 128, "instructions": 590}  # more an iteration, and fewer a pair
    assert list(regressions([ROW], [wider])) == []


@pytest.mark.parametrize(
    ("figure", "worse", "told"),
    [
        ("spilled", 240, "spilled 0 -> 240"),
        ("reloads", 1, "reloads 0 -> 1"),
        ("instructions", 330, "a pair 9.375 -> 10.31"),
        ("exp2", 1.25, "exp2 1 -> 1.25"),
        ("work", 2.0, "work 1 -> 2"),
        ("ctas", 1, "ctas 2 -> 1"),
        ("wait", -1, "wait 2 -> -1"),
    ],
)
def test_what_got_worse(figure: str, worse: float, told: str) -> None:
    """A kernel, the figure, before and after; the other way round it is a gain."""
    changed: Row = {**ROW, figure: worse}
    assert list(regressions([ROW], [changed])) == [f"{NAME}: {told}"]
    assert list(regressions([changed], [ROW])) == []


@pytest.mark.parametrize(
    ("figure", "changed"), [("registers", 255), ("shared", 1 << 17), ("instructions", 303), ("wait", 1)]
)
def test_what_may_change(figure: str, changed: float) -> None:
    assert list(regressions([ROW], [{**ROW, figure: changed}])) == []


def test_saved_rows_of_other_versions_and_targets_stay(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    newer: Row = {**ROW, "triton": "3.7.1"}
    other: Row = {**ROW, "target": "sm_80"}
    write([newer, ROW, other, {**ROW, "kernel": "_old"}], file)
    changed: Row = {**ROW, "registers": 99}
    write([changed], file)
    assert json.loads(file.read_text()) == [other, changed, newer]
    assert file.with_suffix(".md").read_text().count("| p | _forward_dense | sm_90 |") == 2


@pytest.mark.long
def test_a_worse_table_fails(tmp_path: Path) -> None:
    """By exit code, naming kernel, figure, before and after; and so does a version that was never saved."""
    before, after, unknown = (tmp_path / f"{name}.json" for name in ("before", "after", "unknown"))
    newer: Row = {**ROW, "triton": "3.7.1"}
    before.write_text(json.dumps([ROW, newer]))
    after.write_text(json.dumps([{**ROW, "registers": 100}, {**newer, "spilled": 240}]))
    unknown.write_text(json.dumps([{**ROW, "triton": "3.9.0"}]))
    status, told, failed = compared(before, after)
    assert status == 1
    assert told == [f"{NAME}: registers 122 -> 100", f"{NAME.replace('3.6.0', '3.7.1')}: spilled 0 -> 240"]
    assert failed == [
        f"worse: {NAME.replace('3.6.0', '3.7.1')}: spilled 0 -> 240",
        f"1 worse than in {before}: mend it, or --save what is meant",
    ]
    assert compared(before, before) == (0, [], [])
    assert compared(before, unknown) == (1, [], [f"{before} has no rows of triton 3.9.0: add them with --save"])


def compared(before: Path, after: Path) -> tuple[int, list[str], list[str]]:
    """What `aot.py` says of two tables: its exit code, and the lines of stdout and stderr."""
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    command = [sys.executable, str(ROOT / "benchmarks" / "aot.py"), "--diff", str(before), "--saved", str(after)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()
