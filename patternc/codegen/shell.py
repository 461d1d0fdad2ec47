"""The module every backend's kernels sit in: header, SPEC, `attention` and its checks, the class.

A backend's template starts with `{% extends "shared/module.py.j2" %}` and fills the blocks `constants` and `kernels`;
its view's dataclass has a field `shell: Shell` beside its own. The block `kernels` supplies two functions, which the
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
  int32 [1 or B, 2, n], where the document of each position begins and ends; lengths int32 [B]; a selection int32
  [B, H, rows, count]; tables float32, each with a float32 gradient.
"""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.block_lists.functions import Lists, lists
from patternc.codegen.block_selection import Chosen, choice
from patternc.codegen.call_checks import Check, Limits, limits, lse_undefined, requirement_check
from patternc.codegen.emit import Origin, Runtime
from patternc.codegen.flop_count import Flops, flops
from patternc.codegen.module_classes import Modules, module_texts
from patternc.codegen.provenance import spec_literal, summary
from patternc.codegen.reference import CountedGroup, TableText, count_parameters, counted_groups, tables
from patternc.codegen.ring_text import RingText, ring_text
from patternc.codegen.runtime_package import digest as runtime_digest
from patternc.ir.digest import digest
from patternc.ir.interface import Interface
from patternc.ir.kernel import Kernel
from patternc.ir.projections import class_name


@dataclass(frozen=True, slots=True)
class Shell:
    """Everything the shared templates spell.

    `vmap`: the function that maps samples over an operator. `target`: whose tiles kernels have. `keeps`: tables on a
    GPU outlive the call that makes them. The Triton backend says both. `version`: what the module's operators are named
    by, besides the pattern: the backend and the kernel's digest. `runtime`: the digest of the run-time package
    beside it; empty where it stands alone.
    """

    name: str
    file: str
    sha256: str
    command: str
    summary: str
    spec: str
    class_name: str
    modules: Modules | None
    version: str
    interface: Interface
    lse_undefined: str
    fixed_scale: float | None
    requirements: tuple[Check, ...]
    limits: Limits
    counted_groups: tuple[CountedGroup, ...]
    counted_by: dict[str, str]
    chosen: Chosen | None
    dropout: bool
    backend: str
    tiled: bool
    positions: str
    tables: tuple[TableText, ...]
    flops: Flops
    lists: Lists
    vmap: str
    target: str
    keeps: bool
    runtime: str
    ring: RingText | None

    @property
    def parts(self) -> tuple[str, ...]:
        """The templates of what stands below the kernels."""
        found = {
            "shared/flops": True,
            "shared/counts": self.flops.closed is None,
            "shared/operator": True,
            "shared/selection": self.chosen is not None,
            "shared/projections": self.modules is not None,
            "ring/ring": self.ring is not None,
        }
        return tuple(f"{name}.py.j2" for name, is_there in found.items() if is_there)

    @property
    def operator(self) -> str:
        """The name of the module's operators, where it is loaded once."""
        return f"{self.name}_{self.version}"

    @property
    def registered(self) -> tuple[str, ...]:
        """What operators are made of, after the functions of both passes and of FLOPs: arguments of `_registered`."""
        inputs = self.interface
        values = "lambda seq_len, *given, wait: _check_values(seq_len, *given[:-1], wait=wait)"
        options = {
            "like_forward": f"partial(_like_forward, softmaxes={inputs.softmaxes})" if inputs.several else "",
            "vmap": "" if self.vmap == "_vmap" else self.vmap,
            "prepared": "_prepared" if inputs.tensors else "",
            "tensors": len(inputs.tensors),
            "tables": len(inputs.tables),
            "values": "" if not inputs.bounded else values if inputs.dropout else "_check_values",
            "launched": "_launched" if self.tiled else "",
            "target": f'"{self.target}"' if self.tiled else "",
            "keeps": self.keeps,
        }
        direct = ("_unseen",) if self.tiled else ()
        return *direct, *(f"{name}={value}" for name, value in options.items() if value)


def shell(kernel: Kernel, origin: Origin, backend: str, *, tiled: bool = False) -> Shell:
    """Decide what surrounds the kernels of a pattern.

    Args:
        kernel: what the backend renders; its `pattern` is the meaning.
        origin: where the pattern was written.
        backend: the backend's name, part of the operator's.
        tiled: its kernels are programs over tiles, which read positions of queries that a tensor has.
    """
    pattern, inputs = kernel.pattern, kernel.interface
    listed, counted = lists(kernel), flops(kernel, inputs, origin.source)
    read = positions(kernel, tiled=tiled)
    return Shell(
        name=pattern.name,
        file=origin.source.name,
        sha256=origin.source.sha256,
        command=origin.command,
        summary=summary(pattern),
        spec=spec_literal(origin.pattern_text),
        class_name=class_name(pattern.name),
        modules=module_texts(pattern, inputs),
        version=f"{backend}_{digest(kernel)}",
        interface=inputs,
        lse_undefined=lse_undefined(pattern),
        fixed_scale=pattern.scale,
        requirements=tuple(requirement_check(one, origin.source) for one in pattern.requirements),
        limits=limits(pattern, inputs, read),
        counted_groups=counted_groups(pattern, origin.source),
        counted_by=count_parameters(pattern),
        chosen=choice(inputs, kernel.choice),
        dropout=pattern.dropout,
        backend=backend,
        tiled=tiled,
        positions=read,
        tables=tables(pattern),
        flops=counted,
        lists=listed,
        vmap="_vmap_apart" if inputs.apart else "_vmap_parts" if inputs.several else "_vmap",
        target="",
        keeps=False,
        runtime=runtime_digest() if origin.runtime is Runtime.VENDORED else "",
        ring=ring_text(kernel, inputs, origin.source),
    )


def positions(kernel: Kernel, *, tiled: bool) -> str:
    """What reads the position of the first query, where it may be a tensor: "device" or "host"; else empty."""
    sweeps = [sweep for group in kernel.groups for softmax in group.softmaxes for sweep in softmax.queries]
    if kernel.choice is not None or (not tiled and kernel.pattern.dropout):
        return ""
    if not tiled:
        return "host"
    listed = any(sweep.order is not None or any(piece.listing for piece in sweep.pieces) for sweep in sweeps)
    return "" if listed else "device"
