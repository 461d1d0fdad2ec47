"""The number of keys that each row of a pattern attends to: O(n) where its clauses have closed forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from patternc.counting.effort import AT_ONCE
from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.listed_pairs import ListedBlocks, candidates, listed_columns
from patternc.counting.sample import draw_below, fractions
from patternc.ir.grid_axes import keys_near
from patternc.ir.kernel import Listing
from patternc.ir.mask import And, Mask, Pattern, Residue, Side
from patternc.ir.semantics import NOTHING, Inputs, group_of, offset_value, residue
from patternc.ir.traversal import boxes_in, classes_in, classes_of, limits, ranges, residues
from patternc.schedule.grid_layout import neighbours
from patternc.schedule.listing import common_sizes
from patternc.transforms import Clause, clauses_of, listed

Counts = npt.NDArray[np.int64]


def keys_per_row(
    normal: Pattern,
    head: int,
    heads: int,
    n: int,
    inputs: Inputs = NOTHING,
    rows: Counts | None = None,
    most: int | None = None,
) -> Counts:
    """The number of keys that queries of a head attend to; a key admitted by c branches counts c times.

    Args:
        normal: a pattern in the normal form of the passes.
        head: the index of the head.
        heads: the total number of heads.
        n: the length of the sequence.
        inputs: the runtime inputs of one batch entry.
        rows: the queries in ascending order; None means all n.
        most: the most pairs that are evaluated per row of a clause without a closed form; if there are more, pairs
            drawn at random stand for all. None: every pair is evaluated.
    """
    rows, call = np.arange(n, dtype=np.int64) if rows is None else rows, HeadOfCall(head, heads, n, inputs)
    counts = np.zeros(rows.size, np.int64)
    for branch in group_of(normal, head, heads).branches:
        for clause in clauses_of(branch.mask):
            closed = in_closed_form(clause)
            found = _lattice_keys(clause, call, rows) if closed else _counted(clause, call, rows, most)
            counts += branch.multiplicity * found
    return counts


def keys_below(normal: Pattern, call: HeadOfCall, rows: Counts, ends: Counts) -> Counts:
    """The number of keys of each of some rows that lie below a position of its own; all clauses are in closed form."""
    counts = np.zeros(rows.size, np.int64)
    for branch in group_of(normal, call.head, call.heads).branches:
        for clause in clauses_of(branch.mask):
            counts += branch.multiplicity * _lattice_keys(clause, call, rows, ends)
    return counts


def mean_keys(normal: Pattern, heads: int, n: int, inputs: Inputs = NOTHING) -> float:
    """Mean keys per row over all heads."""
    return float(np.mean([keys_per_row(normal, head, heads, n, inputs).mean() for head in range(heads)]))


def in_closed_form(clause: Clause) -> bool:
    """Whether a clause's keys per row have a closed form: bounds, residue classes of rows, and at most one of keys."""
    known = len(ranges(clause)) + len(classes_in(clause))
    return known == len(clause) and len(classes_of(clause, Side.KEY)) <= 1


