"""`patternc build --compile`: programs that are compiled for machines without a compiler."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from patternc.cli.report import Report
from patternc.codegen.emit import Runtime
from patternc.source import printable

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend


def refuse_compiling(backends: Iterable[Backend], place: Runtime, only_check: bool) -> None:
    """Raise a usage error where there is nothing to compile, or nothing is written that could be compiled."""
    from patternc.codegen.registry import BACKENDS

    if not any(one.shared_objects for one in backends):
        names = " or ".join(one.name for one in BACKENDS if one.shared_objects)
        wrong = f"modules of this backend have nothing to compile: add --backend {names}"
    elif place is not Runtime.VENDORED:
        wrong = "a module that stands alone has no programs beside it: name a folder, and leave out --runtime"
    elif only_check:
        wrong = "--check writes nothing: leave out one of them"
    else:
        return
    raise click.BadParameter(wrong, param_hint="--compile")


def ship(files: Iterable[tuple[Backend, Sequence[str]]], folder: Path, report: Report) -> None:
    """Compile the programs among files of a folder, and say for which CPUs. `files`: names, by their backends."""
    needed: dict[str, None] = {}
    for backend, names in files:
        if backend.shared_objects is None:
            continue
        try:
            for path, sets in backend.shared_objects(folder, names):
                report.say(f"{printable(str(path))}: {path.stat().st_size // 1024} KiB")
                needed |= dict.fromkeys(sets)
        except RuntimeError as error:
            raise click.ClickException(str(error)) from error
    report.say(f"compiled for CPUs of these kinds and instruction sets: {', '.join(needed)}")
