"""The output of `patternc tune`: the candidates of each kernel, and the current step."""

from __future__ import annotations

from collections.abc import Iterator

from patternc.cli.report import show_step
from patternc.tuning.search import Candidate, Trial
from patternc.tuning.tile_files import TileFile
from patternc.tuning.tuned_kernels import Tuned, call_text


def heading(file: TileFile) -> str:
    """The device and target."""
    return f"{file.device}, {file.target}: candidates are checked, then timed in turns"


def progress(kernel: str, step: str, candidate: Candidate) -> None:
    """Show the current step."""
    show_step(f"{kernel}: {step} {candidate}")


def table(tuned: Tuned) -> Iterator[str]:
    """The trials of a kernel: usable candidates by median time, then rejected ones with the reason."""
    show_step("")
    first = tuned.several[0]
    names = ", ".join(one.pattern.name for one in tuned.several)
    yield f"{tuned.kernel}, {first.dtype}, head_dim {first.call.dims}: {names}, {call_text(tuned.several)}"
    sizes = f"{'tile':>9} {'warps':>5} {'stages':>6} {'loads':>11}"
    yield f"{sizes} {'registers':>10} {'shared KB':>9} {'median ms':>9} {'quartiles':>17}"
    for trial in tuned.result.trials:
        marks = ["chosen"] if trial is tuned.result.chosen else []
        marks += ["the table's"] if trial.candidate == tuned.own else []
        marks += [f"rejected: {trial.rejected}"] if trial.rejected else []
        yield f"{_numbers(trial)}{_times(trial)}  {', '.join(marks)}".rstrip()


def _numbers(trial: Trial) -> str:
    tile, made = trial.candidate, trial.compiled
    sizes = f"{tile.block_m} x {tile.block_n}"
    registers = f"{made.registers}{f' of {tile.most_registers}' if tile.most_registers else ''}"
    loads = "descriptors" if tile.descriptors else "pointers"
    return f"{sizes:>9} {tile.warps:5} {tile.stages:6} {loads:>11} {registers:>10} {made.shared / 1024:9.1f}"


def _times(trial: Trial) -> str:
    times = trial.times
    if times is None:
        return " " * 28
    spread = f"{times.low * 1e3:.3f} to {times.high * 1e3:.3f}"
    return f" {times.median * 1e3:9.3f} {spread:>17}"
