"""A call of a rank, and the functions of a pattern that it runs."""

from collections.abc import Callable
from typing import NamedTuple

from torch import Tensor

from ..ring_plan.exchange import Exchange
from .ranks import _Ranks


class Mixture(NamedTuple):
    """Heads that combine several softmaxes.

    `heads`: which of `num_heads` of the whole model; None: all. `divisor`: of the sum of results; 0: they are mixed by
    their softmax denominators.
    """

    heads: Callable[[int], range] | None
    softmaxes: int
    divisor: int


class Kernels(NamedTuple):
    """The functions of a pattern, and the places among their operands of those that a ring changes.

    `forward`: (out, lse[, parts, part_lses]) of (dtype, query, key, value, scale, q_offset, k_offset, seq_len,
    *operands), out and parts with that dtype. `backward`: (grad_query, grad_key, grad_value, *gradients of tables) of
    (dtype, query, key, value, *results, grad_out, grad_lse, scale, ...). The last `tables` operands have gradients.
    """

    name: str
    forward: Callable[..., tuple[Tensor, ...]]
    backward: Callable[..., tuple[Tensor, ...]]
    tables: int = 0
    sinks: bool = False  # which read the lse in float64
    head_offset: int | None = None
    num_heads: int | None = None
    selection: int | None = None
    choose: Callable[["RingCall", Tensor, Tensor], "RingCall"] | None = None  # of queries and keys, which fill it
    lists: tuple[int, ...] = ()  # which list keys, in the order of those of the ring
    learned: int | None = None  # whether the last operand, numbers of pairs, has a gradient; None: there are none
    softmaxes: int = 1  # the most of a head
    mixtures: tuple[Mixture, ...] = ()
    stacked: int = 0  # the softmaxes of which out and lse hold one result after the other, for gates to mix


class RingCall(NamedTuple):
    """A checked call of a rank. `plan`: of the rows it works on, which are those it holds unless rows are striped."""

    kernels: Kernels
    ranks: _Ranks
    plan: Exchange
    transport: str
    number: int  # the same on all ranks, and another one for each call with gradients
    through_lse: bool | str  # `return_lse`: whether a gradient may come through lse
    scale: float
    q_offset: int
    k_offset: int
    seq_len: int
    operands: tuple[object, ...]

    @classmethod
    def of(
        cls,
        kernels: Kernels,
        ranks: _Ranks,
        plan: Exchange,
        transport: str,
        number: int,
        through_lse: bool | str,
        numbers: tuple[float, ...],
        *given: object,
    ) -> "RingCall":
        """A call of (scale, q_offset, k_offset, seq_len, *the first operands) and the other operands."""
        scale, q_offset, k_offset, seq_len = numbers[0], *map(int, numbers[1:4])
        operands = *numbers[4:], *given
        return cls(kernels, ranks, plan, transport, number, through_lse, scale, q_offset, k_offset, seq_len, operands)

    @property
    def of_pairs(self) -> bool:
        """Whether a gradient of numbers of pairs is asked for."""
        return self.kernels.learned is not None and bool(self.number_in(self.kernels.learned))

    @property
    def tables(self) -> list[Tensor]:
        """The operands that have gradients."""
        some = self.operands[len(self.operands) - self.kernels.tables :]
        return [table for table in some if isinstance(table, Tensor)]

    def with_operand(self, place: int, operand: object) -> "RingCall":
        """The call with another operand."""
        return self._replace(operands=(*self.operands[:place], operand, *self.operands[place + 1 :]))

    def with_last(self, pairs: Tensor | None) -> "RingCall":
        """The call with these numbers of pairs, which are the last operand, if its pattern reads any."""
        return self if self.kernels.learned is None else self.with_operand(len(self.operands) - 1, pairs)

    def number_in(self, place: int | None) -> int:
        """An operand that is a number; 0 where kernels do not read it."""
        number = 0 if place is None else self.operands[place]
        assert isinstance(number, int)
        return number

    def tensor_at(self, place: int) -> Tensor:
        """An operand that is a tensor."""
        tensor = self.operands[place]
        assert isinstance(tensor, Tensor)
        return tensor

    def operands_of(self, rows: slice, keys: range) -> tuple[object, ...]:
        """The operands for some keys and some of the rank's rows.

        Rows begin with a block where blocks are chosen or have lists.
        """
        call, ring, chosen = self, self.plan.shape.ring, self.kernels.selection
        placed = list(zip(self.kernels.lists, (one.rows for one in ring.lists), strict=True))
        for place, block in (*placed, *([] if chosen is None else [(chosen, ring.block)])):
            blocks = slice(rows.start // block, -(-rows.stop // block))
            call = call.with_operand(place, self.tensor_at(place)[:, :, blocks].contiguous())
        return call.with_pairs(rows, slice(keys.start, keys.stop)).operands

    def with_pairs(self, rows: slice, columns: slice) -> "RingCall":
        """The call with the numbers of some pairs, if it has any of pairs, as a view."""
        if self.kernels.learned is None:
            return self
        return self.with_last(self.tensor_at(len(self.operands) - 1)[:, :, rows, columns])
