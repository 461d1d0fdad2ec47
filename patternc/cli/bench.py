"""`patternc bench`: builds, then hands over to the benchmark harness in a process of its own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

from patternc.cache import write
from patternc.cli import options
from patternc.cli.report import Report
from patternc.cost import mean_keys
from patternc.diagnostics import Format
from patternc.driver import analyse, compile_text
from patternc.emit import File

_PACKAGE = Path(__file__).resolve().parent.parent


@click.command("bench")
@options.file
@click.option(
    "-n", "length", type=click.IntRange(min=1), default=8192, show_default=True, help="The sequence's length."
)
@click.option("--batch", type=click.IntRange(min=1), default=1, show_default=True, help="Sequences in a call.")
@click.option("--heads", type=click.IntRange(min=1), default=8, show_default=True, help="How many heads there are.")
@click.option(
    "--head-dim", type=click.IntRange(min=16, max=256), default=64, show_default=True, help="The size of a head."
)
@click.option(
    "--dtype",
    type=click.Choice(["float32", "float16", "bfloat16"]),
    default="float32",
    show_default=True,
    help="Of the inputs.",
)
@click.option("--backward", is_flag=True, help="Forward and gradients together.")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True, help="Where.")
@click.option("--threads", type=click.IntRange(min=1), default=2, show_default=True, help="Of the CPU.")
@click.option("--out", type=click.Path(file_okay=False), help="Folder for results.json, results.md and results.svg.")
@options.overrides
@options.diagnostics_format
def command(
    path: str,
    length: int,
    batch: int,
    heads: int,
    head_dim: int,
    dtype: str,
    backward: bool,
    device: str,
    threads: int,
    out: str | None,
    overrides: Mapping[str, str],
    form: Format,
) -> int:
    """Time a pattern beside FlexAttention and dense attention of the same meaning, in one run.

    What differs from the float64 meaning prints no time.
    """
    if importlib.util.find_spec("torch") is None:  # not imported here: the harness measures memory
        raise ModuleNotFoundError("no torch", name="torch")
    options.refuse_missing_gpu(device)
    report = Report(form)
    numbers = {"-n": length, "--batch": batch, "--heads": heads, "--head-dim": head_dim, "--threads": threads}
    words = [word for name, number in numbers.items() for word in (name, str(number))]
    words += ["--dtype", dtype, "--device", device, *(["--backward"] if backward else [])]
    code = 0
    with report.catching():
        source = options.read(path)
        normals = analyse(source, overrides).normals
        backends = ("triton", "torch") if device == "cuda" else ("torch",)
        built = [compile_text(source, *options.builds(name, None)[0], overrides) for name in backends]
        for number, normal in enumerate(normals):
            keys = ["--mean-keys", str(mean_keys(normal, heads, length))]
            folder = [] if out is None else ["--out", str(Path(out) / normal.name)]
            code = max(code, _run([files[number] for files in built], [*words, *keys, *folder]))
    report.write()
    return int(report.rejected) or code


def _run(files: list[File], words: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        modules = []
        for file in files:
            write(Path(folder) / file.name, file.text)
            modules += ["--module", str(Path(folder) / file.name)]
        return subprocess.run([sys.executable, str(_harness()), *modules, *words], check=False).returncode


def _harness() -> Path:
    """Inside an installed package, or beside it in a checkout."""
    installed = _PACKAGE / "harness"
    return installed if installed.is_dir() else _PACKAGE.parent / "benchmarks" / "harness"
