"""Tensors given at run time as text: arguments of `attention`, their checks, and what kernels get of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from patternc.backends.breaking import bracketed
from patternc.codefmt import LINE_LENGTH, names_in
from patternc.mask_ir import (
    And,
    AtLeast,
    Below,
    Bias,
    Branch,
    HeadGroup,
    Input,
    InputKind,
    Mask,
    Not,
    OfBatch,
    OfDocument,
    Or,
    Pattern,
    Score,
    Sink,
    TopK,
)


class InputType(Enum):
    """What an argument holds; `attention` and the kernels get it in different forms (`Shell.inputs`)."""

    OFFSETS = "offsets"
    LENGTHS = "lengths"
    TABLE = "table"
    SELECTION = "selection"
    DROPOUT = "dropout"
    SEED = "seed"


@dataclass(frozen=True, slots=True)
class InputText:
    """An argument. `block`: what offsets count, and the blocks of a selection."""

    name: str
    kind: InputType
    shape: tuple[int | None, ...] = ()
    block: int = 1

    @property
    def annotation(self) -> str:
        """The type of the parameter, in Python."""
        return {InputType.DROPOUT: "float", InputType.SEED: "int"}.get(self.kind, "Tensor")

    @property
    def schema(self) -> str:
        """The parameter in an operator's schema."""
        return {InputType.DROPOUT: "float", InputType.SEED: "SymInt"}.get(self.kind, "Tensor") + f" {self.name}"

    @property
    def parameter(self) -> str:
        """The parameter of `attention`."""
        match self.kind:
            case InputType.SELECTION:
                return f"{self.name}: Tensor | None = None"
            case InputType.DROPOUT:
                return f"{self.name}: float = 0.0"
            case InputType.SEED:
                return f"{self.name}: int = 0"
            case InputType.OFFSETS | InputType.LENGTHS | InputType.TABLE:
                return f"{self.name}: Tensor"
            case _:
                assert_never(self.kind)

    @property
    def words(self) -> str:
        """The entry of a docstring."""
        match self.kind:
            case InputType.OFFSETS:
                counted = "" if self.block == 1 else f", counted in blocks of {self.block}"
                return (
                    f"{self.name}: where each document begins, and where the last ends{counted}: 0 first, never\n"
                    "            falling; [D + 1] or [B, D + 1], int32 or int64 (`cu_seqlens` of packed sequences)."
                )
            case InputType.LENGTHS:
                end = "`seq_len`" if self.block == 1 else f"`ceil(seq_len / {self.block})`"
                return f"{self.name}: [B], int32 or int64, 0 to {end}."
            case InputType.TABLE:
                return f"{self.name}: {shape_words(self)}, float32, float16 or bfloat16; gradients reach it."
            case InputType.SELECTION:
                return (
                    f"{self.name}: blocks {shape_words(self)}, int32 or int64, -1 for none; the first row is that of\n"
                    "            `q_offset`. What the function `selection` gives, when None."
                )
            case InputType.DROPOUT:
                return f"{self.name}: the share of weights to drop; those that stay are scaled up by 1 / (1 - dropout)."
            case InputType.SEED:
                return f"{self.name}: 0 to 2**31 - 1; which weights are dropped depends on it and their places alone."
            case _:
                assert_never(self.kind)


def shape_words(given: InputText) -> str:
    """A shape in the names of the docstring."""
    if given.kind is InputType.SELECTION:
        return f"[B, H, ceil(Nq / {given.block}), {given.shape[0]}]"
    return "[" + ", ".join("H" if extent is None else str(extent) for extent in given.shape) + "]"


def given_texts(pattern: Pattern) -> tuple[InputText, ...]:
    """The arguments of `attention` besides those every pattern has, in order."""
    read = {*_mask_names(pattern), *(name for score in pattern.scores if (name := score_input(score)))}
    found = [_given(one, pattern) for one in pattern.inputs if one.name in read]
    topk = chosen(pattern)
    if topk is not None:
        found.append(InputText("selection", InputType.SELECTION, (topk.count,), topk.block))
    if pattern.dropout:
        found += [InputText("dropout", InputType.DROPOUT), InputText("seed", InputType.SEED)]
    return tuple(found)


