"""`patternc diff`: its text, its JSON with the schema of docs/diff.md, revisions, exit codes, rejected input."""

from __future__ import annotations

import io
import json
import re
import subprocess
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from conftest import ROOT
from schemas import hold

from patternc.cli import run
from patternc.differences import comparisons, key_changes, row_results
from patternc.differences.row_results import row_counts_of
from patternc.driver import analyse, read
from patternc.ir.semantics import admits
from patternc.source import Source

PRESETS = ROOT / "patternc" / "presets"
NARROW = "pattern p {\n    attend window(9, 0)\n    attend first(4)\n    combine lse\n    where causal\n}\n"
WIDE = NARROW.replace("window(9, 0)", "window(12, 0)").replace("first(4)", "first(3)")


def schema() -> dict[str, Any]:
    """The JSON Schema that the page states."""
    page = (ROOT / "docs" / "diff.md").read_text(encoding="utf-8")
    (found,) = re.findall(r"^```json schema\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    made: dict[str, Any] = json.loads(found)
    return made


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two patterns, which is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.pat").write_text(WIDE)
    (tmp_path / "new.pat").write_text(NARROW)
    return tmp_path


def said(words: list[str], capsys: pytest.CaptureFixture[str], code: int) -> str:
    capsys.readouterr()
    assert run(["diff", *words]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert run(["diff", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_what_two_files_share_is_computed_once(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of one text share costs and code; of equal patterns only costs, as code quotes the text."""
    (folder / "same.pat").write_text(WIDE)
    (folder / "alike.pat").write_text(f"# a comment\n{WIDE}")
    counts = Counter[str]()

    def counting(module: ModuleType, name: str) -> None:
        computed = getattr(module, name)

        def counted(*words: Any) -> Any:
            counts[name] += 1
            return computed(*words)

        monkeypatch.setattr(module, name, counted)

    counting(comparisons, "plans_for")
    counting(import_module("patternc.cli.diff"), "references")
    alone = []
    for other, code, costs, generated in (("same", 0, 1, 1), ("alike", 0, 1, 2), ("new", 1, 2, 2)):
        counts.clear()
        alone.append(json.loads(said(["old.pat", f"{other}.pat", "--json"], capsys, code)))
        assert counts == {"plans_for": costs, "references": generated}
    (same,), (alike,) = (one["patterns"] for one in alone[:2])
    assert same["cost"] == alike["cost"]
    assert all(one["before"] == one["after"] for one in same["cost"]["targets"])
    assert not any(one["lines_added"] or one["lines_removed"] for one in same["code"])
    assert all(one["lines_added"] for one in alike["code"])


def test_grids_of_very_many_cells_have_no_cost(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "old.pat").write_text("pattern p { grid 1048576 x 5 x 31; attend box(1, 2, 3, dilation=[1, 2, 9]) }\n")
    out = said(["old.pat", "old.pat", "--no-color"], capsys, 0)
    assert "cost            not predicted: there is no call that both accept, or its grid has too many cells" in out


@pytest.mark.parametrize(("stop", "heads"), [(4, 4), (16, 4)])
def test_costs_are_of_a_call_that_both_take(
    stop: int, heads: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "old.pat").write_text("pattern p { heads 0..4 { attend causal } }\n")
    (folder / "new.pat").write_text(f"pattern p {{ heads 0..{stop} {{ attend window(9, 0) }} }}\n")
    text = said(["old.pat", "new.pat", "--target", "sm_90"], capsys, 1)
    assert f"at 16,384 positions, {heads} heads of 64, predicted" in text


@pytest.mark.usefixtures("folder")
def test_what_changes_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(["old.pat", "new.pat", "--target", "sm_90", "--no-color"], capsys, 1)
    lines = out.splitlines()
    assert lines[:2] == ["old.pat -> new.pat", "p: not the same: rows differ"]
    assert "  keys            at n = 64, 8 heads: 95.3% of the rows differ" in lines
    assert "  first           head 0 of 1, query 3 of 4, key 3: admitted -> admitted 2 times" in lines
    at = lines.index("    before        attend window(12, 0)  (old.pat:2)")
    assert lines[at + 1 : at + 3] == [
        "    after         attend window(9, 0)  (new.pat:2)",
        "                  attend first(4)  (new.pat:3)",
    ]
    assert "  row             head 0, query 63: gains 3; loses 51..53" in lines
    assert "    │███+                ----█████████▄                              │" in lines
    assert any(re.fullmatch(r"    sm_90 .* -> .* x 1\.\d\d", line) for line in lines)
    assert [line.split(":")[0] for line in lines if "generated code" in line] == [
        f"  generated code  p_{name}.py" for name in ("torch", "reference")
    ]


@pytest.mark.usefixtures("folder")
def test_the_rows_of_a_picture_are_compared_together(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = (analyse(read(Path(name)), {}, targets=()).meanings[0] for name in ("old.pat", "new.pat"))
    changed = key_changes.key_changes(before, after, 512, 1, 0)
    seen = MagicMock(side_effect=row_counts_of)
    monkeypatch.setattr(row_results, "row_counts_of", seen)
    found = key_changes.squares(before, after, changed, 64)
    assert seen.call_count == 2
    q, k = np.ogrid[:512, :512]
    old, new = (
        sum(admits(branch.mask, 0, q, k, 512, 1).astype(int) for branch in pattern.groups[0].branches) + 0 * (q + k)
        for pattern in (before, after)
    )
    for name, pairs in (("gained", (old == 0) & (new > 0)), ("lost", (old > 0) & (new == 0)), ("kept", old * new > 0)):
        picture = pairs if name != "kept" else pairs & (old == new)
        assert (getattr(found, name) == picture.reshape(64, 8, 64, 8).any(axis=(1, 3))).all(), name


def test_counts_of_many_branches_have_room() -> None:
    text = "pattern p {\n" + "    attend causal\n" * 256 + "    attend first(1)\n    combine lse\n}\n"
    (pattern,) = analyse(Source("p.pat", text), {}, targets=()).meanings
    counts = row_counts_of(pattern, 0, 1, np.arange(3), 3, {})
    assert counts.total.tolist() == [[257, 0, 0], [257, 256, 0], [257, 256, 256]]


def test_numbers_are_those_of_the_meaning(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Held against the counts of each mask, pair by pair."""
    found = json.loads(said(["old.pat", "new.pat", "--json", "-n", "50", "--target", "cpu"], capsys, 1))
    hold(found, schema(), schema())
    keys = found["patterns"][0]["keys"]
    q, k = np.ogrid[:50, :50]
    both = []
    for name in ("old.pat", "new.pat"):
        (pattern,) = analyse(read(folder / name), {}, targets=()).meanings
        both.append(sum(admits(branch.mask, 0, q, k, 50, 8) for branch in pattern.groups[0].branches) + 0 * (q + k))
    old, new = both
    for name, pairs in (
        ("gained", (old == 0) & (new > 0)),
        ("lost", (old > 0) & (new == 0)),
        ("recounted", (old > 0) & (new > 0) & (old != new)),
    ):
        assert keys[name]["mean"] == pytest.approx(pairs.sum() / 50)
        assert keys[name]["most"] == pairs.sum(axis=1).max()
        for row in keys["examples"]:
            assert row[name] == np.flatnonzero(pairs[row["query"]]).tolist()
    assert keys["share_of_rows"] == pytest.approx((old != new).any(axis=1).mean())


@pytest.mark.long
@pytest.mark.usefixtures("folder")
def test_the_other_way_round_gains_are_losses(capsys: pytest.CaptureFixture[str]) -> None:
    there, back = (
        json.loads(said([*names, "--json", "--target", "cpu"], capsys, 1))["patterns"][0]["keys"]
        for names in (("old.pat", "new.pat"), ("new.pat", "old.pat"))
    )
    assert (there["gained"], there["lost"]) == (back["lost"], back["gained"])
    assert there["gained"]["most"] != there["lost"]["most"]


@pytest.mark.parametrize("name", [path.stem for path in sorted(PRESETS.glob("*.pat"))])
def test_a_preset_is_the_same_as_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(PRESETS / f"{name}.pat")
    size = "192" if name == "mla" else "64"  # which it requires
    words = ["--head-dim", size, "--json", "--target", "cpu", "--backend", "torch"]
    found = json.loads(said([path, path, *words], capsys, 0))
    hold(found, schema(), schema())
    assert found["patterns"]
    for one in found["patterns"]:
        assert (one["same"], one["basis"], one["keys"], one["statements"]) == (True, "proven", None, [])
        assert all((code["lines_added"], code["lines_removed"]) == (0, 0) for code in one["code"])
        (target,) = one["cost"]["targets"]
        assert target["before"] == target["after"]


def test_a_proof_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.pat").write_text(NARROW.replace("window(9, 0)", "window(9)"))
    out = said(["new.pat", "other.pat", "--target", "cpu"], capsys, 0)
    assert "p: the same: rows are proven equal, for every length, number of heads and input\n" in out
    assert "p_torch.py: 1 line" not in out


def test_what_is_only_tested_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "one.pat").write_text("pattern p { attend when(q * k % 7 < 2) }\n")
    (folder / "two.pat").write_text("pattern p { attend when(k * q % 7 < 2) }\n")
    out = said(["one.pat", "two.pat", "--target", "cpu"], capsys, 3)
    wanted = "p: the same as far as was tested, NOT PROVEN: no difference in all rows of every n <= 40 that both take, "
    assert wanted + "all rows of n = 97, 1,000; 1, 2, 3 heads\n" in out


def test_numbers_that_nothing_proves_harmless_are_a_difference(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "one.pat").write_text("pattern p { attend segment(2**36) }\n")
    (folder / "two.pat").write_text("pattern p { attend segment(2**36 - 1) }\n")
    out = said(["one.pat", "two.pat", "--target", "cpu"], capsys, 1)
    assert "p: not the same: the numbers of the masks differ, and nothing proves them harmless; no difference in" in out
    assert json.loads(said(["one.pat", "two.pat", "--json"], capsys, 1))["patterns"][0]["basis"] == "constants"


def test_inputs_of_trials_are_named_by_their_seeds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "pattern p {{ input d: offsets; attend document(@d) & when({} % 3 < 2) }}\n"
    (folder / "one.pat").write_text(text.format("q * k"))
    (folder / "two.pat").write_text(text.format("k * q"))
    out = said(["one.pat", "two.pat", "--target", "cpu"], capsys, 3)
    assert "1, 2, 3 heads, inputs of seeds 0, 1, 2\n" in out
    (folder / "two.pat").write_text(text.format("q * q"))
    assert re.search(
        r"first +head 0 of 1, query \d+ of \d+, inputs of seed 0, key", said(["one.pat", "two.pat"], capsys, 1)
    )


def test_statements_that_change_no_result(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ring.pat").write_text(NARROW.replace("where", "ring(ranks=4)\n    where").replace("n p {", "n q {"))
    out = said(["new.pat", "ring.pat", "--target", "cpu"], capsys, 0)
    assert "p -> q: the same: rows are proven equal" in out
    assert re.search(r"^  name +p -> q  \(changes no result\)$", out, re.MULTILINE)
    assert re.search(r"^  ring +none -> ring\(ranks=4, .*\)  \(changes no result\)$", out, re.MULTILINE)


def test_statements_that_change_results(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.pat").write_text(NARROW.replace("where", "score softcap(30)\n    where"))
    out = said(["new.pat", "other.pat", "--target", "cpu"], capsys, 1)
    assert "p: not the same: scores; rows are proven equal, for every length, number of heads and input\n" in out
    assert re.search(r"^  scores +none -> softcap\(30\.0\)$", out, re.MULTILINE)


@pytest.mark.usefixtures("folder")
def test_code_is_a_unified_difference(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(["old.pat", "new.pat", "--code", "--backend", "torch", "--target", "cpu"], capsys, 1)
    at = out.index("--- p_torch.py (old.pat)\n+++ p_torch.py (new.pat)\n@@ ")
    assert "\n-        attend window(12, 0)\n" in out[at:] or "\n-    attend window(12, 0)\n" in out[at:]
    counted = re.search(r"p_torch.py: (\d+) lines added, (\d+) removed", out)
    assert counted is not None
    part = out[at:].partition("--- p_reference.py")[0].splitlines()[2:]
    marks = ["".join(line[:1] for line in part).count(mark) for mark in "+-"]
    assert marks == [int(number) for number in counted.groups()]


def test_several_patterns_go_by_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "old.pat").write_text("pattern a { attend causal }\npattern b { attend causal }\n")
    (folder / "new.pat").write_text("pattern c { attend causal }\npattern a { attend causal }\n")
    out = said(["old.pat", "new.pat", "--target", "cpu"], capsys, 1)
    assert out.startswith("old.pat -> new.pat\nb: only in old.pat\nc: only in new.pat\na: the same: ")
    found = json.loads(said(["old.pat", "new.pat", "--target", "cpu", "--json"], capsys, 1))
    assert (found["gained_patterns"], found["lost_patterns"], found["same"]) == (["c"], ["b"], False)


def test_parameters_are_set_for_both(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "old.pat").write_text("pattern p(w=3) { attend window(w) }\n")
    (folder / "new.pat").write_text("pattern p(w=4) { attend window(w) }\n")
    said(["old.pat", "new.pat", "--target", "cpu"], capsys, 1)
    said(["old.pat", "new.pat", "--target", "cpu", "-D", "w=7"], capsys, 0)


@pytest.mark.long
@pytest.mark.usefixtures("folder")
def test_colours_mark_what_signs_mark(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["old.pat", "new.pat", "--target", "cpu", "-n", "16"]
    plain, coloured = (said([*words, option], capsys, 1) for option in ("--no-color", "--color"))
    assert "\033" not in plain
    assert "+ gained, - lost" in plain
    bare = re.sub("\033\\[[0-9;]*m", "", coloured)
    marked, painted = ([line for line in text.splitlines() if line.strip().startswith("│")] for text in (plain, bare))
    assert len(marked) == 8
    assert [[c == " " for c in line] for line in painted] == [[c == " " for c in line] for line in marked]


@pytest.mark.usefixtures("folder")
def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(NARROW.encode())))
    said(["new.pat", "-", "--target", "cpu"], capsys, 0)


# ---- revisions -------------------------------------------------------------------------------------------------------
def git(folder: Path, *words: str) -> None:
    own = ("-c", "user.name=tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *own, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(folder: Path) -> Path:
    """A repository of two commits, in which `sub/x.pat` was wide and is narrow."""
    git(folder, "init", "-q", "-b", "main")
    (folder / "sub").mkdir()
    (folder / "sub" / "x.pat").write_text(WIDE)
    git(folder, "add", "sub")
    git(folder, "commit", "-q", "-m", "wide")
    (folder / "sub" / "x.pat").write_text(NARROW)
    git(folder, "commit", "-q", "-a", "-m", "narrow")
    return folder


@pytest.mark.long
def test_two_commits_of_a_file(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = said(["HEAD~1:sub/x.pat", "HEAD:sub/x.pat", "--target", "cpu"], capsys, 1)
    assert out.startswith("HEAD~1:sub/x.pat -> HEAD:sub/x.pat\np: not the same: rows differ\n")
    said(["HEAD:sub/x.pat", "sub/x.pat", "--target", "cpu"], capsys, 0)
    said([f"HEAD~1:{repository / 'sub' / 'x.pat'}", str(repository / "old.pat"), "--target", "cpu"], capsys, 0)
    monkeypatch.chdir(repository / "sub")  # paths are those of the current folder, not of the repository
    said(["HEAD~1:x.pat", "x.pat", "--target", "cpu"], capsys, 1)


def test_tables_are_those_of_the_revision(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = np.eye(4, dtype=bool)
    np.save(repository / "sub" / "t.npy", table)
    (repository / "sub" / "t.pat").write_text('pattern t { attend blocks(4, table("t.npy")) }\n')
    git(repository, "add", "sub")
    git(repository, "commit", "-q", "-m", "table")
    np.save(repository / "sub" / "t.npy", np.roll(table, 1, 0))
    said(["HEAD:sub/t.pat", "HEAD:sub/t.pat", "--target", "cpu"], capsys, 0)
    assert "key 0: admitted -> not admitted" in said(["HEAD:sub/t.pat", "sub/t.pat", "--target", "cpu"], capsys, 1)


def test_an_existing_file_hides_a_revision(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "HEAD:old.pat").write_text(NARROW)
    said(["HEAD:old.pat", "new.pat", "--target", "cpu"], capsys, 0)


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("HEAD~9:sub/x.pat", "git: invalid object name 'HEAD~9'"),
        ("HEAD:sub/y.pat", "git: path 'sub/y.pat' does not exist in 'HEAD'"),
        ("HEAD:away/x.pat", "there is no folder away"),
        ("--all:sub/x.pat", "No such option"),
        ("missing.pat", "there is no file missing.pat; REV:FILE names one of a revision"),
        (":x.pat", "there is no file :x.pat"),
        ("sub", "sub is not a file"),
    ],
)
def test_what_no_revision_holds(text: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert reason in refused([text, "new.pat"], capsys)


@pytest.mark.usefixtures("repository")
def test_a_revision_is_never_an_option_of_git(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no file -p:sub/x.pat" in refused(["--", "-p:sub/x.pat", "new.pat"], capsys)


@pytest.mark.usefixtures("folder")
def test_without_a_repository(capsys: pytest.CaptureFixture[str]) -> None:
    assert "git: not a git repository" in refused(["HEAD:old.pat", "new.pat"], capsys)


def test_without_git(repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", str(repository))
    assert "REV:FILE needs git, which is not installed" in refused(["HEAD:sub/x.pat", "new.pat"], capsys)


# ---- refusals --------------------------------------------------------------------------------------------------------
def test_errors_of_either_file_exit_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.pat").write_text("pattern p { attend windw(3) }\n")
    for words in (["bad.pat", "new.pat"], ["new.pat", "bad.pat"]):
        assert "did you mean `window`?" in refused(words, capsys)


@pytest.mark.parametrize(
    "words",
    [
        ["old.pat"],
        ["-", "-"],
        ["old.pat", "new.pat", "--json", "--code"],
        ["old.pat", "new.pat", "--json", "--format", "json"],
        ["old.pat", "new.pat", "--target", "sm_91"],
        ["old.pat", "new.pat", "--backend", "tritn"],
        ["old.pat", "new.pat", "-n", "0"],
        ["old.pat", "grid.pat", "-n", "63"],
    ],
)
def test_usage_errors(words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "grid.pat").write_text("pattern p { grid 8 x 8; attend box(3, 3) }\n")
    assert "Error" in refused(words, capsys)
