"""The arguments of a generated module: signature, checks, operators and launches print from them.

Whoever has a question about the call of a pattern asks `interface`, which reads the pattern once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

from patternc.ir.facts import keyword_of, of_keys
from patternc.ir.index import evaluate
from patternc.ir.inputs import (
    EACH_QUERY,
    HEADS,
    KV_HEADS,
    LISTED_ROWS,
    SOME_HEADS,
    STANDING,
    Axis,
    InputFacts,
    extent,
    input_facts,
)
from patternc.ir.mask import Combine, InputKind, KeySource, Owner, Pattern, Side, Sink, TileOrder
from patternc.ir.scores import Scores, inputs_of_scores, kernel_scores
from patternc.ir.traversal import (
    all_heads,
    names_in,
    own_heads,
    pattern_atoms,
    pattern_inputs,
    picked_of,
    topk_of,
    unit_of,
)


def short_name(name: str) -> str:
    """The name; of a long one its beginning, and digits that tell it from others that begin so.

    >>> short_name("offsets"), short_name("positions_where_documents_begin")
    ('offsets', 'posit_c430')
    """
    longest_name = 10  # of an input: lines of templates have no more room
    return name if len(name) <= longest_name else f"{name[: longest_name - 5]}_{sha256(name.encode()).hexdigest()[:4]}"


def given_name(name: str) -> str:
    """An input's name in functions that have names of their own besides: no other name of a file begins so."""
    return f"given_{short_name(name)}"


def gradient_name(name: str) -> str:
    """The name of the gradient of an input that has one, in functions."""
    return f"grad_of_{short_name(name)}"


