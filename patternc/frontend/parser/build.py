"""Builds the nodes of the syntax tree during parsing, without an intermediate parse tree or recursion."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from lark import Token, Transformer, v_args

from patternc.frontend import syntax
from patternc.frontend.parser.statements import span_of
from patternc.frontend.syntax import Argument, Chain, Expression, Node, Prefix, Statement, Step
from patternc.source import Span

_SUFFIX = {"K": 1 << 10, "M": 1 << 20}


@dataclass(frozen=True, slots=True)
class _Block:
    """The statements between two braces."""

    statements: tuple[Statement, ...]
    span: Span


def _name(token: Token) -> syntax.Name:
    return syntax.Name(str(token), span=span_of(token))


def _arguments(children: tuple[Argument | Token, ...]) -> tuple[Argument, ...]:
    return tuple(child for child in children if isinstance(child, Argument))


def _reach(*parts: Token | Node | _Block) -> Span:
    """The span from the first part to the last."""
    first, last = parts[0], parts[-1]
    return (span_of(first) if isinstance(first, Token) else first.span).to(
        span_of(last) if isinstance(last, Token) else last.span
    )


class _Make(Protocol):
    """Builds the node of a statement that consists of a keyword and an expression."""

    def __call__(self, value: Expression, /, *, span: Span) -> Statement: ...


_PLAIN: dict[str, _Make] = {
    "COMBINE": syntax.Combine,
    "WHERE": syntax.Where,
    "SEGMENTS": syntax.Segments,
    "DILATIONS": syntax.Dilations,
    "OFFSET": syntax.OffsetRule,
    "SCORE": syntax.Score,
    "REQUIRE": syntax.Require,
    "UNCOVERED": syntax.Uncovered,
    "LAYOUT": syntax.Layout,
    "SCHEDULE": syntax.Schedule,
}


@v_args(inline=True)
class Build(Transformer[Token, syntax.File]):
    """One method for each grammar rule, with the same name."""

    # ---- files ----
    def file(self, *items: syntax.Top | Token) -> syntax.File:
        return syntax.File(tuple(item for item in items if not isinstance(item, Token)))

    def edition(self, number: Token, _end: Token) -> syntax.Edition:
        return syntax.Edition(_value(number), span=span_of(number))

    def pattern(self, word: Token, name: Token, *rest: Token | syntax.Parameter | _Block) -> syntax.Pattern:
        body = rest[-1]
        assert isinstance(body, _Block)
        parameters = tuple(one for one in rest if isinstance(one, syntax.Parameter))
        return syntax.Pattern(_name(name), parameters, body.statements, span=_reach(word, body))

    def parameter(self, name: Token, default: Expression | None = None) -> syntax.Parameter:
        return syntax.Parameter(_name(name), default, span=_reach(name, default or name))

    def block(self, *parts: Token | Statement) -> _Block:
        return _Block(tuple(one for one in parts if not isinstance(one, Token)), _reach(*parts))

    def bad(self, mark: Token, *_rest: Token | _Block) -> syntax.Bad:
        return syntax.Bad(tuple(mark.split()), span=span_of(mark))

    # ---- statements ----
    def keyword(self, word: Token) -> Token:
        return word

    def plain(self, word: Token, value: Expression, _end: Token) -> Statement:
        return _PLAIN[word.type](value, span=_reach(word, value))

    def attend(self, word: Token, mask: Expression, *rest: Token) -> syntax.Attend:
        source = _name(rest[1]) if len(rest) == 3 else None
        return syntax.Attend(mask, source, span=_reach(word, source or mask))

    def let(self, name: Token, value: Expression, _end: Token) -> syntax.Let:
        return syntax.Let(_name(name), value, span=_reach(name, value))

    def loop(self, *parts: Token | Expression | _Block) -> syntax.For:
        *head, items, body = parts
        assert isinstance(body, _Block)
        assert not isinstance(items, (Token, _Block))
        names = tuple(_name(one) for one in head if isinstance(one, Token) and one.type == "NAME")
        return syntax.For(names, items, body.statements, span=names[0].span.to(items.span))

    def heads(self, word: Token, start: Expression, *rest: Token | Expression | _Block) -> syntax.Heads:
        body = rest[-1]
        stop = rest[1] if len(rest) == 3 else None
        assert isinstance(body, _Block)
        assert not isinstance(stop, (Token, _Block))
        return syntax.Heads(start, stop, body.statements, span=_reach(word, stop or start))

    def partition(self, word: Token, rule: Expression, _end: Token) -> syntax.Partition:
        return syntax.Partition(rule, span=_reach(word, rule))

    def input(self, word: Token, name: Token, _colon: Token, kind: Expression, _end: Token) -> syntax.Input:
        return syntax.Input(_name(name), kind, span=_reach(word, kind))

    def source(self, word: Token, name: Token, *parts: Token | Argument) -> syntax.Source:
        last = parts[-2] if len(parts) > 1 else name  # the last part is the end of the statement
        call = syntax.Call(_name(name), _arguments(parts), span=_reach(name, last))
        return syntax.Source(call, span=_reach(word, last))

    def grid(self, word: Token, *parts: Token | Expression) -> syntax.Grid:
        sizes = tuple(part for part in parts if not isinstance(part, Token))
        marks = tuple(_name(part) for part in parts[:-1] if isinstance(part, Token))
        return syntax.Grid(sizes, marks, span=_reach(word, sizes[-1]))

    def ring(self, word: Token, *parts: Token | Argument) -> syntax.Ring:
        span = _reach(word, parts[-2])  # the last part is the end of the statement
        return syntax.Ring(syntax.Call(_name(word), _arguments(parts), span=span), span=span)

    def module(self, word: Token, name: Token, *rest: Token | syntax.Field | syntax.Bad) -> syntax.Module:
        fields = tuple(one for one in rest if isinstance(one, syntax.Field))
        broken = any(isinstance(one, syntax.Bad) for one in rest)
        return syntax.Module(_name(name), fields, broken, span=_reach(word, name))

    def setting(self, word: Token) -> Token:
        return word

    def field(self, word: Token, *rest: Token | Expression | _Block) -> syntax.Field | syntax.Bad:
        value = rest[0]
        if isinstance(value, (Token, _Block)):
            return syntax.Bad(span=span_of(word))
        return syntax.Field(_name(word), value, span=_reach(word, value))

    # ---- expressions ----
    def expression(self, *parts: Token | Expression) -> Expression:
        return bind(parts)

    def power(self, base: Expression, *rest: Token | Expression) -> syntax.Chain:
        powers = [part for part in rest if not isinstance(part, Token)]
        return syntax.Chain(base, tuple(syntax.Step("**", one) for one in powers), span=_reach(base, powers[-1]))

    def call(self, function: Token, *parts: Token | Argument) -> syntax.Call:
        return syntax.Call(_name(function), _arguments(parts), span=_reach(function, parts[-1]))

    def argument(self, *parts: Token | Expression) -> Argument:
        value = parts[-1]
        assert not isinstance(value, Token)
        return Argument(_name(parts[0]) if isinstance(parts[0], Token) else None, value, span=_reach(*parts))

    def sizes(self, rows: Expression, mark: Token, columns: Expression) -> syntax.Sizes:
        return syntax.Sizes(rows, _name(mark), columns, span=_reach(rows, columns))

    def index(self, base: Expression, _opening: Token, at: Expression, closing: Token) -> syntax.Index:
        return syntax.Index(base, at, span=_reach(base, closing))

    def name(self, token: Token) -> syntax.Name:
        return _name(token)

    def integer(self, token: Token) -> syntax.Integer:
        return syntax.Integer(_value(token), span=span_of(token))

    def decimal(self, token: Token) -> syntax.Decimal:
        return syntax.Decimal(float(token), span=span_of(token))

    def text(self, token: Token) -> syntax.Text:
        return syntax.Text(str(token)[1:-1], span=span_of(token))

    def reference(self, sign: Token, name: Token) -> syntax.Reference:
        return syntax.Reference(_name(name), span=_reach(sign, name))

    def list(self, *parts: Token | Expression) -> syntax.Items:
        items = tuple(part for part in parts if not isinstance(part, Token))
        return syntax.Items(items, span=_reach(*parts))

    def several(self, *parts: Token | Expression) -> syntax.Items:
        """Items in parentheses."""
        return replace(self.list(*parts), round=True)

    def group(self, opening: Token, inner: Expression, closing: Token) -> Expression:
        return replace(inner, span=_reach(opening, closing))


def _value(token: Token) -> int:
    """An integer with its suffix, from at most 1000 digits: far above every limit, and fast to convert."""
    text = str(token).replace("_", "")
    digits, scale = (text[:-1], _SUFFIX[text[-1]]) if text[-1] in _SUFFIX else (text, 1)
    # A number of more digits is too large in any case.
    return int(digits.lstrip("0")[:1000] or "0") * scale


# ---- operator precedence ---------------------------------------------------------------------------------------------
# The grammar parses an expression as a flat row of operands; these functions turn it into nodes.


# Highest precedence first. `!` and the minus sign bind tighter than all of these, and `**` (a grammar rule) tightest;
# `not` takes a whole comparison.
_BELOW_NOT = (
    frozenset({"*", "//", "%"}),
    frozenset({"+", "-"}),
    frozenset({"&"}),
    frozenset({"|"}),
    frozenset({"==", "!=", "<=", ">=", "<", ">"}),
)
_ABOVE_NOT = (frozenset({"and"}), frozenset({"or"}))


def bind(parts: tuple[Token | Expression, ...]) -> Expression:
    """The expression of a row `sign* operand (operator sign* operand)*`."""
    row = _Row(parts)
    for operators in _BELOW_NOT:
        row.join(operators)
    row.negate()
    for operators in _ABOVE_NOT:
        row.join(operators)
    (whole,) = row.operands
    return whole


class _Row:
    """Operands and the operators between them; `nots[i]`: the `not`s before operand i, until its comparison ends."""

    def __init__(self, parts: tuple[Token | Expression, ...]) -> None:
        self.operands: list[Expression] = []
        self.operators: list[str] = []
        self.nots: list[list[Token]] = []
        signs: list[Token] = []
        joined = True  # whether an operand is expected next
        for part in parts:
            if not isinstance(part, Token):
                self._take(signs, part)
                signs, joined = [], False
            elif joined:
                signs.append(part)
            else:
                self.operators.append(str(part))
                joined = True

    def _take(self, signs: list[Token], operand: Expression) -> None:
        nots = next((i for i, sign in enumerate(signs) if sign.type != "NOT"), len(signs))
        self.nots.append(signs[:nots])
        self.operands.append(_prefixed(signs[nots:], operand))

    def join(self, operators: frozenset[str]) -> None:
        """Merge every run of operands joined by these operators into one operand."""
        joined, between, nots = [self.operands[0]], [], [self.nots[0]]
        steps: list[Step] = []
        for operator, operand, signs in zip(self.operators, self.operands[1:], self.nots[1:], strict=True):
            if operator in operators:
                steps.append(Step(operator, _prefixed(signs, operand)))
                continue
            joined[-1] = _chained(joined[-1], steps)
            steps = []
            joined.append(operand)
            between.append(operator)
            nots.append(signs)
        joined[-1] = _chained(joined[-1], steps)
        self.operands, self.operators, self.nots = joined, between, nots

    def negate(self) -> None:
        """Apply the `not`s, once every comparison is complete."""
        self.operands = [_prefixed(nots, one) for nots, one in zip(self.nots, self.operands, strict=True)]
        self.nots = [[] for _ in self.operands]


def _prefixed(signs: list[Token], operand: Expression) -> Expression:
    if not signs:
        return operand
    return Prefix(tuple(str(sign) for sign in signs), operand, span=span_of(signs[0]).to(operand.span))


def _chained(first: Expression, steps: list[Step]) -> Expression:
    if not steps:
        return first
    return Chain(first, tuple(steps), span=first.span.to(steps[-1].operand.span))
