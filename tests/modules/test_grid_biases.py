"""`score bias(@t)` on a grid: a table of differences in every dimension, against formulas in float64."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from built import build, reference_of
from dense_scores import BOUNDS, dense, errors, gradients, on_backends, on_backends_in, softcap, with_sink
from rings import made
from simulated_ranks import on_all_ranks
from torch import Tensor

HEADS, KV_HEADS = 4, 2
PLANE, VOLUME = (5, 7), (3, 2, 5)


def cells(grid: tuple[int, ...]) -> Tensor:
    """The cell of each position, [n, dimensions], counted by loops."""
    found: list[list[int]] = [[]]
    for size in grid:
        found = [[*cell, i] for cell in found for i in range(size)]
    return torch.tensor(found)


ALL = slice(None)


def read(t: Tensor, grid: tuple[int, ...], radii: tuple[int, ...], rows: slice = ALL, columns: slice = ALL) -> Tensor:
    """The entries of a table for pairs, [heads, rows, columns]."""
    where = cells(grid)
    apart = where[None, columns] - where[rows, None]
    place = torch.zeros(apart.shape[:2], dtype=torch.int64)
    for axis, far in enumerate(radii):
        place = place * (2 * far + 1) + apart[..., axis].clamp(-far, far) + far
    return t.double().flatten(1)[:, place]


def text(grid: tuple[int, ...], radii: tuple[int, ...], mask: str, more: str = "") -> str:
    extents = ", ".join(f"2 * {far} + 1" for far in radii)
    lines = [f"input t: table(heads, {extents})", f"grid {' x '.join(map(str, grid))}", mask, "score bias(@t)", more]
    return "pattern g {\n    " + "\n    ".join(lines) + "\n}\n"


def tensors(grid: tuple[int, ...], radii: tuple[int, ...], dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
    draws = torch.Generator().manual_seed(3)
    n = len(cells(grid))
    counts = {"query": HEADS, "key": KV_HEADS, "value": KV_HEADS}
    found = {name: torch.randn(2, heads, n, 16, generator=draws).to(dtype) for name, heads in counts.items()}
    return {**found, "t": torch.randn(HEADS, *(2 * far + 1 for far in radii), generator=draws)}


CASES = {
    "plane": (PLANE, (4, 6), "attend full", lambda a, b: torch.ones(len(a), len(b), dtype=torch.bool)),
    "far": (PLANE, (1, 2), "attend box(3, 5)", None),
    "volume": (VOLUME, (2, 1, 3), "attend causal", lambda a, b: b <= a.unsqueeze(1)),
    "segments": (PLANE, (4, 3), "attend segment(5)", lambda a, b: a.unsqueeze(1) // 5 == b // 5),
}


def seen_by(case: str) -> Tensor:
    grid, _, _, admits = CASES[case]
    n = torch.arange(len(cells(grid)))
    if admits is not None:
        return admits(n, n)
    where = cells(grid)  # a box of 3 x 5 that is moved inwards at borders
    seen = torch.ones(len(n), len(n), dtype=torch.bool)
    for axis, (extent, size) in enumerate(zip((3, 5), grid, strict=True)):
        start = (where[:, axis] - extent // 2).clamp(0, size - extent).unsqueeze(1)
        seen &= (where[None, :, axis] >= start) & (where[None, :, axis] < start + extent)
    return seen


@pytest.mark.parametrize(("backend", "case", "dtype"), on_backends_in(CASES, "volume"))
def test_a_table_of_cells_and_its_gradient(backend: str, case: str, dtype: torch.dtype, tmp_path: Path) -> None:
    grid, radii, mask, _ = CASES[case]
    module, _ = build(text(grid, radii, mask), tmp_path, backend)

    def call(**leaves: Tensor) -> Any:
        return module.attention(**leaves, return_lse=True)

    def truth(query: Tensor, key: Tensor, value: Tensor, t: Tensor) -> tuple[Tensor, Tensor]:
        return dense(query, key, value, seen_by(case), 0.25, lambda scores: scores + read(t, grid, radii))

    found, wanted = gradients(call, tensors(grid, radii, dtype)), gradients(truth, tensors(grid, radii, dtype))
    assert max(errors(found, wanted).values()) < BOUNDS[dtype], errors(found, wanted)


@pytest.mark.parametrize("backend", on_backends())
def test_parts_of_a_grid_with_a_cap_a_sink_and_excluded_cells(backend: str, tmp_path: Path) -> None:
    """Some rows of the grid, of which -inf in the table excludes whole columns, and one row has no other key."""
    more = "score softcap(2.0)\n    score sink(@sink)\n    input sink: table(heads)"
    head, _, tail = more.rpartition("\n    ")
    module, _ = build(text(PLANE, (4, 6), f"{tail}\n    attend causal", head), tmp_path, backend)
    rows, columns = slice(9, 30), slice(2, 33)
    given = {**tensors(PLANE, (4, 6)), "sink": torch.linspace(-1, 1, HEADS)}
    given["t"][1, :, 6] = -torch.inf  # of head 1, keys in the query's own column
    given["t"][2] = -torch.inf
    parts = {**given, "query": given["query"][:, :, rows], "key": given["key"][:, :, columns]}
    parts["value"] = given["value"][:, :, columns]
    place = {"q_offset": rows.start, "k_offset": columns.start, "seq_len": 35}

    def call(**leaves: Tensor) -> Any:
        return module.attention(**leaves, **place, return_lse=True)

    def truth(query: Tensor, key: Tensor, value: Tensor, t: Tensor, sink: Tensor) -> tuple[Tensor, Tensor]:
        seen = torch.arange(2, 33) <= torch.arange(9, 30).unsqueeze(1)
        bias = read(t, PLANE, (4, 6), rows, columns)
        seen = seen & (bias.detach() > -torch.inf)
        added = torch.where(bias > -torch.inf, bias, 0.0)
        out, lse = dense(query, key, value, seen, 0.25, lambda scores: scores + added, softcap(2.0))
        return with_sink(out, lse.clamp(min=-1e300), sink)

    found, wanted = gradients(call, parts), gradients(truth, parts)
    assert max(errors(found, wanted).values()) < 2e-6, errors(found, wanted)


def test_the_reference_of_a_grid(tmp_path: Path) -> None:
    grid, radii, mask, _ = CASES["volume"]
    module, _ = build(text(grid, radii, mask), tmp_path)
    given = tensors(grid, radii)

    def call(**leaves: Tensor) -> Any:
        return reference_of(module).reference(**leaves, return_lse=True)

    def truth(query: Tensor, key: Tensor, value: Tensor, t: Tensor) -> tuple[Tensor, Tensor]:
        return dense(query, key, value, seen_by("volume"), 0.25, lambda s: s + read(t, grid, radii))

    assert max(errors(gradients(call, given), gradients(truth, given)).values()) < 1e-6
    assert "grad_t" in reference_of(module).selfcheck(module.attention)


def swin_index(height: int, width: int) -> Tensor:
    """`relative_position_index` as the authors of Swin compute it: the entry of each pair of cells of a window."""
    coordinates = torch.stack(torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")).flatten(1)
    relative = (coordinates[:, :, None] - coordinates[:, None, :]).permute(1, 2, 0).contiguous()
    relative[:, :, 0] += height - 1
    relative[:, :, 1] += width - 1
    relative[:, :, 0] *= 2 * width - 1
    return relative.sum(-1)


def test_swin_as_its_authors_write_it(tmp_path: Path) -> None:
    """A window is an entry of the batch, and their table [(2 H - 1) (2 W - 1), heads] counts query minus key."""
    height, width = 4, 6
    module, _ = build(text((height, width), (height - 1, width - 1), "attend full"), tmp_path)
    given = tensors((height, width), (height - 1, width - 1))
    theirs = torch.randn((2 * height - 1) * (2 * width - 1), HEADS, generator=torch.Generator().manual_seed(8))
    own = theirs.t().reshape(HEADS, 2 * height - 1, 2 * width - 1).flip(1, 2)
    three = given["query"], given["key"], given["value"]
    bias = theirs[swin_index(height, width).flatten()].view(24, 24, HEADS).permute(2, 0, 1).double()
    wanted, _ = dense(*three, torch.ones(24, 24, dtype=torch.bool), 0.25, lambda scores: scores + bias)
    torch.testing.assert_close(module.attention(*three, t=own).double(), wanted, rtol=2e-6, atol=2e-6)


def test_swin_over_the_windows_of_a_whole_image(tmp_path: Path) -> None:
    """Windows of 3 x 3 cells of an image of 6 x 9: the table reaches over a window."""
    mask = "attend when(q // 9 // 3 == k // 9 // 3) & when(q % 9 // 3 == k % 9 // 3)"
    module, _ = build(text((6, 9), (2, 2), mask), tmp_path)
    given = tensors((6, 9), (2, 2))
    out = module.attention(**given)
    windows = torch.arange(54).view(2, 3, 3, 3).transpose(1, 2).reshape(6, 9)  # the positions of each window
    query, key, value = (given[name][:, :, windows].transpose(1, 2).flatten(0, 1) for name in HEAD_COUNTS)
    bias = read(given["t"], (3, 3), (2, 2))
    wanted, _ = dense(query, key, value, torch.ones(9, 9, dtype=torch.bool), 0.25, lambda scores: scores + bias)
    found = out[:, :, windows].transpose(1, 2).flatten(0, 1)
    torch.testing.assert_close(found.double(), wanted, rtol=2e-6, atol=2e-6)


HEAD_COUNTS = {"query": HEADS, "key": KV_HEADS, "value": KV_HEADS}


@pytest.mark.parametrize(
    "ring",
    [
        "ring(ranks=1)",
        "ring(ranks=3, layout=zigzag)",
        "ring(ranks=5, layout=striped)",
        "ring(ranks=2, transport=ulysses)",
    ],
)
def test_a_grid_in_a_ring(ring: str, tmp_path: Path) -> None:
    body = "input t: table(heads, 9, 13)\n    grid 5 x 7\n    attend causal\n    score bias(@t)"
    module = made(body, ring, tmp_path)
    given = tensors(PLANE, (4, 6))
    whole, t = {name: given[name] for name in HEAD_COUNTS}, given["t"]

    def work(rank: Any) -> dict[str, Tensor]:
        own = {name: module.shard(x, rank).clone().requires_grad_() for name, x in whole.items()}
        table = t.clone().requires_grad_()
        out = module.ring_attention(**own, mesh=rank, t=table)
        grads = torch.autograd.grad(out.square().sum(), (*own.values(), table))
        found = {"out": out.detach(), **dict(zip(own, grads[:-1], strict=True))}
        return {**{name: module.unshard(x, rank) for name, x in found.items()}, "t": grads[-1]}

    leaves = {name: x.clone().requires_grad_() for name, x in given.items()}
    seen = torch.ones(35, 35, dtype=torch.bool).tril()
    three = leaves["query"], leaves["key"], leaves["value"]
    out, _ = dense(*three, seen, 0.25, lambda scores: scores + read(leaves["t"], PLANE, (4, 6)))
    grads = torch.autograd.grad(out.square().sum(), tuple(leaves.values()))
    wanted = {"out": out.detach(), **dict(zip(leaves, grads, strict=True))}
    for found in on_all_ranks(module, work):
        assert max(errors(found, wanted).values()) < 2e-6, errors(found, wanted)


@pytest.mark.long
@pytest.mark.parametrize(("dtype", "device"), [(torch.float32, 61), (torch.float16, 80), (torch.float16, 70)])
def test_a_grid_on_a_gpu_that_is_emulated(dtype: torch.dtype, device: int, tmp_path: Path) -> None:
    grid, radii, mask, _ = CASES["far"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATTERNC_EMULATE", f"sm_{device}")
        module, _ = build(text(grid, radii, mask), tmp_path, "cuda")
        given = tensors(grid, radii, dtype)
        found = gradients(lambda **leaves: module.attention(**leaves, return_lse=True), given)

    def truth(query: Tensor, key: Tensor, value: Tensor, t: Tensor) -> tuple[Tensor, Tensor]:
        return dense(query, key, value, seen_by("far"), 0.25, lambda s: s + read(t, grid, radii))

    wanted = gradients(truth, given)
    assert max(errors(found, wanted).values()) < BOUNDS[dtype], errors(found, wanted)
