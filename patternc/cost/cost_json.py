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


def _model(cost: ModelCost) -> Json:
    return {
        "target": cost.target.name,
        "backends": list(cost.backends),
        "forward_seconds": cost.forward,
        "backward_seconds": cost.backward,
        "dense_seconds": cost.dense,
        "step_seconds": cost.step,
        "cache_bytes": cost.cache,
        "kept_bytes": cost.kept,
        "memory_bytes": cost.memory,
    }


def _estimate(estimate: Estimate) -> Json:
    call = estimate.call
    return {
        "pattern": estimate.pattern,
        "module": estimate.module,
        "n": call.n,
        "heads": call.heads,
        "kv_heads": call.kv_heads,
        "head_dim": call.dims.key,
        "value_dim": call.dims.value,
        "batch": call.batch,
        "assumptions": list(estimate.assumptions),
        "projection_flops": estimate.projections,
        "rows": _rows(estimate.rows),
        "targets": [_target(target) for target in estimate.targets],
        "visits": estimate.visits,
        "advice": [{"text": advice.text, "before": advice.before, "after": advice.after} for advice in estimate.advice],
        "ring": None if estimate.ring is None else _ring(estimate.ring),
        "layout": None if estimate.layout is None else _layout(estimate.layout),
        "decoding": None if estimate.decoding is None else _decoding(estimate.decoding),
    }


def _decoding(decoding: Decoding) -> Json:
    return {"pairs": decoding.pairs, "rows_read": decoding.read, "rows_held": decoding.held, "rows_kept": decoding.kept}


def _layout(choice: LayoutChoice) -> Json:
    return {
        "written": dump_layout(choice.written),
        "used": dump_layout(choice.used.layout),
        "tiles_per_row_tile": choice.used.visited,
        "natural_tiles_per_row_tile": choice.natural.visited,
        "price": choice.used.price,
        "best_other": dump_layout(choice.best.layout),
        "best_other_price": choice.best.price,
    }


def _ring(forecast: Forecast) -> Json:
    networks = () if forecast.times is None else forecast.times.networks
    times: list[Json] = [{"network": name, "seconds": found} for name, found in networks]
    return {
        "ranks": forecast.ring.ranks,
        "layout": forecast.ring.layout.value,
        "transport": forecast.transport.value,
        "nodes": forecast.ring.nodes,
        "ranks_looked_at": [rank.rank for rank in forecast.ranks],
        "received_rows": [rank.received for rank in forecast.ranks],
        "received_bytes": forecast.received,
        "received_bytes_between_nodes": forecast.crossing,
        "received_at_most": forecast.is_bound,
        "dense_share": forecast.share,
        "memory": forecast.most.memory.total,
        "imbalance": None if forecast.work is None else forecast.work.imbalance,
        "seconds": None if forecast.times is None else times,
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
