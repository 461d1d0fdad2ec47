"""The two host functions of a generated file: what is allocated, and which kernel runs over which grid, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from patternc.backends.listings import Listed
from patternc.backends.places import all_heads, heads_text
from patternc.backends.triton.block_rows import crowded
from patternc.backends.triton.given import GivenText
from patternc.backends.triton.kernel_text import KernelText, ListOf
from patternc.backends.triton.layout import indented, laid_out, sequence, without_unread
from patternc.backends.triton.listed import list_names
from patternc.backends.triton.lists import found_lists, list_lines, lists_of, most_rows
from patternc.backends.triton.plan import Part
from patternc.backends.triton.rows import Constexpr, constexprs, every_class, follows_head, is_contiguous
from patternc.kernel_ir import KernelGroup
from patternc.mask_ir import Combine, Side


@dataclass(frozen=True, slots=True)
class Named:
    """A kernel and the name it has in the file."""

    name: str
    text: KernelText


@dataclass(frozen=True, slots=True)
class Launch:
    """Sweeps that run one kernel, one after the other, and whether their results are compact partials."""

    kernel: Named
    parts: tuple[Part, ...]
    compact: bool


@dataclass(frozen=True, slots=True)
class Launches:
    """The launches of a plan: partials first. `merges`: the last one takes partials in."""

    compact: tuple[Launch, ...]
    last: Launch
    uncovered: bool


@dataclass(frozen=True, slots=True)
class GroupLaunches:
    """What a head group runs: one plan a softmax forward, one for each gradient backward.

    `by_pairs`: scores or weights depend on pairs of positions by tables or by chance, which takes registers.
    """

    group: KernelGroup
    forward: tuple[Launches, ...]
    grad_query: Launches
    grad_key_value: Launches
    list_of: ListOf
    by_pairs: bool

    @property
    def several(self) -> bool:
        """Whether the group's heads have several softmaxes, which a mixing kernel joins."""
        return len(self.group.softmaxes) > 1


@dataclass(frozen=True, slots=True)
class _Direction:
    """How a direction calls its kernels. Texts over `part`, the number of a softmax."""

    name: str
    side: Side
    renamed: tuple[tuple[str, str], ...]
    partial: str
    group: GroupLaunches

    @property
    def partitioned(self) -> bool:
        """Whether only some heads take part."""
        return not all_heads(self.group.group.heads)

    def tensor(self, name: str, part: str) -> str:
        return dict(self.renamed).get(name, name).replace("[part]", f"[{part}]")


