"""Memory of tile programs: an address is some rows of a source, which a program loads or stores.

A statement that moves rows holds an `Address`; what kind of memory that is, its source alone says. A further kind of
memory (pages of a cache, a second tensor of keys) is a further source here, and changes no statement. Rows that are
gathered are an address whose `rows` are looked up.

An extent is how many numbers a row has. It is a constant of the launch, and the tile follows from it: a row is cut into
a power of two of numbers and, where that is not all, a smaller one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from patternc.ir.index import Expr, Truth, Var

N = TypeVar("N", int, float)
KEY_DIM, VALUE_DIM = Var("KEY_DIM"), Var("VALUE_DIM")
"""The extents of rows: of query, key and their gradients; of value, out and their gradients."""

EXTENTS = (KEY_DIM.name, VALUE_DIM.name)


@dataclass(frozen=True, slots=True, order=True)
class HeadDims:
    """The extents of a call: the numbers of a row of query and key, and of a row of value and out."""

    key: int
    value: int

    @classmethod
    def equal(cls, size: int) -> HeadDims:
        """Keys and values of one size."""
        return cls(size, size)

    @property
    def largest(self) -> int:
        """The larger of the two, from which the tile of a launch follows."""
        return max(self.key, self.value)

    @property
    def both(self) -> int:
        """The numbers of a row of key and of the same row of value."""
        return self.key + self.value

    def numbers(self, keys: N, values: N) -> N:
        """The numbers of so many rows as long as a key and so many as long as a value."""
        return keys * self.key + values * self.value

    def __str__(self) -> str:
        return f"{self.key}" if self.key == self.value else f"{self.key} (values of {self.value})"


@dataclass(frozen=True, slots=True)
class Head:
    """The rows of one head in a tensor [B, H, N, extent], by position.

    `start`: a pointer to where position 0 is, or would be if the call does not hold it. `strides`: of the tensor.
    """

    start: Expr
    strides: Expr
    extent: Var


@dataclass(frozen=True, slots=True)
class Described:
    """The rows of a head that the tensor descriptor `matrix` covers, of which `row` is the first that is loaded.

    In a launch that is not `DESCRIBED`, the same rows of `head`, by pointers.
    """

    head: Head
    matrix: Var
    row: Expr

    @property
    def extent(self) -> Var:
        """That of the head."""
        return self.head.extent


@dataclass(frozen=True, slots=True)
class AcrossHeads:
    """Row `number` of every head in a tensor [B, H, N, extent], by head."""

    tensor: Var
    strides: Expr
    batch: Expr
    number: Expr
    extent: Var


@dataclass(frozen=True, slots=True)
class Packed:
    """The rows of a contiguous tensor [.., extent], counted over all axes but the last."""

    tensor: Expr
    extent: Var


@dataclass(frozen=True, slots=True)
class Statistics:
    """A contiguous tensor with one number for each row; `missing` is loaded for rows that are not valid."""

    tensor: Expr
    missing: float = 0.0


@dataclass(frozen=True, slots=True)
class Plane:
    """The numbers of the pairs of a head, in a tensor [.., queries, keys] of any strides.

    `origin`: the place in it of the pair of positions 0, which the call need not hold. `strides`: of the tensor.
    """

    tensor: Expr
    origin: Expr
    strides: Expr


Source: TypeAlias = Head | Described | AcrossHeads | Packed | Statistics


@dataclass(frozen=True, slots=True)
class Address:
    """Rows of a source. Those that are not `valid` are loaded as 0 and are not stored; None: all are valid."""

    source: Source
    rows: Expr
    valid: Truth | None
