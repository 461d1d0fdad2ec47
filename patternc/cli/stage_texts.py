"""The stages that `explain` shows, and their results as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from patternc.analysis.distances import choice_ahead
from patternc.cli.layout_text import layout_words
from patternc.cli.timings import Timings
from patternc.codegen.backend import Backend
from patternc.driver import Analysis, analyse, legalized
from patternc.ir.dump.batches import dump_batches
from patternc.ir.dump.hosts import dump_host
from patternc.ir.dump.kernels import dump_kernel
from patternc.ir.dump.masks import dump_pattern
from patternc.ir.dump.tiles import dump_tiles
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Pattern
from patternc.ir.tile import Tiles
from patternc.pictures.resolved_pattern import resolved
from patternc.schedule import boxes_of
from patternc.schedule.grid_layout import layout_choice
from patternc.source import Source
from patternc.targets import target_named
from patternc.transforms import PASSES

OF_BACKENDS = ("schedule", "legalize", "host")
"""The stages whose results differ from backend to backend; only backends with programs over tiles have the last."""

STAGES = ("check", "lower", *(stage.name for stage in PASSES), *OF_BACKENDS)
"""The choices of `--after`. The result of `check` is shown as a pattern file, the others as IR."""

EMITTED: Mapping[str, str] = {"mask": PASSES[-1].name, "kernel": "schedule", "tile": "legalize", "host": "host"}
"""The choices of `--emit`: each IR, with the last stage whose result it is."""

Texts = Mapping[str, list[str]]
"""For every stage, one text per pattern of a file."""


def _text(made: object) -> str | None:
    """The text of an IR; None for other results, such as syntax trees."""
    match made:
        case Pattern():
            return dump_pattern(made)
        case Kernel():
            return dump_kernel(made)
        case _:
            return None


def stage_texts(
    source: Source, overrides: Mapping[str, str], backend: Backend, timings: Timings
) -> tuple[Analysis, Texts]:
    """The analysis of a file, and the texts of all stages for a backend's first target.

    Raises:
        Rejected: the file has errors; holds all of them.
    """
    texts: dict[str, list[str]] = {stage: [] for stage in STAGES}

    def keep(stage: str, made: object) -> None:
        text = _text(made)
        if text is not None:
            texts[stage].append(text)

    analysis = analyse(source, overrides, timings.observer(inner=keep))
    target = target_named(backend.targets[0])
    assert target is not None, "a backend's targets are in the device table"
    for legal in legalized(analysis, backend, target, timings.observer(backend.name, keep)):
        name, device = legal.kernel.pattern.name, legal.device
        texts["legalize"].append(dump_tiles(name, device) if isinstance(device, Tiles) else dump_batches(name, device))
        if legal.host is not None:
            texts["host"].append(dump_host(name, legal.host))
    written = zip(resolved(source, overrides), analysis.meanings, analysis.normals, strict=True)
    texts["check"] = [text + _ahead(meaning, normal) + _layout(normal, backend) for text, meaning, normal in written]
    return analysis, texts


def _ahead(meaning: Pattern, normal: Pattern) -> str:
    """A comment if the pattern is not causal only because of its `topk`."""
    rows = choice_ahead(meaning) or choice_ahead(normal)
    return f"# not causal: `topk` makes one selection for the {rows} rows of a block\n" if rows else ""


def _layout(normal: Pattern, backend: Backend) -> str:
    """A comment with the order of grid cells, and the costs by which it is chosen."""
    choice = layout_choice(normal.layout, normal.grid, boxes_of(normal), backend.columns)
    return "" if choice is None else f"# layout {layout_words(choice, backend.columns)}\n"


def one_after_the_other(texts: Texts, backend: Backend) -> Iterator[str]:
    """The stages of each pattern under headings; stages without a change are marked."""
    for number in range(len(texts["check"])):
        before = ""
        for stage in (stage for stage in STAGES if texts[stage]):
            text = texts[stage][number]
            whose = f" for {backend.name}, {backend.targets[0]}" if stage in OF_BACKENDS else ""
            heading = click.style(f"-- after {stage}{whose}", dim=True)
            yield f"{heading}: no change" if text == before else heading
            if text != before:
                yield text
            before = text
