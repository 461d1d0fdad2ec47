"""Predicted misses of the last cache under every order of visits, for all presets and some large grids.

    python benchmarks/visit_orders.py                            # presets at 32K positions: H200, RTX 3090, GTX 1080
    python benchmarks/visit_orders.py bigbird -n 131072 --target sm_86

Each cell is the share of loads of tiles of keys (in gradients of keys: of queries) that miss, forward and backward
together, and the predicted time over that of linear order. GTX 1080 runs no Triton kernels: its row says what tiles of
the same table would do in its cache. Nothing is run.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import prod

from patternc.cli.presets import presets
from patternc.codegen.triton import TRITON
from patternc.cost.launch_order_choice import ComparedOrders, compared, ordered
from patternc.cost.sample_inputs import TYPICAL, sample_inputs
from patternc.cost.tile_work import Call
from patternc.cost_constants import CALL_BATCH, CALL_HEADS, HEAD_DIM, LENGTH
from patternc.driver import analyse, quoting
from patternc.ir.mask import Schedule
from patternc.schedule import schedule
from patternc.source import Source
from patternc.targets import Target, target_named

CARDS = {"sm_90": "H200", "sm_86": "RTX 3090", "sm_61": "GTX 1080"}
ORDERS = (Schedule.HILBERT, Schedule.CLASS_MAJOR, Schedule.SIMILAR, Schedule.LONGEST_FIRST)
GRIDS = {
    "grid 256 x 256, box 33": "grid 256 x 256; layout tiled(8, 8); attend box(33, 33)",
    "grid 512 x 512, box 17": "grid 512 x 512; layout tiled(8, 8); attend box(17, 17)",
    "grid 512 x 512, by rows": "grid 512 x 512; layout natural; attend box(17, 17)",
    "blocks of 16, every 8th": "attend blocks(16, stride(8))",
    "blocks of 16, random": "attend blocks(16, random(8, seed=1))",
}
"""Where an order should matter most: windows of two dimensions, classes and lists of small blocks."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("presets", nargs="*", help="names of presets; all, and some grids, when there are none")
    parser.add_argument("-n", type=int, default=LENGTH, help="positions, where no grid fixes them")
    parser.add_argument("--target", choices=[*CARDS, *TRITON.targets], action="append")
    options = parser.parse_args(arguments)
    heads = ("pattern", "card", "linear", *(one.value for one in ORDERS), "auto")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}", flush=True)
    for name, source in _sources(options.presets):
        for target in options.target or CARDS:
            print(f"| {' | '.join((name, CARDS.get(target, target), *_row(source, target, options.n)))} |", flush=True)


def _sources(names: Sequence[str]) -> Iterator[tuple[str, Source]]:
    for preset in presets():
        if not names or preset.name in names:
            yield preset.name, Source(f"{preset.name}.pat", preset.text)
    for name, body in GRIDS.items() if not names else ():
        yield name, Source("made.pat", f"pattern made {{ {body} }}")


def _row(source: Source, name: str, n: int) -> Iterator[str]:
    target = target_named(name)
    assert target is not None
    analysis = analyse(source, {})
    meaning, normal = analysis.meanings[0], analysis.normals[0]
    quoted = quoting(analysis.source, meaning)
    kernel = schedule(meaning, normal, target, TRITON.lowerings, TRITON.columns)
    call = _call(prod(meaning.grid) or n if meaning.grid else n, target)
    found = compared(kernel, quoted, target, call, sample_inputs(meaning, call.n, call.heads, TYPICAL))
    yield f"{found.linear.ratio:.3f}"
    yield from _cells(found)
    chosen = ordered(kernel, TRITON, target, quoted)
    yield chosen.groups[0].softmaxes[0].queries[0].visits.value


def _call(n: int, target: Target) -> Call:
    return Call(n, CALL_HEADS, CALL_HEADS, HEAD_DIM, CALL_BATCH, 4 if target.slow_half else 2)


def _cells(found: ComparedOrders) -> Iterator[str]:
    """The ratio of each order and its time over that of linear order; a dash where it is linear order."""
    by_name = {one.schedule: one for one in found.others}
    for order in ORDERS:
        one = by_name.get(order)
        yield "-" if one is None else f"{one.ratio:.3f} ({one.seconds / found.linear.seconds:.2f})"


if __name__ == "__main__":
    main()
