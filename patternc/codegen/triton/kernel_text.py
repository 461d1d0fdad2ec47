"""What a kernel is before it is spelled: its sweep and setting, its statements, its signature and its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.triton.input_lookups import GivenText
from patternc.codegen.triton.launch_plan import Part
from patternc.codegen.triton.line_layout import indented, laid_out, without_unread, words
from patternc.codegen.triton.list_loops import ListNames, list_names
from patternc.codegen.triton.row_tiles import constexprs, covers, every_class, is_contiguous
from patternc.codegen.triton.score_text import ScoreText
from patternc.ir.kernel import Lattice, Piece

CHUNKS = ("HEAD_DIM", "WIDTH", "TAIL")
SCALARS = ("q_offset", "q_stop", "k_offset", "k_stop", "seq_len", "heads", "group", "head_start", "head_stop", "runs")
"""Integers that change from call to call: no kernel is compiled anew for them."""

Spell = Callable[[Piece], tuple[str, ...]]
"""The comment lines that name the clause a piece comes from."""

ListOf = Callable[[Part, Piece], Listed]
"""The list of a listed piece of a part."""


@dataclass(frozen=True, slots=True)
class Block:
    """Statements under comments; kernels that differ in comments alone are the same kernel."""

    comments: tuple[str, ...] = field(compare=False)
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KernelText:
    """A kernel. Lines hold their indentation; `title` is the base of its name."""

    title: str
    doc: str
    tensors: tuple[str, ...]
    scalars: tuple[str, ...]
    constants: tuple[str, ...]
    setup: tuple[str, ...]
    pieces: tuple[Block, ...]
    merges: tuple[Block, ...]
    results: tuple[str, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        """As the signature has them."""
        return (*self.tensors, *self.scalars, *(f"{name}: tl.constexpr" for name in self.constants))

    def lines(self) -> tuple[str, ...]:
        """All statements."""
        inner = (line for block in (*self.pieces, *self.merges) for line in block.lines)
        return (*self.setup, *inner, *self.results)


@dataclass(frozen=True, slots=True)
class Setting:
    """What all kernels of a head group share.

    `partitioned`: the group is not all heads. `divisor`: the weight of each softmax is 1 / divisor;
    `divides`: the forward kernel itself applies it, as no mixing follows.
    `score`: modifiers. `accumulating`: key gradients add to what other groups stored. `spell`: names clauses.
    `list_of`: finds lists. `given`: what kernels may read besides.
    """

    partitioned: bool
    divisor: int
    divides: bool
    score: ScoreText
    accumulating: bool
    spell: Spell
    list_of: ListOf
    given: GivenText


@dataclass(frozen=True, slots=True)
class Sweeping:
    """A sweep to be spelled: its place in the plan. `merges`: the sweeps whose partials it takes in."""

    part: Part
    compact: bool
    merges: tuple[Part, ...]
    setting: Setting

    @property
    def rows(self) -> Lattice:
        return self.part.sweep.rows

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.part.sweep.pieces

    @property
    def ordered(self) -> bool:
        """Whether rows and columns are numbered along an order."""
        return self.part.sweep.order is not None

    @property
    def lists(self) -> tuple[ListNames, ...]:
        """Those its pieces visit."""
        found = (self.setting.list_of(self.part, piece) for piece in self.pieces if piece.listing is not None)
        return tuple(dict.fromkeys(list_names(listed) for listed in found))


def kernel_text(
    sweeping: Sweeping,
    direction: str,
    tensors: Sequence[str],
    setup: Sequence[str],
    pieces: Sequence[Block],
    merges: Sequence[Block],
    results: Sequence[str],
) -> KernelText:
    inner = [line for block in (*pieces, *merges) for line in block.lines]
    setup = without_unread(setup, [*inner, *results])
    read = words([*setup, *inner, *results])
    lists, given, tables = sweeping.lists, sweeping.setting.given, sweeping.setting.score.tables
    constants = tuple(constant.name for constant in constexprs(sweeping.rows))
    constants = (*constants, *(names.rows for names in lists), "DROPS")
    grads = [f"grad_of_{table.name}" for table in tables]
    scalars = (*SCALARS, *given.scalars, *(name for names in lists for name in (names.batch, names.head)))
    given_tensors = (*given.tensors, *grads, *(names.tensors for names in lists), "cells")
    return KernelText(
        title=f"_{direction}_{_kind(sweeping)}",
        doc=_doc(sweeping, direction),
        tensors=tuple(name for name in (*tensors, *given_tensors) if name in read),
        scalars=tuple(name for name in scalars if name in read),
        constants=(
            *(name for name in constants if name in read),
            *CHUNKS,
            "BLOCK_M",
            *(("BLOCK_N",) if "BLOCK_N" in read else ()),
        ),
        setup=laid_out(indented(setup, 4)),
        pieces=tuple(pieces),
        merges=tuple(merges),
        results=laid_out(indented(results, 4)),
    )


def _kind(sweeping: Sweeping) -> str:
    if not sweeping.pieces:
        return "merged"
    if sweeping.ordered:
        return "ordered"
    if is_contiguous(sweeping.rows):
        return "dense"
    if every_class(sweeping.rows):
        return "classes"
    return "segments" if covers(sweeping.rows) else "packed"


_SUBJECT = {"forward": "The softmax", "grad_query": "The gradient", "grad_key_value": "The gradients"}
_ROWS = {
    "merged": "every {0}, from the partials of the sweeps before",
    "dense": "every {0}",
    "ordered": "every {0}; a tile holds cells along the order",
    "segments": "every {0}; a tile lies in one segment",
    "classes": "every {0}; a tile holds one residue class",
    "packed": "the {1} `offset + DILATION * t`",
}


def _doc(sweeping: Sweeping, direction: str) -> str:
    kind = _kind(sweeping)
    names = ("key", "keys") if direction == "grad_key_value" else ("query", "queries")
    rows = _ROWS[kind].format(*names)
    if kind == "packed" and "SEGMENT" in {constant.name for constant in constexprs(sweeping.rows)}:
        rows += " of each segment"
    partial = ", as a compact partial" if sweeping.compact else ""
    return f"{_SUBJECT[direction]} of {rows}{partial}."
