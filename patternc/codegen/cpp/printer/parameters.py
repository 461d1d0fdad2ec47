"""The arguments of programs as lines of C++ that read them, in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from patternc.ir.index import Item, Tail, parts
from patternc.ir.liveness import expressions
from patternc.ir.tile import BLOCK_M, BLOCK_N, PARTIALS, Let, Program, walk

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
            yield f"const auto [{', '.join(names)}] = arguments.{reader}<{len(names)}>();"


def _reader(program: Program, name: str) -> str:
    """What reads an argument: one, or a run of them."""
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
    if name.startswith("given_"):
        return f"table<{'float' if name in _biases(program) else 'int32_t'}>()"
    if name.startswith("grad_of_"):
        return "result<float>()"
    return "tensors"


def _partials(program: Program) -> tuple[int, int]:
    """How many partials a program merges, and of how many tensors each is."""
    items = [part for one in walk(program.body) for index in expressions(one) for part in parts(index)]
    numbers = [one.number for one in items if isinstance(one, Item) and one.values == PARTIALS]
    several = any(isinstance(one, Item) and isinstance(one.values, Item) for one in items)
    return max(numbers) + 1, 2 if several else 1


def _biases(program: Program) -> frozenset[str]:
    """The inputs that are tables of biases."""
    lets = [one for one in walk(program.body) if isinstance(one, Let) and one.names == ("tables",)]
    return frozenset(
        part.table for one in lets for value in one.values for part in parts(value) if isinstance(part, Tail)
    )
