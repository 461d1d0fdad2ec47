"""Kernel IR to the view of one generated file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from patternc.codegen.block_lists.listings import Listed, listed, listings
from patternc.codegen.emit import Origin, View
from patternc.codegen.provenance import all_heads, place
from patternc.codegen.runtime_inputs import input_texts
from patternc.codegen.shell import Shell, shell, softmax_count
from patternc.codegen.triton.block_rows import in_blocks
from patternc.codegen.triton.host import backward_body, forward_body
from patternc.codegen.triton.input_lookups import GivenText, given_text
from patternc.codegen.triton.kernel_text import Block, KernelText, Setting, Sweeping
from patternc.codegen.triton.kernels import forward, grad_key_value, grad_query
from patternc.codegen.triton.launch import GroupLaunches, Launch, Launches, Named
from patternc.codegen.triton.launch_plan import Part, Plan, plan
from patternc.codegen.triton.line_layout import words
from patternc.codegen.triton.list_loops import list_names
from patternc.codegen.triton.score_text import ScoreText, score_text
from patternc.ir.kernel import Kernel, KernelGroup, Piece, Softmax
from patternc.ir.mask import Combine, Side
from patternc.schedule.tile_sizes import TileRow, tile_table
from patternc.targets import Target

_SAVED = ("grad_lse", "query", "key", "value")

Spelled = Callable[[Sweeping], KernelText]


@dataclass(frozen=True, slots=True)
class TritonModule:
    """The inputs of `triton/module.py.j2`. `saved`: parameters of `_backward`.
    `words`: those of kernels and launches; a helper that is not among them is left out. `runtime`: numbers of a call
    that only some patterns' kernels get. `limited`: some kernels take no more rows to a tile than a given number.
    """

    shell: Shell
    target: str
    tiles: tuple[TileRow, ...]
    score: ScoreText
    kernels: tuple[Named, ...]
    forward: tuple[str, ...]
    backward: tuple[str, ...]
    saved: tuple[str, ...]
    words: frozenset[str]
    accumulating: bool
    given: GivenText
    runtime: tuple[str, ...]
    limited: bool


def views(kernel: Kernel, target: Target, origin: Origin) -> tuple[View, ...]:
    """One file: the kernels of every sweep in three directions, and the two functions that launch them."""
    names = _Names()
    given = given_text(input_texts(kernel.pattern))
    groups = tuple(_group(kernel, group, origin, names, given) for group in kernel.groups)
    score = score_text(kernel.pattern.scores, dropout=kernel.pattern.dropout)
    forward_lines = forward_body(groups, given, rising=score.rising)
    backward_lines = backward_body(groups, softmax_count(kernel), given)
    kernels = names.kernels()
    read = words(backward_lines)
    spelled = [line for named in kernels for line in named.text.lines()]
    outside = shell(kernel, origin, "triton")
    saved = (*_SAVED, *outside.interface.results)
    module = TritonModule(
        shell=outside,
        target=target.name,
        tiles=tuple(row for row in tile_table(target) if _is_read(row, (*forward_lines, *backward_lines))),
        score=score,
        kernels=kernels,
        forward=forward_lines,
        backward=backward_lines,
        saved=tuple(f"{name}: Tensor,{'' if name in read else '  # noqa: ARG001'}" for name in saved),
        words=words([*forward_lines, *backward_lines, *spelled]),
        accumulating=len(kernel.groups) > 1,
        given=_with_unread(given, forward_lines),
        runtime=(*given.runtime, *_list_extents(kernel)),
        limited=any(_limits(line) for line in (*forward_lines, *backward_lines)),
    )
    return (View("triton/module.py.j2", f"{kernel.pattern.name}_triton.py", module),)


def _with_unread(given: GivenText, lines: Sequence[str]) -> GivenText:
    """The same, with an underscore before what says the heads' places and is not read: a mask may name them in vain."""
    unread = {"head_offset", "num_heads"} - words(lines)
    parameters = (f"_{one}" if one.split(":")[0] in unread else one for one in given.parameters)
    return replace(given, parameters=tuple(parameters))


def _list_extents(kernel: Kernel) -> tuple[str, ...]:
    names = [list_names(one) for one in listings(kernel)]
    return tuple(name for one in names for name in (one.batch, one.head))


