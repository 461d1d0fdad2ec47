"""What the command line writes where: findings, products, colours, names that can't be printed, and its end."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from conftest import ROOT

from patternc.cli import run
from patternc.cli.report import has_colours


def test_diagnostics_of_all_files_are_one_json_list(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = shutil.copy(bad, bad.with_name("other.pat"))
    assert run(["check", "--format", "json", str(bad), str(other)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(one["file"], one["span"]["line"]) for one in found] == [(str(bad), 2), (str(other), 2)]


def test_github_format(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--format", "github", str(bad)]) == 1
    assert capsys.readouterr().out.startswith(f"::error file={bad},line=2,col=12,")


def test_diagnostics_show_the_path_that_was_given(
    bad: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (bad.parent / "latin.pat").write_bytes(b"\xe9")
    monkeypatch.chdir(bad.parent.parent)
    (bad.parent / "fine.pat").write_text("pattern fine { attend causal }")
    given = Path(bad.parent.name)
    assert run(["check", *(str(given / name) for name in ("bad.pat", "latin.pat", "fine.pat"))]) == 1
    out, err = capsys.readouterr()
    assert out == f"{given / 'fine.pat'}: fine: no warnings\n"
    assert f"--> {given / 'bad.pat'}:2:12" in err
    assert f"--> {given / 'latin.pat'}\n" in err


@pytest.mark.long
def test_interrupt_exits_130() -> None:
    command = [sys.executable, "-m", "patternc", "fmt", "-"]
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # what runs in the background may ignore it
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=heed)
    time.sleep(4.0)  # it has started by then, on a busy machine too
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in errors


@pytest.mark.skipif(os.name == "nt", reason="pipes of a POSIX shell")
def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m patternc list | head -1"
    found = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert found.stderr == ""


def test_a_reader_that_leaves_in_the_middle_is_no_error() -> None:
    file = ROOT / "patternc" / "presets" / "longnet.pat"
    command, pipe = [sys.executable, "-m", "patternc", "show", str(file), "-n", "512"], subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize(
    "words", [("check",), ("explain",), ("show", "-n", "8"), ("build", "-o", "OUT"), ("verify",), ("bench",), ("fmt",)]
)
@pytest.mark.parametrize("form", ["json", "github"])
def test_findings_are_the_product_of_every_command(
    words: tuple[str, ...], form: str, bad: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad.write_text("pattern two {\n    attend )\n}\n")
    rest = [word.replace("OUT", str(bad.parent / "out")) for word in words[1:]]
    assert run([words[0], str(bad), *rest, "--format", form]) == 1
    out = capsys.readouterr().out
    if form == "json":
        assert [one["code"] for one in json.loads(out)] == ["P002"]
    else:
        assert out.startswith("::error file=")
        assert out.count("\n") == 1


@pytest.mark.parametrize("words", [("check",), ("explain",), ("show", "-n", "8"), ("build", "-o", "OUT"), ("fmt",)])
def test_without_findings_they_are_an_empty_list(
    words: tuple[str, ...], good: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    rest = [word.replace("OUT", str(good.parent / "out")) for word in words[1:]]
    assert run([words[0], str(good), *rest, "--format", "json"]) == 0
    captured = capfd.readouterr()
    assert captured.out == "[]\n"
    assert ("two" in captured.err) == (words[0] != "fmt")


def test_what_verify_finds(good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["verify", str(good), "-n", "20", "--dtype", "float32", "--format", "json"]
    monkeypatch.setattr("patternc.testing.compare.TOLERANCE", {"float32": 1e-30}, raising=True)
    assert run(words) == 1
    assert [one["code"] for one in json.loads(capsys.readouterr().out)] == ["P040"]
    good.write_text("pattern two { attend causal; require heads == 3; require heads == 4 }")
    assert run(words) == 1
    assert [one["code"] for one in json.loads(capsys.readouterr().out)] == ["P041"]


@pytest.mark.parametrize(
    ("environment", "terminal", "coloured"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": ""}, False, False),
        ({"TERM": "dumb"}, True, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
    ],
)
def test_colours(
    environment: dict[str, str], terminal: bool, coloured: bool, bad: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    streams = []
    for name in ("stdout", "stderr"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        monkeypatch.setattr(stream, "isatty", lambda: terminal)
        monkeypatch.setattr(sys, name, stream)
        streams.append(stream)
    assert has_colours(sys.stderr) is coloured
    assert run(["check", str(bad)]) == 1
    assert run(["list"]) == 0
    for stream in streams:
        stream.flush()
        assert (b"\033[" in stream.buffer.getvalue()) is coloured


def _process(*words: str | bytes, **more: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict", **more}
    command = [sys.executable, "-m", "patternc", *words]
    return subprocess.run(command, capture_output=True, check=False, env=environment)


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_names_that_are_not_utf8_are_shown(good: Path) -> None:
    path = os.path.join(os.fsencode(good.parent), b"two\xff.pat")  # noqa: PTH118 - bytes
    good.rename(os.fsdecode(path))
    found = _process("build", path, "-o", os.path.join(os.fsencode(good.parent), b"out\xff"))  # noqa: PTH118
    assert (found.returncode, found.stderr) == (0, b"")
    assert "out\N{REPLACEMENT CHARACTER}/two_torch.py: ".encode() in found.stdout
    for value in (b"w\xff=3", b"w=\xff"):
        found = _process("check", path, "-D", value)
        assert found.returncode == 2
        assert b"is not UTF-8" in found.stderr
        assert b"Traceback" not in found.stderr
    found = _process("list", PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the device of Linux that is always full")
def test_standard_output_that_is_full() -> None:
    command = f"{sys.executable} -m patternc targets > /dev/full"
    found = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (2, "Error: standard output: No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="redirections of a POSIX shell")
@pytest.mark.parametrize(
    ("redirected", "code"), [("{good} >&-", 0), ("{bad} 2>&-", 1), ("{good} >&- 2>&- <&-", 0), ("- <&-", 1)]
)
def test_streams_that_are_closed(redirected: str, code: int, good: Path, bad: Path) -> None:
    command = f"{sys.executable} -m patternc check {redirected.format(good=good, bad=bad)}"
    found = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert found.returncode == code
    assert "Traceback" not in found.stderr


def test_what_bench_finds(good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ended: subprocess.CompletedProcess[str] = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr("patternc.cli.bench.subprocess.run", lambda *_, **__: ended)
    assert run(["bench", str(good), "-n", "64", "--format", "json"]) == 1
    assert [one["code"] for one in json.loads(capsys.readouterr().out)] == ["P043"]


def test_quiet_commands_say_what_they_found_alone(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PATTERNC_QUIET silences what only informs: that a backend is left out. Results and findings are as they were."""
    words = ["build", str(good), "-o", str(good.parent / "out"), "--backend", "all", "--target", "sm_61"]
    assert run(words) == 0
    said, informed = capsys.readouterr()
    assert "triton does not build for sm_61: skipped" in informed
    monkeypatch.setenv("PATTERNC_QUIET", "1")
    assert run(words) == 0
    assert capsys.readouterr() == (said, "")
