"""One program of the tile IR, run statement by statement: loops, edges and tests.

What rows, tiles of pairs and sums are, a subclass says: sets of positions (`evaluate_programs.py`), or numbers
(`evaluate_numbers.py`). Both see that a descriptor covers the rows that are loaded by it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from patternc.ir.addresses import Address, Described
from patternc.ir.index import Functions, Index, Var, evaluate
from patternc.ir.tile import (
    AddByDistance,
    AddByPlace,
    AddDistances,
    AddPairs,
    AddProducts,
    AddRows,
    Attend,
    Clause,
    Describe,
    Drop,
    EachHead,
    Extremes,
    Finish,
    For,
    GradProducts,
    GradScores,
    Let,
    Load,
    LoadPairs,
    Mask,
    MergeSoftmax,
    MergeSum,
    Modify,
    Multiply,
    Skip,
    StartSoftmax,
    StartSum,
    Statement,
    Stop,
    Store,
    Visit,
    Weigh,
)
from patternc.ir.tile_functions import LIBRARY

if TYPE_CHECKING:
    from patternc.ir.index import Value

OfRows = TypeVar("OfRows")
OfPairs = TypeVar("OfPairs")


class OutsideError(AssertionError):
    """A load or a store that leaves its tensor, or reads what nothing wrote."""


@dataclass(slots=True)
class Work:
    """The work of programs: pairs in the tiles that they took, pairs that count, and pairs in tiles without tests."""

    executed: int = 0
    useful: int = 0
    untested: int = 0


class _Stopped(Exception):  # noqa: N818 -- not an error: the program has no rows
    """A program ended early."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The matrix of a descriptor: the rows `first + step * t` for each t of `columns`."""

    first: int
    step: int
    columns: range

    @property
    def origin(self) -> int:
        """The row at which it begins."""
        return self.first + self.step * self.columns.start

    def check(self, row: int, rows: np.ndarray, valid: np.ndarray) -> None:
        """See that a tile from `row` on has those `rows` that are `valid`, and 0 elsewhere."""
        t = self.columns.start + row + np.arange(len(rows))
        covered = (t >= self.columns.start) & (t < self.columns.stop)
        if (valid != covered).any() or (rows != self.first + self.step * t)[valid].any():
            raise OutsideError(f"rows {rows[valid]}, described as {self.first} + {self.step} * t, t in {self.columns}")


_BEYOND = 1 << 50
"""Above all numbers that tests give; what programs compute of it has 64 bits."""


