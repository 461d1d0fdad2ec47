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
    with contextlib.suppress(Exception):  # of any kind, as programs put streams of their own there
        sys.stderr.write(f"patternc: {text}\n")
        sys.stderr.flush()
