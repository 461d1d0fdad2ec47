"""Names by which modules that are not moved to `interface` yet know its arguments."""

from __future__ import annotations

from patternc.codegen.interface import Argument as InputText
from patternc.codegen.interface import Interface, heads_read
from patternc.codegen.interface import Kind as InputType
from patternc.codegen.interface import arguments as given_texts
from patternc.ir.mask import Pattern

__all__ = ["InputText", "InputType", "entry_texts", "given_texts", "head_texts", "input_texts", "sinks"]

head_texts = heads_read


def input_texts(pattern: Pattern) -> tuple[InputText, ...]:
    """What kernels get."""
    return Interface(given_texts(pattern), heads_read(pattern)).operands


def entry_texts(pattern: Pattern) -> tuple[InputText, ...]:
    """The arguments that a mask reads."""
    return Interface(given_texts(pattern), ()).entries


def sinks(pattern: Pattern) -> tuple[str, ...]:
    """The inputs of `score sink`."""
    return tuple(one.name for one in Interface(given_texts(pattern), ()).sinks)
