"""What cases that are no dilated segments mean, for their peers: predicates over (head, q, k), looked up if possible.

Written from the definitions, sharing no code with the compiler. `Blocks` reads its table off the generated reference's
`mask`, as a user of another library would compute one beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from types import ModuleType
from typing import TypeAlias

import torch
from generated_files import reference_of
from torch import Tensor

Admits: TypeAlias = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
"""(batch, head, q, k) -> whether q sees k."""


@dataclass(frozen=True)
class Blocks:
    """Whole blocks of `size` positions, and of those only the keys up to the query where `causal`."""

    size: int
    causal: bool = False


@dataclass(frozen=True)
class Chosen:
    """As many blocks a row as the module's `selection` picks for the inputs, and the query's own; causal."""

    size: int


@dataclass(frozen=True)
class Documents:
    """Causal inside each of the documents that begin at `offsets[:-1]`."""

    offsets: tuple[int, ...]


@dataclass(frozen=True)
class Neighbourhood:
    """On a row-major grid, the `extents` cells around a query, moved inwards at the borders (arXiv 2204.07143)."""

    grid: tuple[int, ...]
    extents: tuple[int, ...]


@dataclass(frozen=True)
class Band:
    """Causal: of the keys up to the query the last `window` (None: all) and the first `sinks`."""

    window: int | None = None
    sinks: int = 0


Mask: TypeAlias = Blocks | Chosen | Documents | Neighbourhood | Band


def inputs(mask: Mask | None, device: str) -> dict[str, Tensor]:
    """What `attention` is given at run time."""
    if isinstance(mask, Documents):
        return {"offsets": torch.tensor(mask.offsets, dtype=torch.int32, device=device)}
    return {}


def admits(mask: Mask, module: ModuleType, heads: int, query: Tensor, key: Tensor) -> Admits:
    """The predicate of a call with these inputs."""
    n, device = key.shape[2], query.device
    match mask:
        case Blocks(size, causal):
            counts = reference_of(module).mask
            with device:  # on a GPU a mask of 16384 positions takes milliseconds
                table = torch.stack([block_table(counts(h, heads, n), size) for h in range(heads)])
            seen = _of_table(table[None], size)
            return (lambda b, h, q, k: seen(b, h, q, k) & (k <= q)) if causal else seen
        case Chosen(size):
            seen = _of_table(_chosen(module.selection(query, key), -(-n // size)), size)
            return lambda b, h, q, k: seen(b, h, q, k) & (k <= q)
        case Documents(offsets):
            starts = torch.tensor(offsets, device=device)
            document = torch.searchsorted(starts, torch.arange(n, device=device), right=True)
            return lambda _b, _h, q, k: (document[q] == document[k]) & (k <= q)
        case Band(window, sinks):
            last = n if window is None else window
            return lambda _b, _h, q, k: (k <= q) & ((q - k < last) | (k < sinks))
        case Neighbourhood(grid, extents):
            return _neighbours(grid, extents, device)


def block_table(mask: Tensor, size: int) -> Tensor:
    """Which blocks [rows, columns] of a dense mask [n, n] hold anything."""
    n = mask.shape[0]
    padded = torch.nn.functional.pad(mask != 0, (0, -n % size, 0, -n % size))
    count = padded.shape[0] // size
    return padded.view(count, size, count, size).any(3).any(1)


def mean_keys(mask: Mask, seen: Admits, query: Tensor, n: int) -> float:
    """Mean keys a row over all batch entries and heads, of the predicate that `admits` gave for the mask.

    `query` [B, H, Nq, D]: the last of n positions.
    """
    heads, queries = query.shape[1:3]
    alike = isinstance(mask, Documents | Neighbourhood | Band)
    batches, lines = (1, 1) if alike else (query.shape[0], heads)
    positions = torch.arange(n, device=query.device)
    total = 0
    for b, h in torch.cartesian_prod(torch.arange(batches), torch.arange(lines)).to(query.device):
        for rows in torch.split(positions[n - queries :], 512):
            total += int(seen(b, h, rows[:, None], positions).sum())
    return total / (batches * lines * queries)


def _of_table(table: Tensor, size: int) -> Admits:
    """Look the blocks of q and k up in a table [B | 1, H, rows, columns]."""
    if table.shape[0] == 1:
        only = table[0]
        return lambda _b, h, q, k: only[h, q // size, k // size]
    return lambda b, h, q, k: table[b, h, q // size, k // size]


def _chosen(selection: Tensor, count: int) -> Tensor:
    """A table [B, H, rows, count] of the blocks in a selection [B, H, rows, chosen] (-1: none) and each row's own."""
    table = torch.zeros((*selection.shape[:3], count + 1), dtype=torch.bool, device=selection.device)
    table.scatter_(3, selection.long() % (count + 1), True)  # -1 goes to the last, which is cut off
    return table[..., :count] | torch.eye(count, dtype=torch.bool, device=selection.device)


def _neighbours(grid: tuple[int, ...], extents: tuple[int, ...], device: torch.device) -> Admits:
    cells = torch.arange(prod(grid), device=device)
    axes = []
    stride = prod(grid)
    for size, extent in zip(grid, extents, strict=True):
        stride //= size
        place = cells // stride % size
        axes.append((place, (place - extent // 2).clamp(0, size - extent), extent))

    def seen(_b: Tensor, _h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        inside = [(place[k] >= start[q]) & (place[k] < start[q] + extent) for place, start, extent in axes]
        return _all(inside)

    return seen


def _all(truths: list[Tensor]) -> Tensor:
    found = truths[0]
    for truth in truths[1:]:
        found = found & truth
    return found
