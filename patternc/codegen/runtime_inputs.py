"""What is given at run time: the arguments of `attention` that patterns have besides query, key and value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from patternc.codegen.provenance import all_heads
from patternc.ir.mask import (
    Alibi,
    Bias,
    Input,
    InputKind,
    Pattern,
    Score,
    Sink,
    TopK,
)
from patternc.ir.traversal import names_in, pattern_atoms, topk_of, unit_of_lengths, unit_of_offsets


class InputType(Enum):
    """What an argument holds; `attention` and the kernels get it in different forms (`Shell.inputs`).

    HEADS: `head_offset` or `num_heads`, which `attention` always takes, and kernels only where they read it.
    """

    OFFSETS = "offsets"
    LENGTHS = "lengths"
    TABLE = "table"
    SELECTION = "selection"
    DROPOUT = "dropout"
    SEED = "seed"
    HEADS = "heads"


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
        return {InputType.DROPOUT: "float", InputType.SEED: "int", InputType.HEADS: "int"}.get(self.kind, "Tensor")

    @property
    def schema(self) -> str:
        """The parameter in an operator's schema."""
        types = {InputType.DROPOUT: "float", InputType.SEED: "SymInt", InputType.HEADS: "SymInt"}
        return f"{types.get(self.kind, 'Tensor')} {self.name}"

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
            case InputType.OFFSETS | InputType.LENGTHS | InputType.TABLE | InputType.HEADS:
                return f"{self.name}: {self.annotation}"
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
            case InputType.HEADS:
                return f"{self.name}: of the whole model."
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
    topk = topk_of(pattern)
    if topk is not None:
        found.append(InputText("selection", InputType.SELECTION, (topk.count,), topk.block))
    if pattern.dropout:
        found += [InputText("dropout", InputType.DROPOUT), InputText("seed", InputType.SEED)]
    return tuple(found)


def input_texts(pattern: Pattern) -> tuple[InputText, ...]:
    """What kernels get: the heads' places in the whole model where they read them, and all of those but sinks."""
    sinks = {score.input for score in pattern.scores if isinstance(score, Sink)}
    return (*head_texts(pattern), *(given for given in given_texts(pattern) if given.name not in sinks))


def head_texts(pattern: Pattern) -> tuple[InputText, ...]:
    """Of `head_offset` and `num_heads` those that decide a number; a `topk` chooses for each head alike."""
    names = frozenset().union(*(names_in(atom) for atom in pattern_atoms(pattern) if not isinstance(atom, TopK)))
    both = pattern.dropout or any(isinstance(score, Alibi) for score in pattern.scores)
    both = both or any(not all_heads(group.heads) for group in pattern.groups)
    found = (("head_offset", both or "head" in names), ("num_heads", both or "heads" in names))
    return tuple(InputText(name, InputType.HEADS) for name, read in found if read)


def entry_texts(pattern: Pattern) -> tuple[InputText, ...]:
    """Those of them that a mask reads: each batch entry has its own."""
    return tuple(given for given in given_texts(pattern) if given.name in _mask_names(pattern))


def sinks(pattern: Pattern) -> tuple[str, ...]:
    """The inputs of `score sink`."""
    return tuple(score.input for score in pattern.scores if isinstance(score, Sink))


def score_input(score: Score) -> str | None:
    """The input a score modifier reads."""
    return score.input if isinstance(score, Bias | Sink) else None


def _given(one: Input, pattern: Pattern) -> InputText:
    match one.kind:
        case InputKind.OFFSETS:
            return InputText(one.name, InputType.OFFSETS, (), unit_of_offsets(pattern, one.name))
        case InputKind.LENGTHS:
            return InputText(one.name, InputType.LENGTHS, (), unit_of_lengths(pattern, one.name))
        case InputKind.TABLE:
            return InputText(one.name, InputType.TABLE, one.shape)
        case _:
            assert_never(one.kind)


def _mask_names(pattern: Pattern) -> frozenset[str]:
    return frozenset().union(*(names_in(atom) for atom in pattern_atoms(pattern)))
