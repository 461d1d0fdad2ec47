"""`patternc verify`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

import click

from patternc.cli import options
from patternc.cli.report import Report
from patternc.diagnostics import Format
from patternc.driver import analyse, compile_text
from patternc.mask_ir import Pattern
from patternc.shapes import Shape, UnsatisfiableError, shapes
from patternc.source import Source

if TYPE_CHECKING:
    from patternc.backends import Backend
    from patternc.verify import Errors

DTYPES = ("float32", "bfloat16", "float16")
LENGTH = {"torch": 515, "triton": 131}  # Triton's interpreter takes milliseconds for each tile


@click.command("verify")
@options.files
@click.option("--backend", default="torch", show_default=True, metavar="torch|triton|all", help="What to run.")
@click.option(
    "--dtype",
    "dtypes",
    multiple=True,
    type=click.Choice(DTYPES),
    help="May be repeated.  [default: all; in Triton's interpreter all but float16]",
)
@click.option("--device", type=click.Choice(["cpu", "cuda"]), help="Where.  [default: a GPU if there is one]")
@click.option(
    "-n",
    "length",
    metavar="N",
    type=options.positions,
    help="About how long a sequence.  [default: 515, or 131 for Triton; of a grid, its length]",
)
@options.overrides
@options.diagnostics_format
def command(
    paths: tuple[str, ...],
    backend: str,
    dtypes: tuple[str, ...],
    device: str | None,
    length: int | None,
    overrides: Mapping[str, str],
    form: Format,
) -> int:
    """Build, run, and compare outputs, lse and all gradients with the dense float64 meaning.

    Each number is the worst relative error (norm of the difference over norm of the truth) over whole sequences,
    chunks, decoding steps and stretches at every edge of the mask. Triton without a GPU runs in its interpreter.
    """
    chosen = options.chosen_backends(backend)
    options.refuse_missing_gpu(device)
    report = Report(form)
    failed = 0
    place = device or _device()
    _interpret(place, chosen)
    click.echo(f"{'pattern':24} {'backend':8} {'dtype':9} {'calls':>5} " + " ".join(f"{name:>8}" for name in _FIELDS))
    for path in paths:
        with report.catching():
            source = options.read(path)
            for one in chosen:
                for meaning, module in _built(source, one, overrides):
                    for dtype in dtypes or _dtypes(one, place):
                        failed += _verify(module, meaning, one, dtype, place, length)
    report.write()
    return int(report.rejected or failed > 0)


_FIELDS = ("out", "lse", "dq", "dk", "dv", "bias", "sink")


def _built(source: Source, backend: Backend, overrides: Mapping[str, str]) -> Iterator[tuple[Pattern, ModuleType]]:
    """Each pattern of a file with its module."""
    from patternc.cache import imported

    files = compile_text(source, backend, options.builds(backend.name, None)[0][1], overrides)
    for meaning, file in zip(analyse(source, overrides).meanings, files, strict=True):
        yield meaning, imported(file)


def _verify(module: ModuleType, pattern: Pattern, backend: Backend, dtype: str, device: str, length: int | None) -> int:
    """One line of the table; 1 if an error is too large."""
    from patternc.verify import verify

    try:
        calls = shapes(pattern, length or LENGTH.get(backend.name, 131))
    except UnsatisfiableError as reason:
        raise click.ClickException(f"{pattern.name}: {reason}") from None
    found = tuple(verify(module, pattern, calls, (dtype,), device))
    worst = {name: _worst(getattr(one, name) for one in found) for name in _FIELDS}
    numbers = " ".join(f"{'-':>8}" if value is None else f"{value:8.1e}" for value in worst.values())
    wrong = tuple(one for one in found if not one.passed)
    verdict = f"  above {wrong[0].tolerance:.0e}: {_calls(wrong)}" if wrong else ""
    click.echo(f"{pattern.name:24} {backend.name:8} {dtype:9} {len(found):5} {numbers}{verdict}")
    return int(bool(wrong))


def _worst(values: Iterable[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _calls(found: Iterable[Errors]) -> str:
    return "; ".join(_described(one.shape) for one in found)


def _described(shape: Shape) -> str:
    return (
        f"{shape.name} (H={shape.heads}/{shape.kv_heads} D={shape.head_dim} Nq={shape.queries} Nk={shape.keys} "
        f"q_offset={shape.q_offset} k_offset={shape.k_offset} seq_len={shape.seq_len})"
    )


def _dtypes(backend: Backend, device: str) -> tuple[str, ...]:
    """All, but on an interpreted backend only those that matter for its arithmetic."""
    return DTYPES if device == "cuda" or backend.name == "torch" else ("float32", "bfloat16")


def _device() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def _interpret(device: str, backends: tuple[Backend, ...]) -> None:
    """Without a GPU Triton modules run in Triton's interpreter; it must know before it is imported."""
    if device == "cpu" and any(backend.name == "triton" for backend in backends):
        os.environ.setdefault("TRITON_INTERPRET", "1")
        click.echo("no GPU: Triton modules run in Triton's interpreter, on the CPU", err=True)
