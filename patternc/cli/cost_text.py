"""Cost estimates as text: a table of targets, or all details for a single target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patternc.cli.layout_text import layout_words
from patternc.cli.quantities import count, si, time
from patternc.cli.ring_tables import forecast_lines
from patternc.cli.tables import aligned
from patternc.cost.decoding import Decoding, cache_bytes
from patternc.cost.estimates import Classes, Estimate, Rows
from patternc.cost.models import ModelCost, model_costs
from patternc.cost.target_cost import TargetCost
from patternc.cost.tile_work import Work
from patternc.ir.kernel import Columns


def lines(made: Estimate) -> Iterator[str]:
    """The text of an estimate, at most 100 columns wide if clauses are short."""
    call = made.call
    title = made.pattern if made.module is None else f"{made.module} ({made.pattern})"
    shared = "" if call.kv_heads == call.heads else f" ({call.kv_heads} key heads)"
    yield f"{title}: {count(call.n)} positions, {call.heads} heads{shared} of {call.dims}, batch {call.batch}"
    for text in made.assumptions:
        yield f"  assumed         {text}"
    yield from _rows(made.rows)
    if made.layout is not None:
        yield f"  layout          {layout_words(made.layout, Columns.TILES)}"
    if made.projections is not None:
        yield f"  projections     {si(made.projections)}FLOP forward, beside the attention"
    if made.decoding is not None:
        yield from _decoding(made.decoding, made)
    if len(made.targets) == 1:
        yield from _target(made.targets[0])
        yield f"    order of tiles: {made.visits}"
    else:
        yield from _table(made.targets)
    if made.ring is not None:
        yield from (f"  {line}" for line in forecast_lines(made.ring))
    yield from _advice(made)


def _rows(rows: Rows) -> Iterator[str]:
    keys = rows.keys
    about = f" (standard error {keys.error:.2g}, {count(keys.rows)} rows drawn)" if keys.error else ""
    yield f"  keys per row    mean {keys.mean:,.1f}{about}, p95 {count(keys.p95)}, at most {count(keys.most)}"
    if keys.without:
        yield f"  without a key   {keys.without:.2%} of the rows"
    causal = "" if rows.causal_density is None else f", {_share(rows.causal_density)} of causal attention"
    yield f"  density         {_share(rows.density)} of n x n{causal}"
    if rows.classes:
        yield f"  residue classes {'; '.join(map(_class, rows.classes))}"
    if rows.fields:
        steps = ", ".join(count(field.positions) for field in rows.fields)
        layers = "1 layer" if len(rows.fields) == 1 else f"1 to {len(rows.fields)} layers"
        far = count(rows.fields[-1].farthest)
        yield f"  receptive field of row {count(rows.row)}: {steps} positions after {layers}, up to {far} away"
    yield f"  useful work     {si(rows.flops)}FLOP forward, {si(rows.backward_flops)}FLOP backward"


def _decoding(decoding: Decoding, made: Estimate) -> Iterator[str]:
    """The rows of each key head that a decoding step reads of the cache, for the targets' widest elements."""
    per_head, itemsize = made.call.kv_heads, max(target.itemsize for target in made.targets)
    read, held = (f"{si(cache_bytes(rows, made.call, itemsize))}B" for rows in (decoding.read, decoding.held))
    later = "" if decoding.kept is None else f"; later steps may read {count(decoding.kept // per_head)}"
    rows = f"{count(decoding.read // per_head)} of {count(decoding.held // per_head)} keys"
    yield f"  decoding        a step reads {rows} ({read} of {held}, {8 * itemsize} bits){later}"


def _class(classes: Classes) -> str:
    blocks = f" of blocks of {classes.block}" if classes.block > 1 else ""
    return f"mod {classes.dilation}{blocks}: {classes.rule}"


