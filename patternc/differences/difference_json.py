"""Comparisons as JSON: the result of `patternc diff --json`, whose schema is in docs/diff.md."""

from __future__ import annotations

from patternc.cost.cost_json import Json
from patternc.cost.target_cost import TargetCost
from patternc.differences.comparisons import Comparison, Files
from patternc.differences.key_changes import Gains, KeyChanges
from patternc.differences.statement_changes import Change
from patternc.differences.verdicts import Tried

VERSION = 1
"""Incremented when a field is removed or changes its meaning, not when a field is added."""


def document(files: Files) -> Json:
    """The JSON document for two files."""
    return {
        "version": VERSION,
        "before": files.before,
        "after": files.after,
        "same": files.same,
        "gained_patterns": list(files.gained),
        "lost_patterns": list(files.lost),
        "patterns": [_comparison(one) for one in files.patterns],
    }


def _comparison(comparison: Comparison) -> Json:
    verdict = comparison.verdict
    return {
        "before": comparison.before,
        "after": comparison.after,
        "same": verdict.same,
        "basis": verdict.basis.value,
        "rows": verdict.keys.value,
        "tried": None if verdict.tried is None else _tried(verdict.tried),
        "first_difference": _first(comparison),
        "keys": None if comparison.keys is None else _keys(comparison.keys),
        "statements": [_statement(change) for change in verdict.changes],
        "cost": _cost(comparison),
        "code": [
            {"file": change.name, "lines_added": change.lines[0], "lines_removed": change.lines[1]}
            for change in comparison.code
        ],
    }


def _statement(change: Change) -> Json:
    return {"statement": change.what, "before": change.before, "after": change.after, "changes_results": change.matters}


def _tried(tried: Tried) -> Json:
    return {
        "calls": tried.calls,
        "all_lengths_up_to": tried.short,
        "all_rows_of_lengths": list(tried.whole),
        "some_rows_of_lengths": list(tried.longer),
        "numbers_of_heads": list(tried.heads),
        "seeds": list(tried.seeds),
    }


def _first(comparison: Comparison) -> Json:
    difference = comparison.verdict.difference
    if difference is None or comparison.admitting is None:
        return None
    return {
        "n": difference.trial.n,
        "heads": difference.trial.heads,
        "seed": difference.trial.seed,
        "head": difference.head,
        "query": difference.query,
        "key": difference.key,
        "times_before": difference.before,
        "times_after": difference.after,
        "admitted_before": list(comparison.admitting.before),
        "admitted_after": list(comparison.admitting.after),
    }


def _keys(changes: KeyChanges) -> Json:
    return {
        "n": changes.n,
        "heads": changes.heads,
        "seed": changes.seed,
        "rows_of_a_head": changes.rows,
        "share_of_rows": changes.share,
        "gained": _gains(changes.gained),
        "lost": _gains(changes.lost),
        "recounted": _gains(changes.recounted),
        "examples": [
            {
                "head": row.head,
                "query": row.query,
                "gained": list(row.gained),
                "lost": list(row.lost),
                "recounted": list(row.recounted),
            }
            for row in changes.examples
        ],
    }


def _gains(gains: Gains) -> Json:
    return {"mean": gains.mean, "most": gains.most}


def _cost(comparison: Comparison) -> Json:
    if comparison.call is None:
        return None
    call = comparison.call
    return {
        "n": call.n,
        "heads": call.heads,
        "kv_heads": call.kv_heads,
        "head_dim": call.dims.key,
        "targets": [
            {"target": change.before.target.name, "before": _target(change.before), "after": _target(change.after)}
            for change in comparison.costs
        ],
    }


def _target(made: TargetCost) -> Json:
    return {
        "forward_seconds": made.forward.seconds,
        "backward_seconds": made.backward.seconds,
        "occupancy": made.forward.occupancy,
        "memory_bytes": made.memory,
    }
