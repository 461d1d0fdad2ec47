"""Windows of a shifted sequence or image that wrap around its ends, and the closed forms that they have without that.

`(x + c) % m // s == (y + c) % m // s`, where s divides m, is what `roll` before windows of s means. Without `% m` it
admits fewer pairs: those of x and y on both sides of an end are left out, as a mask does that keeps wrapped cells apart
(Swin's, arXiv 2103.14030).
"""

from __future__ import annotations

from patternc.frontend.primitives.closed_forms import closed
from patternc.frontend.primitives.linear import Sum, summed
from patternc.ir.dump.masks import dump_expression
from patternc.ir.mask import And, Arithmetic, Compare, Expression, Mask, Name, Number, Or
from patternc.ir.traversal import names_in_number

_OTHER = {"q": "k", "k": "q"}


def unwrapped(mask: Mask) -> Mask:
    """The mask without the wraps of its windows, in closed form where there is one.

    Keeps: everything else.  Ensures: it admits no pair that `mask` doesn't.
    """
    match mask:
        case And(masks):
            return And(tuple(unwrapped(one) for one in masks))
        case Or(masks):
            return Or(tuple(unwrapped(one) for one in masks))
        case Compare("==", left, right):
            sides = _without_wraps(left, right)
            return closed(Compare("==", *sides)) if sides else mask
        case _:
            return mask


def windows_without_wrap(mask: Mask) -> tuple[str, ...]:
    """The windows of `unwrapped` as expressions of q, in written order."""
    match mask:
        case And(masks) | Or(masks):
            return tuple(dict.fromkeys(text for one in masks for text in windows_without_wrap(one)))
        case Compare("==", left, right):
            return tuple(dump_expression(one) for one in _without_wraps(left, right) if "q" in names_in_number(one))
        case _:
            return ()


def in_words(windows: tuple[str, ...]) -> str:
    """What to use in place of windows with a wrap, and what that changes."""
    named = " and ".join(f"`{window}`" for window in windows)
    return (
        f"{named} without the wrap, for q and k (leaves out the keys that only the wrap brings in, as a mask between "
        "wrapped cells does, such as Swin's)"
    )


def _without_wraps(left: Expression, right: Expression) -> tuple[Expression, Expression] | tuple[()]:
    """Both sides without their wrap, if they are the same window of q and of k."""
    query, key = _without_wrap(left), _without_wrap(right)
    alike = summed(_mirrored(left)) == summed(right) and not names_in_number(left) & names_in_number(right) & {"q", "k"}
    return (query, key) if query is not None and key is not None and alike else ()


def _without_wrap(window: Expression) -> Expression | None:
    """`(x + c) % m // s` without `% m`, or `(x + c) // s % (m // s)` without the last; None for anything else."""
    match window:
        case Arithmetic("//", Arithmetic("%", inner, Number(extent)), Number(size) as by) if extent % size == 0:
            return Arithmetic("//", inner, by) if _is_shifted(summed(inner), extent) else None
        case Arithmetic("%", Arithmetic("//", inner, Number(size)) as kept, Number(count)):
            return kept if _is_shifted(summed(inner), size * count) else None
        case _:
            return None


def _is_shifted(position: Sum, extent: int) -> bool:
    """Whether a sum is a position plus a constant, that is no multiple of what wraps."""
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
