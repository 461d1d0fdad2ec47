"""Counts of keys and of FLOPs."""

import functools
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import _disable_current_modes


def _pairs(
    q: Tensor,
    keys: range,
    lows: tuple[Tensor | int, ...],
    highs: tuple[Tensor | int, ...],
    first: Tensor | int = 0,
    step: int = 1,
) -> int:
    """The number of keys first, first + step, ... between all lows and all highs, summed over rows."""
    low = functools.reduce(torch.clamp_min, lows, torch.full_like(q, keys.start))
    high = functools.reduce(torch.clamp_max, highs, torch.full_like(q, keys.stop))
    low, high = (((end - first + step - 1) // step).clamp_min(0) for end in (low, high))
    return int((high - low).clamp_min(0).sum())


def _counted_pairs(
    counts: Callable[..., tuple[Tensor, ...]],
    rows: range,
    columns: range,
    heads: range,
    num_heads: int,
    n: int,
    entries: Sequence[tuple[Tensor, ...]] = ((),),
) -> int:
    """The number of pairs of these rows and heads over all branches; exact up to 2**26 pairs of positions.

    Of more it is an estimate: from rows drawn at random, alike at each call, one in each of equal stretches.
    `counts`: how often each branch of a head counts (q, k), which takes an entry's inputs too.
    """
    total = len(entries) * len(heads) * len(rows)
    if total == 0 or len(columns) == 0:
        return 0
    drawn = min(total, max(1, 2**26 // len(columns)))
    with _disable_current_modes(), torch.device("cpu"):
        edges = torch.arange(drawn + 1) * total // drawn
        jitter = torch.rand(drawn, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
        places = edges[:-1] + (jitter * edges.diff()).long()
        k = torch.arange(columns.start, columns.stop)
        found = 0
        for some in places.split(max(1, 2**22 // len(columns))):
            for place in (some // len(rows)).unique().tolist():
                entry, head = divmod(place, len(heads))
                q = rows.start + some[some // len(rows) == place].unsqueeze(1) % len(rows)
                found += sum(int(x.sum()) for x in counts(heads.start + head, num_heads, q, k, n, *entries[entry]))
    return round(found * total / drawn)


_known_pairs = functools.lru_cache(maxsize=64)(_counted_pairs)  # of patterns without inputs


class _CountingFinder:
    """Tells torch's counter of FLOPs what operators count, when a program imports it."""

    def __init__(self) -> None:
        self.formulas: list[tuple[object, Callable[..., int]]] = []
        self.asks_others = False

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """The counter's own spec, but for what runs after it."""
        if name != _COUNTER or self.asks_others:
            return None
        self.asks_others = True
        try:
            spec = find_spec(name)
        finally:
            self.asks_others = False
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            for packet, count in self.formulas:
                module.register_flop_formula(packet, get_raw=True)(count)

        vars(spec.loader)["exec_module"] = exec_module
        return spec


_COUNTER = "torch.utils.flop_counter"


def _count_flops(packet: object, count: Callable[..., int]) -> None:
    """Let torch's counter of FLOPs know what an operator counts: now, or when a program imports it.

    To import it imports Triton, which takes ten times as long as a module, warns where there is none, and may fail.
    """
    if _COUNTER not in sys.modules:
        shared = (one for one in sys.meta_path if type(one).__name__ == _CountingFinder.__name__)  # by all modules
        finder: Any = next(shared, None) or _CountingFinder()
        finder.formulas.append((packet, count))
        if finder not in sys.meta_path:
            sys.meta_path.insert(0, finder)
    if _COUNTER in sys.modules:  # also if another thread has imported it meanwhile
        from torch.utils.flop_counter import flop_registry, register_flop_formula

        if packet not in flop_registry:
            register_flop_formula(packet, get_raw=True)(count)
