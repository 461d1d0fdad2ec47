"""The FLOP formulas that a generated file registers with `torch.utils.flop_counter`."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.flop_pieces import ClosedForms, closed_forms
from patternc.codegen.interface import Interface
from patternc.codegen.reference import mask_names
from patternc.ir.kernel import Kernel
from patternc.source import Source


@dataclass(frozen=True, slots=True)
class Flops:
    """The inputs of `shared/flops.py.j2`.

    `heads`: the heads of the call, where they differ in their pairs; `counted`: those whose pairs are counted, of a
    model of `total` heads. `factor`: of their pairs, for all heads. `names`: of `Interface.names` those that the count
    reads, and `_` for others. `closed`: the forms that count pairs, where all have some.
    """

    closed: ClosedForms | None
    heads: tuple[str, ...]
    counted: str
    total: str
    factor: str
    names: tuple[str, ...]


def flops(kernel: Kernel, interface: Interface, source: Source) -> Flops:
    """How to count the pairs of a call: head by head, or of one head where all have equally many."""
    closed = closed_forms(kernel, source)
    read = mask_names(kernel.pattern) if closed is None else closed.reads
    by_head, by_total = bool(read & {"head", "heads"}), "heads" in read
    first = by_head and any(one.name == "head_offset" for one in interface.heads)
    places = (("head_offset", first), ("num_heads", by_total))
    length = ("n",) if closed is None or "n" in closed.reads else ()
    names = ("q_offset", "k_offset", *length, *(name for name, is_read in places if is_read))
    names = (*names, *(one.own for one in interface.entries))
    looped = by_head if closed is None else "head" in read
    held = "range(head_offset, head_offset + query.shape[1])" if first else "range(query.shape[1])"
    return Flops(
        closed=closed,
        heads=(held,) if by_head else (),
        counted="heads" if by_head else "range(1)",
        total="num_heads" if by_total else "len(heads)" if by_head else "1",
        factor="" if looped else "query.shape[1] * ",
        names=tuple(one if one in names else "_" for one in interface.names),
    )
