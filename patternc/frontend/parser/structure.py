"""The items of a file, and the one error that is reported where braces do not match.

An *item* begins with the header of a pattern or module, or with `edition`, and ends where the next one begins. Where
its braces do not match, every statement of it may belong elsewhere, so that only the first error found in it is
reported. Other items are not affected.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from patternc.diagnostics import Diagnostic, Findings
from patternc.source import Span


@dataclass(slots=True)
class Structure:
    """Where items begin, and the parts of the file in which no further errors are reported.

    `doubtful`: single statements that a syntax error may have cut short. `statements`: the offsets of the last two
    statements. `cut`: whether the last statement ended too early.
    """

    findings: Findings
    begins: list[int] = field(default_factory=list)
    broken: set[int] = field(default_factory=set)
    strays: set[int] = field(default_factory=set)
    doubtful: list[Span] = field(default_factory=list)
    statements: tuple[int, int] = (0, 0)
    cut: bool = False

    def begin(self, at: int) -> None:
        """An item begins at this offset."""
        self.begins.append(at)

    def statement(self, at: int) -> None:
        """A statement begins at this offset."""
        self.statements = (self.statements[1], at)

    def doubt_before(self, at: int) -> None:
        """The text at this offset cannot begin a statement, so the statement before it may be cut short."""
        self.doubtful.append(Span(max(start for start in (0, *self.statements) if start < max(at, 1)), at))

    def mismatch(self, code: str, message: str, span: Span, label: str, *, help_: str = "") -> None:
        """Report braces that do not match: the item is broken."""
        self.findings.error(code, message, span, label, help=help_)
        self.give_up()

    def stray_brace(self, span: Span, early: bool) -> None:
        """Report a `}` outside all blocks; `early`: the block before ended where it probably should not."""
        self.findings.error("P002", "`}` without an opening brace", span, "no block is open here")
        if not self.is_first_stray() or early:
            self.give_up()

    def give_up(self) -> None:
        """Report nothing more in the current item."""
        self.broken.add(len(self.begins))

    def is_first_stray(self) -> bool:
        """Whether the current item has no other text outside its block; from here on it has."""
        first = len(self.begins) not in self.strays
        self.strays.add(len(self.begins))
        return first

    def reported(self) -> tuple[Diagnostic, ...]:
        """The errors in file order; of those of a broken item, the one that was found first."""
        said: set[int] = set()
        kept: list[Diagnostic] = []
        for diagnostic in self.findings.found:
            item = bisect_right(self.begins, diagnostic.span.start) if diagnostic.span else -1
            if item not in said:
                kept.append(diagnostic)
            if item in self.broken:
                said.add(item)
        return tuple(sorted(kept, key=lambda one: one.span.start if one.span else -1))

    def unread(self) -> tuple[Span, ...]:
        """The parts of the file whose meaning is unknown."""
        ends = (0, *self.begins, len(self.findings.source.text) + 1)
        return (*(Span(ends[item], ends[item + 1]) for item in sorted(self.broken)), *self.doubtful)
