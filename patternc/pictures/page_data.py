"""The data of a pattern's HTML page as one JSON object, which `templates/show/page.js` reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from patternc.analysis.distances import is_causal
from patternc.analysis.equal_heads import equal_heads, head_signature, local_heads
from patternc.codegen.emit import Runtime
from patternc.codegen.registry import BACKENDS
from patternc.cost.cost_json import document
from patternc.cost.device_time import Call, dense
from patternc.cost.estimates import Estimate
from patternc.cost.target_cost import Plan
from patternc.counting.effort import AT_ONCE
from patternc.counting.effort import EFFORT as ROWS
from patternc.counting.head_of_call import HeadOfCall, Sums
from patternc.counting.row_counts import HeadRowCounts, row_counts
from patternc.counting.tile_states import FAINTEST, all_tried, tile_states
from patternc.driver import Analysis, kernels, printed
from patternc.ir.dump.masks import dump_mask
from patternc.ir.inputs import as_numbers, input_facts, picks_of
from patternc.ir.mask import Branch, HeadGroup, Mask, Or, Pattern, Selection
from patternc.ir.semantics import Inputs
from patternc.pictures.palette import COLOURS, hexadecimal
from patternc.pictures.predicates import Json, alternatives, is_wide, predicate
from patternc.pictures.program_order import LaunchTiles, TileOrder, program_order
from patternc.ring.forecast import Forecast, forecast
from patternc.ring.settings import ResolvedTransport, Setting
from patternc.ring.traffic import RankTraffic
from patternc.ring.transports import resolved_transport
from patternc.targets import Target, target_named


@dataclass(frozen=True, slots=True)
class Subject:
    """A pattern and the call that is shown. `place`: the index of the pattern in the analysed file.

    `statements`: the text of every branch of all head groups. `described`: sentences about the runtime inputs.
    """

    analysis: Analysis
    place: int
    head: int
    call: Call
    inputs: Inputs
    statements: tuple[str, ...]
    described: tuple[str, ...]
    estimate: Estimate
    ring: Setting | None

    @property
    def meaning(self) -> Pattern:
        """The pattern as written."""
        return self.analysis.meanings[self.place]

    @property
    def normal(self) -> Pattern:
        """The pattern in the normal form of the passes."""
        return self.analysis.normals[self.place]


@dataclass(frozen=True, slots=True)
class _Shares:
    """The numbers by which the effort of a page is divided: distinct heads, and maps of tiles.

    `made`: finished maps, by branch and head signature. `chosen`: the chosen blocks of the last head's selections.
    """

    heads: int
    maps: int
    made: dict[tuple[HeadGroup, tuple[int, ...]], Json] = field(default_factory=dict)
    chosen: dict[int, dict[Selection, Sums]] = field(default_factory=dict)


def page_data(subject: Subject) -> Json:
    """The JSON object of a page."""
    source, call, target = subject.analysis.source, subject.call, subject.estimate.plan.target
    groups = list(_groups(subject))
    like = _like(subject)
    heads = sorted(set(like))
    shares = _Shares(len(heads), sum(1 + len(_group_of(subject, head).branches) for head in heads))
    plan = subject.estimate.plan
    side = _side(call.n)
    cost = document(source.name, [subject.estimate])
    return {
        "file": source.name,
        "pattern": subject.meaning.name,
        "call": {"n": call.n, "heads": call.heads, "head_dim": call.dims.key, "inputs": _inputs(subject)},
        "described": list(subject.described),
        "head": subject.head,
        "palette": [hexadecimal(one) for one in COLOURS],
        "wide": any(is_wide(branch["mask"]) for group in groups for branch in group["branches"]),  # type: ignore[union-attr,index,call-overload]
        "groups": groups,  # type: ignore[dict-item]
        "class_of": [heads.index(one) for one in like],
        "classes": [_class(subject, head, plan, side, shares) for head in heads],
        "side": side,
        "faintest": FAINTEST,
        "target": target.name,
        "no_order": "there are too many tiles to list them at this length",
        "cost": cost["patterns"][0],  # type: ignore[index,call-overload]
        "targets": [_target(one.target) for one in subject.estimate.targets],
        "dense": [_dense(subject, one.itemsize) for one in subject.estimate.targets],
        "ring": None if subject.ring is None else ring_data(subject.ring),
        "source": list(source.text.rstrip("\n").split("\n")),
        "code": [{"name": name, "text": text} for name, text in _code(subject, plan)],
    }


def _side(n: int) -> int:
    # The most tiles per side of the map; the side of a tile is a power of two of positions.
    return 1 << max(0, -(-n // 128) - 1).bit_length()


def _inputs(subject: Subject) -> dict[str, Json]:
    """The runtime inputs that masks read, as numbers, without selections, which the page computes itself.

    Of lists it is their length.
    """
    known = [one.name for one in subject.meaning.inputs if one.name in subject.inputs and input_facts(one.kind).counts]
    lists = {one.name for one in subject.meaning.inputs if input_facts(one.kind).listed}
    return {
        name: picks_of(subject.inputs[name]) if name in lists else _exact(as_numbers(subject.inputs[name]))
        for name in known
    }


def _exact(numbers: Json) -> Json:
    """Numbers, as text where JavaScript's have too few bits."""
    if isinstance(numbers, list):
        return list(map(_exact, numbers))
    return str(numbers) if isinstance(numbers, int) and abs(numbers) >= 1 << 53 else numbers


