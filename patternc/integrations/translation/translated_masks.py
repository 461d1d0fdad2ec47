"""`pattern_of`: the pattern that means what a `mask_mod` computes."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from torch import Tensor

from patternc.api import loads
from patternc.driver import analyse, decode
from patternc.frontend.formatter import format_text
from patternc.frontend.primitives.closed_forms import closed
from patternc.integrations.translation.extreme_cases import compared
from patternc.integrations.translation.grid_boxes import box_of
from patternc.integrations.translation.mask_inputs import Given, MaskInputs
from patternc.integrations.translation.mask_words import in_words
from patternc.integrations.translation.opaque_numbers import HEAD, KEY, Entry, Trace
from patternc.integrations.translation.symbolic_pairs import traced
from patternc.integrations.translation.worded_masks import folded, simplified, with_words
from patternc.ir.dump.masks import dump_expression
from patternc.ir.mask import (
    FALSE,
    AtLeast,
    Atom,
    Below,
    Compare,
    Constant,
    Expression,
    Mask,
    Name,
    Number,
    Side,
)
from patternc.ir.traversal import atoms, mapped

if TYPE_CHECKING:
    from patternc.protocols import LoadedModule


@dataclass(frozen=True, slots=True, eq=False)
class TranslatedMask:
    """A pattern, and the tensors that it takes.

    `text`: a pattern file. `inputs`: what the function captured, by the names of the pattern's inputs, as `attention`
    takes them: [n] or [B, n] for each position, [B] lengths, [D + 1] or [B, D + 1] offsets; on the CPU.
    """

    text: str
    inputs: Mapping[str, Tensor | tuple[Tensor, Tensor]]

    def load(self, backend: str = "auto") -> LoadedModule:
        """The module of the pattern, as `patternc.loads`: `module.attention(query, key, value, **inputs)`."""
        return loads(self.text, backend)


def pattern_of(
    mask_mod: Callable[..., Any], n: int | tuple[int, int] | None = None, heads: int | None = None
) -> TranslatedMask:
    """The pattern that admits the pairs of a `mask_mod`.

    The function is called once, with symbols in place of its indices. Comparisons that have a word of the language get
    it, and all others are written as `when`. Tensors that it reads become inputs.

    Args:
        mask_mod: a function of (batch entry, head, query, key), as `create_block_mask` takes it.
        n: the length of the sequence, or (queries, keys); needed only where tensors that are read don't say it.
        heads: the heads of the model; needed only where heads differ by more than bounds on their number, and have
            words if they are told apart.

    Raises:
        NotImplementedError: the function does what no pattern says; names the expression, and what to write.
        TypeError: it computes with what is neither an integer nor a condition, or `n` or `heads` is no whole number.
        ValueError: `n` or `heads` is needed or contradicts a tensor, or the function admits nothing.
        Rejected: the language refuses the condition, such as numbers of more than 64 bits.
    """
    lengths = (None, None) if n is None else whole_pair("n", n, "queries and keys of a call")
    _refuse_heads(heads)
    mask, trace = traced(mask_mod)
    inputs = MaskInputs(trace, dict(zip((Side.QUERY, Side.KEY), lengths, strict=True)))
    groups = [(first, stop, in_words(inputs.read(one))) for first, stop, one in _groups(mask, trace, heads)]
    grid: tuple[int, ...] = ()
    size, other = lengths
    if size is not None and size == other and len(groups) == 1 and "when(" in groups[0][2]:
        box = box_of(mask, trace, size)
        if box is not None:
            grid, groups = box.grid, [(0, groups[0][1], str(box))]
    read = frozenset[str]().union(*(re.findall(r"@(\w+)", words) for *_, words in groups))
    given = {name: one for name, one in inputs.found.items() if name in read}  # others are read where nothing depends
    text = _text(_name(mask_mod), grid, given, groups)
    source = decode("<mask_mod>", text.encode())
    text = format_text(source)
    analyse(source, {}, targets=())
    return TranslatedMask(text, {name: one.tensor for name, one in given.items()})


def _refuse_heads(heads: object) -> None:
    """Refuse what is no number of heads."""
    if heads is not None and (isinstance(heads, bool) or not isinstance(heads, int)):
        raise TypeError(f"heads: {heads!r}, must be a whole number: the heads of the model")
    if heads is not None and heads < 1:
        raise ValueError(f"heads: {heads!r}, must be at least 1")


def whole_pair(name: str, given: object, of: str) -> tuple[int, int]:
    """An argument that is a pair of whole numbers above 0, or one for both.

    Raises:
        TypeError: it is neither.
        ValueError: one of them is not positive.
    """
    sides = tuple(given) if isinstance(given, (tuple, list)) else (given, given)
    if len(sides) != 2 or any(isinstance(one, bool) or not isinstance(one, (int, np.integer)) for one in sides):
        raise TypeError(f"{name}: {given!r}, must be a whole number, or a pair of them: {of}")
    one, other = map(int, sides)
    if min(one, other) < 1:
        raise ValueError(f"{name}: {given!r}, must be at least 1")
    return one, other


# ---- heads -----------------------------------------------------------------------------------------------------------
_Group: TypeAlias = tuple[int, int | None, Mask]
"""The mask of the heads from a first one to the one before another; None: to the last."""


def _groups(mask: Mask, trace: Trace, heads: int | None) -> list[_Group]:
    """The masks of heads: one for all, or one for each range of heads that a pattern has to tell apart."""
    if _is_empty(mask):
        raise ValueError("mask_mod: admits no pair of a query and a key")
    read = _heads_read(trace, heads)
    if read is not None:
        each = _merged([(head, head + 1, _of_head(mask, head, trace)) for head in range(read)])
        _refuse_empty(each)
        return each
    limits = _limits(mask, trace)
    groups: list[_Group] = [(0, None, mask)]
    if limits is not None:
        ends = zip([0, *limits], [*limits, None], strict=True)
        groups = _merged([(first, stop, _in_range(mask, first, trace)) for first, stop in ends])
    if heads is not None and any(_compares_heads(one) for *_, one in groups):
        groups = _merged([(head, head + 1, _of_head(mask, head, trace)) for head in range(heads)])
    return [(0, None, mask)] if any(_is_empty(one) for *_, one in groups) else groups


def _heads_read(trace: Trace, heads: int | None) -> int | None:
    """The number of heads of which tensors hold numbers; None if the function reads none of heads."""
    nodes = [one for one in trace.opaque.values() if isinstance(one, Entry)]
    if not any("h" in trace.reads(place) for one in nodes for place in one.places):
        return None
    places = (pair for one in nodes for pair in zip(one.places, trace.tensors[one.tensor].shape, strict=True))
    sizes = {size for place, size in places if place == HEAD} | ({heads} if heads is not None else set())
    if len(sizes) == 1:
        return sizes.pop()
    told = f"of {' and of '.join(map(str, sorted(sizes)))} heads" if sizes else "of heads, and does not say how many"
    raise ValueError(f"mask_mod: reads numbers {told}: pass heads=, the heads of the model")


def _limits(mask: Mask, trace: Trace) -> list[int] | None:
    """The heads at which conditions on the number of a head begin or end to hold; None: some are no bounds."""
    limits: set[int] = set()
    for one in atoms(mask):
        if trace.reads(one) == {"h"}:
            for bound in atoms(closed(_with(one, {HEAD: KEY}, trace))):
                if not isinstance(bound, AtLeast | Below) or not isinstance(bound.bound, Constant):
                    return None
                limits.add(bound.bound.value)
    return sorted(limit for limit in limits if limit > 0)


def _in_range(mask: Mask, first: int, trace: Trace) -> Mask:
    """The mask of the heads from `first` to the next limit, without conditions on the number of a head alone."""
    return folded(
        mapped(mask, lambda one: _with(one, {HEAD: Number(first)}, trace) if trace.reads(one) == {"h"} else one)
    )


def _of_head(mask: Mask, head: int, trace: Trace) -> Mask:
    """The mask of one head."""
    return folded(mapped(mask, lambda one: _with(one, {HEAD: Number(head)}, trace)))


def _is_empty(mask: Mask) -> bool:
    """Whether words say that a mask admits no pair."""
    return simplified(with_words(mask)) == FALSE


def _refuse_empty(groups: Sequence[_Group]) -> None:
    """Refuse heads that attend to nothing."""
    for head, _, mask in groups:
        if _is_empty(mask):
            raise NotImplementedError(
                f"mask_mod: head {head} attends to no key, which a pattern with ranges of heads does not say: leave "
                "the head out of the call"
            )


def _with(one: Atom, given: Mapping[Name, Expression], trace: Trace) -> Mask:
    """A comparison with other arguments."""
    assert isinstance(one, Compare), "a function is read as comparisons"
    left, right = (trace.with_arguments(side, given) for side in (one.left, one.right))
    return compared(one.operator, left, right, trace)


def _compares_heads(mask: Mask) -> bool:
    """Whether a comparison that has no word speaks of heads."""
    compares = (one for one in atoms(with_words(mask)) if isinstance(one, Compare))
    return any(re.search(r"\bh\b", dump_expression(side)) for one in compares for side in (one.left, one.right))


def _merged(groups: Sequence[_Group]) -> list[_Group]:
    """The groups, those beside each other as one if their masks are equal."""
    found: list[_Group] = []
    for first, stop, mask in groups:
        if found and found[-1][2] == mask:
            first, *_ = found.pop()
        found.append((first, stop, mask))
    return found


# ---- text ------------------------------------------------------------------------------------------------------------
def _text(
    name: str, grid: Sequence[int], inputs: Mapping[str, Given], groups: Sequence[tuple[int, int | None, str]]
) -> str:
    """The pattern with its inputs, each with what it holds, and one `attend`, or one for each range of heads."""
    lines = [f"    grid {' x '.join(map(str, grid))}"] if grid else []
    lines += [f"    input {one}: {given.kind.value}  # {given.note}" for one, given in inputs.items()]
    if [group[:2] for group in groups] == [(0, None)]:
        lines.append(f"    attend {groups[0][2]}")
    else:
        lines += [f"    heads {first}..{stop or ''} {{ attend {words} }}" for first, stop, words in groups]
    return "\n".join([f"pattern {name} {{", *lines, "}", ""])


def _name(mask_mod: Callable[..., Any]) -> str:
    """What the function is called, if a pattern can be called so."""
    name = getattr(mask_mod, "__name__", type(mask_mod).__name__)
    return name if re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII) and not keyword.iskeyword(name) else "mask"
