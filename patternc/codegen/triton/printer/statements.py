"""Statements of kernels as lines of Triton: expressions, lines that fit, and truths that take several lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.codegen.tiles.host_text import TILE, packed
from patternc.codegen.triton.printer.calls import Called, call_of, literal
from patternc.codegen.triton.printer.expressions import KERNEL
from patternc.ir.index import ONE, ZERO, All, Cmp, Holds, Index, Truth
from patternc.ir.index_text import Printer
from patternc.ir.lines import LINE_LENGTH, Line, laid_out
from patternc.ir.tile import For, Let, Program


@dataclass(frozen=True, slots=True)
class Statements:
    """The printer of a kernel's statements; `pad` is the blanks before each line."""

    printer: Printer = KERNEL

    def text(self, index: Index) -> str:
        """An expression on one line."""
        return self.printer.text(index)

    def tensors(self, program: Program) -> tuple[str, ...]:
        """The tensors that a kernel takes, and tuples of them."""
        return tuple(name for _, name in packed(program.tensors))

    def constants(self, program: Program) -> tuple[str, ...]:
        """The constants that a kernel takes."""
        return (*(name for name in program.constants if name not in TILE), "TILE")

    def unpacked(self, program: Program) -> tuple[tuple[tuple[str, ...], str], ...]:
        """The tensors that a kernel takes as tuples, with the names of those."""
        return tuple((run, name) for run, name in packed(program.tensors) if len(run) > 1)

    def let(self, pad: str, let: Let) -> str:
        """Names and their values."""
        note = f"  # {let.note}" if let.note else ""
        lines = self.printer.given(let.names, let.values, LINE_LENGTH - len(pad), note)
        return "\n".join(f"{pad}{line}" for line in lines)

    def call(self, pad: str, statement: Called) -> str:
        """A statement that is a call."""
        call = call_of(statement)
        line = (f"{', '.join(call.names)} = " if call.names else "", call.bracket())
        return "\n".join(_lines(line, pad))

    def number(self, value: float) -> str:
        """A number of a tile."""
        return literal(value)

    def turns(self, loop: For) -> str:
        """The arguments of `range` for the values of a loop's variable."""
        counts = (loop.start, loop.step) == (ZERO, ONE)
        return ", ".join(map(self.text, (loop.stop,) if counts else (loop.start, loop.stop, loop.step)))

    def named(self, pad: str, name: str, truth: Truth) -> str:
        """A name for a truth, term by term where it is long."""
        return self.let(pad, Let((name,), (truth,)))

    def narrowed(self, pad: str, name: str, truth: Truth) -> str:
        """A truth joined to a named one, term by term where it is long."""
        return "\n".join(self._narrowed(pad, name, truth))

    def _narrowed(self, pad: str, name: str, truth: Truth) -> Iterator[str]:
        joined = self.printer.joined(name, "&", truth)
        if joined.fits(LINE_LENGTH - len(pad)) or isinstance(truth, Cmp | Holds):
            yield from _lines(joined.line, pad)
        elif isinstance(truth, All):
            for item in truth.items:
                yield from self._narrowed(pad, name, item)
        else:
            yield self.named(pad, "test", truth)
            yield f"{pad}{name} &= test"


def _lines(line: Line, pad: str) -> Iterator[str]:
    return (f"{pad}{one}" for one in laid_out(line, LINE_LENGTH - len(pad)))
