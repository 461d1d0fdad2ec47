"""What the ring functions of a generated module print: for each clause, which keys a query may attend to."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.interface import Argument, Interface, Kind
from patternc.codegen.provenance import all_heads, heads_text, place
from patternc.codegen.python_text import Spelling, offset_text, position_text
from patternc.ir.kernel import Kernel, KernelGroup, Reach
from patternc.ir.mask import Bound, ByHeadBlock, Combine, Fixed, Follow, Heads, OfDocument, Residue
from patternc.source import Source

_NUMBERS = Spelling(
    ("q", "q"),
    ("k", "k"),
    "given_{input}[0]",
    "_document(given_{input}, {x}{blocks}, 0){times}",
    "_document(given_{input}, {x}{blocks}, 1){times}",
)
"""Inputs of one batch entry, as tuples of integers."""


@dataclass(frozen=True, slots=True)
class ReachText:
    """A clause: the first key a query `q` may attend to, the one after the last, and further fields of a `Reach`.

    `low_follows`, `high_follows`: whether they depend on q.
    """

    place: str
    low: str
    high: str
    low_follows: bool
    high_follows: bool
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RingGroup:
    """The clauses of some heads, a `range` of the model's; of all heads where it is empty."""

    heads: str
    reaches: tuple[ReachText, ...]


@dataclass(frozen=True, slots=True)
class Mixture:
    """A group of heads with several softmaxes: the heads a call holds, how many softmaxes, and how they combine."""

    heads: str
    softmaxes: int
    combine: str
    divisor: int


@dataclass(frozen=True, slots=True)
class RingText:
    """The inputs of `ring/*.py.j2`.

    `reads_head`, `reads_num_heads`: whether clauses differ by head. `inputs`: those that masks read; `documents`:
    whether some are offsets.
    """

    ranks: int
    nodes: int
    layout: str
    transport: str
    reads_head: bool
    reads_num_heads: bool
    groups: tuple[RingGroup, ...]
    mixtures: tuple[Mixture, ...]
    inputs: tuple[Argument, ...]
    documents: bool


def ring_text(kernel: Kernel, interface: Interface, source: Source) -> RingText | None:
    """The ring functions of a pattern; None where it asks for none."""
    ring = kernel.pattern.ring
    if ring is None:
        return None
    classes = [one for group in kernel.reaches for reach in group.reaches for one in (reach.queries, reach.keys) if one]
    apart = any(not all_heads(group.heads) for group in kernel.reaches)
    return RingText(
        ranks=ring.ranks,
        nodes=ring.nodes,
        layout=ring.layout.value,
        transport=ring.transport.value,
        reads_head=apart or any(not isinstance(one.offset, Fixed) for one in classes),
        reads_num_heads=apart or any(isinstance(one.offset, ByHeadBlock) for one in classes),
        groups=tuple(
            RingGroup(_heads(group.heads), tuple(_reach(reach, source) for reach in group.reaches))
            for group in kernel.reaches
        ),
        mixtures=tuple(_mixture(group) for group in kernel.groups if len(group.softmaxes) > 1),
        inputs=tuple(one for one in interface.entries if one.kind is not Kind.SELECTION),
        documents=interface.documents,
    )


def _heads(heads: Heads) -> str:
    return "" if all_heads(heads) else heads_text(heads, "num_heads")


def _mixture(group: KernelGroup) -> Mixture:
    divisor = group.divisor if group.combine is Combine.MEAN else 1
    return Mixture(_heads(group.heads), len(group.softmaxes), group.combine.value, divisor)


def _reach(reach: Reach, source: Source) -> ReachText:
    options = (
        ("first", _extreme("max", reach.first)),
        ("end", _extreme("min", reach.end)),
        ("queries", _lattice(reach.queries)),
        ("keys", _lattice(reach.keys)),
    )
    given = tuple((name, value) for name, value in options if value)
    low, high = _extreme("max", reach.lows, "0"), _extreme("min", reach.highs, "n")
    return ReachText(place(reach.span, source), low, high, _follows(reach.lows), _follows(reach.highs), given)


def _follows(bounds: tuple[Bound, ...]) -> bool:
    return any(isinstance(one, Follow | OfDocument) for one in bounds)


def _extreme(function: str, bounds: tuple[Bound, ...], limit: str = "") -> str:
    texts = [*([limit] if limit else []), *(position_text(bound, "q", spelled=_NUMBERS) for bound in bounds)]
    return texts[0] if len(texts) == 1 else f"{function}({', '.join(texts)})" if texts else ""


def _lattice(literal: Residue | None) -> str:
    """A residue class as a `Lattice`; empty where there is none."""
    if literal is None:
        return ""
    restarts = literal.segment is not None and literal.segment % literal.dilation != 0
    values = [str(literal.dilation), offset_text(literal.offset, literal.dilation, "num_heads")]
    if restarts or literal.block > 1:
        values.append(str(literal.segment if restarts else 0))
    if literal.block > 1:
        values.append(str(literal.block))
    return f"Lattice({', '.join(values)})"
