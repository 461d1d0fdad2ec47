"""Lines of a generated file about what each batch entry is given."""

from __future__ import annotations

from patternc.codegen.interface import Argument, Kind
from patternc.codegen.python_text import LINE_LENGTH
from patternc.codegen.runtime_inputs import entry_texts
from patternc.ir.mask import Pattern


def entry_lines(pattern: Pattern) -> tuple[str, ...]:
    """Lines that give `entries`: for each batch entry the inputs that masks read."""
    items = tuple(entry_text(given) for given in entry_texts(pattern))
    entry = f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    flat = f"entries = [{entry} for b in range(query.shape[0])]"
    if len(flat) + 4 <= LINE_LENGTH:
        return (flat,)
    whole = (f"    {entry}",)
    lines = whole if len(whole[0]) + 4 <= LINE_LENGTH else ("    (", *(f"        {item}," for item in items), "    )")
    return ("entries = [", *lines, "    for b in range(query.shape[0])", "]")


def entry_text(given: Argument) -> str:
    """What batch entry `b` has of an input."""
    if given.kind is Kind.OFFSETS:
        return f"{given.name}[b] if {given.name}.dim() == 2 else {given.name}"
    return f"{given.name}[b]"
