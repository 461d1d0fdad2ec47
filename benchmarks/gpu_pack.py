"""Build modules and compile the kernels of `gpu_check.py` beforehand, so that a machine with a GPU only loads them.

The file has all Triton and CUDA modules of `tests/patterns` and `benchmarks/patterns`; where this Python can't run the
compiler, `built_modules.py` must have built them.
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
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import built_modules
import triton
from pretend_gpu import environment

PACK = built_modules.ROOT / "build" / "gpu-pack.tar.gz"
MODULES, KERNELS = "modules", "kernels"
"""Folders of the file."""
GROUP = "__grp__"
"""Files that begin so list the absolute paths of a kernel's files."""


def pack(file: Path, kernels: Path) -> None:
    """Write a file of all modules that are built, and of the kernels in a folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(file, "w:gz") as archive:
        archive.add(kernels, KERNELS)
        archive.add(built_modules.source(), f"{MODULES}/{built_modules.source().name}")


def unpack(pack: Path, folder: Path) -> Path:
    """Put a file's modules where they are looked for, and its kernels into a folder, which is Triton's cache then."""
    with tarfile.open(pack) as archive:
        archive.extractall(folder, filter="data")
    shutil.copytree(folder / MODULES, built_modules.MODULES, dirs_exist_ok=True)
    for path in folder.rglob(f"{GROUP}*"):
        names = json.loads(path.read_text(encoding="utf-8"))["child_paths"]
        here = {name: str(path.with_name(name)) for name in names}
        path.write_text(json.dumps({"child_paths": here}), encoding="utf-8")
    return folder / KERNELS


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
    built_modules.build(("triton", "cuda"))
    with TemporaryDirectory() as folder:
        only = [word for text in options.only for word in ("--only", text)]
        told = ["--tiers", str(options.tiers), "--processes", str(options.processes), *only]
        status = compile_into(Path(folder), told)
        pack(options.out, Path(folder))
        count = len(list(Path(folder).rglob("*.cubin")))
    size = options.out.stat().st_size / 2**20
    version = f"triton {triton.__version__}, Python {sys.version_info.major}.{sys.version_info.minor}"
    print(f"{count} kernels, {size:.0f} MiB, for {version}, in {time.monotonic() - start:.0f} s: {options.out}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
