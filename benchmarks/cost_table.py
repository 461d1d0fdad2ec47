"""What every preset costs at three lengths on three GPUs and a CPU, as `patternc cost` counts it.

    python benchmarks/cost_table.py                  # 16K, 128K and 1M positions: minutes
    python benchmarks/cost_table.py longnet -n 16384

A preset with a grid has one length, its own. Times are predicted, of 8 heads of 64 and a batch of 1, forward and
backward, in 16 bits (CPU and sm_61: 32); `~`: keys were counted by sampled rows, or lists by sampled lines. Nothing is
run. The last column says how long counting took on all four targets.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from math import prod

from patternc.analysis.calls import fitting_length, most_heads
from patternc.cli.inputs import inputs_of
from patternc.cli.presets import presets
from patternc.cost.device_time import Call
from patternc.cost.estimates import Estimate, estimate
from patternc.cost.target_cost import TargetCost
from patternc.driver import Analysis, analyse, quoting
from patternc.ir.semantics import Inputs
from patternc.source import Source
from patternc.targets import Target, target_named

TARGETS = ("sm_61", "sm_86", "sm_90", "cpu")
LENGTHS = (16384, 131072, 1048576)
HEADS, HEAD_DIM = 8, 64
HEADINGS = ("pattern", "n", "keys a row", "most", "density", "target", "occupancy", "ms", "of dense", "break-even", "s")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("presets", nargs="*", help="names of presets; all when there are none")
    parser.add_argument("-n", type=int, action="append", help="positions; may be repeated")
    options = parser.parse_args(arguments)
    targets = tuple(target for name in TARGETS if (target := target_named(name)) is not None)
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}", flush=True)
    started = time.perf_counter()
    for preset in presets():
        if not options.presets or preset.name in options.presets:
            analysis = analyse(Source(f"{preset.name}.pat", preset.text), {}, targets=())
            for line in _rows(analysis, options.n or LENGTHS, targets):
                print(line, flush=True)
    print(f"\nCounted in {time.perf_counter() - started:.0f} s.")


def _rows(analysis: Analysis, lengths: Sequence[int], targets: tuple[Target, ...]) -> Iterator[str]:
    meaning = analysis.meanings[0]
    heads = most_heads(meaning) or HEADS
    fitting = (prod(meaning.grid) or n if meaning.grid else n for n in lengths)
    for n in dict.fromkeys(fitting_length(meaning, n, heads, HEAD_DIM) for n in fitting):
        started = time.perf_counter()
        made = _estimate(analysis, Call(n, heads, heads), targets)
        spent = time.perf_counter() - started
        for place, one in enumerate(made.targets):
            yield f"| {' | '.join(_cells(made, one, spent if place == 0 else None))} |"


def _estimate(analysis: Analysis, call: Call, targets: tuple[Target, ...]) -> Estimate:
    meaning, normal = analysis.meanings[0], analysis.normals[0]

    def inputs_at(n: int) -> Inputs:
        return inputs_of(meaning, {}, n, call.heads)

    return estimate((meaning, normal), quoting(analysis.source, meaning), call, inputs_at(call.n), inputs_at, targets)


def _cells(made: Estimate, one: TargetCost, spent: float | None) -> Iterator[str]:
    keys = made.rows.keys
    first = spent is not None
    about = "~" if keys.error else ""
    yield made.pattern if first else ""
    yield f"{made.call.n}" if first else ""
    yield f"{about}{keys.mean:.1f}" if first else ""
    yield f"{about}{keys.most}" if first else ""
    yield f"{made.rows.density:.3g}" if first else ""
    yield one.target.name
    sampled = "~" if any(not work.exact for work in one.work) else ""
    yield f"{sampled}{one.forward.occupancy:.2f}"
    yield f"{1e3 * one.seconds:.4g}"
    yield f"{one.seconds / one.dense:.3g}"
    yield "none" if one.break_even.n is None else f"{one.break_even.n}"
    yield f"{spent:.1f}" if spent is not None else ""


if __name__ == "__main__":
    main()
