"""Runtime inputs for commands that show the mask of a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import click

from patternc.cli.calls import refuse_length
from patternc.cli.options import pairs
from patternc.cli.quantities import integer
from patternc.cost import sample_inputs
from patternc.diagnostics import nearest
from patternc.ir.inputs import numbers_of, picks_of, short_text
from patternc.ir.interface import interface
from patternc.ir.mask import Pattern, TileOrder
from patternc.ir.semantics import Inputs

option = click.option(
    "--input",
    "given",
    metavar="NAME=VALUES",
    multiple=True,
    callback=pairs,
    help="A runtime input of one batch entry, such as offsets=0,100,257, lengths=64, or a position for each query.",
)


def inputs_of(pattern: Pattern, given: Mapping[str, str], n: int, heads: int) -> Inputs:
    """The runtime inputs of one batch entry: the given values, and illustrative ones for the others.

    By default, offsets and positions make three documents, lengths are half the sequence, and a selection has the
    nearest blocks. Of lists an option gives the number of keys, or blocks, of a row, which are the nearest.
    Sequence lengths and values that no call would accept are usage errors.
    """
    refuse_length(pattern, n)
    read = {one.keyword for one in interface(pattern).entries}
    numbers = {name: _integers(name, text) for name, text in given.items() if text and name in read}
    try:
        return sample_inputs.inputs_of(pattern, numbers, n, heads)
    except sample_inputs.UnfitError as error:
        raise click.BadParameter(f"{error.name}={given[error.name]}: {error}", param_hint="--input") from None


def inputs_at(pattern: Pattern, given: Mapping[str, str], heads: int) -> Callable[[int], Inputs] | None:
    """A function that returns the inputs at any length; None if an option gives an input, which fits one length."""
    if any(one.keyword in given for one in interface(pattern).entries):
        return None
    return lambda n: inputs_of(pattern, given, n, heads)


def refuse_unknown(patterns: Sequence[Pattern], given: Mapping[str, str]) -> None:
    """Raise a usage error for an input that no mask reads."""
    entries = (one for pattern in patterns for one in interface(pattern).entries)
    known = list(dict.fromkeys(one.keyword for one in entries if one.facts.declared))
    for name in given:
        if name not in known:
            help_ = nearest(name, known) if known else "no mask reads an input"
            raise click.BadParameter(f"{name!r}; {help_}", param_hint="--input")


def assumed(pattern: Pattern, inputs: Inputs, given: Mapping[str, str]) -> Iterator[str]:
    """For each input that a mask reads and no option gives, a line with the assumed value."""
    for argument in interface(pattern).entries:
        if not argument.facts.declared:
            blocks = f"{argument.shape[0]} blocks of {argument.block}"
            yield f"every row of blocks selects the nearest {blocks} (`topk` is not known)"
        elif argument.keyword not in given and argument.keyword == argument.name != TileOrder.CELLS:
            if argument.facts.listed:
                picks = picks_of(inputs[argument.name])
                text = sample_inputs.picks_text(argument, picks)
                yield f"{argument.facts.pictured} {text} (--input {argument.name}={picks})"
                continue
            values = short_text(numbers_of(inputs[argument.name]), ",")
            yield f"{argument.facts.pictured} (--input {argument.name}={values})"


def _signed(text: str) -> int | None:
    """The integer in a text, which labels may have below 0 too."""
    number = integer(text.removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number


def _integers(name: str, text: str) -> list[int]:
    found = [_signed(part.strip()) for part in text.split(",")]
    numbers = [number for number in found if number is not None]
    if len(numbers) < len(found):
        raise click.BadParameter(
            f"{name}={text} is not one integer or several, such as 0,100,257", param_hint="--input"
        )
    return numbers
