"""Compact buffers, which hold only the rows of lattices."""

import triton
import triton.language as tl


@triton.jit
def _compact(rows, line, first, origin, stop, offset, SEGMENT: tl.constexpr, DILATION: tl.constexpr):
    """The places of `rows` in the buffer of a lattice that stands on class `offset`, and a mask of those that it holds.

    `first`: the first row of the batch entry, where a line begins. Its length is that of the call's, origin to stop.
    """
    if SEGMENT == 0:
        run, begin, start = line, first, 0
        held = tl.cdiv(stop - origin, DILATION)
    else:
        touched, held = _runs(origin, stop, SEGMENT, DILATION)
        segment = rows // SEGMENT
        start = segment * SEGMENT
        run, begin = line * touched + segment - first // SEGMENT, tl.maximum(start, first)
    return run * held + (rows - begin) // DILATION, (rows - start) % DILATION == offset


@triton.jit
def _compact_class(rows, line, first, origin, stop, SEGMENT: tl.constexpr, DILATION: tl.constexpr):
    """The places of `rows` in the buffer of a lattice of every class, which holds all. Arguments as of `_compact`."""
    classes = tl.minimum(DILATION, stop - origin)
    if SEGMENT == 0:
        held = tl.cdiv(stop - origin, DILATION)
        run, begin = line * classes, first
    else:
        touched, held = _runs(origin, stop, SEGMENT, DILATION)
        segment = rows // SEGMENT
        begin = tl.maximum(segment * SEGMENT, first)
        run = (line * touched + segment - first // SEGMENT) * classes
    return (run + (rows - begin) % DILATION) * held + (rows - begin) // DILATION, rows >= first


@triton.jit
def _runs(origin, stop, SEGMENT: tl.constexpr, DILATION: tl.constexpr):
    """The number of segments that a call touches, and of rows of a lattice in the longest of their runs.

    The first position is -1 or more: a segment is added, because quotients are rounded towards 0.
    """
    touched = (stop - 1 + SEGMENT) // SEGMENT - (origin + SEGMENT) // SEGMENT + 1
    return touched, tl.cdiv(tl.minimum(SEGMENT, stop - origin), DILATION)


@triton.jit
def _sweep(place, origin, stop, cuts, SWEEPS: tl.constexpr, ROWS: tl.constexpr):
    """The sweep that a place of a grid of several belongs to, which is one after the other.

    Its segment, its dilation and the segments touched; the place among its own, and how many these are; the rows of
    sweeps before it in a line of their buffer, and those of all. `cuts`: the places that each has besides those of
    its tiles.
    """
    segment, dilation, segments, first, places, before = 0, 0, 0, 0, 0, 0
    end, stored = 0, 0
    for number in tl.static_range(len(SWEEPS)):
        runs, held = _runs(origin, stop, SWEEPS[number][0], SWEEPS[number][1])
        reached = place >= end
        segment = tl.where(reached, SWEEPS[number][0], segment)
        dilation = tl.where(reached, SWEEPS[number][1], dilation)
        segments, before = tl.where(reached, runs, segments), tl.where(reached, stored, before)
        own = cuts + runs * tl.cdiv(held, ROWS)
        first, places = tl.where(reached, end, first), tl.where(reached, own, places)
        end += own
        stored += runs.to(tl.int64) * held
    return segment, dilation, segments, place - first, places, before, stored


@triton.jit
def _compact_of_sweep(rows, line, first, origin, stop, offsets, SWEEPS: tl.constexpr, number):
    """The places of `rows` of one lattice in the buffer of several, and a mask of those that it holds.

    Arguments as of `_compact`.
    """
    index, member = rows, rows < 0
    before, stored = 0, 0
    for place in tl.static_range(len(SWEEPS)):
        if number == place:  # so that divisors are constants
            index, member = _compact(rows, 0, first, origin, stop, offsets[place], SWEEPS[place][0], SWEEPS[place][1])
        runs, held = _runs(origin, stop, SWEEPS[place][0], SWEEPS[place][1])
        before += tl.where(place < number, runs.to(tl.int64) * held, 0)
        stored += runs.to(tl.int64) * held
    return line * stored + before + index, member
