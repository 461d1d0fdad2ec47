"""How `topk` finds its blocks, as text: the function `selection`, which both backends share."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.atoms import atoms, topk_of
from patternc.backends.blockwise import some_lines
from patternc.backends.breaking import bracketed, signature
from patternc.backends.input_lines import entry_text, prepared, range_checks, shape_checks
from patternc.backends.inputs import InputText, InputType, given_texts
from patternc.backends.places import heads_text
from patternc.codefmt import names_in, returned, truth_lines
from patternc.mask_ir import TRUE, And, Branch, HeadGroup, Mask, Not, Or, Pattern, TopK


@dataclass(frozen=True, slots=True)
class Chosen:
    """What `shared/selection.py.j2` spells.

    `heads`: a range, over `query.shape[1]`. `inputs`: what the rest of the branch reads; `given`: their names after
    other arguments, `schema` the same in an operator's schema; `checks` and `values`: lines that raise on wrong ones.
    `seen`: lines that set it for two blocks; `admitted`: for two positions, in the reference.
    """

    block: int
    count: int
    heads: str
    inputs: tuple[InputText, ...]
    given: str
    schema: str
    checks: tuple[str, ...]
    values: tuple[str, ...]
    prepared: tuple[str, ...]
    seen: tuple[str, ...]
    admitted: tuple[str, ...]
    choose_head: tuple[str, ...]
    choosing_head: tuple[str, ...]
    choosing_call: tuple[str, ...]
    choosable_head: tuple[str, ...]
    choosable_call: tuple[str, ...]
    schema_lines: tuple[str, ...]
    reads_batch: bool


def choice(pattern: Pattern) -> Chosen | None:
    """How the pattern's `topk` is found, if it has one: among the blocks that its branch admits were it always true."""
    topk = topk_of(pattern)
    if topk is None:
        return None
    group, branch = _holder(pattern)
    rest = _without(branch.mask)
    read = names_in(rest)
    inputs = tuple(one for one in given_texts(pattern) if one.name in read and one.kind is not InputType.SELECTION)
    marks = {name: "" if name in read else "_" for name in ("head", "heads", "n")}
    heads = (f"{marks['head']}head: int", f"{marks['heads']}heads: int")
    positions = ("q: Tensor", "k: Tensor")
    tensors = tuple(f"{one.name}: Tensor" for one in inputs)
    schema = "".join(f", {one.schema}" for one in inputs)
    asked = ("head", "heads", "q", "k", "n", *map(entry_text, inputs))
    extents = "first, before, scores, head, query.shape[1], seq_len"
    return Chosen(
        block=topk.block,
        count=topk.count,
        heads=heads_text(group.heads, "query.shape[1]"),
        inputs=inputs,
        given="".join(f", {one.name}" for one in inputs),
        schema=schema,
        checks=tuple(line for one in inputs for line in shape_checks(one)),
        values=tuple(line for one in inputs for line in range_checks(one)),
        prepared=tuple(_prepared(one) for one in inputs),
        seen=_seen(rest, topk.block),
        admitted=returned(truth_lines(rest, 4, "seen")),
        choose_head=signature(
            "_choose", ("query: Tensor", "key: Tensor", "scale: float", *positions, "n: int", *tensors), "Tensor"
        ),
        choosing_head=signature("_choosing", (*heads, *positions, f"{marks['n']}n: int", *tensors), "Tensor"),
        choosing_call=bracketed("seen = _choosing(", asked, ")", 12),
        choosable_head=signature(
            "_choosable", ("row: int", "column: int", "scores: Tensor", *heads, "n: int", *tensors), "Tensor"
        ),
        choosable_call=bracketed("seen = _choosable(", (extents, *(one.name for one in inputs)), ")", 16),
        schema_lines=_schema_lines(schema),
        reads_batch=bool(inputs),
    )


def _holder(pattern: Pattern) -> tuple[HeadGroup, Branch]:
    """The group and the branch that hold the pattern's `topk`."""
    return next(
        (group, branch)
        for group in pattern.groups
        for branch in group.branches
        if any(isinstance(atom, TopK) for atom in atoms(branch.mask))
    )


def _seen(rest: Mask, block: int) -> tuple[str, ...]:
    """Lines that return whether two blocks hold an admitted pair."""
    lines = some_lines((rest,), block, 0, "seen")
    ends = (f"{end}1 = ({end}0 + {block - 1}).clamp_max(n - 1)" for end in "qk" if f"{end}1" in " ".join(lines))
    return (*ends, *returned(lines))


def _schema_lines(inputs: str) -> tuple[str, ...]:
    """The operator's schema as string literals."""
    own = "Tensor query, Tensor key, float scale, SymInt q_offset, SymInt k_offset, SymInt seq_len"
    if not inputs:
        return (f'schema="({own}) -> Tensor",',)
    return (f'schema="({own}"', f'"{inputs}) -> Tensor",')


def _prepared(given: InputText) -> str:
    """One entry of an input for each of the batch, in the form kernels get."""
    expanded = ".expand(query.shape[0], -1, -1)" if given.kind is InputType.OFFSETS else ""
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
