"""The arguments of a generated module, made once: signature, checks, operators and launches print from them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from patternc.codegen.input_names import given_name
from patternc.codegen.provenance import all_heads
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Alibi, Bias, Input, InputKind, Pattern, Sink, TopK
from patternc.ir.traversal import names_in, pattern_atoms, topk_of, unit_of_lengths, unit_of_offsets


class Kind(Enum):
    """What an argument holds.

    HEADS: `head_offset` or `num_heads`, which `attention` always takes, and operators only where kernels read them.
    """

    OFFSETS = "offsets"
    LENGTHS = "lengths"
    TABLE = "table"
    SELECTION = "selection"
    DROPOUT = "dropout"
    SEED = "seed"
    HEADS = "heads"


_NUMBERS = {Kind.DROPOUT: "float", Kind.HEADS: "int"}


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument besides those that every pattern has.

    `shape`: extents of a table (None: the heads), blocks to a row of a selection. `block`: positions to what offsets
    and lengths count, and to a block of a selection. `masks`: a mask reads it, so each batch entry has its own.
    `kernels`: operators take it; a sink is applied to what they return.
    """

    name: str
    kind: Kind
    shape: tuple[int | None, ...] = ()
    block: int = 1
    masks: bool = False
    kernels: bool = True

    @property
    def own(self) -> str:
        """Its name in functions that have names of their own besides: no other name begins with `given_`."""
        return given_name(self.name) if self.tensor else self.name

    @property
    def annotation(self) -> str:
        """The type of the parameter, from which torch infers an operator's schema."""
        return _NUMBERS.get(self.kind, "Tensor")

    @property
    def tensor(self) -> bool:
        """Whether callers give one. A seed may be an int, of which `attention` makes the tensor that operators take."""
        return self.kind not in _NUMBERS and self.kind is not Kind.SEED

    @property
    def bounded(self) -> bool:
        """Whether its numbers must fit the sequence."""
        return self.kind in (Kind.OFFSETS, Kind.LENGTHS, Kind.SELECTION)


@dataclass(frozen=True, slots=True)
class Interface:
    """What a generated module is called with.

    `arguments`: keywords of `attention` after those that every pattern has. `heads`: of `head_offset` and `num_heads`
    those that kernels read. `softmaxes`: the most that a head runs; the backward pass reads the results of several.
    """

    arguments: tuple[Argument, ...]
    heads: tuple[Argument, ...]
    softmaxes: int = 1

    @property
    def operands(self) -> tuple[Argument, ...]:
        """What operators and kernels take after `seq_len`.

        Numbers, tensors whose numbers are checked, a seed, and last tables, which have gradients.
        """
        given = [one for one in self.arguments if one.kernels]
        ranks = {Kind.DROPOUT: 0, Kind.SEED: 2, Kind.TABLE: 3}
        return (*self.heads, *sorted(given, key=lambda one: ranks.get(one.kind, 1)))

    @property
    def given(self) -> tuple[Argument, ...]:
        """The operands that the keywords of `attention` are."""
        return tuple(one for one in self.operands if one.kind is not Kind.HEADS)

    @property
    def shaped(self) -> bool:
        """Whether inputs have a shape that is known when they are checked."""
        return any(one.kind in (Kind.LENGTHS, Kind.TABLE, Kind.SELECTION) for one in self.arguments)

    @property
    def integers(self) -> bool:
        """Whether inputs are tensors of integers."""
        return any(one.kind in (Kind.OFFSETS, Kind.LENGTHS, Kind.SELECTION) for one in self.arguments)

    @property
    def names(self) -> tuple[str, ...]:
        """What functions of the file call the last inputs of both operators, those from `scale` on."""
        return ("scale", "q_offset", "k_offset", "n", *(one.own for one in self.operands))

    def local(self, name: str) -> str:
        """A name for a variable of a function that takes the keywords of `attention`: no keyword has it."""
        return f"{name}_" if any(one.name == name for one in self.arguments) else name

    @property
    def tensors(self) -> tuple[Argument, ...]:
        """The operands that the backward pass finds among the saved tensors."""
        return tuple(one for one in self.operands if one.tensor or one.kind is Kind.SEED)

    @property
    def tables(self) -> tuple[Argument, ...]:
        """The operands that gradients reach."""
        return tuple(one for one in self.operands if one.kind is Kind.TABLE)

    @property
    def entries(self) -> tuple[Argument, ...]:
        """Those that a mask reads."""
        return tuple(one for one in self.arguments if one.masks)

    @property
    def bounded(self) -> tuple[Argument, ...]:
        """The operands whose numbers are checked where they are at hand."""
        return tuple(one for one in self.operands if one.bounded)

    @property
    def documents(self) -> bool:
        """Whether some are offsets of documents."""
        return any(one.kind is Kind.OFFSETS for one in self.arguments)

    @property
    def sinks(self) -> tuple[Argument, ...]:
        """Logits beside the scores."""
        return tuple(one for one in self.arguments if not one.kernels)

    @property
    def dropout(self) -> bool:
        """Whether weights may be dropped."""
        return any(one.kind is Kind.DROPOUT for one in self.arguments)

    @property
    def several(self) -> bool:
        """Whether the softmaxes of a head are saved one by one: `parts` and `part_lses`."""
        return self.softmaxes > 1

    @property
    def results(self) -> tuple[str, ...]:
        """What the forward operator returns, all of which the backward operator takes."""
        return ("out", "lse", "parts", "part_lses") if self.several else ("out", "lse")

    @property
    def apart(self) -> Kind | None:
        """What makes `vmap` call operators sample by sample; None: samples are entries of the batch."""
        kinds = {one.kind for one in self.operands}
        return next((kind for kind in (Kind.TABLE, Kind.OFFSETS, Kind.DROPOUT) if kind in kinds), None)


