"""Places of rows in tensors: slices for regular ones, and an index for the others."""

import functools
import itertools
import math
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from ..ring_plan.exchange import Rows
from ..ring_plan.runs import Run, _rotated
from ..ring_plan.steps import _shared

SLICES = 16  # that the rows of a head are copied by at most: others are copied by an index
INDEX_BYTES = 1 << 24  # of the indices that are kept, those of all lengths and devices together


class Piece(NamedTuple):
    """Rows of some heads: in a tensor [..., heads, rows, D], and among packed rows, where one head follows the other.

    `place`: which rows of each of the heads. `packed`: what holds the packed rows of all of them; `turn`: which of each
    head's these are.
    """

    heads: slice
    place: slice | Tensor
    packed: slice
    turn: slice

    def of_packed(self, packed: Tensor) -> Tensor:
        """A view [..., heads, rows, D] of packed rows [..., rows, D]."""
        rows = packed[..., self.packed, :]
        found: Tensor = rows.unflatten(-2, (self.heads.stop - self.heads.start, -1))[..., self.turn, :]
        return found

    def add(self, tensor: Tensor, rows: Tensor) -> None:
        """Add rows [B, heads, rows, D] to those of a tensor [B, H, rows, D]."""
        if isinstance(self.place, slice):
            tensor[:, self.heads, self.place].add_(rows)
        else:
            tensor[:, self.heads, self.place] += rows


def _pieces(some: Iterable[tuple[Rows, int]], device: torch.device) -> Iterator[Piece]:
    """Rows that are packed, of a tensor in which a position stands at the row that is so much more."""
    end = 0
    for rows, shift in some:
        head = 0
        for runs, alike in itertools.groupby(rows.runs):
            several, size = len(list(alike)), sum(run.size for run in runs)
            heads, packed = slice(head, head + several), slice(end, end + several * size)
            head, end = heads.stop, packed.stop
            for place, turn in _places_of(runs, shift, device) if size else ():
                yield Piece(heads, place, packed, turn)


def _places_of(runs: tuple[Run, ...], shift: int, device: torch.device) -> Iterator[tuple[slice | Tensor, slice]]:
    """The places of positions of runs, each with the shift added, and their numbers among all positions."""
    if sum(run.bits.bit_count() for run in runs) <= SLICES:
        for positions, turn in _evenly_apart(runs):
            yield _slice(_shifted(positions, shift)), _slice(turn)
    else:
        yield shift + _INDICES.kept((runs, device), functools.partial(_positions_of, runs, device)), slice(None)


def _evenly_apart(runs: tuple[Run, ...]) -> Iterator[tuple[range, range]]:
    """Positions of runs that are as far apart as the next ones, and which of all positions they are."""
    start = 0
    for run in runs:
        size, bits = run.size, _rotated(run.bits, run.period, -run.start)
        for turn, first in enumerate(_members(bits)):
            positions = range(run.start + first, run.stop, run.period)
            if positions:
                yield positions, range(start + turn, start + size, run.bits.bit_count())
        start += size


