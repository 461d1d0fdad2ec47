"""How a function of the generated file lists pairs of blocks: its lines, over what `shared/lists.py.j2` has.

`at` holds what is listed so far, [4, P]: batch entry, head, row and column of each. `whole`: of which of them every
pair of positions is admitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from patternc.codegen.block_lists.block_tests import some_lines, whole_lines
from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.python_text import position_text, table_name
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    Box,
    Mask,
    Not,
    Random,
    Selection,
    Side,
    Table,
    TopK,
)
from patternc.ir.traversal import names_in, names_in_bound

_TAKEN = "several, heads = len(heads), total"


def pairs_lines(one: Listed) -> tuple[str, ...]:
    """The body of the function of a list."""
    return tuple(_boxed(one) if one.order is not None else _selected(one))


def _selected(one: Listed) -> Iterator[str]:
    """Find the pairs of one literal, keep those that the others hold, look at the bounds."""
    block = one.listing.block
    heads = "heads" if _by_head(one) else "range(1)"
    literals = sorted(one.listing.literals, key=_rank)
    first, rest = (literals[0], literals[1:]) if not isinstance(literals[0], Not) else (None, literals)
    yield f"rows, columns = _block_range(queries, {block}), _block_range(keys, {block})"
    if first is None:
        yield from _between(one, heads)
    else:
        size = _selection(first).block
        yield f"at = {_generated(_selection(first), heads)}"
        if size != block:
            yield f"at = _refined(at, {size // block})"
        yield "at = _within(at, rows, columns)"
    batches = [f"{name}.shape[0]" for name in one.inputs if name != "selection"]
    counted = "selection.shape[0]" if "selection" in one.inputs else _most(batches)
    if counted != "1" and not isinstance(first, TopK):
        yield f"at = _each(at, {counted})"
    for literal in rest:
        yield from _kept(literal, block)
    bounded = tuple(_bounded(one, block))
    yield from bounded
    yield f"return _found(at, whole, {counted}, {_count(bounded, f'len({heads})')})"


def _rank(literal: Mask) -> int:
    """The literal that holds fewest blocks, as far as its kind tells, is listed; the others are asked."""
    kinds: tuple[type[Mask], ...] = (TopK, Random, Table, Not)
    return next(place for place, kind in enumerate(kinds) if isinstance(literal, kind))


def _selection(literal: Mask) -> Selection:
    inner = literal.mask if isinstance(literal, Not) else literal
    assert isinstance(inner, Random | Table | TopK)
    return inner


def _generated(selection: Selection, heads: str) -> str:
    block = selection.block
    rows, columns = f"_block_range(queries, {block})", f"_block_range(keys, {block})"
    match selection:
        case Random(_, seed, int(count), None):
            return f"_lowest_pairs({seed}, {count}, {heads}, {rows}, -(-n // {block}), device)"
        case Random(_, seed, _, threshold):
            return f"_hashed_pairs({seed}, {threshold}, {heads}, {rows}, {columns}, device)"
        case Table(heads=held):
            alike = f".expand({heads}.stop, -1, -1)" if held == 1 and heads == "heads" else ""
            return f"_table_pairs({table_name(selection)}(device){alike}, {heads}, {rows}, {columns})"
        case TopK():
            return f"_chosen_pairs(selection, queries.start // {block})"
        case _:
            assert_never(selection)


def _kept(literal: Mask, block: int) -> Iterator[str]:
    """Lines that keep of `at` what a literal holds."""
    selection = _selection(literal)
    times = selection.block // block
    over = "" if times == 1 else f" // {times}"
    row, column = f"row{over}", f"column{over}"
    match selection:
        case Random(own, seed, int(count), None):
            listed = f"_lowest_pairs({seed}, {count}, heads, _block_range(queries, {own}), -(-n // {own}), device)"
            held = f"_among(head, {row}, {column}, {listed})"
        case Random(_, seed, _, threshold):
            held = f"_below(_hash({seed}, head + heads.start, {row}, {column}), {threshold})"
        case Table(heads=1):
            held = f"{table_name(selection)}(device)[0, {row}, {column}]"
        case Table():
            held = f"{table_name(selection)}(device)[head + heads.start, {row}, {column}]"
        case TopK(own):
            picked = f"selection[batch, head, {row} - queries.start // {own}]"
            held = f"({picked} == ({column}).unsqueeze(-1)).any(-1)"
        case _:
            assert_never(selection)
    yield _unpacked((held,))
    yield f"kept = {held}"
    yield f"at = at[:, {'~kept' if isinstance(literal, Not) else 'kept'}]"


def _between(one: Listed, heads: str) -> Iterator[str]:
    """All blocks between the bounds that need no input."""
    lows = [
        mask.bound for mask in one.masks if isinstance(mask, AtLeast) and mask.side is Side.KEY and _given(mask.bound)
    ]
    highs = [
        mask.bound for mask in one.masks if isinstance(mask, Below) and mask.side is Side.KEY and _given(mask.bound)
    ]
    block = one.listing.block
    yield f"q0 = {block} * torch.arange(rows.start, rows.stop, device=device)"
    yield f"q1 = (q0 + {block - 1}).clamp_max(n - 1)"
    yield "low = torch.full_like(q0, columns.start)"
    yield "high = torch.full_like(q0, columns.stop)"
    for bound in lows:
        yield f"low = torch.maximum(low, ({position_text(bound, 'q0')}) // {block} + 0 * q0)"
    for bound in highs:
        yield f"high = torch.minimum(high, -(-({position_text(bound, 'q1')}) // {block}) + 0 * q0)"
    yield f"at = _between({heads}, rows, low, high)"


def _given(bound: Bound) -> bool:
    return names_in_bound(bound) <= {"n"}


def _bounded(one: Listed, block: int) -> Iterator[str]:
    """Lines that leave out blocks without a pair, and tell which are whole."""
    if not one.masks:
        yield "whole = at[0] == at[0]"
        return
    lines = (*some_lines(one.masks, block, 0, "seen"), *whole_lines(one.masks, block, 0, "whole"))
    read, ends = words(lines), []
    for end, blocks in (("q", "row"), ("k", "column")):
        if {f"{end}0", f"{end}1"} & read:
            ends.append(f"{end}0 = {blocks} * {block}" if block > 1 else f"{end}0 = {blocks}")
        if f"{end}1" in read:
            ends.append(f"{end}1 = ({end}0 + {block - 1}).clamp_max(n - 1)")
    own = _heads(lines)
    yield _unpacked((*own, *ends, *lines))
    yield from (*own, *ends, *lines)
    yield "at, whole = at[:, seen], whole[seen]"


def _boxed(one: Listed) -> Iterator[str]:
    """The pairs of a box, found once; where they lie against the call's extents and the bounds."""
    box = next(literal for literal in one.listing.literals if isinstance(literal, Box))
    block, place = one.listing.block, one.place
    yield f"low, high = _box_ends({place}(device), {block})"
    yield f"row, column, whole = _box_pairs({place}(device), {box.grid}, {box.extents}, {box.dilations}, {block})"
    yield "q0, q1, k0, k1 = low[row], high[row], low[column], high[column]"
    yield "seen = (q1 >= queries.start) & (q0 < queries.stop) & (k1 >= keys.start) & (k0 < keys.stop)"
    yield "at = torch.stack([0 * row, 0 * row, row, column])[:, seen]"
    yield "whole = whole[seen]"
    if not one.masks:
        yield "return _found(at, whole, 1, 1)"
        return
    heads = "len(heads)" if _by_head(one) else "1"
    counted = _most([f"{name}.shape[0]" for name in one.inputs])
    if (heads, counted) != ("1", "1"):
        yield f"at, whole = _each_head(at, {heads}, {counted}), whole.repeat({heads} * {counted})"
    lines = (*some_lines(one.masks, 0, 0, "seen"), *whole_lines(one.masks, 0, 0, "all_seen"))
    found = (("q0", "low[row]"), ("q1", "high[row]"), ("k0", "low[column]"), ("k1", "high[column]"))
    ends = tuple(f"{name} = {text}" for name, text in found if name in words(lines))
    own = _heads(lines)
    yield _unpacked((*own, *ends, *lines))
    yield from (*own, *ends, *lines)
    yield "at, whole = at[:, seen], (whole & all_seen)[seen]"
    yield f"return _found(at, whole, {counted}, {_count(own, heads)})"


def _by_head(one: Listed) -> bool:
    return "head" in names_in(And((*one.masks, *one.listing.literals)))


def _heads(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Lines that give `head` and `heads` where others read them: the head itself, and how many there are."""
    read = words(lines)
    own = ("head = head + heads.start",) if "head" in read else ()
    return (*own, _TAKEN) if "heads" in read else own


def _most(batches: list[str]) -> str:
    if len(batches) <= 1:
        return batches[0] if batches else "1"
    return f"max({', '.join(batches)})"


def _count(lines: tuple[str, ...], heads: str) -> str:
    """How many heads a list tells apart: lines may have taken the name `heads` for those of the call."""
    return "several" if _TAKEN in lines else heads


def _unpacked(following: tuple[str, ...]) -> str:
    """The lines of `at` under their names, those that nothing reads with an underscore."""
    read = words(following)
    names = (name if name in read else f"_{name}" for name in ("batch", "head", "row", "column"))
    return f"{', '.join(names)} = at"


def words(lines: Iterable[str]) -> frozenset[str]:
    """The names that lines of code hold."""
    return frozenset(re.findall(r"[A-Za-z_]\w*", "\n".join(lines)))
