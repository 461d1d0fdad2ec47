"""What a function reads of its tensors, as inputs of a pattern: documents, bounds, lengths and labels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import torch
from torch import Tensor

from patternc.document_offsets import of_documents
from patternc.frontend.check.input_declarations import is_taken
from patternc.frontend.primitives.linear import Quotient, Remainder, Sum, Term, summed
from patternc.integrations.translation.extreme_cases import all_of, any_of
from patternc.integrations.translation.opaque_numbers import BATCH, KEY, QUERY, Entry, Trace, worked_out
from patternc.ir.bounds import opposite
from patternc.ir.intervals import MOST_LABEL
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    Bound,
    Compare,
    Expression,
    InputKind,
    Label,
    Mask,
    Not,
    Number,
    OfBatch,
    OfDocument,
    OfEach,
    Or,
    Side,
)

PLACE = {Side.QUERY: QUERY, Side.KEY: KEY}


@dataclass(frozen=True, slots=True)
class Given:
    """An input and its numbers: for queries, keys, or batch entries alone. `note`: what they are, if computed."""

    kind: InputKind
    numbers: Mapping[Side | None, Tensor]
    note: str

    @property
    def tensor(self) -> Tensor | tuple[Tensor, Tensor]:
        """The numbers as a call takes them: a pair where queries and keys have different ones."""
        if self.numbers.keys() == {Side.QUERY, Side.KEY}:
            queries, keys = self.numbers[Side.QUERY], self.numbers[Side.KEY]
            return keys if queries.shape == keys.shape else (queries, keys)
        return next(iter(self.numbers.values()))


@dataclass(slots=True)
class MaskInputs:
    """The inputs of a pattern, which are found as its masks are read.

    `lengths`: the queries and the keys of a call, where they are known.
    """

    trace: Trace
    lengths: Mapping[Side, int | None]
    found: dict[str, Given] = field(default_factory=dict)
    names: dict[tuple[object, ...], str] = field(default_factory=dict)

    def read(self, mask: Mask) -> Mask:
        """A mask of comparisons with inputs in place of what these read of tensors and of batch entries."""
        match mask:
            case And(masks):
                return all_of(map(self.read, masks))
            case Or(masks):
                return any_of(map(self.read, masks))
            case Not(inner):
                return opposite(self.read(inner))
            case Compare() if self._is_outside(mask.left) or self._is_outside(mask.right):
                return self._comparison(mask)
            case _:
                return mask

    def _comparison(self, one: Compare) -> Mask:
        """A document, bounds, or a comparison of labels."""
        difference = summed(one.left).minus(summed(one.right))
        if one.operator == "<":
            return self._bound(difference) or self._labelled(one)
        return self._same_document(one) or self._between(difference) or self._labelled(one)

    def _is_outside(self, expression: Expression) -> bool:
        """Whether an expression is more than one of positions and heads."""
        return "b" in self.trace.reads(expression) or bool(self.trace.entries(expression))

    # ---- documents ---------------------------------------------------------------------------------------------------
    def _same_document(self, atom: Compare) -> Mask | None:
        """`id[q] == id[k]` where equal ids are beside each other."""
        swapped = self.trace.with_arguments(atom.left, {QUERY: KEY, KEY: QUERY})
        sides = [self.trace.reads(one) - {"b"} for one in (atom.left, atom.right)]
        if swapped != atom.right or sides not in ([{"q"}, {"k"}], [{"k"}, {"q"}]):
            return None
        if self._length(Side.QUERY, atom) != self._length(Side.KEY, atom):
            return None
        ids = self._numbers(atom.left if sides[0] == {"q"} else atom.right, Side.QUERY)
        if not _are_together(ids):
            return None
        name = self._input(
            ("documents", atom.left), InputKind.OFFSETS, None, of_documents(ids), atom.left, "offsets of "
        )
        return And((AtLeast(Side.KEY, OfDocument(name, end=False)), Below(Side.KEY, OfDocument(name, end=True))))

    # ---- bounds ------------------------------------------------------------------------------------------------------
    def _between(self, difference: Sum) -> Mask | None:
        """`difference == 0`, such as `k == parent[q]`, as two bounds."""
        below = self._bound(difference)
        at_most = None if below is None else self._bound(difference.shifted(-1))
        return None if below is None or at_most is None else And((opposite(below), at_most))

    def _bound(self, difference: Sum) -> Mask | None:
        """`difference < 0` as a bound on the key, or on the query, that inputs give; None if it is none."""
        for side, place in ((Side.KEY, KEY), (Side.QUERY, QUERY)):
            sign = difference.coefficients().get(place, 0)
            rest = difference.without(place)
            if abs(sign) == 1 and self.trace.reads(_expression(rest)) <= {"b", PLACE[side.other].id}:
                if sign == 1:
                    return Below(side, self._place(Sum().minus(rest), side))
                return AtLeast(side, self._place(rest.shifted(1), side))
        return None

    def _place(self, at: Sum, side: Side) -> Bound:
        """The bound of a side at a position that inputs give for each batch entry, or each place of the other side."""
        expression, far = _expression(at), 1 << 62  # beyond which no position is, and sums don't overflow
        of = None if self.trace.reads(expression) == {"b"} and side is Side.KEY else side.other
        numbers = self._numbers(_expression(at.shifted(-at.constant)), of).clamp(-far, far) + at.constant
        key = (expression, of)
        if of is not None:
            return OfEach(self._input(key, InputKind.POSITIONS, of, numbers, expression), of, end=False)
        return OfBatch(self._input(key, InputKind.LENGTHS, of, numbers.clamp(0, self.lengths[Side.KEY]), expression))

    # ---- labels ------------------------------------------------------------------------------------------------------
    def _labelled(self, atom: Compare) -> Mask:
        """The comparison with labels in place of what it reads of tensors and of batch entries.

        Where no term depends on both sides, a label on each side is compared, which never overflows.
        """
        difference = summed(atom.left).minus(summed(atom.right))
        queries, keys = (
            Sum(frozenset((term, count) for term, count in difference.terms if self._reads_only(term, side)))
            for side in (Side.QUERY, Side.KEY)
        )
        if queries.plus(keys).terms != difference.terms:
            return Compare(atom.operator, self._with_labels(atom.left, atom), self._with_labels(atom.right, atom))
        first, second = (queries, keys) if queries.terms and not _falls(queries) else (keys, queries)
        if not second.terms and _falls(first):
            first, second = second, first
        one, other = (self._with_labels(_expression(side), atom) for side in (first, second.times(-1)))
        if not first.terms:
            return Compare(atom.operator, Number(difference.constant), other)
        return Compare(atom.operator, one, worked_out("-", other, Number(difference.constant)))

    def _reads_only(self, term: Term, side: Side) -> bool:
        """Whether a term depends on no position but that of a side; those of a batch entry alone are of queries."""
        reads = self.trace.reads(_term(term)) - {"b"}
        return reads == {side.value} or (not reads and side is Side.QUERY)

    def _with_labels(self, expression: Expression, atom: Compare) -> Expression:
        if not self._is_outside(expression):
            return expression
        reads = self.trace.reads(expression) - {"b"}
        match expression:
            case _ if reads <= {"q"} or reads <= {"k"}:
                other = self.trace.reads(atom) - {"b"}
                side = Side.QUERY if reads == {"q"} or (not reads and other == {"q"}) else Side.KEY
                numbers = self._numbers(expression, side)
                key = ("label", self.trace.with_arguments(expression, {KEY: QUERY}))
                return Label(self._input(key, InputKind.LABELS, side, numbers, expression), side)
            case Arithmetic(sign, left, right):
                return Arithmetic(sign, self._with_labels(left, atom), self._with_labels(right, atom))
            case _:
                raise NotImplementedError(
                    f"mask_mod: `{self.trace.text(expression)}` is a number of each pair of a query and a key: write a "
                    'table of blocks as `blocks(B, table("FILE.npy"))`, lists of keys as `selected(@picks)`, a '
                    "tensor of pairs as `score bias(@pairs)` with -inf where nothing is attended to"
                )

    # ---- numbers -----------------------------------------------------------------------------------------------------
    def _numbers(self, expression: Expression, side: Side | None) -> Tensor:
        """[n] or [B, n] for a side, [B] without one: the value of an expression for each position and batch entry."""
        reads, places = self.trace.reads(expression), {}
        if "b" in reads:
            places["b"] = torch.arange(self._entries(expression))
            places["b"] = places["b"] if side is None else places["b"][:, None]
        if side is not None:
            n = self._length(side, expression)
            places[PLACE[side].id] = torch.arange(n)
        values = self.trace.value(expression, places)
        if side is None:
            return values
        return values.expand(*(places["b"].shape[:1] if "b" in reads else ()), n).contiguous()

    def _entries(self, expression: Expression) -> int:
        """The batch entries for which tensors have numbers."""
        sizes = {size for place, size in self._indexed() if place == BATCH}
        if len(sizes) == 1:
            return sizes.pop()
        raise NotImplementedError(
            f"mask_mod: `{self.trace.text(expression)}` depends on the batch entry, of which "
            + (f"tensors hold {' and '.join(map(str, sorted(sizes)))}" if sizes else "no tensor has a number")
            + ": read a tensor with one number for each batch entry, as in lengths[b]"
        )

    def _length(self, side: Side, of: Expression | Atom) -> int:
        """The queries, or the keys, of a call: as given, or as tensors have numbers for."""
        for one in (side, side.other):
            given, sizes = self.lengths[one], {size for place, size in self._indexed() if place == PLACE[one]}
            if given is not None:
                return given
            if len(sizes) > 1:
                raise ValueError(
                    f"mask_mod: reads tensors of {' and '.join(map(str, sorted(sizes)))} positions: pass n=, the "
                    "length of the sequence, or n=(queries, keys)"
                )
            if sizes:
                return sizes.pop()
        raise ValueError(
            f"mask_mod: `{self.trace.text(of)}` needs a number for each position: pass n=, the length of the sequence"
        )

    def _indexed(self) -> list[tuple[Expression, int]]:
        """What stands in each place of the entries that are read, and the size of that dimension."""
        nodes = [one for one in self.trace.opaque.values() if isinstance(one, Entry)]
        return [pair for one in nodes for pair in zip(one.places, self.trace.tensors[one.tensor].shape, strict=True)]

    # ---- names -------------------------------------------------------------------------------------------------------
    def _input(
        self,
        key: tuple[object, ...],
        kind: InputKind,
        side: Side | None,
        numbers: Tensor,
        expression: Expression,
        note: str = "",
    ) -> str:
        """The name of an input; those of one key have one name."""
        if kind is InputKind.LABELS:
            _refuse_large(numbers, self.trace.text(expression))
        if key not in self.names:
            text = self.trace.text(expression)
            self.names[key] = self._fresh(self._base(expression) or kind.value)
            self.found[self.names[key]] = Given(kind, {}, f"{note}{text}")
        name = self.names[key]
        self.found[name] = replace(self.found[name], numbers={**self.found[name].numbers, side: numbers})
        return name

    def _base(self, expression: Expression) -> str:
        """The variable of the first tensor that an expression reads."""
        entries = (self.trace.entry(one.id) for one in sorted(self.trace.entries(expression), key=lambda one: one.id))
        return next((self.trace.tensor_name(one.tensor) for one in entries if one is not None), "")

    def _fresh(self, base: str) -> str:
        """A name for an input, which no other one has."""
        base = base.strip("_") if re.fullmatch(r"[A-Za-z_]\w*", base, re.ASCII) else "given"
        names = (base if count == 1 else f"{base}_{count}" for count in range(1, len(self.found) + 3))
        return next(name for name in names if name not in self.found and not is_taken(name))


def _refuse_large(numbers: Tensor, text: str) -> None:
    if bool(((numbers > MOST_LABEL) | (numbers < -MOST_LABEL - 1)).any()):
        raise ValueError(f"mask_mod: `{text}` has numbers that are no labels, which are from -2**62 to 2**62 - 1")


def _falls(of: Sum) -> bool:
    """Whether a sum is written with the other sign: that of its position, or else of its first term, is negative."""
    leading = min(of.terms, key=lambda one: (one[0] not in (QUERY, KEY), repr(one[0])), default=None)
    return leading is not None and leading[1] < 0


def _are_together(ids: Tensor) -> bool:
    """Whether equal numbers of each row [n] are beside each other."""
    rows = ids if ids.ndim == 2 else ids[None]
    return all(len(row.unique_consecutive()) == len(row.unique()) for row in rows)


def _expression(of: Sum) -> Expression:
    """A sum as an expression, with the constant last."""
    total: Expression | None = None
    for term, count in sorted(of.terms, key=lambda one: (one[1] < 0, repr(one))):
        inner = _term(term)
        scaled = inner if abs(count) == 1 else Arithmetic("*", inner, Number(abs(count)))
        if total is None:
            total = scaled if count > 0 else Arithmetic("-", Number(0), scaled)
        else:
            total = Arithmetic("+" if count > 0 else "-", total, scaled)
    if total is None:
        return Number(of.constant)
    sign = "+" if of.constant > 0 else "-"
    return total if of.constant == 0 else Arithmetic(sign, total, Number(abs(of.constant)))


def _term(term: Term) -> Expression:
    match term:
        case Quotient(of, by):
            return Arithmetic("//", _expression(of), Number(by))
        case Remainder(of, by):
            return Arithmetic("%", _expression(of), Number(by))
        case _:
            return term
