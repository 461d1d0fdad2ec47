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

    `closed`: the forms that count pairs, where all have some. `loops`: the line that gives the heads of the call, where
    they differ in their pairs. `counter`: the function that counts pairs; `counted`: its arguments after positions.
    `factors`: of FLOPs. `names`: of `Interface.names` those that the count reads, and `_` for others.
    """

    closed: ClosedForms | None
    loops: tuple[str, ...]
    counter: str
    counted: tuple[str, ...]
    factors: tuple[str, ...]
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
    total = "num_heads" if by_total else "len(heads)" if by_head else "1"
    shared = closed is None and bool(interface.entries)
    own = {} if closed is None else {"num_heads": "heads"}
    held = "range(head_offset, head_offset + query.shape[1])" if first else "range(query.shape[1])"
    return Flops(
        closed=closed,
        loops=(f"heads = {held}" if closed is None else f"for head in {held}:",) if looped else (),
        counter="_counted_pairs" if shared else "_known_pairs",
        counted=("heads" if by_head else "range(1)", total, "int(n)", *(("entries",) if shared else ())),
        factors=(
            *("products", "2", "query.shape[3]"),
            *(() if shared else ("query.shape[0]",)),
            *(() if looped else ("query.shape[1]",)),
            "pairs",
        ),
        names=tuple(own.get(one, one) if one in names else "_" for one in interface.names),
    )