def input_texts(pattern: Pattern) -> tuple[InputText, ...]:
    """Those of them that kernels get: all but sinks."""
    sinks = {score.input for score in pattern.scores if isinstance(score, Sink)}
    return tuple(given for given in given_texts(pattern) if given.name not in sinks)


def entry_texts(pattern: Pattern) -> tuple[InputText, ...]:
    """Those of them that a mask reads: each batch entry has its own."""
    return tuple(given for given in given_texts(pattern) if given.name in _mask_names(pattern))


def sinks(pattern: Pattern) -> tuple[str, ...]:
    """The inputs of `score sink`."""
    return tuple(score.input for score in pattern.scores if isinstance(score, Sink))


def chosen(pattern: Pattern) -> TopK | None:
    """The pattern's `topk`, of which there is one at most."""
    return next((atom for atom in atoms(pattern) if isinstance(atom, TopK)), None)


def choosing(pattern: Pattern) -> tuple[HeadGroup, Branch]:
    """The group and the branch that hold the pattern's `topk`."""
    return next(
        (group, branch)
        for group in pattern.groups
        for branch in group.branches
        if any(isinstance(atom, TopK) for atom in atoms_of(branch.mask))
    )


def atoms(pattern: Pattern) -> Iterator[Mask]:
    """Every atom of every branch."""
    for group in pattern.groups:
        for branch in group.branches:
            yield from atoms_of(branch.mask)


def atoms_of(mask: Mask) -> Iterator[Mask]:
    """Every atom of a mask."""
    match mask:
        case Not(inner):
            yield from atoms_of(inner)
        case And(masks) | Or(masks):
            for inner in masks:
                yield from atoms_of(inner)
        case _:
            yield mask


def score_input(score: Score) -> str | None:
    """The input a score modifier reads."""
    return score.input if isinstance(score, Bias | Sink) else None


def _given(one: Input, pattern: Pattern) -> InputText:
    match one.kind:
        case InputKind.OFFSETS:
            return InputText(one.name, InputType.OFFSETS, (), _document_block(one.name, pattern))
        case InputKind.LENGTHS:
            return InputText(one.name, InputType.LENGTHS, (), _length_block(one.name, pattern))
        case InputKind.TABLE:
            return InputText(one.name, InputType.TABLE, one.shape)
        case _:
            assert_never(one.kind)


def _document_block(name: str, pattern: Pattern) -> int:
    """What the offsets count: `check` refuses an input that is used at several block sizes."""
    bounds = (atom.bound for atom in atoms(pattern) if isinstance(atom, AtLeast | Below))
    found = {bound.block for bound in bounds if isinstance(bound, OfDocument) and bound.input == name}
    (block,) = found
    return block


def _length_block(name: str, pattern: Pattern) -> int:
    """What a length counts: it, too, has one block size."""
    bounds = (atom.bound for atom in atoms(pattern) if isinstance(atom, AtLeast | Below))
    (scale,) = {bound.scale for bound in bounds if isinstance(bound, OfBatch) and bound.input == name}
    return scale


def _mask_names(pattern: Pattern) -> frozenset[str]:
    return frozenset().union(*(names_in(atom) for atom in atoms(pattern)))


# ---- lines of the checks ---------------------------------------------------------------------------------------------
_INTEGERS, _FLOATS = "torch.int32, torch.int64", "torch.float32, torch.float16, torch.bfloat16"


def input_checks(pattern: Pattern) -> tuple[str, ...]:
    """Lines that raise on inputs of a wrong type, device or shape."""
    lines: list[str] = []
    for given in given_texts(pattern):
        lines += checks(given)
    return tuple(lines)


