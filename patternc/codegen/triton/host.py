"""The two host functions of a generated file: what is allocated, and which kernel runs over which grid, in order."""

from __future__ import annotations

from collections.abc import Sequence

from patternc.codegen.provenance import all_heads, held_heads
from patternc.codegen.triton.input_lookups import GivenText
from patternc.codegen.triton.launch import Direction, GroupLaunches, Launch, Launches, launched
from patternc.codegen.triton.line_layout import indented, laid_out, without_unread
from patternc.codegen.triton.list_calls import found_lists, lists_of
from patternc.ir.kernel import KernelGroup
from patternc.ir.mask import Combine, Side


def forward_body(groups: Sequence[GroupLaunches], given: GivenText, *, rising: bool) -> tuple[str, ...]:
    """The statements of `_forward`. `rising`: kernels take the highest product of a row for its highest score."""
    results = "out, lse, parts, part_lses" if any(group.several for group in groups) else "out, lse"
    lines = [
        *(_RISING if rising else ()),
        f"{results} = _like_forward(query)",
        *_prologue(("query", "key", "value")),
        *given.prologue,
        *_blank(groups, several=False, fill=("out.zero_()", "lse.fill_(-math.inf)")),
        *_blank(groups, several=True, fill=("parts.zero_()", "part_lses.fill_(-math.inf)")),
    ]
    for group in groups:
        partitioned = not all_heads(group.group.heads)
        lines += _head_names(group.group) if partitioned else ()
        renamed = (("out", "parts[part]"), ("lse", "part_lses[part]")) if group.several else ()
        partial = "query.new_empty((rows, query.shape[3]), dtype=torch.float32), lse.new_empty(rows)"
        direction = Direction("forward", Side.QUERY, renamed, partial, group)
        lines += _found_lists(group.forward, direction)
        for launches in _merged_launches(group.forward):
            lines += _launches(launches, direction)
        lines += _mixing(group) if group.several else ()
    lines.append(f"return {results}")
    return laid_out(indented(without_unread(lines, ()), 4))


def backward_body(groups: Sequence[GroupLaunches], softmaxes: int, given: GivenText) -> tuple[str, ...]:
    """The statements of `_backward`."""
    accumulating = len(groups) > 1
    lines = [
        "grad_query, grad_key, grad_value = _like_backward(query, key, value)",
        *_prologue(("query", "key", "value", "grad_out")),
        *given.prologue,
        *(f"grad_of_{table} = torch.zeros_like(given_{table})" for table in given.tables),
    ]
    if any(group.grad_query.uncovered for group in groups):
        lines.append("grad_query.zero_()")
    if accumulating:
        lines += [f"{grad} = torch.zeros_like({grad}, dtype=torch.float32)" for grad in ("grad_key", "grad_value")]
    elif groups[0].grad_key_value.uncovered:
        lines += ["grad_key.zero_()", "grad_value.zero_()"]
    shape = "lse.shape" if softmaxes == 1 else f"({softmaxes}, *lse.shape)"
    lines.append(f"delta = lse.new_empty({shape})")
    for group in groups:
        lines += _group_backward(group, softmaxes)
    if accumulating:
        grads = "grad_query, grad_key.to(key.dtype), grad_value.to(value.dtype)"
    else:
        grads = "grad_query, grad_key, grad_value"
    lines.append(f"return {grads}{''.join(f', grad_of_{table}' for table in given.tables)}")
    return laid_out(indented(without_unread(lines, ()), 4))


_RISING = (
    "if scale < 0:  # kernels take the highest product for the highest score",
    "    query, scale = (-query).contiguous(), -scale",
)


def _prologue(inputs: Sequence[str]) -> tuple[str, ...]:
    """Names the launches share."""
    return (
        "batch, heads, queries = query.shape[:3]",
        "kv_heads, keys = key.shape[1:3]",
        "group = heads // kv_heads",
        f"inputs = {', '.join(inputs)}",
        "strides = tuple(tensor.stride() for tensor in inputs)",
        "q_stop, k_stop = q_offset + queries, k_offset + keys",
        "places = q_offset, q_stop, k_offset, k_stop",
    )


def _group_backward(group: GroupLaunches, softmaxes: int) -> list[str]:
    partitioned = not all_heads(group.group.heads)
    lines = list(_head_names(group.group) if partitioned else ())
    delta = "delta[part]" if softmaxes > 1 else "delta"
    weights = "part_lses[part]" if group.several and group.group.combine in (Combine.MEAN, Combine.SUM) else "lse"
    renamed = (("lse", weights), ("delta", delta))
    lines += _delta(group, delta)
    partial = "query.new_empty((rows, query.shape[3]), dtype=torch.float32)"
    direction = Direction("grad_query", Side.QUERY, renamed, partial, group)
    lines += _found_lists((group.grad_query, group.grad_key_value), direction)
    lines += _launches(group.grad_query, direction)
    partial = "tuple(key.new_empty((2, rows, query.shape[3]), dtype=torch.float32))"
    direction = Direction("grad_key_value", Side.KEY, renamed, partial, group)
    return lines + _launches(group.grad_key_value, direction)


