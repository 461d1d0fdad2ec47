"""The arguments of a `mask_mod` as symbols: calling it once with them gives the condition that it tests."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import numpy as np
import torch
from torch import Tensor

from patternc.integrations.translation.captured_variables import tensor_names
from patternc.integrations.translation.extreme_cases import all_of, any_of, compared, negated
from patternc.integrations.translation.opaque_numbers import PLACES, Choice, Entry, Extreme, Trace, worked_out
from patternc.integrations.translation.refused_operators import Refusing, WithoutBits
from patternc.integrations.translation.torch_functions import FUNCTIONS
from patternc.ir.mask import FALSE, TRUE, Arithmetic, Expression, Mask, Not, Number


def traced(mask_mod: Callable[..., Any]) -> tuple[Mask, Trace]:
    """The condition of a function, of comparisons under `And`, `Or` and `Not`, and what its names stand for.

    Raises:
        NotImplementedError: the function does something that no pattern says; names the expression.
        TypeError: it returns no condition, or computes with what is neither an integer nor a condition.
    """
    arguments = tuple(inspect.signature(mask_mod).parameters)[: len(PLACES)]
    names = arguments if len(arguments) == len(PLACES) else ("b", "h", "q_idx", "kv_idx")
    trace = Trace(names, tensor_names(mask_mod))
    found = mask_mod(*(Integer(trace, place) for place in PLACES))
    condition = _read(found, trace)
    if isinstance(condition, Condition):
        return condition.mask, trace
    raise TypeError(f"mask_mod: returns the number `{condition.written}`: compare it, as in `!= 0`")


class _Symbol(Refusing):
    """What stands for a number or a condition of each pair."""

    trace: Trace

    @classmethod
    def __torch_function__(
        cls, function: Callable[..., Any], _types: Any, arguments: Any = (), keywords: Any = None
    ) -> Any:
        """Functions of torch that are given a symbol."""
        trace = next(one for one in _inner((arguments, keywords or {})) if isinstance(one, _Symbol)).trace
        name = function.__name__.strip("_")
        if name == "getitem":
            return _entry(trace, *arguments)
        method = FUNCTIONS.get(name)
        if method is None:
            raise NotImplementedError(
                f"mask_mod: calls torch's `{name}`, which patterns have no word for: write comparisons of "
                "+ - * // %, joined by & | ~"
            )
        return method(*(_read(one, trace) for one in arguments), **(keywords or {}))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in FUNCTIONS:
            return lambda *given, **named: FUNCTIONS[name](self, *(_read(one, self.trace) for one in given), **named)
        raise NotImplementedError(
            f"mask_mod: `{self.written}.{name}`: indices have no `{name}` in a pattern; write comparisons of "
            "+ - * // %, joined by & | ~"
        )

    # ---- what and_masks, or_masks and noop_mask of torch ask of an index ---------------------------------------------
    device = torch.device("cpu")

    def new_ones(self, size: Any = (), dtype: Any = None, **_given: Any) -> Condition:
        """True, which is what `and_masks` of torch begins with."""
        return self._constant(TRUE, size, dtype)

    def new_zeros(self, size: Any = (), dtype: Any = None, **_given: Any) -> Condition:
        """False, which is what `or_masks` of torch begins with."""
        return self._constant(FALSE, size, dtype)

    def _constant(self, truth: Mask, size: Any, dtype: Any) -> Condition:
        if size or dtype != torch.bool:
            raise NotImplementedError(f"mask_mod: makes a tensor of shape {size} of {dtype}: write True or False")
        return Condition(self.trace, truth)


class Condition(_Symbol):
    """A condition of each pair."""

    def __init__(self, trace: Trace, mask: Mask) -> None:
        self.trace, self.mask = trace, mask

    @property
    def written(self) -> str:
        """Its text."""
        return self.trace.text(self.mask)

    def __and__(self, other: object) -> Condition:
        return Condition(self.trace, all_of([self.mask, self._joined(other)]))

    def __or__(self, other: object) -> Condition:
        return Condition(self.trace, any_of([self.mask, self._joined(other)]))

    def __xor__(self, other: object) -> Condition:
        return self != other

    def __invert__(self) -> Condition:
        return Condition(self.trace, negated(self.mask))

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        mask = self._joined(other)
        return Condition(self.trace, any_of([all_of([self.mask, mask]), all_of([negated(self.mask), negated(mask)])]))

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]
        return ~(self == other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__
    __mul__, __rmul__, __add__, __radd__ = __and__, __and__, __or__, __or__  # as of tensors of truths

    def _ordered(self, _other: object) -> NoReturn:
        raise TypeError(f"mask_mod: compares the condition `{self.written}` by size: join conditions with & | ~")

    __lt__ = __le__ = __gt__ = __ge__ = _ordered

    def where(self, yes: object, no: object) -> Integer | Condition:
        """The numbers, or the conditions, that torch.where takes where this one holds and where it does not."""
        one, other = _read(yes, self.trace), _read(no, self.trace)
        match one, other:
            case Condition(), Condition():
                return (self & one) | (~self & other)
            case Integer(), Integer():
                return Integer(self.trace, self.trace.named(Choice(self.mask, one.expression, other.expression)))
            case _:
                raise TypeError(
                    f"mask_mod: torch.where of `{one.written}` and `{other.written}`: write two numbers or two "
                    "conditions"
                )

    def bool(self) -> Condition:
        """Itself."""
        return self

    def to(self, dtype: Any, **_given: Any) -> Condition:
        """Itself, as a condition."""
        if dtype != torch.bool:
            raise NotImplementedError(f"mask_mod: `{self.written}` as {dtype}: join conditions with & | ~")
        return self

    def _joined(self, other: object) -> Mask:
        """The condition that this one is joined with."""
        found = _read(other, self.trace)
        if isinstance(found, Condition):
            return found.mask
        raise TypeError(f"mask_mod: joins `{self.written}` with the number `{found.written}`: compare it, as in `!= 0`")


class Integer(WithoutBits, _Symbol):
    """An integer of each pair."""

    def __init__(self, trace: Trace, expression: Expression) -> None:
        self.trace, self.expression = trace, expression

    @property
    def written(self) -> str:
        """Its text."""
        return self.trace.text(self.expression)

    # ---- arithmetic --------------------------------------------------------------------------------------------------
    def _computed(self, sign: str, left: object, right: object) -> Integer:
        one, other = (self._number(side, sign) for side in (left, right))
        if sign in ("//", "%") and not (isinstance(other, Number) and other.value > 0):
            raise NotImplementedError(
                f"mask_mod: `{self.trace.text(Arithmetic(sign, one, other))}` divides by `{self.trace.text(other)}`: "
                "patterns divide by constants above 0"
            )
        return Integer(self.trace, worked_out(sign, one, other))

    def _number(self, given: object, sign: str) -> Expression:
        """A number that this one is computed or compared with."""
        found = _read(given, self.trace)
        if isinstance(found, Integer):
            return found.expression
        raise TypeError(
            f"mask_mod: `{sign}` of `{self.written}` and the condition `{found.written}`: join conditions with "
            "& | ~, and compare numbers"
        )

    def __add__(self, other: object) -> Integer:
        return self._computed("+", self, other)

    def __radd__(self, other: object) -> Integer:
        return self._computed("+", other, self)

    def __sub__(self, other: object) -> Integer:
        return self._computed("-", self, other)

    def __rsub__(self, other: object) -> Integer:
        return self._computed("-", other, self)

    def __mul__(self, other: object) -> Integer:
        return self._computed("*", self, other)

    def __rmul__(self, other: object) -> Integer:
        return self._computed("*", other, self)

    def __floordiv__(self, other: object) -> Integer:
        return self._computed("//", self, other)

    def __rfloordiv__(self, other: object) -> Integer:
        return self._computed("//", other, self)

    def __mod__(self, other: object) -> Integer:
        return self._computed("%", self, other)

    def __rmod__(self, other: object) -> Integer:
        return self._computed("%", other, self)

    def __neg__(self) -> Integer:
        return 0 - self

    def __truediv__(self, other: object) -> NoReturn:
        raise NotImplementedError(
            f"mask_mod: `{self.written} / {_read(other, self.trace).written}` makes a fraction: write //"
        )

    def __rtruediv__(self, other: object) -> NoReturn:
        raise NotImplementedError(f"mask_mod: divides by `{self.written}`: patterns divide by constants above 0")

    # ---- minima, maxima ----------------------------------------------------------------------------------------------
    def _extreme(self, other: object, least: bool) -> Integer:
        right = self._number(other, "minimum" if least else "maximum")
        if self.expression == right:
            return self
        return Integer(self.trace, self.trace.named(Extreme(least, self.expression, right)))

    def minimum(self, other: object) -> Integer:
        """The smaller number."""
        return self._extreme(other, least=True)

    def maximum(self, other: object) -> Integer:
        """The greater number."""
        return self._extreme(other, least=False)

    def clamp(self, min: object = None, max: object = None) -> Integer:  # noqa: A002 - as torch calls them
        """The number, cut to a range."""
        low = self if min is None else self.maximum(min)
        return low if max is None else low.minimum(max)

    clip = clamp

    def __abs__(self) -> Integer:
        return self.maximum(-self)

    abs = __abs__

    # ---- comparisons -------------------------------------------------------------------------------------------------
    def _compared(self, sign: str, left: object, right: object, negate: bool = False) -> Condition:
        mask = compared(sign, self._number(left, sign), self._number(right, sign), self.trace)
        return Condition(self.trace, negated(mask) if negate else mask)

    def __lt__(self, other: object) -> Condition:
        return self._compared("<", self, other)

    def __gt__(self, other: object) -> Condition:
        return self._compared("<", other, self)

    def __le__(self, other: object) -> Condition:
        return self._compared("<", other, self, negate=True)

    def __ge__(self, other: object) -> Condition:
        return self._compared("<", self, other, negate=True)

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        return self._compared("==", self, other)

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]
        return self._compared("==", self, other, negate=True)

    # ---- conversions -------------------------------------------------------------------------------------------------
    def bool(self) -> Condition:
        """Whether the number is not 0."""
        return self != 0

    def to(self, dtype: Any, **_given: Any) -> Integer | Condition:
        """The number as another integer, or as a condition."""
        if dtype == torch.bool:
            return self.bool()
        if isinstance(dtype, torch.dtype) and dtype not in (torch.int32, torch.int64):
            raise NotImplementedError(f"mask_mod: `{self.written}` as {dtype}: write int32 or int64")
        return self

    def long(self) -> Integer:
        """Itself."""
        return self

    int = long


class _Part:
    """A tensor whose first dimensions are indexed, as `ids[b]` of [B, N]."""

    def __init__(self, trace: Trace, tensor: int, places: tuple[Expression, ...]) -> None:
        self.trace, self.tensor, self.places = trace, tensor, places

    def __getitem__(self, index: Any) -> Any:
        return _indexed(self.trace, self.tensor, self.places, index)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        tensor = self.trace.tensors[self.tensor]
        raise NotImplementedError(
            f"mask_mod: `.{name}` of {len(self.places)} of {tensor.ndim} indices of a tensor of shape "
            f"{tuple(tensor.shape)}: index all its dimensions"
        )


def _entry(trace: Trace, tensor: Any, index: Any) -> Any:
    """The entry of a captured tensor."""
    if not isinstance(tensor, Tensor):
        raise NotImplementedError(f"mask_mod: indexes `{tensor.written}`, which is a number")
    if tensor.dtype not in (torch.bool, torch.int32, torch.int64):
        raise TypeError(
            f"mask_mod: reads a tensor of {tensor.dtype}, must be of int32, int64 or bool: convert it before, or make "
            "it one of conditions, as in `table > 0`"
        )
    return _indexed(trace, trace.number_of(tensor), (), index)


def _indexed(trace: Trace, number: int, before: tuple[Expression, ...], index: Any) -> Any:
    tensor, indices = trace.tensors[number], index if isinstance(index, tuple) else (index,)
    places = list(before)
    for one in indices:
        if one is None or one is Ellipsis or isinstance(one, slice):
            raise NotImplementedError(
                f"mask_mod: indexes `{trace.tensor_name(number) or 'a tensor'}` with {one!r}: write one index for "
                "each dimension"
            )
        found = _read(one, trace)
        if isinstance(found, Condition):
            raise NotImplementedError(f"mask_mod: indexes a tensor with the condition `{found.written}`")
        places.append(found.expression)
    if len(places) > tensor.ndim:
        raise IndexError(f"mask_mod: {len(places)} indices of a tensor of shape {tuple(tensor.shape)}")
    if len(places) < tensor.ndim:
        return _Part(trace, number, tuple(places))
    entry = trace.named(Entry(number, tuple(places)))
    if tensor.dtype == torch.bool:
        return Condition(trace, Not(compared("==", entry, Number(0), trace)))
    return Integer(trace, entry)


def _read(given: object, trace: Trace) -> Integer | Condition:
    """A symbol, or what a constant of Python, NumPy or torch is."""
    if isinstance(given, Tensor) and given.ndim == 0:
        given = given.item()
    match given:
        case Integer() | Condition():
            return given
        case bool() | np.bool_():
            return Condition(trace, TRUE if given else FALSE)
        case int() | np.integer():
            return Integer(trace, Number(int(given)))
        case float() | np.floating():
            raise TypeError(f"mask_mod: computes with {given!r}: patterns compute with integers; write int(...) or //")
        case Tensor():
            raise NotImplementedError(
                f"mask_mod: computes with a tensor of shape {tuple(given.shape)}: index it, as in tensor[q_idx]"
            )
        case _Part():
            raise NotImplementedError(
                f"mask_mod: computes with a row of a tensor of shape {tuple(trace.tensors[given.tensor].shape)}: "
                "index all its dimensions"
            )
        case _:
            raise TypeError(f"mask_mod: {type(given).__name__} is neither an integer nor a condition of pairs")


def _inner(given: object) -> Iterator[object]:
    """What tuples, lists and mappings hold."""
    match given:
        case tuple() | list():
            for one in given:
                yield from _inner(one)
        case dict():
            for one in given.values():
                yield from _inner(one)
        case _:
            yield given
