"""The command line: what it prints where, and its exit codes."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import BAD, ROOT

import patternc
from patternc.cli import COMMANDS, run


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name, _ in COMMANDS)


@pytest.mark.parametrize("name", [name for name, _ in COMMANDS])
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    assert "Usage: patternc" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["chek"],
        ["check"],
        ["check", "nowhere.pat"],
        ["build", "FILE", "-o", "OUT", "--backend", "tritn"],
        ["build", "FILE", "-o", "OUT", "--target", "sm_91"],
        ["build", "FILE", "-o", "OUT", "--backend", "triton", "--target", "cpu"],
        ["check", "FILE", "-D", "w"],
        ["check", "FILE", "-D", "w=1", "-D", "w=2"],
        ["show", "FILE"],
        ["show", "FILE", "-n", "0"],
        ["show", "FILE", "-n", "8", "--head", "3", "--heads", "2"],
        ["show", "FILE", "-n", "99999999999"],
        ["explain", "FILE", "--after", "simplfy"],
        ["explain", "FILE", "--query", "0,1"],
        ["explain", "FILE", "--query", "0", "-n", "8"],
        ["explain", "FILE", "--query", "0,8", "-n", "8"],
        ["explain", "FILE", "--query", "9,1", "-n", "8", "--heads", "4"],
        ["explain", "FILE", "--query", "0,1", "-n", "8", "--backend", "triton"],
        ["explain", "P012", "-n", "8"],
        ["show", "FILE", "-n", "8", "--svg", "OUT", "--width", "40"],
        ["show", "FILE", "-n", "8", "--html", "OUT", "--no-color"],
        ["show", "FILE", "-n", "8", "--heads", "1000000000"],
        ["cost", "FILE", "-n", "8", "--batch", "1000000000"],
        ["bench", "FILE", "-n", "1000000000000"],
        ["build", "FILE", "-o", "FILE"],
        ["build", "FILE", "-o", "FILE/out"],
        ["new", "longnt"],
        ["new", "longnet", "-o", ".", "--force"],
    ],
)
def test_usage_errors_exit_2(words: list[str], good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [word.replace("FILE", str(good)).replace("OUT", str(good.parent / "out")) for word in words]
    assert run(given) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Error" in captured.err
    assert not (good.parent / "out").exists()


def test_check(good: Path, bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(good)]) == 0
    assert capsys.readouterr() == (f"{good}: two: no warnings\n", "")
    assert run(["check", str(good), str(bad)]) == 1
    captured = capsys.readouterr()
    assert "two.pat: two" in captured.out
    assert "bad.pat:2:12" in captured.err
    assert "did you mean `window`?" in captured.err


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
    assert run(["check", "-"]) == 1
    assert "<stdin>:2:12" in capsys.readouterr().err


def test_what_is_not_utf8_is_a_diagnostic(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "latin.pat"
    path.write_bytes(b"# caf\xe9\n")
    assert run(["check", str(path)]) == 1
    assert "P005" in capsys.readouterr().err


def test_explain_writes_out_every_default(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(good)]) == 0
    out = capsys.readouterr().out
    assert "attend window(3, right=0)  # two.pat:2" in out
    assert "score scale(1/sqrt(head_dim))" in out
    assert "-- after normalize" in out
    assert run(["explain", str(good), "--after", "lower"]) == 0
    assert capsys.readouterr().out.startswith("pattern two\n")


def test_explain_gives_the_keys_of_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(ROOT / "tests" / "patterns" / "longnet.pat")
    assert run(["explain", path, "--query", "1,5001", "-n", "8192"]) == 0
    out = capsys.readouterr().out
    assert "attend segment(2048)  (longnet.pat:3): 906 keys\n    4096..5001\n" in out
    assert "(longnet.pat:4): 453 keys\n    4097..5001 step 2\n" in out
    assert "(longnet.pat:5): 1251 keys\n    1..5001 step 4\n" in out
    assert "together: 1930 keys, 453 of them more than once" in out


def test_show_draws_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(ROOT / "tests" / "patterns" / "streaming.pat")
    assert run(["show", path, "-n", "12", "--no-color", "--width", "80"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "streaming: head 0 of 8, 12 positions, 6.5 keys per row, density 0.5417"
    assert lines[2:8] == [f"│{'█' * (2 * i + 1)}▄{' ' * (10 - 2 * i)}│" for i in range(6)]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("words", [("show",), ("explain", "--query", "0,5")])
def test_a_grid_has_its_length(words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flat, grid = tmp_path / "flat.pat", tmp_path / "grid.pat"
    flat.write_text("pattern flat { attend causal }\n")
    grid.write_text("pattern cells { grid 5 x 6; attend box(3, 3) }\n")
    assert run([words[0], str(grid), *words[1:]]) == 0
    said = capsys.readouterr().out
    assert run([words[0], str(grid), *words[1:], "-n", "30"]) == 0
    assert capsys.readouterr().out == said
    assert run([words[0], str(flat), *words[1:]]) == 2
    assert "choose one with -n" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("show",), ("explain", "--query", "0,5")])
def test_a_grid_too_large_to_show_is_refused(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grid = tmp_path / "grid.pat"
    grid.write_text("pattern cells(height=16K) { grid height x 16K; attend box(3, 3) }\n")
    assert run([words[0], str(grid), *words[1:]]) == 2
    assert f"cells has a grid of {2**28} cells: at most {2**26} can be shown" in capsys.readouterr().err


def test_show_counts_long_sequences_in_closed_form(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(ROOT / "tests" / "patterns" / "longnet.pat")
    assert run(["show", path, "-n", "65536", "--no-color", "--width", "66"]) == 0
    out = capsys.readouterr().out
    assert "longnet: head 0 of 8, 65536 positions, 1792.9 keys per row" in out
    assert "attend segment(4096, dilation=2, offset=head)  (longnet.pat:4)\n   512.2 keys per row" in out


def test_new_and_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "longnet"]) == 0
    assert run(["check", "longnet.pat"]) == 0
    assert run(["new", "longnet"]) == 2
    assert run(["new", "longnet", "--force"]) == 0
    capsys.readouterr()
    assert run(["new", "streaming", "-o", "-"]) == 0
    assert capsys.readouterr().out.startswith("# Attention sinks")
    assert run(["list", "--json"]) == 0
    assert {"name", "about", "pattern", "text"} == set(json.loads(capsys.readouterr().out)[0])


def test_targets(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["targets"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^sm_90 +H100, H200 +.*triton", out, re.MULTILINE)
    assert "This machine can build" in out


WITHOUT_TORCH = """
import sys
from patternc.cli import run
for words in (["check"], ["explain"], ["show", "-n", "64"], ["cost", "-n", "64"], ["build", "-o", "."]):
    code = run([words[0], sys.argv[1], *words[1:]])
    found = sorted({"torch", "triton"} & set(sys.modules))
    assert (code, found) == (0, []), (words, code, found)
