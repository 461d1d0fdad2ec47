"""Every command on patterns with constants of every size: within limits of processor time and memory, or refused."""

from __future__ import annotations

from pathlib import Path

import hard_patterns
import pytest
from limited import run_all

from patternc.cli import run

SECONDS = 20
"""Processor seconds of a command: none takes 5 on a processor of its own, but about twice that on a shared one."""


FILES = 300
"""The number of made files that go through all commands."""
SAMPLE = (7, 52)
"""Files that took most: eight head groups, and neighbourhoods in a grid of three dimensions."""


def of_file(number: int, folder: Path, light: bool) -> list[list[str]]:
    """The commands of a made file, which is written into the folder; `light`: only those that take least."""
    made = hard_patterns.file(number)
    (folder / "f.pat").write_text(made.text)
    (folder / "other.pat").write_text(hard_patterns.file(number + 1).text)
    names = {"FILE": "f.pat", "OTHER": "other.pat"}
    found = [words for words in hard_patterns.commands(number, made) if not light or words[0] in ("check", "fmt")]
    return [[names.get(word, word.replace("OUT", f"out{i}")) for word in words] for i, words in enumerate(found)]


def failures(commands: list[list[str]], folder: Path) -> list[str]:
    ended = zip(commands, run_all(commands, folder, SECONDS), strict=True)
    return [f"{' '.join(words)}: {one.failure}\n{one.output[-600:]}" for words, one in ended if one.failure]


FOUND = {
    "blocks(8, topk(1000000))": (["check", "F"], ["build", "F", "-o", "O"], ["show", "F", "-n", "64"]),
    "blocks(5, random(density=0.1))": (["cost", "F", "-n", "64"],),
    "stride(10**9)": (["cost", "F", "-n", "4096"],),
    "when((q - k) % 1000000007 == 0)": (["cost", "F", "-n", "4096"],),
    "blocks(1, random(8))": (["cost", "F", "-n", "1048576"], ["show", "F", "-n", "1048576", "--svg", "O"]),
    "blocks(1, topk(4096)) & causal": (["cost", "F", "-n", "65536"], ["explain", "F", "--query", "0,9", "-n", "99999"]),
}


@pytest.mark.long
@pytest.mark.parametrize("mask", FOUND)
def test_a_pattern_that_took_all_memory(mask: str, tmp_path: Path) -> None:
    (tmp_path / "f.pat").write_text(f"pattern p {{ attend {mask} }}\n")
    named = {"F": "f.pat", "O": "out"}
    assert not failures([[named.get(word, word) for word in words] for words in FOUND[mask]], tmp_path)


@pytest.mark.long
def test_random_blocks_of_several_head_groups(tmp_path: Path) -> None:
    groups = ("0..2 { attend blocks(5, random(density=0.1)) }", "2..4 { attend blocks(3, random(2)) }")
    text = "; ".join(f"heads {one}" for one in (*groups, "4.. { attend blocks(7, random(density=0.3)) }"))
    (tmp_path / "f.pat").write_text(f"pattern p {{ {text} }}\n")
    assert not failures([["cost", "f.pat", "-n", "40"]], tmp_path)


def test_documents_of_a_call_that_is_too_long_for_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f.pat").write_text("pattern p { input o: offsets; attend document(@o) & window(64) }\n")
    assert run(["cost", str(tmp_path / "f.pat"), "-n", str(1 << 26)]) == 2
    assert "of at most 16777216" in capsys.readouterr().err


def test_the_cost_of_a_grid_of_very_many_cells_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f.pat").write_text("pattern p { grid 4096 x 2048; layout hilbert; attend box(7, 7) }\n")
    assert run(["cost", str(tmp_path / "f.pat")]) == 2
    assert "the order of all cells is held in memory, of at most 4194304" in capsys.readouterr().err


def test_made_patterns_are_checked_within_limits(tmp_path: Path) -> None:
    commands = []
    for number in range(40):
        folder = tmp_path / str(number)
        folder.mkdir()
        for command, *words in of_file(number, folder, light=True):
            commands.append([command, *(f"{number}/{word}" if word.endswith(".pat") else word for word in words)])
    assert not failures(commands, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("number", SAMPLE)
def test_a_few_made_patterns_pass_every_command_within_limits(number: int, tmp_path: Path) -> None:
    assert not failures(of_file(number, tmp_path, light=False), tmp_path), hard_patterns.file(number).text


@pytest.mark.slow
@pytest.mark.parametrize("number", sorted({*range(FILES)} - {*SAMPLE}))
def test_made_patterns_pass_every_command_within_limits(number: int, tmp_path: Path) -> None:
    assert not failures(of_file(number, tmp_path, light=False), tmp_path), hard_patterns.file(number).text
