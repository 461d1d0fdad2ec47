"""The device table: the properties of devices on which generated kernels rely."""

from __future__ import annotations

from dataclasses import dataclass

SMALLEST_HEAD, LARGEST_HEAD, LARGEST_VALUE = 8, 576, 512
"""The sizes of keys that kernels of every backend take, and the largest of values, which have one of their own.

`_check_call` of generated files has the same limits.
"""


@dataclass(frozen=True, slots=True)
class TunedTile:
    """A tuned tile, which replaces a tile of a row of the tile table.

    `kernel`: the name of the row. The tile applies to elements of `itemsize` bytes and to head sizes up to `head_dim`
    and above the next smaller one in the row. `most_registers`: a limit per thread; 0 leaves it to the compiler.
    `descriptors`: columns that are consecutive rows of a tensor are loaded by tensor descriptors.
    """

    kernel: str
    itemsize: int
    head_dim: int
    block_m: int
    block_n: int
    warps: int
    stages: int
    most_registers: int = 0
    descriptors: bool = False


@dataclass(frozen=True, slots=True)
class TileSource:
    """The tiles of a tile file, and the data of the file that generated files mention.

    `name`: the file's name without its folder. `digest`: the start of its SHA-256. `device`: where
    they were timed.
    """

    name: str
    digest: str
    device: str
    tiles: tuple[TunedTile, ...]

    @property
    def notes(self) -> tuple[str, str]:
        """Notes on the device that generated files print as comments."""
        return (
            f"Those of the tile file {self.name} (sha256 {self.digest}) take their place:",
            f"timed on {self.device}.",
        )


@dataclass(frozen=True, slots=True)
class Target:
    """A device kind. `capability`: CUDA compute capability times ten, None where there is no CUDA.

    `shared_memory`: bytes that one program may use. `slow_half`: 16-bit arithmetic runs below the fp32 rate.
    `flops`, `bandwidth`: the rates that a good attention kernel reaches, in operations and bytes per second: half the
    16-bit rate of the data sheet, and its memory bandwidth; for sm_61, sm_70 and sm_75 what the instructions of CUDA
    modules make likely (`benchmarks/cuda_modelled.py`). They are used only to rank plans and to predict times.
    `tuned`: tiles that replace those of the tile table. `table`: the target whose tile table it has; empty: its own.
    """

    name: str
    devices: str
    capability: int | None
    shared_memory: int
    tensor_cores: bool
    flops: float
    bandwidth: float
    slow_half: bool = False
    tuned: TileSource | None = None
    table: str = ""

    @property
    def is_cpu(self) -> bool:
        """Whether programs run on a CPU."""
        return self.name == "cpu"


TARGETS: tuple[Target, ...] = (
    Target("cpu", "any CPU", None, 0, False, 0.15e12, 0.02e12),
    Target("sm_61", "GTX 10x0, P40", 61, 48 << 10, False, 2.4e12, 0.35e12, slow_half=True),
    Target("sm_70", "V100, Titan V", 70, 96 << 10, True, 17e12, 0.9e12),
    Target("sm_75", "T4, RTX 20x0", 75, 64 << 10, True, 12e12, 0.32e12),
    Target("sm_80", "A100", 80, 163 << 10, True, 160e12, 1.6e12),
    Target("sm_86", "RTX 30x0, A10, A40", 86, 99 << 10, True, 35e12, 0.9e12),
    Target("sm_90", "H100, H200", 90, 227 << 10, True, 400e12, 4.3e12),
    Target("sm_100", "B200", 100, 227 << 10, True, 1100e12, 8e12),
    Target("sm_120", "RTX 50x0", 120, 99 << 10, True, 105e12, 1.8e12),
    Target("gfx942", "MI300X, MI325X", None, 64 << 10, True, 650e12, 5.3e12),
)


def target_named(name: str) -> Target | None:
    """The entry of that name, or None."""
    return next((target for target in TARGETS if target.name == name), None)
