"""The module every backend's kernels sit in: header, SPEC, `attention` and its checks, the class.

A backend's template starts with `{% extends "shared/module.py.j2" %}` and fills the blocks `constants` and `kernels`;
its view has a `Called` and a `Shell` beside its own dataclass. The block `kernels` supplies two functions, which the
shell registers as `torch.library` operators and calls by position:

    def _forward(query, key, value, scale: float, q_offset: int, k_offset: int, seq_len: int, *operands)
        -> out, lse[, parts, part_lses]
    def _backward(query, key, value, out, lse[, parts, part_lses], grad_out, grad_lse,
                  scale: float, q_offset: int, k_offset: int, seq_len: int, *operands)
        -> grad_query, grad_key, grad_value, *gradients of tables

- The shell has checked everything: shapes, dtypes, devices, contiguous last dimensions, ranges, heads, `require`.
  `scale` is final (`score scale`, the argument, or 1/sqrt(D)). B, Nq and Nk are never 0 here. Autocast is off.
- out [B, H, Nq, D] in query's dtype and lse [B, H, Nq] fp32 are new and contiguous. A head with one softmax has that
  softmax's lse, under `mean` and `sum` too (where `attention` never returns it, but `_backward` may need it). A head
  with several under `mean` or `sum` has no lse: zeros.
- parts [S, B, H, Nq, D] in query's dtype and part_lses [S, B, H, Nq] fp32 exist where some head group has several
  softmaxes (S: the most that a group has): the result of each. What a head lacks is never read.
- grad_out [B, H, Nq, D] has query's dtype and a contiguous last dimension; its other strides are any.
- grad_lse is [B, H, Nq] fp32 contiguous, or an empty [0] fp32 tensor when no gradient reaches lse
  (`grad_lse.numel() == 0`), so that the common case reads nothing.
- grad_query, grad_key, grad_value are contiguous, of the shapes and dtype of query, key and value.
- `operands` are those of `Interface.operands`, in this order: `head_offset` (which head of the whole model the call's
  first is) and `num_heads` (of the whole model) where they decide a number; dropout and seed as numbers; offsets as
  int32 [1 or B, 2, n], where the document of each position begins and ends; lengths int32 [B]; positions int32
  [1 or B, n]; a selection int32 [B, H, rows, count]; tables float32, each with a float32 gradient.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from patternc.codegen.backend import Backend, Legal
from patternc.codegen.block_lists.functions import Lists, lists
from patternc.codegen.block_selection import Choosing, Chosen, choosing, chosen
from patternc.codegen.cached_calls import cache_refusal, makes_lists, packed_refusal
from patternc.codegen.call_checks import Checks, checks
from patternc.codegen.emit import Origin, Record
from patternc.codegen.flop_count import Flops, flops
from patternc.codegen.module_classes import Modules, module_texts
from patternc.codegen.provenance import Header, summary
from patternc.codegen.reference import Counts, counts
from patternc.codegen.ring_text import RingText, ring_text
from patternc.ir.digest import digest
from patternc.ir.interface import Interface
from patternc.ir.kernel import Choice, Kernel
from patternc.ir.mask import Pattern
from patternc.ir.tile import Tiles
from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Called:
    """The call as templates of modules and of the reference read it: its signature, its checks, the count of pairs."""

    header: Header
    interface: Interface
    checks: Checks
    counts: Counts
    chosen: Chosen | None


def called(
    pattern: Pattern, interface: Interface, choice: Choice | None, positions: str, origin: Origin, backend: str
) -> Called:
    """The call of a pattern. `positions`: as of `Checks`."""
    return Called(
        header=Header(pattern.name, summary(pattern), backend, origin),
        interface=interface,
        checks=checks(pattern, interface, positions),
        counts=counts(pattern),
        chosen=chosen(interface, choice),
    )


@dataclass(frozen=True, slots=True)
class Operator(Record):
    """A module's operators: their name where they are loaded once, and its part that tells kernels apart.

    `arguments`: of `_registered`, after the functions of both passes and of FLOPs. `vmap`: the function that maps
    samples over an operator.
    """

    name: str
    version: str
    arguments: tuple[str, ...]
    vmap: str


@dataclass(frozen=True, slots=True)
class Serving(Record):
    """Calls of sequences of unlike lengths: why none are packed, and why none have caches; empty if they may.

    `function`: of the library, which attends to caches.
    """

    packed: str
    cached: str
    function: str


@dataclass(frozen=True, slots=True)
class Shell:
    """The text around the kernels of a pattern, besides its call."""

    operator: Operator
    serving: Serving
    modules: Modules | None
    choosing: Choosing | None
    flops: Flops
    lists: Lists
    ring: RingText | None


Around: TypeAlias = tuple[Called, Shell]
"""What surrounds the kernels of a pattern."""


def shell(legal: Legal, backend: Backend, target: Target, origin: Origin) -> Around:
    """Decide what surrounds the kernels of a pattern, in a module of a backend. `origin`: where it was written."""
    kernel, pattern, interface = legal.kernel, legal.kernel.pattern, legal.kernel.interface
    tiled = isinstance(legal.device, Tiles)
    read = "" if interface.of_blocks or interface.lists else positions(kernel, tiled=tiled)
    own = Shell(
        operator=_operator(legal, backend, target),
        serving=_serving(legal, backend),
        modules=module_texts(pattern, interface),
        choosing=choosing(kernel.choice),
        flops=flops(kernel),
        lists=lists(kernel),
        ring=ring_text(kernel),
    )
    return called(pattern, interface, kernel.choice, read, origin, backend.name), own


def _serving(legal: Legal, backend: Backend) -> Serving:
    """Programs over tiles read lengths, unless the host lists blocks for each sequence; on a CPU it can do so too."""
    together = isinstance(legal.device, Tiles) and not cache_refusal(legal.kernel)
    refusal = cache_refusal(legal.kernel) if isinstance(legal.device, Tiles) and "cuda" in backend.devices else ""
    function = "_attend_cached" if together else "_attend_each_cached"
    return Serving(packed_refusal(legal.kernel), packed_refusal(legal.kernel) or refusal, function)


def _operator(legal: Legal, backend: Backend, target: Target) -> Operator:
    inputs, version = legal.kernel.interface, f"{backend.name}_{digest(legal.kernel)}"
    vmap = "_vmap_apart" if inputs.apart else "_vmap_parts" if inputs.several else "_vmap"
    checked = len(inputs.bounded) if any(one.facts.placed for one in inputs.operands) else -1 if inputs.dropout else 0
    values = f"lambda seq_len, *given, wait: _check_values(seq_len, *given[:{checked}], wait=wait)"
    options = {
        "like_forward": _like_forward(inputs),
        "vmap": "" if vmap == "_vmap" else vmap,
        "prepared": "_prepared" if inputs.tensors else "",
        "tensors": len(inputs.tensors),
        "tables": len(inputs.tables),
        "learned": 4 + len(inputs.heads) if inputs.asked else 0,
        "values": "" if not inputs.bounded else values if checked else "_check_values",
    }
    tiled = isinstance(legal.device, Tiles)
    if isinstance(legal.device, Tiles):
        listed = any(launch.order is not None or launch.lists for launch in legal.device.launches)
        keeps = listed and "cuda" in backend.devices  # tables on a GPU outlive the call
        options |= {"launched": "_launched", "target": f'"{target.name}"', "keeps": keeps}
    given = tuple(f"{name}={value}" for name, value in options.items() if value)
    return Operator(f"{legal.kernel.pattern.name}_{version}", version, (*["_unseen"] * tiled, *given), vmap)


def _like_forward(inputs: Interface) -> str:
    """The function that allocates the results of a call, where it is not that of one softmax."""
    if inputs.stacked:
        return f"partial(_like_stacked, softmaxes={inputs.softmaxes})"
    return f"partial(_like_forward, softmaxes={inputs.softmaxes})" if inputs.several else ""


def positions(kernel: Kernel, *, tiled: bool) -> str:
    """The reader of the first query's position, if that may be a tensor: "device" or "host"; else empty."""
    if kernel.choice is not None or (not tiled and kernel.pattern.dropout):
        return ""
    if not tiled:
        return "host"
    return "" if makes_lists(kernel) else "device"
