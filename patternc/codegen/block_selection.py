"""How `topk` finds its blocks, as text: the function `selection`, which both backends share."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.block_lists.list_liveness import ends_in
from patternc.codegen.input_checks import entry_text
from patternc.codegen.line_breaks import bracketed, signature
from patternc.codegen.provenance import all_heads, heads_text, held_heads
from patternc.codegen.python_text import ENTRY, TABLES, position_text, returned, truth_lines, truth_text
from patternc.codegen.runtime_inputs import InputText, InputType, given_texts, head_texts
from patternc.ir.kernel import Choice
from patternc.ir.mask import AtLeast, Below, Heads, Mask, Pattern, Side
from patternc.ir.traversal import names_in


@dataclass(frozen=True, slots=True)
class Chosen:
    """What `shared/selection.py.j2` spells.

    `heads`: those of the call that choose, `reference_heads` the same without the kernels' functions. `inputs`: what
    the masks beside the choice read; `given`: their names after other arguments and the heads' places, `parameters` the
    same in the signature of an operator. `runs`: for each run of keys of a row, lines that narrow its `low` and `high`;
    `admitted`: lines that return whether two positions are in one of them, in the reference. `padded`: lines that give
    a selection the rows of the sequence and the heads of the model. `reads`: the names in `parameters`.
    """

    block: int
    count: int
    heads: str
    reference_heads: str
    inputs: tuple[InputText, ...]
    parameters: tuple[str, ...]
    given: str
    reference_given: str
    runs: tuple[tuple[str, ...], ...]
    admitted: tuple[str, ...]
    choose_head: tuple[str, ...]
    choosing_head: tuple[str, ...]
    choosing_call: tuple[str, ...]
    choosable_head: tuple[str, ...]
    choosable_call: tuple[str, ...]
    reads_batch: bool
    reads: tuple[str, ...]
    padded: tuple[str, ...]


def choice(pattern: Pattern, found: Choice | None) -> Chosen | None:
    """How the pattern's `topk` is found, if it has one: among the blocks of what it is intersected with."""
    if found is None:
        return None
    topk = found.topk
    read = names_in(found.admitted)
    inputs = tuple(one for one in given_texts(pattern) if one.name in read and one.kind is not InputType.SELECTION)
    length = f"{'' if 'n' in read else '_'}n: int"
    positions = ("q: Tensor", "k: Tensor")
    admitted = returned(truth_lines(found.admitted, 4, "seen"))
    sides = (f"{'' if name in ends_in(found.admitted, ENTRY) else '_'}{name}: Tensor" for name in "qk")
    tensors = tuple(f"{one.name}: Tensor" for one in inputs)
    every = (*(() if all_heads(found.heads) else head_texts(pattern)), *inputs)
    parameters = tuple(f"{one.name}: {one.annotation}" for one in every)
    extents = "q, keys, len(query), seq_len"
    return Chosen(
        block=topk.block,
        count=topk.count,
        heads=held_heads(found.heads, "query.shape[1]"),
        reference_heads=_reference_heads(found.heads),
        inputs=inputs,
        parameters=parameters,
        given="".join(f", {one.name}" for one in every),
        reference_given="".join(f", {'heads' if one.name == 'num_heads' else one.name}" for one in every),
        runs=tuple(_narrowing(run) for run in found.runs),
        admitted=admitted,
        choose_head=signature(
            "_choose", ("query: Tensor", "key: Tensor", "scale: float", *positions, "n: int", *parameters), "Tensor"
        ),
        choosing_head=signature("_choosing", (*sides, length, *tensors), "Tensor"),
        choosing_call=bracketed("seen = _choosing(", ("q", "k", "n", *map(entry_text, inputs)), ")", 12),
        choosable_head=signature(
            "_choosable", ("q: Tensor", "keys: range", "batches: int", length, *tensors), "Tensor"
        ),
        choosable_call=bracketed("seen = _choosable(", (extents, *(one.name for one in inputs)), ")", 12),
        reads_batch=bool(inputs),
        reads=tuple(one.name for one in every),
        padded=padded_lines(pattern, topk.block),
    )


def padded_lines(pattern: Pattern, block: int) -> tuple[str, ...]:
    """Rows that no query is in choose nothing, nor do heads that the call does not hold."""
    rows = f"0, 0, q_offset // {block}, 0"
    if not head_texts(pattern):
        return (f"selection = nn.functional.pad(selection.long(), ({rows}), value=-1)  # rows of the sequence",)
    return (
        f"before = ({rows}, head_offset, 0)",
        "selection = nn.functional.pad(selection.long(), before, value=-1)  # rows of the sequence, heads of the model",
    )


def _reference_heads(heads: Heads) -> str:
    if all_heads(heads):
        return "range(heads)"
    return f"(head for head in range(heads) if head_offset + head in {heads_text(heads, 'num_heads')})"


def _narrowing(run: tuple[Mask, ...]) -> tuple[str, ...]:
    """Lines that narrow `low` and `high`, the keys that rows `q` see, by the bounds of a run."""
    lines: list[str] = []
    for literal in run:
        match literal:
            case AtLeast(Side.KEY, bound):
                lines.append(f"low = low.clamp_min({position_text(bound, 'q', spelled=TABLES)})")
            case Below(Side.KEY, bound):
                lines.append(f"high = high.clamp_max({position_text(bound, 'q', spelled=TABLES)})")
            case _:
                lines.append(f"high = torch.where({truth_text(literal, TABLES)}, high, low)")
    return tuple(lines)
