"""Repeating a command whenever pattern files change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from patternc.cli.options import STDIN

_TICK = 200  # milliseconds


def repeated(command: Callable[[], int], paths: Sequence[str]) -> int:
    """Run a command now, and again after each change of the `.pat` files at paths, until interrupted."""
    if STDIN in paths:
        raise click.UsageError("standard input can't be watched: name files")
    try:
        from watchfiles import Change, watch
    except ModuleNotFoundError:
        raise click.UsageError("--watch needs watchfiles: install patternc[watch]") from None

    def is_pattern(_change: Change, path: str) -> bool:
        return path.endswith(".pat")

    folders = sorted({path if Path(path).is_dir() else str(Path(path).parent) for path in paths})
    click.echo(f"watching {', '.join(folders)}; Ctrl-C ends it", err=True)
    code, started = 0, False
    for changes in watch(*folders, watch_filter=is_pattern, yield_on_timeout=True, rust_timeout=_TICK):
        if changes or not started:  # the first tick comes when changes are seen from then on
            code, started = command(), True
    return code
