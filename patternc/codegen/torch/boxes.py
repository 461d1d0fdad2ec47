"""Boxes of a grid as comparisons of positions, which torch modules compute on tensors."""

from __future__ import annotations

from math import prod

from patternc.ir.mask import And, Arithmetic, Box, Compare, Expression, Mask, Name, Not, Number, Or
from patternc.ir.traversal import boxes_in, mapped


def spelled_out(mask: Mask) -> Mask:
    """The mask with comparisons in place of boxes."""
    return mapped(mask, lambda atom: next(map(_compared, boxes_in([atom])), atom))


def _compared(box: Box) -> Mask:
    """A box as a conjunction of comparisons.

    With i', j' counting cells within a class of L, the neighbourhood begins at min(max(i' - e // 2, 0), L - e):
    j' is not before it if j' >= i' - e // 2 or j' >= L - e, and not behind if j' < i' - e // 2 + e or j' < e.
    """
    found: list[Mask] = []
    stride = prod(box.grid)
    for size, extent, dilation in zip(box.grid, box.extents, box.dilations, strict=True):
        stride //= size
        i, j = (_cell(Name(name), stride, size, box.grid) for name in ("q", "k"))
        first = Arithmetic("-", _over(i, dilation), Number(extent // 2))
        held: Expression = Number(size)
        if dilation > 1:
            found.append(Compare("==", Arithmetic("%", i, Number(dilation)), Arithmetic("%", j, Number(dilation))))
            last = Arithmetic("-", Number(size - 1), Arithmetic("%", i, Number(dilation)))
            held = Arithmetic("+", _over(last, dilation), Number(1))
        j = _over(j, dilation)
        late = Number(size - extent) if dilation == 1 else Arithmetic("-", held, Number(extent))
        found.append(Not(And((Compare("<", j, first), Compare("<", j, late)))))
        found.append(Or((Compare("<", j, Arithmetic("+", first, Number(extent))), Compare("<", j, Number(extent)))))
    return And(tuple(found))


def _cell(x: Expression, stride: int, size: int, grid: tuple[int, ...]) -> Expression:
    """The index of a position in one dimension of a row-major grid."""
    within = _over(x, stride)
    return within if stride * size == prod(grid) else Arithmetic("%", within, Number(size))


def _over(x: Expression, divisor: int) -> Expression:
    return x if divisor == 1 else Arithmetic("//", x, Number(divisor))
