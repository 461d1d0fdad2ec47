"""Facts of the inputs of calls, as data: what each kind holds, and values of it for one batch entry.

Whoever has a question about a kind of input asks this page, so that a new kind is one entry here beside the meaning of
what reads it. `semantics` and the oracle share nothing with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeAlias, assert_never

from patternc.ir.facts import InputRead
from patternc.ir.index import Apply, Expr, Num, Var, plus
from patternc.ir.mask import InputKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """An extent of an input.

    `size`: over `batch`, `heads`, `queries` and `n` of the call, `block` of the argument and the number `D` of
    documents; `blocks` counts those of some positions. `kernels`: the extents that kernels get in its place: numbers,
    and names, which may hold that of the input. `counted`: the words after a shape that say what its letters count.
    """

    size: Expr
    kernels: tuple[int | str, ...]
    counted: str = ""


BATCH = Axis(size=Var("batch"), kernels=("batch",))
ENTRIES = Axis(size=Var("batch"), kernels=("entries_of_{own}",))
"""The extent of the batch, which callers may leave out if one list of numbers is that of all entries."""
HEADS = Axis(size=Var("heads"), kernels=("heads",))
ROWS = Axis(size=Apply("blocks", (Var("queries"), Var("block"))), kernels=("rows_of_{own}",))
"""Blocks of queries."""
ENDS = Axis(size=plus(Var("D"), 1), kernels=(2, "columns_of_{short}"), counted=" for D documents")
"""Where each of D documents begins, and where the last one ends."""

KV_HEADS = Axis(size=Var("kv_heads"), kernels=("heads",))
"""Key heads, whose lists kernels get for each of their query heads."""

LISTED_ROWS = Axis(size=Apply("blocks", (Var("queries"), Var("rows"))), kernels=("rows_of_{own}",))
"""Blocks of queries, of which each has a list."""

EACH_QUERY = Axis(size=Var("queries"), kernels=("rows_of_{own}",))
"""Queries, of which each has a list."""

PICKS = Axis(size=Var("K"), kernels=("picks_of_{own}",))
"""The most blocks of keys that a row lists."""

PLACES = Axis(size=Var("places"), kernels=("numbers_of_{own}",))
"""The queries of a call, or the keys; or the blocks that they are in. Kernels get a number for each position."""


QUERIES = Axis(size=Var("queries"), kernels=("queries",))
KEYS = Axis(size=Var("keys"), kernels=("keys",))
FACTORS = Axis(size=Var("value_dim"), kernels=("value_dim",))
"""The size of values; callers may leave this extent out where one factor is that of a whole row."""
SOME_ENTRIES = Axis(size=Var("batch"), kernels=("entries_of_{short}",))
"""The extent of the batch, or 1 where all entries share the numbers of pairs."""
SOME_HEADS = Axis(size=Var("heads"), kernels=("heads_of_{short}",))
"""The extent of the heads, or 1 where all share the numbers of pairs."""


def extent(number: int) -> Axis:
    """An extent that the argument states."""
    return Axis(size=Num(number), kernels=(number,))


Draw: TypeAlias = Callable[[int], int]
"""A random integer, from 0 to a given one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFacts:
    """The facts of a kind of input.

    `declared`: pattern files declare it; the others follow from a statement, such as `topk`. `edition`: the first of
    the language that has it. `type`: what operators take; `callers`: what callers pass, where that may be more. `axes`:
    its extents as callers pass it, before those that the argument itself states. `check`: the statements of a generated
    module that raise unless its integers fit the sequence; empty if there are none. `call`: the statement that checks
    it with the others of a call, whose `numbers` are the scale and positions. `default`: what follows the type of its
    keyword; empty: callers must give it. `kernels`: the expression by which a call turns it into what operators take.
    `compared`: the expression that ranks of a ring compare, so that they refuse calls in which theirs differ. `rank`:
    its place among the operands of kernels: numbers, tensors whose values are checked, others and the seed, and last
    those that are `learned`: they have gradients. `free`: its numbers are any integers, none of them a position.
    `listed`: it lists the blocks of keys of each row. `words`: what docstrings say of it. `entry`: the shape of what a
    batch entry has of it. `rule`: what the numbers must be that bounds read of it. `fixed`: the mask that takes a
    number in its place. `pictured`: what stands in for it in pictures.
    """

    declared: bool = False
    edition: int = 1
    type: str = "Tensor"
    callers: str = ""
    axes: tuple[Axis, ...] = ()
    check: str = ""
    call: str = ""
    default: str = ""
    kernels: str = "{own}"
    compared: str = "said({own})"
    rank: int = 1
    learned: bool = False
    free: bool = False
    listed: bool = False
    words: str = ""
    entry: str = ""
    rule: str = ""
    fixed: str = ""
    pictured: str = ""

    @property
    def taken(self) -> str:
        """What callers pass."""
        return self.callers or self.type

    @property
    def cuts(self) -> bool:
        """Whether its numbers cut a sequence into documents: 0 first, never falling, the end of the sequence last."""
        return ENDS in self.axes

    @property
    def shared(self) -> bool:
        """Whether one list of numbers may be that of all batch entries."""
        return ENTRIES in self.axes

    @property
    def each(self) -> bool:
        """Whether it has a number for each query or key of a call."""
        return PLACES in self.axes

    @property
    def of_pairs(self) -> bool:
        """Whether it has a number for each pair of a query and a key of a call."""
        return KEYS in self.axes

    @property
    def gates(self) -> bool:
        """Whether it holds the factors of a branch's output."""
        return FACTORS in self.axes

    @property
    def brought(self) -> bool:
        """Whether a statement of its own checks it and makes it what operators take."""
        return self.placed or self.of_pairs or self.gates

    @property
    def placed(self) -> bool:
        """Whether its rows are those of the call's queries or keys, to which checks bring them."""
        return self.each or self.listed

    @property
    def unknown(self) -> bool:
        """Whether the numbers of a call alone say what a mask that reads it admits."""
        return self.free or self.listed

    @property
    def found(self) -> bool:
        """Whether the module finds it where callers give none."""
        return self.default.endswith("None")

    @property
    def counts(self) -> bool:
        """Whether it holds integers that masks read."""
        return bool(self.check) or self.each