def strides_name(tensor: str) -> str:
    """The name of the strides of a tensor that has a number for each pair, in functions."""
    return f"strides_of_{tensor.removeprefix('given_')}"


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument besides those that every pattern has.

    `shape`: extents of a table (None: the heads), blocks to a row of a selection. `block`: positions to what offsets
    and lengths count, and to a block of a selection; of lists, keys to a block, while `rows` is queries to a list, and
    `owner` says which heads share it. `masks`: a mask reads it, so each batch entry has its own.
    `kernels`: operators take it; sinks and gates are applied to what they return. `side`: the side of which it has a
    number for each position, and `high`: a bound from above; `pair`: callers pass both sides' numbers by one keyword.
    `order`: its blocks are the tiles of one. `place`: its labels are where the entries of a source stand.
    """

    name: str
    kind: InputKind
    shape: tuple[int | None, ...] = ()
    block: int = 1
    masks: bool = False
    kernels: bool = True
    side: Side | None = None
    high: bool = True
    pair: bool = False
    rows: int = 1
    owner: Owner = Owner.HEADS
    order: TileOrder | None = None
    place: bool = False

    @property
    def of_keys(self) -> bool:
        """Whether it has a number for each key."""
        return self.side is Side.KEY

    @property
    def keyword(self) -> str:
        """The keyword by which callers pass it."""
        return keyword_of(self.name) if self.pair else self.name

    @property
    def own(self) -> str:
        """The argument's name inside generated functions: no local variable of a template begins with `given_`."""
        return given_name(self.name) if self.tensor else self.name

    @property
    def annotation(self) -> str:
        """The type of the parameter, from which torch infers an operator's schema."""
        return self.facts.type

    @property
    def tensor(self) -> bool:
        """Whether callers pass a tensor; a seed may also be an int, which `attention` makes a tensor of."""
        return self.facts.taken == "Tensor"

    @property
    def taken(self) -> str:
        """What callers pass by its keyword."""
        return "Tensor | tuple[Tensor, Tensor]" if self.pair else self.facts.taken

    @property
    def facts(self) -> InputFacts:
        """The facts of its kind."""
        return STANDING if self.place else input_facts(self.kind)

    @property
    def extents(self) -> tuple[Axis, ...]:
        """The extents of the tensor as callers pass it."""
        if self.facts.of_pairs:  # of each head, or of all
            return tuple(one if self.shape or one is not SOME_HEADS else extent(1) for one in self.facts.axes)
        owners = {Owner.SHARED: extent(1), Owner.KV_HEADS: KV_HEADS, Owner.HEADS: HEADS}
        own = {HEADS: owners[self.owner], LISTED_ROWS: LISTED_ROWS if self.rows > 1 else EACH_QUERY}
        axes = (own.get(axis, axis) for axis in self.facts.axes)
        return (*axes, *(HEADS if size is None else extent(size) for size in self.shape))

    def sizes(self, call: Mapping[str, int]) -> tuple[int, ...]:
        """The numbers that its extents are in a call, by what they read of it."""
        values, functions = (
            {**call, "block": self.block, "rows": self.rows},
            {"blocks": lambda n, block: -(-n // block)},
        )
        return tuple(int(evaluate(one.size, values, functions)) for one in self.extents)

    def count(self, n: int) -> int:
        """The number of its units, positions or blocks, in n positions."""
        return -(-n // self.block)

    @property
    def bounded(self) -> bool:
        """Whether the argument's values must fit the sequence."""
        return bool(self.facts.check)


@dataclass(frozen=True, slots=True)
class Interface:
    """The call interface of a generated module.

    `arguments`: the keywords of `attention` after those that every pattern has. `heads`: those of `head_offset` and
    `num_heads` that kernels read. `softmaxes`: the most softmaxes of a head; the backward pass reads each one's result.
    `scale`: that of scores where the pattern fixes it; `scores`: how kernels make them of products. `no_lse`: the
    `combine` that leaves no single lse to return; empty if there is one. `gates`: the inputs that the outputs of a
    head's softmaxes are multiplied by, in their order, after the operators.
    """

    arguments: tuple[Argument, ...]
    heads: tuple[Argument, ...]
    softmaxes: int
    scale: float | None
    scores: Scores
    no_lse: str
    gates: tuple[str, ...] = ()

    @property
    def keywords(self) -> tuple[Argument, ...]:
        """The arguments that are keywords of their own: of those that share one the first."""
        return tuple(one for one in self.arguments if one.keyword == one.name)

    @property
    def operands(self) -> tuple[Argument, ...]:
        """The arguments of operators and kernels after `seq_len`.

        Their order: numbers, tensors whose values are checked, others and the seed, and last tables and numbers of
        pairs, which have gradients.
        """
        given = [one for one in self.arguments if one.kernels]
        return (*self.heads, *self.asked, *sorted(given, key=lambda one: one.facts.rank))

    @property
    def asked(self) -> tuple[Argument, ...]:
        """`learned`, where some input has a number for each pair: whether a gradient of these is asked for, 1 or 0."""
        return (Argument("learned", InputKind.HEADS),) if self.scores.of_pairs else ()

    @property
    def given(self) -> tuple[Argument, ...]:
        """The operands that are keywords of `attention`."""
        return tuple(one for one in self.operands if one.kind is not InputKind.HEADS)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of both operators' inputs from `scale` on, as the file's functions call them."""
        return ("scale", "q_offset", "k_offset", "n", *(one.own for one in self.operands))

    def local(self, name: str) -> str:
        """A name for a local variable of a function with the keywords of `attention`, different from every keyword."""
        return f"{name}_" if any(one.name == name for one in self.arguments) else name

    @property
    def tensors(self) -> tuple[Argument, ...]:
        """The operands that the backward pass finds among the saved tensors."""
        return tuple(one for one in self.operands if one.annotation == "Tensor")

    @property
    def tables(self) -> tuple[Argument, ...]:
        """The operands that have gradients."""
        return tuple(one for one in self.operands if one.facts.learned)

    @property
    def entries(self) -> tuple[Argument, ...]:
        """The arguments that a mask reads."""
        return tuple(one for one in self.arguments if one.masks)

    @property
    def bounded(self) -> tuple[Argument, ...]:
        """The operands whose values are checked against the sequence, where the host can read them."""
        return tuple(one for one in self.operands if one.bounded)

    @property
    def by_position(self) -> bool:
        """Whether kernels get a table with a number for each position."""
        return any(one.facts.cuts or one.facts.placed for one in self.arguments)

    @property
    def of_blocks(self) -> bool:
        """Whether some argument has a number for each block of rows: the host must know in which blocks they are."""
        return any(one.facts.each and one.block > 1 for one in self.arguments)

    @property
    def lists(self) -> tuple[Argument, ...]:
        """The operands that list blocks of keys: the host must know of which rows."""
        return tuple(one for one in self.operands if one.facts.listed)

    @property
    def sinks(self) -> tuple[Argument, ...]:
        """The arguments that are sinks: a logit for each head beside the scores."""
        return tuple(one for one in self.arguments if not one.kernels and not one.facts.gates)

    @property
    def gated(self) -> tuple[Argument, ...]:
        """The arguments that are gates, in the order in which they are declared."""
        return tuple(one for one in self.arguments if one.facts.gates)

    @property
    def dropout(self) -> bool:
        """Whether weights may be dropped."""
        return any(one.kind is InputKind.DROPOUT for one in self.arguments)

    @property
    def several(self) -> bool:
        """Whether the softmaxes of a head are saved one by one besides their result: `parts` and `part_lses`."""
        return self.softmaxes > 1 and not self.gates

    @property
    def stacked(self) -> int:
        """Under gates, how many softmaxes `out`, `lse` and the gradient of `out` have one after the other; else 0."""
        return self.softmaxes if self.gates else 0

    @property
    def results(self) -> tuple[str, ...]:
        """The results of the forward operator, all of which are inputs of the backward operator."""
        return ("out", "lse", "parts", "part_lses") if self.several else ("out", "lse")

    @property
    def apart(self) -> bool:
        """Whether `vmap` calls operators once per sample; otherwise samples join the batch."""
        shared = any(one.facts.shared for one in self.operands)
        return self.dropout or bool(self.tables) or bool(self.gates) or shared


@lru_cache(maxsize=64)
def interface(pattern: Pattern) -> Interface:
    """The call interface of a pattern, of whose softmaxes nothing is known before it is scheduled."""
    masks = frozenset[str]().union(*(names_in(atom) for atom in pattern_atoms(pattern)))
    scores = set(inputs_of_scores(pattern.scores))
    apart = {*(score.input for score in pattern.scores if isinstance(score, Sink)), *pattern.gates}
    read = [one for one in pattern.inputs if one.name in masks | scores | {*pattern.gates}]
    arguments = [
        Argument(one.name, one.kind, one.shape, unit_of(pattern, one.name), one.name in masks, one.name not in apart)
        for one in read
    ]
    arguments = [_of_side(one, pattern, {one.name for one in read}) for one in arguments]
    arguments = [_of_rows(one, pattern) for one in arguments]
    if isinstance(pattern.source, KeySource):
        arguments = [replace(one, place=one.name == pattern.source.at) for one in arguments]
    topk = topk_of(pattern)
    if topk is not None:
        arguments.append(Argument("selection", InputKind.TOPK, (topk.count,), topk.block, masks=True))
    if pattern.dropout:
        arguments += [Argument("dropout", InputKind.DROPOUT), Argument("seed", InputKind.SEED)]
    rules = [group.combine for group in pattern.groups]
    no_lse = next((rule.value for rule in rules if rule in (Combine.MEAN, Combine.SUM, Combine.GATE)), "")
    heads = _heads_read(pattern)
    return Interface(tuple(arguments), heads, 1, pattern.scale, kernel_scores(pattern), no_lse, pattern.gates)


def _of_side(argument: Argument, pattern: Pattern, names: set[str]) -> Argument:
    """The argument with the side of which it has a number for each position."""
    if not argument.facts.each:
        return argument
    read = next(one for one in pattern_inputs(pattern) if one.name == argument.name)
    pair = argument.name != keyword_of(argument.name) or of_keys(argument.name) in names
    return replace(argument, side=read.side, high=read.high, pair=pair)


def _of_rows(argument: Argument, pattern: Pattern) -> Argument:
    """The argument with the rows and heads that have a list each."""
    picked = picked_of(pattern, argument.name) if argument.facts.listed else None
    return argument if picked is None else replace(argument, rows=picked.block, owner=picked.owner)


def _heads_read(pattern: Pattern) -> tuple[Argument, ...]:
    """The arguments among `head_offset` and `num_heads` that affect results; a given selection has the call's heads."""
    every = [one for one in pattern_atoms(pattern) if own_heads(one) or "head" not in names_in(one)]
    names = frozenset[str]().union(*map(names_in, every))
    both = kernel_scores(pattern).by_head or any(not all_heads(group.heads) for group in pattern.groups)
    found = (("head_offset", both or "head" in names), ("num_heads", both or "heads" in names))
    return tuple(Argument(name, InputKind.HEADS) for name, read in found if read)
