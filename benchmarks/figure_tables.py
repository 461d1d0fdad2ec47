"""Tables of what kernels compiled to: printed, saved, and compared with a saved one."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

Row = dict[str, object]

KEY = ("triton", "pattern", "kernel", "target", "dtype", "head_dim")
LEAST = ("ctas", "wait", "wide", "tensor")
"""Figures of which fewer are worse."""
MORE_IS_WORSE = {"spilled": 0.0, "reloads": 0.0, "exp2": 0.01, "work": 0.01, "a pair": 0.02}
FEWER_IS_WORSE = {"ctas": 1 << 16, "wait": 1}
"""What may not get worse: figures, and by which share of what they were the first may grow.

Fewer of the others are worse below a number: loads under way are counted otherwise where descriptors load.

Registers, shared memory and single kinds of instructions are means to these.
"""

HEADER = (
    f"{'pattern':18} {'kernel':28} {'target':7} {'dtype':9} {'D':>3} {'tile':>14}"
    " regs spill loop shared ctas exp2 work wait  mma  16B less  int inst  pair     s"
)
COLUMNS = (
    "triton,pattern,kernel,target,D,tile,registers,spill,in loops,shared,ctas,exp2,work,wait,integers"
    ",instructions,a pair"
)


def line(row: Row) -> str:
    """A row of the table that is printed."""
    names = "{pattern:18} {kernel:28} {target:7} {dtype:9} {head_dim:3} "
    sizes = "{registers:4} {spilled:5} {reloads:4} {shared:6} {ctas:4} {exp2:4.2f} {work:4.2f} {wait:4} {tensor:4} "
    others = f"{{wide:4}} {{narrow:4}} {{integers:4}} {{instructions:4}} {a_pair(row):5.2f} {{seconds:5.1f}}"
    return names.format(**row) + f"{_tile(row):>14} " + (sizes + others).format(**row)


def a_pair(row: Row) -> float:
    """Instructions of a thread for each pair of a query and a key, in an iteration without tests; NaN: not counted."""
    if row["instructions"] is None:
        return math.nan
    pairs = _number(row, "rows") * _number(row, "columns")
    threads = _number(row, "warps") * (64 if str(row["target"]).startswith("gfx") else 32)
    return _number(row, "instructions") * threads / pairs if pairs else 0.0


def _number(row: Row, name: str) -> float:
    value = a_pair(row) if name == "a pair" else row[name]
    assert isinstance(value, (int, float)), name
    return value


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
    for name, one, other in _both(saved, now):
        if one is None or other is None:
            yield f"{name}: {'new' if one is None else 'gone'}"
            continue
        changed = [f"{field} {one.get(field)} -> {other[field]}" for field in other if one.get(field) != other[field]]
        if changed:
            yield f"{name}: {', '.join(changed)}"


def regressions(saved: Sequence[Row], now: Sequence[Row]) -> Iterator[str]:
    """What got worse, of cases that both tables have: the kernel, the figure, before and after; and kernels gone."""
    for name, one, other in _both(saved, now):
        if one is None:
            continue
        if other is None:
            yield f"{name}: gone"
            continue
        more = {field: (1 + share) * _number(one, field) for field, share in MORE_IS_WORSE.items()}
        worse = [field for field, most in more.items() if _number(other, field) > most]
        least = {field: min(most, _number(one, field)) for field, most in FEWER_IS_WORSE.items()}
        worse += [field for field, fewest in least.items() if _number(other, field) < fewest]
        for field in worse:
            yield f"{name}: {field} {_number(one, field):.4g} -> {_number(other, field):.4g}"


def _both(saved: Sequence[Row], now: Sequence[Row]) -> Iterator[tuple[str, Row | None, Row | None]]:
    """The name of each kernel of cases that both tables have, with its row in either."""
    before, after = ({tuple(row[name] for name in KEY): row for row in rows} for rows in (saved, now))
    cases = {_case(row) for row in saved} & {_case(row) for row in now}
    for key in sorted(before.keys() | after.keys(), key=str):
        one, other = before.get(key), after.get(key)
        if _case(one or other or {}) in cases:
            yield f"triton {' '.join(map(str, key[:-1]))} D={key[-1]}", one, other


def _case(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in KEY if name != "kernel")


def write(rows: Sequence[Row], file: Path) -> None:
    """Save rows as JSON, one a line, and beside it as Markdown; other cases that the file has stay."""
    cases = {_case(row) for row in rows}
    kept = json.loads(file.read_text()) if file.exists() else []
    every = [row for row in kept if _case(row) not in cases] + list(rows)
    every.sort(key=lambda row: (row["triton"], str(row["target"]), row["head_dim"]))
    file.write_text("[\n" + ",\n".join(json.dumps(row) for row in every) + "\n]\n")
    names = COLUMNS.split(",")
    head = ["| " + " | ".join(names) + " |", "|---|---|---|---|" + "--:|" * (len(names) - 4)]
    page = file.with_suffix(".md")
    before = page.read_text().partition(head[0])[0] if page.exists() else ""  # what is said above the table stays
    page.write_text(before + "\n".join([*head, *map(_markdown, every)]) + "\n")


def _markdown(row: Row) -> str:
    numbers = (
        "{registers} | {spilled} | {reloads} | {shared} | {ctas} | {exp2:.2f} | {work:.2f} | {wait} | {integers} |"
        f" {row['instructions'] or ''} | {a_pair(row):.2f} |"
    )
    return ("| {triton} | {pattern} | {kernel} | {target} | {head_dim} | " + _tile(row) + " | " + numbers).format(**row)


def _tile(row: Row) -> str:
    return "{rows}x{columns}x{warps}x{stages}".format(**row) + ("d" if row["bulk"] else "")


def _worse(name: str, one: object, other: object) -> object:
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return min(one, other) if name in LEAST else max(one, other)
    return other
