"""A plan of a rank: its transport, and in words what travels, why so, and how many bytes these are."""

from ..checks import _integer, _require
from ..ring_plan.exchange import (
    Exchange,
    Rows,
    _blocks_of_others,
    _bytes_of_choice,
    _lists_exchanged,
    _other_ranks,
)
from ..ring_plan.steps import _shared
from ..ring_plan.transport import Choice, _can_split, _chosen, _of_heads


class Plan(Exchange):
    """The rows that a rank sends and receives, and their order; ranks have equal plans of one another.

    `rank`: whose it is; `shape`: the ring and the call. `relays`: whether keys come to a node once, for all its ranks,
    to the one that has the same place there as their rank has in its own node.
    """

    __slots__ = ()

    def describe(self, head_dim: int = 64, itemsize: int = 2, value_dim: int | None = None) -> str:
        """The shard, the transport and why, and what goes where, as text; bytes are those of one batch entry.

        `value_dim`: the numbers of a row of values; None: as many as of keys.
        """
        head_dim, itemsize = _integer("head_dim", head_dim, 16), _integer("itemsize", itemsize, 16)
        value_dim = head_dim if value_dim is None else _integer("value_dim", value_dim, 16)
        choice, row, ring = _chosen(self), (head_dim + value_dim) * itemsize, self.shape.ring
        held, worked = self.held[self.rank], self.shards[self.rank]
        has = f"positions {_positions_words(held)} of {self.shape.n}"
        lines = [f"rank {self.rank} of {self.ranks}, {ring.layout}: {has}"]
        if held != worked:
            lines.append(f"  works on positions {_positions_words(worked)}, exchanged for its own")
        lines.append(f"  transport {_transport_words(self, choice, row)}")
        plan: Exchange = self
        names = range(self.ranks)
        if choice.transport == "ulysses":
            plan, size = _of_heads(self, self.rank), self.shape.sharing
            names = range(self.rank % size, self.ranks, size)
            lines += _heads_words(self)
        lines += [*_choice_words(plan), *_steps_words(plan, names)]
        most, share = _at_most(plan), f"{plan.received * row:,} bytes, {_share_words(self, plan.received)}"
        lines.append(f"  in all {most}{plan.received} rows of keys and as many of values: {share}")
        if 1 < plan.nodes < plan.ranks:
            crossing = f"{plan.crossing} rows, {plan.crossing * row:,} bytes"
            lines.append(f"  of these {most}{crossing}, come from other nodes")
        total = f"{most}{_bytes_received(self, choice, head_dim, value_dim, itemsize):,} bytes"
        values = "" if value_dim == head_dim else f", of values {value_dim},"
        numbers = f"rows of {head_dim} numbers{values} of {itemsize} bytes"
        return "\n".join([*lines, f"  receives {total} forward, with {numbers}", *_lists_words(self, choice)])


def _transport(plan: Exchange) -> str:
    """The transport of a plan, which heads must allow."""
    ring = plan.shape.ring
    held = "key has {} heads, must have a divisor above 1 in common with the {} ranks of a node under transport=ulysses"
    _require(ring.transport != "ulysses" or _can_split(plan), held, plan.shape.kv_heads, ring.node_size)
    return _chosen(plan).transport


def _relaying(plan: Plan) -> Plan:
    """The plan of a call: what travels step by step between nodes of several ranks crosses once for all of them."""
    return plan._replace(relays=1 < plan.nodes < plan.ranks and _transport(plan) == "p2p")


def _transport_words(plan: Exchange, choice: Choice, row: int) -> str:
    """The transport as a pattern says it, or `local`, and why: `row` is the bytes of a key and a value of a row."""
    ring = plan.shape.ring
    if ring.transport != "auto":
        return f"{ring.transport}: as `ring` says"
    if not choice.received:
        return "local: no rank needs a row of another"
    most = "at most " if ring.block else ""
    waits = {name: f"{round(wait * row):,}" for name, wait in choice.waits}
    others = "".join(f", {wait} under {name}" for name, wait in waits.items() if name != choice.transport)
    needs = f"a rank needs {most}{choice.received * row:,} of others"
    return f"{choice.transport}: ranks wait as long as for {waits[choice.transport]} bytes of keys{others}; {needs}"


