"""The statements of a tile program, run for many programs of a launch at once: values are vectors over the programs.

Only the names that an analysis needs are computed, so that its time depends neither on the tiles nor on the pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.index import Index, Item, Tail, Tails, evaluate
from patternc.ir.tile import AXES, Let
from patternc.ir.tile_functions import LIBRARY

if TYPE_CHECKING:
    from patternc.ir.index import Value

Numbers: TypeAlias = npt.NDArray[np.int64]


@dataclass(slots=True)
class Programs:
    """Programs that run together.

    `names`: values by name; those in `vectors` hold one value per program. `needed`: the names that are computed.
    `running`: the numbers of the programs that have not ended.
    """

    names: dict[str, Value]
    needed: frozenset[str]
    running: Numbers
    vectors: set[str] = field(default_factory=lambda: {AXES[0].place})

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
            found = tuple(map(self.value, values))
            table = isinstance(values[0], Tail | Item)  # it may have as many entries as there are programs
            for name, value in zip(own, found[0] if len(own) > len(found) else found, strict=True):  # type: ignore[arg-type]
                self.names[name] = value
                by_program = isinstance(value, Tails) or (not table and np.shape(value) == self.running.shape)
                (self.vectors.add if by_program else self.vectors.discard)(name)

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


def definitions(let: Let) -> Iterator[tuple[tuple[str, ...], tuple[Index, ...]]]:
    """The names of a statement, each with its value; one value may give several names."""
    if len(let.names) != len(let.values):
        yield let.names, let.values
        return
    for name, value in zip(let.names, let.values, strict=True):
        yield (name,), (value,)
