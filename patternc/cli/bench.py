"""`patternc bench`: builds modules and runs the benchmark harness in a separate process."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import TYPE_CHECKING

import click

from patternc.analysis.calls import Shape, UnsatisfiableError, fitting_length
from patternc.cli import options, projects
from patternc.cli.calls import AskedCall, call_of, refuse_call, refuse_memory
from patternc.cli.report import Report
from patternc.counting.row_keys import mean_keys
from patternc.driver import analyse, modules, references
from patternc.files import File, write
from patternc.ir.mask import Pattern
from patternc.ir.traversal import topk_of
from patternc.loaded import imported
from patternc.testing.random_inputs import RuntimeInputs, differs_by_entry, draw_inputs, inputs_of_entry

if TYPE_CHECKING:
    from torch import Tensor

LENGTH = 8192  # positions of a call without -n
SEED = 0  # of the random tensors
_PACKAGE = Path(__file__).resolve().parent.parent


@click.command("bench")
@options.file
@click.option(
    "-n",
    "length",
    type=options.positions,
    help=f"Sequence length, such as 8192, 64K or 1M.  [default: {LENGTH}, or the number of grid cells]",
)
@click.option("--batch", type=options.batch_size, default=1, show_default=True, help="Batch size.")
@click.option("--heads", type=options.head_count, help="Number of heads.  [default: 8, if the pattern accepts 8]")
@click.option("--head-dim", type=options.head_size, default=64, show_default=True, help="Head size.")
@click.option(
    "--dtype",
    type=click.Choice(["float32", "float16", "bfloat16"]),
    default="float32",
    show_default=True,
    help="Data type of the inputs.",
)
@click.option("--backward", is_flag=True, help="Time forward and backward together.")
@click.option(
    "--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True, help="Device to run on."
)
@click.option("--threads", type=click.IntRange(1, 1024), default=2, show_default=True, help="CPU threads.")
@click.option("--out", type=click.Path(file_okay=False), help="Folder for results.json, results.md and results.svg.")
@options.as_json
@options.overrides
@options.diagnostics_format
@options.gathered(asked=AskedCall, report=Report)
def command(
    path: str,
    asked: AskedCall,
    dtype: str,
    backward: bool,
    device: str,
    threads: int,
    out: str | None,
    as_json: bool,
    overrides: Mapping[str, str],
    report: Report,
) -> int:
    """Time a pattern, FlexAttention and dense attention with the same mask, in one run.

    An implementation whose output differs from the float64 reference gets no time.
    """
    chosen = [one for one in reversed(options.chosen_backends("all")) if device in one.devices]
    options.refuse_missing_packages(*chosen)  # none is imported here: the harness measures memory
    options.refuse_two_formats(as_json, report)
    options.refuse_missing_gpu(device)
    numbers = {"--batch": asked.batch, "--head-dim": asked.head_dim, "--threads": threads}
    words = [word for name, number in numbers.items() for word in (name, str(number))]
    words += ["--dtype", dtype, "--device", device, *(["--backward"] if backward else [])]
    results: list[dict[str, object]] = []
    for one in projects.pattern_files(path):
        with report.catching():
            source = options.read(one)
            analysis = analyse(source, projects.parameters_of(one, overrides))
            builds = [options.builds(one.name, None)[0] for one in chosen]
            built = [modules(analysis, *build) for build in builds]
            meant = references(analysis)
            for meaning, normal, reference, *files in zip(
                analysis.meanings, analysis.normals, meant, *built, strict=True
            ):
                call = _call(meaning, asked)
                refuse_memory(call, 4 if dtype == "float32" else 2)
                folder = None if out is None else Path(out) / normal.name
                failed, measured = _run(
                    (meaning, normal), call, (reference, *files), words, folder, as_json or report.form != "text"
                )
                results.append({"pattern": meaning.name, **measured})
                if failed:
                    message = f"{meaning.name}: a generated module could not be timed; the table shows the reason"
                    report.find("P043", message, source.place, "see `patternc verify`")
    if as_json:
        report.say(json.dumps(results, indent=2))
    return report.write()


def _call(pattern: Pattern, asked: AskedCall) -> Shape:
    """The call to time; a usage error if the pattern does not accept it."""
    call = call_of(pattern, asked, 1)
    try:
        n = asked.length or fitting_length(pattern, LENGTH, call.heads, call.dims.key)
    except UnsatisfiableError as reason:
        raise click.UsageError(f"{pattern.name}: {reason}") from None
    refuse_call(pattern, replace(call, n=n))
    return Shape("bench", call.batch, call.heads, call.heads, call.dims, n, n, 0, 0, n)


def _run(
    pattern: tuple[Pattern, Pattern],
    call: Shape,
    files: tuple[File, ...],
    words: list[str],
    out: Path | None,
    aside: bool,
) -> tuple[bool, dict[str, object]]:
    """Time the files of one pattern, the first of which is the reference; the table goes to stdout, or `aside`.

    Returns whether a module could not be timed, and what was measured: the harness's results.json.
    """
    meaning, normal = pattern
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "results" if out is None else out
        for file in files:
            write(Path(folder) / file.name, file.text)
        named = [word for file in files[1:] for word in ("--module", str(Path(folder) / file.name))]
        given = _given(meaning, call, Path(folder) / "given.pt")
        keys = _mean_keys(meaning, normal, call, files[-1])
        words = [
            *named,
            "-n",
            str(call.seq_len),
            "--heads",
            str(call.heads),
            "--mean-keys",
            str(keys),
            *given,
            *words,
            *(["--out", str(place)] if out is not None or aside else []),
        ]
        # The file descriptor of standard error.
        where = 2 if aside else None
        code = subprocess.run([sys.executable, str(_harness()), *words], check=False, stdout=where).returncode
        results = place / "results.json"
        return code != 0, json.loads(results.read_text()) if results.exists() else {}


def _given(pattern: Pattern, call: Shape, path: Path) -> list[str]:
    """Draw the runtime inputs at random, write them to a file, and return the harness options for them.

    The fields of the file are those of the harness's `given.py`.
    """
    topk = topk_of(pattern)
    unit = [] if topk is None else ["--unit", str(topk.block)]
    if not pattern.inputs and not pattern.dropout:
        return unit
    import torch

    drawn = draw_inputs(pattern, call, "cpu", SEED)
    entries = [inputs_of_entry(pattern, call, drawn, entry) for entry in range(call.batch)]
    alike = all(entry == entries[0] for entry in entries)
    torch.save({"call": drawn, "entry": entries[0] if alike else None}, path)
    return ["--given", str(path), *unit]


def _mean_keys(meaning: Pattern, normal: Pattern, call: Shape, file: File) -> float:
    """The mean number of keys per row, averaged over batch entries if they differ."""
    if not differs_by_entry(meaning):
        return mean_keys(normal, call.heads, call.seq_len)
    given = draw_inputs(meaning, call, "cpu", SEED)
    if topk_of(meaning) is not None:
        given = {**given, "selection": _selection(imported(file), call, given)}
    entries = [inputs_of_entry(meaning, call, given, entry) for entry in range(call.batch)]
    return fmean(mean_keys(normal, call.heads, call.seq_len, entry) for entry in entries)


def _selection(module: ModuleType, call: Shape, given: RuntimeInputs) -> Tensor:
    """A `topk` selection of random queries and keys, different from those that the harness draws."""
    import torch

    generator = torch.Generator().manual_seed(SEED)
    size = call.batch, call.heads, call.seq_len, call.dims.key
    query, key = (torch.randn(size, generator=generator) for _ in range(2))
    taken = inspect.signature(module.selection).parameters
    found: Tensor = module.selection(query, key, **{name: x for name, x in given.items() if name in taken})
    return found


def _harness() -> Path:
    """The harness folder: inside an installed package, or beside it in a checkout."""
    installed = _PACKAGE / "harness"
    return installed if installed.is_dir() else _PACKAGE.parent / "benchmarks" / "harness"
