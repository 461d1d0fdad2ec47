"""Invariants of tile IR: every name that is read is defined, every definition is read, and no loop redefines a name.

And what the driver runs between its stages: the verifiers of all IRs.

Ranges need no check: the parts of a `Range` are in order by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from patternc.ir import verify_host
from patternc.ir.batch import Batches
from patternc.ir.host import Host
from patternc.ir.liveness import defines, read_in, reads
from patternc.ir.tile import AXES, LN2, Clause, Launch, Let, Program, Skip, Statement, Tiles, inner
from patternc.ir.verify_batches import verify_batches

_KNOWN = frozenset({LN2.name, *(name for axis in AXES for name in (axis.place, axis.count))})
"""What programs read and no launch gives."""


def faults(tiles: Tiles) -> tuple[str, ...]:
    """One sentence for each violated invariant in the programs and launches of a file; none if it is valid."""
    programs = {named.name: named.program for named in tiles.programs}
    found = [f"{name}: {fault}" for name, program in programs.items() for fault in _program(program)]
    found += [fault for launch in tiles.launches for fault in _launch(launch, programs)]
    found += [f"{name}: is never launched" for name in programs.keys() - {launch.program for launch in tiles.launches}]
    return tuple(found)


def _program(program: Program) -> Iterator[str]:
    arguments = (*program.tensors, *program.numbers, *program.constants)
    yield from (f"argument {name} is repeated" for name in arguments if arguments.count(name) > 1)
    yield from _body(program.body, {*arguments, *_KNOWN}, set(arguments))
    yield from _carried(program.body, set(), frozenset())
    yield from (f"argument {name} is never read" for name in {*arguments} - read_in(program.body))


def _body(body: tuple[Statement, ...], known: set[str], outer: set[str]) -> Iterator[str]:
    """Errors in statements, given the defined names; names of an outer scope must not be redefined."""
    own: set[str] = set()
    later = [frozenset[str]()]
    for statement in reversed(body):
        later.append(later[-1] | read_in((statement,)))
    for statement in body:
        later.pop()
        yield from (f"{name} is read before it is defined" for name in sorted(reads(statement) - known))
        named = set(defines(statement))
        if named and not inner(statement):
            yield from (f"{name} is defined twice" for name in defines(statement) if name in own | outer)
            if not named & later[-1]:
                yield f"{', '.join(defines(statement))}: never read"
        if not inner(statement):  # the variable of a loop is bound in it alone
            own |= named
            known |= own
        yield from _body(inner(statement), known | named, outer | own | named)


def _carried(body: tuple[Statement, ...], bound: set[str], before: frozenset[str]) -> Iterator[str]:
    """Errors where a loop binds what is bound `before` it: Triton would carry it through the loop, as one type."""
    for statement in body:
        if isinstance(statement, Let):
            yield from (f"{name} is bound in a loop and before it" for name in statement.names if name in before)
        if isinstance(statement, Clause | Skip):
            yield from _carried(statement.body, bound, before)
        elif body_of := inner(statement):  # the variable of a loop is bound in it alone
            inside = bound | set(defines(statement))
            yield from _carried(body_of, set(inside), frozenset(inside))
        else:
            bound.update(defines(statement))


def _launch(launch: Launch, programs: dict[str, Program]) -> Iterator[str]:
    program = programs.get(launch.program)
    if program is None:
        yield f"{launch.program}: is launched but does not exist"
        return
    named = {name for run in launch.runs for name, _ in run.constants}
    missing = {"SEGMENT", "DILATION", "OFFSET"} & {*program.constants} - named
    yield from (f"{launch.program}: a launch does not define {name}" for name in sorted(missing))
    given = {name for let in launch.row_counts for name in let.names}
    if "runs" in program.numbers and "runs" not in given:
        yield f"{launch.program}: a launch does not count runs"


# ---- the driver's stages ---------------------------------------------------------------------------------------------
class FaultyStageError(Exception):
    """A stage made an IR that breaks an invariant: a defect of the compiler, never of a pattern."""


def verifying() -> Callable[[str, object], None]:
    """An observer that raises FaultyStageError after a stage whose tile IR, batch IR or host IR has a fault."""
    tiles = Tiles((), ())

    def observe(stage: str, made: object) -> None:
        nonlocal tiles
        found: tuple[str, ...] = ()
        match made:
            case Tiles():
                tiles, found = made, faults(made)
            case Batches():
                found = verify_batches(made)
            case Host():
                found = verify_host.faults(made, tiles)
            case _:
                pass
        if found:
            raise FaultyStageError(f"{stage}: {'; '.join(found)}")

    return observe
