"""What is timed: one pattern, one shape, forward alone or with the gradients."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from predicates import Band, Blocks, Chosen, Documents, Mask, Neighbourhood


@dataclass(frozen=True)
class Segments:
    """A dilated-segment pattern as the literature writes it, from which peers are built.

    `offset`: `head` (h mod r) or `branch` (index mod r). `partition`: each head takes one branch and the mean divides
    by their number; otherwise every head runs all and they mix by their softmax denominators.
    """

    lengths: tuple[int, ...]
    dilations: tuple[int, ...]
    offset: str = "head"
    partition: bool = False
    causal: bool = False


@dataclass(frozen=True)
class Case:
    """One line of a benchmark. `pattern`: the stem of the generated modules.

    `segments` or `mask` say what it means; with neither, the reference's `mask` does, and peers look it up.
    `given`: a file of what calls take besides (`given.py`). `unit`: calls begin and end at its multiples (the block
    of a `topk`). `queries`: how many of the last positions ask; None: all n.
    """

    pattern: str
    n: int
    batch: int = 1
    heads: int = 8
    head_dim: int = 64
    kv_heads: int | None = None
    dtype: str = "float32"
    backward: bool = False
    segments: Segments | None = None
    mask: Mask | None = None
    peers: tuple[str, ...] = ("patternc", "flex-tuned", "eager", "sdpa-mask", "sdpa")
    mean_keys: float | None = None
    given: str | None = None
    unit: int = 1
    queries: int | None = None

    @property
    def name(self) -> str:
        asked = "" if self.queries is None else f" queries={self.queries}"
        mode = "forward+backward" if self.backward else "forward"
        return f"{self.pattern} n={self.n}{asked} B={self.batch} H={self.heads} D={self.head_dim} {self.dtype} {mode}"

    @property
    def first(self) -> int:
        """The position of the first query."""
        return 0 if self.queries is None else self.n - self.queries


def shorter(case: Case, most: int) -> Case:
    """The case with that many positions at most."""
    n, mask = min(case.n, most), case.mask
    if isinstance(mask, Documents):
        mask = Documents((*(offset for offset in mask.offsets if offset < n), n))
    return replace(case, n=n, mask=mask)


PATTERNS: dict[str, Segments] = {
    "pair_512": Segments((512, 1024), (1, 2)),
    "pair_1024": Segments((1024, 2048), (1, 2)),
    "triple_1024": Segments((1024, 2048, 4096), (1, 2, 4)),
    "triple_2048": Segments((2048, 4096, 8192), (1, 2, 4)),
    "extreme": Segments((512, 1024, 2048, 4096), (1, 4, 16, 64)),
    "partitioned": Segments((1024, 2048), (1, 2), offset="branch", partition=True),
    "single_dilated": Segments((2048,), (4,)),
    "longnet_five": Segments((2048, 4096, 8192, 16384, 32768), (1, 2, 4, 6, 12), causal=True),
}

ALL = ("patternc", "flex", "flex-tuned", "eager", "sdpa-mask", "sdpa")


def case(pattern: str, n: int, **fields: object) -> Case:
    return replace(Case(pattern, n, segments=PATTERNS[pattern]), **fields)  # type: ignore[arg-type]


def headline() -> Iterator[Case]:
    """The figures of the README: H=4, D=64, n=8192, forward, and forward with gradients."""
    for pattern in ("pair_512", "triple_1024", "single_dilated"):
        yield case(pattern, 8192, heads=4, peers=ALL)
    yield case("pair_512", 8192, heads=4, backward=True)


def growth() -> Iterator[Case]:
    """Time and memory against length, with nothing beside it that would need n^2."""
    for n in (8192, 16384, 32768, 65536, 131072):
        yield case("pair_512", n, heads=4, peers=("patternc",))


def reports() -> Iterator[Case]:
    """The configurations that published comparisons of dilated attention used: H=8, D=64."""
    for n in (1024, 2048, 4096, 8192, 16384):
        yield case("pair_1024", n)
        yield case("pair_512", n)
    for n in (1024, 4096):
        yield case("pair_1024", n, batch=2)
    for n in (2048, 8192, 16384):
        yield case("triple_2048", n)
    yield case("extreme", 8192)
    for heads in (2, 4, 16, 32):
        yield case("pair_1024", 4096, heads=heads)
    for batch in (4, 8):
        yield case("pair_1024", 2048, batch=batch)
    for n in (4096, 8192):
        yield case("partitioned", n)
    for n in (2048, 8192):
        yield case("pair_1024", n, backward=True)


def million() -> Iterator[Case]:
    """LongNet's five branches, causal, over 1 048 576 tokens."""
    yield case("longnet_five", 1 << 20, heads=2, head_dim=32, backward=True, peers=("patternc",))


