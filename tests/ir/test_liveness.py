"""Liveness of tile IR: what is removed, and that its effort is linear in the size of a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from patternc.ir import liveness
from patternc.ir.index import Cmp, Num, Var
from patternc.ir.liveness import live
from patternc.ir.tile import Clause, For, Let, Statement, Stop, walk


def let(name: str, value: str | int) -> Let:
    return Let((name,), (Num(value) if isinstance(value, int) else Var(value),))


def use(name: str) -> Stop:
    return Stop(Cmp("<", Var(name), Num(0)))


def loop(*body: Statement) -> For:
    return For("t", Num(0), Num(64), Num(8), body)


def test_names_are_carried_over_several_iterations() -> None:
    """`z` reaches `x` two iterations later."""
    chain = loop(use("x"), let("x", "y"), let("y", "z"), let("z", 1))
    assert live((chain,)) == (chain,)
    unread = loop(let("x", "y"), let("y", "z"), let("z", 1))
    assert live((unread,)) == (loop(),)


def test_names_are_carried_out_of_inner_loops() -> None:
    nest = loop(loop(use("x"), let("y", 1)), let("x", "y"))
    assert live((nest,)) == (nest,)


def nested(depth: int) -> Statement:
    """Loops in loops, each of which defines a name that its own statements read."""
    body: tuple[Statement, ...] = (let("a", 1), use("a"))
    for _ in range(depth):
        body = (loop(let("b", "t"), *body, use("b")),)
    return body[0]


def in_a_row(count: int) -> Statement:
    """Clauses in one loop, as the branches of a sweep."""
    clause = Clause(("attend causal",), (loop(let("a", "t"), use("a")),))
    return loop(*[clause] * count)


@pytest.mark.parametrize("made", [nested, in_a_row])
def test_every_statement_is_looked_at_once(made: Callable[[int], Statement], monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Counter[str]()
    reads = liveness.reads

    def counting(statement: Statement) -> frozenset[str]:
        seen["reads"] += 1
        return reads(statement)

    monkeypatch.setattr(liveness, "reads", counting)
    program = (made(40),)
    assert live(program) == program
    assert seen["reads"] <= len(list(walk(program)))
