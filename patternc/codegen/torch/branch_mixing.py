"""How the softmaxes of a head become its output, and what the backward pass reads in their place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from patternc.codegen.provenance import all_heads, held_heads
from patternc.codegen.shell import softmax_count
from patternc.ir.kernel import Kernel, KernelGroup
from patternc.ir.mask import Combine


@dataclass(frozen=True, slots=True)
class Mixing:
    """Lines before and after the loop over runs, the tensors it fills and those the backward pass reads.

    `saved`: what the backward pass reads of one batch entry, as text. `unread`: what it is given and does not read.
    `mixes`: some heads mix softmaxes by their denominators.
    """

    softmaxes: int
    accumulators: str
    forward_setup: tuple[str, ...]
    forward_finish: tuple[str, ...]
    backward_setup: tuple[str, ...]
    saved: str
    lse_grads: bool
    mixes: bool
    unread: tuple[str, ...]


def mixing(kernel: Kernel) -> Mixing:
    """Decide the shape: every head one softmax, accumulated in place, or several side by side."""
    lse_grads = not any(group.combine in (Combine.MEAN, Combine.SUM) for group in kernel.groups)
    grads = ", grad_lse[b]" if lse_grads else ""
    if softmax_count(kernel) <= 1:
        return Mixing(
            softmaxes=1,
            accumulators="out[b], lse[b]",
            forward_setup=_empty("out", "lse", "query.shape", "query.shape[:3]"),
            forward_finish=(
                *_scaled(kernel, "out", "/="),
                "return out.to(query.dtype), lse",
            ),
            backward_setup=(*_scaled_back(kernel), *_guard("lse", "lse"), *_lse_gradient(lse_grads)),
            saved=f"query[b], grad_out[b], out[b], lse[b]{grads}",
            lse_grads=lse_grads,
            mixes=False,
            unread=(),
        )
    count = softmax_count(kernel)
    blended = any(group.combine in (Combine.LSE, Combine.LSE_DETACH) for group in kernel.groups)
    return Mixing(
        softmaxes=count,
        accumulators="parts[run.softmax, b], part_lses[run.softmax, b]",
        forward_setup=_empty("parts", "part_lses", f"({count}, *query.shape)", f"({count}, *query.shape[:3])"),
        forward_finish=_mixed(kernel),
        backward_setup=(*_denominators(kernel), *_lse_gradient(lse_grads)),
        saved=f"query[b], grad_out[b], parts[run.softmax, b], denominators[run.softmax, b]{grads}",
        lse_grads=lse_grads,
        mixes=blended,
        unread=("out",) if blended else ("out", "lse"),
    )


def _empty(out: str, lse: str, shape: str, lse_shape: str) -> tuple[str, ...]:
    return (
        f"{out} = torch.zeros({shape}, dtype=torch.float32, device=query.device)",
        f"{lse} = torch.full({lse_shape}, -math.inf, dtype=torch.float32, device=query.device)",
    )


def _guard(target: str, source: str) -> tuple[str, ...]:
    return (f"{target} = {source}.masked_fill({source} == -math.inf, math.inf)  # no keys: exp(s - inf) = 0",)


def _lse_gradient(lse_grads: bool) -> tuple[str, ...]:
    if not lse_grads:
        return ()
    return (
        "through_lse = grad_lse.numel() > 0",
        "grad_lse = grad_lse if through_lse else lse.new_zeros(1).expand(lse.shape)",
    )


def _scaled(kernel: Kernel, tensor: str, sign: str) -> tuple[str, ...]:
    """Divide (or multiply) the heads of each group under `mean` by what it divides by."""
    means = [group for group in kernel.groups if group.combine is Combine.MEAN and group.divisor != 1]
    if len(means) == len(kernel.groups) and len({group.divisor for group in means}) == 1:
        return (f"{tensor} {sign} {means[0].divisor}",)
    return tuple(line for group in means for line in (*_own(group), f"{tensor}[:, own] {sign} {group.divisor}"))


def _scaled_back(kernel: Kernel) -> tuple[str, ...]:
    """Under `mean` the one softmax of a head is `out` times the divisor, and its gradient a part of the whole."""
    scaled = _scaled(kernel, "out", "*="), _scaled(kernel, "grad_out", "/=")
    return ("out, grad_out = out.clone(), grad_out.clone()", *scaled[0], *scaled[1]) if scaled[0] else ()


def _mixed(kernel: Kernel) -> tuple[str, ...]:
    """The output from the parts, by the rule of each group of heads."""
    lines = ["out, lse = torch.zeros_like(parts[0]), torch.zeros_like(part_lses[0])"]
    for group in kernel.groups:
        count = len(group.softmaxes)
        lines += _own(group)
        part = f"parts[:{count}, :, own]"
        match group.combine:
            case Combine.LSE | Combine.LSE_DETACH:
                lines.append(f"_mix(out[:, own], lse[:, own], {part}, part_lses[:{count}, :, own])")
            case Combine.MEAN:
                lines.append(f"out[:, own] = {part}.sum(0) / {group.divisor}")
            case Combine.SUM:
                lines.append(f"out[:, own] = {part}.sum(0)")
            case _:
                assert_never(group.combine)
    return (*lines, "return out.to(query.dtype), lse, parts.to(query.dtype), part_lses")


def _denominators(kernel: Kernel) -> tuple[str, ...]:
    """P = exp(S - lse): the lse of all branches under `lse(detach)`, each branch's own under `mean` and `sum`."""
    lines = ["denominators = part_lses.clone()"]
    for group in kernel.groups:
        if group.combine in (Combine.LSE, Combine.LSE_DETACH):
            lines += (*_own(group), "denominators[:, :, own] = lse[:, own]")
    scaled = _scaled(kernel, "grad_out", "/=")
    copies = ("grad_out = grad_out.clone()",) if scaled else ()
    return (*lines, *copies, *scaled, *_guard("denominators", "denominators"))


def _own(group: KernelGroup) -> tuple[str, ...]:
    """Lines that name the heads of a group, as an index."""
    if all_heads(group.heads):
        return ("own = slice(None)",)
    return (f"held = {held_heads(group.heads, 'query.shape[1]')}", "own = slice(held.start, held.stop)")
