"""Walks to the text of `_runs`: one loop nest a piece, and the functions that give its bounds and residual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from patternc.backends.shell import heads_text, place
from patternc.backends.torch.walks import Walk, by_head, restarts, walk, words
from patternc.codefmt import LINE_LENGTH, names_in, offset_text, position_text, truth_lines
from patternc.kernel_ir import EveryClass, Kernel, Lattice, Piece
from patternc.mask_ir import And, Bound, ByHead, ByHeadBlock, Fixed, Follow, FromEnd, Mask
from patternc.source import Source

BoundsPair: TypeAlias = tuple[tuple[Bound, ...], tuple[Bound, ...]]

EVERYTHING, CAUSAL = "_everything", "_causal"
_NAMED: tuple[BoundsPair, ...] = (((), ()), ((), (Follow(1),)))


@dataclass(frozen=True, slots=True)
class BoundsFunction:
    """A function from a position to the lows and highs of the keys it sees."""

    comment: str
    name: str
    parameters: str
    words: str
    lows: str
    highs: str


@dataclass(frozen=True, slots=True)
class ResidualFunction:
    """A predicate that bounds and lattices do not say."""

    comment: str
    name: str
    parameters: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """The loop nest of a piece, and what `view` asks about it."""

    lines: tuple[str, ...]
    sees: BoundsFunction
    residual: ResidualFunction | None
    fused: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The pieces of a group of heads."""

    heads: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """Which fields a run of this kernel has besides its strips and bounds."""

    admits: bool
    log_count: bool
    softmax: bool
    total: bool


@dataclass(frozen=True, slots=True)
class Names:
    """The distinct bounds and residuals of a kernel, in their order: a function's number is the place here."""

    bounds: tuple[BoundsPair, ...]
    residuals: tuple[tuple[Mask, ...], ...]


def groups(kernel: Kernel, source: Source, fields: Fields) -> tuple[Group, ...]:
    """The loop nests of every group of heads."""
    walks = tuple(
        (
            group,
            tuple(
                (index, walk(sweep.rows, piece))
                for index, softmax in enumerate(group.softmaxes)
                for sweep in softmax.queries
                for piece in sweep.pieces
            ),
        )
        for group in kernel.groups
    )
    every = [one for _, numbered in walks for _, one in numbered]
    names = Names(
        tuple(dict.fromkeys((one.lows, one.highs) for one in every if (one.lows, one.highs) not in _NAMED)),
        tuple(dict.fromkeys(one.piece.residual for one in every if one.piece.residual)),
    )
    return tuple(
        Group(
            heads_text(group.heads, "total"),
            tuple(_step(one, softmax, source, fields, names) for softmax, one in numbered),
        )
        for group, numbered in walks
    )


def pieces(kernel: Kernel) -> tuple[Piece, ...]:
    """Every piece of a kernel's query sweeps."""
    return tuple(
        piece
        for group in kernel.groups
        for softmax in group.softmaxes
        for sweep in softmax.queries
        for piece in sweep.pieces
    )


def reads_n(kernel: Kernel) -> bool:
    """Whether any piece depends on the length of the sequence."""
    return any(
        "n" in names_in(And(piece.residual))
        or any(isinstance(b, FromEnd) for b in (*piece.lows, *piece.highs, *piece.row_lows, *piece.row_highs))
        for piece in pieces(kernel)
    )


def _step(walk: Walk, softmax: int, source: Source, fields: Fields, names: Names) -> Step:
    sees = _bounds_function(walk, source, names)
    residual = _residual_function(walk, source, names)
    loops, rows, columns = _loops(walk)
    arguments = ["own", "shared", "rows", "columns", _bound_call(sees)]
    if fields.admits:
        arguments.append("None" if residual is None else _residual_call(residual, walk.piece))
    if fields.log_count:
        count = walk.piece.multiplicity
        arguments.append(f"math.log({count})" if count > 1 else "0.0")
    if fields.softmax:
        arguments.append(str(softmax))
    if fields.total:
        arguments.append("total")
    body = (f"rows = {rows}", f"columns = {columns}", f"yield Run({', '.join(arguments)})")
    indent = _inside(loops)
    fused = residual is None and (sees.name == EVERYTHING or (sees.name == CAUSAL and walk.in_step))
    return Step((*_comment(walk, source), *loops, *(indent + line for line in body)), sees, residual, fused)


def _comment(walk: Walk, source: Source) -> tuple[str, ...]:
    """Where the piece comes from and what it is: one line where it fits."""
    written, meant = place(walk.piece.span, source), words(walk)
    one = f"# {written}: {meant}"
    return (one,) if len(one) <= LINE_LENGTH - 4 else (f"# {written}:", f"# {meant}")


def _inside(loops: list[str]) -> str:
    """The indentation of what stands inside the loops."""
    return "    " * sum(line.lstrip().startswith("for ") for line in loops)


