"""Operators of Python that no pattern says, of the symbols of a `mask_mod`: errors that name the expression."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, NoReturn


class Refusing(ABC):
    """A symbol, which stands for all pairs, so that Python can't ask for its value."""

    @property
    @abstractmethod
    def written(self) -> str:
        """The text of the symbol."""

    def _no_python(self, does: str) -> NoReturn:
        raise NotImplementedError(
            f"mask_mod: Python {does} `{self.written}`, which stands for all pairs: write & | ~ in place of `if`, "
            "`and`, `or`, `not` and chained comparisons, and torch.minimum in place of min"
        )

    def __bool__(self) -> bool:
        self._no_python("decides by")

    def __index__(self) -> int:
        self._no_python("needs the number")

    __int__ = __float__ = __index__

    def __iter__(self) -> Iterator[Any]:
        self._no_python("iterates over")

    __hash__ = None  # type: ignore[assignment]


class WithoutBits(Refusing):
    """A number of which fractions, powers and bits are refused."""

    def _bits(self, sign: str, help_: str) -> NoReturn:
        raise NotImplementedError(f"mask_mod: `{sign}` of the bits of `{self.written}`: {help_}")

    def __pow__(self, other: object) -> NoReturn:
        self._bits("**", "write the product")

    __rpow__ = __pow__

    def __lshift__(self, other: object) -> NoReturn:
        self._bits("<<", "write * and a power of two")

    def __rshift__(self, other: object) -> NoReturn:
        self._bits(">>", "write // and a power of two")

    def __and__(self, other: object) -> NoReturn:
        self._bits("&", "compare the numbers that are joined, as in `!= 0`; for the last bits write `% 64`")

    def __or__(self, other: object) -> NoReturn:
        self._bits("|", "compare the numbers that are joined, as in `!= 0`")

    def __xor__(self, other: object) -> NoReturn:
        self._bits("^", "write == or != of numbers")

    def __invert__(self) -> NoReturn:
        self._bits("~", "compare the number, as in `== 0`")

    __rand__, __ror__, __rxor__, __rlshift__, __rrshift__ = __and__, __or__, __xor__, __lshift__, __rshift__