# ---- branches --------------------------------------------------------------------------------------------------------
def _groups(subject: Subject) -> Iterator[dict[str, Json]]:
    texts = iter(subject.statements)
    for group in subject.meaning.groups:
        branches: list[Json] = [_branch(branch, next(texts), subject) for branch in group.branches]
        yield {"combine": group.combine.value, "branches": branches}


def _branch(branch: Branch, text: str, subject: Subject) -> dict[str, Json]:
    return {
        "text": text,
        "line": subject.analysis.source.position(branch.span.start)[0],
        "times": branch.multiplicity,
        "mask": predicate(branch.mask),
        "alternatives": [{"text": dump_mask(one), "mask": predicate(one)} for one in alternatives(branch.mask)],
    }


# ---- equal heads -----------------------------------------------------------------------------------------------------
def _like(subject: Subject) -> list[int]:
    """For each head, the first head that attends to the same pairs."""
    total = subject.call.heads
    found: dict[int, int] = {}
    for group in subject.meaning.groups:
        found |= equal_heads(group, local_heads(group.heads, total), total)
    return [found[head] for head in range(total)]


def _class(subject: Subject, head: int, plan: Plan, side: int, shares: _Shares) -> Json:
    group, call = _group_of(subject, head), subject.call
    alone = [replace(group, branches=(branch,)) for branch in group.branches]
    order = program_order(plan, call, subject.inputs, head, shares.heads)
    return {
        "head": head,
        "group": subject.meaning.groups.index(group),
        "layers": [_layer(one, subject, head, side, shares) for one in (group, *alone)],
        "rows": _rows(_counts(subject, head, shares), head, call.n),
        "order": None if order is None else _order(order),
    }


