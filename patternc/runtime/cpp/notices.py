"""Notices: lines on standard error that only inform."""

import contextlib
import os
import sys


def _say(text: str) -> None:
    """Write a line to standard error, once in a process; nothing where `PATTERNC_QUIET` is set, and not empty.

    It never raises: a call that would succeed without the line succeeds where the stream is closed, broken or None.
    """
    said = vars(sys).setdefault("_patternc_said", set[str]())  # of all copies of this function in the process
    if text in said or os.environ.get("PATTERNC_QUIET"):
        return
    said.add(text)
    line, stream = f"patternc: {text}\n", sys.stderr
    with contextlib.suppress(Exception):  # of any kind, as programs put streams of their own there
        if stream is sys.__stderr__:  # past its buffer, where what a broken pipe refuses would stay for the exit code
            stream.flush()
            os.write(stream.fileno(), line.encode(errors="backslashreplace"))
        else:
            stream.write(line)
            stream.flush()
