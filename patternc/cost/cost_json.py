"""Cost estimates as JSON: the result of `patternc cost --json`, whose schema is in docs/cost.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from patternc.cost.decoding import Decoding
from patternc.cost.estimates import Estimate, Rows
from patternc.cost.models import ModelCost
from patternc.cost.target_cost import PassCost, TargetCost
from patternc.cost.tile_work import Work
from patternc.ir.dump.masks import dump_layout
from patternc.ring.forecast import Forecast
from patternc.schedule.grid_layout import LayoutChoice

VERSION = 1
"""Incremented when a field is removed or changes its meaning, not when a field is added."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def document(file: str, estimates: Iterable[Estimate], model: Iterable[ModelCost] = ()) -> Json:
    """The JSON document for a pattern file, or for the layers of a model."""
    patterns: list[Json] = [_estimate(one) for one in estimates]
    return {"version": VERSION, "file": file, "patterns": patterns, "model": [_model(one) for one in model]}


def _model(one: ModelCost) -> Json:
    return {
        "target": one.target.name,
        "backends": list(one.backends),
        "forward_seconds": one.forward,
        "backward_seconds": one.backward,
        "dense_seconds": one.dense,
        "step_seconds": one.step,
        "cache_bytes": one.cache,
        "kept_bytes": one.kept,
        "memory_bytes": one.memory,
    }


def _estimate(one: Estimate) -> Json:
    call = one.call
    return {
        "pattern": one.pattern,
        "module": one.module,
        "n": call.n,
        "heads": call.heads,
        "kv_heads": call.kv_heads,
        "head_dim": call.head_dim,
        "batch": call.batch,
        "assumptions": list(one.assumptions),
        "projection_flops": one.projections,
        "rows": _rows(one.rows),
        "targets": [_target(target) for target in one.targets],
        "visits": one.visits,
        "advice": [{"text": advice.text, "before": advice.before, "after": advice.after} for advice in one.advice],
        "ring": None if one.ring is None else _ring(one.ring),
        "layout": None if one.layout is None else _layout(one.layout),
        "decoding": None if one.decoding is None else _decoding(one.decoding),
    }


def _decoding(one: Decoding) -> Json:
    return {"pairs": one.pairs, "rows_read": one.read, "rows_held": one.held, "rows_kept": one.kept}


def _layout(one: LayoutChoice) -> Json:
    return {
        "written": dump_layout(one.written),
        "used": dump_layout(one.used.layout),
        "tiles_per_row_tile": one.used.visited,
        "natural_tiles_per_row_tile": one.natural.visited,
        "price": one.used.price,
        "best_other": dump_layout(one.best.layout),
        "best_other_price": one.best.price,
    }


def _ring(one: Forecast) -> Json:
    networks = () if one.times is None else one.times.networks
    times: list[Json] = [{"network": name, "seconds": found} for name, found in networks]
    return {
        "ranks": one.ring.ranks,
        "layout": one.ring.layout.value,
        "transport": one.transport.value,
        "nodes": one.ring.nodes,
        "ranks_looked_at": [rank.rank for rank in one.ranks],
        "received_rows": [rank.received for rank in one.ranks],
        "received_bytes": one.received,
        "received_bytes_between_nodes": one.crossing,
        "received_at_most": one.is_bound,
        "dense_share": one.share,
        "memory": one.most.memory.total,
        "imbalance": None if one.work is None else one.work.imbalance,
        "seconds": None if one.times is None else times,
    }


def _rows(rows: Rows) -> Json:
    keys = rows.keys
    return {
        "mean": keys.mean,
        "mean_error": keys.error,
        "least": keys.least,
        "most": keys.most,
        "p95": keys.p95,
        "without_keys": keys.without,
        "counted_rows": keys.rows,
        "density": rows.density,
        "causal_density": rows.causal_density,
        "residue_classes": [{"dilation": c.dilation, "block": c.block, "rule": c.rule} for c in rows.classes],
        "receptive_field": {
            "row": rows.row,
            "layers": [{"layers": f.layers, "positions": f.positions, "farthest": f.farthest} for f in rows.fields],
        },
        "forward_flops": rows.flops,
        "backward_flops": rows.backward_flops,
    }


def _target(made: TargetCost) -> Json:
    return {
        "target": made.target.name,
        "backend": made.backend,
        "itemsize": made.itemsize,
        "lowerings": list(made.lowerings),
        "tiles": [_work(work) for work in made.work],
        "forward": _pass(made.forward),
        "backward": _pass(made.backward),
        "memory_bytes": made.memory,
        "saved_bytes": made.saved,
        "step_seconds": made.step,
        "break_even": {"n": made.break_even.n, "reason": made.break_even.reason or None},
    }


def _work(work: Work) -> Json:
    return {
        "direction": work.name,
        "block_m": work.block_m,
        "block_n": work.block_n,
        "visited": work.visited,
        "full": work.full,
        "partial": work.partial,
        "skipped": work.skipped,
        "executed_pairs": work.executed,
        "launches": work.launches,
        "imbalance": work.imbalance,
        "counted": work.exact,
        "clauses": [{"clause": c.clause, "full": c.full, "partial": c.partial} for c in work.clauses],
    }


def _pass(cost: PassCost) -> Json:
    return {
        "executed_flops": cost.load.flops,
        "bytes_moved": cost.load.moved,
        "launches": cost.load.launches,
        "occupancy": cost.occupancy,
        "waste": cost.waste,
        "seconds": cost.seconds,
        "bound": cost.bound,
        "dense_seconds": cost.dense,
    }