def forward_body(groups: Sequence[GroupLaunches], given: GivenText, *, rising: bool) -> tuple[str, ...]:
    """The statements of `_forward`. `rising`: kernels take the highest product of a row for its highest score."""
    lines = [
        *(_RISING if rising else ()),
        "out, lse, parts, part_lses = _like_forward(query)",
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
        direction = _Direction("forward", Side.QUERY, renamed, partial, group)
        lines += _found_lists(group.forward, direction)
        for launches in _merged_launches(group.forward):
            lines += _launches(launches, direction)
        lines += _mixing(group) if group.several else ()
    lines.append("return out, lse, parts, part_lses")
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
    direction = _Direction("grad_query", Side.QUERY, renamed, partial, group)
    lines += _found_lists((group.grad_query, group.grad_key_value), direction)
    lines += _launches(group.grad_query, direction)
    partial = "tuple(key.new_empty((2, rows, query.shape[3]), dtype=torch.float32))"
    direction = _Direction("grad_key_value", Side.KEY, renamed, partial, group)
    return lines + _launches(group.grad_key_value, direction)


def _blank(groups: Sequence[GroupLaunches], *, several: bool, fill: tuple[str, str]) -> tuple[str, ...]:
    """Rows that no sweep stores hold what a softmax over nothing gives."""
    uncovered = any(run.uncovered for group in groups if group.several is several for run in group.forward)
    return fill if uncovered else ()


def _head_names(group: KernelGroup) -> tuple[str, ...]:
    return (
        f"some_heads = {heads_text(group.heads, 'heads')}",
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


def _found_lists(plans: Sequence[Launches], direction: _Direction) -> tuple[str, ...]:
    """Statements that find the pairs of blocks that the launches of some plans visit."""
    parts = [part for plan in plans for launch in (*plan.compact, plan.last) for part in launch.parts]
    return found_lists(lists_of(parts, direction.group.list_of), partitioned=direction.partitioned)


def _launches(launches: Launches, direction: _Direction) -> list[str]:
    lines = ["partials = []"] if launches.compact else []
    for launch in launches.compact:
        lines += _launch(launch, direction)
    return lines + _launch(launches.last, direction)


def _launch(launch: Launch, direction: _Direction) -> list[str]:
    """A kernel over each of its sweeps: a loop, if there are several."""
    first = launch.parts[0]
    if len(launch.parts) == 1:
        values = {constant.name: str(constant.value) for constant in _constants(first)}
        return list(_one(launch, direction, values, str(first.softmax)))
    names = tuple(constant.name for constant in _constants(first))
    body = _one(launch, direction, {name: name.lower() for name in names}, "part")
    numbered = any("[part]" in line for line in body)
    variables = (*(("part",) if numbered else ()), *(name.lower() for name in names))
    rows = tuple(
        (*((part.softmax,) if numbered else ()), *(constant.value for constant in _constants(part)))
        for part in launch.parts
    )
    items = [str(row[0]) if len(variables) == 1 else sequence([str(item) for item in row]) for row in rows]
    return [f"for {', '.join(variables)} in {sequence(items)}:", *indented(body, 4)]


def _constants(part: Part) -> tuple[Constexpr, ...]:
    return constexprs(part.sweep.rows)


def _one(launch: Launch, direction: _Direction, values: dict[str, str], part: str) -> tuple[str, ...]:
    """Statements that launch a kernel once."""
    rows = launch.parts[0].sweep.rows
    x = direction.side.value
    extent = "queries" if direction.side is Side.QUERY else "keys"
    heads = _grid_heads(launch, direction)
    lines: list[str] = []
    if is_contiguous(rows):
        held = extent
    else:
        held = "held"
        sizes = [f"{x}_offset", f"{x}_stop", values.get("SEGMENT", "None"), values.get("DILATION", "1")]
        lines.append(f"runs, held = {'_class_runs' if every_class(rows) else '_runs'}({', '.join(sizes)})")
    lists = lists_of(launch.parts, direction.group.list_of)
    most = most_rows(launch.parts, lists)
    lines.append(f'tile = _tile("{_tile_row(launch, direction)}", query, {held}{most})')
    lines += list_lines(lists, launch.parts[0].sweep, direction.side)
    if launch.compact:
        count = f"batch * {heads} * {extent}" if is_contiguous(rows) else f"batch * {heads} * runs * held"
        lines += [f"rows = {count}", f"partial = {direction.partial}"]
    tiles = 'runs * triton.cdiv(held, tile["BLOCK_M"])'
    if is_contiguous(rows):
        ordered = launch.parts[0].sweep.order is not None
        tiles = "_row_tiles(0, seq_len, tile)" if ordered else f"_row_tiles({x}_offset, {x}_stop, tile)"
    lines.append(f"grid = {tiles}, {heads}, batch")
    values = {**values, **{list_names(one).rows: f"{list_names(one).tensors}.rows" for one in lists}}
    arguments = _call_arguments(launch, direction, {**values, "DROPS": "dropout > 0"}, part)
    arguments = _with_lists(arguments, lists)
    lines.append(f"{launch.kernel.name}[grid]({', '.join(arguments)})")
    if launch.compact:
        lines.append("partials.append(partial)")
    return tuple(lines)


def _tile_row(launch: Launch, direction: _Direction) -> str:
    """The row of the tile table that a kernel takes its sizes from."""
    text = launch.kernel.text
    if "BLOCK_N" not in text.constants:
        return "rows"
    if direction.name == "grad_key_value" and (direction.group.by_pairs or crowded(launch.parts[0].sweep)):
        return "grad_key_value_heavy"
    several = len(text.pieces) > 1
    if direction.name == "grad_key_value" and text.merges and not several:
        return "grad_key_value_merging"
    many = several or bool(text.merges)
    return f"{direction.name}_many" if many and direction.name != "grad_query" else direction.name


def _grid_heads(launch: Launch, direction: _Direction) -> str:
    """The extent of the grid's second axis: query heads, or the key heads they share."""
    if direction.side is Side.KEY and not follows_head(launch.parts[0].sweep.rows):
        return "len(some_kv_heads)" if direction.partitioned else "kv_heads"
    return "len(some_heads)" if direction.partitioned else "heads"


def _with_lists(arguments: Sequence[str], lists: Sequence[Listed]) -> list[str]:
    """The arguments, what they say of lists taken from those."""
    texts: dict[str, str] = {}
    for one in lists:
        names = list_names(one)
        texts |= {names.tensors: f"{names.tensors}.tensors", names.batch: f"{names.tensors}.batch"}
        texts |= {names.head: f"{names.tensors}.head"}
    return [texts.get(argument, argument) for argument in arguments]


_RESULTS = ("out", "grad_query", "grad_key", "grad_value")


def _call_arguments(launch: Launch, direction: _Direction, values: dict[str, str], part: str) -> list[str]:
    text = launch.kernel.text
    arguments: list[str] = []
    for name in text.tensors:
        stored = name in _RESULTS or (name == "lse" and direction.name == "forward")
        if launch.compact and stored:
            if not any("partial" in argument for argument in arguments):
                arguments.append("partial" if direction.name == "grad_query" else "*partial")
        elif name == "partials":
            arguments.append("tuple(partials)")
        else:
            arguments.append(direction.tensor(name, part))
    arguments = _packed(arguments, ("query", "key", "value", "grad_out"), "*inputs")
    arguments = _packed(arguments, ("query", "key", "value"), "*inputs")
    arguments += _packed(text.scalars, ("q_offset", "q_stop", "k_offset", "k_stop"), "*places")
    arguments += [f"{name}={values[name]}" for name in text.constants if name in values]
    return [*arguments, "**tile"]


def _packed(arguments: Sequence[str], run: tuple[str, ...], text: str) -> list[str]:
    """The arguments, those that begin them and are together in a tuple passed as that tuple."""
    if tuple(arguments[: len(run)]) == run:
        return [text, *arguments[len(run) :]]
    return list(arguments)


# ---- passes over rows ------------------------------------------------------------------------------------------------


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
