"""The content of a `module` block: projections around the attention of a pattern, and the name of their class."""

from __future__ import annotations

import builtins
from dataclasses import dataclass, field
from enum import Enum

from patternc.ir.addresses import HeadDims
from patternc.source import NOWHERE, Span


class Norm(Enum):
    """The norm inside the layer; callers may add others around it."""

    NONE = "none"
    QK = "qk"  # RMS norm of every query and key over head_dim (arXiv 2010.04245, 2302.05442)
    SUB = "sub"  # layer norm of all heads' outputs before the output projection (Magneto, arXiv 2210.06423)


@dataclass(frozen=True, slots=True)
class ModuleSpec:
    """A checked `module` with every default filled in. `dropout`: the probability of dropping a weight in training."""

    name: str
    pattern: str
    embed: int
    heads: int
    kv_heads: int
    head_dim: int
    value_dim: int
    bias: bool = False
    norm: Norm = Norm.NONE
    dropout: float = 0.0
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def dims(self) -> HeadDims:
        """The sizes of its heads."""
        return HeadDims(self.head_dim, self.value_dim)


# Names that a generated file defines or uses, and Python's own; a class of the same name would hide them.
TAKEN = frozenset(
    {
        "Tensor",
        "Iterable",
        "Iterator",
        "Callable",
        "NamedTuple",
        "Never",
        "Bounds",
        "Block",
        "SPEC",
        "Generic",
        "Hashable",
        "WeakIdKeyDictionary",
    }
    | {"Pairs", "Cache", "Cells", "Tile", "Listed", "Held", "GATHERED", "LISTED", "ROWS", "TAIL"}
    | {"Arrivals", "Box", "ChosenBlocks", "Cycle", "DeviceMesh", "Entries", "Follow", "Known", "LAYOUT", "Lattice"}
    | {"NODES", "OfDocument", "Part", "Plan", "RANKS", "Ranks", "Reach", "RingCall", "RingError", "Rows", "Run"}
    | {"CALLS", "Choice", "PackedRows", "Section", "Shape", "Shards", "Step", "Steps", "TRANSPORT"}
    | {"CLASSES", "Kernels", "Mixture", "Piece", "SHORT", "SLICES", "Said", "State", "TAGS", "Works"}
    | {"Clauses", "Exchange", "GivenLists", "Outline", "PARTS", "Protocol", "Ring", "Sequence"}
    | {"Call", "GivenPart", "HeadGroup", "HeadShares", "HeadStage", "HopRound", "LiveStep", "Pull", "RankLoad"}
    | {"FAR", "InDocument", "ListedBlocks", "MARGIN", "PAIRS", "SAMPLES", "STAGES", "Saved", "Work"}
    | {"Any", "ModuleSpec", "ModuleType", "Path", "ThreadPoolExecutor", "TypeVar"}
    | {name for name in dir(builtins) if name[0].isupper()}
)


def class_name(pattern: str) -> str:
    """The class that wraps the `attention` of a pattern."""
    pascal = "".join(part[:1].upper() + part[1:] for part in pattern.split("_"))
    if not pascal[:1].isalpha():
        return f"Pattern{pascal}"
    return f"{pascal}Pattern" if pascal in TAKEN else pascal
