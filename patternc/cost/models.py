"""The cost of a model: layers of several patterns, added up for each target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from patternc.cost.decoding import cache_bytes
from patternc.cost.estimates import Estimate
from patternc.targets import Target

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class ModelCost:
    """The attention of all layers on a target, or of a single one.

    `dense`: both passes of dense attention. `step`: predicted seconds of a decoding step, `cache`: bytes of the keys
    and values of all positions, `kept`: of those that later steps may read; None where some pattern has none. `memory`:
    peak bytes of a training step: what all layers save for gradients, and the most that one of them needs besides.
    """

    target: Target
    backends: tuple[str, ...]
    forward: float
    backward: float
    dense: float
    step: float | None
    cache: int | None
    kept: int | None
    memory: int


def model_costs(layers: Sequence[tuple[int, Estimate]]) -> Iterator[ModelCost]:
    """The cost on each target of so many layers of each estimate; all have the same targets."""
    for place, target_cost in enumerate(layers[0][1].targets):
        made = [(count, estimate, estimate.targets[place]) for count, estimate in layers]
        yield ModelCost(
            target=target_cost.target,
            backends=tuple(dict.fromkeys(cost.backend for _, _, cost in made)),
            forward=sum(count * cost.forward.seconds for count, _, cost in made),
            backward=sum(count * cost.backward.seconds for count, _, cost in made),
            dense=sum(count * cost.dense for count, _, cost in made),
            step=_sum((count, cost.step) for count, _, cost in made),
            cache=_sum((count, held(estimate, cost.itemsize)) for count, estimate, cost in made),
            kept=_sum((count, kept(estimate, cost.itemsize)) for count, estimate, cost in made),
            memory=sum(count * cost.saved for count, _, cost in made)
            + max(cost.memory - cost.saved for *_, cost in made),
        )


def held(estimate: Estimate, itemsize: int) -> int | None:
    """Bytes of the keys and values of all positions."""
    return None if estimate.decoding is None else cache_bytes(estimate.decoding.held, estimate.call, itemsize)


def kept(estimate: Estimate, itemsize: int) -> int | None:
    """Bytes of the keys and values that later steps may read."""
    if estimate.decoding is None or estimate.decoding.kept is None:
        return None
    return cache_bytes(estimate.decoding.kept, estimate.call, itemsize)


def _sum(several: Iterable[tuple[int, Number | None]]) -> Number | None:
    """The sum over all layers; None if a layer has no number."""
    total: Number = 0
    for count, number in several:
        if number is None:
            return None
        total += count * number
    return total
