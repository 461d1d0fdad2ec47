"""Collects the statements of a block: unrolls loops, resolves names and reports repeated statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from patternc.diagnostics import Findings, Related, nearest
from patternc.frontend import syntax, typed
from patternc.frontend.check.choices import (
    combine_rule,
    extra_first,
    gates_of,
    grid_sizes,
    layout_rule,
    schedule_rule,
    uncovered_rule,
)
from patternc.frontend.check.expressions import evaluate, mask_of
from patternc.frontend.check.input_declarations import declared
from patternc.frontend.check.requirements import requirement
from patternc.frontend.check.rings import ring_of, with_ranks
from patternc.frontend.check.score_modifiers import Scores
from patternc.frontend.check.sources import source_of
from patternc.frontend.check.sugar import Sugar
from patternc.frontend.check.values import MOST_ITEMS, POISON, InputName, Poison, Scope, Value, described
from patternc.frontend.check.words import GRID, RANKS, RESERVED, speaks_of
from patternc.frontend.parser import snippet
from patternc.ir.mask import Combine, Input, KeySource, Layout, Requirement, Ring, Schedule, Uncovered
from patternc.source import NOWHERE, Span


@dataclass(slots=True)
class Ranged:
    """A `heads start..stop` block."""

    start: int
    stop: int | None
    block: Block
    span: Span


@dataclass(slots=True)
class Block:
    """The content of a pattern or of a `heads` block. `broken`: it has errors that are already reported.

    `about_ranks`: the requirements that read `ranks`, each with the names before it.
    """

    span: Span = NOWHERE
    branches: list[typed.Branch] = field(default_factory=list)
    where: list[typed.Mask] = field(default_factory=list)
    combine: Combine | None = None
    gates: tuple[str, ...] = ()
    sugar: Sugar = field(default_factory=Sugar)
    ranges: list[Ranged] = field(default_factory=list)
    partition: bool | None = None
    scores: Scores = field(default_factory=Scores)
    requirements: list[Requirement] = field(default_factory=list)
    uncovered: Uncovered = Uncovered.ZERO
    inputs: list[Input] = field(default_factory=list)
    grid: tuple[int, ...] = ()
    layout: Layout = field(default_factory=Layout)
    schedule: Schedule = Schedule.AUTO
    ring: Ring | None = None
    about_ranks: list[tuple[syntax.Require, Scope]] = field(default_factory=list)
    first: dict[str, Span] = field(default_factory=dict)
    broken: bool = False


class Collector:
    """Reads the statements of one pattern into blocks.

    `sources`: those that are declared, by name; None: wrongly, which is reported.
    """

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.unrolled = 0
        self.sources: dict[str, KeySource | None] = {}

    def block(self, body: Sequence[syntax.Statement], scope: Scope, span: Span, *, inner: bool) -> Block:
        """A block of statements. `inner`: it belongs to a range of heads."""
        block = Block(span=span)
        self._statements(body, scope.beside(), block, inner)
        self._about_ranks(block)
        block.broken |= block.sugar.expand(block.branches, scope, block.broken)
        return block

    def _statements(self, body: Sequence[syntax.Statement], scope: Scope, block: Block, inner: bool) -> None:
        errors = scope.findings.errors
        for statement in body:
            if isinstance(statement, syntax.Let):
                define(statement.name, evaluate(statement.value, scope), scope)
            elif isinstance(statement, syntax.For):
                self._unroll(statement, scope, block, inner)
            elif isinstance(statement, syntax.Bad):
                scope |= dict.fromkeys(statement.names, POISON)
                scope.setdefault(GRID, POISON)  # it may have been the grid's
                block.broken = True
            elif inner and not isinstance(statement, _ANYWHERE):
                self._misplaced(statement)
            elif isinstance(statement, syntax.Input):
                self._input(statement, scope, block)
            elif isinstance(statement, syntax.Grid):
                self._grid(statement, scope, block)
            else:
                self._statement(statement, scope, block)
        block.broken |= scope.findings.errors > errors

    def _about_ranks(self, block: Block) -> None:
        """Check the requirements that read `ranks`, which a later `ring` may have set."""
        for statement, scope in block.about_ranks:
            known = with_ranks(scope, block.ring, block.broken, statement.span)
            block.requirements += requirement(statement, known)
        block.requirements.sort(key=lambda one: one.span.start)

    def _statement(self, statement: syntax.Statement, scope: Scope, block: Block) -> None:
        match statement:
            case syntax.Attend(node, named):
                mask, source = mask_of(node, scope, "attend"), self._source(named)
                if mask is None or (named is not None and source is None):
                    block.broken = True
                else:
                    block.branches.append(typed.Branch(mask, source=source, span=statement.span))
            case syntax.Where(node):
                mask = mask_of(node, scope, "where")
                if self._once("where", statement.span, block, "join the masks with `&`") and mask is not None:
                    block.where.append(mask)
            case syntax.Combine(node):
                if self._once("combine", statement.span, block):
                    block.combine, block.gates = combine_rule(node, scope), gates_of(node, scope)
            case syntax.Segments(node):
                if self._once("segments", statement.span, block):
                    block.sugar.segments(evaluate(node, scope), node.span, statement.span, len(block.branches))
            case syntax.Dilations(node):
                if self._once("dilations", statement.span, block):
                    block.sugar.dilations(evaluate(node, scope), node.span)
            case syntax.OffsetRule(node):
                if self._once("offset", statement.span, block):
                    block.sugar.offset(node, scope)
            case syntax.Heads():
                self._heads(statement, scope, block)
            case syntax.Partition(node):
                partition = extra_first(node, scope)
                if partition is not None and self._once("heads partition", statement.span, block):
                    block.partition = partition
            case syntax.Score(node):
                block.scores.add(node, scope)
            case syntax.Require(node) if speaks_of((RANKS,), node):
                block.about_ranks.append((statement, scope.beside()))
            case syntax.Require():
                block.requirements += requirement(statement, scope)
            case syntax.Uncovered(node):
                if self._once("uncovered", statement.span, block):
                    block.uncovered = uncovered_rule(node, scope)
            case syntax.Layout(node):
                self._layout(node, statement.span, scope, block)
            case syntax.Schedule(node):
                if self._once("schedule", statement.span, block):
                    block.schedule = schedule_rule(node, scope) or block.schedule
            case syntax.Ring(call):
                if self._once("ring", statement.span, block):
                    block.ring = ring_of(call, scope)
            case syntax.Source(call):
                self.sources[call.function.id] = source_of(call, self.sources, scope)
            case syntax.Bad() | syntax.Let() | syntax.For() | syntax.Input() | syntax.Grid():
                pass
            case _:
                assert_never(statement)

    def _source(self, named: syntax.Name | None) -> KeySource | None:
        """The source of a name; None for one that is not known, which is reported."""
        if named is None or named.id in self.sources:
            return None if named is None else self.sources[named.id]
        message = f"`{named.id}` is not a source"
        help_ = nearest(named.id, tuple(self.sources)) if self.sources else f"write `source {named.id}` before it"
        self.findings.error("P010", message, named.span, "unknown source", help=help_)
        return None

    def _input(self, statement: syntax.Input, scope: Scope, block: Block) -> None:
        """Declare an input; its name is known from here on even if the declaration has errors."""
        found = declared(statement, statement.span, scope)
        if found is not None and found.name in [one.name for one in block.inputs]:  # from another iteration of a loop
            message = f"two inputs are called `{found.name}`"
            scope.error("P015", message, statement.span, "the second", help="declare it outside of the loop")
            found = None
        scope.setdefault(f"@{statement.name.id}", POISON if found is None else InputName(found))
        if found is None:
            scope[syntax.ANY] = POISON
        block.inputs += [] if found is None else [found]

    def _grid(self, statement: syntax.Grid, scope: Scope, block: Block) -> None:
        if self._once("grid", statement.span, block):
            found = grid_sizes(statement, scope)
            scope[GRID] = POISON if found is None else found
            block.grid = found or ()

    def _layout(self, node: syntax.Expression, span: Span, scope: Scope, block: Block) -> None:
        if not self._once("layout", span, block) or isinstance(scope.get(GRID), Poison):
            return
        if not block.grid:
            help_ = "write `grid 64 x 64` before it"
            scope.error("P025", "`layout` without a grid", span, "needs a grid", help=help_)
            return
        block.layout = layout_rule(node, block.grid, scope) or block.layout

    def _once(self, word: str, span: Span, block: Block, help_: str = "keep one of them") -> bool:
        """Whether a statement occurs in its block for the first time."""
        if word not in block.first:
            block.first[word] = span
            return True
        if self._is_wrong(block.first[word]) or self._is_wrong(span):
            return True
        related = (Related(block.first[word], "first written here"),)
        self.findings.error("P015", f"`{word}` is written twice", span, "repeated", help=help_, related=related)
        return False

    def _is_wrong(self, span: Span) -> bool:
        """Whether an error is reported within a statement, which may then have been meant as another one."""
        return any(
            diagnostic.severity == "error"
            and diagnostic.span is not None
            and span.start <= diagnostic.span.start < span.stop
            for diagnostic in self.findings.found
        )

    def _misplaced(self, statement: syntax.Statement) -> None:
        text = snippet(self.findings.source, statement.span)
        message = f"`{text}` belongs to the whole pattern"
        self.findings.error("P025", message, statement.span, "inside a `heads` block", help="move it out of the block")

    def _heads(self, statement: syntax.Heads, scope: Scope, block: Block) -> None:
        start = self._head(statement.start, scope)
        stop = None if statement.stop is None else self._head(statement.stop, scope)
        body = self.block(statement.body, scope, statement.span, inner=True)
        if start is None or (statement.stop is not None and stop is None):
            block.broken = True
            return
        if stop is not None and stop <= start:
            message = f"heads {start}..{stop} is an empty range: the end is exclusive"
            scope.error("P018", message, statement.span, "empty", help=f"write heads {start}..{start + 1} for one head")
            return
        block.ranges.append(Ranged(start, stop, body, statement.span))

    def _head(self, node: syntax.Expression, scope: Scope) -> int | None:
        value = evaluate(node, scope)
        if isinstance(value, int) and value >= 0:
            return value
        if isinstance(value, int):
            scope.error("P018", f"head {value} does not exist: heads count from 0", node.span, "negative")
        elif not isinstance(value, Poison):
            message = f"a head must be an integer, not {described(value)}"
            scope.error("P011", message, node.span, "not an integer")
        return None

    def _unroll(self, statement: syntax.For, scope: Scope, block: Block, inner: bool) -> None:
        items = evaluate(statement.items, scope)
        if isinstance(items, Poison):
            items = (POISON,)
        if not isinstance(items, tuple):
            message = f"`for` iterates over a list, not {described(items)}"
            scope.error("P011", message, statement.items.span, "not a list", help="write range(...) to count")
            return
        for item in items:
            self.unrolled += 1
            if self.unrolled > MOST_ITEMS:
                scope.findings.fatal(
                    "P021", f"the loops of this pattern run more than {MOST_ITEMS} times", statement.span
                )
            bound = self._bound(statement, item, scope)
            if bound is None:
                return
            errors = scope.findings.errors
            self._statements(statement.body, bound, block, inner)
            if scope.findings.errors > errors:  # later iterations would repeat the same errors
                return

    def _bound(self, statement: syntax.For, item: Value, scope: Scope) -> Scope | None:
        """The scope of one iteration: its names hold the item or the item's parts."""
        names = statement.names
        parts = (item,) if len(names) == 1 else (POISON,) * len(names) if isinstance(item, Poison) else item
        if not isinstance(parts, tuple) or len(parts) != len(names):
            message = f"`for` has {len(names)} names for {described(item)}"
            scope.error("P016", message, statement.span, "do not match", help="write zip(a, b) to pair lists")
            return None
        bound = scope.beside()
        for name, part in zip(names, parts, strict=True):
            define(name, part, bound)
        return bound


_ANYWHERE = (
    syntax.Attend,
    syntax.Where,
    syntax.Combine,
    syntax.Segments,
    syntax.Dilations,
    syntax.OffsetRule,
)


def define(name: syntax.Name, value: Value, scope: Scope) -> None:
    """Define a name from here on; one that can't be defined is reported and keeps its meaning."""
    if name.id in scope:
        scope.error("P015", f"`{name.id}` has a value already", name.span, "named twice", help="choose another name")
    elif name.id in RESERVED:
        message = f"`{name.id}` is a reserved word"
        scope.error("P015", message, name.span, "taken", help="choose another name")
        scope |= {name.id: POISON, syntax.ANY: POISON}
    else:
        scope[name.id] = value
