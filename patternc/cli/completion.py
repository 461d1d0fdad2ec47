"""Shell completion of names: presets, targets, backends and codes. Scripts and completion of files are click's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def beginning_with(
    names: Callable[[], Iterable[str]],
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """A completion by names, which are made when a shell asks; between commas the last one is completed."""

    def complete(_ctx: click.Context, _param: click.Parameter, text: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # here: shells alone ask for it

        before, comma, last = text.rpartition(",")
        return [CompletionItem(before + comma + name) for name in names() if name.startswith(last)]

    return complete


def target_names() -> Iterable[str]:
    """The names of the device table."""
    from patternc.targets import TARGETS

    return (target.name for target in TARGETS)


def backend_names() -> Iterable[str]:
    """The backends, and the name that stands for all of them."""
    from patternc.codegen.registry import BACKENDS

    return (*(backend.name for backend in BACKENDS), "all")


def codes() -> Iterable[str]:
    """The codes of diagnostics."""
    from patternc.diagnostics import CODES

    return CODES