def _lattice_keys(clause: Clause, call: HeadOfCall, q: Counts, ends: Counts | None = None) -> Counts:
    """Keys per row of a clause for which `in_closed_form` holds; `ends`: where the keys of each row end."""
    taken = rows_taken(clause, call, q)
    counts, q = np.zeros(q.size, np.int64), q[taken]
    low, high = bounds_of_keys(clause, q, call)
    high = high if ends is None else np.minimum(high, ends[taken])
    keys = np.maximum(high - low, 0)
    for atom in classes_of(clause, Side.KEY):
        if isinstance(atom, Residue):
            wanted = np.full(q.size, offset_value(atom.offset, atom.dilation, call.head, call.heads))
        else:
            wanted = residue(q // atom.block, atom.dilation, atom.segment)
        keys = _of_class(wanted, low, high, atom.dilation, atom.segment, atom.block)
    counts[taken] = keys
    return counts


def rows_taken(clause: Clause, call: HeadOfCall, q: Counts) -> npt.NDArray[np.bool_]:
    """A mask of the rows that the bounds and residue classes of rows admit."""
    taken = np.ones(q.size, bool)
    bounds = (one for one in ranges(clause) if one.side is Side.QUERY)
    for literal in (*bounds, *residues(clause, Side.QUERY)):
        taken &= call.admits(literal, q, q)
    return taken


def _of_class(wanted: Counts, low: Counts, high: Counts, dilation: int, segment: int | None, block: int) -> Counts:
    """The number of x in [low, high) with ((x // block) % segment) % dilation == wanted, where wanted < dilation."""
    below_low = below_of_class(np.minimum(low, high), wanted, dilation, segment, block)
    return np.asarray(below_of_class(high, wanted, dilation, segment, block) - below_low)


def below_of_class(stop: Counts, wanted: Counts, dilation: int, segment: int | None, block: int) -> Counts:
    """The number of x in [0, stop) with ((x // block) % segment) % dilation == wanted.

    It is the sum over whole segments, whole blocks of the last segment, and part of a block.
    """
    stop = np.maximum(stop, 0)
    if segment is None:
        segments, stop = np.zeros_like(stop), stop
    else:
        segments, stop = stop // (segment * block), stop % (segment * block)
        segments = segments * -((wanted - segment) // dilation) * block
    blocks, part = stop // block, stop % block
    whole = -((wanted - blocks) // dilation) * block
    return np.asarray(segments + whole + part * (blocks % dilation == wanted))


def _counted(clause: Clause, call: HeadOfCall, rows: Counts, most: int | None) -> Counts:
    """Keys per row of a clause without a closed form, by evaluating candidate keys for some rows at a time."""
    if len(clause) == len(boxes_in(clause)) == 1:  # every row has the same number of keys
        return np.full(rows.size, keys_near(boxes_in(clause)[0]))
    literals = listed(clause)
    if literals and not boxes_in(literals):
        return _in_blocks(clause, literals, call, rows, most)
    low, high = bounds_of_keys(clause, rows, call)
    if not literals and most is not None and most < int((high - low).max(initial=0)):
        return _about(clause, call, rows, most)
    parts = (call.admits_up_to_end(And(clause), q, k).sum(axis=1) for q, k in _candidates(clause, call, rows))
    return np.concatenate([np.zeros(0, np.int64), *parts])


def _about(clause: Clause, call: HeadOfCall, rows: Counts, most: int) -> Counts:
    """Estimated keys per row, from `most` keys of the row's range: one drawn at random from each equal part."""
    low, high = bounds_of_keys(clause, rows, call)
    low, width = np.maximum(low, 0), np.maximum(high - np.maximum(low, 0), 0)
    draws = fractions(most)
    parts = [np.zeros(0, np.int64)]
    for part in _parts(np.arange(rows.size), max(1, AT_ONCE // most)):
        k = low[part][:, None] + (draws * width[part][:, None]).astype(np.int64)
        shares = call.admits(And(clause), rows[part][:, None], np.minimum(k, call.n - 1)).mean(axis=1)
        parts.append(np.rint(shares * width[part]).astype(np.int64))
    return np.concatenate(parts)


def _in_blocks(clause: Clause, literals: tuple[Mask, ...], call: HeadOfCall, rows: Counts, most: int | None) -> Counts:
    """Keys per row within listed blocks: from the bounds, or by evaluating each key if there are other conditions."""
    queries, block = common_sizes(literals)
    rest = tuple(literal for literal in clause if literal not in literals)
    blocks = ListedBlocks(literals, queries, block, call.head, call.n, call.inputs)
    looked = candidates(blocks)
    allowed = looked if most is None else max(1, most // (1 if _are_bounds(rest) else block))
    columns_tried = draw_below(blocks.count, blocks.count if looked <= allowed else allowed)
    among, times = columns_tried.places, columns_tried.times
    blocks = replace(blocks, approximate=among.size < blocks.count)
    counts = np.zeros(rows.size, np.int64)
    for own in _parts(np.arange(rows.size), max(1, AT_ONCE // max(1, min(looked, among.size)))):
        index, column = listed_columns(blocks, rows[own], among)
        row = own[index]
        for part in _parts(np.arange(row.size), max(1, AT_ONCE // block)):
            q, first = rows[row[part]], column[part]
            found = _of_block(rest, call, q, first * block, block)
            np.add.at(counts, row[part], found * times[np.searchsorted(among, first)])
    return counts


def _are_bounds(rest: Clause) -> bool:
    return len(ranges(rest)) == len(rest)


def _of_block(rest: Clause, call: HeadOfCall, q: Counts, first: Counts, block: int) -> Counts:
    """For rows q, the number of keys in the block from `first` on for which the rest of a clause holds."""
    if _are_bounds(rest):
        low, high = bounds_of_keys(rest, q, call)
        found = np.maximum(np.minimum(high, first + block) - np.maximum(low, first), 0)
        for bound in ranges(rest):
            if bound.side is Side.QUERY:
                found = found * call.admits(bound, q, q)
        return np.asarray(found)
    k = first[:, None] + np.arange(block)
    return np.asarray(call.admits_up_to_end(And(rest), q[:, None], k).sum(axis=1))


def pairs_per_row(clause: Clause, listing: Listing, call: HeadOfCall, in_bounds: int) -> int:
    """The number of pairs to evaluate for one row of a clause with a listing.

    `in_bounds`: how many a listed block counts as where bounds give its keys.
    """
    for box in boxes_in(listing.literals):
        return keys_near(box)
    rest = tuple(literal for literal in clause if literal not in listing.literals)
    columns = candidates(ListedBlocks(listing.literals, listing.queries, listing.keys, call.head, call.n, call.inputs))
    return columns * (in_bounds if _are_bounds(rest) else listing.keys)


def _candidates(clause: Clause, call: HeadOfCall, rows: Counts) -> Iterator[tuple[Counts, Counts]]:
    """Rows [R, 1] with their candidate keys [R, K]: all keys that the clause may admit, each once."""
    boxes = boxes_in(listed(clause))
    if boxes:
        # The number of rows whose neighbourhoods are computed at a time.
        for q in _parts(rows, max(1, min(512, 2**24 // keys_near(boxes[0])))):
            yield q[:, None], neighbours(boxes[0], q)
    else:
        low, high = bounds_of_keys(clause, rows, call)
        steps = np.arange(max(0, int((high - low).max(initial=0))))
        for part in _parts(np.arange(rows.size), max(1, AT_ONCE // max(1, steps.size))):
            yield rows[part][:, None], np.maximum(low[part], 0)[:, None] + steps


def _parts(rows: Counts, most: int) -> Iterator[Counts]:
    return (rows[start : start + most] for start in range(0, rows.size, most))


def bounds_of_keys(clause: Clause, q: Counts, call: HeadOfCall) -> tuple[Counts, Counts]:
    """For each row, the half-open range [low, high) of keys that the clause's bounds admit."""
    lows, highs = limits(clause, Side.KEY)
    return call.low(lows, q), call.high(highs, q)
