"""Tile files: the tile sizes that tuning chose for a device, as JSON that users keep beside their patterns."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import TypeVar, get_type_hints

from patternc.codegen.backend import Backend
from patternc.codegen.registry import tiled_backends
from patternc.schedule.tile_sizes import tile_table
from patternc.targets import LARGEST_HEAD, SMALLEST_HEAD, Target, TileSource, TunedTile, target_named

SCHEMA = 4
"""The version of the file format; files of other versions are rejected."""
ITEMSIZE = {"bfloat16": 2, "float16": 2, "float32": 4}
_POWERS = {"block_m": (16, 128), "block_n": (16, 256), "warps": (1, 16)}
_RANGES = {"head_dim": (SMALLEST_HEAD, LARGEST_HEAD), "stages": (1, 8), "most_registers": (0, 255)}
T = TypeVar("T")


class TileFileError(ValueError):
    """A tile file that cannot be used; the message names the value found and what is expected."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of a candidate: median and quartiles of `runs` runs."""

    median: float
    low: float
    high: float
    runs: int


@dataclass(frozen=True, slots=True)
class Entry:
    """The tile of a kernel for an element type and a head size.

    `most_registers`: a limit per thread; 0 leaves the choice to the compiler. `descriptors`: columns that are
    consecutive rows are loaded by tensor descriptors. `patterns`, `call`: the patterns and the call (as text) that the
    tile was chosen for. `registers` per thread and `shared` bytes per program are the maxima over its launches.
    `times`, `table_times`: seconds of this tile and of the tile that it replaces, run in turns; None if that one failed
    its checks.
    """

    kernel: str
    dtype: str
    head_dim: int
    block_m: int
    block_n: int
    warps: int
    stages: int
    most_registers: int
    descriptors: bool
    patterns: tuple[str, ...]
    call: str
    registers: int
    shared: int
    times: Times
    table_times: Times | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        """(kernel, dtype, head_dim): a file has one entry for each."""
        return self.kernel, self.dtype, self.head_dim


@dataclass(frozen=True, slots=True)
class TileFile:
    """The tuned tiles of a device, for a backend's modules.

    `device`: its name. `versions`: those of torch, compilers and the driver.
    """

    backend: str
    target: str
    device: str
    capability: int
    versions: tuple[tuple[str, str], ...]
    entries: tuple[Entry, ...]


def text_of(file: TileFile) -> str:
    """The file as JSON, with entries sorted by key, so that equal files have equal text."""
    entries = sorted(file.entries, key=lambda one: one.key)
    body = {"schema": SCHEMA, **asdict(file), "versions": dict(file.versions), "entries": list(map(asdict, entries))}
    return json.dumps(body, indent=2) + "\n"


def parse_tiles(text: str, name: str) -> TileFile:
    """Text to a tile file.

    Raises:
        TileFileError: the text is not a tile file, has another version, or names an unknown target or kernel.
    """
    try:
        body = json.loads(text)
    except ValueError as error:
        raise TileFileError(f"{name} is not JSON: {error}; expected a file that `patternc tune` wrote") from None
    if not isinstance(body, dict) or "schema" not in body:
        raise TileFileError(f"{name} is no tile file: it has no `schema`; expected a file that `patternc tune` wrote")
    if body["schema"] != SCHEMA:
        raise TileFileError(f"{name} has schema {body['schema']!r}, expected {SCHEMA}: run `patternc tune` again")
    entries = body.get("entries")
    if not isinstance(entries, list):
        raise TileFileError(f"{name}: `entries` must be a list")
    given = {key: value for key, value in body.items() if key != "schema"}
    versions = body.get("versions")
    if not isinstance(versions, dict) or not all(isinstance(one, str) for one in versions.values()):
        raise TileFileError(f"{name}: `versions` must be an object of strings")
    given |= {"versions": tuple(versions.items()), "entries": tuple(_entry(one, name) for one in entries)}
    return _checked(_record(TileFile, given, name), name)


def tile_of_entry(entry: Entry) -> TunedTile:
    """The tile of an entry in the form that tile tables take."""
    sizes = entry.block_m, entry.block_n, entry.warps, entry.stages, entry.most_registers, entry.descriptors
    return TunedTile(entry.kernel, ITEMSIZE[entry.dtype], entry.head_dim, *sizes)


def source_of(file: TileFile, text: str, name: str, target: Target) -> TileSource:
    """The tiles of a file in the form that a build for `target` takes.

    Raises:
        TileFileError: the file is for another target.
    """
    if file.target != target.name:
        made = f"{name} holds tiles for {file.target}"
        raise TileFileError(f"{made}, expected {target.name}: build with --target {file.target}, or tune for it")
    tiles = tuple(tile_of_entry(one) for one in sorted(file.entries, key=lambda one: one.key))
    return TileSource(name, sha256(text.encode()).hexdigest()[:12], file.device, tiles)


