"""Names of classes in a generated file, and names that classes can't have."""

from __future__ import annotations

import builtins

# Names that a generated file defines or uses, and Python's own; a class of the same name would hide them.
TAKEN = frozenset(
    {"Tensor", "Iterable", "Iterator", "Callable", "NamedTuple", "Bounds", "Block", "BAND", "SPEC"}
    | {"Pairs", "Cache", "Cells", "Tile", "Listed", "Held", "GATHERED", "LISTED", "ROWS", "TAIL"}
    | {"Arrivals", "Box", "ChosenBlocks", "Cycle", "DeviceMesh", "Entries", "Follow", "Known", "LAYOUT", "Lattice"}
    | {"NODES", "OfDocument", "Part", "Plan", "RANKS", "Ranks", "Reach", "RingCall", "RingError", "Rows", "Run"}
    | {"CALLS", "Choice", "PackedRows", "Section", "Shape", "Shards", "Step", "Steps", "TRANSPORT"}
    | {"CLASSES", "Kernels", "Mixture", "Piece", "SHORT", "SLICES", "Said", "State", "TAG", "Works"}
    | {"Clauses", "Exchange", "Modified", "Outline", "PARTS", "Protocol", "Ring", "Sequence", "WIDTH"}
    | {"Call", "HeadGroup", "Saved", "Scores", "Work"}
    | {"Any", "Path", "ThreadPoolExecutor"}
    | {name for name in dir(builtins) if name[0].isupper()}
)


def class_name(pattern: str) -> str:
    """The class that wraps the `attention` of a pattern."""
    pascal = "".join(part[:1].upper() + part[1:] for part in pattern.split("_"))
    if not pascal[:1].isalpha():
        return f"Pattern{pascal}"
    return f"{pascal}Pattern" if pascal in TAKEN else pascal
