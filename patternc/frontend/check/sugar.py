"""`segments`, `dilations` and `offset`: short for an `attend segment(w, dilation=r, offset=RULE)` per pair."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from patternc.diagnostics import Related
from patternc.frontend import syntax, typed
from patternc.frontend.check.call_arguments import fitted, report
from patternc.frontend.check.values import POISON, Poison, Scope, Value, counted, described
from patternc.frontend.parser import snippet
from patternc.frontend.primitives import parameters
from patternc.frontend.primitives.segment import Segment
from patternc.source import NOWHERE, Span

_W, _DILATION, _OFFSET, _ = parameters(Segment)


@dataclass(frozen=True, slots=True)
class _Part:
    value: Value
    span: Span


@dataclass(slots=True)
class Sugar:
    """The three lists of a block so far. `place`: the number of branches before `segments`."""

    sizes: _Part | None = None
    rates: _Part | None = None
    rule: _Part | None = None
    statement: Span = NOWHERE
    place: int = 0
    spans: dict[str, Span] = field(default_factory=dict)

    def segments(self, value: Value, span: Span, statement: Span, place: int) -> None:
        self.sizes, self.statement, self.place = _Part(value, span), statement, place

    def dilations(self, value: Value, span: Span) -> None:
        self.rates = _Part(value, span)

    def offset(self, node: syntax.Expression, scope: Scope) -> None:
        self.rule = _Part(scope.word(node), node.span)

    def expand(self, branches: list[typed.Branch], scope: Scope, broken: bool) -> bool:
        """Insert the branches at the place of `segments`; returns whether there was an error here or in the values.

        `broken`: another statement of the block has an error; it may have been `segments`.
        """
        errors = scope.findings.errors
        if self.sizes is None:
            if not broken:
                self._alone(scope)
            return scope.findings.errors > errors
        sizes = _integers(self.sizes, "segments", scope)
        rates = (1,) * len(sizes or ()) if self.rates is None else _integers(self.rates, "dilations", scope)
        made = [] if sizes is None or rates is None else self._branches(sizes, rates, scope)
        branches[self.place : self.place] = made
        return scope.findings.errors > errors or not made

    def _alone(self, scope: Scope) -> None:
        for word, part in (("dilations", self.rates), ("offset", self.rule)):
            if part is not None:
                message = f"`{word}` without `segments`"
                help_ = "add `segments [...]`, or write attend segment(w, dilation=r, offset=...)"
                scope.error("P025", message, part.span, "needs `segments`", help=help_)

    def _branches(self, sizes: tuple[Value, ...], rates: tuple[Value, ...], scope: Scope) -> list[typed.Branch]:
        assert self.sizes is not None
        if len(sizes) != len(rates):
            assert self.rates is not None
            segments, dilations = counted(len(sizes), "segment"), counted(len(rates), "dilation")
            related = (Related(self.sizes.span, segments),)
            help_ = f"write {counted(len(sizes), 'dilation')}, one for each segment"
            message = f"{segments} but {dilations}"
            scope.error("P016", message, self.rates.span, dilations, help=help_, related=related)
            return []
        rule = self.rule
        offset = _OFFSET.default if rule is None else fitted(rule.value, _OFFSET, "`offset`", rule.span, scope)
        if offset is None:
            return []
        pairs = zip(sizes, rates, strict=True)
        made = [self._segment(size, rate, offset, scope) for size, rate in pairs]
        return [one for one in made if one is not None]

    def _segment(self, size: Value, rate: Value, offset: int | str | Enum, scope: Scope) -> typed.Branch | None:
        assert self.sizes is not None
        rates = self.sizes if self.rates is None else self.rates
        w = fitted(size, _W, "`segments`: an item", self.sizes.span, scope)
        r = fitted(rate, _DILATION, "`dilations`: an item", rates.span, scope)
        if w is None or r is None:
            return None
        segment = Segment(w=w, dilation=r, offset=offset)  # type: ignore[arg-type]
        places = {"w": self.sizes.span, "dilation": rates.span}
        if self.rule is not None:
            places["offset"] = self.rule.span
        if report(segment.complaints(), places, self.statement, scope.findings):
            return None
        return typed.Branch(typed.Leaf(segment, self.statement), span=self.statement)


def _integers(part: _Part, word: str, scope: Scope) -> tuple[Value, ...] | None:
    """The items of a list; None if it is not a list or is empty, which is reported."""
    match part.value:
        case Poison():
            return None
        case ():
            scope.error("P013", f"`{word}` is an empty list", part.span, "no items", help=f"write `{word} [1]`")
            return None
        case tuple() as items:
            return None if POISON in items else items
        case value:
            message = f"`{word}` needs a list, not {described(value)}"
            text = snippet(scope.findings.source, part.span)
            scope.error("P011", message, part.span, "not a list", help=f"write `{word} [{text}]`")
            return None