def _loops(walk: Walk) -> tuple[list[str], str, str]:
    """The loops around a piece, and the text of its strips of rows and of columns."""
    rows, columns = walk.rows, walk.piece.columns
    lines = _head_loops(walk)
    depth = _inside(lines)
    start, stop, count = "queries.start", "queries.stop", "1"
    if walk.batched:
        lines.append(f"{depth}for start, stop, segments in _bands({walk.segment}, queries, keys):")
        start, stop, count = "start", "stop", "segments"
    elif walk.segment is not None:
        lines.append(f"{depth}for start, stop in _cuts({walk.segment}, queries):")
        start, stop = "start", "stop"
    low = _limit("max", start, walk.piece.row_lows)
    high = _limit("min", stop, walk.piece.row_highs)
    one_at_a_time = _one_head_at_a_time(walk)
    row_text = f"_strip({low}, {high}, {count}, {_residue(rows, walk, one_at_a_time)}, {rows.dilation}, queries)"
    k_start, k_stop = (start, stop) if walk.confined else ("keys.start", "keys.stop")
    residue = _residue(columns, walk, one_at_a_time)
    return lines, row_text, f"_strip({k_start}, {k_stop}, {count}, {residue}, {columns.dilation}, keys)"


def _head_loops(walk: Walk) -> list[str]:
    """The loops over heads, and over residue classes where rows take all of them."""
    rows = walk.rows
    if _one_head_at_a_time(walk):
        lines = ["for head in heads:", "    own, shared = _slices(range(head, head + 1), group)"]
    else:
        lattice = next((lattice for lattice in (rows, walk.piece.columns) if by_head(lattice.offset)), None)
        match lattice.offset if lattice is not None else None:
            case ByHead():
                assert lattice is not None
                lines = [f"for residue, own, shared in _by_residue({lattice.dilation}, heads, group):"]
            case ByHeadBlock():
                assert lattice is not None
                lines = [f"for residue, own, shared in _by_block({lattice.dilation}, heads, total, group):"]
            case _:
                lines = ["for own, shared in _alike(heads, group):"]
    if isinstance(rows.offset, EveryClass):
        lines.append(f"    for residue in range({rows.dilation}):")
        tests = [f"residue % {a.dilation} != {offset_text(a.offset, a.dilation, 'total')}" for a in walk.piece.active]
        if tests:
            lines += [f"        if {' or '.join(tests)}:", "            continue"]
    return lines


def _one_head_at_a_time(walk: Walk) -> bool:
    """Whether heads differ in more than one way, so that no one slice holds those that are alike."""
    lattices = (walk.rows, walk.piece.columns)
    ways = {(lattice.offset, lattice.dilation) for lattice in lattices if by_head(lattice.offset)}
    classes = isinstance(walk.rows.offset, EveryClass)
    active = any(by_head(condition.offset) for condition in walk.piece.active)
    return len(ways) > 1 or (classes and bool(ways)) or active or "head" in names_in(And(walk.piece.residual))


def _residue(lattice: Lattice, walk: Walk, one_at_a_time: bool) -> str:
    """A position of the lattice, modulo its dilation."""
    if lattice.dilation == 1:
        return "0"
    match lattice.offset:
        case Fixed(value):
            residue = str(value)
        case EveryClass():
            residue = "residue"
        case ByHead() | ByHeadBlock() as offset:
            residue = offset_text(offset, lattice.dilation, "total") if one_at_a_time else "residue"
    return f"start + {residue}" if restarts(lattice, walk.segment) else residue


def _limit(chooser: str, start: str, bounds: tuple[Bound, ...]) -> str:
    """The tighter of a strip's own end and the bounds on rows."""
    if not bounds:
        return start
    return f"{chooser}({', '.join((start, *(position_text(bound, 'x') for bound in bounds)))})"


def _bounds_function(walk: Walk, source: Source, names: Names) -> BoundsFunction:
    match walk.lows, walk.highs:
        case (), ():
            return BoundsFunction("", EVERYTHING, "_x: int", "No bounds: all columns.", "()", "()")
        case (), (Follow(1, 0, 1),):
            return BoundsFunction("", CAUSAL, "x: int", "Columns up to the row's own position x.", "()", "(x + 1,)")
        case pair:
            name = f"_sees_{names.bounds.index(pair) + 1}"
    ends = any(isinstance(bound, FromEnd) for bound in walk.lows + walk.highs)
    follows = any(isinstance(bound, Follow) for bound in walk.lows + walk.highs)
    parameters = ("x: int" if follows else "_x: int") + (", n: int" if ends else "")
    comment, text = place(walk.piece.span, source), "The columns that position x sees."
    return BoundsFunction(comment, name, parameters, text, _tuple(walk.lows), _tuple(walk.highs))


def _tuple(bounds: tuple[Bound, ...]) -> str:
    texts = [position_text(bound, "x") for bound in bounds]
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _bound_call(function: BoundsFunction) -> str:
    return f"partial({function.name}, n=n)" if "n: int" in function.parameters else function.name


def _residual_function(walk: Walk, source: Source, names: Names) -> ResidualFunction | None:
    if not walk.piece.residual:
        return None
    mask = And(walk.piece.residual)
    read = names_in(mask)
    parameters = ["q: Tensor", "k: Tensor", *(f"{name}: int" for name in ("head", "heads", "n") if name in read)]
    return ResidualFunction(
        comment=place(walk.piece.span, source),
        name=f"_admits_{names.residuals.index(walk.piece.residual) + 1}",
        parameters=", ".join(parameters),
        lines=(*truth_lines(mask, 4, "seen"), "    return seen"),
    )


def _residual_call(function: ResidualFunction, piece: Piece) -> str:
    values = {"head": "head", "heads": "total", "n": "n"}
    read = names_in(And(piece.residual))
    given = "".join(f", {name}={value}" for name, value in values.items() if name in read)
    return f"partial({function.name}{given})" if given else function.name