def input_facts(kind: InputKind) -> InputFacts:
    """The facts of a kind of input. In texts, braces stand for what depends on the argument."""
    match kind:
        case InputKind.OFFSETS:
            return InputFacts(
                declared=True,
                axes=(ENTRIES, ENDS),
                check='_check_offsets("{name}", {own}, {count}, {wait})',
                kernels="_document_ends({own}, seq_len, {block})",
                words="where each document begins, and where the last ends{in_blocks}0 first, never falling; {shape}, "
                "int32 or int64 (`cu_seqlens` of packs).",
                entry="[D + 1]",
                rule="offsets must begin at 0, not decrease, and end at {count}",
                fixed="segment",
                pictured="three documents of one length",
            )
        case InputKind.LENGTHS:
            return InputFacts(
                declared=True,
                axes=(BATCH,),
                check='_check_range("{name}", {own}, 0, {count}, {wait})',
                kernels="{own}.int().contiguous()",
                words="{shape}, int32 or int64, 0 to `{count}`.",
                entry="a number",
                rule="must be one length from 0 to {count}",
                fixed="first",
                pictured="half of the sequence",
            )
        case InputKind.POSITIONS:
            return InputFacts(
                declared=True,
                edition=2,
                axes=(ENTRIES, PLACES),
                kernels="_each_position({own}, seq_len, {block})",
                rank=2,
                words="a position for each {of}:\n    {shape}, int32 or int64, taken as 0 to `{count}`.",
                entry="[n]",
                rule="must be {count} numbers, or one for all",
                pictured="three documents of one length",
            )
        case InputKind.LABELS:
            return InputFacts(
                declared=True,
                edition=2,
                axes=(ENTRIES, PLACES),
                check='_check_range("{name}", {own}, -(2**62), 2**62 - 1, {wait})',
                kernels="_each_label({own}, seq_len, {block})",
                free=True,
                words="a label for each {of}:\n    {shape}, int32, int64 or bool, -2**62 to 2**62 - 1.",
                entry="[n]",
                rule="must be {count} labels from -2**62 to 2**62 - 1, or one for all",
                pictured="labels 0, 1 and 2 in turn",
            )
        case InputKind.PICKS:
            return InputFacts(
                declared=True,
                edition=2,
                axes=(BATCH, HEADS, LISTED_ROWS, PICKS),
                check='_check_range("{name}", {own}, -1, {count} - 1, {wait})',
                kernels="_known_picks({own}, seq_len, {block})",
                compared="[*{own}.shape[:2], {own}.shape[3]]",
                listed=True,
                words="{shape}, int32 or int64: {of}, -1 for none;\n    the first row is that of `q_offset`.",
                entry="[heads, rows, K]",
                rule="must be one number to a row, 1 to {count}",
                fixed="first",
                pictured="every row picks the nearest",
            )
        case InputKind.TABLE:
            words = "{shape}, float32, float16 or bfloat16; gradients reach it."
            return InputFacts(declared=True, kernels="{own}.float().contiguous()", rank=3, learned=True, words=words)
        case InputKind.GATE:
            return InputFacts(
                declared=True,
                edition=2,
                axes=(BATCH, HEADS, QUERIES, FACTORS),
                call='{own} = _gate("{name}", {own}, query, value)',
                rank=3,
                learned=True,
                words="what the output of its branch is multiplied by: [B, H, Nq] or [B, H, Nq, Dv],\n"
                "    float32, float16 or bfloat16; gradients reach it.",
                compared="str({own}.dtype)",
            )
        case InputKind.PAIRS:
            return InputFacts(
                declared=True,
                edition=2,
                axes=(SOME_ENTRIES, SOME_HEADS, QUERIES, KEYS),
                call='{own} = _numbers_of_pairs("{name}", {own}, query, {keys}, {heads})',
                rank=4,
                learned=True,
                words="a number for each pair of a query and a key of the call:\n    [1 or B, {heads}, Nq, Nk]"
                ", float32, float16 or bfloat16, of any strides; gradients reach it.",
                compared='str({own}.dtype) + " with gradient" * {own}.requires_grad',
            )
        case InputKind.TOPK:
            return InputFacts(
                axes=(BATCH, HEADS, ROWS),
                check='_check_range("{name}", {own}, -1, {count} - 1, {wait})',
                call="_check_blocks(query, key, *{numbers}[1:4], {block})",
                default=" | None = None",
                kernels="{own}.int().contiguous()",
                words="blocks {shape}, int32 or int64, -1 for none; the first row is that of\n"
                "    `q_offset`. What the function `selection` gives, when None.",
                entry="[heads, blocks, count]",
            )
        case InputKind.DROPOUT:
            words = "the share of weights to drop; those that stay are scaled up by 1 / (1 - dropout)."
            check = "dropout, seed = _check_dropout(dropout, seed)"
            return InputFacts(type="float", call=check, default=" = 0.0", compared="{own}", rank=0, words=words)
        case InputKind.SEED:
            words = (
                "0 to 2**31 - 1, an int or an int64 tensor [] on the CPU, as `torch.randint` draws them; "
                "which weights\n    are dropped depends on it and their places alone."
            )
            return InputFacts(callers="int | Tensor", default=" = 0", compared="_read_seed({own})", rank=2, words=words)
        case InputKind.HEADS:
            return InputFacts(type="int", compared="{own}", rank=0)
        case _:
            assert_never(kind)