def _at_most(plan: Exchange) -> str:
    """The words before a number of rows: the number that is fetched depends on the choice of a `topk`."""
    ring = plan.shape.ring
    return "at most " if ring.block and plan.ranks > 1 and ring.transport != "allgather" else ""


def _choice_words(plan: Exchange) -> list[str]:
    """A sentence on the transfers by which ranks choose blocks."""
    block = plan.shape.ring.block
    others = _blocks_of_others(plan) if block else 0
    gathers = f"  gathers the means of {others} blocks of keys of other ranks, then fetches "
    return [gathers + ("the blocks that are chosen" if _at_most(plan) else "all that may be chosen")] if others else []


def _heads_words(plan: Exchange) -> list[str]:
    """A sentence on the transfers within a node, whose ranks have some heads each."""
    size, own = plan.shape.sharing, plan.own_rows
    if size == 1:
        return []
    heads, kv_heads = (f"{some // size} of {some}" for some in (plan.shape.heads, plan.shape.kv_heads))
    first, rows = plan.rank // size * size, plan.group_rows
    return [
        f"  within ranks {first}..{first + size}: has {heads} heads and {kv_heads} key heads of all {rows} positions",
        f"    receives {rows - own} rows of each of these heads, of query, key and value, and sends out back",
    ]


def _lists_words(plan: Exchange, choice: Choice) -> list[str]:
    """A sentence on the lists of keys that come with queries, of all inputs that list keys."""
    every = plan.shape.ring.lists
    lists = sum(_lists_exchanged(plan, one, choice.transport == "ulysses")[0] for one in every)
    return [f"  and {lists} lists of keys of queries that others hold, with entries of 4 bytes"] if lists else []


def _steps_words(plan: Exchange, names: range) -> list[str]:
    """The rows of keys, with which as many of values go; `names`: the ranks of the ring that the plan is of."""
    lines = []
    for _, step, incoming, outgoing in plan.live:
        gets = [_rows_words(rows) for rows in incoming]
        gives = sum(rows.size for rows in outgoing)
        node = " for its node" if plan.passes_on(step) else ""
        if gets:
            of = f", of rank {step.arriving}" if step.arriving != step.source else node
            lines.append(f"  receives from rank {names[step.source]}{of}: " + "; ".join(gets))
        if gives:
            of = f", of rank {step.leaving}" if step.leaving != plan.rank else node
            lines.append(f"  sends to rank {names[step.target]}{of}: {gives} rows")
    return lines


def _share_words(plan: Exchange, received: int) -> str:
    whole = (plan.shape.n - plan.own_rows) * plan.shape.kv_heads
    return f"{received / whole:.1%} of a dense ring's" if whole else "one rank alone"


def _rows_words(rows: Rows) -> str:
    return f"{rows.size} rows within {rows.span.start}..{rows.span.stop}"


def _positions_words(parts: tuple[range, ...]) -> str:
    steps = [f" step {part.step}" if part.step > 1 else "" for part in parts]
    return " and ".join(f"{part.start}..{part.stop}{step}" for part, step in zip(parts, steps, strict=True))


def _bytes_received(plan: Exchange, choice: Choice, head_dim: int, value_dim: int, itemsize: int) -> int:
    """The bytes that arrive at a rank in the forward pass: keys and values, and exchanges for other rows or heads."""
    heads, kv_heads, both = plan.shape.heads, plan.shape.kv_heads, (head_dim + value_dim) * itemsize
    row, result = heads * head_dim * itemsize + kv_heads * both, value_dim * itemsize + plan.shape.ring.lse_bytes
    held, own = plan.held[plan.rank], plan.own_rows
    kept = sum(len(_shared(part, other)) for part in held for other in plan.shards[plan.rank])
    coming, leaving = own - kept, sum(map(len, held)) - kept
    total = coming * row + leaving * heads * result
    working = plan
    if choice.transport == "ulysses":
        size, others = plan.shape.sharing, plan.group_rows - own
        total += others * row // size + own * (heads - heads // size) * result
        working = _of_heads(plan, plan.rank)
    chosen = _bytes_of_choice(working, head_dim, _other_ranks(working))[0] if plan.shape.ring.block else 0
    return total + working.received * both + chosen
