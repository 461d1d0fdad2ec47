"""Lists of pairs of blocks, of every kind, compared with the meaning pair by pair."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from itertools import product
from types import ModuleType
from typing import Any, NoReturn

import numpy as np
import pytest
import torch
from oracles.evaluate_host import Device, run
from torch import Tensor

from patternc.codegen.backend import Legal
from patternc.codegen.block_lists.listings import Listed, listings
from patternc.codegen.block_lists.pair_search import pair_search
from patternc.codegen.emit import Origin, _environment
from patternc.codegen.shell import shell
from patternc.codegen.torch import TORCH
from patternc.ir import semantics
from patternc.ir.batch import Batches
from patternc.ir.dump.masks import dump_layout
from patternc.ir.host import Function, Parameter
from patternc.ir.interface import given_name, interface
from patternc.ir.kernel import DENSE, Kernel, KernelGroup, Listing, Lowering, Piece, Softmax, Sweep
from patternc.ir.liveness import defines
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Bound,
    Box,
    Branch,
    ByHead,
    ByHeadBlock,
    Combine,
    Compare,
    Curve,
    FromEnd,
    HeadGroup,
    HeadRange,
    Input,
    InputKind,
    Layout,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)
from patternc.ir.verify_host import function_faults
from patternc.schedule.grid_layout import numbering
from patternc.schedule.listing import topk_choice
from patternc.source import Source
from patternc.targets import TARGETS

CPU = torch.device("cpu")
CAUSAL = RelativePosition(1)


def module_of(kernel: Kernel) -> ModuleType:
    """The shared part of a generated file, without kernels."""
    origin = Origin(Source("made.pat", ""), "", "made")
    legal = Legal(kernel, Batches(()), None)
    around = shell(legal, replace(TORCH, name="made"), TARGETS[0], origin)
    given = {field.name: getattr(data, field.name) for data in around for field in fields(data)}
    text = _environment().get_template("shared/module.py.j2").render(given)
    found = ModuleType("made")
    vars(found).update(_forward=_forward, _backward=_backward)  # a backend's
    exec(compile(text, "made", "exec", dont_inherit=True), found.__dict__)
    return found


def _forward(query: Tensor, q_offset: int) -> Tensor:
    raise NotImplementedError


def _backward(query: Tensor) -> Tensor:
    raise NotImplementedError


def kernel_of(piece: Piece, inputs: tuple[Input, ...] = (), order: Layout | None = None) -> Kernel:
    """A kernel of one listed piece, which is all of its pattern."""
    assert piece.listing is not None
    bounds = [AtLeast(Side.KEY, bound) for bound in piece.lows] + [Below(Side.KEY, bound) for bound in piece.highs]
    branch = Branch(And((*piece.listing.literals, *bounds, *piece.residual)))
    boxes = [literal for literal in piece.listing.literals if isinstance(literal, Box)]
    grid = boxes[0].grid if boxes else ()
    pattern = Pattern("made", (HeadGroup(HeadRange(0, None), (branch,), Combine.LSE),), inputs=inputs, grid=grid)
    softmax = Softmax((0,), (Sweep(Side.QUERY, DENSE, (piece,), order),), ())
    group = KernelGroup(HeadRange(0, None), Combine.LSE, 1, (softmax,), Lowering.SINGLE)
    choice = topk_choice(pattern)  # of any block: the list's other selections are errors beside a `topk`
    return Kernel(pattern, (group,), interface(pattern), choice and replace(choice, runs=((),)))


def listed_piece(
    block: int,
    *literals: Mask,
    lows: tuple[Bound, ...] = (),
    highs: tuple[Bound, ...] = (),
    residual: tuple[Mask, ...] = (),
) -> Piece:
    return Piece(DENSE, lows, highs, residual=residual, listing=Listing(block, block, literals))


def table(block: int, heads: int, rows: int, columns: int) -> Table:
    entries = np.random.default_rng(3).random((heads, rows, columns)) < 0.4
    return Table(block, "some.npy", heads, rows, columns, np.packbits(entries).tobytes())


OFFSETS = Input("offsets", InputKind.OFFSETS)
LENGTHS = Input("lengths", InputKind.LENGTHS)
RANDOM = Random(8, 7, count=3)
DENSITY = Random(8, 5, threshold=2**30)
PIECES: dict[str, Piece] = {
    "count": listed_piece(8, RANDOM),
    "count of all": listed_piece(8, Random(8, 1, count=100)),
    "causal": listed_piece(8, RANDOM, highs=(CAUSAL,)),
    "density": listed_piece(8, DENSITY, highs=(CAUSAL,)),
    "high density": listed_piece(8, Random(8, 5, threshold=3 * 2**30)),
    "everything": listed_piece(8, Random(8, 5, threshold=2**32)),
    "table": listed_piece(8, table(8, 1, 16, 17)),
    "table by head": listed_piece(8, table(8, 4, 16, 17), lows=(RelativePosition(-20),)),
    "small blocks": listed_piece(1, Random(1, 7, count=2)),
    "odd blocks": listed_piece(13, Random(13, 7, count=2), highs=(RelativePosition(1),)),
    "coarser": listed_piece(4, Random(8, 7, count=2), Random(4, 3, threshold=2**31)),
    "two": listed_piece(8, Random(8, 7, count=6), Random(8, 8, count=6)),
    "without": listed_piece(8, Random(8, 7, count=6), Not(Random(8, 8, count=6)), Not(DENSITY)),
    "without a table": listed_piece(8, Random(8, 7, count=6), Not(table(8, 4, 16, 17)), Not(table(16, 1, 9, 9))),
    "only without": listed_piece(8, Not(Random(8, 8, count=6)), lows=(RelativePosition(-20),), highs=(CAUSAL,)),
    "only without, all": listed_piece(8, Not(DENSITY)),
    "residue": listed_piece(8, RANDOM, residual=(Residue(Side.KEY, 2, ByHead(), 4, block=8), SameResidue(3))),
    "head blocks": listed_piece(8, RANDOM, residual=(Residue(Side.KEY, 2, ByHeadBlock(), None, block=8),)),
    "compare": listed_piece(
        8, RANDOM, residual=(Compare("<", Name("h"), Number(2)), Compare("<", Name("k"), Name("q")))
    ),
    "either": listed_piece(
        8,
        RANDOM,
        residual=(
            Or(
                (
                    Not(Below(Side.KEY, RelativePosition(5))),
                    Not(And((AtLeast(Side.KEY, RelativePosition(-9)), Below(Side.KEY, FromEnd(-3, 8))))),
                )
            ),
        ),
    ),
    "documents": listed_piece(
        8, RANDOM, lows=(OfDocument("offsets", False),), highs=(OfDocument("offsets", True), CAUSAL)
    ),
    "padding": listed_piece(8, RANDOM, highs=(OfBatch("lengths"),)),
    "both": listed_piece(
        8, Not(DENSITY), lows=(OfDocument("offsets", False),), highs=(OfBatch("lengths"), OfDocument("offsets", True))
    ),
    "chosen": listed_piece(8, TopK(8, 3), highs=(CAUSAL,)),
    "chosen, not random": listed_piece(8, TopK(8, 3), Not(RANDOM)),
    "chosen, coarser": listed_piece(4, TopK(8, 3), Not(Random(4, 3, count=9))),
    "random, not chosen": listed_piece(8, RANDOM, Not(TopK(8, 3))),
}
HEADS, N = 4, 125
CALLS = ((range(N), range(N)), (range(40, 79), range(N)), (range(N - 1, N), range(16, 100)))


def given(module: ModuleType, names: tuple[str, ...], queries: range, batch: int) -> dict[str, Tensor]:
    """Inputs as kernels get them."""
    offsets = torch.tensor([[0, 0, 30, 31, 31, N], [0, 8, 64, 64, 100, N]])[:batch]
    lengths = torch.tensor([N, 17], dtype=torch.int32)[:batch]
    found: dict[str, Tensor] = {}
    if "offsets" in names:
        found["offsets"] = module._document_ends(offsets, N, 1)
    if "lengths" in names:
        found["lengths"] = lengths
    if "selection" in names:
        rows = -(-queries.stop // 8) - queries.start // 8
        generator = torch.Generator().manual_seed(1)
        found["selection"] = torch.randint(-1, 16, (batch, HEADS, rows, 3), generator=generator, dtype=torch.int32)
    return found


def entry(inputs: Mapping[str, Tensor], b: int, queries: range) -> dict[str, object]:
    """The same as `semantics` takes them."""
    found: dict[str, object] = {}
    if "offsets" in inputs:
        found["offsets"] = [[0, 0, 30, 31, 31, N], [0, 8, 64, 64, 100, N]][b]
    if "lengths" in inputs:
        found["lengths"] = int(inputs["lengths"][b])
    if "selection" in inputs:
        before = ((0, 0), (queries.start // 8, 0), (0, 0))
        found["selection"] = np.pad(
            inputs["selection"][b].numpy(), ((0, 0), (queries.start // 8, 16), (0, 0)), constant_values=-1
        )
        assert before
    return found


def tiles(mask: Tensor, block: int) -> Iterator[tuple[int, int, Tensor]]:
    for row, part in enumerate(torch.split(mask, block)):
        for column, tile in enumerate(torch.split(part, block, 1)):
            yield row, column, tile


def of_numbers(function: Callable[..., object]) -> Callable[..., object]:
    """A function of the library over arrays."""

    def called(*arguments: object) -> object:
        found = function(*(torch.as_tensor(x) if isinstance(x, np.ndarray) else x for x in arguments))
        return tuple(x.numpy() for x in found) if isinstance(found, tuple) else np.asarray(found)

    return called


def library_of(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The definitions of the functions in the steps of lists: what is no method of tensors is that of the module."""
    plain = ("block_range", "found")
    own = {
        name.removeprefix("_"): value if name.removeprefix("_") in plain else of_numbers(value)
        for name, value in vars(module).items()
        if callable(value)
    }
    return {
        **own,
        "found": lambda *arguments: arguments,
        "start": lambda extent: extent.start,
        "stop": lambda extent: extent.stop,
        "range": range,
        "len": len,
        "entries": len,
        "counted": lambda start, stop, _: np.arange(start, stop),
        "full_like": np.full_like,
        "maximum": np.maximum,
        "minimum": np.minimum,
        "at_most": np.minimum,
        "expanded": lambda x, first: np.broadcast_to(x, (first, *x.shape[1:])),
        "repeated": np.tile,
        "stacked": lambda *lines: np.stack(lines),
        "columns_of": lambda lines, test: lines[:, test],
        "picked_of": lambda x, test: x[test],
        "entry": lambda table, places: table[places],
        "among_chosen": lambda chosen, column: (chosen == np.expand_dims(column, -1)).any(-1),
    }


