"""Results as JSON, as a table, and as a plot."""

from __future__ import annotations

import io
import json
import platform
import secrets
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import asdict
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import median

import torch
from measure import Result, Settings

_COLUMNS = (
    "case",
    "peer",
    "median",
    "quartiles",
    "min",
    "host",
    "first call",
    "set-up",
    "peak memory",
    "useful GFLOP/s",
    "error",
)
_HEAD = (*_COLUMNS, "times ours")
_WORDS = 2
"""Columns of words; the others are numbers."""


def machine(settings: Settings) -> dict[str, str | int]:
    """What the figures were taken on."""
    on_gpu = settings.device == "cuda"
    facts: dict[str, str | int] = {
        "device": torch.cuda.get_device_name() if on_gpu else _processor(),
        "threads": settings.threads,
        "torch": torch.__version__,
        "python": platform.python_version(),
        "system": platform.system(),
    }
    return facts | _gpu() if on_gpu else facts


def _gpu() -> dict[str, str | int]:
    """Versions, power limit and clocks that a GPU's figures depend on."""
    asked = {
        "driver": "driver_version",
        "power limit": "power.limit",
        "clock now": "clocks.sm",
        "highest clock": "clocks.max.sm",
        "memory clock": "clocks.mem",
    }
    triton = version("triton") if find_spec("triton") else "not installed"
    command = ["nvidia-smi", f"--query-gpu={','.join(asked.values())}", "--format=csv,noheader"]
    if shutil.which(command[0]) is None:
        return {"triton": triton}
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    return {"triton": triton, **dict(zip(asked, (told or [""])[0].split(", "), strict=False))}


def _processor() -> str:
    if platform.system() != "Linux":
        return platform.processor() or platform.machine()
    lines = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout.splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("Model name")), platform.machine())


def write_json(path: Path, results: Iterable[Result], settings: Settings) -> None:
    """Everything measured, every single time included."""
    content = {"machine": machine(settings), "results": [asdict(result) for result in results]}
    write(path, f"{json.dumps(content, indent=1)}\n".encode())


def write(path: Path, data: bytes) -> None:
    """Write a whole file or nothing, replacing a link: to a new one beside it, then moved into place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".results-{secrets.token_hex(16)}")
    try:
        with partial.open("xb") as file:
            file.write(data)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def table(results: tuple[Result, ...]) -> str:
    """A Markdown table. `times ours`: the ratio of medians, left open where the quartiles overlap.

    `host`: on a GPU, what submitting a call takes; the other times are the GPU's own.
    """
    lines: list[tuple[str, ...]] = [_HEAD]
    for case in dict.fromkeys(result.case for result in results):
        rows = [result for result in results if result.case == case]
        ours = next((row for row in rows if row.peer.startswith("patternc") and row.seconds), None)
        lines += [_row(row, ours) for row in rows]
    return _aligned(lines)


def _aligned(lines: list[tuple[str, ...]]) -> str:
    """Rows of cells as a table, its columns as wide as their cells; a row that ends in a status has no numbers."""
    whole = [row for row in lines if len(row) == len(_HEAD)]
    widths = [max(len(row[i]) for row in (lines if i < _WORDS else whole)) for i in range(len(_HEAD))]
    rule = ["-" * width if i < _WORDS else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    text = [_joined(_HEAD, widths), _joined(tuple(rule), widths)]
    return "\n".join(text + [_joined(row, widths) for row in lines[1:]]) + "\n"


def _joined(row: tuple[str, ...], widths: list[int]) -> str:
    """One line; the words of the first columns begin at their left, numbers end at their right."""
    cells = [
        cell.ljust(n) if i < _WORDS else cell.rjust(n) for i, (cell, n) in enumerate(zip(row, widths, strict=False))
    ]
    return "| " + " | ".join(cells) + " |" + " |" * (len(widths) - len(row))


def _row(row: Result, ours: Result | None) -> tuple[str, ...]:
    if not row.seconds:
        return row.case, row.peer, row.status
    low, high = row.quartiles
    rate = f"{row.useful_flops / row.median / 1e9:.0f}" if row.useful_flops else ""
    return (
        row.case,
        row.peer + (" (unmasked)" if row.error is None else ""),
        _time(row.median),
        f"{_time(low)} to {_time(high)}",
        _time(min(row.seconds)),
        _time(median(row.host_s)) if row.host_s else "",
        _time(row.first_call_s or 0.0),
        _time(row.setup_s or 0.0),
        _bytes(max(row.peak_bytes or 0, row.setup_peak_bytes or 0)),
        rate,
        "" if row.error is None else f"{row.error:.0e}",
        _ratio(row, ours),
    )


def _ratio(row: Result, ours: Result | None) -> str:
    if ours is None or row is ours:
        return ""
    (low, high), (our_low, our_high) = row.quartiles, ours.quartiles
    overlap = low <= our_high and our_low <= high
    return "no difference" if overlap else f"{row.median / ours.median:.2f}"


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.1f} ms"


def _bytes(count: int) -> str:
    return f"{count / 2**30:.2f} GiB" if count >= 2**30 else f"{count / 2**20:.0f} MiB"


def plot(path: Path, results: tuple[Result, ...]) -> None:
    """One bar a peer and case: medians on a logarithmic scale, quartiles as whiskers."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "patternc"
    from matplotlib import pyplot

    timed = [result for result in results if result.seconds]
    cases = list(dict.fromkeys(result.case for result in timed))
    peers = list(dict.fromkeys(result.peer for result in timed))
    figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.28 * len(timed)))
    height = 0.8 / max(1, len(peers))
    for index, peer in enumerate(peers):
        rows = [result for result in timed if result.peer == peer]
        where = [cases.index(result.case) + (index - len(peers) / 2 + 0.5) * height for result in rows]
        medians = [result.median * 1e3 for result in rows]
        spread = [[m - r.quartiles[0] * 1e3 for m, r in zip(medians, rows, strict=True)]]
        spread.append([r.quartiles[1] * 1e3 - m for m, r in zip(medians, rows, strict=True)])
        axes.barh(where, medians, height, xerr=spread, label=peer)
    axes.set_yticks(range(len(cases)), cases, fontsize=7)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("median time of a call, ms (whiskers: quartiles)")
    axes.legend(fontsize=7)
    figure.tight_layout()
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    write(path, drawn.getvalue())
