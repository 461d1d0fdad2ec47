"""The cost estimate of one pattern: the keys of its rows, and the work of each target."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from patternc.analysis.distances import is_causal
from patternc.analysis.equal_heads import distinct_heads
from patternc.codegen.block_lists.listings import listings
from patternc.codegen.registry import tiled_targets
from patternc.codegen.tiles.head_tiles import FEW
from patternc.cost.advice import Advice, advise
from patternc.cost.count_cache import CountCache
from patternc.cost.decoding import Decoding, decoding, step_seconds
from patternc.cost.device_time import Call
from patternc.cost.target_cost import BreakEven, Plan, TargetCost, cost_on_target, plans_for, seconds_on
from patternc.cost_constants import BACKWARD_PRODUCTS, FORWARD_PRODUCTS
from patternc.counting.receptive_fields import ReceptiveField, receptive_fields
from patternc.counting.row_counts import HeadRowCounts, KeysPerRow, counts_of_heads, summary
from patternc.ir.kernel import Columns
from patternc.ir.mask import ByHead, ByHeadBlock, Fixed, Offset, Pattern, Residue
from patternc.ir.projections import ModuleSpec
from patternc.ir.semantics import Inputs, head_range
from patternc.ir.traversal import classes_in, pattern_atoms, tables_of
from patternc.ring.forecast import Forecast
from patternc.schedule import boxes_of
from patternc.schedule.grid_layout import LayoutChoice, layout_choice
from patternc.source import Source
from patternc.targets import Target

Subject: TypeAlias = tuple[Pattern, Pattern]
"""A pattern as written, and the same pattern in the normal form of the passes."""


@dataclass(frozen=True, slots=True)
class Classes:
    """Residue classes modulo `dilation` of positions, or of blocks of `block` positions, in some branch.

    `rule`: the class that a head attends to: `0`, `head` or `head_block`; `all`: each class attends to itself.
    """

    dilation: int
    block: int
    rule: str


@dataclass(frozen=True, slots=True)
class Rows:
    """The keys that the rows of all heads attend to; they don't depend on the target.

    `by_head`: the counts of each distinct head. `flops`, `backward_flops`: of the products of each key of each row of
    each head. `fields`: the receptive field of the row `row` after 1, 2, ... layers.
    """

    keys: KeysPerRow
    by_head: Mapping[int, HeadRowCounts]
    density: float
    causal_density: float | None
    classes: tuple[Classes, ...]
    row: int
    fields: tuple[ReceptiveField, ...]
    flops: float
    backward_flops: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """The cost of a pattern, in the module named `module` unless that is None.

    `assumptions`: what the numbers assume besides the file, as sentences. `visits`: the launch order and the reason for
    it, if there is a single target. `projections`: the FLOPs of the module's projections in a forward pass. `ring`: the
    forecast for the pattern's ring; None without one. `layout`: the order of grid cells in which programs over tiles
    visit boxes; None without boxes. `plan`: of the most important target, whose tile IR is made.
    """

    pattern: str
    module: str | None
    call: Call
    assumptions: tuple[str, ...]
    rows: Rows
    targets: tuple[TargetCost, ...]
    plan: Plan = field(repr=False)
    visits: str | None = None
    advice: tuple[Advice, ...] = ()
    projections: float | None = None
    ring: Forecast | None = None
    layout: LayoutChoice | None = None
    decoding: Decoding | None = None


def rows_of(subject: Subject, call: Call, inputs: Inputs) -> Rows:
    """Count the keys of the rows of all heads."""
    meaning, normal = subject
    n, heads = call.n, distinct_heads(normal, call.heads)
    by_head = counts_of_heads(normal, (head for head, _ in heads), call.heads, n, inputs)
    keys = summary([(times, by_head[head]) for head, times in heads], n)
    causal = is_causal(meaning) or is_causal(normal)
    row, pairs = n - 1 if is_causal(normal) else n // 2, call.batch * call.heads * n
    # The number of layers for which receptive fields are counted.
    fields = receptive_fields(normal, tuple(head for head, _ in heads), call.heads, n, inputs, 4, row)
    return Rows(
        keys=keys,
        by_head=by_head,
        density=keys.mean / n,
        causal_density=2 * keys.mean / (n + 1) if causal else None,
        classes=_classes(meaning),
        row=row,
        fields=fields,
        flops=call.flops(FORWARD_PRODUCTS, pairs) * keys.mean,
        backward_flops=call.flops(BACKWARD_PRODUCTS, pairs) * keys.mean,
    )


def heads_without(normal: Pattern, heads: int) -> tuple[int, ...]:
    """The heads that no head group runs; a call with such a head is an error."""
    ranges = [head_range(group.heads, heads) for group in normal.groups]
    return tuple(head for head in range(heads) if not any(head in one for one in ranges))


def _classes(meaning: Pattern) -> tuple[Classes, ...]:
    named = (atom for atom in classes_in(pattern_atoms(meaning)) if atom.dilation > 1)
    rules = ((atom, _rule(atom.offset) if isinstance(atom, Residue) else "all") for atom in named)
    return tuple(dict.fromkeys(Classes(atom.dilation, atom.block, rule) for atom, rule in rules))


def _rule(offset: Offset) -> str:
    match offset:
        case Fixed(value):
            return str(value)
        case ByHead():
            return "head"
        case ByHeadBlock():
            return "head_block"


def estimate(
    subject: Subject,
    source: Source,
    call: Call,
    inputs: Inputs,
    inputs_at: InputsAt | None,
    targets: tuple[Target, ...],
    assumptions: tuple[str, ...] = (),
    module: ModuleSpec | None = None,
) -> Estimate:
    """Estimate the cost of a pattern on some targets.

    Args:
        subject: the pattern as written, and in normal form.
        source: the file, with the texts of the clauses that comments quote.
        call: the length and heads of the call; every head is in a group.
        inputs: the runtime inputs of one batch entry.
        inputs_at: returns the inputs at another length; None if they are given for this length only.
        targets: the device kinds.
        assumptions: sentences about the inputs.
        module: the module around the pattern.
    """
    rows = rows_of(subject, call, inputs)
    plans = plans_for(subject, source, targets)
    lengths = Lengths(call, inputs_at)
    step = decoding(subject, call, inputs)
    costs = tuple(_stepped(_compared(plan, call, inputs, rows.keys.mean, lengths), step, call) for plan in plans)
    return Estimate(
        pattern=subject[0].name,
        module=None if module is None else module.name,
        call=call,
        assumptions=assumptions,
        rows=rows,
        targets=costs,
        plan=_most_important(plans),
        visits=plans[0].kernel.reason if len(targets) == 1 else None,
        advice=advise(*subject, call),
        projections=None if module is None else _projections(module, call),
        layout=layout_choice(subject[1].layout, subject[1].grid, boxes_of(subject[1]), Columns.TILES),
        decoding=step,
    )


def _most_important(plans: tuple[Plan, ...]) -> Plan:
    """The plan of the most important target that runs programs over tiles."""
    order = [*tiled_targets(), *(one.target.name for one in plans)]
    return min(plans, key=lambda one: order.index(one.target.name))


def _projections(module: ModuleSpec, call: Call) -> float:
    """The FLOPs of the projections to queries, keys and values and of the output: two per weight and position."""
    weights = module.embed * module.dims.both * (module.heads + module.kv_heads)
    return 2 * call.batch * call.n * weights


def _compared(plan: Plan, call: Call, inputs: Inputs, mean_keys: float, lengths: Lengths) -> TargetCost:
    made = cost_on_target(plan, call, inputs, mean_keys, lengths.cache(call.n))
    return replace(made, break_even=break_even(plan, made, lengths))


def _stepped(made: TargetCost, step: Decoding | None, call: Call) -> TargetCost:
    return made if step is None else replace(made, step=step_seconds(step, call, made.itemsize, made.target))


# ---- the length from which on a pattern is faster than dense attention -----------------------------------------------
InputsAt: TypeAlias = Callable[[int], Inputs]
"""Returns the runtime inputs of one batch entry for a sequence length."""

SHORTEST = 6
"""The exponent of the smallest length that is tried."""
LINES = 1 << 22
"""The most lines of all lists and heads at a length that is tried."""


@dataclass(slots=True)
class Lengths:
    """Calls of a pattern at other lengths than that of `call`, with counts of its lists that all targets share.

    `inputs_at` None: runtime inputs are given for the length of `call` only.
    """

    call: Call
    inputs_at: InputsAt | None
    caches: dict[int, CountCache] = field(default_factory=dict)

    def cache(self, n: int) -> CountCache:
        """The cached counts of the pattern's lists at a length; they are rough at other lengths than the call's."""
        return self.caches.setdefault(n, CountCache(rough=n != self.call.n))


def break_even(plan: Plan, made: TargetCost, lengths: Lengths) -> BreakEven:
    """The shortest power of two from which the plan is faster, if times cross only once; `made`: its cost at `call`."""
    if plan.normal.grid:
        return BreakEven(None, "the grid fixes the length")
    if tables_of(plan.normal):
        return BreakEven(None, "its tables are of one length")
    if lengths.inputs_at is None:
        return BreakEven(None, "its inputs are given for one length")
    own, faster = max(lengths.call.n.bit_length() - 1, SHORTEST), made.seconds < made.dense
    longest = _longest(plan, lengths.call.heads)
    low, high = (SHORTEST, own) if faster else (own, longest)  # slower below `low`, faster from `high` on
    if faster and _faster(plan, SHORTEST, lengths):
        return BreakEven(1 << SHORTEST, "")
    if not faster and (own >= longest or not _faster(plan, longest, lengths)):
        return BreakEven(None, f"dense attention is faster up to {1 << max(own, longest)} positions")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _faster(plan, middle, lengths) else (middle, high)
    return BreakEven(1 << high, "")


def _longest(plan: Plan, heads: int) -> int:
    """The exponent of the longest length that is tried: the lines of all lists of a call are held in memory."""
    # A line has about 64 rows, or the few queries for which a list holds; lists that a call gives have some 16 entries
    # a line, which are held too. At most 4M positions are tried.
    found = ((one.listing.queries, 16 if one.inputs else 1) for one in listings(plan.kernel))
    lines = sum((64 // rows if rows <= FEW else 1) * entries for rows, entries in found)
    return min(22, max(SHORTEST, (LINES * 64 // max(1, lines * heads)).bit_length() - 1))


def _faster(plan: Plan, exponent: int, lengths: Lengths) -> bool:
    n = 1 << exponent
    assert lengths.inputs_at is not None  # else no other length is asked for
    own, other = seconds_on(plan, replace(lengths.call, n=n), lengths.inputs_at(n), lengths.cache(n))
    return own < other
