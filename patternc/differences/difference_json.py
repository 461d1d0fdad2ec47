"""Comparisons as JSON: the result of `patternc diff --json`, whose schema is in docs/diff.md."""

from __future__ import annotations

from typing import TypeAlias

from patternc.cost.target_cost import TargetCost
from patternc.differences.comparisons import Comparison, Files
from patternc.differences.key_changes import Gains, KeyChanges
from patternc.differences.statement_changes import Change
from patternc.differences.verdicts import Tried

VERSION = 1
"""Incremented when a field is removed or changes its meaning, not when a field is added."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


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


def _comparison(one: Comparison) -> Json:
    found = one.verdict
    return {
        "before": one.before,
        "after": one.after,
        "same": found.same,
        "basis": found.basis.value,
        "rows": found.keys.value,
        "tried": None if found.tried is None else _tried(found.tried),
        "first_difference": _first(one),
        "keys": None if one.keys is None else _keys(one.keys),
        "statements": [_statement(change) for change in found.changes],
        "cost": _cost(one),
        "code": [
            {"file": change.name, "lines_added": change.lines[0], "lines_removed": change.lines[1]}
            for change in one.code
        ],
    }


def _statement(one: Change) -> Json:
    return {"statement": one.what, "before": one.before, "after": one.after, "changes_results": one.matters}


def _tried(one: Tried) -> Json:
    return {
        "calls": one.calls,
        "all_lengths_up_to": one.short,
        "all_rows_of_lengths": list(one.whole),
        "some_rows_of_lengths": list(one.longer),
        "numbers_of_heads": list(one.heads),
        "seeds": list(one.seeds),
    }


def _first(one: Comparison) -> Json:
    found = one.verdict.difference
    if found is None or one.admitting is None:
        return None
    return {
        "n": found.trial.n,
        "heads": found.trial.heads,
        "seed": found.trial.seed,
        "head": found.head,
        "query": found.query,
        "key": found.key,
        "times_before": found.before,
        "times_after": found.after,
        "admitted_before": list(one.admitting.before),
        "admitted_after": list(one.admitting.after),
    }


def _keys(one: KeyChanges) -> Json:
    return {
        "n": one.n,
        "heads": one.heads,
        "seed": one.seed,
        "rows_of_a_head": one.rows,
        "share_of_rows": one.share,
        "gained": _gains(one.gained),
        "lost": _gains(one.lost),
        "recounted": _gains(one.recounted),
        "examples": [
            {
                "head": row.head,
                "query": row.query,
                "gained": list(row.gained),
                "lost": list(row.lost),
                "recounted": list(row.recounted),
            }
            for row in one.examples
        ],
    }


def _gains(one: Gains) -> Json:
    return {"mean": one.mean, "most": one.most}


def _cost(one: Comparison) -> Json:
    if one.call is None:
        return None
    call = one.call
    return {
        "n": call.n,
        "heads": call.heads,
        "kv_heads": call.kv_heads,
        "head_dim": call.head_dim,
        "targets": [
            {"target": change.before.target.name, "before": _target(change.before), "after": _target(change.after)}
            for change in one.costs
        ],
    }


def _target(made: TargetCost) -> Json:
    return {
        "forward_seconds": made.forward.seconds,
        "backward_seconds": made.backward.seconds,
        "occupancy": made.forward.occupancy,
        "memory_bytes": made.memory,
    }
