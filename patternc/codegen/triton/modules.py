"""Tile IR to the view of one generated file."""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.codegen.emit import Origin, View
from patternc.codegen.input_names import given_name
from patternc.codegen.interface import Argument, Kind
from patternc.codegen.provenance import all_heads
from patternc.codegen.shell import Shell, shell
from patternc.codegen.tiles.descriptors import describes, with_pointers
from patternc.codegen.tiles.inputs import Inputs, program_inputs
from patternc.codegen.tiles.list_visits import list_names
from patternc.codegen.tiles.programs import NUMBERS
from patternc.codegen.tiles.scores import Scores, kernel_scores
from patternc.codegen.triton.library import called
from patternc.codegen.triton.printer.launches import Launches
from patternc.codegen.triton.printer.statements import Statements
from patternc.ir.batch import Batches
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Combine
from patternc.ir.tile import BlockList, Group, Launch, Pass, Program, Tiles
from patternc.schedule.tile_sizes import TileRow, tile_table
from patternc.targets import Target, TileSource


@dataclass(frozen=True, slots=True)
class HostReads:
    """What the two host functions read: names of theirs, and which results start as those of an empty sum.

    `unsaved`: parameters of the backward function that it does not read.
    """

    forward: frozenset[str]
    backward: frozenset[str]
    blank: bool
    blank_parts: bool
    blank_grad_query: bool
    blank_grad_key: bool
    unsaved: frozenset[str]


@dataclass(frozen=True, slots=True)
class TritonModule:
    """The inputs of `triton/module.py.j2`.

    `table`: the tile sizes that launches take; `tuned`: where some of them come from. `parameters`: of both host
    functions, for inputs. `runtime`: numbers of a call that only some patterns' kernels get. `called`: functions of the
    library that expressions call. `described`: some kernels load by tensor descriptors. `limited_registers`: some take
    no more registers a thread than a given number. `p`, `h`: printers of kernels and of host functions.
    """

    shell: Shell
    target: str
    table: tuple[TileRow, ...]
    tuned: TileSource | None
    tiles: Tiles
    scores: Scores
    inputs: Inputs
    parameters: tuple[str, ...]
    runtime: tuple[str, ...]
    reads: HostReads
    called: tuple[str, ...]
    described: bool
    limited_registers: bool
    p: Statements
    h: Launches


def views(kernel: Kernel, tiles: Tiles | Batches, target: Target, origin: Origin) -> tuple[View, ...]:
    """One file: the kernels of every sweep in three directions, and the two functions that launch them."""
    assert isinstance(tiles, Tiles)
    pattern = kernel.pattern
    outside = shell(kernel, origin, "triton", on_gpu=True)
    operands = outside.interface.operands
    inputs, scores = program_inputs(operands), kernel_scores(pattern.scores, dropout=pattern.dropout)
    launches = tuple(launch for group in tiles.groups for one in group.passes for launch in one.launches)
    rows = {launch.tile for launch in launches}
    table = tuple(row for row in tile_table(target) if row.direction in rows)
    programs = {named.name: named.program for named in tiles.programs}
    reads = _host_reads(tiles, programs)
    described = any(map(describes, programs.values()))
    table = table if described else with_pointers(table)
    keeps = any(launch.order is not None or launch.lists for launch in launches)
    outside = replace(outside, target=target.name, keeps=keeps)
    lists = dict.fromkeys(one.number for launch in launches for one in launch.lists)
    module = TritonModule(
        shell=outside,
        target=target.name,
        table=table,
        tuned=target.tuned,
        tiles=tiles,
        scores=scores,
        inputs=inputs,
        parameters=tuple(_parameter(one, reads.forward) for one in operands),
        runtime=_runtime(tiles, inputs, tuple(sorted(lists))),
        reads=reads,
        called=tuple(sorted(called(tiles))),
        described=described,
        limited_registers=any(tile.registers for row in table for tile in row.tiles),
        p=Statements(),
        h=Launches(programs, outside.interface.softmaxes),
    )
    return (View("triton/module.py.j2", f"{pattern.name}_triton.py", module),)


def _runtime(tiles: Tiles, inputs: Inputs, lists: tuple[int, ...]) -> tuple[str, ...]:
    """What changes from call to call, of all kernels: integers, and what several softmaxes have slices of."""
    every = (*NUMBERS, *inputs.runtime, *(name for one in lists for name in _extents(one)))
    several = any(group.several for group in tiles.groups)
    read = {name for named in tiles.programs for name in named.program.numbers}
    slices = ("lse", "delta") if several else ()
    return (*slices, *(name for name in every if name in read))


def _extents(number: int) -> tuple[str, str]:
    names = list_names(number)
    return names.batch, names.head


def _parameter(one: Argument, read: frozenset[str]) -> str:
    """A parameter of the host functions, with an underscore where it is one of the heads' places and is not read."""
    match one.kind:
        case Kind.HEADS if one.name not in read:
            return f"_{one.name}: {one.annotation}"
        case Kind.DROPOUT | Kind.SEED | Kind.HEADS:
            return f"{one.name}: {one.annotation}"
        case _:
            return f"{given_name(one.name)}: {one.annotation}"


def _host_reads(tiles: Tiles, programs: dict[str, Program]) -> HostReads:
    groups = tiles.groups
    several = [group.several for group in groups]
    apart = [group.several and group.combine in (Combine.MEAN, Combine.SUM) for group in groups]  # softmaxes
    read = {"parts": any(several), "part_lses": any(apart), "out": not all(several), "lse": not all(apart)}
    return HostReads(
        forward=frozenset(name for group in groups for name in _forward_reads(group, programs)),
        backward=frozenset(
            name
            for group in groups
            for name in _reads(group, (group.grad_query, group.grad_key_value), group.gradient_lists, programs)
        )
        | {"strides"},
        blank=any(one.uncovered for group in groups if not group.several for one in group.forward),
        blank_parts=any(one.uncovered for group in groups if group.several for one in group.forward),
        blank_grad_query=any(group.grad_query.uncovered for group in groups),
        blank_grad_key=groups[0].grad_key_value.uncovered,
        unsaved=frozenset(name for name, is_read in read.items() if not is_read),
    )


def _forward_reads(group: Group, programs: dict[str, Program]) -> frozenset[str]:
    return _reads(group, (*group.forward, *group.short), group.lists, programs)


def _reads(
    group: Group, passes: tuple[Pass, ...], lists: tuple[BlockList, ...], programs: dict[str, Program]
) -> frozenset[str]:
    """The names that the launches of some passes of a group read in a host function."""
    found: set[str] = set()
    for launch in (launch for one in passes for launch in one.launches):
        found |= _read_by(launch, programs[launch.program])
    for one in lists:
        found |= ({"head_offset"} if one.by_head else set()) | ({"num_heads"} if one.by_total else set())
    if not all_heads(group.heads):
        found |= {"head_offset", "num_heads", "group"}
    return frozenset(found)


def _read_by(launch: Launch, program: Program) -> set[str]:
    found = {*program.numbers, *(name for name in program.tensors if name == "strides")}
    found |= {"places"} if program.numbers[:4] == ("q_offset", "q_stop", "k_offset", "k_stop") else set()
    return found | ({"kv_heads"} if launch.by_key_head else set())
