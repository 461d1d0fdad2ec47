"""The lists of a kernel: its distinct lists, and the list of each query piece and key piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from patternc.ir.facts import atom_facts, block_sizes
from patternc.ir.kernel import Kernel, Listing, Piece, Reach, Softmax, Sweep
from patternc.ir.mask import And, AtLeast, Below, Layout, Mask, Owner, Picked, Selection, Side, TopK
from patternc.ir.traversal import atoms, names_in, own_heads, selections_in

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
        """Whether the list depends on a head's index in the whole model."""
        return own_heads(self._every)

    @property
    def each_head(self) -> bool:
        """Whether there is a list for each head of the call, even if some of them are the same."""
        return self.by_head or bool(self.of_heads)

    @property
    def by_query_head(self) -> bool:
        """Whether heads that share a key head may have different lists."""
        found = selections_in(atoms(self._every))
        own = (isinstance(one, TopK) or (isinstance(one, Picked) and one.owner is Owner.HEADS) for one in found)
        return self.by_head or any(own)

    @property
    def by_total(self) -> bool:
        """Whether the list depends on the number of heads of the whole model."""
        return "heads" in names_in(self._every)

    @property
    def _every(self) -> And:
        return And((*self.masks, *self.listing.literals))

    @property
    def of_heads(self) -> tuple[str, ...]:
        """The inputs that list blocks for each head of the call."""
        found = (atom_facts(atom) for atom in atoms(self._every))
        given = (facts for facts in found if facts.given and "head" in facts.reads)
        return tuple(dict.fromkeys(name for facts in given for name in facts.reads - {"head"}))

    @property
    def of_key_heads(self) -> tuple[str, ...]:
        """Those of them that list blocks for each key head."""
        found = (one for one in selections_in(atoms(self._every)) if isinstance(one, Picked))
        return tuple(dict.fromkeys(one.input for one in found if one.owner is Owner.KV_HEADS))

    @property
    def picked(self) -> str | None:
        """The input whose picks are the blocks of the list, before masks leave some of them out."""
        queries, keys = self.listing.queries, self.listing.keys
        match self.listing.literals:
            case (Picked() as one,) if self.order is None and block_sizes(one) == (queries, keys):
                return one.input
            case _:
                return None

    @property
    def name(self) -> str:
        return f"_pairs_{self.index}"

    @property
    def place(self) -> str:
        """The name of the function that numbers the grid cells of an ordered sweep."""
        return f"_place_{self.place_number}"


def listings(kernel: Kernel) -> tuple[Listed, ...]:
    """The distinct lists of query sweeps and of a ring's ranks; each function lists pairs for any range of heads."""
    keys: dict[Key, None] = {}
    for sweep, piece in _pieces(kernel):
        if piece.listing is not None:
            keys[_key(sweep, piece)] = None
        else:
            keys |= dict.fromkeys((Listing(*block_sizes(one), (one,)), (), None) for one in _looked_up(piece))
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
    return tuple(one for group in kernel.groups for one in group.pieces)


def _looked_up(piece: Piece) -> Iterator[Selection]:
    return (one for one in tested(piece) if not atom_facts(one).hashed)


def tested(piece: Piece) -> tuple[Selection, ...]:
    """The block selections that a piece without a list tests pair by pair."""
    masks = (*piece.residual, *(mask for mask, _ in piece.counted))
    found = selections_in(atom for mask in masks for atom in atoms(mask))
    return tuple(dict.fromkeys(found)) if piece.listing is None else ()


def looked_up(kernel: Kernel) -> tuple[tuple[Selection, Listed], ...]:
    """Each selection that is tested pair by pair but not by arithmetic, with the list that its table is made from."""
    found = {one.listing.literals: one for one in listings(kernel) if not one.masks and one.order is None}
    selections = dict.fromkeys(one for _, piece in _pieces(kernel) for one in _looked_up(piece))
    return tuple((one, found[(one,)]) for one in selections)


def listed_for_ranks(kernel: Kernel, reach: Reach) -> Listed | None:
    """The list of a ring's reach, if it has one."""
    return next((one for one in listings(kernel) if _key_of(one) == (reach.listing, reach.masks, None)), None)


def by_key(kernel: Kernel) -> dict[Key, Listed]:
    """The lists of a kernel by what they depend on."""
    return {_key_of(one): one for one in listings(kernel)}


def listed(found: Mapping[Key, Listed], softmax: Softmax, side: Side, sweep: Sweep, piece: Piece) -> Listed:
    """The list of a piece, among those of a kernel; a key piece has the list of the query piece that it transposes.

    Twins stand in the same order among the pieces of one branch and listing.
    """
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
    """Everything a list depends on, with queries as rows: pieces with equal keys share a list."""
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
