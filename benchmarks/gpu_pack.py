"""Compile the kernels of `gpu_check.py` beforehand, without a GPU, so that a machine with one only loads them.

Triton finds a kernel in its cache by the kernel's text, the target, and Triton's own files. So it takes the Python
version and the wheel of triton that the GPU's machine has; there, `gpu_check.py --cache FILE` uses what this wrote:

    python3.12 benchmarks/gpu_pack.py                    # of the first checks: bfloat16 at head_dim 64 and 128
    python3.12 benchmarks/gpu_pack.py --only longnet     # of those whose names hold it
    python3.12 benchmarks/gpu_pack.py --tiers 7          # of all checks
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import triton
from gpu_checks import ROOT
from pretend_gpu import environment

PACK = ROOT / "build" / "gpu-pack.tar.gz"
GROUP = "__grp__"
"""Files that begin so list the absolute paths of a kernel's files."""


def unpack(pack: Path, folder: Path) -> None:
    """Make a folder the cache that a file holds, wherever it was written."""
    with tarfile.open(pack) as archive:
        archive.extractall(folder, filter="data")
    for path in folder.rglob(f"{GROUP}*"):
        names = json.loads(path.read_text(encoding="utf-8"))["child_paths"]
        here = {name: str(path.with_name(name)) for name in names}
        path.write_text(json.dumps({"child_paths": here}), encoding="utf-8")


def compile_into(cache: Path, selected: Sequence[str]) -> int:
    """Launch the kernels of selected checks on a stub driver, which fills the cache; the exit status of that."""
    program = Path(__file__).with_name("gpu_check.py")
    with TemporaryDirectory() as folder:
        told = ["--rehearse", "--out", f"{folder}/results.jsonl", *selected]
        cached = {"TRITON_CACHE_DIR": str(cache), "TRITON_STORE_BINARY_ONLY": "1"}
        found = {**os.environ, **environment(Path(folder)), **cached}
        return subprocess.run([sys.executable, str(program), *told], env=found, check=False).returncode


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="checks whose names hold it")
    parser.add_argument(
        "--tiers", type=int, default=2, metavar="N", help="the first N of the checks' tiers; default: 2"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default: one a core")
    parser.add_argument("--out", type=Path, default=PACK, metavar="FILE")
    options = parser.parse_args(argv)
    start = time.monotonic()
    with TemporaryDirectory() as folder:
        only = [word for text in options.only for word in ("--only", text)]
        told = ["--tiers", str(options.tiers), "--processes", str(options.processes), *only]
        status = compile_into(Path(folder), told)
        options.out.parent.mkdir(parents=True, exist_ok=True)
        with tarfile.open(options.out, "w:gz") as archive:
            archive.add(folder, ".")
        count = len(list(Path(folder).rglob("*.cubin")))
    size = options.out.stat().st_size / 2**20
    version = f"triton {triton.__version__}, Python {sys.version_info.major}.{sys.version_info.minor}"
    print(f"{count} kernels, {size:.0f} MiB, for {version}, in {time.monotonic() - start:.0f} s: {options.out}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
