"""Liveness of tile IR and host IR: what is removed, and that its effort is linear in the size of a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from typing import get_args

import pytest

from patternc.ir import liveness
from patternc.ir.host import (
    Extents,
    Filled,
    FindPairs,
    ForEach,
    Grid,
    HoldKeyHeads,
    KeepPartial,
    Launch,
    Return,
    Step,
    Tensor,
    When,
)
from patternc.ir.index import Cmp, Num, Var
from patternc.ir.liveness import defines, live, reads
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


# ---- steps of the host IR --------------------------------------------------------------------------------------------
PLAIN = {"Let.note", "Clause.words", "ChooseTile.row", "ChooseTile.lattice", "Launch.program", "Launch.arguments"}
"""Fields with texts that name nothing which their statement reads or defines."""


@pytest.mark.parametrize(
    "kind", [*get_args(Statement), *get_args(Step), Tensor, Filled], ids=lambda kind: kind.__name__
)
def test_fields_with_names_say_what_these_are_for(kind: type) -> None:
    for field in fields(kind):
        if "str" in str(field.type):
            assert f"{kind.__name__}.{field.name}" in PLAIN, "is it `Defined`, `Read`, or neither?"


def test_steps_read_and_define_what_their_fields_say() -> None:
    launch = Launch("_forward", (("out", Tensor("parts", Var("softmax"))), ("LSE", Filled("grad_lse"))))
    assert reads(launch) == {"parts", "softmax", "grad_lse", "tile", "grid"}
    assert reads(KeepPartial(("a", "b"))) == {"a", "b", "partials"}
    assert reads(KeepPartial(("a",), None)) == {"a"}
    assert defines(Extents(("batch", None, "keys"), "key")) == ("batch", "keys")
    assert reads(FindPairs(3, Num(0), Var("heads"), Var("total"), ("given_docs",), (), None)) >= {"given_docs", "total"}
    assert defines(FindPairs(3, Num(0), Num(1), Num(1), (), (), None)) == ("pairs_3",)


def test_numbers_that_no_later_step_reads_are_removed() -> None:
    named, unnamed = Extents(("batch", "heads"), "query"), Extents((None, "heads"), "query")
    grid, launch = Grid(Num(1), Var("heads")), Launch("_forward", (("x", Var("x")),))
    assert live((named, HoldKeyHeads(), let("x", 1), grid, launch))[:1] == (named,)  # a grid reads `batch`
    assert live((named, let("heads", 2), let("x", "heads"), Return((Var("x"),)))) == (
        let("heads", 2),
        let("x", "heads"),
        Return((Var("x"),)),
    )
    assert live((named, let("x", "heads"), Return((Var("x"),)))) == (unnamed, let("x", "heads"), Return((Var("x"),)))


def test_what_is_defined_again_before_it_is_read_is_removed() -> None:
    twice = (
        let("x", 1),
        When(Cmp("<", Var("n"), Num(0)), (let("x", 2), Return((Var("n"),)))),
        let("x", 3),
        Return((Var("x"),)),
    )
    assert live(twice) == (When(Cmp("<", Var("n"), Num(0)), (Return((Var("n"),)),)), let("x", 3), Return((Var("x"),)))


def test_loops_of_launches_keep_what_they_carry() -> None:
    body = ForEach(("softmax",), ((0,), (1,)), (let("y", "x"), Launch("_f", (("y", Var("y")),)), let("x", "softmax")))
    assert live((let("x", 0), body)) == (let("x", 0), body)
