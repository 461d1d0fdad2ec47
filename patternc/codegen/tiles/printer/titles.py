"""What a program computes, as a sentence."""

from __future__ import annotations

from patternc.ir.mask import Side
from patternc.ir.tile import Direction, Program, Rows

_RESULTS = {
    Direction.FORWARD: "The softmax",
    Direction.GRAD_QUERY: "The gradient",
    Direction.GRAD_KEY_VALUE: "The gradients",
}
_ONE, _SEVERAL = {Side.QUERY: "query", Side.KEY: "key"}, {Side.QUERY: "queries", Side.KEY: "keys"}
_ROWS = {
    Rows.MERGED: "every %s, from the partials of the sweeps before",
    Rows.DENSE: "every %s",
    Rows.ORDERED: "every %s; a tile holds cells along the order",
    Rows.SEGMENTS: "every %s; a tile lies in one segment",
    Rows.CLASSES: "every %s; a tile holds one residue class",
    Rows.SPLIT: "one %s, over a split of its keys",
    Rows.PACKED: "the %s `offset + DILATION * t`",
    Rows.FOLDED: "the %s `offset + dilation * t`",
}


def title(program: Program) -> str:
    """What a kernel computes, as a sentence."""
    side = program.direction.side
    rows = _ROWS[program.rows] % (_SEVERAL if program.rows in (Rows.PACKED, Rows.FOLDED) else _ONE)[side]
    segments = " of each segment" if program.segmented and program.rows in (Rows.PACKED, Rows.FOLDED) else ""
    sweeps = ", sweep after sweep" if program.rows is Rows.FOLDED else ""
    partial = ", as a compact partial" if program.partial else ""
    return f"{_RESULTS[program.direction]} of {rows}{segments}{sweeps}{partial}."
