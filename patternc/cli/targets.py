"""`patternc targets`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import click

from patternc.best_backend import best_here, may_find_devices
from patternc.cli import options
from patternc.cli.tables import aligned
from patternc.codegen.registry import BACKENDS, Backend
from patternc.driver import DEFAULT
from patternc.targets import TARGETS, Target

_COLUMNS = ("target", "devices", "backends", "shared memory", "notes")


@click.command("targets")
@options.as_json
def command(as_json: bool) -> int:
    """List the targets, and what this machine can run."""
    if as_json:
        listed = [dict(zip(_COLUMNS, _row(target), strict=True)) for target in TARGETS]
        click.echo(json.dumps({"targets": listed, "machine": machine()}, indent=2))
        return 0
    rows = [_COLUMNS, *map(_row, TARGETS)]
    click.echo("\n".join((*aligned(rows, range(len(_COLUMNS))), "", *machine())))
    return 0


def _row(target: Target) -> tuple[str, ...]:
    backends = [backend.name for backend in BACKENDS if target.name in backend.targets]
    notes = ["tensor cores"] if target.tensor_cores else []
    notes += ["slow 16-bit arithmetic"] if target.slow_half else []
    memory = f"{target.shared_memory >> 10} KB" if target.shared_memory else "-"
    return target.name, target.devices, ", ".join(backends) or "none yet", memory, ", ".join(notes)


def machine() -> list[str]:
    """What this machine can run: building needs only the compiler, running needs packages, most kernels need a GPU."""
    lines = ["This machine can build for every target."]
    missing = {backend.name: [name for name in backend.packages if installed(name) is None] for backend in BACKENDS}
    if missing[DEFAULT]:
        return [*lines, f"{missing[DEFAULT][0]} is not installed: generated modules can't run here"]
    here = [backend for backend in BACKENDS if not missing[backend.name]]
    lines += [f"{_package(one)}: runs {one.title} modules on the CPU" for one in here if "cpu" in one.devices]
    able = ", ".join(f"{one.title} modules" for one in here if "cuda" in one.devices)
    gpus = [f"{name}: runs {able}" for name in _gpus()]
    lines += gpus
    for one in BACKENDS:
        if missing[one.name]:
            lines.append(f"{missing[one.name][0]} is not installed: {one.title} modules can't run here")
        elif one.interpreter is not None and not gpus:
            how = f"runs {one.title} modules in {one.interpreter.title} only ({one.interpreter.variable}=1; slow)"
            lines.append(f"{_package(one)}, no GPU: {how}")
    best = best_here()
    return [*lines, f"auto: {best.backend.title} modules, as {best.why}{best.slower and f': {best.slower}'}"]


def _package(backend: Backend) -> str:
    """The package that runs a backend's kernels, with its version."""
    return f"{backend.packages[-1]} {installed(backend.packages[-1])}"


def _gpus() -> Iterator[str]:
    """The names of GPUs and of their architectures."""
    if not may_find_devices():
        return
    import torch

    for index in range(torch.cuda.device_count() if torch.cuda.is_available() else 0):
        if torch.version.hip:
            kind = str(torch.cuda.get_device_properties(index).gcnArchName.split(":")[0])
        else:
            major, minor = torch.cuda.get_device_capability(index)
            kind = f"sm_{major}{minor}"
        yield f"GPU {index}: {torch.cuda.get_device_name(index)}, {kind}"


def installed(package: str) -> str | None:
    """The version of an installed package; None if it is not installed. Names of modules are names of packages here."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
