"""`patternc fmt`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from patternc.cli import run

UGLY = "pattern p {attend   window( 3,0 ) ; where causal}\n"


def test_fmt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ugly.pat"
    path.write_text("pattern p {attend   window( 3,0 ) ; where causal}\n")
    assert run(["fmt", "--check", str(path)]) == 1
    assert "+    attend window(3, 0)" in capsys.readouterr().out
    (tmp_path / "cut.pat").write_text("pattern p {\n    attend causal\n}")
    assert run(["fmt", "--check", str(tmp_path / "cut.pat")]) == 1
    assert capsys.readouterr().out.endswith("-}\n\\ No newline at end of file\n+}\n")
    assert run(["fmt", str(path)]) == 0
    assert run(["fmt", "--check", str(path)]) == 0
    (tmp_path / "open.pat").write_text("pattern p {")
    assert run(["fmt", str(tmp_path / "open.pat")]) == 1
    assert (tmp_path / "open.pat").read_text() == "pattern p {"


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "target.pat", tmp_path / "link.pat"
    target.write_text(UGLY)
    target.chmod(0o640)
    link.symlink_to(target.name)
    assert run(["fmt", str(link)]) == 0
    assert link.is_symlink()
    assert target.read_text().startswith("pattern p {\n")
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.pat", "target.pat"]


def test_what_is_not_formatted_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(UGLY)
    assert run(["fmt", "--check", "--format", "json", str(path)]) == 1
    captured = capsys.readouterr()
    assert [(one["code"], one["file"]) for one in json.loads(captured.out)] == [("P039", str(path))]
    assert "+    attend window(3, 0)\n" in captured.err
    assert run(["fmt", "--format", "json", str(path)]) == 0
    assert capsys.readouterr() == ("[]\n", f"{path}: formatted\n")


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"# \xc3\xa9\npattern p {attend causal}")))
    assert run(["fmt", "-"]) == 0
    assert capfdbinary.readouterr().out == b"# \xc3\xa9\npattern p {\n    attend causal\n}\n"


def test_a_folder_stands_for_its_pattern_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("b.pat", "a/c.pat", "a/no.txt", ".hidden/d.pat", "z.pat/e.pat"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(UGLY)
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    assert run(["fmt", str(tmp_path)]) == 0
    files = [line.removesuffix(": formatted") for line in capsys.readouterr().out.splitlines()]
    assert files == [str(tmp_path / name) for name in ("b.pat", "a/c.pat", "z.pat/e.pat")]
    (tmp_path / "empty").mkdir()
    assert run(["fmt", str(tmp_path / "empty")]) == 2
    assert f"there is no .pat file in the folder {tmp_path / 'empty'}" in capsys.readouterr().err
