"""Windows of a cyclically shifted sequence or image, and the closed forms that they have if they don't wrap around.

`(x + c) % m // s == (y + c) % m // s`, where s divides m, is a cyclic shift (`roll`) followed by windows of size s.
Without `% m`, pairs of positions at opposite ends of the sequence are no longer admitted, as under the mask with which
Swin keeps wrapped cells apart (arXiv 2103.14030).
"""

from __future__ import annotations

from patternc.frontend.primitives.closed_forms import closed
from patternc.frontend.primitives.linear import Sum, summed
from patternc.ir.dump.masks import dump_expression
from patternc.ir.facts import names_in_number
from patternc.ir.intervals import ALWAYS, value_range
from patternc.ir.mask import And, Arithmetic, Compare, Expression, Mask, Name, Number, Or
from patternc.transforms import literals_of

_OTHER = {"q": "k", "k": "q"}


def unwrapped(mask: Mask) -> Mask:
    """The mask with windows that end where the sequence or image ends, in closed form where there is one.

    Keeps: everything else.  Ensures: every pair that it admits is admitted by `mask`.
    """
    match mask:
        case And(masks):
            return And(tuple(unwrapped(one) for one in masks))
        case Or(masks):
            return Or(tuple(unwrapped(one) for one in masks))
        case Compare("==", left, right):
            pairs = _compared(left, right)
            shorter = [_without_wraps(*pair) for pair in pairs]
            if not any(shorter):
                return mask
            kept = (sides or pair for sides, pair in zip(shorter, pairs, strict=True))
            return And(tuple(one for sides in kept for one in literals_of(closed(Compare("==", *sides)))))
        case _:
            return mask


def windows_without_wrap(mask: Mask) -> tuple[str, ...]:
    """The windows of `unwrapped(mask)` as expressions of q, in written order."""
    match mask:
        case And(masks) | Or(masks):
            return tuple(dict.fromkeys(text for one in masks for text in windows_without_wrap(one)))
        case Compare("==", left, right):
            sides = (side for pair in _compared(left, right) for side in _without_wraps(*pair))
            return tuple(dump_expression(side) for side in sides if "q" in names_in_number(side))
        case _:
            return ()


def in_words(windows: tuple[str, ...]) -> str:
    """A hint: what to write in place of windows that wrap around, and how the result changes."""
    named = " and ".join(f"`{window}`" for window in windows)
    each = ", each" if len(windows) > 1 else ""
    return (
        f"{named}{each} compared for q and k without the wrap (leaves out the keys that only the wrap brings in, as a "
        "mask between wrapped cells does, such as Swin's)"
    )


def _compared(left: Expression, right: Expression) -> tuple[tuple[Expression, Expression], ...]:
    """The pairs of expressions that must be equal for two window numbers to be equal.

    For numbers of the form `row * columns + column` these are the rows and the columns.
    """
    match left, right:
        case (
            Arithmetic("+", Arithmetic("*", row, Number(columns)), column),
            Arithmetic("+", Arithmetic("*", other_row, Number(other)), other_column),
        ) if columns == other:
            ranges = [value_range(one, ALWAYS) for one in (column, other_column)]
            if all(one.least >= 0 and one.most < columns for one in ranges):
                return (*_compared(row, other_row), (column, other_column))
    return ((left, right),)


def _without_wraps(left: Expression, right: Expression) -> tuple[Expression, Expression] | tuple[()]:
    """Both sides without `% m` if they are the same expression of q and of k; otherwise an empty tuple."""
    query, key = _without_wrap(left), _without_wrap(right)
    alike = summed(_mirrored(left)) == summed(right) and not names_in_number(left) & names_in_number(right) & {"q", "k"}
    return (query, key) if query is not None and key is not None and alike else ()


def _without_wrap(window: Expression) -> Expression | None:
    """`(x + c) // s` for `(x + c) % m // s` or `(x + c) // s % (m // s)`; None for anything else."""
    match window:
        case Arithmetic("//", Arithmetic("%", inner, Number(extent)), Number(size) as by) if extent % size == 0:
            return Arithmetic("//", inner, by) if _is_shifted(summed(inner), extent) else None
        case Arithmetic("%", Arithmetic("//", inner, Number(size)) as kept, Number(count)):
            return kept if _is_shifted(summed(inner), size * count) else None
        case _:
            return None


def _is_shifted(position: Sum, extent: int) -> bool:
    """Whether a sum is a position plus a constant that is not a multiple of `extent`."""
    return bool(position.terms) and position.constant % extent != 0


def _mirrored(expression: Expression) -> Expression:
    """The expression with q and k exchanged."""
    match expression:
        case Name(id_):
            return Name(_OTHER.get(id_, id_))
        case Arithmetic(operator, left, right):
            return Arithmetic(operator, _mirrored(left), _mirrored(right))
        case _:
            return expression
