"""Budgets of `patternc cost`: limits on predicted times and bytes of a target, such as `sm_90 < 20 ms`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import click

from patternc.cli.quantities import si, time
from patternc.cost.models import ModelCost
from patternc.diagnostics import nearest
from patternc.targets import TARGETS, target_named

_SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
_BYTES = {"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
_QUANTITIES = {
    "both": _SECONDS,
    "forward": _SECONDS,
    "backward": _SECONDS,
    "step": _SECONDS,
    "memory": _BYTES,
    "cache": _BYTES,
}
_BUDGET = re.compile(r"\s*(?P<target>\w+)(?:\s+(?P<quantity>\w+))?\s*<\s*(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>\w+)\s*")
_FORM = "write a target, one of {} (both if it is left out), and a limit: 'sm_90 < 20 ms', 'cpu step < 2 ms'"


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit, in seconds or bytes, on a quantity of a target; `text` as it was written."""

    text: str
    target: str
    quantity: str
    limit: float

    def exceeded(self, made: ModelCost) -> str:
        """A sentence that names the cost if it is not below the limit; empty if it is."""
        found = {
            "both": made.forward + made.backward,
            "forward": made.forward,
            "backward": made.backward,
            "step": made.step,
            "memory": made.memory,
            "cache": made.cache,
        }[self.quantity]
        if found is None:
            return f"{self.text}: there is no decoding step, as not every pattern is causal and counted exactly"
        if found < self.limit:
            return ""
        shown = time(found) if _QUANTITIES[self.quantity] is _SECONDS else f"{si(found)}B"
        what = "both passes take" if self.quantity == "both" else f"{self.quantity} takes"
        return f"{self.text}: {what} {shown}"


def budgets(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> tuple[Budget, ...]:
    """The budgets of an option; a usage error for a text that is none."""

    def wrong(message: str) -> click.BadParameter:
        return click.BadParameter(message, ctx, param)

    def one(text: str) -> Budget:
        matched = _BUDGET.fullmatch(text)
        if matched is None:
            raise wrong(f"{text!r}: {_FORM.format(', '.join(_QUANTITIES))}")
        target, quantity = matched["target"], matched["quantity"] or "both"
        if target_named(target) is None:
            raise wrong(f"{text!r}: {target!r}; {nearest(target, [one.name for one in TARGETS])}")
        if quantity not in _QUANTITIES:
            raise wrong(f"{text!r}: {quantity!r}; {nearest(quantity, list(_QUANTITIES))}")
        units = _QUANTITIES[quantity]
        if matched["unit"] not in units:
            raise wrong(f"{text!r}: {matched['unit']!r}: {quantity} is in {', '.join(units)}")
        return Budget(text.strip(), target, quantity, float(matched["number"]) * units[matched["unit"]])

    return tuple(map(one, texts))


def over_budget(wanted: Sequence[Budget], costs: Iterable[ModelCost]) -> Iterator[str]:
    """A sentence for each budget that a cost exceeds."""
    for made in costs:
        for budget in wanted:
            if made.target.name == budget.target and (found := budget.exceeded(made)):
                yield found