def interface(kernel: Kernel) -> Interface:
    """The arguments of a scheduled pattern's module."""
    softmaxes = max(len(group.softmaxes) for group in kernel.groups)
    return Interface(arguments(kernel.pattern), heads_read(kernel.pattern), softmaxes)


def arguments(pattern: Pattern) -> tuple[Argument, ...]:
    """The keywords of `attention` besides those every pattern has, in order."""
    masks = frozenset[str]().union(*(names_in(atom) for atom in pattern_atoms(pattern)))
    scores = {score.input for score in pattern.scores if isinstance(score, Bias | Sink)}
    sinks = {score.input for score in pattern.scores if isinstance(score, Sink)}
    read = [one for one in pattern.inputs if one.name in masks | scores]
    found = [_argument(one, pattern, masks=one.name in masks, kernels=one.name not in sinks) for one in read]
    topk = topk_of(pattern)
    if topk is not None:
        found.append(Argument("selection", Kind.SELECTION, (topk.count,), topk.block, masks=True))
    if pattern.dropout:
        found += [Argument("dropout", Kind.DROPOUT), Argument("seed", Kind.SEED)]
    return tuple(found)


def operands(pattern: Pattern) -> tuple[Argument, ...]:
    """What the kernels of a pattern take after `seq_len`."""
    return Interface(arguments(pattern), heads_read(pattern)).operands


def entries(pattern: Pattern) -> tuple[Argument, ...]:
    """The arguments of a pattern that a mask reads."""
    return Interface(arguments(pattern), ()).entries


def sinks(pattern: Pattern) -> tuple[str, ...]:
    """The inputs of `score sink`."""
    return tuple(one.name for one in Interface(arguments(pattern), ()).sinks)


def heads_read(pattern: Pattern) -> tuple[Argument, ...]:
    """Of `head_offset` and `num_heads` those that decide a number; a `topk` chooses for each head alike."""
    names = frozenset[str]().union(*(names_in(atom) for atom in pattern_atoms(pattern) if not isinstance(atom, TopK)))
    both = pattern.dropout or any(isinstance(score, Alibi) for score in pattern.scores)
    both = both or any(not all_heads(group.heads) for group in pattern.groups)
    found = (("head_offset", both or "head" in names), ("num_heads", both or "heads" in names))
    return tuple(Argument(name, Kind.HEADS) for name, read in found if read)


def _argument(one: Input, pattern: Pattern, *, masks: bool, kernels: bool) -> Argument:
    match one.kind:
        case InputKind.OFFSETS:
            return Argument(one.name, Kind.OFFSETS, (), unit_of_offsets(pattern, one.name), masks, kernels)
        case InputKind.LENGTHS:
            return Argument(one.name, Kind.LENGTHS, (), unit_of_lengths(pattern, one.name), masks, kernels)
        case InputKind.TABLE:
            return Argument(one.name, Kind.TABLE, one.shape, 1, masks, kernels)
        case _:
            assert_never(one.kind)
