"""Programs of the tile IR as functions in C++."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby

from patternc.codegen.cpp import Dialect
from patternc.codegen.cpp.printer.statements import ROOM, Body
from patternc.codegen.tiles.programs import title
from patternc.ir.index import Index, Item, Lookup, Tail, parts
from patternc.ir.interface import strides_name
from patternc.ir.lines import Bracket, laid_out
from patternc.ir.liveness import expressions
from patternc.ir.tile import (
    BLOCK_M,
    BLOCK_N,
    PARTIALS,
    AddByDistance,
    AddByPlace,
    AddRows,
    Let,
    Named,
    Program,
    Rows,
    walk,
)
from patternc.ir.tile import walk as statements


@dataclass(frozen=True, slots=True)
class PrintedProgram:
    """A program: its name in C++, what it computes, its body.

    `entry`: the macro that defines what is called; it says which programs run one after the other on one thread, as
    they add to the same numbers.
    """

    name: str
    title: str
    body: str
    entry: str


def printed(named: Named, dialect: Dialect) -> PrintedProgram:
    """A program as the template has it."""
    program = named.program
    adding = (one for one in statements(program.body) if isinstance(one, AddRows))
    body = Body(plain=frozenset(one.rows.name for one in adding))
    lines = chain(parameters(program), body.lines(program.body, ""))
    text = "\n".join(f"    {line}" if line else "" for line in lines)
    return PrintedProgram(
        named.name.lstrip("_"), title(program), text, _entry(program) if dialect.ordered else "PATTERNC_ENTRY"
    )


def _entry(program: Program) -> str:
    """The entry of a program: the order in which its instances run, and the sizes of its tiles.

    Tables by distance have a line for each head of the call, sums of rows one for each key head of a batch entry.
    """
    kinds = {type(one) for one in statements(program.body)}
    few = "_OF_FEW" if "splits" in program.numbers or program.rows in (Rows.HEADS, Rows.HEAD) else ""
    if kinds & {AddByDistance, AddByPlace}:
        return f"PATTERNC_ENTRY{few}_BY_HEAD"
    if program.rows is Rows.SPLIT:
        return "PATTERNC_ENTRY_OF_SPLITS"
    if "portions" in program.numbers:
        return f"PATTERNC_ENTRY{few}_BY_PORTION"
    return f"PATTERNC_ENTRY{few}{'_BY_KEY_HEAD' if AddRows in kinds else ''}"


# ---- parameters ------------------------------------------------------------------------------------------------------
_POINTERS = frozenset({"query", "key", "value", "grad_out"})
_TABLES = frozenset({"cells", "order"})


def parameters(program: Program) -> Iterator[str]:
    """Lines that read the arguments of a program, in order; those of one kind together."""
    read = [(name, _reader(program, name)) for name in program.tensors]
    read += [(name, "number()" if name == "kept" else "integers") for name in program.numbers]
    read += [(name, "integers") for name in program.constants if name not in (BLOCK_M.name, BLOCK_N.name)]
    for reader, several in groupby(read, lambda one: one[1]):
        names = [name for name, _ in several]
        if "(" in reader:
            yield from (f"const auto {name} = arguments.{reader};" for name in names)
        else:
            named = Bracket("const auto [", tuple(names), f"] = arguments.{reader}<{len(names)}>();", trailing=False)
            yield from laid_out(named, ROOM)


def _reader(program: Program, name: str) -> str:
    """The expression that reads an argument, or a run of arguments."""
    if name in _POINTERS:
        return "pointers"
    if name == "scale":
        return "number()"
    if name == "strides":
        return f"strides<{4 if 'grad_out' in program.tensors else 3}>()"
    if name == "query_starts":
        return "starts()"
    if name == "partials":
        count, each = _partials(program)
        return f"partials<{count}, {each}>()"
    if name.startswith("list_"):
        return "tables<int32_t, 4>()"
    if name in _TABLES:
        return "table<int32_t>()"
    if name.startswith("strides_of_"):
        return "steps()"
    if name.startswith("given_"):
        if strides_name(name) in program.tensors:
            return "tensors"
        return f"table<{_entries(program, name)}>()"
    if name.startswith("grad_of_"):
        return "result<float>()"
    return "tensors"


def _partials(program: Program) -> tuple[int, int]:
    """The number of partials that a program merges, and of the tensors of each."""
    items = [part for one in walk(program.body) for index in expressions(one) for part in parts(index)]
    numbers = [one.number for one in items if isinstance(one, Item) and one.values == PARTIALS]
    several = any(isinstance(one, Item) and isinstance(one.values, Item) for one in items)
    return max(numbers) + 1, 2 if several else 1


def _entries(program: Program, name: str) -> str:
    """The type of an input's numbers: of biases and slopes, of labels, or of positions and lengths."""
    if name in _biases(program):
        return "float"
    lets = [one for one in walk(program.body) if isinstance(one, Let)]
    own = {one.names[0] for one in lets for value in one.values for part in parts(value) if _begins_in(part, name)}
    read = (part for one in walk(program.body) for index in expressions(one) for part in parts(index))
    return "int64_t" if any(isinstance(one, Lookup) and one.labels and one.table in own for one in read) else "int32_t"


def _begins_in(part: Index, name: str) -> bool:
    return isinstance(part, Tail) and part.table == name


def _biases(program: Program) -> frozenset[str]:
    """The inputs that are tables of biases or of slopes."""
    lets = [one for one in walk(program.body) if isinstance(one, Let) and one.names in (("tables",), ("slope",))]
    return frozenset(
        part.table for let in lets for value in let.values for part in parts(value) if isinstance(part, Tail | Lookup)
    )
