"""The work of programs on a tile of columns: a softmax over keys, and gradients of queries, or of keys and values.

A tile of pairs has a row for each of the program's rows and a column for each position that it visits. Where queries
are the rows (forward, and their gradient), keys and values are loaded tile by tile; where keys are the rows, queries
and the gradient of out are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from patternc.ir.addresses import KEY_DIM, VALUE_DIM, Address, Head, Plane, Statistics
from patternc.ir.index import (
    ZERO,
    Axis,
    Expr,
    Holds,
    Item,
    Num,
    Spread,
    Var,
    every,
    greatest,
    least,
    minus,
    modulo,
    over,
    plus,
    times,
)
from patternc.ir.interface import given_name, gradient_name, strides_name
from patternc.ir.scores import Scores, Table
from patternc.ir.tile import (
    AddByDistance,
    AddByPlace,
    AddDistances,
    AddPairs,
    AddProducts,
    Attend,
    Draws,
    Drop,
    GradProducts,
    GradScores,
    Load,
    LoadPairs,
    Modify,
    Multiply,
    Statement,
    TileWork,
    Weigh,
)

LOADED = Holds(Var("loaded"))
_PRESENT = every(Holds(Spread(Var("valid"), Axis.ROWS)), Holds(Spread(Var("loaded"), Axis.COLUMNS)))
_COLUMNS, _SCALE, _NUMBERS = Var("columns"), Var("scale"), Var("numbers_of_pairs")
_PRODUCTS, _SCORES, _WEIGHTS, _BEND = Var("products"), Var("scores"), Var("weights"), Var("bend")
_GRAD_WEIGHTS, _GRAD_SCORES, _GRAD_PRODUCTS = Var("grad_weights"), Var("grad_scores"), Var("grad_products")

STATE, GRAD_QUERIES, GRAD_KEYS, GRAD_VALUES = Var("state"), Var("grad_queries"), Var("grad_keys"), Var("grad_values")
GRAD_SLOPES = Var("grad_slopes")
"""What programs accumulate."""


def plane(tensor: str, origin: str) -> Plane:
    """The numbers of pairs of the program's head. `origin`: of what `of_pairs` or the gradient's program defines."""
    return Plane(Var(tensor), Var(origin), Var(strides_name(tensor)))


def strides(tensor: int) -> Expr:
    """The strides of query, key, value or grad_out, by number."""
    return Item(Var("strides"), tensor)


QUERIES = Head(Var("queries"), strides(0), KEY_DIM)
KEYS = Head(Var("keys"), strides(1), KEY_DIM)
VALUES = Head(Var("values"), strides(2), VALUE_DIM)
GRADS = Head(Var("grads"), strides(3), VALUE_DIM)
"""The head whose columns a program loads, in each tensor; `grads`: in the gradient of out."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of a tile: their query and key positions, which broadcast, how these score, and how often they count.

    `weight`: the latter, in log2. `apart`: rows of the tile may hold keys that no query lists. `cached`: keys may be in
    the pages of a cache.
    """

    query: Expr
    key: Expr
    scores: Scores
    weight: float
    apart: bool = False
    cached: bool = False

    # ---- programs whose rows are queries -----------------------------------------------------------------------------
    def softmax(self) -> TileWork:
        """Take keys and their values into the softmax of queries."""
        at = Var("slots") if self.cached else _COLUMNS
        scored = (_columns("key_tile", KEYS, at), *self._scored(Var("queries"), Var("key_tile"), ("_",)))
        values = _values(at)
        attend = Attend(STATE, self._masked, Var("value_tile"), self._scale, self.weight, self._draws)
        return TileWork(scored, self._masked, -math.inf, (values, attend))

    def query_gradient(self) -> TileWork:
        """Add to the gradient of queries, and to those of tables, what flows back from keys and their values."""
        scored = (
            _columns("key_tile", KEYS),
            *self._scored(Var("queries"), Var("key_tile"), (_BEND.name,)),
            self._weighed(Spread(Var("row_lse"), Axis.ROWS)),
        )
        taken = (
            _values(),
            *self._grad_weights(Var("grads"), Var("value_tile")),
            *self._grad_scores(Spread(Var("row_delta"), Axis.ROWS)),
            *self._grad_tables(),
            AddProducts(GRAD_QUERIES, self._flowing, Var("key_tile")),
        )
        return TileWork(scored, _WEIGHTS, 0.0, taken)

    def pairs_gradient(self) -> TileWork:
        """Add to the gradient of numbers of pairs."""
        bend = _BEND.name if self.scores.bent_pairs else "_"
        scored = (
            _columns("key_tile", KEYS),
            *self._scored(Var("queries"), Var("key_tile"), (bend,)),
            self._weighed(Spread(Var("row_lse"), Axis.ROWS)),
        )
        flowing = _GRAD_PRODUCTS if self.scores.bent_pairs else _GRAD_SCORES
        grads = plane(gradient_name(self.scores.of_pairs), "grad_origin")
        taken = (
            _values(),
            *self._grad_weights(Var("grads"), Var("value_tile")),
            *self._grad_scores(Spread(Var("row_delta"), Axis.ROWS)),
            AddPairs(grads, flowing, self.query, self.key, _PRESENT),
        )
        return TileWork(scored, _WEIGHTS, 0.0, taken)

    # ---- programs whose rows are keys --------------------------------------------------------------------------------
    def key_value_gradient(self) -> TileWork:
        """Add to the gradients of keys and values what flows back from queries."""
        scored = (
            _columns("query_tile", QUERIES),
            _of_columns("column_lse", "lse"),
            *self._scored(Var("keys"), Var("query_tile"), (_BEND.name,)),
            self._weighed(Spread(Var("column_lse"), Axis.COLUMNS)),
        )
        taken = (
            _columns("grad_tile", GRADS),
            _of_columns("column_delta", "delta"),
            *self._grad_values(),
            *self._grad_scores(Spread(Var("column_delta"), Axis.COLUMNS)),
            AddProducts(GRAD_KEYS, self._flowing, Var("query_tile")),
        )
        return TileWork(scored, _WEIGHTS, 0.0, taken)

    def _grad_values(self) -> Iterator[Statement]:
        """The sum of values, and the gradient of weights; where some are dropped, both ask at once which."""
        multiplied, *dropped = self._grad_weights(Var("values"), Var("grad_tile"))
        if self._draws is None:
            yield from (AddProducts(GRAD_VALUES, _WEIGHTS, Var("grad_tile")), multiplied)
        else:
            yield from (multiplied, Drop("kept_weights", _WEIGHTS, self._draws))
            yield from (AddProducts(GRAD_VALUES, Var("kept_weights"), Var("grad_tile")), *dropped)

    # ---- what they share ---------------------------------------------------------------------------------------------
    def _scored(self, rows: Var, columns: Var, bend: tuple[str, ...]) -> Iterator[Statement]:
        """Products, and scores where these differ by more than a factor; `bend`: what their derivative is called."""
        yield Multiply(_PRODUCTS.name, rows, columns)
        if not self.scores.rising:
            names = (_SCORES.name, *(bend if self.scores.softcap else ()))
            distance = times(Var("slope"), minus(self.key, self.query)) if self.scores.alibi else None
            tables = (Var("tables"),) if self.scores.tables else ()
            pairs = _NUMBERS if self.scores.of_pairs else None
            if pairs is not None:
                given = plane(given_name(self.scores.of_pairs), "pairs_origin")
                yield LoadPairs(pairs.name, _PRODUCTS, given, self.query, self.key, _PRESENT)
            yield Modify(names, _PRODUCTS, _SCALE, distance, (*self._read_by(), *tables), pairs)

    @property
    def _masked(self) -> Var:
        """The tile of scores, or of products that differ from these by the scale."""
        return _PRODUCTS if self.scores.rising else _SCORES

    @property
    def _scale(self) -> Var | None:
        return _SCALE if self.scores.rising else None

    @property
    def _draws(self) -> Draws | None:
        return Draws(self.query, self.key, Var("drawing"), Var("DROPS")) if self.scores.dropout else None

    @property
    def _flowing(self) -> Var:
        """The gradient of scaled products."""
        return _GRAD_PRODUCTS if self.scores.softcap else _GRAD_SCORES

    def _weighed(self, lse: Expr) -> Weigh:
        return Weigh(_WEIGHTS.name, self._masked, lse, self._scale, self.weight)

    def _grad_weights(self, rows: Var, columns: Var) -> Iterator[Statement]:
        """The gradient of weights; where some are dropped, from that of those which are kept."""
        kept = _GRAD_WEIGHTS if self._draws is None else Var("grad_kept")
        yield Multiply(kept.name, rows, columns)
        if self._draws is not None:
            yield Drop(_GRAD_WEIGHTS.name, kept, self._draws)

    def _grad_scores(self, delta: Expr) -> Iterator[Statement]:
        yield GradScores(_GRAD_SCORES.name, _WEIGHTS, _GRAD_WEIGHTS, delta, self.apart)
        if self.scores.softcap:
            yield GradProducts(_GRAD_PRODUCTS.name, _GRAD_SCORES, _BEND, self.apart or bool(self.scores.of_pairs))

    def _read_by(self) -> tuple[Expr, ...]:
        """The numbers by which tables are read: positions, or the place of a pair of cells."""
        places = [place(self.query, self.key, table) for table in self.scores.tables if table.dimensions]
        return tuple(places) if places or not self.scores.tables else (self.query, self.key)

    def _grad_tables(self) -> Iterator[AddByDistance | AddByPlace | AddDistances]:
        if self.scores.slopes:
            tile = _GRAD_PRODUCTS if self.scores.bent_slopes else _GRAD_SCORES
            yield AddDistances(GRAD_SLOPES, tile, self.query, self.key)
        for number, table in enumerate(self.scores.tables):
            tile = _GRAD_PRODUCTS if table.bent else _GRAD_SCORES
            into = Item(Var("grad_tables"), number)
            if table.dimensions:
                yield AddByPlace(into, tile, place(self.query, self.key, table))
            else:
                yield AddByDistance(into, tile, self.query, self.key, table.radii[0])


def place(query: Expr, key: Expr, table: Table) -> Expr:
    """The place of a pair of cells in the table of a head."""
    found: Expr = ZERO
    for one in table.dimensions:
        there, here = (modulo(over(x, Num(one.stride)), Num(one.size)) for x in (key, query))
        near = greatest(least(minus(there, here), Num(one.radius)), Num(-one.radius))
        found = plus(found, times(plus(near, one.radius), Num(one.step)))
    return found


def _columns(name: str, head: Head, at: Var = _COLUMNS) -> Load:
    """The rows of a tensor at the tile's columns."""
    return Load(name, Address(head, at, LOADED))


def _values(at: Var = _COLUMNS) -> Load:
    """The values at the tile's columns, whose keys are loaded."""
    return replace(_columns("value_tile", VALUES, at), within=Var("key_tile"))


def _of_columns(name: str, tensor: str) -> Load:
    """A number for each of the tile's columns; of those that are not loaded, that of another which the loop visits."""
    return Load(name, Address(Statistics(Var(tensor)), plus(Var("line"), Var("present")), None))
