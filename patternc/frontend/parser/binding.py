"""Operator precedence. The grammar parses an expression as a flat row of operands; this module turns it into nodes."""

from __future__ import annotations

from lark import Token

from patternc.frontend.parser.statements import span_of
from patternc.frontend.syntax import Chain, Expression, Prefix, Step

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