# ---- one target ------------------------------------------------------------------------------------------------------
def _target(made: TargetCost) -> Iterator[str]:
    bits = 8 * made.itemsize
    yield f"  on {made.target.name} ({made.target.devices}), {made.backend}, {bits} bits: {', '.join(made.lowerings)}"
    yield from (f"    {line}" for line in _works(made))
    sides = (("forward", made.forward), ("backward", made.backward))
    for name, side in sides:
        yield (
            f"    {name:9} occupancy {side.occupancy:.3f}, waste {side.waste:.2f}; {si(side.load.flops)}FLOP, "
            f"{si(side.load.moved)}B, {side.load.launches} {'launch' if side.load.launches == 1 else 'launches'}"
        )
    for name, side in sides:
        yield (
            f"    {name:9} {time(side.seconds)} predicted, by {side.bound}; dense attention {time(side.dense)}: "
            f"{_ratio(side.dense / side.seconds)}"
        )
    if made.step is not None:
        yield f"    step      {time(made.step)} predicted for one position from a cache"
    saved = f"{si(made.saved)}B are saved for gradients"
    yield f"    memory    {si(made.memory)}B: inputs, outputs, gradients and buffers; {saved}"
    yield f"    {_break_even(made)}"


def _works(made: TargetCost) -> Iterator[str]:
    head = ("tiles", "size", "visited", "full", "partial", "skipped", "imbalance")
    yield from aligned([head, *map(_work, made.work)], (0,))
    if not all(one.exact for one in made.work):
        yield "(a sample: some lines of long lists, or some programs of large grids, stand for all)"
    forward = made.work[0]
    if len(forward.clauses) > 1:
        yield from (f"  {count(one.full + one.partial):>11} forward  {one.clause}" for one in forward.clauses)


def _work(work: Work) -> tuple[str, ...]:
    sizes = f"{work.block_m}x{work.block_n}"
    numbers = (work.visited, work.full, work.partial, work.skipped)
    return work.name, sizes, *map(count, numbers), f"{work.imbalance:.2f}"


def _break_even(made: TargetCost) -> str:
    even = made.break_even
    if made.seconds >= made.dense:
        later = f": faster from {count(even.n)} positions on" if even.n else f" ({even.reason})"
        return f"dense is faster here{later}"
    if even.n is None:
        return f"faster than dense attention here ({even.reason})"
    return f"faster than dense attention from {count(even.n)} positions on"


# ---- the layers of a model -------------------------------------------------------------------------------------------
def model_lines(layers: Sequence[tuple[int, Estimate]]) -> Iterator[str]:
    """The text of a model: what all layers take on each target."""
    names = " + ".join(f"{layer} x {one.module or one.pattern}" for layer, one in layers)
    yield f"model: {names}"
    yield f"  useful work     {si(sum(layer * one.rows.flops for layer, one in layers))}FLOP forward"
    head = ("target", "backends", "forward", "backward", "step", "cache", "of that kept", "memory", "against dense")
    yield from (f"  {line}" for line in aligned([head, *map(_model_row, model_costs(layers))], (0, 1)))
    yield "  memory: what all layers save, and the most that one needs besides; without weights and other layers"


def _model_row(cost: ModelCost) -> tuple[str, ...]:
    return (
        cost.target.name,
        ", ".join(cost.backends),
        time(cost.forward),
        time(cost.backward),
        "-" if cost.step is None else time(cost.step),
        "-" if cost.cache is None else f"{si(cost.cache)}B",
        "-" if cost.kept is None else f"{si(cost.kept)}B",
        f"{si(cost.memory)}B",
        _ratio(cost.dense / (cost.forward + cost.backward)),
    )


# ---- several targets -------------------------------------------------------------------------------------------------
def _table(targets: tuple[TargetCost, ...]) -> Iterator[str]:
    head = ("target", "backend", "occupancy", "waste", "forward", "backward", "memory", "against dense", "faster from")
    yield from (f"  {line}" for line in aligned([head, *map(_row, targets)], (0, 1)))


def _row(made: TargetCost) -> tuple[str, ...]:
    found, ratio = made.break_even.n, made.dense / made.seconds
    return (
        made.target.name,
        made.backend,
        f"{made.forward.occupancy:.3f}",
        f"{made.forward.waste:.2f}",
        time(made.forward.seconds),
        time(made.backward.seconds),
        f"{si(made.memory)}B",
        _ratio(ratio),
        "-" if found is None else count(found),
    )


# ---- numbers ---------------------------------------------------------------------------------------------------------
def _advice(made: Estimate) -> Iterator[str]:
    if made.advice:
        yield "  what to change"
        yield from (f"    - {one.text}" for one in made.advice)


def _ratio(ratio: float) -> str:
    return f"{ratio:.1f}x as fast" if ratio >= 1 else f"{1 / ratio:.1f}x slower"


def _share(share: float) -> str:
    return f"{share:.4f}" if share >= 0.001 or not share else f"{share:.2g}"
