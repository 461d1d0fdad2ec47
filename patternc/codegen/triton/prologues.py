"""What kernels of every direction begin and end with: their heads and rows, what they load, where results go."""

from __future__ import annotations

from patternc.codegen.triton.input_lookups import lookups
from patternc.codegen.triton.kernel_text import CHUNKS, Setting, Sweeping
from patternc.codegen.triton.line_layout import sequence
from patternc.codegen.triton.row_tiles import index_compact, index_in_place, longest_last, ordered_tile, row_tile
from patternc.ir.mask import Side


def query_program(sweeping: Sweeping) -> tuple[str, ...]:
    """Find the query head and the rows of a sweep of queries."""
    head = "head_start + tl.program_id(1)" if sweeping.setting.partitioned else "tl.program_id(1)"
    return (f"batch, head = tl.program_id(2), {head}", *_row_tile(sweeping, Side.QUERY))


def _row_tile(sweeping: Sweeping, side: Side) -> tuple[str, ...]:
    """The program's rows, and what bounds read of its batch entry."""
    found = lookups(sweeping.pieces)
    if sweeping.ordered:
        return (*ordered_tile(side), *found)
    return (*row_tile(sweeping.rows, side, last_first=longest_last(sweeping.part.sweep)), *found)


def head_program(sweeping: Sweeping) -> tuple[str, ...]:
    """Find the query head and the rows of a sweep of keys that differ from head to head."""
    head = "head_start + tl.program_id(1)" if sweeping.setting.partitioned else "tl.program_id(1)"
    return (f"batch, head = tl.program_id(2), {head}", "kv_head = head // group", *_row_tile(sweeping, Side.KEY))


def key_head_program(sweeping: Sweeping) -> tuple[str, ...]:
    """Find the key head and the rows of a sweep of keys."""
    kv_head = "head_start // group + tl.program_id(1)" if sweeping.setting.partitioned else "tl.program_id(1)"
    return (f"batch, kv_head = tl.program_id(2), {kv_head}", *_row_tile(sweeping, Side.KEY))


def heads_of_key_head(setting: Setting) -> str:
    """The query heads that share the key head."""
    if setting.partitioned:
        return "tl.maximum(kv_head * group, head_start), tl.minimum(kv_head * group + group, head_stop)"
    return "kv_head * group, kv_head * group + group"


def loaded(name: str, tensor: str, stride: int, offset: str, head: str) -> tuple[str, ...]:
    """Load the program's rows of a tensor."""
    where = f"{tensor}, strides[{stride}], batch, {head}, {offset}"
    return (f"{name} = _load_head({where}, rows, valid, {', '.join(CHUNKS)})",)


def keys_of_head() -> tuple[str, ...]:
    """Name where the keys and values of a query head begin."""
    return (
        "keys = key + _origin(strides[1], batch, head // group, k_offset)",
        "values = value + _origin(strides[2], batch, head // group, k_offset)",
    )


def queries_of_head(sweeping: Sweeping) -> tuple[str, ...]:
    """Name what a sweep of keys reads of a query head."""
    return (
        "queries = query + _origin(strides[0], batch, head, q_offset)",
        "grads = grad_out + _origin(strides[3], batch, head, q_offset)",
        "line = _line(batch, head, heads) * (q_stop - q_offset) - q_offset",
        *by_pairs(sweeping),
        "operands = keys, values, queries, grads, lse + line, delta + line, strides, scale"
        + sweeping.setting.score.operands,
        *slope(sweeping),
    )


def slope(sweeping: Sweeping) -> tuple[str, ...]:
    """Find the slope of `alibi`."""
    if not sweeping.setting.score.alibi:
        return ()
    return ("slope = _slope(head_offset + head, num_heads)",)


def by_pairs(sweeping: Sweeping) -> tuple[str, ...]:
    """What a head's scores and weights depend on besides: tables by distance, and what draws the weights to drop."""
    score = sweeping.setting.score
    tables = [f"given_{table.name} + head * {table.width}" for table in score.tables]
    lines: tuple[str, ...] = (f"tables = {sequence(tables)}",) if tables else ()
    if score.dropout:
        lines += ("drawing = _drawn(_drawn(0, seed), _line(batch, head_offset + head, num_heads)), threshold, kept",)
    return lines


def grad_tables(sweeping: Sweeping) -> tuple[str, ...]:
    """Name where the gradients of a head's tables begin."""
    tables = [f"grad_of_{table.name} + head * {table.width}" for table in sweeping.setting.score.tables]
    return (f"grad_tables = {sequence(tables)}",) if tables else ()


def stored_at(sweeping: Sweeping, side: Side, head: str) -> tuple[str, ...]:
    """Find where results go."""
    if sweeping.compact:
        return index_compact(sweeping.rows, side, "tl.program_id(1)")
    if head == "kv_head":
        return tuple(line.replace("head, heads", "kv_head, heads // group") for line in index_in_place(side))
    return index_in_place(side)
