"""Two masks of one head, compared position by position, and in words why they differ."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True, slots=True)
class MaskDifference:
    """Where a pattern's mask differs from another one.

    `pair`: the first (query, key), row by row. `extra`, `missing`: the numbers of pairs that only the pattern admits,
    and that only the other mask admits. `cause`: the likely reason, empty if none is known.
    """

    pair: tuple[int, int]
    extra: int
    missing: int
    cause: str

    def text(self, other: str) -> str:
        """The difference in a sentence; `other` names the other mask."""
        query, key = self.pair
        found = (
            f"first at query {query}, key {key}; {self.extra} pairs only in the pattern, {self.missing} only in {other}"
        )
        return f"{found}: {self.cause}" if self.cause else found


def mask_difference(found: Tensor, wanted: Tensor, other: str) -> MaskDifference | None:
    """Compare the pattern's mask with another one, both [n, n] bool; None if they are equal."""
    differing = found != wanted
    if not bool(differing.any()):
        return None
    query, key = (int(one) for one in differing.nonzero()[0])
    extra, missing = int((found & ~wanted).sum()), int((wanted & ~found).sum())
    return MaskDifference((query, key), extra, missing, _cause(found, wanted, other))


def _cause(found: Tensor, wanted: Tensor, other: str) -> str:
    n = len(found)
    earlier, later = found.tril(), found.triu(1)
    if bool(later.any()) != bool(wanted.triu(1).any()):
        who, whose = ("the pattern", other) if bool(later.any()) else (other, "the pattern")
        return f"in {who} queries attend to later keys, in {whose} they don't"
    widths = [_width(mask) for mask in (earlier, wanted.tril())]
    if None in widths or widths[0] == widths[1]:
        return ""
    said = [
        "every key before the query" if width == n else f"{width} keys besides the query itself" for width in widths
    ]
    return f"the window of the pattern has {said[0]}, that of {other} {said[1]}"


def _width(mask: Tensor) -> int | None:
    """How many keys before it each query of a causal window attends to (n: all of them); None if it is no window."""
    n = len(mask)
    width = n if bool(mask[-1].all()) else int(mask[-1].sum()) - 1
    band = mask.new_ones(n, n).tril().triu(-width)
    return width if width >= 0 and bool((mask == band).all()) else None