def list_function(one: Listed) -> Function:
    """The function that lists the pairs of a piece, in the host IR."""
    given = ("heads", "total", "queries", "keys", "n", "device", *map(given_name, one.inputs))
    return Function(tuple(map(Parameter, given)), pair_search(one))


def listed_by_steps(
    one: Listed, module: ModuleType, heads: range, queries: range, keys: range, held: Mapping[str, Tensor]
) -> tuple[object, ...]:
    """What the steps of a list find: the lines of its pairs, which are whole, batch entries and heads."""
    device = replace(Device({}, 16, 16, 0, nothing, nothing), library=library_of(module))
    values = {"heads": heads, "total": HEADS, "queries": queries, "keys": keys, "n": N, "device": CPU}
    values |= {name: x.numpy() for name, x in held.items()}
    found = run(list_function(one), values, device)["found"]
    assert isinstance(found, tuple)
    return found


def nothing(*_: object) -> NoReturn:
    raise AssertionError("no launches")


@pytest.mark.parametrize("name", PIECES)
def test_steps_of_lists_are_what_is_printed(name: str) -> None:
    kernel = kernel_of(PIECES[name], (OFFSETS, LENGTHS))
    (one,) = listings(kernel)
    module, heads, (queries, keys) = module_of(kernel), range(1, 4), CALLS[1]
    inputs = given(module, one.inputs, queries, 2)
    held = {f"given_{name}": x[:, heads.start : heads.stop] if name == "selection" else x for name, x in inputs.items()}
    pairs = getattr(module, one.name)(heads, HEADS, queries, keys, N, CPU, **held)
    at, whole, batches, count = listed_by_steps(one, module, heads, queries, keys, held)
    assert np.array_equal(np.asarray(at), torch.stack([pairs.batch, pairs.head, pairs.row, pairs.column]).numpy())
    assert np.array_equal(np.asarray(whole), pairs.whole.numpy())
    assert (batches, count) == (pairs.batches, pairs.heads)


