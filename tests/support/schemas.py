"""JSON schemas of the documentation: `hold` compares output with one."""

from __future__ import annotations

from typing import Any

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def hold(value: Any, wanted: dict[str, Any], whole: dict[str, Any], where: str = "$") -> None:
    """Hold a value against a schema: types, constants, ranges, and exactly the properties that are stated."""
    if "$ref" in wanted:
        wanted = whole["$defs"][wanted["$ref"].rpartition("/")[2]]
    kinds = wanted["type"] if isinstance(wanted["type"], list) else [wanted["type"]]
    right = any(isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool)) for kind in kinds)
    assert right, f"{where} is {value!r}, not {kinds}"
    assert value in wanted.get("enum", [value]), where
    if isinstance(value, dict):
        assert value.keys() == wanted["properties"].keys(), where
        for name, inner in wanted["properties"].items():
            hold(value[name], inner, whole, f"{where}.{name}")
    if isinstance(value, list):
        for number, item in enumerate(value):
            hold(item, wanted["items"], whole, f"{where}[{number}]")
    if isinstance(value, int | float) and "minimum" in wanted:
        assert value >= wanted["minimum"], where
