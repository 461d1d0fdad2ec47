"""How inputs go to the operators and back, as text."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.input_checks import input_checks, prepared, value_checks, valued
from patternc.codegen.line_breaks import bracketed
from patternc.codegen.runtime_inputs import InputType, given_texts, head_texts, input_texts
from patternc.ir.mask import Pattern


@dataclass(frozen=True, slots=True)
class Passing:
    """What the shared templates spell of inputs on their way.

    `kept`: numbers of a call that come first, `tensors` and `numbers`: the inputs after them, as parts of `rest`.
    `grads`: what `_differentiate` returns for each input.
    """

    tuple_lines: tuple[str, ...]
    schema: str
    prepared: tuple[str, ...]
    checks: tuple[str, ...]
    values: tuple[str, ...]
    valued: tuple[str, ...]
    kept: int
    tensors: str
    numbers: str
    tables: tuple[str, ...]
    grads: str
    zero_grads: str
    fake_grads: str


def passing(pattern: Pattern) -> Passing | None:
    """How a pattern's inputs are passed; None: it has none."""
    given = input_texts(pattern)
    if not given and not given_texts(pattern):
        return None
    kept = 4 + len(head_texts(pattern))
    tensors = [one for one in given if one.annotation == "Tensor"]
    tables = [one for one in given if one.kind is InputType.TABLE]
    drawn = [one for one in given if one.kind in (InputType.DROPOUT, InputType.SEED)]
    places = {table: tensors.index(table) for table in tables}
    grads = [
        f"grad_tables[{tables.index(one)}].to(given[{places[one]}].dtype)" if one in places else "None" for one in given
    ]
    return Passing(
        tuple_lines=_tuple_lines(tuple(one.name for one in given)),
        schema="".join(f", {one.schema}" for one in given),
        prepared=tuple(prepared(one) for one in given),
        checks=input_checks(pattern),
        values=value_checks(pattern),
        valued=valued(pattern),
        kept=kept,
        tensors=f"rest[{kept}:{-len(drawn) if drawn else ''}]" if tensors else "",
        numbers=f"rest[{-len(drawn)}:]" if drawn else "",
        tables=tuple(one.name for one in tables),
        grads="".join(f", {grad}" for grad in grads),
        zero_grads="".join(f", grad_{one.name}" for one in tables),
        fake_grads="".join(
            f", rest[{4 + kept + places[one]}].new_empty(rest[{4 + kept + places[one]}].shape, dtype=torch.float32)"
            for one in tables
        ),
    )


def _tuple_lines(names: tuple[str, ...]) -> tuple[str, ...]:
    """Lines that give `inputs`."""
    if len(names) < 2:
        return tuple(f"inputs = ({name},)" for name in names)
    return (f"inputs = {', '.join(names)}",) if sum(map(len, names)) < 80 else bracketed("inputs = (", names, ")", 4)
