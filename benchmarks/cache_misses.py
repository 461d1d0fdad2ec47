"""Predicted and counted misses of the last cache, of forward passes of torch modules on a CPU.

    python benchmarks/cache_misses.py                       # five presets, 512 positions, a cache of 1 MiB
    python benchmarks/cache_misses.py longnet -n 4096

Predicted: the bytes that `patternc cost` says a forward pass moves on the target `cpu`, in lines of 64. Counted:
valgrind's callgrind simulates a cache of 32 KiB and one of --cache behind it while the module runs, from an empty cache
on; that does not depend on the machine's load. Needs valgrind (Debian: apt-get install valgrind), and takes minutes.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from loading import load

HEADS, HEAD_DIM, LINE = 8, 64, 64
PRESETS = ("dilated", "sparse-transformer", "streaming", "sliding-window", "longnet")
SHORT = 64
"""Positions of the call that comes before the counted one, which makes and imports what is made and imported once."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Accesses to data, and lines read and written that the last cache did not hold, as callgrind counts them."""

    accesses: int
    read: int
    written: int


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("presets", nargs="*", default=PRESETS, help="names of presets that take no inputs")
    parser.add_argument("-n", type=int, default=512, help="positions")
    parser.add_argument("--cache", type=int, default=1024, help="KiB of the last cache")
    parser.add_argument("--run", help=argparse.SUPPRESS)  # a folder of modules: what runs under valgrind
    options = parser.parse_args(arguments)
    if options.run:
        run_modules(Path(options.run), options.presets, options.n)
        return 0
    missing = [tool for tool in ("valgrind", "callgrind_control") if shutil.which(tool) is None]
    if missing:
        print(
            f"{' and '.join(missing)} not found: install valgrind (Debian: apt-get install valgrind)", file=sys.stderr
        )
        return 2
    with TemporaryDirectory() as folder:
        predicted = [build(name, options.n, Path(folder)) for name in options.presets]
        counted = under_callgrind(Path(folder), options.presets, options.n, options.cache)
    print_table(options.presets, predicted, counted)
    return 0


# ---- predicted -------------------------------------------------------------------------------------------------------
def build(name: str, n: int, folder: Path) -> float:
    """Write the module of a preset; the lines that its forward pass is predicted to move."""
    from patternc.cli.presets import presets
    from patternc.codegen.torch import TORCH
    from patternc.cost.target_cost import cost_on_target, plan_for
    from patternc.cost.tile_work import Call
    from patternc.driver import analyse, modules, quoting
    from patternc.source import Source
    from patternc.targets import target_named

    text = next(preset.text for preset in presets() if preset.name == name)
    source, target = Source(f"{name}.pat", text), target_named("cpu")
    assert target is not None
    analysis = analyse(source, {})
    (file,) = modules(analysis, TORCH, target)
    (folder / f"{name.replace('-', '_')}.py").write_text(file.text, encoding="utf-8")
    subject = analysis.meanings[0], analysis.normals[0]
    made = cost_on_target(
        plan_for(subject, quoting(source, subject[0]), target), Call(n, HEADS, HEADS, HEAD_DIM), {}, 0.0
    )
    return made.forward.load.moved / LINE


# ---- counted ---------------------------------------------------------------------------------------------------------
def under_callgrind(folder: Path, names: Sequence[str], n: int, cache: int) -> dict[str, Counted]:
    """The forward pass of every module, by its name."""
    words = ["valgrind", "-q", "--tool=callgrind", "--cache-sim=yes", "--instr-atstart=no", "--vgdb-poll=1000"]
    caches = ["--I1=32768,8,64", "--D1=32768,8,64", f"--LL={cache << 10},16,64"]
    found = folder / "counted"
    script = [sys.executable, __file__, *names, "-n", str(n), "--run", str(folder)]
    # Newer instructions than valgrind knows: torch asks for none with this setting.
    environment = {**os.environ, "ATEN_CPU_CAPABILITY": "default", "OMP_NUM_THREADS": "1"}
    subprocess.run([*words, *caches, f"--callgrind-out-file={found}", *script], env=environment, check=True)
    return dict(map(counted_in, sorted(folder.glob("counted.*"))))


def counted_in(file: Path) -> tuple[str, Counted]:
    """The name and the totals of a dump."""
    text = file.read_text(encoding="utf-8")
    name, events, totals = (
        re.search(pattern, text, re.MULTILINE)
        for pattern in (r"^desc: Trigger: dump (.*)$", r"^events: (.*)$", r"^totals: (.*)$")
    )
    assert name is not None
    assert events is not None
    assert totals is not None
    numbers = dict(zip(events[1].split(), map(int, totals[1].split()), strict=True))
    return name[1], Counted(numbers["Dr"] + numbers["Dw"], numbers["DLmr"], numbers["DLmw"])


def run_modules(folder: Path, names: Sequence[str], n: int) -> None:
    """Run the forward pass of every module, and dump what is counted of each."""
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(0)
    for name in names:
        module = load(folder / f"{name.replace('-', '_')}.py")
        short, whole = ([torch.randn(1, HEADS, length, HEAD_DIM) for _ in range(3)] for length in (SHORT, n))
        with torch.no_grad():
            module.attention(*short)
            control("-i", "on")
            module.attention(*whole)
            control("-i", "off")
        control(f"--dump={name}")


def control(*words: str) -> None:
    """Tell callgrind something of this process, which has to run to hear it."""
    asked = subprocess.Popen(["callgrind_control", *words, str(os.getpid())], stdout=subprocess.DEVNULL)
    while asked.poll() is None:
        pass
    if asked.returncode:
        raise SystemExit(f"callgrind_control {' '.join(words)} failed")


def print_table(names: Sequence[str], predicted: Sequence[float], counted: dict[str, Counted]) -> None:
    """Lines in thousands, and their ratio."""
    print("| pattern | predicted lines, 1000s | counted: read | written | counted / predicted | of accesses |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, lines in zip(names, predicted, strict=True):
        found = counted[name]
        both = found.read + found.written
        cells = (f"{one / 1e3:.0f}" for one in (lines, found.read, found.written))
        print(f"| {name} | {' | '.join(cells)} | {both / lines:.2f} | {both / found.accesses:.2%} |")


if __name__ == "__main__":
    sys.exit(main())
