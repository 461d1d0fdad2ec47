"""What the templates ask of a printer: expressions, lines that fit, and truths that take several lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from patternc.codegen.triton.printer.expressions import KERNEL, WIDTH, Bracket, Line, Printer, flat, laid_out
from patternc.ir.index import All, Any, Index, Negated, Truth
from patternc.ir.tile import Let, Named, Narrow, Statement


@dataclass(frozen=True, slots=True)
class Statements:
    """The printer of a kernel's statements; `pad` is the blanks before each line."""

    printer: Printer = KERNEL

    def kind(self, statement: Statement) -> str:
        """The name of the statement's macro."""
        return type(statement).__name__

    def text(self, index: Index) -> str:
        """An expression on one line."""
        return self.printer.text(index)

    def call(self, pad: str, before: str, items: Sequence[str], after: str = ")") -> str:
        """A call, over as many lines as it takes; `before` ends with its bracket."""
        return "\n".join(laid_out((Bracket(before, tuple(items), after),), pad))

    def signature(self, named: Named) -> str:
        """The head of a kernel."""
        program = named.program
        constants = (f"{name}: tl.constexpr" for name in program.constants)
        return self.call("", f"def {named.name}(", (*program.tensors, *program.numbers, *constants), "):")

    def let(self, pad: str, let: Let) -> str:
        """Names and their values."""
        line: list[str | Bracket] = [f"{', '.join(let.names)} = "]
        for number, value in enumerate(let.values):
            line += [*((", ",) if number else ()), *self.printer.line(value)]
        return "\n".join(laid_out((*line, *((f"  # {let.note}",) if let.note else ())), pad))

    def narrow(self, pad: str, narrow: Narrow) -> str:
        """A truth joined to another one, term by term where it is long."""
        return "\n".join(self._narrowed(pad, narrow.name, narrow.test.truth))

    def _narrowed(self, pad: str, name: str, truth: Truth) -> Iterator[str]:
        line: Line = (f"{name} &= ", *self.printer.line(truth))
        if _fits(pad, line):
            yield f"{pad}{flat(line)}"
        elif isinstance(truth, All):
            for item in truth.items:
                yield from self._narrowed(pad, name, item)
        elif isinstance(truth, Any | Negated):
            yield from self._valued(pad, "test", truth)
            yield f"{pad}{name} &= test"
        else:
            yield from laid_out(line, pad)

    def _valued(self, pad: str, name: str, truth: Truth) -> Iterator[str]:
        """Lines that give a name a truth, one for each part of a truth that is too long for one."""
        line: Line = (f"{name} = ", *self.printer.line(truth))
        if _fits(pad, line):
            yield f"{pad}{flat(line)}"
        elif isinstance(truth, Negated):
            yield from self._valued(pad, name, truth.inner)
            yield f"{pad}{name} = {name} == 0"
        elif isinstance(truth, All | Any):
            sign = "&" if isinstance(truth, All) else "|"
            yield from self._valued(pad, name, truth.items[0])
            for number, item in enumerate(truth.items[1:], 2):
                yield from self._joined(pad, name, sign, f"{name}_{number}", item)
        else:
            yield from laid_out(line, pad)

    def _joined(self, pad: str, name: str, sign: str, own: str, truth: Truth) -> Iterator[str]:
        short: Line = (f"{name} {sign}= ", *self.printer.line(truth))
        if _fits(pad, short):
            yield f"{pad}{flat(short)}"
            return
        yield from self._valued(pad, own, truth)
        yield f"{pad}{name} {sign}= {own}"


def _fits(pad: str, line: Line) -> bool:
    return len(pad) + len(flat(line)) <= WIDTH
