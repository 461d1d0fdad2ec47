"""Commands on patterns with sources: each speaks of every part, and `build`, `verify` and `diff` of the whole too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from patternc.cli import run
from patternc.integrations.flex import mask_mod
from patternc.integrations.transformers.registration import register

TEXT = """\
pattern p {
    source c(ratio=4)
    input sink: table(heads)
    attend window(9, 0)
    attend causal from c
    combine lse
    score sink(@sink)
}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "p.pat"
    file.write_text(TEXT)
    return file


def test_build_writes_a_file_for_each_part_and_one_for_the_whole(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = path.parent / "out"
    assert run(["build", str(path), "-o", str(out)]) == 0
    names = {one.name for one in out.glob("*.py")}
    assert names == {f"{name}_{kind}.py" for name in ("p", "p_own", "p_c") for kind in ("torch", "reference")}
    assert run(["build", str(path), "-o", str(out), "--check"]) == 0
    path.write_text(TEXT.replace("source c(ratio=4)", "source d(ratio=4)").replace("from c", "from d"))
    assert run(["build", str(path), "-o", str(out)]) == 0
    assert "p_c_torch.py no longer has a pattern" in "".join(capsys.readouterr())
    assert run(["build", str(path), "-o", str(path.parent / "one.py")]) != 0  # it takes one file


def test_check_names_the_pattern_and_cost_its_parts(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(path)]) == 0
    assert capsys.readouterr().out.rstrip().endswith("p: no warnings")
    assert run(["cost", str(path), "-n", "1024", "--target", "cpu"]) == 0
    text = capsys.readouterr().out
    assert "p_own: 1,024 positions" in text
    mean = sum((q + 1) // 4 for q in range(1024)) / 1024
    assert f"keys per row    mean {mean:.1f}" in text.partition("p_c: ")[2]
    assert "decoding" not in text.partition("p_c: ")[2]
    assert "as many entries of c as positions" in text.partition("p_c: ")[2]
    assert run(["cost", str(path), "-n", "1024", "--ranks", "4"]) == 0
    text = capsys.readouterr().out
    assert "ring of 4 ranks" in text.partition("p_c: ")[0]
    assert "ring of" not in text.partition("p_c: ")[2]


def test_rings_of_commands_are_of_the_sequence(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(path), "-n", "1024", "--ranks", "4"]) == 0
    text = capsys.readouterr().out
    assert "p_own on 4 ranks, contiguous" in text
    assert "  zigzag " in text
    assert "striped" not in text
    assert "p_c: entries of c come to all ranks, each of which has a share" in text
    assert run(["explain", str(path), "-n", "1024", "--ranks", "4", "--layout", "striped"]) == 2
    assert "striped: p has sources, whose entries ranks share as they share positions" in capsys.readouterr().err


def test_show_and_explain_speak_of_a_part(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", str(path), "--pattern", "p_c", "-n", "16"]) == 0
    assert "p_c: head 0" in capsys.readouterr().out
    assert run(["explain", str(path), "--emit", "mask"]) == 0
    text = capsys.readouterr().out
    assert "source c(ratio=4)" in text
    assert "k < entries(4, q + 1)" in text


def test_an_expectation_is_of_the_keys_of_the_sequence(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text(
        TEXT.replace(
            "combine lse",
            "combine lse  # patternc: expect keys(9, n=16) == 0..9\n"
            "    # patternc: expect keys(9, n=16, pattern=p_c) == 0..1",
        )
    )
    assert run(["check", str(path)]) == 0
    assert capsys.readouterr().out.rstrip().endswith("p: no warnings")


def test_verify_compares_the_whole_besides_its_parts(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(path), "--dtype", "float32", "-n", "67", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["pattern"] for row in rows] == ["p_own", "p_c", "p"]
    assert all(row["too_large"] == "" and row["errors"]["out"] < 2e-6 for row in rows)


def test_diff_says_how_parts_are_joined(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = path.with_name("other.pat")
    other.write_text(TEXT.replace("    score sink(@sink)\n", "").replace("    input sink: table(heads)\n", ""))
    assert run(["diff", str(path), str(path)]) == 0
    capsys.readouterr()
    assert run(["diff", str(path), str(other)]) == 1
    text = capsys.readouterr().out
    assert "p (one softmax of p_own, p_c with the sink sink)" in text
    assert "p (one softmax of p_own, p_c)" in text


def test_clients_that_pass_no_entries_refuse_the_file(path: Path) -> None:
    path.write_text("pattern p { source text; attend full from text }")
    with pytest.raises(ValueError, match="p has sources, whose entries nothing here can pass"):
        register("p", path)
    with pytest.raises(ValueError, match="p has sources"):
        mask_mod(path, 16)