def _members(bits: int) -> Iterator[int]:
    """The residues of a set, in order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _slice(rows: range) -> slice:
    return slice(rows.start, rows.stop, rows.step)


def _shifted(rows: range, by: int) -> range:
    return range(rows.start + by, rows.stop + by, rows.step)


def _run_positions(run: Run) -> Tensor:
    """The positions of a run in order, int64."""
    every = torch.arange(run.start, run.stop)
    if run.period == 1:
        return every
    kept = torch.tensor([bit == "1" for bit in reversed(f"{run.bits:0{run.period}b}")])
    return every[kept[every % run.period]]


def _positions_of(runs: tuple[Run, ...], device: torch.device) -> Tensor:
    """The positions of runs in order, int64."""
    if any(run.period > 1 for run in runs):
        return torch.cat([_run_positions(run) for run in runs]).to(device)
    sizes = [run.stop - run.start for run in runs]
    before = itertools.accumulate(sizes, initial=0)
    shifts = torch.tensor([run.start - place for run, place in zip(runs, before)], device=device)  # noqa: B905
    every = torch.tensor(sizes, device=device)
    return torch.arange(sum(sizes), device=device) + shifts.repeat_interleave(every, output_size=sum(sizes))


class _Indices:
    """The indices that were used last, as many as take `INDEX_BYTES`."""

    def __init__(self) -> None:
        """Keep none so far."""
        self.found: dict[tuple[object, ...], Tensor] = {}
        self.bytes, self.lock = 0, threading.Lock()

    def kept(self, key: tuple[object, ...], make: Callable[[], Tensor]) -> Tensor:
        """The index of a key, made unless it is kept."""
        with self.lock:
            index = self.found.pop(key, None)
            if index is None:
                index = make()
                self.bytes += index.nbytes
            self.found[key] = index  # as the one used last
            while self.bytes > INDEX_BYTES:
                self.bytes -= self.found.pop(next(iter(self.found))).nbytes
        return index


_INDICES = _Indices()


def _part_of(packed: Tensor, whole: tuple[Rows, ...], part: tuple[Rows, ...]) -> Tensor:
    """Packed rows [..., rows, D] of those of which they are a part."""
    found = packed.new_empty((*packed.shape[:-2], sum(rows.size for rows in part), packed.shape[-1]))
    for there, here in _within_packed(whole, part, packed.device):
        found[..., here, :] = packed[..., there, :]
    return found


def _add_part(packed: Tensor, whole: tuple[Rows, ...], part: tuple[Rows, ...], rows: Tensor) -> None:
    """Add packed rows to those of which they are a part."""
    for there, here in _within_packed(whole, part, packed.device):
        if isinstance(there, slice):
            packed[..., there, :].add_(rows[..., here, :])
        else:
            packed[..., there, :] += rows[..., here, :]


def _within_packed(
    whole: tuple[Rows, ...], part: tuple[Rows, ...], device: torch.device
) -> Iterator[tuple[slice | Tensor, slice]]:
    """The places of rows among the packed rows that contain them, and among themselves."""
    start = end = 0
    wanted = {rows.keys: rows.runs for rows in part}
    for rows in whole:
        for head, runs in enumerate(rows.runs):
            some = wanted[rows.keys][head] if rows.keys in wanted else ()
            size = sum(run.size for run in some)
            pairs = list(itertools.islice(_paired(runs, some), SLICES + 1))
            if len(pairs) <= SLICES:
                for there, here in pairs:
                    yield _slice(_shifted(there, start)), _slice(_shifted(here, end))
            else:
                index = _INDICES.kept((runs, some, device), functools.partial(_index_in, runs, some, device))
                yield index + start, slice(end, end + size)
            start, end = start + sum(run.size for run in runs), end + size


def _paired(runs: tuple[Run, ...], some: tuple[Run, ...]) -> Iterator[tuple[range, range]]:
    """The places of positions of runs among those of runs that hold them, and among their own."""
    for positions, places in _evenly_apart(some):
        before = 0
        for run in runs:
            first, last = (len(range(positions.start, min(end, positions.stop), positions.step)) for end in run[:2])
            turns = math.lcm(positions.step, run.period) // positions.step
            step = positions.step * turns // run.period * run.bits.bit_count()
            for turn in range(first, min(first + turns, last)):
                at = before + run._replace(stop=positions[turn]).size
                here = places[turn:last:turns]
                yield range(at, at + step * len(here), step), here
            before += run.size


def _index_in(runs: tuple[Run, ...], some: tuple[Run, ...], device: torch.device) -> Tensor:
    """The places of positions of runs among those of runs that hold them, int64."""
    return torch.searchsorted(_positions_of(runs, device), _positions_of(some, device))


def _in_shard(parts: tuple[range, ...]) -> list[tuple[range, range]]:
    """Ranges of positions, and which rows of their shard they are."""
    ends = itertools.accumulate(map(len, parts), initial=0)
    return [(part, range(*pair)) for part, pair in zip(parts, itertools.pairwise(ends), strict=True)]


def _moves(held: tuple[range, ...], wanted: tuple[range, ...]) -> list[tuple[range, range]]:
    """The places of the positions that two shards share, in the one and in the other."""
    found = []
    for (part, rows), (other, others) in itertools.product(_in_shard(held), _in_shard(wanted)):
        both = _shared(part, other)
        if both:
            found.append((_rows_at(both, part, rows), _rows_at(both, other, others)))
    return found


def _rows_at(some: range, part: range, rows: range) -> range:
    """The rows of a range at some of its positions, which are evenly apart."""
    return rows[part.index(some[0]) : part.index(some[-1]) + 1 : some.step // part.step]


def _taken(tensor: Tensor, places: list[range]) -> Tensor:
    """Select some rows of a tensor [B, H, rows, ...]."""
    found = [tensor[:, :, _slice(place)] for place in places] or [tensor[:, :, :0]]
    return found[0] if len(found) == 1 else torch.cat(found, 2)


def _fill_rows(tensor: Tensor, places: list[range], rows: Tensor) -> None:
    """Fill those rows of a tensor [B, H, rows, ...]."""
    start = 0
    for place in places:
        tensor[:, :, _slice(place)] = rows[:, :, start : start + len(place)]
        start += len(place)