@pytest.mark.parametrize("name", PIECES)
def test_steps_of_lists_read_what_is_defined(name: str) -> None:
    (one,) = listings(kernel_of(PIECES[name], (OFFSETS, LENGTHS)))
    function = list_function(one)
    assert tuple(function_faults(function)) == ()
    known = {given.name for given in function.parameters}
    for place, step in enumerate(function.body[:-1]):
        cut = replace(function, body=(*function.body[:place], *function.body[place + 1 :]))
        if known.isdisjoint(defines(step)):
            assert tuple(function_faults(cut)) != (), step
        known.update(defines(step))


@pytest.mark.parametrize(("queries", "keys"), CALLS, ids=("whole", "chunk", "step"))
@pytest.mark.parametrize("name", PIECES)
def test_pairs_are_the_meaning(name: str, queries: range, keys: range) -> None:
    """Every admitted pair is in a listed block, once; whole blocks hold every pair; rows and columns are the call's."""
    piece = PIECES[name]
    kernel = kernel_of(piece, (OFFSETS, LENGTHS))
    (one,) = listings(kernel)
    module = module_of(kernel)
    assert piece.listing is not None
    block, batch = piece.listing.keys, 2 if one.inputs else 1
    inputs = given(module, one.inputs, queries, batch)
    heads = range(1, 4)
    held = {f"given_{name}": x[:, heads.start : heads.stop] if name == "selection" else x for name, x in inputs.items()}
    pairs = getattr(module, one.name)(heads, HEADS, queries, keys, N, CPU, **held)
    lines = torch.stack([pairs.batch, pairs.head, pairs.row, pairs.column], 1)
    assert torch.equal(lines, torch.unique(lines, dim=0)), "sorted, each once"
    mask = kernel.pattern.groups[0].branches[0].mask
    q, k = np.arange(N)[:, None], np.arange(N)[None, :]
    wholes = 0
    for b, h in product(range(batch), heads):
        own_b, own_h = b if pairs.batches > 1 else 0, h - heads.start if pairs.heads > 1 else 0
        here = (pairs.batch == own_b) & (pairs.head == own_h)
        found = {
            (int(r), int(c)): bool(w)
            for r, c, w in zip(pairs.row[here], pairs.column[here], pairs.whole[here], strict=True)
        }
        truth = torch.as_tensor(
            np.broadcast_to(semantics.admits(mask, h, q, k, N, HEADS, entry(inputs, b, queries)), (N, N)).copy()
        )
        inside = torch.zeros(N, N, dtype=torch.bool)
        inside[queries.start : queries.stop, keys.start : keys.stop] = True
        blocks = semantics.admits(And(piece.listing.literals), h, q, k, N, HEADS, entry(inputs, b, queries))
        blocks = torch.as_tensor(np.broadcast_to(blocks, (N, N)).copy())
        extents = list(tiles(inside, block))
        for (row, column, tile), (_, _, listed), (_, _, extent) in zip(
            tiles(truth, block), tiles(blocks, block), extents, strict=True
        ):
            if (tile & extent).any():
                assert (row, column) in found, (row, column)
            if (row, column) in found:
                assert extent.any()
                assert listed.all()
                assert not found[row, column] or tile.all()
                wholes += found[row, column]
    assert (
        wholes or name in ("residue", "head blocks", "compare", "small blocks") or len(queries) == 1 or not piece.highs
    )