@dataclass(slots=True)
class Instance(ABC, Generic[OfRows, OfPairs]):
    """One program that runs: its names and what these are, and the work that it shares with others.

    `tested`: whether the pairs of the present tile are tested.
    """

    library: ClassVar[Functions] = LIBRARY
    names: dict[str, Any]
    work: Work
    tested: bool = field(default=False, init=False)

    def run(self, body: tuple[Statement, ...]) -> None:
        """Run the statements of the program."""
        try:
            self._all(body)
        except _Stopped:
            return

    def value(self, index: Index) -> Value:
        """The value of an expression."""
        return evaluate(index, self.names, self.library)

    def number(self, index: Index) -> int:
        """The value of an integer."""
        return int(self.value(index))

    def vector(self, index: Index) -> np.ndarray:
        """The value of an expression over rows."""
        return np.asarray(self.value(index))

    def _all(self, body: tuple[Statement, ...]) -> None:
        for statement in body:
            self._one(statement)

    def _one(self, statement: Statement) -> None:
        match statement:
            case Let(names, values):
                self._let(names, tuple(map(self.value, values)))
            case Stop(when):
                if self.value(when):
                    raise _Stopped
            case For(variable, start, stop, step, body):
                for place in range(*map(self.number, (start, stop, step))):
                    self.names[variable], self.tested = place, False
                    self._all(body)
            case EachHead(start, stop, body, variable):
                for head in range(*map(self.number, (start, stop))):
                    self.names[variable] = head
                    self._all(body)
            case Clause(_, body):
                self._all(body)
            case Skip(unless, body):
                if self.value(unless):
                    self._all(body)
            case Extremes(names, numbers, valid):
                self.names.update(zip(names, self._extremes(numbers, valid), strict=True))
            case Describe(name, _, first, step, low, high):
                self.names[name] = Matrix(self.number(first), self.number(step), range(*map(self.number, (low, high))))
            case Visit():
                raise AssertionError("visits become loops before they run")
            case _:
                self._compute(statement)

    def _extremes(self, numbers: Index, valid: Index) -> tuple[int, int]:
        held = self.vector(numbers)[self.vector(valid)].tolist()
        return min(held, default=_BEYOND), max(held, default=-_BEYOND)

    def _let(self, names: tuple[str, ...], values: tuple[Value, ...]) -> None:
        found = values[0] if len(names) > 1 and len(values) == 1 else values
        self.names.update(zip(names, found, strict=True))  # type: ignore[arg-type]

    def _compute(self, statement: Statement) -> None:
        """A statement whose operands are rows, tiles and sums."""
        names = self.names
        match statement:
            case Load(name, address):
                names[name] = self.load(address, *self._rows(address))
            case Multiply(name, rows, columns):
                names[name] = self.multiply(names[rows.name], names[columns.name])
            case LoadPairs(name, like):
                names[name] = self.load_pairs(statement, names[like.name])
            case Modify():
                names.update(zip(statement.names, self.modify(statement, names[statement.products.name]), strict=False))
            case Weigh(name, scores, lse, scale, weight):
                names[name] = self.weigh(self.scaled(names[scores.name], scale), self.value(lse), weight)
            case Mask(tile, excluded):
                self._mask(statement, names[tile.name], excluded)
            case Attend(state, scores, values, scale, weight):
                self.count(names[scores.name])
                self.attend(names[state.name], self.scaled(names[scores.name], scale), names[values.name], weight)
            case Drop(name, tile):
                names[name] = names[tile.name]  # programs run on calls that drop nothing
            case GradScores(name, weights, grad_weights, delta):
                self.count(names[weights.name])
                names[name] = self.grad_scores(names[weights.name], names[grad_weights.name], self.value(delta))
            case GradProducts(name, grad_scores, bend):
                names[name] = self.bent(names[grad_scores.name], names[bend.name])
            case AddProducts(total, weights, rows):
                self.add_products(names[total.name], names[weights.name], names[rows.name])
            case AddRows(weights, rows, _, address):
                self.add_rows(statement, names[weights.name], names[rows.name], *self._rows(address))
            case AddByDistance():
                self.add_by_distance(statement, names[statement.tile.name])
            case AddByPlace():
                self.add_by_place(statement, names[statement.tile.name])
            case AddDistances(total, tile):
                self.add_distances(statement, names[total.name], names[tile.name])
            case AddPairs(_, tile):
                self.add_pairs(statement, names[tile.name])
            case StartSoftmax(name, extent, rows):
                names[name] = self.start_softmax(self.number(rows), extent)
            case StartSum(name, extent, rows):
                names[name] = self.start_sum(self.number(rows), extent)
            case MergeSoftmax(state, out, lse):
                loaded = (self.load(one, *self._rows(one)) for one in (out, lse))
                self.merge_softmax(names[state.name], *loaded)
            case MergeSum(total, partial):
                self.merge_sum(names[total.name], self.load(partial, *self._rows(partial)))
            case Finish(found, state):
                names.update(zip(found, self.finished(names[state.name]), strict=True))
            case Store(computed, factor, address):
                times = names[factor.name] if isinstance(factor, Var) else 1.0 if factor is None else factor
                self.store(statement, names[computed.name], times, *self._rows(address))
            case _:
                raise AssertionError(f"{statement} computes nothing")

    def _rows(self, address: Address) -> tuple[np.ndarray, np.ndarray]:
        """The rows of an address, and which of them are valid."""
        rows = self.vector(address.rows)
        valid = np.broadcast_to(True if address.valid is None else self.vector(address.valid), rows.shape)
        if isinstance(address.source, Described):
            self.names[address.source.matrix.name].check(self.number(address.source.row), rows, valid)
        return rows, valid

    def _mask(self, mask: Mask, tile: OfPairs, excluded: float) -> None:
        if mask.edge is not None and not self.value(mask.edge):
            return
        self.tested = True
        admitted = self.vector(mask.admitted)
        for test in mask.tests:
            if test.when is None or self.value(test.when):
                admitted = np.logical_and(admitted, self.value(test.truth))
        self.names[mask.tile.name] = self.masked(tile, admitted, excluded)

    # ---- what rows, tiles of pairs and sums are ----------------------------------------------------------------------
    @abstractmethod
    def load(self, address: Address, rows: np.ndarray, valid: np.ndarray) -> Any: ...

    @abstractmethod
    def multiply(self, rows: OfRows, columns: OfRows) -> OfPairs: ...

    @abstractmethod
    def load_pairs(self, load: LoadPairs, like: OfPairs) -> Any: ...

    @abstractmethod
    def add_pairs(self, add: AddPairs, tile: OfPairs) -> None: ...

    @abstractmethod
    def modify(self, modify: Modify, products: OfPairs) -> tuple[OfPairs, OfPairs]: ...

    @abstractmethod
    def scaled(self, scores: OfPairs, scale: Var | None) -> OfPairs: ...

    @abstractmethod
    def weigh(self, scores: OfPairs, lse: Value | float, weight: float) -> OfPairs: ...

    @abstractmethod
    def masked(self, tile: OfPairs, admitted: np.ndarray, excluded: float) -> OfPairs: ...

    @abstractmethod
    def count(self, tile: OfPairs) -> None: ...

    @abstractmethod
    def attend(self, state: Any, scores: OfPairs, values: OfRows, weight: float) -> None: ...

    @abstractmethod
    def grad_scores(self, weights: OfPairs, grad_weights: OfPairs, delta: Value) -> OfPairs: ...

    @abstractmethod
    def bent(self, grad_scores: OfPairs, bend: OfPairs) -> OfPairs: ...

    @abstractmethod
    def add_products(self, total: np.ndarray, weights: OfPairs, rows: OfRows) -> None: ...

    @abstractmethod
    def add_rows(self, add: AddRows, weights: OfPairs, rows: OfRows, index: np.ndarray, valid: np.ndarray) -> None: ...

    @abstractmethod
    def add_by_distance(self, add: AddByDistance, tile: OfPairs) -> None: ...

    @abstractmethod
    def add_by_place(self, add: AddByPlace, tile: OfPairs) -> None: ...

    @abstractmethod
    def add_distances(self, add: AddDistances, total: np.ndarray, tile: OfPairs) -> None: ...

    @abstractmethod
    def start_softmax(self, rows: int, extent: Var) -> Any: ...

    @abstractmethod
    def start_sum(self, rows: int, extent: Var | None) -> np.ndarray: ...

    @abstractmethod
    def merge_softmax(self, state: Any, out: Any, lse: Any) -> None: ...

    @abstractmethod
    def merge_sum(self, total: np.ndarray, partial: Any) -> None: ...

    @abstractmethod
    def finished(self, state: Any) -> tuple[Any, Any]: ...

    @abstractmethod
    def store(self, store: Store, computed: Any, factor: float, rows: np.ndarray, valid: np.ndarray) -> None: ...