def _limits(line: str) -> bool:
    return "tile = _tile(" in line and line.count(", ") > 2


def _is_read(row: TileRow, lines: Sequence[str]) -> bool:
    """Tiles that only some patterns take are not in the files of others."""
    return not row.direction.endswith("_heavy") or any(f'"{row.direction}"' in line for line in lines)


class _Names:
    """Gives kernels names; the same text gets the same name, and the comments of all its uses."""

    def __init__(self) -> None:
        self._found: list[Named] = []

    def named(self, text: KernelText) -> Named:
        for index, known in enumerate(self._found):
            if known.text == text:
                self._found[index] = Named(known.name, _with_comments(known.text, text))
                return known
        taken = [known.text.title for known in self._found].count(text.title)
        found = Named(f"{text.title}_{taken + 1}" if taken else text.title, text)
        self._found.append(found)
        return found

    def kernels(self) -> tuple[Named, ...]:
        return tuple(self._found)


def _with_comments(known: KernelText, other: KernelText) -> KernelText:
    return replace(
        known,
        pieces=tuple(_joined(a, b) for a, b in zip(known.pieces, other.pieces, strict=True)),
        merges=tuple(_joined(a, b) for a, b in zip(known.merges, other.merges, strict=True)),
    )


def _joined(a: Block, b: Block) -> Block:
    return Block(tuple(dict.fromkeys((*a.comments, *b.comments))), a.lines)


def _group(kernel: Kernel, group: KernelGroup, origin: Origin, names: _Names, given: GivenText) -> GroupLaunches:
    def list_of(part: Part, piece: Piece) -> Listed:
        return listed(kernel, group.softmaxes[part.softmax], part.sweep.side, part.source, piece)

    alone = len(group.softmaxes) == 1
    setting = Setting(
        partitioned=not all_heads(group.heads),
        divisor=group.divisor if group.combine is Combine.MEAN else 1,
        divides=alone and group.combine is Combine.MEAN and group.divisor != 1,
        score=score_text(kernel.pattern.scores, dropout=kernel.pattern.dropout),
        accumulating=len(kernel.groups) > 1,
        spell=lambda piece: _comment(piece, origin),
        list_of=list_of,
        given=given,
    )
    forward_plans = tuple(
        _launched(plan(_parts(index, softmax, Side.QUERY), Side.QUERY), forward, setting, names)
        for index, softmax in enumerate(group.softmaxes)
    )
    queries = [part for index, softmax in enumerate(group.softmaxes) for part in _parts(index, softmax, Side.QUERY)]
    keys = [part for index, softmax in enumerate(group.softmaxes) for part in _parts(index, softmax, Side.KEY)]
    return GroupLaunches(
        group,
        forward_plans,
        _launched(plan(queries, Side.QUERY), grad_query, setting, names),
        _launched(plan(keys, Side.KEY), grad_key_value, setting, names),
        list_of,
        setting.score.pairs,
    )


def _parts(index: int, softmax: Softmax, side: Side) -> tuple[Part, ...]:
    sweeps = softmax.queries if side is Side.QUERY else softmax.keys
    return tuple(Part(index, in_blocks(sweep), sweep) for sweep in sweeps)


def _comment(piece: Piece, origin: Origin) -> tuple[str, ...]:
    counted = f"  (counted {piece.multiplicity} times)" if piece.multiplicity != 1 else ""
    return (f"# {place(piece.span, origin.source)}{counted}",)


def _launched(planned: Plan, spelled: Spelled, setting: Setting, names: _Names) -> Launches:
    """Name the kernels of a plan; sweeps that share one launch together, and are taken in in that order."""
    by_kernel: dict[str, Launch] = {}
    for part in planned.compact:
        named = names.named(spelled(Sweeping(part, True, (), setting)))
        before = by_kernel.get(named.name)
        by_kernel[named.name] = Launch(named, (*(before.parts if before else ()), part), True)
    launches = tuple(by_kernel.values())
    merges = _in_order(launches)
    last = names.named(spelled(Sweeping(planned.last, False, merges, setting)))
    return Launches(launches, Launch(last, (planned.last,), False), planned.uncovered)


def _in_order(launches: Iterable[Launch]) -> tuple[Part, ...]:
    return tuple(part for launch in launches for part in launch.parts)