@pytest.mark.parametrize("blocks", [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 129])
@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 20])
def test_the_lowest_are_found_without_a_look_at_all(blocks: int, count: int) -> None:
    module = module_of(kernel_of(listed_piece(1, Random(1, 11, count=count))))
    _, _, row, column = module._lowest_pairs(11, count, range(2, 3), range(blocks), blocks, CPU)
    found = torch.zeros(blocks, blocks, dtype=torch.bool)
    found[row, column] = True
    assert np.array_equal(found.numpy(), semantics._lowest(11, 2, blocks, count))
    assert torch.equal(module._lowest(11, 2, blocks, count, CPU), found)


def test_few_candidates_are_looked_at() -> None:
    module = module_of(kernel_of(listed_piece(1, RANDOM)))
    assert len(module._candidates(3, 16384, CPU)[0]) <= 4 * 3 + 14


GRIDS = ((7,), (6, 9), (8, 8), (5, 16), (3, 4, 5), (4, 6, 8), (3, 3, 12), (12, 3, 4))
LAYOUTS = (
    Layout(Curve.NATURAL),
    Layout(Curve.MORTON),
    Layout(Curve.HILBERT),
    Layout(Curve.TILED, (3, 2, 2)),
    Layout(Curve.TILED, (3, 2, 2), (2, 1, 3)),
)


