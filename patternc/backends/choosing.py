"""How `topk` finds its blocks, as text: the function `selection`, which both backends share."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.backends.blockwise import some_lines
from patternc.backends.inputs import InputText, InputType, choosing, chosen, given_texts, prepared
from patternc.backends.places import heads_text
from patternc.codefmt import names_in, truth_lines
from patternc.mask_ir import TRUE, And, Mask, Not, Or, Pattern, TopK


@dataclass(frozen=True, slots=True)
class Chosen:
    """What `shared/selection.py.j2` spells.

    `heads`: a range, over `query.shape[1]`. `inputs`: what the rest of the branch reads; `given`: their names after
    other arguments, `schema` the same in an operator's schema. `seen`: lines that set it for two blocks; `admitted`:
    for two positions, in the reference.
    """

    block: int
    count: int
    heads: str
    inputs: tuple[InputText, ...]
    given: str
    parameters: str
    schema: str
    prepared: tuple[str, ...]
    seen: tuple[str, ...]
    admitted: tuple[str, ...]
    reads_head: bool
    reads_heads: bool
    reads_n: bool


def choice(pattern: Pattern) -> Chosen | None:
    """How the pattern's `topk` is found, if it has one: among the blocks that its branch admits were it always true."""
    topk = chosen(pattern)
    if topk is None:
        return None
    group, branch = choosing(pattern)
    rest = _without(branch.mask)
    read = names_in(rest)
    inputs = tuple(one for one in given_texts(pattern) if one.name in read and one.kind is not InputType.SELECTION)
    return Chosen(
        block=topk.block,
        count=topk.count,
        heads=heads_text(group.heads, "query.shape[1]"),
        inputs=inputs,
        given="".join(f", {one.name}" for one in inputs),
        parameters="".join(f", {one.name}: Tensor" for one in inputs),
        schema="".join(f", {one.schema}" for one in inputs),
        prepared=tuple(_prepared(one) for one in inputs),
        seen=some_lines((rest,), topk.block, 0, "seen"),
        admitted=truth_lines(rest, 4, "seen"),
        reads_head="head" in read,
        reads_heads="heads" in read,
        reads_n="n" in read,
    )


def _prepared(given: InputText) -> str:
    """One entry of an input for each of the batch, in the form kernels get."""
    expanded = ".expand(batch_size, -1, -1)" if given.kind is InputType.OFFSETS else ""
    return f"{given.name} = {prepared(given)}{expanded}"


def _without(mask: Mask) -> Mask:
    """The mask, were `topk` always true."""
    match mask:
        case TopK():
            return TRUE
        case Not(inner):
            return Not(_without(inner))
        case And(masks):
            return And(tuple(_without(inner) for inner in masks))
        case Or(masks):
            return Or(tuple(_without(inner) for inner in masks))
        case _:
            return mask