def checks(given: InputText) -> tuple[str, ...]:
    """Those of one input."""
    name = given.name
    match given.kind:
        case InputType.OFFSETS:
            wanted = "must be [D + 1] or [{query.shape[0]}, D + 1] for D documents"
            return (
                f'_check_tensor("{name}", {name}, query, {_INTEGERS})',
                f"batches = tuple({name}.shape[:-1])",
                f"if {name}.numel() == 0 or {name}.dim() == 0 or batches not in ((), (query.shape[0],)):",
                f'    shape = f"{name} has shape {{tuple({name}.shape)}}"',
                f'    raise ValueError(f"{{shape}}, {wanted}")',
            )
        case InputType.LENGTHS:
            return (
                f'_check_tensor("{name}", {name}, query, {_INTEGERS})',
                f'_check_shape("{name}", {name}, query.shape[0])',
            )
        case InputType.TABLE:
            shape = ", ".join("query.shape[1]" if extent is None else str(extent) for extent in given.shape)
            return (
                f'_check_tensor("{name}", {name}, query, {_FLOATS})',
                f'_check_shape("{name}", {name}, {shape})',
            )
        case InputType.SELECTION:
            return _selection_checks(given)
        case InputType.DROPOUT:
            return ("_check_dropout(dropout, seed)",)
        case InputType.SEED:
            return ()
        case _:
            assert_never(given.kind)


def _selection_checks(given: InputText) -> tuple[str, ...]:
    (count,) = given.shape
    return (
        "_check_blocks(query, key, q_offset, k_offset, seq_len)",
        "if selection is not None:",
        f'    _check_tensor("selection", selection, query, {_INTEGERS})',
        f'    _check_shape("selection", selection, *query.shape[:2], -(-query.shape[2] // {given.block}), {count})',
    )


def value_checks(pattern: Pattern) -> tuple[str, ...]:
    """Lines that raise on numbers that do not fit the sequence."""
    return tuple(line for given in input_texts(pattern) for line in values(given))


def values(given: InputText) -> tuple[str, ...]:
    """Those of one input."""
    blocks = "seq_len" if given.block == 1 else f"-(-seq_len // {given.block})"
    match given.kind:
        case InputType.OFFSETS:
            return (f'_check_offsets("{given.name}", {given.name}, {blocks})',)
        case InputType.LENGTHS:
            return (f'_check_range("{given.name}", {given.name}, 0, {blocks})',)
        case InputType.SELECTION:
            return (f'_check_range("{given.name}", {given.name}, -1, {blocks} - 1)',)
        case InputType.TABLE | InputType.DROPOUT | InputType.SEED:
            return ()
        case _:
            assert_never(given.kind)


def valued(pattern: Pattern) -> tuple[str, ...]:
    """The inputs whose numbers are checked."""
    kinds = (InputType.OFFSETS, InputType.LENGTHS, InputType.SELECTION)
    return tuple(given.name for given in input_texts(pattern) if given.kind in kinds)


def prepared(given: InputText) -> str:
    """What kernels get of an argument of the operator."""
    match given.kind:
        case InputType.OFFSETS:
            return f"_document_ends({given.name}, seq_len, {given.block})"
        case InputType.LENGTHS | InputType.SELECTION:
            return f"{given.name}.int().contiguous()"
        case InputType.TABLE:
            return f"{given.name}.float().contiguous()"
        case InputType.DROPOUT | InputType.SEED:
            return given.name
        case _:
            assert_never(given.kind)


def signature(name: str, parameters: tuple[str, ...], result: str) -> tuple[str, ...]:
    """The head of a function, over as many lines as it takes."""
    return bracketed(f"def {name}(", parameters, f") -> {result}:")


def entry_lines(pattern: Pattern) -> tuple[str, ...]:
    """Lines that give `entries`: for each batch entry the inputs that masks read."""
    items = tuple(entry_text(given) for given in entry_texts(pattern))
    flat = f"entries = [({', '.join(items)}{',' if len(items) == 1 else ''}) for b in range(query.shape[0])]"
    if len(flat) + 4 <= LINE_LENGTH:
        return (flat,)
    inside = tuple(f"        {item}," for item in items)
    return ("entries = [", "    (", *inside, "    )", "    for b in range(query.shape[0])", "]")


def entry_text(given: InputText) -> str:
    """What batch entry `b` has of an input."""
    if given.kind is InputType.OFFSETS:
        return f"{given.name}[b] if {given.name}.dim() == 2 else {given.name}"
    return f"{given.name}[b]"


def returned(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Lines that give `seen`, made to return it."""
    *before, last = lines
    return (*before, last.replace("seen = ", "return ", 1))
