"""Which pieces are listed: each distinct list, and the list of a piece of either direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from patternc.ir.kernel import Kernel, Listing, Piece, Reach, Softmax, Sweep
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Layout,
    Mask,
    Random,
    Selection,
    Side,
    Table,
    TopK,
)
from patternc.ir.traversal import atoms, names_in

Key: TypeAlias = tuple[Listing, tuple[Mask, ...], Layout | None]


@dataclass(frozen=True, slots=True)
class Listed:
    """A listed piece's pairs: the function `name`, called with the tensors `inputs` after the call's extents.

    `masks`: what else a pair of positions must fulfil; `place_number`: of the order's function, 0 by position.
    """

    index: int
    listing: Listing
    masks: tuple[Mask, ...]
    order: Layout | None
    place_number: int
    inputs: tuple[str, ...]

    @property
    def by_head(self) -> bool:
        """Whether heads differ in it by their places in the whole model."""
        return "head" in self._read

    @property
    def by_total(self) -> bool:
        """Whether it depends on how many heads the whole model has."""
        return "heads" in self._read

    @property
    def _read(self) -> frozenset[str]:
        found = atoms(And((*self.masks, *self.listing.literals)))
        return frozenset().union(*(names_in(atom) for atom in found if not isinstance(atom, TopK)))

    @property
    def name(self) -> str:
        return f"_pairs_{self.index}"

    @property
    def place(self) -> str:
        """The function that numbers the cells of an ordered sweep."""
        return f"_place_{self.place_number}"


def listings(kernel: Kernel) -> tuple[Listed, ...]:
    """The distinct lists of query sweeps and of ranks of a ring; a list is of any range of heads."""
    keys: dict[Key, None] = {}
    for sweep, piece in _pieces(kernel):
        if piece.listing is not None:
            keys[_key(sweep, piece)] = None
        else:
            keys |= dict.fromkeys((Listing(one.block, (one,)), (), None) for one in tested(piece) if not is_hashed(one))
    reaches = (reach for group in kernel.reaches for reach in group.reaches)
    keys |= {(reach.listing, reach.masks, None): None for reach in reaches if reach.listing is not None}
    orders = tuple(dict.fromkeys(order for _, _, order in keys if order is not None))
    return tuple(
        Listed(
            index,
            listing,
            masks,
            order,
            0 if order is None else orders.index(order) + 1,
            _inputs(kernel, listing, masks),
        )
        for index, (listing, masks, order) in enumerate(keys, 1)
    )


def _pieces(kernel: Kernel) -> tuple[tuple[Sweep, Piece], ...]:
    return tuple(
        (sweep, piece)
        for group in kernel.groups
        for softmax in group.softmaxes
        for sweep in softmax.queries
        for piece in sweep.pieces
    )


def tested(piece: Piece) -> tuple[Selection, ...]:
    """The selections that a piece without a listing tests pair by pair."""
    masks = (*piece.residual, *(mask for mask, _ in piece.counted))
    found = (atom for mask in masks for atom in atoms(mask) if isinstance(atom, Random | Table | TopK))
    return tuple(dict.fromkeys(found)) if piece.listing is None else ()


def is_hashed(selection: Selection) -> bool:
    """Whether arithmetic on two positions tells if their blocks are selected."""
    return isinstance(selection, Random) and selection.threshold is not None


def looked_up(kernel: Kernel) -> tuple[tuple[Selection, Listed], ...]:
    """Each selection that is tested pair by pair and has no arithmetic of its own, with its list."""
    found = {one.listing.literals: one for one in listings(kernel) if not one.masks and one.order is None}
    selections = dict.fromkeys(one for _, piece in _pieces(kernel) for one in tested(piece) if not is_hashed(one))
    return tuple((one, found[(one,)]) for one in selections)


def listed_for_ranks(kernel: Kernel, reach: Reach) -> Listed | None:
    """The list of a reach, where it has one."""
    return next((one for one in listings(kernel) if _key_of(one) == (reach.listing, reach.masks, None)), None)


def listed(kernel: Kernel, softmax: Softmax, side: Side, sweep: Sweep, piece: Piece) -> Listed:
    """The list of a piece of a softmax; a key piece's is that of the query piece it transposes.

    Twins stand in the same order among the pieces of one branch and listing.
    """
    found = {_key_of(one): one for one in listings(kernel)}
    if side is Side.QUERY:
        return found[_key(sweep, piece)]
    place = _alike(softmax.keys, piece).index((sweep, piece))
    return found[_key(*_alike(softmax.queries, piece)[place])]


def _alike(sweeps: tuple[Sweep, ...], piece: Piece) -> list[tuple[Sweep, Piece]]:
    return [
        (sweep, one)
        for sweep in sweeps
        for one in sweep.pieces
        if (one.branch, one.listing, one.multiplicity) == (piece.branch, piece.listing, piece.multiplicity)
    ]


def _key(sweep: Sweep, piece: Piece) -> Key:
    """What a list depends on. Rows are queries here."""
    assert piece.listing is not None
    bounds: list[Mask] = [AtLeast(Side.KEY, bound) for bound in piece.lows]
    bounds += [Below(Side.KEY, bound) for bound in piece.highs]
    bounds += [AtLeast(Side.QUERY, bound) for bound in piece.row_lows]
    bounds += [Below(Side.QUERY, bound) for bound in piece.row_highs]
    residual = tuple(
        mask for mask in piece.residual if not (sweep.order is not None and mask in piece.listing.literals)
    )
    return piece.listing, (*bounds, *residual), sweep.order


def _key_of(one: Listed) -> Key:
    return one.listing, one.masks, one.order


def _inputs(kernel: Kernel, listing: Listing, masks: tuple[Mask, ...]) -> tuple[str, ...]:
    read = names_in(And((*masks, *listing.literals)))
    return tuple(one for one in (*(given.name for given in kernel.pattern.inputs), "selection") if one in read)
