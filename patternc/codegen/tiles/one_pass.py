"""All gradients in one pass over the pairs, for devices whose programs can add to memory one after the other.

The gradients of queries and those of keys and values each compute the scores of all pairs: seven products of tiles.
The programs of the former have all that the latter need. Where they add it to rows of the gradients of keys and values,
there are five products, and the programs of a key head run in order.

Where some tiles hold the heads of one query, the places of a grid are cut in portions, one after the other, and each
adds to gradients of its own: then a few key heads are work for several threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from patternc.codegen.tiles.programs import NUMBERS
from patternc.codegen.tiles.tile_work import GRAD_QUERIES, LOADED
from patternc.ir.addresses import KEY_DIM, VALUE_DIM, Address, Packed
from patternc.ir.index import Apply, CeilDiv, Expr, Var, minus, over, plus, times
from patternc.ir.liveness import read_in
from patternc.ir.tile import (
    AXES,
    AddByDistance,
    AddByPlace,
    AddProducts,
    AddRows,
    Clause,
    Drop,
    EachHead,
    For,
    Group,
    Let,
    Named,
    Pass,
    Program,
    Rows,
    Skip,
    Statement,
    Tiles,
    walk,
)

_HEAD, _GROUP = Var("head"), Var("group")
_WEIGHTS, _KEPT = Var("weights"), Var("kept_weights")


def in_one_pass(tiles: Tiles) -> Tiles:
    """The same programs with a further pass that computes all gradients at once.

    None for tables of biases: their gradients, for a head of all batch entries, would need another order of programs.
    """
    if any(isinstance(one, AddByDistance | AddByPlace) for named in tiles.programs for one in walk(named.program.body)):
        return tiles
    added = {one.program for group in tiles.groups for one in group.grad_query.launches}
    own = [one for one in tiles.programs if one.name in added]
    cut = any(one.program.rows in (Rows.HEADS, Rows.HEAD) for one in own)
    programs = (_named(one, cut=cut) for one in own)
    return Tiles((*tiles.programs, *programs), tuple(map(_group, tiles.groups)))


def _group(group: Group) -> Group:
    found = group.grad_query
    launches = tuple(replace(one, program=_name(one.program)) for one in found.partials)
    last = replace(found.last, program=_name(found.last.program))
    return replace(group, gradients=Pass(found.direction, launches, last, found.uncovered))


def _name(program: str) -> str:
    return program.replace("_grad_query", "_gradients", 1)


def _named(named: Named, *, cut: bool) -> Named:
    program = named.program
    body = tuple(_added(program.body, _rows_of_keys(*_key_heads(program), cut=cut)))
    read = read_in(body)
    numbers = (*NUMBERS, *program.numbers)
    made = replace(
        program,
        tensors=tuple(name for name in _with(program, "grad_query", ("grad_key", "grad_value")) if name in read),
        numbers=tuple(name for name in dict.fromkeys(numbers) if name in read),
        body=body,
    )
    return Named(_name(named.name), made)


def _key_heads(program: Program) -> tuple[Expr, Expr]:
    """The key head of a program, and how many there are."""
    partitioned = "head_start" in read_in(program.body)
    if program.rows is Rows.HEADS:
        return Var("kv_head"), over(Var("heads"), _GROUP) if partitioned else Var("head_count")
    return over(_HEAD, _GROUP), over(Var("heads") if partitioned else Var("head_count"), _GROUP)


def _with(program: Program, after: str, names: tuple[str, ...]) -> tuple[str, ...]:
    place = program.tensors.index(after) + 1
    return (*program.tensors[:place], *names, *program.tensors[place:])


def _added(body: tuple[Statement, ...], key_rows: Expr) -> Iterator[Statement]:
    """The statements, and after what is added to gradients of queries what is to those of keys and values."""
    dropped = next((one for one in body if isinstance(one, Drop)), None)
    for node in body:
        match node:
            case For(body=inside) | Skip(body=inside) | Clause(body=inside) | EachHead(body=inside):
                yield replace(node, body=tuple(_added(inside, key_rows)))
            case AddProducts(total, weights) if total == GRAD_QUERIES:
                yield node
                if dropped is not None:
                    yield Drop(_KEPT.name, _WEIGHTS, dropped.draws)
                yield Let(("key_rows",), (key_rows,))
                kept = _WEIGHTS if dropped is None else _KEPT
                yield AddRows(kept, Var("grads"), None, _at("grad_value", VALUE_DIM))
                yield AddRows(weights, Var("queries"), Var("scale"), _at("grad_key", KEY_DIM))
            case _:
                yield node


def _at(tensor: str, extent: Var) -> Address:
    return Address(Packed(Var(tensor), extent), Var("key_rows"), LOADED)


def _rows_of_keys(head: Expr, heads: Expr, *, cut: bool) -> Expr:
    """The address of the gradients of a tile's keys, of a key head of so many. `cut`: in those of its portion."""
    entry: Expr = Var("batch")
    if cut:
        portion = over(Var(AXES[0].place), CeilDiv(Var(AXES[0].count), Var("portions")))
        entry = plus(times(portion, Var(AXES[2].count)), entry)
    line = Apply("line", (entry, head, heads))
    return minus(plus(times(line, minus(Var("k_stop"), Var("k_offset"))), Var("columns")), Var("k_offset"))
