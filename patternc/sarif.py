"""Diagnostics in SARIF 2.1.0, the format of code scanning services and of editors, from their JSON records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from patternc.resources import explanation

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def log(records: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """The log of one run, and a rule for each code among its results. `records`: as `render` writes them as JSON."""
    titles = {one["code"]: one["title"] for one in records}
    driver = {"name": "patternc", "rules": [_rule(code, titles[code]) for code in sorted(titles)]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [_result(one) for one in records]}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str, title: str) -> dict[str, object]:
    page = explanation(code)
    return {"id": code, "shortDescription": {"text": title}, "help": {"text": page, "markdown": page}}


def _result(one: Mapping[str, Any]) -> dict[str, object]:
    help_ = (f"help: {one['help']}",) if one["help"] else ()
    found: dict[str, object] = {
        "ruleId": one["code"],
        "level": one["severity"],
        "message": {"text": "\n".join((one["message"], *one["notes"], *help_))},
        "locations": [_location(one["file"], one["span"])],
    }
    if one["related"]:
        others = [(_location(one["file"], other["span"]), other["label"]) for other in one["related"]]
        found["relatedLocations"] = [{**place, "message": {"text": label}} for place, label in others]
    return found


def _location(file: str, span: Mapping[str, int] | None) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": {"uri": quote(file.replace("\\", "/"))}}
    if span is not None:
        names = {"startLine": "line", "startColumn": "column", "endLine": "end_line", "endColumn": "end_column"}
        place["region"] = {name: span[own] for name, own in names.items()}
    return {"physicalLocation": place}
