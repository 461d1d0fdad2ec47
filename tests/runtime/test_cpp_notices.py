"""Notices: said once, on the stream that is there, and never the reason why a call fails."""

from __future__ import annotations

import importlib.util
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from patternc.best_backend import say_slower
from patternc.runtime.cpp import notices
from patternc.runtime.cpp.builds import _say_compiling
from patternc.runtime.cpp.notices import _say


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_patternc_said", set(), raising=False)
    monkeypatch.delenv("PATTERNC_QUIET", raising=False)


def test_a_line_is_said_once_by_all_copies(capsys: pytest.CaptureFixture[str]) -> None:
    """Modules that stand alone have a copy each."""
    assert notices.__file__ is not None
    spec = importlib.util.spec_from_file_location("other", notices.__file__)
    assert spec is not None
    assert spec.loader is not None
    other: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    for say in (_say, other._say, _say):
        say("kept in é")
    _say("another")
    assert capsys.readouterr().err == "patternc: kept in é\npatternc: another\n"


def test_quiet_silences_what_only_informs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATTERNC_QUIET", "1")
    say_slower("torch", "no compiler")
    _say_compiling("x_cpp.cpp", "c++ 12", Path("cache"))
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("PATTERNC_QUIET", "")
    say_slower("torch", "no compiler")
    _say_compiling("x_cpp.cpp", "c++ 12", Path("cache"))
    assert capsys.readouterr().err.splitlines() == [
        "patternc: torch modules are used, which are slower on CPUs: no compiler",
        "patternc: compiling x_cpp.cpp with c++ 12; what is compiled is kept in cache",
    ]


def broken() -> Any:
    class Broken:
        def write(self, _: str) -> int:
            raise KeyError("a stream of a program")

    return Broken()


def closed() -> Any:
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("stream", [None, closed(), broken(), io.TextIOWrapper(io.BytesIO(), "ascii")])
def test_a_stream_that_takes_nothing_is_no_error(stream: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    _say("é")


@pytest.mark.parametrize(
    "harm",
    [
        "r, w = os.pipe(); os.close(r); os.dup2(w, 2)",
        "sys.stderr.close()",
        "os.close(2)",
        "sys.stderr = None",
        "os.dup2(os.open('/dev/full', os.O_WRONLY), 2)",
    ],
)
def test_a_process_with_a_broken_stream_ends_as_others_do(harm: str) -> None:
    """Its exit code too is that of a process that says nothing."""
    code = f"import os, sys\nfrom patternc.runtime.cpp.notices import _say\n{harm}\n_say('x')\nprint('done')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n")
