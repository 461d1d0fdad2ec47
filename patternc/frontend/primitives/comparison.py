"""`when`: an integer expression over q, k, h and n."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from patternc.frontend.primitives.closed_forms import closed
from patternc.frontend.primitives.primitive import Primitive
from patternc.ir.dump.masks import dump_mask
from patternc.ir.mask import Atom, Compare, Mask
from patternc.ir.traversal import inputs_in, mapped, relabelled


@dataclass(frozen=True, slots=True)
class When(Primitive):
    """the condition holds; it is made of `Compare` under `And`, `Or` and `Not`, as it is written"""

    word: ClassVar[str] = "when"

    condition: Mask

    def lower(self) -> Mask:
        return closed(self.condition)

    @property
    def inputs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(read.name for read in inputs_in(self.condition)))

    def __str__(self) -> str:
        return f"when({dump_mask(mapped(self.condition, _as_written))})"


def _as_written(atom: Atom) -> Mask:
    """The comparison with the names of inputs as the language writes them."""
    if not isinstance(atom, Compare):
        return atom
    left, right = (
        relabelled(side, lambda one: replace(one, input=f"@{one.input}")) for side in (atom.left, atom.right)
    )
    return Compare(atom.operator, left, right)
