"""Modelled times on an H200, from the instructions that the compiled kernels execute. Nothing here is timed.

    python benchmarks/modelled_times.py                  # all tables
    python benchmarks/modelled_times.py window decode    # those of subjects whose title has one of the words
    python benchmarks/modelled_times.py --save FILE.md   # written to a file too, with the method
    python benchmarks/modelled_times.py --json benchmarks/results/modelled.json   # for the tables of gpu_all.py

For each launch the tile IR says how many programs run and how many tiles they visit, tested or not; the machine code of
the kernel, compiled ahead of time, says what one iteration of its inner loop executes. A multiprocessor issues four
instructions of a warp a cycle, takes 16 special functions and 2048 multiplications of 16 bits on tensor cores. An
iteration takes the longest of these three if warps hide one behind another (`hidden`), and tensor cores after the rest
if nothing is hidden (`serial`): a kernel should be between. A launch takes its iterations over 132 multiprocessors, at
least its longest program alone, and at least what memory takes for its tensors and the cache for its loads. Latencies
are not modelled, so a launch whose programs have few iterations takes longer.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent / "harness"))

from cases import gpu
from emitted import Executed, executed
from predicates import Documents
from recorded_launches import Case, Launched, launches, target_of

from patternc.analysis.equal_heads import distinct_heads
from patternc.cost.device_time import Call
from patternc.cost.launch_runs import Counting, LaunchRun, launch_runs
from patternc.cost.target_cost import Plan, plan_for
from patternc.cost_constants import BACKWARD_PRODUCTS, FORWARD_PRODUCTS, LAUNCH
from patternc.counting.row_counts import mean_over_heads
from patternc.driver import Analysis, analyse, quoting, read
from patternc.ir.addresses import HeadDims
from patternc.ir.count_tiles import Tally, count_tiles
from patternc.ir.tile import Direction

ROOT = Path(__file__).resolve().parent.parent
TARGET, DTYPE, ITEMSIZE = "sm_90", "bfloat16", 2

FLOPS, BANDWIDTH, CACHE_RATE = 790e12, 4.3e12, 2.5
"""Measured on an H200: products of large matrices in bf16, and memory."""
PROCESSORS, ISSUED, SPECIAL, MULTIPLIED = 132, 4, 16, 2048
"""Multiprocessors; and what one does in a cycle: instructions of warps, special functions, multiplications in bf16."""
CLOCK = FLOPS / (2 * MULTIPLIED * PROCESSORS)
"""Cycles a second at which tensor cores gave `FLOPS`: below the 1.98e9 of the data sheet, as power limits them."""
MOVED = {Direction.FORWARD: 4, Direction.GRAD_QUERY: 5, Direction.GRAD_KEY_VALUE: 6}
"""Tensors of [B, H, n, D] that a pass reads and writes, with the read of delta among them."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is modelled. `pattern`: a file or its text. `known`: published figures of others for the same work."""

    title: str
    pattern: Path | str
    n: int
    heads: int
    head_dim: int
    known: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A decoding step that is modelled: one query a head and batch entry, each of which attends to all n keys."""

    title: str
    n: int
    batch: int
    heads: int
    kv_heads: int
    head_dim: int


SUBJECTS = (
    Subject("LongNet, five branches", ROOT / "benchmarks/patterns/longnet_five.pat", 131072, 8, 64),
    Subject("dense", "attend full", 16384, 16, 64, "FlashAttention-3 497, cuDNN 413, Triton 403, FA2 324 (forward)"),
    Subject("dense", "attend full", 16384, 16, 128, "FlashAttention-3 648, cuDNN 595, Triton 395, FA2 370 (forward)"),
    Subject("window 1024", "attend window(1023, 0)", 32768, 16, 64),
    Subject("block sparsity, 10 %", ROOT / "benchmarks/patterns/sparse_10.pat", 16384, 16, 64),
)
STEPS = (
    Step("decode, every key", 131072, 1, 32, 8, 128),
    Step("decode, every key, a batch of 8", 131072, 8, 32, 8, 128),
)


@dataclass(frozen=True, slots=True)
class Modelled:
    """Seconds of a launch. `iterations`: of all its programs; `bound`: what takes longest if all is hidden."""

    direction: Direction
    kernel: str
    programs: int
    iterations: int
    executed: Executed
    hidden: float
    serial: float
    bound: str


@dataclass(frozen=True, slots=True)
class Cycles:
    """What an iteration takes of one multiprocessor."""

    issue: float
    special: float
    tensor: float

    @property
    def hidden(self) -> float:
        return max(self.issue, self.special, self.tensor)

    @property
    def serial(self) -> float:
        return max(self.issue, self.special) + self.tensor


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", nargs="*", help="words of titles; default: all")
    parser.add_argument("--save", type=Path, help="write the tables and the method to this file too")
    parser.add_argument("--json", type=Path, help="write the times of the suite `gpu` of the harness, by case, instead")
    options = parser.parse_args()
    if options.json:
        options.json.write_text(json.dumps(dict(suite()), indent=1) + "\n")
        return 0
    asked = [one for one in (*SUBJECTS, *STEPS) if not options.words or any(x in one.title for x in options.words)]
    if not asked:
        parser.error(f"no title has one of these words: {', '.join(one.title for one in (*SUBJECTS, *STEPS))}")
    lines: list[str] = []
    for one in asked:
        print(f"{one.title}, head_dim {one.head_dim} ...", file=sys.stderr)
        lines += section(one) if isinstance(one, Subject) else step(one)
    text = "\n".join(lines)
    print(text)
    if options.save:
        method = " ".join((__doc__ or "").split("\n\n")[2].split())
        rates = (
            f"Rates: {FLOPS / 1e12:.0f} TFLOP/s and {BANDWIDTH / 1e12} TB/s, as measured on an H200, so "
            f"{CLOCK / 1e9:.2f} GHz; {LAUNCH * 1e6:.0f} us a launch. Batch 1 where none is said, bf16."
        )
        made = f"Made by `python benchmarks/modelled_times.py --save FILE.md` with triton {version('triton')}."
        head = f"# Modelled times on an H200\n\n**Nothing here was timed.** {method}"
        options.save.write_text(f"{head}\n\n{rates} {made}\n\n{text}")
    return 0


def suite() -> Iterator[tuple[str, tuple[float, float]]]:
    """Cases of the suite `gpu`, but for decoding steps and documents: seconds if all is hidden, and if nothing is."""
    found: dict[tuple[str, int, int], tuple[Modelled, ...]] = {}
    for case in gpu():
        if case.queries is not None or isinstance(case.mask, Documents):
            continue
        path = ROOT / "benchmarks" / "patterns" / f"{case.pattern}.pat"
        subject = Subject(case.pattern, path, case.n, case.heads, case.head_dim)
        key = case.pattern, case.n, case.head_dim
        if key not in found:
            print(f"{case.name} ...", file=sys.stderr)
            found[key] = tuple(modelled(*prepared(subject), subject))
        some = [one for one in found[key] if case.backward or one.direction is Direction.FORWARD]
        delta = 2 * tensor_bytes(subject) / BANDWIDTH + LAUNCH if case.backward else 0.0  # as in `section`
        yield case.name, (sum(one.hidden for one in some) + delta, sum(one.serial for one in some) + delta)


def prepared(subject: Subject) -> tuple[Plan, tuple[Launched, ...]]:
    """The plan of a subject that is a file, and its kernels."""
    assert isinstance(subject.pattern, Path)
    analysis = analyse(read(subject.pattern), {})
    source = quoting(analysis.source, analysis.meanings[0])
    plan = plan_for((analysis.meanings[0], analysis.normals[0]), source, target_of(TARGET))
    return plan, launches(Case(subject.pattern, TARGET, DTYPE, subject.head_dim), subject.n)


def section(subject: Subject) -> Iterator[str]:
    """The tables of a subject."""
    with TemporaryDirectory() as folder:
        path = _file(subject.pattern, Path(folder))
        analysis = analyse(read(path), {})
        kernels = launches(Case(path, TARGET, DTYPE, subject.head_dim), subject.n)
    source = quoting(analysis.source, analysis.meanings[0])
    plan = plan_for((analysis.meanings[0], analysis.normals[0]), source, target_of(TARGET))
    found = tuple(modelled(plan, kernels, subject))
    yield f"## {subject.title}: n = {subject.n}, {subject.heads} heads, head_dim {subject.head_dim}"
    yield ""
    if subject.known:
        yield f"Published, TFLOP/s on an H100: {subject.known}."
        yield ""
    yield from _launch_table(found)
    yield "| pass | useful TFLOP | floor ms | hidden ms | serial ms | useful TFLOP/s |"
    yield "|---|---|---|---|---|---|"
    pairs = useful_pairs(analysis, subject)
    forward = tuple(one for one in found if one.direction is Direction.FORWARD)
    yield _total("forward", forward, sum(FORWARD_PRODUCTS), 4, 0.0, pairs, subject)
    delta = 2 * tensor_bytes(subject) / BANDWIDTH + LAUNCH  # a launch of its own: rowsum(dO * O)
    yield _total("forward and gradients", found, sum(FORWARD_PRODUCTS + BACKWARD_PRODUCTS), 12, delta, pairs, subject)
    yield ""


def step(one: Step) -> Iterator[str]:
    """The table of a decoding step: the launch that splits the keys over programs, and the one that merges."""
    with TemporaryDirectory() as folder:
        case = Case(_file("attend causal", Path(folder)), TARGET, DTYPE, one.head_dim)
        kernel = next(x for x in launches(case, one.n) if x.kernel.__name__ == "_forward_split")
    code = executed(kernel, TARGET)
    iterations = one.batch * one.kv_heads * ceil(one.n / kernel.tile.columns)
    each = cycles(code, code.free)
    moved = 2 * ITEMSIZE * one.batch * one.kv_heads * one.n * one.head_dim
    floor = moved / BANDWIDTH
    hidden, serial = (
        max(floor, iterations * getattr(each, which) / PROCESSORS / CLOCK) + 2 * LAUNCH
        for which in ("hidden", "serial")
    )
    heads = f"{one.heads} heads, {one.kv_heads} key heads, head_dim {one.head_dim}"
    yield f"## {one.title}: n = {one.n}, batch {one.batch}, {heads}"
    yield ""
    yield "| iterations | instructions | cycles issue / special / tensor | floor (memory) ms | hidden ms | serial ms |"
    yield "|---|---|---|---|---|---|"
    shown = f"{each.issue:.0f} / {each.special:.0f} / {each.tensor:.0f}"
    yield (f"| {iterations} | {code.free} | {shown} | {1e3 * floor:.3f} | {1e3 * hidden:.3f} | {1e3 * serial:.3f} |")
    yield ""


def _launch_table(found: tuple[Modelled, ...]) -> Iterator[str]:
    columns = "instructions free / tested | cycles issue / special / tensor | hidden ms | serial ms | longest"
    yield f"| launch | programs | iterations | {columns} |"
    yield "|---|---|---|---|---|---|---|---|"
    for one in found:
        code, each = one.executed, cycles(one.executed, one.executed.free)
        shown = f"{each.issue:.0f} / {each.special:.0f} / {each.tensor:.0f}"
        yield (
            f"| `{one.kernel}` | {one.programs} | {one.iterations} | {code.free} / {code.tested} | {shown} "
            f"| {1e3 * one.hidden:.3f} | {1e3 * one.serial:.3f} | {one.bound} |"
        )
    yield ""


def _total(
    name: str, found: tuple[Modelled, ...], products: int, tensors: int, more: float, pairs: float, subject: Subject
) -> str:
    """A row for a pass. `tensors`: how many like the query it cannot but move. `more`: seconds of other launches."""
    flops = 2 * products * subject.head_dim * pairs
    floor = max(flops / FLOPS, tensors * tensor_bytes(subject) / BANDWIDTH)
    hidden, serial = sum(one.hidden for one in found) + more, sum(one.serial for one in found) + more
    rate = f"{flops / serial / 1e12:.0f} to {flops / hidden / 1e12:.0f}"
    return f"| {name} | {flops / 1e12:.3f} | {1e3 * floor:.3f} | {1e3 * hidden:.3f} | {1e3 * serial:.3f} | {rate} |"


def _file(pattern: Path | str, folder: Path) -> Path:
    """A pattern file, written where a pattern is given as text."""
    if isinstance(pattern, Path):
        return pattern
    path = folder / "made.pat"
    path.write_text(f"pattern made {{\n    {pattern}\n}}\n")
    return path


def modelled(plan: Plan, kernels: tuple[Launched, ...], subject: Subject) -> Iterator[Modelled]:
    """The launches of both passes."""
    assert plan.tiles is not None
    call = Call(subject.n, subject.heads, subject.heads, HeadDims.equal(subject.head_dim), itemsize=ITEMSIZE)
    counting = Counting(plan.tiles, plan.kernel, plan.target, call, {})
    for group in plan.tiles.groups:
        for made in (*group.forward, group.grad_query, group.grad_key_value):
            for run in launch_runs(group, made, counting):
                kernel = next(one for one in kernels if one.kernel.__name__ == run.launch.program)
                yield _modelled(run, made.direction, kernel, subject)


def _modelled(run: LaunchRun, direction: Direction, kernel: Launched, subject: Subject) -> Modelled:
    code = executed(kernel, TARGET)
    tally = Tally()
    count_tiles(run.program, dict(run.names), run.places, run.heads, tally)
    free, tested = cycles(code, code.free), cycles(code, code.tested)
    ends = code.outside * code.warps / ISSUED * tally.programs
    turns = ceil(tally.programs / PROCESSORS) * PROCESSORS / max(1, tally.programs)  # the last turn is not full
    stored = run.stored * subject.head_dim * ITEMSIZE * (2 if direction is Direction.GRAD_KEY_VALUE else 1)
    loaded = 2 * ITEMSIZE * subject.head_dim * run.block_n * tally.visited
    least = {
        "one program": free.serial * tally.longest / CLOCK,
        "memory": (MOVED[direction] * tensor_bytes(subject) + stored) / BANDWIDTH,
        "cache": loaded / (CACHE_RATE * BANDWIDTH),
    }

    def instructions(whole: float, partial: float) -> float:
        return (whole * tally.full + partial * tally.partial + ends) * turns / PROCESSORS / CLOCK

    units = {"issue": free.issue, "special": free.special, "tensor": free.tensor}
    hidden = least | {max(units, key=lambda name: units[name]): instructions(free.hidden, tested.hidden)}
    serial = max(*least.values(), instructions(free.serial, tested.serial))
    bound = max(hidden, key=lambda name: hidden[name])
    times = hidden[bound] + LAUNCH, serial + LAUNCH
    return Modelled(direction, kernel.kernel.__name__, tally.programs, tally.visited, code, *times, bound)


def cycles(code: Executed, instructions: int) -> Cycles:
    """Those of an iteration that executes so many instructions a warp."""
    return Cycles(
        issue=instructions * code.warps / ISSUED,
        special=32 * code.special * code.warps / SPECIAL,
        tensor=code.products / MULTIPLIED,
    )


def tensor_bytes(subject: Subject) -> int:
    """Bytes of a tensor like the query."""
    return subject.n * subject.heads * subject.head_dim * ITEMSIZE


def useful_pairs(analysis: Analysis, subject: Subject) -> float:
    """Keys of all rows of all heads, each as often as branches count it."""
    normal = analysis.normals[0]
    return (
        subject.heads
        * subject.n
        * mean_over_heads(normal, distinct_heads(normal, subject.heads), subject.heads, subject.n, {})
    )


if __name__ == "__main__":
    sys.exit(main())
