"""Runtime inputs for commands that show the mask of a pattern."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

import click

from patternc.cli.options import pairs, refuse_length
from patternc.codegen.interface import Argument, Kind, entries
from patternc.diagnostics import nearest
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
    return {one.name: _values(one, given.get(one.name), n, heads) for one in entries(pattern)}


def refuse_unknown(patterns: Sequence[Pattern], given: Mapping[str, str]) -> None:
    """Raise a usage error for an input that no mask reads."""
    known = [one.name for pattern in patterns for one in entries(pattern) if one.kind is not Kind.SELECTION]
    for name in given:
        if name not in known:
            help_ = nearest(name, known) if known else "no mask reads an input"
            raise click.BadParameter(f"{name!r}; {help_}", param_hint="--input")


def described(pattern: Pattern, inputs: Inputs) -> Iterator[str]:
    """One line for each input that a mask reads."""
    for one in entries(pattern):
        if one.kind is Kind.SELECTION:
            yield f"the nearest {one.shape[0]} blocks of {one.block} stand in for the selection of `topk`"
        elif one.kind is Kind.OFFSETS:
            yield f"{one.name} = {', '.join(map(str, inputs[one.name]))}"
        else:
            yield f"{one.name} = {inputs[one.name]}"


def assumed(pattern: Pattern, inputs: Inputs, given: Mapping[str, str]) -> Iterator[str]:
    """One line for each input that a mask reads and no option gives: what is assumed of it."""
    for one in entries(pattern):
        if one.kind is Kind.SELECTION:
            yield f"every row of blocks selects the nearest {one.shape[0]} blocks of {one.block} (`topk` is not known)"
        elif one.name not in given:
            what = "three documents of one length" if one.kind is Kind.OFFSETS else "half of the sequence"
            values = inputs[one.name] if one.kind is Kind.OFFSETS else [inputs[one.name]]
            yield f"{what} (--input {one.name}={','.join(map(str, values))})"


def _values(one: Argument, text: str | None, n: int, heads: int) -> object:
    match one.kind:
        case Kind.OFFSETS:
            count = -(-n // one.block)
            found = _integers(one.name, text) if text else [0, count // 3, 2 * count // 3, count]
            if found[0] != 0 or found[-1] != count or found != sorted(found):
                ends = f"offsets must begin at 0, not decrease, and end at {count}"
                raise click.BadParameter(f"{one.name}={text}: {ends}", param_hint="--input")
            return found
        case Kind.LENGTHS:
            count = -(-n // one.block)
            found = _integers(one.name, text) if text else [count // 2]
            if len(found) != 1 or not 0 <= found[0] <= count:
                raise click.BadParameter(
                    f"{one.name}={text}: must be one length from 0 to {count}", param_hint="--input"
                )
            return found[0]
        case Kind.SELECTION:
            return _nearest(-(-n // one.block), one.shape[0] or 0, heads)
        case Kind.TABLE | Kind.DROPOUT | Kind.SEED | Kind.HEADS:
            raise ValueError(f"one: no mask reads {one.name}")
        case _:
            assert_never(one.kind)


def _integers(name: str, text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise click.BadParameter(
            f"{name}={text} is not one integer or several, such as 0,100,257", param_hint="--input"
        )
    return [int(part) for part in parts]


def _nearest(rows: int, count: int, heads: int) -> object:
    """[heads, rows, count]: the block of every row and the blocks before it, then -1."""
    import numpy as np

    found = np.arange(rows)[:, None] - np.arange(count)
    return np.broadcast_to(np.maximum(found, -1), (heads, rows, count))
