"""What a call would give a pattern besides query, key and value, for commands that look at its mask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

import click

from patternc.cli.options import pairs, refuse_length
from patternc.codegen.runtime_inputs import InputText, InputType, entry_texts
from patternc.diagnostics import nearest
from patternc.ir.mask import Pattern
from patternc.ir.semantics import Inputs

option = click.option(
    "--input",
    "given",
    metavar="NAME=VALUES",
    multiple=True,
    callback=pairs,
    help="A run-time input of one batch entry, such as offsets=0,100,257 or lengths=64.",
)


def inputs_of(pattern: Pattern, given: Mapping[str, str], n: int, heads: int) -> Inputs:
    """The inputs of one batch entry: those given, and for each other one that shows what it does.

    Offsets make three documents, lengths are half the sequence, and a selection holds the nearest blocks of every row.
    Refuses a sequence that is of no length for the pattern, and values that no call would take.
    """
    refuse_length(pattern, n)
    return {one.name: _values(one, given.get(one.name), n, heads) for one in entry_texts(pattern)}


def refuse_unknown(patterns: Sequence[Pattern], given: Mapping[str, str]) -> None:
    """A usage error for a value of an input that no mask reads."""
    known = [one.name for pattern in patterns for one in entry_texts(pattern) if one.kind is not InputType.SELECTION]
    for name in given:
        if name not in known:
            help_ = nearest(name, known) if known else "no mask reads any"
            raise click.BadParameter(f"{name!r}; {help_}", param_hint="--input")


def described(pattern: Pattern, inputs: Inputs) -> Iterator[str]:
    """One line for each input that a mask reads."""
    for one in entry_texts(pattern):
        if one.kind is InputType.SELECTION:
            yield f"the nearest {one.shape[0]} blocks of {one.block} stand for those `topk` would choose"
        elif one.kind is InputType.OFFSETS:
            yield f"{one.name} = {', '.join(map(str, inputs[one.name]))}"
        else:
            yield f"{one.name} = {inputs[one.name]}"


def _values(one: InputText, text: str | None, n: int, heads: int) -> object:
    match one.kind:
        case InputType.OFFSETS:
            count = -(-n // one.block)
            found = _integers(one.name, text) if text else [0, count // 3, 2 * count // 3, count]
            if found[0] != 0 or found[-1] != count or found != sorted(found):
                ends = f"offsets begin at 0, never fall, and end at {count}"
                raise click.BadParameter(f"{one.name}={text}: {ends}", param_hint="--input")
            return found
        case InputType.LENGTHS:
            count = -(-n // one.block)
            found = _integers(one.name, text) if text else [count // 2]
            if len(found) != 1 or not 0 <= found[0] <= count:
                raise click.BadParameter(f"{one.name}={text}: one length from 0 to {count}", param_hint="--input")
            return found[0]
        case InputType.SELECTION:
            return _nearest(-(-n // one.block), one.shape[0] or 0, heads)
        case InputType.TABLE | InputType.DROPOUT | InputType.SEED | InputType.HEADS:
            raise ValueError(f"one: {one.name} is read by no mask")
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
    """[heads, rows, count]: of every row its own block and those before it, -1 where there are none."""
    import numpy as np

    found = np.arange(rows)[:, None] - np.arange(count)
    return np.broadcast_to(np.maximum(found, -1), (heads, rows, count))
