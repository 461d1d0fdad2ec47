"""Where lines of generated text break: as `ruff format` would break them."""

from __future__ import annotations

from patternc.codegen.python_text import LINE_LENGTH


def bracketed(before: str, items: tuple[str, ...], after: str, indent: int = 0) -> tuple[str, ...]:
    """`before`, items between commas, `after`: on one line, the items on a line of their own, or a line for each.

    `before` ends with a bracket and `after` begins with the other. The first line is not indented: its place is the
    template's, `indent` columns in; nor are the others, which the template puts there too.
    """
    one = f"{before}{', '.join(items)}{after}"
    if indent + len(one) <= LINE_LENGTH:
        return (one,)
    inside = f"    {', '.join(items)}"
    if indent + len(inside) <= LINE_LENGTH:
        return (before, inside, after)
    return (before, *(f"    {item}," for item in items), after)


def signature(name: str, parameters: tuple[str, ...], result: str) -> tuple[str, ...]:
    """The head of a function, over as many lines as it takes."""
    return bracketed(f"def {name}(", parameters, f") -> {result}:")
