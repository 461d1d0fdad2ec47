"""Statements of programs as lines of C++."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from patternc.codegen.cpp.printer.expressions import COUNTERS, EXTENTS, Axes, KernelPrinter, calling
from patternc.ir.addresses import AcrossHeads, Address, Described, Head, Packed, Plane, Statistics
from patternc.ir.index import All, Any, Axis, Binary, Expr, Holds, Index, Pack, Spread, Truth, Var
from patternc.ir.lines import LINE_LENGTH, Bracket, Line, Piece, laid_out
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
    Draws,
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

_INDENT = "    "
ROOM = LINE_LENGTH - len(_INDENT)
"""The length of a line of a program's body."""
_PAIR = "[&](int i, int j, float x)"


@dataclass(frozen=True, slots=True)
class _Scope:
    """Statements that stand deeper by one level. `frame`: they give back what they take of the scratch memory."""

    body: tuple[Statement, ...]
    frame: bool


@dataclass(frozen=True, slots=True)
class _Deeper:
    """A piece that stands deeper by one level."""

    piece: Piece


@dataclass(slots=True)
class Body:
    """Prints the statements of a program, line by line, and learns on the way which names are vectors.

    `plain`: rows that are loaded as they are in memory too.
    """

    axes: dict[str, Axes] = field(default_factory=dict)
    plain: frozenset[str] = frozenset()

    @property
    def printer(self) -> KernelPrinter:
        """The printer of expressions over the names known so far."""
        return KernelPrinter(axes=self.axes)

    def line(self, index: Index) -> Line:
        """An expression."""
        return self.printer.line(index)

    def lines(self, body: Sequence[Statement], pad: str, *, frame: bool = False) -> Iterator[str]:
        """The statements of a scope; `frame`: what it takes of the scratch memory is free again at its end."""
        if frame:
            yield f"{pad}const Frame frame(scratch);"
        known: set[str] = set()
        for node in body:
            for part in self._statement(node, known):
                if isinstance(part, _Scope):
                    yield from self.lines(part.body, pad + _INDENT, frame=part.frame)
                    continue
                piece, own = (part.piece, pad + _INDENT) if isinstance(part, _Deeper) else (part, pad)
                yield from (f"{own}{line}" for line in laid_out(piece, ROOM - len(own)))

    # ---- numbers and control -----------------------------------------------------------------------------------------
    def _statement(self, statement: Statement, known: set[str]) -> Iterator[Piece | _Scope | _Deeper]:
        match statement:
            case Let():
                yield from self._let(statement, known)
            case Stop(when):
                yield self.printer.bracket("if (", when, ") return;")
            case Clause(words, body):
                yield from (f"// {word}" for word in words)
                yield "{"
                yield _Scope(body, frame=False)
                yield "}"
            case Skip(unless, body):
                yield self.printer.bracket("if (", unless, ") {")
                yield _Scope(body, frame=False)
                yield "}"
            case Extremes((least, most), numbers, valid):
                found = calling("extremes", self._vector(numbers), self._vector(valid))
                yield (f"const auto [{least}, {most}] = ", found, ";")
                self.axes |= {least: frozenset(), most: frozenset()}
            case For(variable, start, stop, step, body):
                yield self._for(variable, start, stop, (f"{variable} += ", *self.line(step)))
                yield _Scope(body, frame=True)
                yield "}"
            case EachHead(start, stop, body, variable):
                yield self._for(variable, start, stop, f"++{variable}")
                yield _Scope(body, frame=True)
                yield "}"
            case Mask():
                yield from self._mask(statement)
            case Visit() | Describe():
                raise AssertionError(f"{type(statement).__name__} is not printed: programs load by pointers")
            case _:
                yield from self._computed(statement)

    def _for(self, variable: str, start: Expr, stop: Expr, turn: Piece) -> Bracket:
        first, last = (f"int {variable} = ", *self.line(start)), (f"{variable} < ", *self.line(stop))
        return Bracket("for (", (first, last, turn), ") {", "; ", trailing=False)

    def _let(self, let: Let, known: set[str]) -> Iterator[Piece]:
        if let.note:
            yield f"// {let.note}"
        if len(let.names) > 1 and len(let.values) == 1:
            (value,) = let.values
            along = self.printer.along(value)
            made = self._vector(value, "unzipped") if along else self.line(value)
            known.update(let.names)
            self.axes |= dict.fromkeys(let.names, along)
            yield ("const auto ", Bracket("[", let.names, "]", trailing=False), " = ", made, ";")
            return
        for name, value in zip(let.names, let.values, strict=True):
            along = self.printer.along(value)
            made = self._drawing(value) if name == "drawing" else self._vector(value) if along else self.line(value)
            self.axes[name] = along
            yield (f"{'' if name in known else 'auto '}{name} = ", made, ";")
            known.add(name)

    def _drawing(self, value: Index) -> Piece:
        assert isinstance(value, Pack)
        return Bracket("Drawing{", tuple(map(self.line, value.items)), "}", trailing=False)

    def _vector(self, value: Index, maker: str = "over") -> Piece:
        """A vector: the name of one, or one that is computed element by element."""
        inner = value.inner if isinstance(value, Spread) else value.what if isinstance(value, Holds) else value
        if isinstance(inner, Var) and self.axes.get(inner.name):
            return inner.name
        (axis,) = self.printer.along(value)
        given = f"[&](int {COUNTERS[axis]}){' -> bool' if isinstance(value, All | Any) else ''}"
        return calling(f"{maker}<{EXTENTS[axis]}>", self._returning(given, value))

    def _returning(self, given: str, value: Index) -> Bracket:
        """A function that returns an expression."""
        body = self.printer.bracket(f"{given} {{", value, "}", " ")
        (first, *others) = body.items
        items = [("return ", first), *others]
        return replace(body, items=(*items[:-1], (items[-1], ";")))

    def _mask(self, mask: Mask) -> Iterator[Piece | _Deeper]:
        if mask.edge is None:
            yield from self._tests(mask)
            return
        yield self.printer.bracket("if (", mask.edge, ") {")
        yield from map(_Deeper, self._tests(mask))
        yield "}"

    def _tests(self, mask: Mask) -> Iterator[Piece]:
        yield self._excluded(mask, mask.admitted)
        for test in mask.tests:
            when: Line = () if test.when is None else (self.printer.bracket("if (", test.when, ") "),)
            yield (*when, self._excluded(mask, test.truth), f"  // {test.note}" if test.note else "")

    def _excluded(self, mask: Mask, truth: Truth) -> Piece:
        admitted = self._returning("[&](int i, int j)", truth)
        return (calling("exclude", mask.tile.name, literal(mask.excluded), admitted), ";")

    # ---- tiles, sums, softmaxes --------------------------------------------------------------------------------------
    def _computed(self, statement: Statement) -> Iterator[Piece]:
        match statement:
            case Load(name, address):
                if isinstance(address.source, Statistics):
                    self.axes[name] = self.printer.along(address.rows)
                yield (f"const auto {name} = ", self._loaded(address), ";")
                if name in self.plain:
                    yield (f"const auto plain_{name} = ", self._loaded(address, "load_plain_rows"), ";")
            case Multiply(name, rows, columns):
                yield f"auto {name} = multiply(scratch, {rows.name}, {columns.name});"
            case LoadPairs(name, like, plane, query, key, valid):
                given = *self._plane(plane), *self._of_pair(query, key, valid)
                yield (f"const auto {name} = ", calling("load_pairs", "scratch", like.name, *given), ";")
            case Modify():
                yield from self._modified(statement)
            case Weigh(name, scores, lse, scale, weight):
                given = self._across(lse), factor(scale), literal(weight)
                yield (f"auto {name} = ", calling("weigh", "scratch", scores.name, *given), ";")
            case Attend(state, scores, values, scale, weight, draws):
                yield f"take_in({state.name}, {scores.name}, {factor(scale)}, {literal(weight)});"
                if draws is not None:
                    yield (calling("change", scores.name, self._kept(draws)), ";")
                yield f"accumulate({state.name}.sum, {scores.name}, {values.name});"
            case Drop(name, tile, draws):
                yield (f"auto {name} = ", calling("changed", "scratch", tile.name, self._kept(draws)), ";")
            case AddRows(weights, rows, factor_, address):
                where = self.line(_tensor_of(address)), *self._places(address)
                given = weights.name, f"plain_{rows.name}", _number(factor_)
                yield (calling("add_products", "scratch", *where, *given), ";")
            case AddProducts(total, weights, rows):
                yield f"accumulate({total.name}, {weights.name}, {rows.name});"
            case GradScores(name, weights, grad_weights, delta, apart):
                function = f"patternc::grad_scores{'<true>' * apart}"
                made = calling(function, weights.name, grad_weights.name, self._across(delta))
                yield (f"auto {name} = ", made, ";")
            case GradProducts(name, grads, bend):
                yield f"auto {name} = patternc::grad_products(scratch, {grads.name}, {bend.name});"
            case AddByDistance(table, tile, query, key, radius):
                distance = self._returning("[&](int i, int j)", Binary("-", key, query))
                yield (calling("add_by_distance", self.line(table), tile.name, str(radius), distance), ";")
            case AddByPlace(table, tile, place):
                entry = self._returning("[&](int i, int j)", place)
                yield (calling("add_by_place", self.line(table), tile.name, entry), ";")
            case AddDistances(total, tile, query, key):
                distance = self._returning("[&](int i, int j)", Binary("-", key, query))
                yield (calling("add_distances", total.name, tile.name, distance), ";")
            case AddPairs(plane, tile, query, key, valid):
                given = *self._plane(plane), tile.name, *self._of_pair(query, key, valid)
                yield (calling("add_pairs", *given), ";")
            case StartSum(name, None):
                yield f"auto {name} = start_numbers<ROWS>();"
                self.axes[name] = frozenset({Axis.ROWS})
            case StartSoftmax(name, extent):
                yield (f"auto {name} = ", calling("start_softmax<ROWS>", "scratch", self.line(extent)), ";")
            case StartSum(name, Var() as extent):
                yield (f"auto {name} = ", calling("start_sum<ROWS>", "scratch", self.line(extent)), ";")
            case MergeSoftmax(state, out, lse):
                tensors = [
                    self.line(one.source.tensor) for one in (out, lse) if isinstance(one.source, Packed | Statistics)
                ]
                yield (calling("merge", "scratch", state.name, *tensors, *self._places(out)), ";")
            case MergeSum(total, partial):
                yield (calling("add", total.name, self._loaded(partial)), ";")
            case Finish((out, lse), state):
                yield f"const auto {lse} = finish({state.name});"
                yield f"const auto& {out} = {state.name}.sum;"
                self.axes[lse] = frozenset({Axis.ROWS})
            case Store():
                yield (self._stored(statement), ";")
            case _:
                raise AssertionError(f"{type(statement).__name__} is printed elsewhere")

    def _loaded(self, address: Address, rows: str = "load_rows") -> Piece:
        match address.source:
            case Head(start, strides, extent):
                load = rows if self.printer.along(address.rows) == {Axis.ROWS} else "load_columns<ROWS>"
                row = (*self.line(strides), ".row")
                return calling(load, "scratch", self.line(start), row, *self._places(address), self.line(extent))
            case AcrossHeads(tensor, strides, batch, number, extent):
                assert address.valid is not None
                first, heads = map(self.line, (tensor, strides, batch)), self._vector(address.rows)
                given = self.line(number), self._vector(address.valid), self.line(extent)
                return calling(rows.replace("rows", "heads"), "scratch", *first, heads, *given)
            case Packed(tensor, extent):
                return calling("load_packed", "scratch", self.line(tensor), *self._places(address), self.line(extent))
            case Statistics(tensor, missing):
                if address.valid is None:
                    return calling("load_numbers", self.line(tensor), self._vector(address.rows))
                return calling("load_numbers", self.line(tensor), *self._places(address), literal(missing))
            case Described():
                raise AssertionError("programs load by pointers")
            case _:
                assert_never(address.source)

    def _stored(self, store: Store) -> Bracket:
        given = store.computed.name, _number(store.factor)
        match store.address.source:
            case Packed(tensor, _):
                function = "store_more" if store.adds else "store"
            case Statistics(tensor):
                function = "store_numbers"
            case _:
                raise AssertionError(f"no program stores to {store.address.source}")
        return calling(function, self.line(tensor), *self._places(store.address), *given)

    def _places(self, address: Address) -> tuple[Piece, Piece]:
        """The rows of an address, and which are valid."""
        assert address.valid is not None
        return self._vector(address.rows), self._vector(address.valid)

    def _plane(self, plane: Plane) -> tuple[Piece, ...]:
        return tuple(map(self.line, (plane.tensor, plane.origin, plane.strides)))

    def _of_pair(self, *indices: Index) -> Iterator[Piece]:
        """Functions of the row and the column of a pair."""
        return (self._returning("[&](int i, int j)", index) for index in indices)

    def _across(self, number: Expr) -> Piece:
        """A number of each row, or of each column."""
        (axis,) = self.printer.along(number)
        return calling(f"of_{axis.value}", self._vector(number))

    def _modified(self, modify: Modify) -> Iterator[Piece]:
        alibi = () if modify.distance is None else (modify.distance,)
        pairs = () if modify.pairs is None else (f"{modify.pairs.name}.at(i, j)",)
        given = (*map(self.line, (*alibi, *modify.places)), *pairs)
        score = calling("modified", f"x * {modify.scale.name}", *given)
        for name, part in zip(modify.names, ("score", "bend"), strict=False):
            if name != "_":
                changed = Bracket(f"{_PAIR} {{", (("return ", score, f".{part};"),), "}", trailing=False, pad=" ")
                yield (f"auto {name} = ", calling("changed", "scratch", modify.products.name, changed), ";")

    def _kept(self, draws: Draws) -> Bracket:
        drawing = draws.drawing.name
        stays = calling("stays", drawing, self.line(draws.query), self.line(draws.key))
        chosen = (f"return !{draws.when.name} ? x : ", stays, f" ? x * {drawing}.kept : 0.0f;")
        return Bracket(f"{_PAIR} {{", (chosen,), "}", trailing=False, pad=" ")


def _tensor_of(address: Address) -> Expr:
    assert isinstance(address.source, Packed)
    return address.source.tensor


def literal(value: float) -> str:
    """A number of a tile, which may be infinite."""
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return f"{value!r}f"


def factor(scale: Var | None) -> str:
    """The factor from products to scores in units of log2; scores that are given in these units stay as they are."""
    return "1.0f" if scale is None else f"{scale.name} * float(LOG2E)"


def _number(scale: Var | float | None) -> str:
    return "1.0f" if scale is None else scale.name if isinstance(scale, Var) else literal(scale)
