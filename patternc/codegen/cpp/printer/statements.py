"""Statements of programs as lines of C++."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from patternc.codegen.cpp.printer.expressions import COUNTERS, EXTENTS, Axes, KernelPrinter
from patternc.ir.addresses import AcrossHeads, Address, Described, Head, Packed, Statistics
from patternc.ir.index import All, Any, Axis, Expr, Holds, Index, Pack, Spread, Truth, Var
from patternc.ir.tile import (
    AddByDistance,
    AddProducts,
    AddRows,
    Attend,
    Clause,
    Describe,
    Draws,
    Drop,
    EachHead,
    Finish,
    For,
    GradProducts,
    GradScores,
    Let,
    Load,
    Mask,
    MergeSoftmax,
    MergeSum,
    Modify,
    Multiply,
    StartSoftmax,
    StartSum,
    Statement,
    Stop,
    Store,
    Visit,
    Weigh,
)

_INDENT = "    "
_PAIR = "[&](int i, int j, float x)"


@dataclass(slots=True)
class Body:
    """Prints the statements of a program, line by line, and learns on the way which names are vectors.

    `plain`: rows that are loaded as they are in memory too.
    """

    axes: dict[str, Axes] = field(default_factory=dict)
    plain: frozenset[str] = frozenset()

    @property
    def printer(self) -> KernelPrinter:
        """Of expressions over the names known so far."""
        return KernelPrinter(axes=self.axes)

    def text(self, index: Index) -> str:
        """An expression."""
        return self.printer.text(index)

    def lines(self, body: Sequence[Statement], pad: str, *, frame: bool = False) -> Iterator[str]:
        """The statements of a scope; `frame`: what it takes of the scratch memory is free again at its end."""
        if frame:
            yield f"{pad}const Frame frame(scratch);"
        known: set[str] = set()
        for one in body:
            yield from (f"{pad}{line}" if line else "" for line in self._statement(one, known))

    # ---- numbers and control -----------------------------------------------------------------------------------------
    def _statement(self, statement: Statement, known: set[str]) -> Iterator[str]:
        match statement:
            case Let():
                yield from self._let(statement, known)
            case Stop(when):
                yield f"if ({self.text(when)}) return;"
            case Clause(words, body):
                yield from (f"// {word}" for word in words)
                yield "{"
                yield from self.lines(body, _INDENT)
                yield "}"
            case For(variable, start, stop, step, body):
                ends = f"int {variable} = {self.text(start)}; {variable} < {self.text(stop)}"
                yield f"for ({ends}; {variable} += {self.text(step)}) {{"
                yield from self.lines(body, _INDENT, frame=True)
                yield "}"
            case EachHead(start, stop, body, variable):
                ends = f"int {variable} = {self.text(start)}; {variable} < {self.text(stop)}"
                yield f"for ({ends}; ++{variable}) {{"
                yield from self.lines(body, _INDENT, frame=True)
                yield "}"
            case Mask():
                yield from self._mask(statement)
            case Visit() | Describe():
                raise AssertionError(f"{type(statement).__name__} is not printed: programs load by pointers")
            case _:
                yield from self._computed(statement)

    def _let(self, let: Let, known: set[str]) -> Iterator[str]:
        if let.note:
            yield f"// {let.note}"
        if len(let.names) > 1 and len(let.values) == 1:
            (value,) = let.values
            along = self.printer.along(value)
            made = self._vector(value, "unzipped") if along else self.text(value)
            known.update(let.names)
            self.axes |= dict.fromkeys(let.names, along)
            yield f"const auto [{', '.join(let.names)}] = {made};"
            return
        for name, value in zip(let.names, let.values, strict=True):
            along = self.printer.along(value)
            made = self._drawing(value) if name == "drawing" else self._vector(value) if along else self.text(value)
            self.axes[name] = along
            yield f"{'' if name in known else 'auto '}{name} = {made};"
            known.add(name)

    def _drawing(self, value: Index) -> str:
        assert isinstance(value, Pack)
        return f"Drawing{{{', '.join(map(self.text, value.items))}}}"

    def _vector(self, value: Index, maker: str = "over") -> str:
        """A vector: the name of one, or one that is computed element by element."""
        inner = value.inner if isinstance(value, Spread) else value.what if isinstance(value, Holds) else value
        if isinstance(inner, Var) and self.axes.get(inner.name):
            return inner.name
        (axis,) = self.printer.along(value)
        given = f"[&](int {COUNTERS[axis]}){' -> bool' if isinstance(value, All | Any) else ''}"
        return f"{maker}<{EXTENTS[axis]}>({given} {{ return {self.text(value)}; }})"

    def _mask(self, mask: Mask) -> Iterator[str]:
        pad = "" if mask.edge is None else _INDENT
        if mask.edge is not None:
            yield f"if ({self.text(mask.edge)}) {{"
        yield f"{pad}{self._excluded(mask, mask.admitted)}"
        for test in mask.tests:
            when = "" if test.when is None else f"if ({self.text(test.when)}) "
            yield f"{pad}{when}{self._excluded(mask, test.truth)}{f'  // {test.note}' if test.note else ''}"
        if mask.edge is not None:
            yield "}"

    def _excluded(self, mask: Mask, truth: Truth) -> str:
        admitted = f"[&](int i, int j) {{ return {self.text(truth)}; }}"
        return f"exclude({mask.tile.name}, {literal(mask.excluded)}, {admitted});"

    # ---- tiles, sums, softmaxes --------------------------------------------------------------------------------------
    def _computed(self, statement: Statement) -> Iterator[str]:
        match statement:
            case Load(name, address):
                if isinstance(address.source, Statistics):
                    self.axes[name] = self.printer.along(address.rows)
                yield f"const auto {name} = {self._loaded(address)};"
                if name in self.plain:
                    yield f"const auto plain_{name} = {self._loaded(address).replace('load_rows', 'load_plain_rows')};"
            case Multiply(name, rows, columns):
                yield f"auto {name} = multiply(scratch, {rows.name}, {columns.name});"
            case Modify():
                yield from self._modified(statement)
            case Weigh(name, scores, lse, scale, weight):
                given = f"{scores.name}, {self._across(lse)}, {factor(scale)}, {literal(weight)}"
                yield f"auto {name} = weigh(scratch, {given});"
            case Attend(state, scores, values, scale, weight, draws):
                yield f"take_in({state.name}, {scores.name}, {factor(scale)}, {literal(weight)});"
                if draws is not None:
                    yield f"change({scores.name}, {self._kept(draws)});"
                yield f"accumulate({state.name}.sum, {scores.name}, {values.name});"
            case Drop(name, tile, draws):
                yield f"auto {name} = changed(scratch, {tile.name}, {self._kept(draws)});"
            case AddRows(weights, rows, factor_, address):
                where = f"{self.text(_tensor_of(address))}, {self._places(address)}"
                given = f"{where}, {weights.name}, plain_{rows.name}, {_number(factor_)}"
                yield f"add_products(scratch, {given});"
            case AddProducts(total, weights, rows):
                yield f"accumulate({total.name}, {weights.name}, {rows.name});"
            case GradScores(name, weights, grad_weights, delta):
                given = f"{weights.name}, {grad_weights.name}, {self._across(delta)}"
                yield f"auto {name} = patternc::grad_scores({given});"
            case GradProducts(name, grads, bend):
                yield f"auto {name} = patternc::grad_products(scratch, {grads.name}, {bend.name});"
            case AddByDistance(table, tile, query, key, radius):
                distance = f"[&](int i, int j) {{ return {self.text(key)} - {self.text(query)}; }}"
                yield f"add_by_distance({self.text(table)}, {tile.name}, {radius}, {distance});"
            case StartSoftmax(name, extent):
                yield f"auto {name} = start_softmax<ROWS>(scratch, {self.text(extent)});"
            case StartSum(name, extent):
                yield f"auto {name} = start_sum<ROWS>(scratch, {self.text(extent)});"
            case MergeSoftmax(state, out, lse):
                tensors = [
                    self.text(one.source.tensor) for one in (out, lse) if isinstance(one.source, Packed | Statistics)
                ]
                yield f"merge(scratch, {state.name}, {', '.join(tensors)}, {self._places(out)});"
            case MergeSum(total, partial):
                yield f"add({total.name}, {self._loaded(partial)});"
            case Finish((out, lse), state):
                yield f"const auto {lse} = finish({state.name});"
                yield f"const auto& {out} = {state.name}.sum;"
                self.axes[lse] = frozenset({Axis.ROWS})
            case Store():
                yield self._stored(statement)
            case _:
                raise AssertionError(f"{type(statement).__name__} is printed elsewhere")

    def _loaded(self, address: Address) -> str:
        match address.source:
            case Head(start, strides, extent):
                load = "load_rows" if self.printer.along(address.rows) == {Axis.ROWS} else "load_columns<ROWS>"
                where = f"{self.text(start)}, {self.text(strides)}.row, {self._places(address)}"
                return f"{load}(scratch, {where}, {self.text(extent)})"
            case AcrossHeads(tensor, strides, batch, number, extent):
                assert address.valid is not None
                where = f"{self.text(tensor)}, {self.text(strides)}, {self.text(batch)}, {self._vector(address.rows)}"
                given = f"{where}, {self.text(number)}, {self._vector(address.valid)}, {self.text(extent)}"
                return f"load_heads(scratch, {given})"
            case Packed(tensor, extent):
                return f"load_packed(scratch, {self.text(tensor)}, {self._places(address)}, {self.text(extent)})"
            case Statistics(tensor, missing):
                if address.valid is None:
                    return f"load_numbers({self.text(tensor)}, {self._vector(address.rows)})"
                return f"load_numbers({self.text(tensor)}, {self._places(address)}, {literal(missing)})"
            case Described():
                raise AssertionError("programs load by pointers")
            case _:
                assert_never(address.source)

    def _stored(self, store: Store) -> str:
        found = store.computed.name
        match store.address.source:
            case Packed(tensor, _):
                function, scale = "store_more" if store.adds else "store", _number(store.factor)
                return f"{function}({self.text(tensor)}, {self._places(store.address)}, {found}, {scale});"
            case Statistics(tensor):
                where = f"{self.text(tensor)}, {self._places(store.address)}"
                return f"store_numbers({where}, {found}, {_number(store.factor)});"
            case _:
                raise AssertionError(f"no program stores to {store.address.source}")

    def _places(self, address: Address) -> str:
        """The rows of an address, and which are valid."""
        assert address.valid is not None
        return f"{self._vector(address.rows)}, {self._vector(address.valid)}"

    def _across(self, number: Expr) -> str:
        """A number of each row, or of each column."""
        (axis,) = self.printer.along(number)
        return f"of_{axis.value}({self._vector(number)})"

    def _modified(self, modify: Modify) -> Iterator[str]:
        alibi = () if modify.distance is None else (self.text(modify.distance),)
        given = ", ".join((f"x * {modify.scale.name}", *alibi, *(self.text(one) for one in modify.places)))
        for name, part in zip(modify.names, ("score", "bend"), strict=False):
            if name != "_":
                changed = f"{_PAIR} {{ return modified({given}).{part}; }}"
                yield f"auto {name} = changed(scratch, {modify.products.name}, {changed});"

    def _kept(self, draws: Draws) -> str:
        stays = f"stays({draws.drawing.name}, {self.text(draws.query)}, {self.text(draws.key)})"
        return f"{_PAIR} {{ return !{draws.when.name} ? x : {stays} ? x * {draws.drawing.name}.kept : 0.0f; }}"


def _tensor_of(address: Address) -> Expr:
    assert isinstance(address.source, Packed)
    return address.source.tensor


def literal(value: float) -> str:
    """A number of a tile, which may be infinite."""
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return f"{value!r}f"


def factor(scale: Var | None) -> str:
    """What makes scores, in units of log2, of products; scores that are given as such stay as they are."""
    return "1.0f" if scale is None else f"{scale.name} * float(LOG2E)"


def _number(scale: Var | float | None) -> str:
    return "1.0f" if scale is None else scale.name if isinstance(scale, Var) else literal(scale)
