"""Tables of what kernels compiled to: printed, saved, and compared with a saved one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

Row = dict[str, object]

KEY = ("pattern", "kernel", "target", "dtype", "head_dim")
LEAST = ("ctas", "wait", "wide", "tensor")
"""Figures of which fewer are worse."""

HEADER = (
    f"{'pattern':18} {'kernel':28} {'target':7} {'dtype':9} {'D':>3} {'tile':>14}"
    " regs spill loop shared ctas exp2 work wait  mma  16B less  int     s"
)
COLUMNS = "pattern,kernel,target,D,tile,registers,spill,in loops,shared,ctas,exp2,work,wait,integers"


def line(row: Row) -> str:
    """A row of the table that is printed."""
    names = "{pattern:18} {kernel:28} {target:7} {dtype:9} {head_dim:3} "
    sizes = "{registers:4} {spilled:5} {reloads:4} {shared:6} {ctas:4} {exp2:4.2f} {work:4.2f} {wait:4} {tensor:4} "
    others = "{wide:4} {narrow:4} {integers:4} {seconds:5.1f}"
    return names.format(**row) + f"{_tile(row):>14} " + (sizes + others).format(**row)


def worst(rows: Sequence[Row]) -> list[Row]:
    """One row a kernel and case, with the worst of each figure of its launches; without compile times."""
    found: dict[tuple[object, ...], Row] = {}
    for row in rows:
        key = tuple(row[name] for name in KEY)
        before = found.get(key, row)
        found[key] = {name: _worse(name, before[name], row[name]) for name in row if name != "seconds"}
    return list(found.values())


def differences(saved: Sequence[Row], now: Sequence[Row]) -> Iterator[str]:
    """The figures that differ, of cases that both tables have; and kernels of such cases that only one has."""
    before, after = ({tuple(row[name] for name in KEY): row for row in rows} for rows in (saved, now))
    cases = {(key[0], *key[2:]) for key in before} & {(key[0], *key[2:]) for key in after}
    for key in sorted(before.keys() | after.keys(), key=str):
        if (key[0], *key[2:]) not in cases:
            continue
        name = " ".join(map(str, key))
        if key not in after or key not in before:
            yield f"{name}: {'gone' if key in before else 'new'}"
            continue
        one, other = before[key], after[key]
        changed = [f"{field} {one.get(field)} -> {other[field]}" for field in other if one.get(field) != other[field]]
        if changed:
            yield f"{name}: {', '.join(changed)}"


def write(rows: Sequence[Row], file: Path) -> None:
    """Save a table as JSON, one row a line, and beside it as Markdown."""
    file.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    names = COLUMNS.split(",")
    head = ["| " + " | ".join(names) + " |", "|---|---|---|" + "--:|" * (len(names) - 3)]
    page = file.with_suffix(".md")
    before = page.read_text().partition(head[0])[0] if page.exists() else ""  # what is said above the table stays
    page.write_text(before + "\n".join([*head, *map(_markdown, rows)]) + "\n")


def _markdown(row: Row) -> str:
    numbers = (
        "{registers} | {spilled} | {reloads} | {shared} | {ctas} | {exp2:.2f} | {work:.2f} | {wait} | {integers} |"
    )
    return ("| {pattern} | {kernel} | {target} | {head_dim} | " + _tile(row) + " | " + numbers).format(**row)


def _tile(row: Row) -> str:
    return "{rows}x{columns}x{warps}x{stages}".format(**row) + ("d" if row["bulk"] else "")


def _worse(name: str, one: object, other: object) -> object:
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return min(one, other) if name in LEAST else max(one, other)
    return other
