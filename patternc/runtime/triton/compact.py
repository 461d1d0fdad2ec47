"""Buffers that hold only rows of lattices."""

import triton
import triton.language as tl


@triton.jit
def _compact(rows, line, origin, stop, offset, SEGMENT: tl.constexpr, DILATION: tl.constexpr):
    """Where the buffer of a lattice that stands on class `offset` holds `rows`, and which of them it holds."""
    if SEGMENT == 0:
        run, begin, start = line, origin, 0
        held = tl.cdiv(stop - origin, DILATION)
    else:
        segment, touched = rows // SEGMENT, (stop - 1) // SEGMENT - origin // SEGMENT + 1
        start = segment * SEGMENT
        run, begin = line * touched + segment - origin // SEGMENT, tl.maximum(start, origin)
        held = tl.cdiv(tl.minimum(SEGMENT, stop - origin), DILATION)
    return run * held + (rows - begin) // DILATION, (rows - start) % DILATION == offset


@triton.jit
def _compact_class(rows, line, origin, stop, SEGMENT: tl.constexpr, DILATION: tl.constexpr):
    """Where the buffer of a lattice of every class holds `rows`; it holds them all."""
    classes = tl.minimum(DILATION, stop - origin)
    if SEGMENT == 0:
        held = tl.cdiv(stop - origin, DILATION)
        run, begin = line * classes, origin
    else:
        held = tl.cdiv(tl.minimum(SEGMENT, stop - origin), DILATION)
        segment, touched = rows // SEGMENT, (stop - 1) // SEGMENT - origin // SEGMENT + 1
        begin = tl.maximum(segment * SEGMENT, origin)
        run = (line * touched + segment - origin // SEGMENT) * classes
    return (run + (rows - begin) % DILATION) * held + (rows - begin) // DILATION, rows >= origin


@triton.jit
def _runs(origin, stop, SEGMENT: tl.constexpr, DILATION: tl.constexpr):
    """How many segments a call touches, and how many rows of a lattice the longest of their runs holds."""
    return (stop - 1) // SEGMENT - origin // SEGMENT + 1, tl.cdiv(tl.minimum(SEGMENT, stop - origin), DILATION)


@triton.jit
def _sweep(place, origin, stop, SWEEPS: tl.constexpr, ROWS: tl.constexpr):
    """The sweep that a place of a grid of several belongs to, which is one after the other.

    Its segment, its dilation and the segments touched; the place among its own, and how many these are; the rows of
    sweeps before it in a line of their buffer, and those of all.
    """
    segment, dilation, segments, first, places, before = 0, 0, 0, 0, 0, 0
    end, stored = 0, 0
    for number in tl.static_range(len(SWEEPS)):
        runs, held = _runs(origin, stop, SWEEPS[number][0], SWEEPS[number][1])
        reached = place >= end
        segment = tl.where(reached, SWEEPS[number][0], segment)
        dilation = tl.where(reached, SWEEPS[number][1], dilation)
        segments, before = tl.where(reached, runs, segments), tl.where(reached, stored, before)
        first, places = tl.where(reached, end, first), tl.where(reached, runs * tl.cdiv(held, ROWS), places)
        end += runs * tl.cdiv(held, ROWS)
        stored += runs.to(tl.int64) * held
    return segment, dilation, segments, place - first, places, before, stored


@triton.jit
def _compact_of_sweep(rows, line, origin, stop, offsets, SWEEPS: tl.constexpr, number):
    """Where the buffer of several lattices holds `rows` of one of them, by its number, and which of them it holds."""
    index, member = rows, rows < 0
    before, stored = 0, 0
    for place in tl.static_range(len(SWEEPS)):
        if number == place:  # so that divisors are constants
            index, member = _compact(rows, 0, origin, stop, offsets[place], SWEEPS[place][0], SWEEPS[place][1])
        runs, held = _runs(origin, stop, SWEEPS[place][0], SWEEPS[place][1])
        before += tl.where(place < number, runs.to(tl.int64) * held, 0)
        stored += runs.to(tl.int64) * held
    return line * stored + before + index, member
