"""Invariants of host IR: names are defined and tensors written before they are read, and launches fit their programs.

A launch gives a program every parameter, tensors of the shapes it expects, and as many partials as it merges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from types import MappingProxyType

from patternc.ir.host import (
    KERNELS,
    LATTICE,
    OF_TILE,
    SHAPES,
    Buffer,
    ChooseTile,
    Filled,
    ForEach,
    ForTurns,
    Function,
    Host,
    KeepPartial,
    Launch,
    Operand,
    Return,
    Shape,
    StartPartials,
    Step,
    SumPortions,
    SumRows,
    Tensor,
    When,
    walk,
)
from patternc.ir.index import Binary, Lookup, Num, Tail, Var, parts, times
from patternc.ir.liveness import defines, expressions, merged_partials, reads, substituted
from patternc.ir.tile import Program, Tiles
from patternc.ir.tile import walk as statements


def _looked_up(program: Program) -> Mapping[str, Shape]:
    """The shapes that a program expects of inputs with an entry per batch entry, or a line per head."""
    found: dict[str, Shape] = {}
    for part in (part for one in statements(program.body) for index in expressions(one) for part in parts(index)):
        match part:
            case Lookup(table, Var("batch") | Var("head") as line) if table.startswith("given_"):
                found[table] = (Var("batch") if line == Var("batch") else Var("heads"),)
            case Tail(table, Binary("*", Var("head"), Num() as width)):
                found[table] = (Var("heads"), width)
            case _:
                pass
    return found


def faults(host: Host, tiles: Tiles) -> tuple[str, ...]:
    """One sentence for each violated invariant in the functions of a file; none if they are valid."""
    programs = {named.name: named.program for named in tiles.programs}
    found = [f"{name}: {fault}" for name, function in host.functions for fault in function_faults(function, programs)]
    launched = {one.program for _, function in host.functions for one in walk(function.body) if isinstance(one, Launch)}
    return (*found, *(f"{name}: is never launched" for name in sorted(programs.keys() - launched)))


def function_faults(function: Function, programs: Mapping[str, Program] = MappingProxyType({})) -> Iterator[str]:
    """The faults of one function, which launches some programs."""
    tensors = {one.name: one.shape for one in function.parameters if one.shape is not None}
    known = {one.name for one in function.parameters}
    yield from _State(programs, known, tensors, {(name, None) for name in tensors}).all(function.body)
    if not function.body or not isinstance(function.body[-1], Return):
        yield "does not end with its results"


@dataclass(slots=True)
class _State:
    """The facts at a step: names, the shapes of tensors, which of their entries are written, partials.

    `written`: (name, None) where all of a tensor is, else one for each softmax. `lattice`: constants of the tile.
    """

    programs: Mapping[str, Program]
    known: set[str]
    shapes: dict[str, Shape]
    written: set[tuple[str, int | None]]
    partials: int = 0
    lattice: set[str] = field(default_factory=set)

    def all(self, body: tuple[Step, ...]) -> Iterator[str]:
        for step in body:
            yield from (f"{name} is read before it is defined" for name in sorted(reads(step) - self.known))
            yield from self._one(step)
            self.known.update(defines(step))

    def _one(self, step: Step) -> Iterator[str]:
        match step:
            case Buffer(name, shape, _, first):
                self.shapes[name] = shape
                self.written = {one for one in self.written if one[0] != name}
                self.written |= {(name, None)} if first is not None else set()
            case SumRows(name, rows):
                self.written.add((name, None))
                yield from () if self._is_written(rows) else (f"{rows} is summed before it is written",)
            case SumPortions(name):
                self.shapes[name] = self.shapes[name][1:]
                yield from () if self._is_written(name) else (f"{name} is summed before it is written",)
            case StartPartials():
                self.partials = 0
            case KeepPartial(buffers, others):
                self.partials = 1 if others is None else self.partials + 1
                yield from (f"{name} is kept before it is written" for name in buffers if not self._is_written(name))
            case ChooseTile(lattice=lattice):
                self.lattice = {name for name, _ in lattice}
            case Launch():
                yield from (f"{step.program}: {fault}" for fault in self._launch(step))
            case When(body=body):
                inside = _State(self.programs, set(self.known), dict(self.shapes), set(self.written))
                yield from inside.all(body)
                if not body or not isinstance(body[-1], Return):
                    yield "a choice does not end with results"
            case ForEach(names, rows, body):
                self.known.update(names)
                for row in rows:
                    yield from self.all(substituted(body, dict(zip(names, map(Num, row), strict=True))))
            case ForTurns(variable=variable, body=body):
                self.known.add(variable)
                yield from self.all(body)
            case Return(results):
                own = [one.name for one in results if isinstance(one, Var)]
                yield from (f"{name} is returned before it is written" for name in own if not self._touched(name))
            case _:
                pass

    def _touched(self, name: str) -> bool:
        return any(one == name for one, _ in self.written)

    def _is_written(self, name: str, entries: range | None = None) -> bool:
        """Whether a tensor is, or the entries of some softmaxes; None: of all."""
        if (name, None) in self.written:
            return True
        if entries is None:
            (first, *_) = self.shapes.get(name, (Num(0),))
            entries = range(first.value) if isinstance(first, Num) else range(0)
        return len(entries) > 0 and all((name, one) in self.written for one in entries)

    # ---- launches ----------------------------------------------------------------------------------------------------
    def _launch(self, launch: Launch) -> Iterator[str]:
        program = self.programs.get(launch.program)
        kernel = KERNELS.get(launch.program)
        given = tuple(name for name, _ in launch.arguments)
        if program is not None:
            every = (*program.tensors, *program.numbers, *program.constants)
            yield from self._arguments(given, tuple(name for name in every if name not in OF_TILE))
            missing = {*LATTICE} & {*program.constants} - self.lattice
            yield from (f"the tile does not give {name}" for name in sorted(missing))
            yield from self._merges(program, launch)
            stores = tuple(one.tensor for one in program.stores)
            adds = tuple(one.tensor for one in program.stores if one.adds)
            more = tuple(name for name in given if name.startswith("grad_of_"))
            yield from self._tensors(launch, stores, (*more, *adds), partial=program.partial)
            for name, shape in _looked_up(program).items():
                if _flat(self.shapes.get(name, shape)) != shape:
                    yield f"{name} has other extents than those by which it is looked up"
        elif kernel is not None:
            left_out = ({*kernel.optional} - {*given}) | {*OF_TILE}
            yield from self._arguments(given, tuple(name for name in kernel.parameters if name not in left_out))
            yield from self._tensors(launch, kernel.writes, (), partial=False)
        else:
            yield "is launched but does not exist"

    def _arguments(self, given: tuple[str, ...], wanted: tuple[str, ...]) -> Iterator[str]:
        if given != wanted:
            yield f"is given {', '.join(given)}, takes {', '.join(wanted)}"

    def _merges(self, program: Program, launch: Launch) -> Iterator[str]:
        merged = merged_partials(program.body)
        if "partials" in dict(launch.arguments) and merged != set(range(self.partials)):
            yield f"merges partials {sorted(merged)} of {self.partials}"
        if "partials" in dict(launch.arguments):
            self.partials = 0  # those of one pass are not those of the next

    def _tensors(
        self, launch: Launch, stores: tuple[str, ...], adds: tuple[str, ...], *, partial: bool
    ) -> Iterator[str]:
        """Errors in tensors: those that a kernel `stores` may be unwritten, unless it `adds` to them."""
        count = dict(launch.arguments).get("COUNT")
        entries = range(count.value) if isinstance(count, Num) else None
        for parameter, value in launch.arguments:
            if isinstance(value, Tensor) and value.name in self.shapes:
                if "portions" in dict(launch.arguments) and parameter in ("grad_key", "grad_value"):
                    yield from self._shape_of_portions(parameter, value)
                else:
                    yield from self._shape(parameter, value, partial=partial and parameter in stores)
                if (parameter not in stores or parameter in adds) and not self._holds(value, entries):
                    yield f"{parameter} is read before {_text(value)} is written"
            elif parameter in SHAPES:
                yield f"{parameter} is no tensor"
        for parameter, value in launch.arguments:
            if parameter in (*stores, *adds) and isinstance(value, Tensor):
                self.written.add((value.name, _entry(value)))

    def _holds(self, value: Tensor, entries: range | None) -> bool:
        if value.softmax is None:
            return self._is_written(value.name, entries)
        return (value.name, None) in self.written or (value.name, _entry(value)) in self.written

    def _shape_of_portions(self, parameter: str, value: Tensor) -> Iterator[str]:
        if self.shapes[value.name] != (Var("portions"), *SHAPES[parameter]):
            yield f"{_text(value)} has not a {parameter} for each portion"

    def _shape(self, parameter: str, value: Tensor, *, partial: bool) -> Iterator[str]:
        shape = self.shapes[value.name][0 if value.softmax is None else 1 :]
        wanted = SHAPES.get(parameter, shape)
        if partial:
            wanted = (shape[0], *SHAPES[parameter][3:])
        if parameter == "parts" or parameter == "part_lses":
            wanted = (shape[0], *SHAPES["out" if parameter == "parts" else "lse"])
        if parameter.startswith("grad_of_"):
            wanted = self.shapes.get(f"given_{parameter.removeprefix('grad_of_')}", ())
            asked = (times(wanted[0], Var("learned")), *wanted[1:]) if wanted else ()
            wanted = shape if shape == asked else wanted
        if shape != wanted:
            yield f"{_text(value)} has another shape than {parameter}"


def _flat(shape: Shape) -> Shape:
    """The shape with the extents that are numbers as one: how a table of a head is read."""
    fixed = [one.value for one in shape if isinstance(one, Num)]
    return (*(one for one in shape if not isinstance(one, Num)), *([Num(prod(fixed))] if fixed else []))


def _entry(value: Tensor) -> int | None:
    return value.softmax.value if isinstance(value.softmax, Num) else None


def _text(value: Operand) -> str:
    match value:
        case Tensor(name, Num(entry)):
            return f"{name}[{entry}]"
        case Tensor(name, _) | Filled(name):
            return name
        case _:
            return "a number"
