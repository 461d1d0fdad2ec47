"""The statements of a tile program, run for many programs of a launch at once: values are vectors over the programs.

Only the names that an analysis needs are computed, so that its time depends neither on the tiles nor on the pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.index import Index, Item, Lanes, Tail, Tails, evaluate, names, parts
from patternc.ir.tile import AXES, EachHead, Extremes, For, Let, Mask, Skip, Statement, Stop, walk
from patternc.ir.tile_functions import LIBRARY

if TYPE_CHECKING:
    from patternc.ir.index import Value

Numbers: TypeAlias = npt.NDArray[np.int64]


@dataclass(slots=True)
class Programs:
    """Programs that run together.

    `names`: values by name; those in `vectors` hold one value per program. `needed`: the names that are computed.
    `running`: the numbers of the programs that have not ended. `spread`: expressions of the names that hold a vector
    over the rows of a program.
    """

    names: dict[str, Value]
    needed: frozenset[str]
    running: Numbers
    vectors: set[str] = field(default_factory=lambda: {AXES[0].place})
    spread: dict[str, Index] = field(default_factory=dict)

    def value(self, index: Index) -> Value:
        """The value of an expression, for all programs."""
        return evaluate(index, self.names, LIBRARY)

    def per_program(self, index: Index) -> Numbers:
        """The same step with an entry for each program."""
        return np.broadcast_to(np.asarray(self.value(index)), self.running.shape)

    def let(self, let: Let) -> None:
        """Define those names of a statement that are needed."""
        for own, values in definitions(let):
            if self.needed.isdisjoint(own):
                continue
            if any(map(self._spreads, values)):
                self.spread.update(zip(own, values, strict=True))
                continue
            found = tuple(map(self.value, values))
            table = isinstance(values[0], Tail | Item)  # it may have as many entries as there are programs
            for name, value in zip(own, found[0] if len(own) > len(found) else found, strict=True):  # type: ignore[arg-type]
                self.names[name] = value
                by_program = isinstance(value, Tails) or (not table and np.shape(value) == self.running.shape)
                (self.vectors.add if by_program else self.vectors.discard)(name)

    def _spreads(self, value: Index) -> bool:
        """Whether a value is a vector over rows."""
        return not self.spread.keys().isdisjoint(names(value)) or any(isinstance(one, Lanes) for one in parts(value))

    def extremes(self, statement: Extremes) -> None:
        """Define the least and the greatest number of each program's rows."""
        if not self.needed.isdisjoint(statement.names):
            lines = self.lines(np.arange(self.running.size))
            for name, value in self.spread.items():
                lines[name] = evaluate(value, lines, LIBRARY)
            found = extremes_of(statement, lines)
            self.names.update(zip(statement.names, (one[:, 0] for one in found), strict=True))
            self.vectors.update(statement.names)

    def lines(self, which: Numbers) -> dict[str, Value]:
        """The values of some programs, by their numbers among those that run: of each a line, [programs, 1]."""
        return {
            name: _line(self.chosen(name, which)) if name in self.vectors else self.names[name] for name in self.names
        }

    def stop(self, when: Index) -> npt.NDArray[np.bool_]:
        """End the programs for which a condition holds; returns which of those before still run."""
        running = ~self.per_program(when).astype(bool)
        self.running = self.running[running]
        for name in self.vectors:
            self.names[name] = self.chosen(name, running)
        return running

    def chosen(self, name: str, which: npt.NDArray[np.generic]) -> Value:
        """The value of a name for some of the programs: a mask over them, or their places among them."""
        value = self.names[name]
        if name not in self.vectors:
            return value
        if isinstance(value, Tails):
            return Tails(value.table, value.starts[which])  # type: ignore[return-value]
        return value[which]  # type: ignore[index, no-any-return]


def _line(value: Value) -> Value:
    if isinstance(value, Tails):
        return Tails(value.table, value.starts[:, None])  # type: ignore[return-value]
    return value[:, None]  # type: ignore[index]


def extremes_of(statement: Extremes, lines: Mapping[str, Value]) -> tuple[Numbers, Numbers]:
    """The least and the greatest number of each line, [lines, 1]."""
    numbers, valid = np.broadcast_arrays(
        *(evaluate(one, lines, LIBRARY) for one in (statement.numbers, statement.valid))
    )
    least, most = np.where(valid, numbers, 1 << 62), np.where(valid, numbers, -(1 << 62))
    return least.min(1, keepdims=True), most.max(1, keepdims=True)


def definitions(let: Let) -> Iterator[tuple[tuple[str, ...], tuple[Index, ...]]]:
    """The names of a statement, each with its value; one value may give several names."""
    if len(let.names) != len(let.values):
        yield let.names, let.values
        return
    for name, value in zip(let.names, let.values, strict=True):
        yield (name,), (value,)


def needed_names(body: tuple[Statement, ...], also: frozenset[str] = frozenset()) -> frozenset[str]:
    """The names on which loop bounds, `Stop` conditions and the names `also` depend, directly or through others."""
    needed, reads = set(also), list[tuple[tuple[str, ...], frozenset[str]]]()
    for statement in walk(body):
        match statement:
            case For(variable, start, stop, step, inside):
                edges = (one.edge for one in walk(inside) if isinstance(one, Mask) and one.edge is not None)
                needed |= names(start, stop, step, *edges) - {variable}
            case Skip(unless):
                needed |= names(unless)
            case Stop(when):
                needed |= names(when)
            case EachHead(start, stop):
                needed |= names(start, stop)
            case Let():
                reads += [(own, names(*values)) for own, values in definitions(statement)]
            case Extremes(own, numbers, valid):
                reads.append((own, names(numbers, valid)))
            case _:
                pass
    while True:
        read = {name for own, values in reads if not needed.isdisjoint(own) for name in values}
        if read <= needed:
            return frozenset(needed)
        needed |= read
