"""Kernel IR to programs over tiles, for GPUs and CPUs: which run over which tiles, in which launches.

Nothing is decided after it. Keeps: how often every pair (query, key) is taken, and into which softmax. Ensures:
`ir.verify` finds no fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from patternc.codegen.block_lists.listings import Key, Listed, by_key, listed
from patternc.codegen.cached_calls import cache_refusal, makes_lists
from patternc.codegen.provenance import place
from patternc.codegen.tiles.head_tiles import by_query
from patternc.codegen.tiles.launches import folded_launch, folded_program, found, launch, sizes, together
from patternc.codegen.tiles.programs import merging_program, program, split_program, with_words
from patternc.codegen.tiles.short_calls import merging_launch, most_columns, split_launch, splits_keys
from patternc.codegen.tiles.sweeping import (
    Merged,
    Part,
    Plan,
    Setting,
    Sweeping,
    Visited,
    apart,
    in_blocks,
    merging_part,
    plan,
)
from patternc.ir.kernel import Kernel, KernelGroup, Piece, Softmax, Sweep
from patternc.ir.mask import Combine, Schedule, Side
from patternc.ir.tile import BlockList, Direction, Group, Launch, Named, Pass, Program, Tiles
from patternc.ir.traversal import all_heads
from patternc.source import Source


def legalize(kernel: Kernel, source: Source, *, by_document: bool = True) -> Tiles:
    """The programs and launches of a scheduled pattern.

    Args:
        kernel: the scheduled pattern.
        source: where its clauses are written.
        by_document: tiles hold keys and queries of one document and segment at a time. Where programs look for what is
            not finite, they need not.
    """
    names, lists, shared = _Names(), by_key(kernel), _shared_setting(kernel)
    rows = _by_document if by_document else in_blocks
    groups = tuple(_Group(group, source, names, lists, shared, rows).passes() for group in kernel.groups)
    return Tiles(names.programs(), groups)


def _shared_setting(kernel: Kernel) -> Setting:
    """The setting that programs of all head groups share, as if there were one group of all heads without a mean."""
    return Setting(
        partitioned=False,
        divisor=1,
        divides=False,
        accumulating=len(kernel.groups) > 1,
        starts=not makes_lists(kernel),
        cached=not cache_refusal(kernel),
        interface=kernel.interface,
    )


def _by_document(sweep: Sweep) -> Sweep:
    """The rows of a sweep, in tiles of keys and queries of one document and segment."""
    return apart(in_blocks(sweep))


class _Names:
    """Gives programs names; equal ones get the same, and the comments of all their uses."""

    def __init__(self) -> None:
        self._found: dict[Program, Named] = {}
        self._taken = Counter[str]()

    def named(self, made: Program) -> str:
        if made in self._found:
            known = self._found[made]
            body = with_words(known.program.body, made.body)
            self._found[made] = Named(known.name, replace(known.program, body=body))
            return known.name
        title = f"_{made.direction.value}_{made.rows.value}"
        self._taken[title] += 1
        taken = self._taken[title]
        self._found[made] = Named(f"{title}_{taken}" if taken > 1 else title, made)
        return self._found[made].name

    def programs(self) -> tuple[Named, ...]:
        return tuple(self._found.values())


class _Group:
    """The passes of a group of heads in the making."""

    def __init__(
        self,
        group: KernelGroup,
        source: Source,
        names: _Names,
        lists: Mapping[Key, Listed],
        shared: Setting,
        rows: Callable[[Sweep], Sweep],
    ) -> None:
        self._group, self._source, self._names, self._lists_by_key, self._rows = group, source, names, lists, rows
        mean = group.combine is Combine.MEAN
        self._setting = replace(
            shared,
            partitioned=not all_heads(group.heads),
            divisor=group.divisor if mean else 1,
            divides=mean and len(group.softmaxes) == 1 and group.divisor != 1,
        )

    def passes(self) -> Group:
        group = self._group
        queries, keys = self._parts(Side.QUERY), self._parts(Side.KEY)
        tiled = tuple(one for part in queries for one in self._by_layout(part))
        forward = tuple(
            self._pass(plan([part for part in tiled if part.softmax == index], Side.QUERY, index), Direction.FORWARD)
            for index in range(len(group.softmaxes))
        )
        grad_query = self._pass(plan(tiled, Side.QUERY), Direction.GRAD_QUERY)
        grad_key_value = self._pass(plan(keys, Side.KEY), Direction.GRAD_KEY_VALUE)
        sweeps = [part.sweep for part in queries]
        return Group(
            heads=group.heads,
            combine=group.combine,
            divisor=group.divisor,
            softmaxes=len(group.softmaxes),
            forward=_launched_together(forward),
            grad_query=grad_query,
            grad_key_value=grad_key_value,
            lists=self._lists(queries),
            gradient_lists=self._lists((*queries, *keys)),
            grad_pairs=self._pairs(queries) if self._setting.scores.of_pairs else None,
            short=tuple(self._short(queries)) if splits_keys(sweeps) else (),
            reach=most_columns(sweeps),
        )

    def _pairs(self, queries: Sequence[Part]) -> Pass:
        """A launch for each program: none stores a partial, and all add to the gradient of numbers of pairs."""
        direction, by_program = Direction.GRAD_PAIRS, dict[str, tuple[Sweeping, ...]]()
        for part in queries:
            linear = replace(part, sweep=replace(part.sweep, visits=Schedule.LINEAR))  # turns have grids of their own
            sweeping = self._sweeping(linear, False, ())
            name = self._names.named(program(sweeping, direction))
            by_program[name] = (*by_program.get(name, ()), sweeping)
        launches = [launch(name, several, direction) for name, several in by_program.items()]
        return Pass(direction, tuple(launches[:-1]), launches[-1], uncovered=True)

    def _short(self, queries: Sequence[Part]) -> Iterator[Pass]:
        """A pass for each softmax: one launch over splits of the keys of all its sweeps, one that merges them."""
        for index in range(len(self._group.softmaxes)):
            parts = [part for part in queries if part.softmax == index] or [merging_part(Side.QUERY, index)]
            several = [self._sweeping(part, False, ()) for part in parts]
            split = split_launch(self._names.named(split_program(several)), several)
            last = merging_launch(self._names.named(merging_program(several)), several)
            yield Pass(Direction.FORWARD, (split,), last, uncovered=False)

    def _parts(self, side: Side) -> tuple[Part, ...]:
        return tuple(
            Part(index, self._rows(sweep), sweep)
            for index, softmax in enumerate(self._group.softmaxes)
            for sweep in (softmax.queries if side is Side.QUERY else softmax.keys)
        )

    def _by_layout(self, part: Part) -> Iterator[Part]:
        """The part, cut in one in tiles of heads and one in tiles of queries where lists hold for few queries."""
        few, others = by_query(part.source)
        if few is None:
            yield part
            return
        yield replace(part, sweep=few, by_query=True)
        if others is not None:
            yield replace(part, sweep=self._rows(others))

    def _pass(self, planned: Plan, direction: Direction) -> Pass:
        """Name the programs of a plan; sweeps that share one launch together, and are taken in in that order."""
        groups = together([self._sweeping(part, True, ()) for part in planned.compact], direction)
        folded = [group for group in groups if len(group) > 1]
        by_program: dict[str, tuple[Sweeping, ...]] = {}
        for (sweeping,) in (group for group in groups if len(group) == 1):
            name = self._names.named(program(sweeping, direction))
            by_program[name] = (*by_program.get(name, ()), sweeping)
        partials = [
            *(folded_launch(self._names.named(folded_program(x, direction)), x, direction) for x in folded),
            *(launch(name, several, direction) for name, several in by_program.items()),
        ]
        alone = [one for several in by_program.values() for one in several]
        last = self._sweeping(planned.last, False, tuple(_merges(folded, alone)))
        name = self._names.named(program(last, direction))
        return Pass(direction, tuple(partials), launch(name, (last,), direction), planned.uncovered)

    def _sweeping(self, part: Part, partial: bool, merges: tuple[Merged, ...]) -> Sweeping:
        pieces = tuple(
            Visited(piece, self._listed(part, piece), (self._comment(piece),)) for piece in part.sweep.pieces
        )
        return Sweeping(part, partial, pieces, merges, self._setting)

    def _listed(self, part: Part, piece: Piece) -> Listed | None:
        if piece.listing is None:
            return None
        softmax: Softmax = self._group.softmaxes[part.softmax]
        return listed(self._lists_by_key, softmax, part.sweep.side, part.source, piece)

    def _lists(self, parts: Iterable[Part]) -> tuple[BlockList, ...]:
        lists = (self._listed(part, piece) for part in parts for piece in part.sweep.pieces)
        return tuple(dict.fromkeys(found(one) for one in lists if one is not None))

    def _comment(self, piece: Piece) -> str:
        counted = f"  (counted {piece.multiplicity} times)" if piece.multiplicity != 1 else ""
        return f"{place(piece.span, self._source)}{counted}"


def _merges(folded: Sequence[Sequence[Sweeping]], alone: Sequence[Sweeping]) -> Iterator[Merged]:
    """The partials that the last launch of a pass merges: those of sweeps on its grid, and those of others."""
    for number, group in enumerate(folded):
        yield Merged(group[0].part, _words(group), number, sizes(group))
    for number, sweeping in enumerate(alone, len(folded)):
        yield Merged(sweeping.part, _words([sweeping]), number)


def _words(sweepings: Sequence[Sweeping]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for sweeping in sweepings for one in sweeping.pieces for word in one.words))


def _launched_together(passes: Sequence[Pass]) -> tuple[Pass, ...]:
    """Softmaxes whose only sweeps run one program are launched in one loop."""
    joined: list[Pass] = []
    for one in passes:
        before = joined[-1] if joined else None
        if before is not None and not before.partials and not one.partials and _alike(before.last, one.last):
            last = replace(before.last, runs=(*before.last.runs, *one.last.runs))
            joined[-1] = replace(before, last=last, uncovered=before.uncovered or one.uncovered)
        else:
            joined.append(one)
    return tuple(joined)


def _alike(a: Launch, b: Launch) -> bool:
    return replace(a, runs=()) == replace(b, runs=())