STANDING = replace(
    input_facts(InputKind.LABELS),
    words="where each entry stands:\n    {shape}, int32 or int64, taken as 0 to `{count}`.",
)
"""Labels that are positions of entries."""
DECLARED = tuple(kind for kind in InputKind if input_facts(kind).declared)
"""The kinds that pattern files declare."""


# ---- values of one batch entry ---------------------------------------------------------------------------------------
def whole_inputs(reads: Iterable[InputRead], n: int) -> dict[str, Any]:
    """Values of some inputs by which bounds exclude nothing: one document, lengths of the whole sequence; one label.

    Lists of blocks have none.
    """
    known = (read for read in reads if not input_facts(read.kind).listed)
    return {read.name: spread(read.kind, -(-n // read.unit), 1, 1, read.high) for read in known}


def spread(kind: InputKind, count: int, documents: int, shorter: int, high: bool = True) -> Any:
    """A value of an input that bounds read: documents of equal length, or a length that is 1 / `shorter` of `count`.

    A number for each position is that of the end of its document, or unless it is `high` of the start; labels are as
    many as documents, in turn.
    """
    cuts = [count * document // documents for document in range(documents + 1)]
    facts = _read(kind)
    if facts.free:
        return [at % documents for at in range(count)]
    if facts.each:
        return [end if high else start for start, end in pairwise(cuts) for _ in range(end - start)]
    return value_of(kind, cuts if facts.cuts else [count // shorter], count)


def drawn_lists(shape: tuple[int, int, int], count: int, draw: Draw) -> list[list[list[int]]]:
    """Random lists [heads, rows, K] of some of `count` blocks: with repeats and holes, and rows without any."""
    heads, rows, picks = shape

    def row() -> list[int]:
        some = [draw(count - 1) for _ in range(1 + draw(2))]  # that others may repeat
        kinds = [draw(5) for _ in range(picks)] if draw(5) else [0] * picks
        return [(-1, some[0], some[-1], draw(count - 1), draw(count - 1), draw(count - 1))[one] for one in kinds]

    return [[row() for _ in range(rows)] for _ in range(heads)]


def drawn(kind: InputKind, count: int, draw: Draw, shortest: int = 0) -> list[int]:
    """Random numbers for an input that bounds read, of `count` positions or blocks: as many for every draw.

    Mostly there are several documents, one empty and one of a single position among them; lengths are often all or
    `shortest`, and never less.
    """
    facts = _read(kind)
    if facts.cuts:
        few = [draw(count) for _ in range(draw(5))]
        cuts = (*few, *few[:1], *(min(cut + 1, count) for cut in few[-1:]))
        return [0, *sorted(cuts), *[count] * (8 - len(cuts))]
    if facts.free:
        return [(0, 0, 1, -2, 1 << 40)[draw(4)] for _ in range(count)]
    if facts.each:
        return [(0, count, *[draw(count)] * 3)[draw(4)] for _ in range(count)]
    return [max(shortest, (0, count, count, *[draw(count)] * 3)[draw(5)])]


def value_of(kind: InputKind, numbers: Sequence[int], count: int) -> Any:
    """The value of an input that masks read, from its numbers, of `count` positions or blocks; of lists, their length.

    Raises:
        ValueError: no call of this length accepts them.
    """
    facts = input_facts(kind) if input_facts(kind).listed else _read(kind)
    if facts.each:
        every = [number if facts.free else min(max(number, 0), count) for number in numbers]
        every *= count if len(every) == 1 else 1
        fits = len(every) == count and all(-(1 << 62) <= number < 1 << 62 for number in every)
    elif facts.cuts:
        every = [*numbers]
        fits = sorted(every) == every and [*every[:1], *every[-1:]] == [0, count]
    else:
        every = [*numbers]
        fits = len(every) == 1 and int(facts.listed) <= every[0] <= count
    if not fits:
        raise ValueError(facts.rule.format(count=count))
    return every if facts.axes[1:] and not facts.listed else every[0]


def _read(kind: InputKind) -> InputFacts:
    """The facts of a kind that bounds read."""
    facts = input_facts(kind)
    if not facts.rule or facts.listed:
        raise ValueError(f"kind: no bound reads {kind.value}")
    return facts


def picks_of(lists: Any) -> int:
    """The blocks that lists [heads, rows, K] have room for in a row."""
    return int(lists.shape[2])


def as_numbers(value: Any) -> Any:
    """A value of an input that bounds read as Python's integers: a list of them, or one."""
    return list(map(int, value)) if isinstance(value, list | tuple) else int(value)


def short_text(numbers: Sequence[int], between: str) -> str:
    """Numbers as text: of many the first ones, and how many follow."""
    shown = 16
    rest = f"{between}... ({len(numbers) - shown} more)" if len(numbers) > shown else ""
    return between.join(map(str, numbers[:shown])) + rest


def numbers_of(value: Any) -> list[int]:
    """The numbers of a value of an input that bounds read."""
    found = as_numbers(value)
    return found if isinstance(found, list) else [found]
