"""`patternc targets`."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

import click

from patternc.cli import options
from patternc.codegen.registry import BACKENDS
from patternc.targets import TARGETS, Target

_COLUMNS = ("target", "devices", "backends", "shared memory", "notes")


@click.command("targets")
@options.as_json
def command(as_json: bool) -> int:
    """List the targets, and what this machine can run."""
    if as_json:
        listed = [dict(zip(_COLUMNS, _row(target), strict=True)) for target in TARGETS]
        click.echo(json.dumps({"targets": listed, "machine": _machine()}, indent=2))
        return 0
    rows = [_COLUMNS, *(_row(target) for target in TARGETS)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    click.echo()
    for line in _machine():
        click.echo(line)
    return 0


def _row(target: Target) -> tuple[str, ...]:
    backends = [backend.name for backend in BACKENDS if target.name in backend.targets]
    notes = ["tensor cores"] if target.tensor_cores else []
    notes += ["slow 16-bit arithmetic"] if target.slow_half else []
    memory = f"{target.shared_memory >> 10} KB" if target.shared_memory else "-"
    return target.name, target.devices, ", ".join(backends) or "none yet", memory, ", ".join(notes)


def _machine() -> list[str]:
    """What this machine can run: building needs only the compiler, running needs torch, Triton kernels need a GPU."""
    torch, triton = _version("torch"), _version("triton")
    lines = ["This machine can build for every target."]
    if torch is None:
        return [*lines, "torch is not installed: generated modules can't run here"]
    import torch as library

    lines.append(f"torch {torch}: runs torch modules on the CPU")
    cuda = library.cuda.is_available()
    for index in range(library.cuda.device_count() if cuda else 0):
        name = library.cuda.get_device_name(index)
        kind = _kind(library, index)
        lines.append(f"GPU {index}: {name}, {kind}: runs torch modules" + (", Triton modules" if triton else ""))
    if triton is None:
        lines.append("triton is not installed: Triton modules can't run here")
    elif not cuda:
        lines.append(f"triton {triton}, no GPU: runs Triton modules in its interpreter only (TRITON_INTERPRET=1; slow)")
    return lines


def _kind(torch: ModuleType, index: int) -> str:
    """The name of a GPU's architecture."""
    if torch.version.hip:
        return str(torch.cuda.get_device_properties(index).gcnArchName.split(":")[0])
    major, minor = torch.cuda.get_device_capability(index)
    return f"sm_{major}{minor}"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
