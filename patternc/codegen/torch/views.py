"""From a kernel to the inputs of a torch module's template: batches, what they need, and the code around them."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.backend import Legal
from patternc.codegen.emit import Origin, View
from patternc.codegen.interface import Argument, Kind
from patternc.codegen.provenance import all_heads, held_heads, place
from patternc.codegen.python_text import LINE_LENGTH
from patternc.codegen.shell import Shell, shell
from patternc.codegen.torch.functions import Functions, functions
from patternc.codegen.torch.needs import Fields, Uses, fields, lists_of, names_read, uses
from patternc.codegen.torch.printer import FILTERS
from patternc.ir.batch import Batches, Group, Nest, OneByOne, Strip
from patternc.ir.mask import Bias, Combine, Score, Softcap
from patternc.source import Source
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Commented:
    """A nest, the lines of its comment, and how far its innermost statement is indented.

    `all_rows`, `all_columns`: its view is all queries or all keys of the call. `first`: no earlier nest is of the same
    softmax, and it lists no blocks, so that a row's results have nothing to be merged with.
    """

    nest: Nest
    lines: tuple[str, ...]
    depth: int
    all_rows: bool
    all_columns: bool
    first: bool


@dataclass(frozen=True, slots=True)
class GroupText:
    """A group of heads. `of_call`: the range of its heads in the call; `every`: whether it has all heads of the model.

    `scaled`: its one softmax is a mean of several branches, most of which a head lacks. `common`: it has lists of
    blocks that are kept from call to call, with all of its heads.
    """

    of_call: str
    every: bool
    nests: tuple[Commented, ...]
    softmaxes: int
    combine: str
    divisor: int
    scaled: bool
    common: bool


@dataclass(frozen=True, slots=True)
class Given:
    """The run-time inputs of both passes besides tensors and numbers.

    `names`: all of them, in order. `reads_n`: runs depend on the length of the sequence. `heads`: the places of heads
    in the whole model that runs read; `masks`: inputs of which each batch entry has its own; `tables`: those that are
    added to scores.
    """

    names: tuple[str, ...]
    reads_n: bool
    heads: tuple[str, ...]
    masks: tuple[str, ...]
    tables: tuple[str, ...]
    dropout: bool


@dataclass(frozen=True, slots=True)
class BiasText:
    """A bias table that is added to scores; `bent`: a softcap follows."""

    radius: int
    bent: bool


@dataclass(frozen=True, slots=True)
class TorchModule:
    """The inputs of `torch/kernel.py.j2`.

    `softmaxes`: the most that a head runs. `mixes`: some heads mix softmaxes by their denominators. `damped`: a score
    modifier has a derivative other than 1.
    """

    shell: Shell
    groups: tuple[GroupText, ...]
    functions: Functions
    has: Fields
    uses: Uses
    given: Given
    softmaxes: int
    mixes: bool
    any_scaled: bool
    scores: tuple[Score, ...]
    biases: tuple[BiasText, ...]
    damped: bool


def views(legal: Legal, _target: Target, origin: Origin) -> tuple[View, ...]:
    """The view of a pattern's torch module, which serves all targets."""
    kernel, batches = legal.kernel, legal.device
    assert isinstance(batches, Batches)
    data = _module(batches, shell(kernel, origin, "torch"), origin.source)
    return (View("torch/kernel.py.j2", f"{kernel.pattern.name}_torch.py", data, FILTERS),)


def _module(batches: Batches, outside: Shell, source: Source) -> TorchModule:
    biases = tuple(BiasText(one.radius, _bent(one, batches.scores)) for one in batches.scores if isinstance(one, Bias))
    damped = any(isinstance(score, Softcap) for score in batches.scores)
    groups = tuple(_group(group, source) for group in batches.groups)
    several, needs = max(group.softmaxes for group in batches.groups), uses(batches)
    return TorchModule(
        shell=outside,
        groups=groups,
        functions=functions(batches, source),
        has=fields(batches),
        uses=needs,
        given=_given(outside.interface.operands, names_read(batches)),
        softmaxes=several,
        mixes=needs.mixes,
        any_scaled=any(group.scaled for group in groups),
        scores=batches.scores,
        biases=biases,
        damped=damped,
    )


def _bent(bias: Bias, scores: tuple[Score, ...]) -> bool:
    """Whether a softcap follows the bias."""
    return any(isinstance(later, Softcap) for later in scores[scores.index(bias) + 1 :])


_OF_ENTRIES = (Kind.OFFSETS, Kind.LENGTHS, Kind.SELECTION)


def _given(inputs: tuple[Argument, ...], read: frozenset[str]) -> Given:
    heads = tuple(one.name for one in inputs if one.kind is Kind.HEADS and one.name in read)
    unread = {one.name for one in inputs if one.kind is Kind.HEADS} - set(heads)
    return Given(
        names=tuple(f"{'_' * (one.name in unread)}{one.own}" for one in inputs),
        reads_n="n" in read,
        heads=heads,
        masks=tuple(one.own for one in inputs if one.kind in _OF_ENTRIES and one.name in read),
        tables=tuple(one.own for one in inputs if one.kind is Kind.TABLE),
        dropout=any(one.kind is Kind.DROPOUT for one in inputs),
    )


def _group(group: Group, source: Source) -> GroupText:
    softmaxes = [nest.batch.softmax for nest in group.nests]
    first = [i for i, nest in enumerate(group.nests) if nest.listed is None and softmaxes.index(softmaxes[i]) == i]
    return GroupText(
        of_call=held_heads(group.heads, "query.shape[1]"),
        every=all_heads(group.heads),
        nests=tuple(_commented(nest, source, i in first) for i, nest in enumerate(group.nests)),
        softmaxes=group.softmaxes,
        combine=group.combine.value,
        divisor=group.divisor,
        scaled=group.combine is Combine.MEAN and group.divisor != 1,
        common=any(not blocks.inputs for nest in group.nests for blocks in lists_of(nest)),
    )


def _commented(nest: Nest, source: Source, first: bool) -> Commented:
    """A nest with its comment: its place in the pattern file and its kind, on one line if it fits."""
    written = place(nest.clause, source)
    one = f"{written}: {nest.note}"
    lines = (one,) if len(one) <= LINE_LENGTH - 6 else (f"{written}:", nest.note)
    loops = 1 + (nest.classes is not None) + (nest.segments is not None)
    loops += nest.listed is not None and isinstance(nest.heads, OneByOne)
    return Commented(nest, lines, 4 + 4 * loops, nest.batch.rows == Strip(), nest.batch.columns == Strip(), first)
