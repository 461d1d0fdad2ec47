"""What a `mask_mod` computes beyond sums and products, under names: entries of tensors, extremes and choices.

The expressions of masks (`ir.mask.Expression`) hold names only. A `Trace` knows what further names stand for.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

import torch
from torch import Tensor

from patternc.ir.dump.masks import dump_expression
from patternc.ir.mask import And, Arithmetic, Atom, BoundAt, Compare, Expression, Label, Mask, Name, Not, Number, Or
from patternc.ir.traversal import atoms, mapped

BATCH, HEAD, QUERY, KEY = (Name(id_) for id_ in ("b", "h", "q", "k"))
PLACES = (BATCH, HEAD, QUERY, KEY)
"""The arguments of a `mask_mod`, in order."""

COMPUTE = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
"""What the signs of expressions compute, of integers and of tensors; both round down."""


@dataclass(frozen=True, slots=True)
class Entry:
    """`tensors[tensor][places]`: one number of a captured tensor."""

    tensor: int
    places: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Extreme:
    """The smaller of two numbers if `least`, or else the greater one."""

    least: bool
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Choice:
    """`yes` where a condition holds, or else `no`."""

    condition: Mask
    yes: Expression
    no: Expression


Opaque: TypeAlias = Entry | Extreme | Choice


@dataclass(slots=True)
class Trace:
    """What the names of expressions stand for, and the tensors that were read, each once.

    `arguments`: what the function calls the batch entry, the head, the query and the key, for errors. `names`: the
    variables in which the function finds its tensors, by their identity.
    """

    arguments: tuple[str, ...]
    names: dict[int, str]
    tensors: list[Tensor] = field(default_factory=list)
    opaque: dict[str, Opaque] = field(default_factory=dict)

    def named(self, node: Opaque) -> Name:
        """The name of a number; equal ones have one name."""
        known = next((name for name, one in self.opaque.items() if one == node), None)
        if known is None:
            known = f"@{len(self.opaque)}"
            self.opaque[known] = node
        return Name(known)

    def number_of(self, tensor: Tensor) -> int:
        """The place of a tensor among those that were read."""
        for number, one in enumerate(self.tensors):
            if one is tensor:
                return number
        self.tensors.append(tensor)
        return len(self.tensors) - 1

    def tensor_name(self, number: int) -> str:
        """What the function calls a tensor; empty if it is in no variable."""
        return self.names.get(id(self.tensors[number]), "")

    def entry(self, name: str) -> Entry | None:
        """The entry of a tensor that a name stands for; None if it stands for something else."""
        found = self.opaque.get(name)
        return found if isinstance(found, Entry) else None

    # ---- what an expression reads ------------------------------------------------------------------------------------
    def reads(self, of: Expression | Mask) -> frozenset[str]:
        """Which of `b`, `h`, `q`, `k` an expression or a condition depends on."""
        match of:
            case Number():
                return frozenset()
            case Name(id_):
                return frozenset((id_,)) if of in PLACES else self._read_by(self.opaque[id_])
            case Arithmetic(_, left, right):
                return self.reads(left) | self.reads(right)
            case Label(_, side) | BoundAt(_, side):
                return frozenset((side.value,))
            case _:
                every = (one for one in atoms(of) if isinstance(one, Compare))
                return frozenset[str]().union(*(self.reads(side) for one in every for side in (one.left, one.right)))

    def _read_by(self, node: Opaque) -> frozenset[str]:
        match node:
            case Entry(_, places):
                return frozenset[str]().union(*map(self.reads, places))
            case Extreme(_, left, right):
                return self.reads(left) | self.reads(right)
            case Choice(condition, yes, no):
                return self.reads(condition) | self.reads(yes) | self.reads(no)
            case _:
                assert_never(node)

    def entries(self, of: Expression) -> frozenset[Name]:
        """The entries of tensors that an expression reads itself, not in the places of others."""
        match of:
            case Name(id_):
                return frozenset((of,)) if self.entry(id_) is not None else frozenset()
            case Arithmetic(_, left, right):
                return self.entries(left) | self.entries(right)
            case _:
                return frozenset()

    # ---- with other arguments ----------------------------------------------------------------------------------------
    def with_arguments(self, of: Expression, given: Mapping[Name, Expression]) -> Expression:
        """An expression with other ones in place of arguments of the function, also in what its names stand for."""
        match of:
            case Name() if of in PLACES:
                return given.get(of, of)
            case Name(id_):
                return self._node_with(self.opaque[id_], given)
            case Arithmetic(sign, left, right):
                return worked_out(sign, self.with_arguments(left, given), self.with_arguments(right, given))
            case _:
                return of

    def _node_with(self, node: Opaque, given: Mapping[Name, Expression]) -> Expression:
        match node:
            case Entry(number, places):
                found = self.named(Entry(number, tuple(self.with_arguments(one, given) for one in places)))
                return found if self.reads(found) else Number(int(self.value(found, {})))
            case Extreme(least, left, right):
                sides = self.with_arguments(left, given), self.with_arguments(right, given)
                found = self.named(Extreme(least, *sides))
                return found if self.reads(found) else Number(int(self.value(found, {})))
            case Choice(condition, yes, no):
                return self.named(
                    Choice(
                        self._mask_with(condition, given),
                        self.with_arguments(yes, given),
                        self.with_arguments(no, given),
                    )
                )
            case _:
                assert_never(node)

    def _mask_with(self, mask: Mask, given: Mapping[Name, Expression]) -> Mask:
        return mapped(mask, lambda one: self._comparison_with(one, given))

    def _comparison_with(self, one: Atom, given: Mapping[Name, Expression]) -> Mask:
        assert isinstance(one, Compare)
        return Compare(one.operator, self.with_arguments(one.left, given), self.with_arguments(one.right, given))

    # ---- its value ---------------------------------------------------------------------------------------------------
    def value(self, of: Expression, places: dict[str, Tensor]) -> Tensor:
        """The value of an expression, int64, for tensors of batch entries, heads, queries and keys by their names."""
        match of:
            case Number(value):
                return torch.tensor(value)
            case Name(id_):
                return places[id_] if of in PLACES else self._value_of(self.opaque[id_], places)
            case Arithmetic(sign, left, right):
                computed: Tensor = COMPUTE[sign](self.value(left, places), self.value(right, places))
                return computed
            case _:
                raise AssertionError(f"{of} is written after a function is read")

    def _value_of(self, node: Opaque, places: dict[str, Tensor]) -> Tensor:
        match node:
            case Entry(number, indices):
                tensor, found = self.tensors[number].detach().cpu(), [self.value(one, places) for one in indices]
                for axis, (size, index) in enumerate(zip(tensor.shape, found, strict=True)):
                    self._refuse_outside(node, axis, size, index)
                return tensor[tuple(found)].long()
            case Extreme(least, left, right):
                one, other = self.value(left, places), self.value(right, places)
                return torch.minimum(one, other) if least else torch.maximum(one, other)
            case Choice(condition, yes, no):
                return torch.where(self.truth(condition, places), self.value(yes, places), self.value(no, places))
            case _:
                assert_never(node)

    def _refuse_outside(self, node: Entry, axis: int, size: int, index: Tensor) -> None:
        outside = (index < -size) | (index >= size)
        if bool(outside.any()):
            raise IndexError(
                f"mask_mod: `{self.text(self.named(node))}` reads entry {int(index[outside][0])} of dimension {axis}, "
                f"which has {size}: pass the n for which it was made, or a longer tensor"
            )

    def truth(self, condition: Mask, places: dict[str, Tensor]) -> Tensor:
        """Whether a condition of comparisons holds, as `value` does."""
        match condition:
            case Compare(sign, left, right):
                one, other = self.value(left, places), self.value(right, places)
                return one == other if sign == "==" else one < other
            case Not(inner):
                return ~self.truth(inner, places)
            case And(masks) | Or(masks):
                total = torch.tensor(isinstance(condition, And))
                for mask in masks:
                    one = self.truth(mask, places)
                    total = total & one if isinstance(condition, And) else total | one
                return total
            case _:
                raise AssertionError(f"{condition} is no comparison")

    # ---- its text ----------------------------------------------------------------------------------------------------
    def text(self, of: Expression | Mask) -> str:
        """An expression or a condition as the function might have written it."""
        match of:
            case Compare(sign, left, right):
                return f"{self.text(left)} {sign} {self.text(right)}"
            case Not(inner):
                return f"~({self.text(inner)})"
            case And(masks) | Or(masks):
                sign = " & " if isinstance(of, And) else " | "
                return sign.join(f"({self.text(one)})" for one in masks) or str(isinstance(of, And))
            case Number() | Name() | Arithmetic() | Label() | BoundAt():
                return dump_expression(of, self._texts())
            case _:
                raise AssertionError(f"{of} is no comparison")

    def _texts(self) -> dict[str, str]:
        """What names are called: those of arguments by the function itself."""
        texts = {place.id: name for place, name in zip(PLACES, self.arguments, strict=True)}
        for name, node in self.opaque.items():  # a node names only those before it
            match node:
                case Entry(number, places):
                    inner = ", ".join(dump_expression(one, texts) for one in places)
                    texts[name] = f"{self.tensor_name(number) or 'tensor'}[{inner}]"
                case Extreme(least, left, right):
                    items = ", ".join(dump_expression(one, texts) for one in (left, right))
                    texts[name] = f"{'minimum' if least else 'maximum'}({items})"
                case Choice(_, yes, no):
                    texts[name] = f"where(..., {dump_expression(yes, texts)}, {dump_expression(no, texts)})"
                case _:
                    assert_never(node)
        return texts


def worked_out(sign: str, left: Expression, right: Expression) -> Expression:
    """`left sign right`, without neutral elements."""
    match sign, left, right:
        case _, Number(one), Number(other):
            return Number(COMPUTE[sign](one, other))
        case ("+" | "-", _, Number(0)) | ("*" | "//", _, Number(1)):
            return left
        case ("+", Number(0), _) | ("*", Number(1), _):
            return right
        case "-", Number(0), Arithmetic("-", one, other):
            return Arithmetic("-", other, one)
        case _:
            return Arithmetic(sign, left, right)
