"""What `torch.utils.flop_counter` counts of a generated file, as text."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.block_selection import padded_lines
from patternc.codegen.input_checks import entry_lines
from patternc.codegen.line_breaks import bracketed, signature
from patternc.codegen.reference import mask_names
from patternc.codegen.runtime_inputs import entry_texts, head_texts, input_texts
from patternc.ir.mask import Pattern
from patternc.ir.traversal import topk_of


@dataclass(frozen=True, slots=True)
class Flops:
    """What `shared/flops.py.j2` spells.

    `head`, `pairs_head`: the heads of its functions. `entries`: lines that give `entries`, on the CPU. `pairs`: the
    call that counts. `num_heads`: how many heads the model has, where pairs are counted.
    """

    head: tuple[str, ...]
    entries: tuple[str, ...]
    pairs: tuple[str, ...]
    pairs_head: tuple[str, ...]
    num_heads: str


def flops(pattern: Pattern) -> Flops:
    """Count the pairs of every head the call holds, or of one where heads have the same."""
    given, entries = head_texts(pattern), entry_texts(pattern)
    read = mask_names(pattern) & {"head", "heads"}
    by_head, by_total = bool(read), "heads" in read
    first = by_head and any(one.name == "head_offset" for one in given)
    used = {*(("head_offset",) if first else ()), *(("num_heads",) if by_total else ()), *(one.name for one in entries)}
    alike = ("" if entries else "query.shape[0] * ") + ("" if by_head else "query.shape[1] * ")
    heads = "heads" if by_head else "range(1)"
    arguments = (
        "rows",
        "columns",
        heads,
        *(("num_heads",) if by_total else ()),
        "int(n)",
        *(("entries",) if entries else ()),
    )
    counted = ("rows: range", "columns: range", "heads: range", *(("num_heads: int",) if by_total else ()), "n: int")
    return Flops(
        head=signature("_flops", _parameters(pattern, used), "int"),
        entries=(*_entries(pattern), *_heads(by_head, first)),
        pairs=bracketed(f"return 4 * query.shape[3] * {alike}_pairs(", arguments, ")", 4),
        pairs_head=signature("_pairs", (*counted, *(("entries: list[tuple[Tensor, ...]]",) if entries else ())), "int"),
        num_heads="num_heads" if by_total else "len(heads)",
    )


def _parameters(pattern: Pattern, used: set[str]) -> tuple[str, ...]:
    """Those of the operator, the ones that are not read with a leading underscore."""
    own = (
        "query: Tensor",
        "key: Tensor",
        "_value: Tensor",
        "_scale: float",
        "q_offset: int",
        "k_offset: int",
        "n: int",
    )
    inputs = (f"{'' if one.name in used else '_'}{one.name}: {one.annotation}" for one in input_texts(pattern))
    return (*own, *inputs, "**_: object")


def _heads(by_head: bool, first: bool) -> tuple[str, ...]:
    """The line that gives the heads of the call, of the whole model where the operator knows their places there."""
    if not by_head:
        return ()
    return ("heads = range(head_offset, head_offset + query.shape[1])" if first else "heads = range(query.shape[1])",)


def _entries(pattern: Pattern) -> tuple[str, ...]:
    """Lines that move what masks read to the CPU, and give each batch entry its own."""
    entries = entry_texts(pattern)
    if not entries:
        return ()
    moved = tuple(f"{one.name} = {one.name}.cpu()" for one in entries)
    topk = topk_of(pattern)
    padded = () if topk is None else padded_lines(pattern, topk.block)
    return (*moved, *padded, *entry_lines(pattern))