@pytest.mark.parametrize("layout", LAYOUTS, ids=dump_layout)
@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_box_is_listed_along_any_order(grid: tuple[int, ...], layout: Layout) -> None:
    layout = Layout(layout.curve, layout.sizes[: len(grid)], layout.steps[: len(grid)])
    dilations = (*(1,) * (len(grid) - 1), 2)
    box = Box(grid, (3, 3, 2)[: len(grid)], dilations)
    n = math.prod(grid)
    piece = listed_piece(
        8, box, highs=(RelativePosition(3 * n // 4),), residual=(box, Compare("<", Name("h"), Number(2)))
    )
    kernel = kernel_of(piece, order=layout)
    (one,) = listings(kernel)
    module = module_of(kernel)
    place = getattr(module, one.place)(CPU).long()
    assert sorted(place.tolist()) == list(range(n))
    assert np.array_equal(place.numpy(), numbering(layout, grid))  # as tiles are counted, and drawn
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    for queries, keys in ((range(n), range(n)), (range(n // 2, n), range(n // 3))):
        pairs = getattr(module, one.name)(range(4), 4, queries, keys, n, CPU)
        lines = torch.stack([pairs.batch, pairs.head, pairs.row, pairs.column], 1)
        assert torch.equal(lines, torch.unique(lines, dim=0))
        inside = torch.zeros(n, n, dtype=torch.bool)
        inside[queries.start : queries.stop, keys.start : keys.stop] = True
        for h in range(4):
            here = pairs.head == h
            found = {
                (int(r), int(c)): bool(w)
                for r, c, w in zip(pairs.row[here], pairs.column[here], pairs.whole[here], strict=True)
            }
            truth = torch.as_tensor(
                semantics.admits(kernel.pattern.groups[0].branches[0].mask, h, q, k, n, 4) & np.ones((n, n), bool)
            )
            numbered, extents = truth[place][:, place], inside[place][:, place]
            for (row, column, tile), (_, _, extent) in zip(tiles(numbered, 8), tiles(extents, 8), strict=True):
                assert not (tile & extent).any() or (row, column) in found
                if (row, column) in found:
                    assert extent.any()
                    assert not found[row, column] or tile.all()


@pytest.mark.parametrize(
    "grid", [(8, 8), (64, 64), (5, 7), (12, 31), (16, 9), (4, 6, 8), (8, 8, 8), (13, 30, 52)], ids=str
)
def test_hilbert_steps_to_a_neighbour(grid: tuple[int, ...]) -> None:
    """In two dimensions, or where all extents are even: always."""
    piece = listed_piece(8, Box(grid, (1,) * len(grid), (1,) * len(grid)))
    module = module_of(kernel_of(piece, order=Layout(Curve.HILBERT)))
    place = module._place_1(CPU).long()
    strides = [math.prod(grid[axis + 1 :]) for axis in range(len(grid))]
    cells = torch.stack([place // stride % size for stride, size in zip(strides, grid, strict=True)], 1)
    steps = (cells[1:] - cells[:-1]).abs()
    assert torch.equal(torch.unique(place), torch.arange(math.prod(grid)))
    assert steps.max() == 1
    diagonal = int((steps.sum(1) > 1).sum())
    assert diagonal <= (0 if len(grid) == 2 or all(size % 2 == 0 for size in grid) else len(place) // 100)


def test_transposed_pairs_are_sorted_by_columns() -> None:
    kernel = kernel_of(PIECES["causal"])
    pairs = module_of(kernel)._pairs_1(range(4), 4, range(N), range(N), N, CPU)
    turned = pairs.transposed()
    lines = torch.stack([turned.batch, turned.head, turned.row, turned.column], 1)
    assert torch.equal(lines, torch.unique(lines, dim=0))
    forth = {
        (h, r, c, w)
        for h, r, c, w in zip(*(x.tolist() for x in (pairs.head, pairs.row, pairs.column, pairs.whole)), strict=True)
    }
    back = {
        (h, r, c, w)
        for h, c, r, w in zip(
            *(x.tolist() for x in (turned.head, turned.row, turned.column, turned.whole)), strict=True
        )
    }
    assert forth == back


def test_lists_without_inputs_are_kept() -> None:
    module = module_of(kernel_of(PIECES["causal"]))
    call = (range(4), 4, range(N), range(N), N, CPU)
    assert module._pairs_1(*call) is module._pairs_1(*call)