def _counts(subject: Subject, head: int, shares: _Shares) -> HeadRowCounts:
    """The key counts of a head's rows, which are known unless the normal form tells fewer heads apart."""
    known, call = subject.estimate.rows.by_head, subject.call
    if head in known:
        return known[head]
    return row_counts(subject.normal, head, call.heads, call.n, subject.inputs, ROWS // shares.heads)


def _layer(group: HeadGroup, subject: Subject, head: int, side: int, shares: _Shares) -> Json:
    """The tiles of the branches of a group together."""
    key = group, head_signature(group, head, subject.call.heads)
    if key not in shares.made:
        mask = Or(tuple(branch.mask for branch in group.branches))
        if head not in shares.chosen:
            shares.chosen.clear()  # heads come one after the other, and each takes megabytes
        chosen = shares.chosen.setdefault(head, {})
        call = HeadOfCall(head, subject.call.heads, subject.call.n, subject.inputs, chosen)
        shares.made[key] = _map(mask, call, side, shares.maps)
    return shares.made[key]


def _map(mask: Mask, call: HeadOfCall, side: int, shared: int) -> Json:
    """The tiles of a mask; `shared`: the number of maps that share the effort."""
    states = all_tried(mask, call, side) if call.n**2 <= AT_ONCE else tile_states(mask, call, side, shared)
    return {"tiles": states.text(), "undecided": states.undecided, "drawn": states.drawn}


def _group_of(subject: Subject, head: int) -> HeadGroup:
    return next(one for one in subject.meaning.groups if head in local_heads(one.heads, subject.call.heads))


def _rows(counted: HeadRowCounts, head: int, n: int) -> Json:
    """A histogram of keys per row."""
    runs = counted.runs
    steps = np.arange(runs.length.sum()) - np.repeat(np.cumsum(runs.length) - runs.length, runs.length)
    keys = np.repeat(runs.first, runs.length) + np.repeat(runs.step, runs.length) * steps
    low, high = int(keys.min()), int(keys.max())
    # The most bars of a histogram.
    width = -(-(high - low + 1) // 40)
    counts = np.bincount((keys - low) // width)
    rows = "" if keys.size == n else f" ({keys.size} of {n} rows, drawn at random)"
    spread = f"from {low} to {high}" if low < high else "in every row"
    text = f"Head {head}: {counted.mean:.1f} keys per row on average, {spread}{rows}"
    return {"low": low, "high": high, "width": width, "counts": counts.tolist(), "text": text}


# ---- the order of tiles ----------------------------------------------------------------------------------------------
def _order(order: TileOrder) -> Json:
    return {
        "positions": [list(one) for one in order.positions],
        "clauses": list(order.clauses),
        "launches": [_launch(one) for one in order.launches],
    }


def _launch(tiles: LaunchTiles) -> Json:
    """A launch; each program is the number of its rows' positions, followed by four numbers per run of tiles."""
    programs: list[Json] = [
        [
            program.rows,
            *(number for run in program.runs for number in (run.columns, run.count, int(run.full), run.clause)),
        ]
        for program in tiles.programs
    ]
    return {"name": tiles.name, "block_m": tiles.block_m, "block_n": tiles.block_n, "programs": programs}


# ---- cost and code ---------------------------------------------------------------------------------------------------
def _target(target: Target) -> Json:
    return {"name": target.name, "devices": target.devices, "flops": target.flops, "bandwidth": target.bandwidth}


def _dense(subject: Subject, itemsize: int) -> Json:
    """The cost of a forward pass of dense attention."""
    load, _ = dense(replace(subject.call, itemsize=itemsize), is_causal(subject.normal))
    return {"flops": load.flops, "moved": load.moved}


def _code(subject: Subject, plan: Plan) -> Iterator[tuple[str, str]]:
    """The generated files of the target's backend and of torch; `plan`: with the launch order that `build` chooses.

    Of a backend whose programs stand in a file of their own, that file: the module alone has the library's headers too.
    """
    alone = subject.analysis.alone(subject.place)
    for backend in dict.fromkeys((plan.backend, BACKENDS[0])):
        target = plan.target if plan.target.name in backend.targets else target_named(backend.targets[0])
        assert target is not None, "a backend's targets are in the device table"
        known = plan.tiles is not None and backend is plan.backend
        place = Runtime.INLINE if not backend.has_sources else Runtime.VENDORED
        loops = (plan.kernel,) if known else kernels(alone, backend, target)
        made = printed(alone, loops, backend, target, runtime=place)
        yield from ((one.name, one.text) for file in made for one in file.beside or (file,))


# ---- rings -----------------------------------------------------------------------------------------------------------
# A ring as JSON: the positions and traffic of each rank, and how evenly work is distributed.


def ring_data(setting: Setting) -> Json:
    """The ring of a call, with the ranks whose traffic is counted."""
    found = forecast(setting, resolved_transport(setting))
    sources = {hop.source for one in found.ranks for hop in one.hops if hop.received}
    every: list[Json] = [*sorted({one.rank for one in found.ranks} | sources)]
    return {
        "text": _text(found),
        "every": every,
        "ranks": [_rank(setting, found, one) for one in found.ranks],
    }


def _text(found: Forecast) -> str:
    ring = found.ring
    text = f"{ring.ranks} ranks, {ring.layout.value}, {found.transport.value}."
    if found.transport is ResolvedTransport.ULYSSES:
        text += " The ranks of a node share out the heads: the table has what travels besides."
    if found.is_bound:
        text += " Only blocks that `topk` chooses are fetched: rows and bytes are the most that may be."
    text += f" The rank that receives most gets {found.share:.1%} of what a dense ring sends it in the forward pass."
    return text if found.work is None else f"{text} The most work of a rank is {found.work.imbalance:.3f} of the mean."


def _rank(setting: Setting, found: Forecast, traffic: RankTraffic) -> Json:
    return {
        "rank": traffic.rank,
        "holds": " and ".join(_positions(setting.held[traffic.rank])),
        "hops": [{"source": hop.source, "rows": hop.received} for hop in traffic.hops],
        "received": traffic.forward.received + traffic.backward.received,
        "pairs": None if found.work is None else found.work.pairs[traffic.rank],
    }


def _positions(shard: Sequence[range]) -> list[str]:
    return [f"{part[0]}–{part[-1]}{f' step {part.step}' if part.step > 1 else ''}" for part in shard if part]
