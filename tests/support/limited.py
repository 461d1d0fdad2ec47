"""Commands of the command line, each in a process of its own under limits of processor time and memory.

`python limited.py SECONDS` reads a JSON list of words a line and answers each with a line. It has imported the compiler
and nothing else, and a command runs in a fork of it: what is measured is the command's own, and nothing starts twice.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path

MEMORY = 1 << 30
"""Bytes of address space of a process: the interpreter, libraries and all that is mapped are included."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code, or what it failed of; processor seconds, bytes held at most, its output."""

    code: int
    failure: str
    seconds: float
    memory: int
    output: str


def run_all(commands: Iterable[Sequence[str]], folder: Path, seconds: int) -> Iterator[Ended]:
    """Run commands in a folder, one after the other."""
    words = [sys.executable, str(Path(__file__)), str(seconds)]
    pipe, environment = subprocess.PIPE, {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, cwd=folder, text=True, env=environment) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for command in commands:
            server.stdin.write(json.dumps(list(command)) + "\n")
            server.stdin.flush()
            yield Ended(**json.loads(server.stdout.readline()))
        server.stdin.close()


def _serve(seconds: int) -> None:
    for name in ("build", "check", "cost", "diff", "explain", "fmt", "show"):
        import_module(f"patternc.cli.{name}")
    for line in sys.stdin:
        print(json.dumps(asdict(_forked(json.loads(line), seconds))), flush=True)


def _forked(words: list[str], seconds: int) -> Ended:
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        child = os.fork()
        if child == 0:
            os._exit(_child(words, seconds, output.fileno()))
        _, status, used = os.wait4(child, 0)
        output.seek(0)
        text = output.read()
    code = os.waitstatus_to_exitcode(status)
    failure = "" if code in (0, 1, 2, 3) and "Traceback" not in text else _failure(code, text)
    return Ended(code, failure, used.ru_utime + used.ru_stime, used.ru_maxrss << 10, text[-4000:])


def _child(words: list[str], seconds: int, output: int) -> int:
    from patternc.cli import run

    os.dup2(output, 1)
    os.dup2(output, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    with contextlib.suppress(OSError):
        sys.stdin.close()
    try:
        return run(words)
    except BaseException:
        traceback.print_exc()
        return 70
    finally:
        sys.stdout.flush()


def _failure(code: int, text: str) -> str:
    if code == -signal.SIGXCPU or code == -signal.SIGKILL:
        return "processor time"
    last = text.strip().splitlines()[-1:] or [""]
    return "memory" if "MemoryError" in text else f"exit code {code}: {last[0]}"


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
