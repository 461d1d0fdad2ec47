"""Tiles of a grid: modules against formulas in float64, of the tiles in which two cells are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import lcm, prod
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import torch
from dense_scores import dense, errors, on_backends_in, with_sink
from loading import load
from torch import Tensor

from patternc.api import backend_named
from patternc.driver import analyse, joined, modules, references
from patternc.source import Source
from patternc.targets import TARGETS

BATCH, HEADS, KV_HEADS, DIM, VALUE_DIM = 2, 6, 2, 16, 24


class Place(NamedTuple):
    """The tile of each cell in each dimension, its number, and the cell: of queries [n, 1], or of keys [n]."""

    tiles: tuple[Tensor, ...]
    number: Tensor
    cells: tuple[Tensor, ...]


class Case:
    """A pattern on a grid, and its branches: in tiles of which sizes, and which pairs they admit."""

    def __init__(self, grid: str, text: str, *branches: tuple[tuple[int, ...], Any], rule: str = "lse") -> None:
        self.sizes = tuple(map(int, grid.split(" x ")))
        self.text = f"pattern made {{ grid {grid}; {text} }}"
        self.branches, self.rule = branches, rule


def near(at: Tensor, other: Tensor, count: int, extent: int, before: int | None = None) -> Tensor:
    """Whether a tile is among the nearest of a dimension of `count`, cut at its borders."""
    first = (at - (extent // 2 if before is None else before)).clamp(0, count - extent)
    return (other >= first) & (other < first + extent)


def boxed(sizes: tuple[int, ...], grid: tuple[int, ...], extents: tuple[int, ...]) -> Callable[..., Tensor]:
    counts = [-(-size // side) for size, side in zip(grid, sizes, strict=True)]

    def seen(q: Place, k: Place, _: dict[str, Any]) -> Tensor:
        numbers = zip(q.tiles, k.tiles, counts, extents, strict=True)
        return torch.stack([near(a, b, count, extent) for a, b, count, extent in numbers]).all(0)

    return seen


def picked(q: Place, k: Place, given: dict[str, Any]) -> Tensor:
    """Whether the list of a query's tile holds the key's: [B, H, n, n]."""
    lists: Tensor = given["picks"]
    held = (lists.unsqueeze(-1) == k.number.flatten()).any(-2)[:, :, q.number.flatten()]
    return held.repeat_interleave(HEADS // held.shape[1], 1)


def neighbours(q: Place, k: Place, _: dict[str, Any]) -> Tensor:
    """A box of 3 x 3 cells."""
    numbers = zip(q.cells, k.cells, (7, 9), strict=True)
    return torch.stack([near(a, b, size, 3) for a, b, size in numbers]).all(0)


CASES = {
    "sta": Case(
        "5 x 7 x 6",
        "attend tiles(2, 4, 4, box(2, 1, 2))",
        ((2, 4, 4), boxed((2, 4, 4), (5, 7, 6), (2, 1, 2))),
    ),
    "vsa": Case(
        "5 x 6 x 7",
        "input picks: selection(kv_heads); input sink: table(heads); score sink(@sink); score softcap(9) "
        "attend tiles(4, 2, 4, selected(@picks))".replace("score softcap(9) ", ""),
        ((4, 2, 4), picked),
    ),
    "beside": Case(
        "7 x 9",
        "input picks: selection(heads); attend tiles(2, 4, selected(@picks) - box(1, 1)); attend box(3, 3); "
        "attend tiles(3, 3, box(1, 3)) & tiles(3, 3, !first(1)); combine lse",
        ((2, 4), lambda q, k, given: picked(q, k, given) & (q.number != k.number)),
        ((), neighbours),
        ((3, 3), lambda q, k, given: boxed((3, 3), (7, 9), (1, 3))(q, k, given) & (k.number != 0)),
    ),
    "causal": Case(
        "9 x 5",
        "attend tiles(2, 2, box(3, 2, causal=[true, false], stride=[2, 1]))",
        (
            (2, 2),
            lambda q, k, _: (
                near(q.tiles[0] // 2 * 2, k.tiles[0], 5, 3, 1)
                & (k.tiles[0] <= q.tiles[0])
                & near(q.tiles[1], k.tiles[1], 3, 2)
            ),
        ),
    ),
    "where": Case(
        "7 x 9",
        "where tiles(2, 4, !first(1)); heads 0..1 { attend full } "
        "heads 1.. { attend tiles(2, 4, box(3, 1)) - tiles(2, 4, last(1)) }",
        (
            (2, 4),
            lambda q, k, given: (
                (k.number != 0) & ((given["h"] < 1) | boxed((2, 4), (7, 9), (3, 1))(q, k, given) & (k.number != 11))
            ),
        ),
    ),
    "cells": Case("7 x 9", "attend tiles(1, 1, box(3, 3))", ((1, 1), lambda q, k, _: neighbours(q, k, {}))),
    "inputs": Case(
        "7 x 9",
        "input id: labels; input docs: offsets; input lengths: lengths; input low: positions; "
        "attend tiles(2, 4, when(@id[q] == @id[k]) & document(@docs) | padding(@lengths) & rows(@low, n) & last(9))",
        (
            (2, 4),
            lambda q, k, given: (
                (given["id"][q.number] == given["id"][k.number]) & ((q.number < 5) == (k.number < 5))
                | (k.number < given["lengths"].view(-1, 1, 1, 1))
                & (k.number >= given["low"][q.number])
                & (k.number >= 3)
            ),
        ),
    ),
    "gates": Case(
        "7 x 9",
        "input a: gate; input b: gate; input picks: selection(shared); attend box(3, 3); "
        "attend tiles(4, 4, selected(@picks)); combine gate(@a, @b)",
        ((), neighbours),
        ((4, 4), picked),
        rule="gate",
    ),
    "heads": Case(
        "23",
        "heads 0..2 { attend tiles(5, window(1, 0)) } heads 2.. { attend full - tiles(5, box(3)); attend first(4); "
        "combine mean }",
        ((5,), lambda q, k, given: (given["h"] < 2) & (k.number <= q.number) & (k.number >= q.number - 1)),
        ((5,), lambda q, k, given: (given["h"] >= 2) & ~boxed((5,), (23,), (3,))(q, k, given)),
        ((), lambda _, k, given: (given["h"] >= 2) & (k.cells[0] < 4)),
        rule="mean",
    ),
}


def places(grid: tuple[int, ...], sizes: tuple[int, ...]) -> Place:
    """The cells of a grid, in row-major order."""
    cells = list(product(*map(range, grid)))
    sizes = sizes or (1,) * len(grid)
    tiles = [tuple(at // side for at, side in zip(cell, sizes, strict=True)) for cell in cells]
    known = {tile: number for number, tile in enumerate(sorted(set(tiles)))}
    numbers = torch.tensor([known[tile] for tile in tiles])
    return Place(tuple(torch.tensor(tiles).T), numbers, tuple(torch.tensor(cells).T))


def of_queries(place: Place) -> Place:
    """The same, as columns."""
    columns = tuple(tuple(x.unsqueeze(-1) for x in several) for several in (place.tiles, place.cells))
    return Place(columns[0], place.number.unsqueeze(-1), columns[1])


def tensors(case: str, dtype: torch.dtype = torch.float32) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Random tensors of a call, those that gradients reach and the others."""
    whole, draws = CASES[case], torch.Generator().manual_seed(5)
    n = prod(whole.sizes)

    def normal(*size: int) -> Tensor:
        return torch.randn(*size, generator=draws)

    leaves = {
        "query": normal(BATCH, HEADS, n, DIM).to(dtype),
        "key": normal(BATCH, KV_HEADS, n, DIM).to(dtype),
        "value": normal(BATCH, KV_HEADS, n, VALUE_DIM).to(dtype),
    }
    others: dict[str, Any] = {}
    if "sink" in whole.text:
        leaves["sink"] = normal(HEADS)
    if whole.rule == "gate":
        leaves |= {"a": normal(BATCH, HEADS, n), "b": normal(BATCH, HEADS, n, VALUE_DIM)}
    owners = next((count for word, count in (("kv_heads", 2), ("(heads)", 6), ("shared", 1)) if word in whole.text), 0)
    if "lengths" in whole.text:
        others |= {"id": torch.randint(3, (12,), generator=draws), "low": torch.randint(12, (12,), generator=draws)}
        others |= {"docs": torch.tensor([0, 5, 12]), "lengths": torch.tensor([7, 12])}
    if "picks" in whole.text:
        sizes = next(sizes for sizes, _ in whole.branches if sizes)
        tiles = prod(-(-size // side) for size, side in zip(whole.sizes, sizes, strict=True))
        picks = torch.randint(-1, tiles, (BATCH, owners, tiles, 3), generator=draws)
        picks[:, :, 1] = -1  # a tile that picks none
        others["picks"] = picks
    return leaves, others


def truth(
    case: str,
    leaves: dict[str, Tensor],
    given: dict[str, Any],
    queries: range | None = None,
    keys: range | None = None,
) -> tuple[Tensor, ...]:
    """(out, lse) by formulas: one softmax of the keys of all branches, or one for each. None: all cells."""
    whole = CASES[case]
    h = torch.arange(HEADS).view(-1, 1, 1)
    seen = []
    for sizes, admits in whole.branches:
        place = places(whole.sizes, sizes)
        found = admits(of_queries(place), place, {**given, "h": h})
        found = found.expand(BATCH, HEADS, *[prod(whole.sizes)] * 2)
        seen.append(found[:, :, queries.start : queries.stop] if queries else found)
        seen[-1] = seen[-1][..., keys.start : keys.stop] if keys else seen[-1]
    query, key, value = (leaves[name] for name in ("query", "key", "value"))
    if whole.rule == "lse":
        all_keys, values = (x.repeat(1, 1, len(seen), 1) for x in (key, value))
        out, lse = dense(query, all_keys, values, torch.cat(seen, -1), DIM**-0.5)
        return with_sink(out, lse, leaves["sink"]) if "sink" in leaves else (out, lse)
    outs = [dense(query, key, value, one, DIM**-0.5)[0] for one in seen]
    if whole.rule == "gate":
        return (outs[0] * leaves["a"].double().unsqueeze(-1) + outs[1] * leaves["b"].double(),)
    return (torch.where(h < 2, sum(outs), sum(outs) / 2),)


def results(call: Callable[..., Any], leaves: dict[str, Tensor]) -> dict[str, Tensor]:
    """The results of a call, and the gradients of its tensors where fixed random numbers flow back."""
    leaves = {name: x.detach().clone().requires_grad_() for name, x in leaves.items()}
    found = call(**leaves)
    named = dict(zip(("out", "lse"), found if isinstance(found, tuple) else (found,), strict=False))
    draws = torch.Generator().manual_seed(3)
    flows = [torch.randn(x.shape, generator=draws).to(x.dtype) for x in named.values()]
    flows = [flow.masked_fill(x == -torch.inf, 0.0) for flow, x in zip(flows, named.values(), strict=True)]
    grads = torch.autograd.grad(tuple(named.values()), tuple(leaves.values()), flows)
    return {**{name: x.detach() for name, x in named.items()}, **dict(zip(leaves, grads, strict=True))}


def built(text: str, folder: Path, backend: str) -> ModuleType:
    """The module of a pattern with tiles, beside those of its parts, and the references."""
    analysis = analyse(Source("made.pat", text), {}, targets=())
    build = backend_named(backend), TARGETS[0]
    meant = *references(analysis), *joined(analysis, None, None)
    for file in (*modules(analysis, *build), *joined(analysis, *build), *meant):
        (folder / file.name).write_text(file.text)
    return load(folder / f"made_{backend}.py")


@pytest.mark.parametrize(("backend", "case", "dtype"), on_backends_in(CASES, "vsa"))
def test_tiles_are_attended_as_formulas_say(backend: str, case: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """Borders are ragged in every dimension, heads share keys, and values have a size of their own."""
    module = built(CASES[case].text, tmp_path, backend)
    leaves, others = tensors(case, dtype)
    asked = {"return_lse": True} if CASES[case].rule == "lse" else {}
    found = results(lambda **leaves: module.attention(**leaves, **others, **asked), leaves)
    wrong = errors(found, results(lambda **leaves: truth(case, leaves, others), leaves))
    bound = {torch.float32: 2e-6, torch.float16: 2e-3, torch.bfloat16: 1.5e-2}[dtype]
    assert max(wrong.values()) < bound, wrong


@pytest.mark.parametrize("case", CASES)
def test_references_are_the_formulas_and_check_modules(case: str, tmp_path: Path) -> None:
    module = built(CASES[case].text, tmp_path, "torch")
    reference = load(tmp_path / "made_reference.py")
    leaves, others = tensors(case)
    asked = {"return_lse": True} if CASES[case].rule == "lse" else {}
    found = results(lambda **given: reference.reference(**given, **others, **asked), leaves)
    wrong = errors(found, results(lambda **given: truth(case, given, others), leaves))
    assert max(wrong.values()) < 2e-7, wrong  # gradients are float32
    reference.selfcheck(module.attention, device="cpu")
    with pytest.raises(AssertionError, match="relative error"):
        reference.selfcheck(lambda *args, **given: module.attention(*args, **{**given, "scale": 0.7}), device="cpu")


def layers(case: str) -> list[tuple[range, range]]:
    """Queries and keys of calls that hold some layers of tiles: few, with keys before, beside and behind them."""
    whole = CASES[case]
    layer = lcm(*(sizes[0] for sizes, _ in whole.branches if sizes)) * prod(whole.sizes[1:])
    cells, last = prod(whole.sizes), (prod(whole.sizes) - 1) // layer * layer
    return [
        (range(last, cells), range(cells)),
        (range(layer), range(layer, cells)),
        (range(layer, cells), range(last, cells)),
        (range(layer, 2 * layer), range(2 * layer)) if 2 * layer <= cells else (range(layer), range(layer)),
    ]


def held_lists(case: str, queries: range, given: dict[str, Any]) -> dict[str, Any]:
    """The inputs of a call with some queries: lists of their tiles."""
    if "picks" not in given:
        return given
    whole = CASES[case]
    sizes = next(sizes for sizes, _ in whole.branches if sizes)
    numbers = places(whole.sizes, sizes).number[queries.start : queries.stop]
    return {**given, "picks": given["picks"][:, :, int(numbers.min()) : int(numbers.max()) + 1]}


PARTS = [case for case in CASES if case != "inputs"]
"""Inputs with numbers for tiles are of those that a call holds: `test_numbers_of_tiles_are_those_of_the_call`."""


@pytest.mark.parametrize(("backend", "case", "dtype"), on_backends_in(PARTS, "vsa"))
def test_calls_hold_layers_of_tiles(backend: str, case: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """Results are those rows of attention to those keys alone; gradients are of what the call holds."""
    module = built(CASES[case].text, tmp_path, backend)
    leaves, others = tensors(case, dtype)
    asked = {"return_lse": True} if CASES[case].rule == "lse" else {}
    bound = {torch.float32: 2e-6, torch.float16: 2e-3, torch.bfloat16: 1.5e-2}[dtype]
    for queries, keys in layers(case):
        rows = {"key": keys, "value": keys, "sink": range(HEADS)}
        held = {
            name: x if name == "sink" else x[:, :, (one := rows.get(name, queries)).start : one.stop]
            for name, x in leaves.items()
        }
        given = {**held_lists(case, queries, others), "q_offset": queries.start, "k_offset": keys.start}
        found = results(lambda given=given, **held: module.attention(**held, **given, **asked), held)
        wanted = results(lambda queries=queries, keys=keys, **held: truth(case, held, others, queries, keys), held)
        wrong = errors(found, wanted)
        assert max(wrong.values()) < bound, (queries, keys, wrong)


def test_numbers_of_tiles_are_those_of_the_call(tmp_path: Path) -> None:
    """Labels and positions as pairs: of the tiles of queries, and of keys."""
    module = built(CASES["inputs"].text, tmp_path, "torch")
    leaves, others = tensors("inputs")
    queries, keys = range(36, 63), range(18, 54)  # tiles 6 to 11, and 3 to 8
    held = {name: x[:, :, queries.start : queries.stop] for name, x in leaves.items() if name == "query"}
    held |= {name: x[:, :, keys.start : keys.stop] for name, x in leaves.items() if name != "query"}
    given = {**others, "id": (others["id"][6:], others["id"][3:9]), "low": others["low"][6:]}
    at = {"q_offset": queries.start, "k_offset": keys.start}
    found = results(lambda **held: module.attention(**held, **given, **at, return_lse=True), held)
    wanted = results(lambda **held: truth("inputs", held, others, queries, keys), held)
    assert max(errors(found, wanted).values()) < 2e-6


def test_calls_without_queries_or_keys(tmp_path: Path) -> None:
    module = built(CASES["sta"].text, tmp_path, "torch")
    query, key, value = (x for x in tensors("sta")[0].values())
    out, lse = module.attention(query[:, :, :0], key, value, q_offset=84, return_lse=True)
    assert out.shape == (BATCH, HEADS, 0, VALUE_DIM)
    assert lse.shape == (BATCH, HEADS, 0)
    out = module.attention(query[:, :, 84:168], key[:, :, :0], value[:, :, :0], q_offset=84, k_offset=210)
    assert torch.equal(out, torch.zeros(BATCH, HEADS, 84, VALUE_DIM))


def test_calls_hold_no_part_of_a_layer(tmp_path: Path) -> None:
    """Layers are of two of five rows, so that a call begins at a multiple of 84 of the 210 cells."""
    module = built(CASES["sta"].text, tmp_path, "torch")
    leaves, _ = tensors("sta")
    n = prod(CASES["sta"].sizes)
    for wrong, words in (
        ({"query": leaves["query"][:, :, 1:]}, r"query has 209 positions from 0 on, must end .* 84, or at 210"),
        ({"key": leaves["key"][:, :, :-1], "value": leaves["value"][:, :, :-1]}, "key has 209 positions from 0 on"),
        (
            {"q_offset": 1},
            "q_offset is 1, must be a multiple of 84, the cells of a layer of tiles in a grid of 5 x 7 x 6",
        ),
        ({"q_offset": 84}, "query has 210 positions from 84 on"),
        ({"k_offset": 42}, "k_offset is 42, must be a multiple of 84"),
        ({"seq_len": n + 1}, "seq_len is 211, must be 210"),
        ({"q_offset": torch.tensor(0)}, "q_offset is a tensor"),
        ({"q_offset": -84}, "q_offset is -84"),
        ({"value": leaves["value"][:, :, 1:]}, "value has 209 positions, must have 210 like key"),
        ({"seq_len": 210.0}, "seq_len"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            module.attention(**{**leaves, **wrong})
    with pytest.raises(NotImplementedError, match="its positions are cells of a grid"):
        module.attention_varlen()


def test_gates_are_of_cells_and_inputs_have_any_names(tmp_path: Path) -> None:
    text = """pattern made {
        grid 5 x 6
        input tiles: gate
        input grid: labels
        attend tiles(2, 4, when(@grid[q] == @grid[k]))
        combine gate(@tiles)
    }"""
    module = built(text, tmp_path, "torch")
    query, key, value = torch.randn(3, 1, 2, 30, 16)
    given: dict[str, Any] = {"query": query, "key": key, "value": value, "grid": torch.zeros(6, dtype=torch.int32)}
    gate = torch.randn(1, 2, 30, 16)
    everything = torch.ones(30, 30, dtype=torch.bool)
    found = module.attention(**given, tiles=gate)
    assert errors({"out": found}, {"out": gate * dense(query, key, value, everything, 0.25)[0]})["out"] < 2e-6
    for wrong in (gate[..., :7], gate[:, :, :29], gate[0], gate[0, 0, 0], None, 3):
        with pytest.raises((TypeError, ValueError), match=r"^tiles (is|has shape)"):
            module.attention(**given, tiles=wrong)


@pytest.mark.parametrize("backend", ["torch", pytest.param("cpp", marks=pytest.mark.long)])
def test_tiles_that_nothing_picks_reach_nothing(backend: str, tmp_path: Path) -> None:
    """NaN in keys and values of a tile at the borders, and what gradients flow from it."""
    module = built(CASES["vsa"].text, tmp_path, backend)
    leaves, others = tensors("vsa")
    place = places((5, 6, 7), (4, 2, 4))
    last = place.number == place.number.max()
    others["picks"] = others["picks"].clamp(max=int(place.number.max()) - 1)
    hidden = {name: leaves[name].masked_fill(last.view(1, 1, -1, 1), torch.nan) for name in ("key", "value")}
    found = results(lambda **given: module.attention(**given, **others, return_lse=True), {**leaves, **hidden})
    truly = results(lambda **given: truth("vsa", given, others), leaves)
    assert max(errors(found, truly).values()) < 2e-6