"""


def test_torch_is_never_imported_to_compile(good: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_TORCH, str(good)]
    found = subprocess.run(command, cwd=good.parent, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr


BACKENDS = ("patternc.codegen.torch", "patternc.codegen.triton", "patternc.ir.tile", "patternc.ir.batch")
HEAVY = ("numpy", "jinja2", *BACKENDS)
"""What takes longer to import than `check` of a small file takes."""

LIGHT = """
import sys
from patternc.cli import run
code = run(["check", sys.argv[1]])
print(*sys.modules)
sys.exit(code)
"""


def test_check_imports_little(tmp_path: Path) -> None:
    """Nothing of cost, backends and arrays, unless a pattern is likely to be slow."""
    for text, likely in (("attend window(64, 0) | first(4)", False), ("attend blocks(8, random(3))", True)):
        path = tmp_path / "p.pat"
        path.write_text(f"pattern p {{ {text} }}")
        command = [sys.executable, "-c", LIGHT, str(path)]
        found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        assert ("patternc.cost.slow_patterns" in found) == likely
        assert likely or not set(HEAVY) & set(found)


@pytest.mark.parametrize("words", [("check",), ("explain",), ("show", "-n", "8"), ("build", "-o", "OUT")])
def test_a_folder_is_every_pattern_file_below(
    words: tuple[str, ...], good: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (good.parent / "below").mkdir()
    (good.parent / "below" / "three.pat").write_text("pattern three { attend causal }")
    rest = [word.replace("OUT", str(good.parent / "out")) for word in words[1:]]
    assert run([words[0], str(good.parent), *rest]) == 0
    out = capsys.readouterr().out
    assert "two" in out
    assert "three" in out


# ---- what the rest of the language brings ----------------------------------------------------------------------------
def test_run_time_inputs_are_given_or_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p { input ends: offsets; input lens: lengths; attend document(@ends) & padding(@lens) }")
    words = ["explain", str(path), "--query", "0,5", "-n", "9"]
    assert run(words) == 0
    assert "  ends = 0, 3, 6, 9\n  lens = 4\n" in capsys.readouterr().out
    assert run([*words, "--input", "ends=0,4,9", "--input", "lens=7"]) == 0
    assert "4..6\n" in capsys.readouterr().out
    assert run(["show", str(path), "-n", "9", "--no-color", "--input", "lens=9"]) == 0
    assert "lens = 9" in capsys.readouterr().out
    for wrong in ("lens=10", "lens=1,2", "lens=-1", "ends=0,4", "ends=1,9", "ends=0,5,4,9", "ends=a", "lengths=4"):
        assert run([*words, "--input", wrong]) == 2, wrong
    assert run(["explain", str(path), "--input", "lens=4"]) == 2


def test_numbers_that_queries_and_keys_share_are_shown_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p { input id: labels; attend when(@id[q] == @id[k]) & causal }")
    assert run(["explain", str(path), "--query", "0,5", "-n", "6", "--input", "id=4,7,4,4,7,4"]) == 0
    _, numbers, branch, *_ = capsys.readouterr().out.splitlines()
    assert numbers == "  id = 4, 7, 4, 4, 7, 4"
    assert branch.endswith("4 keys")


def test_a_grid_has_one_length(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p { grid 3 x 4; attend box(3, 3) }")
    assert run(["explain", str(path), "--query", "0,0", "-n", "12"]) == 0
    assert "0..2, 4..6, 8..10" in capsys.readouterr().out
    assert run(["show", str(path), "-n", "13"]) == 2
    assert "p has a grid of 3 x 4 = 12 cells" in capsys.readouterr().err


def test_tables_are_found_beside_the_pattern(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "here" / "below").mkdir(parents=True)
    entries = np.eye(3, dtype=bool)
    np.save(tmp_path / "here" / "below" / "blocks.npy", entries)
    np.save(tmp_path / "outside.npy", entries)
    (tmp_path / "here" / "link.npy").symlink_to(tmp_path / "outside.npy")
    path, text = tmp_path / "here" / "p.pat", 'pattern p {{ attend blocks(4, table("{}")) }}'
    path.write_text(text.format("below/blocks.npy"))
    monkeypatch.chdir(tmp_path)
    for words in (["check"], ["explain", "--query", "0,5", "-n", "12"], ["show", "-n", "12"], ["build", "-o", "out"]):
        assert run([words[0], str(path), *words[1:]]) == 0, capsys.readouterr()
    assert "    4..7\n" in capsys.readouterr().out
    assert [file.name for file in patternc.compile(path)] == ["p_torch.py", "p_reference.py"]
    for wrong, reason in (
        ("link.npy", "outside the pattern's folder"),
        ("none.npy", "No such file"),
        ("../outside.npy", "is outside the folder"),
    ):
        path.write_text(text.format(wrong))
        with pytest.raises(patternc.Rejected, match=reason):
            patternc.compile(path)
    path.write_text(text.format("below/blocks.npy"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert run(["check", "-"]) == 1
    assert "is not in a folder" in capsys.readouterr().err


FULL = """pattern p(w=8) {
    input ends: offsets
    input lens: lengths
    input t: table(heads, 9)
    grid 4 x 6
    layout tiled(2, 3)
    attend blocks(w, !window(2, 0) & queries(every=2) | random(3, seed=7) - random(density=0.25)) | box(3, 5)
    attend when(0 <= q - k < w and not (k % 3 == 1 or h == 2)) & (document(@ends) | prefix(@lens))
    attend blocks(4, topk(2) & causal)
    combine lse
    where padding(@lens)
    score bias(@t)
}
"""


def test_what_explain_writes_out_means_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(FULL)
    assert run(["explain", str(path), "--after", "lower"]) == 0
    expected = capsys.readouterr().out
    assert run(["explain", str(path), "--after", "check"]) == 0
    path.write_text(capsys.readouterr().out.replace("    score scale(1/sqrt(head_dim))\n", ""))
    assert run(["explain", str(path), "--after", "lower"]) == 0
    assert _without_brackets(capsys.readouterr().out) == _without_brackets(expected)


@pytest.mark.parametrize("backend", ["torch", "triton"])
@pytest.mark.parametrize("preset", ["natten-dilated", "natten-2d", "natten-3d", "video-streaming"])
def test_explain_shows_the_order_of_cells_that_is_built(
    preset: str, backend: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(ROOT / "patternc" / "presets" / f"{preset}.pat")
    assert run(["explain", path, "--after", "schedule", "--backend", backend]) == 0
    (order,) = set(re.findall(r"cells in (.*) order", capsys.readouterr().out))
    assert run(["build", path, "--backend", backend, "-o", str(tmp_path)]) == 0
    text = (tmp_path / f"{preset.replace('-', '_')}_{backend}.py").read_text()
    built = re.search(r"return _tiled\(\(.*?\), \((.*)\), \((.*)\), device\)", text)
    steps = f", steps=[{built[2]}]" if built and set(built[2]) != set("1, ") else ""
    assert order == (f"tiled({built[1]}{steps})" if built else "natural")
    assert built or "as they stand: int32" in text


def test_explain_says_that_a_choice_looks_ahead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p { attend blocks(16, topk(2)); where causal }\n")
    assert run(["explain", str(path), "--after", "check"]) == 0
    assert capsys.readouterr().out.endswith("}\n# not causal: `topk` makes one selection for the 16 rows of a block\n")


def _without_brackets(text: str) -> str:
    """`where` becomes an operand of every branch, and so a line of its own no more."""
    return " ".join(re.sub(r"[()]|\band\b", " ", text).split())