def _blank(groups: Sequence[GroupLaunches], *, several: bool, fill: tuple[str, str]) -> tuple[str, ...]:
    """Rows that no sweep stores hold what a softmax over nothing gives."""
    uncovered = any(run.uncovered for group in groups if group.several is several for run in group.forward)
    return fill if uncovered else ()


def _head_names(group: KernelGroup) -> tuple[str, ...]:
    return (
        f"some_heads = {held_heads(group.heads, 'heads')}",
        "head_start = some_heads.start",
        "head_stop = some_heads.stop",
        "some_kv_heads = range(head_start // group, triton.cdiv(head_stop, group)) if some_heads else range(0)",
    )


def _merged_launches(plans: Sequence[Launches]) -> tuple[Launches, ...]:
    """Softmaxes whose only sweeps run one kernel are launched in one loop."""
    merged: list[Launches] = []
    for plan in plans:
        before = merged[-1] if merged else None
        alone = not plan.compact and before is not None and not before.compact
        if alone and before is not None and before.last.kernel == plan.last.kernel:
            last = Launch(plan.last.kernel, (*before.last.parts, *plan.last.parts), compact=False)
            merged[-1] = Launches((), last, uncovered=True)
        else:
            merged.append(plan)
    return tuple(merged)


def _found_lists(plans: Sequence[Launches], direction: Direction) -> tuple[str, ...]:
    """Statements that find the pairs of blocks that the launches of some plans visit."""
    parts = [part for plan in plans for launch in (*plan.compact, plan.last) for part in launch.parts]
    return found_lists(lists_of(parts, direction.group.list_of), partitioned=direction.partitioned)


def _launches(launches: Launches, direction: Direction) -> list[str]:
    lines = ["partials = []"] if launches.compact else []
    for launch in launches.compact:
        lines += launched(launch, direction)
    return lines + launched(launches.last, direction)


def _delta(group: GroupLaunches, delta: str) -> tuple[str, ...]:
    """Find delta for every softmax of the group's heads."""
    partitioned = not all_heads(group.group.heads)
    heads, start = ("len(some_heads)", "head_start") if partitioned else ("heads", "0")
    out, lse = ("parts[part]", "part_lses[part]") if group.several else ("out", "lse")
    undefined = group.group.combine in (Combine.MEAN, Combine.SUM)
    through_lse = "False" if undefined else "grad_lse.numel() > 0"
    arguments = [out, lse, "grad_out", "grad_lse", delta, "strides[3]", "queries", "heads", start]
    if not group.several:
        arguments = [argument.replace("[part]", "[0]") for argument in arguments]
    factor = (f"FACTOR={group.group.divisor}",) if _divided(group) else ()
    lines = (
        'tile = _tile("rows", query, queries)',
        'grid = triton.cdiv(queries, tile["BLOCK_M"]), ' + f"{heads}, batch",
    )
    launch = f"_row_delta[grid]({', '.join([*arguments, f'LSE_GRADIENT={through_lse}', *factor, '**tile'])})"
    if not group.several:
        return (*lines, launch)
    return (*lines, f"for part in range({len(group.group.softmaxes)}):", f"    {launch}")


def _divided(group: GroupLaunches) -> bool:
    return not group.several and group.group.combine is Combine.MEAN and group.group.divisor != 1


def _mixing(group: GroupLaunches) -> tuple[str, ...]:
    """The kernel that joins the softmaxes of the group's heads."""
    partitioned = not all_heads(group.group.heads)
    heads, start = ("len(some_heads)", "head_start") if partitioned else ("heads", "0")
    by_lse = group.group.combine is Combine.LSE_DETACH
    arguments = ["parts", *(("part_lses",) if by_lse else ()), "out", "lse", "batch", "heads", "queries", start]
    divisor = group.group.divisor if group.group.combine is Combine.MEAN else 1
    own = (f"COUNT={len(group.group.softmaxes)}", *(() if by_lse else (f"DIVISOR={divisor}",)))
    return (
        'tile = _tile("rows", query, queries)',
        'grid = triton.cdiv(queries, tile["BLOCK_M"]), ' + f"{heads}, batch",
        f"{'_mix_by_lse' if by_lse else '_mix_evenly'}[grid]({', '.join([*arguments, *own, '**tile'])})",
    )