def merged(old: TileFile, new: TileFile, name: str) -> TileFile:
    """The new file with those entries of the old one that it does not replace.

    Raises:
        TileFileError: the two differ in backend, target, device or versions.
    """
    for field in ("backend", "target", "device", "versions"):
        before, now = getattr(old, field), getattr(new, field)
        if before != now:
            shown = f"{field} {_shown(before)}, expected {_shown(now)}"
            raise TileFileError(f"{name} has {shown} for new entries: name another file with -o, or delete it")
    replaced = {_place(one) for one in new.entries}
    return replace(new, entries=(*(one for one in old.entries if _place(one) not in replaced), *new.entries))


def _place(entry: Entry) -> tuple[str, int, int]:
    """The key of a tile in a generated file: element types of equal size share it."""
    return entry.kernel, ITEMSIZE[entry.dtype], entry.head_dim


def _shown(value: object) -> str:
    match value:
        case tuple():
            return ", ".join(f"{key} {one}" for key, one in value)
        case _:
            return repr(value)


def _entry(given: object, name: str) -> Entry:
    if not isinstance(given, dict):
        raise TileFileError(f"{name}: an entry must be an object")
    found = {key: _times(value, name) if key in ("times", "table_times") else value for key, value in given.items()}
    patterns = found.get("patterns")
    if isinstance(patterns, list) and all(isinstance(one, str) for one in patterns):
        found["patterns"] = tuple(patterns)
    return _record(Entry, found, name)


def _times(given: object, name: str) -> Times | None:
    if given is None:
        return None
    if not isinstance(given, dict):
        raise TileFileError(f"{name}: times must be an object")
    return _record(Times, given, name)


def _record(kind: Callable[..., T], given: dict[str, object], name: str) -> T:
    """A `kind` from a JSON object, which must have exactly its fields, each with the right type."""
    types = get_type_hints(kind)
    if given.keys() != types.keys():
        wrong = sorted(types.keys() ^ given.keys())
        raise TileFileError(f"{name}: missing or unknown fields {', '.join(wrong)}; expected {', '.join(types)}")
    for field, wanted in types.items():
        value, plain = given[field], wanted in (str, int, float, bool)
        whole = (int, float) if wanted is float else (wanted,)
        fits = type(value) in whole if plain else isinstance(value, tuple | Times | None)
        if not fits:
            expected = wanted.__name__ if plain else "a list of strings"
            raise TileFileError(f"{name}: {field} is {value!r}, expected {expected}")
    return kind(**given)


def _checked(file: TileFile, name: str) -> TileFile:
    backends = {one.name: one for one in tiled_backends()}
    if file.backend not in backends:
        raise TileFileError(f"{name} is for the backend {file.backend!r}, expected one of {', '.join(backends)}")
    backend, target = backends[file.backend], target_named(file.target)
    if target is None or target.name not in backend.targets:
        known = ", ".join(backend.targets)
        raise TileFileError(f"{name} is for the target {file.target!r}, expected one of {known}")
    wanted = target.capability or 0
    if file.capability != wanted:
        raise TileFileError(f"{name}: capability is {file.capability}, expected {wanted} for {target.name}")
    # Characters of a device's name, which generated files quote in a comment.
    if not file.device.isprintable() or not 0 < len(file.device) <= 100:
        raise TileFileError(f"{name}: device is {file.device!r}, expected the name of the device that timed the tiles")
    kernels = dict.fromkeys(row.direction for row in tile_table(target))
    places: set[tuple[str, int, int]] = set()
    for entry in file.entries:
        _check_entry(entry, tuple(kernels), name)
        if fault := entry_fault(entry, backend, target):
            raise TileFileError(f"{name}: {fault}")
        if _place(entry) in places:
            raise TileFileError(
                f"{name}: {entry.kernel} at head_dim {entry.head_dim} has two entries of one element size"
            )
        places.add(_place(entry))
    return file


def entry_fault(entry: Entry, backend: Backend, target: Target) -> str:
    """Why modules of a backend can't have the tile of an entry; empty where they can."""
    assert backend.tiling is not None
    return widened(backend, target, entry.dtype, entry.head_dim) or backend.tiling.fault(target, tile_of_entry(entry))


def widened(backend: Backend, target: Target, dtype: str, head_dim: int) -> str:
    """Why elements of a type have no tiles of their own; empty where they have."""
    assert backend.tiling is not None
    if backend.tiling.itemsize(target, dtype, head_dim) == ITEMSIZE[dtype]:
        return ""
    where = f"{target.name} at head_dim {head_dim}"
    return f"dtype is {dtype}, expected float32: {backend.title} modules compute {dtype} in float32 on {where}"


def _check_entry(entry: Entry, kernels: tuple[str, ...], name: str) -> None:
    if entry.kernel not in kernels:
        raise TileFileError(f"{name}: no kernel {entry.kernel!r}, expected one of {', '.join(kernels)}")
    if entry.dtype not in ITEMSIZE:
        raise TileFileError(f"{name}: dtype is {entry.dtype!r}, expected one of {', '.join(ITEMSIZE)}")
    for field, (least, most) in (*_POWERS.items(), *_RANGES.items()):
        value = getattr(entry, field)
        power = field in _POWERS
        if not least <= value <= most or (power and value & (value - 1)):
            wanted = f"{'a power of two ' if power else ''}from {least} to {most}"
            raise TileFileError(f"{name}: {field} of {entry.kernel} is {value}, expected {wanted}")
