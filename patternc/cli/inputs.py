"""Runtime inputs for commands that show the mask of a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import click

from patternc.cli.calls import refuse_length
from patternc.cli.options import pairs
from patternc.cli.quantities import integer
from patternc.cost.sample_inputs import PICTURED, read_inputs, sample
from patternc.diagnostics import nearest
from patternc.ir.inputs import input_facts, numbers_of, value_of
from patternc.ir.interface import Argument
from patternc.ir.mask import Pattern
from patternc.ir.semantics import Inputs

option = click.option(
    "--input",
    "given",
    metavar="NAME=VALUES",
    multiple=True,
    callback=pairs,
    help="A runtime input of one batch entry, such as offsets=0,100,257 or lengths=64.",
)


def inputs_of(pattern: Pattern, given: Mapping[str, str], n: int, heads: int) -> Inputs:
    """The runtime inputs of one batch entry: the given values, and illustrative ones for the others.

    By default, offsets make three documents, lengths are half the sequence, and a selection has the nearest blocks.
    Sequence lengths and values that no call would accept are usage errors.
    """
    refuse_length(pattern, n)
    return {name: _values(one, given.get(name), n, heads) for name, one in read_inputs(pattern).items()}


def inputs_at(pattern: Pattern, given: Mapping[str, str], heads: int) -> Callable[[int], Inputs] | None:
    """A function that returns the inputs at any length; None if an option gives an input, which fits one length."""
    if read_inputs(pattern).keys() & given.keys():
        return None
    return lambda n: inputs_of(pattern, given, n, heads)


def refuse_unknown(patterns: Sequence[Pattern], given: Mapping[str, str]) -> None:
    """Raise a usage error for an input that no mask reads."""
    read = [one for pattern in patterns for one in read_inputs(pattern).values()]
    known = [one.name for one in read if input_facts(one.kind).declared]
    for name in given:
        if name not in known:
            help_ = nearest(name, known) if known else "no mask reads an input"
            raise click.BadParameter(f"{name!r}; {help_}", param_hint="--input")


def assumed(pattern: Pattern, inputs: Inputs, given: Mapping[str, str]) -> Iterator[str]:
    """For each input that a mask reads and no option gives, a line with the assumed value."""
    for argument in read_inputs(pattern).values():
        if not input_facts(argument.kind).declared:
            blocks = f"{argument.shape[0]} blocks of {argument.block}"
            yield f"every row of blocks selects the nearest {blocks} (`topk` is not known)"
        elif argument.name not in given:
            values = ",".join(map(str, numbers_of(inputs[argument.name])))
            yield f"{input_facts(argument.kind).pictured} (--input {argument.name}={values})"


def _values(argument: Argument, text: str | None, n: int, heads: int) -> object:
    """The value that an option gives, or a sample."""
    if not text:
        return sample(argument, n, heads, PICTURED)
    try:
        return value_of(argument.kind, _integers(argument.name, text), argument.count(n))
    except ValueError as error:
        raise click.BadParameter(f"{argument.name}={text}: {error}", param_hint="--input") from None


def _integers(name: str, text: str) -> list[int]:
    found = [integer(part) for part in text.split(",")]
    numbers = [number for number in found if number is not None]
    if len(numbers) < len(found):
        raise click.BadParameter(
            f"{name}={text} is not one integer or several, such as 0,100,257", param_hint="--input"
        )
    return numbers
