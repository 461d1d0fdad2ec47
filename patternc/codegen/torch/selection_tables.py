"""Tables of the blocks that are listed, for selections that are tested pair by pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.codegen.block_lists.listings import Listed, looked_up, tested
from patternc.codegen.line_breaks import signature
from patternc.ir.kernel import Kernel, Piece
from patternc.ir.mask import TRUE, And, Mask, Not, Or, Random, Selection, Table, TopK
from patternc.ir.traversal import names_in


@dataclass(frozen=True, slots=True)
class Held:
    """A selection's table, `name` in `_runs`: `function` makes it from the blocks that `pairs` lists.

    `by_head`: heads differ.
    """

    selection: Selection
    name: str
    function: str
    pairs: str
    block: int
    listed: Listed
    by_head: bool

    @property
    def lines(self) -> tuple[str, ...]:
        """What makes it, for the heads of a group."""
        by_place = self.listed.by_head
        own = "of_model" if by_place else "heads"
        total = "num_heads" if self.listed.by_total else "total"
        call = f"{self.name} = {self.function}({own}, {total}, queries, keys, n, device{_given(self.listed)})"
        return ("of_model = range(head_offset + heads.start, head_offset + heads.stop)", call) if by_place else (call,)

    @property
    def of_head(self) -> str:
        """The table of one head."""
        return f"{self.name}.of({'place - heads.start' if self.by_head else '0'})"


def _given(listed: Listed) -> str:
    """The inputs of a list: of a selection, which each head has its own of, that of the group."""
    names = (f"{name}[:, heads.start : heads.stop]" if name == "selection" else name for name in listed.inputs)
    return "".join(f", given_{name}" for name in names)


def held(kernel: Kernel) -> tuple[Held, ...]:
    """The tables of a kernel; a table's number is its place."""
    return tuple(
        Held(
            selection,
            f"held_{number}",
            f"_held_{number}",
            one.name,
            selection.block,
            one,
            "head" in names_in(selection),
        )
        for number, (selection, one) in enumerate(looked_up(kernel), 1)
    )


@dataclass(frozen=True, slots=True)
class HeldText:
    """A function that makes a table. `cached`: it depends on nothing but the call's extents."""

    head: tuple[str, ...]
    words: str
    cached: bool
    lines: tuple[str, ...]


_CALL = ("heads: range", "total: int", "queries: range", "keys: range", "n: int", "device: torch.device")


def held_texts(kernel: Kernel) -> tuple[HeldText, ...]:
    """The functions that make a kernel's tables."""
    return tuple(
        HeldText(
            signature(one.function, (*_CALL, *(f"given_{name}: Tensor" for name in one.listed.inputs)), "Held"),
            f"Which blocks of {one.block} see each other.",
            not one.listed.inputs,
            tuple(_lines(one)),
        )
        for one in held(kernel)
    )


def _lines(one: Held) -> Iterator[str]:
    """A list takes more memory than a table: where it can be had by parts, it is."""
    block = one.block
    yield f"rows, columns = _block_range(queries, {block}), _block_range(keys, {block})"
    heads = "len(heads)" if one.by_head else "1"
    yield f"table = torch.zeros({heads}, len(rows), len(columns), dtype=torch.bool, device=device)"
    filled = "table[pairs.head, pairs.row - rows.start, pairs.column - columns.start] = True"
    if one.listed.inputs:
        given = "".join(f", given_{name}" for name in one.listed.inputs)
        yield from (f"pairs = {one.pairs}(heads, total, queries, keys, n, device{given})", filled)
    else:
        times = "" if block == 1 else f"{block} * "
        yield f"several = {times}max(1, LISTED // max(1, len(table) * len(columns)))"
        yield f"for start in range({times}rows.start, queries.stop, several):"
        yield "    some = range(max(start, queries.start), min(start + several, queries.stop))"
        yield f"    pairs = {one.pairs}.__wrapped__(heads, total, some, keys, n, device)"
        yield f"    {filled}"
    yield f"return Held(table, {block}, rows.start, columns.start)"


def held_by(piece: Piece, tables: tuple[Held, ...]) -> tuple[Held, ...]:
    """The tables that a piece looks pairs up in."""
    return tuple(one for one in tables if one.selection in tested(piece))


def masks_of(piece: Piece) -> tuple[Mask, ...]:
    """What is asked of its pairs one by one."""
    return (*piece.residual, *(mask for mask, _ in piece.counted))


def without(mask: Mask, selections: set[Selection]) -> Mask:
    """The mask with TRUE in place of some selections: what it reads besides them."""
    match mask:
        case Not(inner):
            return Not(without(inner, selections))
        case And(masks):
            return And(tuple(without(part, selections) for part in masks))
        case Or(masks):
            return Or(tuple(without(part, selections) for part in masks))
        case Random() | Table() | TopK() if mask in selections:
            return TRUE
        case _:
            return mask