def gpu() -> Iterator[Case]:
    """What a GPU is asked, in bfloat16: both passes of the commonest patterns, then decoding steps, then more."""
    yield from _passes("causal", 16384, 16, Band(), ("patternc", "flex", "flash", "cudnn"))
    yield from _passes("window_1024", 32768, 16, Band(1024), ("patternc", "flex", "flash"))
    yield case("longnet_five", 131072, dtype="bfloat16", peers=("patternc", "flex-tuned", "flash"))
    yield case("longnet_five", 131072, dtype="bfloat16", backward=True, peers=("patternc", "flex-tuned", "flash"))
    yield from _passes("sparse_10", 16384, 16, Blocks(64), ("patternc", "flex", "flash"))
    for n, batch in ((32768, 8), (131072, 1)):
        for pattern, mask in (("causal", Band()), ("sinks_1024", Band(1020, 4))):
            one = Case(pattern, n, batch, 32, 128, kv_heads=8, dtype="bfloat16", mask=mask, queries=1)
            yield replace(one, peers=("patternc", "patternc-graph", "flex", "flash"))
    yield from _passes(
        "packed", 16384, 16, Documents((0, 900, 901, 2500, 2500, 7600, 12288, 16384)), ("patternc", "flex")
    )
    yield from _passes("sinks_1024", 32768, 16, Band(1020, 4), ("patternc", "flex"))
    for backward in (False, True):
        yield case("triple_2048", 32768, dtype="bfloat16", backward=backward, peers=("patternc", "flex-tuned", "eager"))


def _passes(pattern: str, n: int, heads: int, mask: Mask, peers: tuple[str, ...]) -> Iterator[Case]:
    for head_dim in (64, 128):
        for backward in (False, True):
            one = Case(pattern, n, heads=heads, head_dim=head_dim, dtype="bfloat16", backward=backward, peers=peers)
            yield replace(one, mask=mask)


SPARSE = ("sparse_50", "sparse_25", "sparse_10", "sparse_05")
MASKS: dict[str, tuple[Mask, int]] = {
    **dict.fromkeys(SPARSE, (Blocks(64), 8192)),
    "hierarchy": (Blocks(64), 8192),
    "chosen": (Chosen(64), 8192),
    "packed": (Documents((0, 900, 901, 2500, 2500, 4600, 6144, 8192)), 8192),
    "box_2d": (Neighbourhood((128, 64), (17, 17)), 8192),
}


def sparse() -> Iterator[Case]:
    """Blocks of 64 at four densities, then what else is no segment: H=4, D=64, n=8192, with and without gradients."""
    for pattern, (mask, n) in MASKS.items():
        for backward in (False, True):
            peers = ("patternc", "sdpa") if backward else ("patternc", "flex", "sdpa")
            yield Case(pattern, n, heads=4, mask=mask, backward=backward, peers=peers)


SUITES = {"sparse": sparse, "headline": headline, "growth": growth, "reports": reports, "million": million, "gpu": gpu}
