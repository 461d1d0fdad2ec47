"""Forecasts of rings as text: one rank step by step, or all ranks, transports, layouts and predicted times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from patternc.cli.quantities import count, si, time
from patternc.cli.tables import aligned
from patternc.ir.mask import Transport
from patternc.ring.forecast import FEW, Forecast, choices, pairs_of_hop, ranks_looked_at, scaling, share, work_of
from patternc.ring.hops import Hop
from patternc.ring.settings import NETWORKS, NODE, ResolvedTransport, Setting
from patternc.ring.traffic import Bytes, RankTraffic, is_bound, traffic
from patternc.ring.transports import resolved_transport, transport_choice


def rank_lines(setting: Setting, rank: int) -> Iterator[str]:
    """The positions of a rank, and the rows that it receives and sends, step by step."""
    transport = resolved_transport(setting)
    moved = traffic(setting, rank, transport)
    yield f"{_title(setting)}: rank {rank}"
    yield f"  holds       {_positions(setting.held[rank])}"
    if setting.held != setting.worked:
        yield f"  works on    {_positions(setting.worked[rank])}, exchanged for the rows that it holds"
    yield from _transport(setting, transport)
    if moved.hops:
        yield from (f"  {line}" for line in _table(_steps(setting, moved)))
    if moved.transport is not ResolvedTransport.ULYSSES:
        yield f"  rows        {count(moved.received)} of keys received, {count(moved.sent)} sent, as many of values"
    yield from _totals(setting, moved)
    yield from _caveat(setting, transport)


def _totals(setting: Setting, moved: RankTraffic) -> Iterator[str]:
    yield f"  bytes       forward {_bytes(moved.forward)}; backward {_bytes(moved.backward)}"
    if setting.ring.nodes > 1:
        yield f"  nodes       {_bytes(moved.crossing)} of both passes between nodes"
    yield f"  share       {_percent(share(setting, moved))} of what a dense ring receives forward"
    memory = moved.memory
    parts = f"{si(memory.held)}B of tensors, {si(memory.gradients)}B of gradients, {si(memory.buffers)}B of buffers"
    yield f"  memory      {si(memory.total)}B: {parts}"
    work = work_of(setting, moved.transport)
    if work is None:
        yield "  work        not counted: listed pairs or ranges of keys are too many at this length"
    else:
        own, mean = work.pairs[moved.rank], sum(work.pairs) / len(work.pairs)
        yield f"  work        {si(own)}pairs, {own / mean if mean else 1:.3f} of the mean"


def _title(setting: Setting) -> str:
    sizes, ring = setting.sizes, setting.ring
    shared = "" if sizes.kv_heads == sizes.heads else f" ({sizes.kv_heads} key heads)"
    nodes = f" in {ring.nodes} nodes" if ring.nodes > 1 else ""
    call = f"{count(sizes.n)} positions, {sizes.heads} heads{shared} of {sizes.dims}, {8 * sizes.element} bits"
    ranks = f"{count(ring.ranks)} rank{'s' if ring.ranks > 1 else ''}"
    return f"{setting.normal.name} on {ranks}{nodes}, {ring.layout.value}; {call}"


def _positions(shard: Sequence[range]) -> str:
    """Positions as `a..b`, both included."""
    parts = [
        f"{count(part[0])}..{count(part[-1])}{f' step {part.step}' if part.step > 1 else ''}" for part in shard if part
    ]
    rows = sum(map(len, shard))
    return f"positions {' and '.join(parts)}: {count(rows)} rows" if parts else "no position"


def _transport(setting: Setting, transport: ResolvedTransport) -> Iterator[str]:
    if setting.ring.transport is not Transport.AUTO:
        yield f"  transport   {transport.value}, as asked for"
        return
    found = transport_choice(setting)
    if not found.received:
        yield "  transport   local: no rank needs a row of another, whatever the transport"
        return
    waits = {name: count(round(wait)) for name, wait in found.waits}
    others = "".join(f", {wait} under {name}" for name, wait in waits.items() if name != found.transport)
    own, needs = waits[found.transport], f"a rank needs at most {count(found.received)} of others"
    yield f"  transport   {found.transport}: ranks wait as long as for {own} rows{others}; {needs}"


def _steps(setting: Setting, moved: RankTraffic) -> Iterator[tuple[str, ...]]:
    """The steps as a table: received rows, sent rows, and the pairs computed with the received rows."""
    row = setting.sizes.dims.both * setting.sizes.element * setting.sizes.batch
    yield ("step", "from", "rows", "bytes", "to", "rows", "bytes", "pairs")
    yield ("own", "", "", "", "", "", "", _pairs(setting, moved.rank, moved.rank))
    shown = 12  # the most steps of a rank that are shown
    for step, hop in enumerate(moved.hops[:shown], 1):
        received = _ends(_relayed(hop.source, hop.arriving, hop.source), hop.received, row)
        sent = _ends(_relayed(hop.target, hop.leaving, moved.rank), hop.sent, row)
        pairs = _pairs(setting, moved.rank, hop.arriving) if hop.received else ""
        yield (str(step), *received, *sent, pairs)
    rest = moved.hops[shown:]
    if rest:
        yield (f"{len(rest)} more", *_rest(rest, row), "")


def _relayed(rank: int, of: int, sender: int) -> str:
    """The rank at the other end of a step, and the owner of the keys if they are relayed."""
    return str(rank) if of == sender else f"{rank} (of {of})"


def _ends(rank: str, rows: int, row: int) -> tuple[str, str, str]:
    return (rank, count(rows), f"{si(rows * row)}B") if rows else ("-", "", "")


def _rest(rest: Sequence[Hop], row: int) -> tuple[str, ...]:
    received, sent = sum(hop.received for hop in rest), sum(hop.sent for hop in rest)
    return "", count(received), f"{si(received * row)}B", "", count(sent), f"{si(sent * row)}B"


def _pairs(setting: Setting, rank: int, source: int) -> str:
    found = pairs_of_hop(setting, rank, source)
    return "" if found is None else si(found).rstrip()


def _bytes(one: Bytes) -> str:
    return f"{si(one.received)}B received, {si(one.sent)}B sent"


def _caveat(setting: Setting, *several: ResolvedTransport) -> Iterator[str]:
    if not setting.is_exact:
        yield "  At this length rows are counted from bounds: listed blocks may leave some of them out."
    if any(is_bound(setting, transport) for transport in several):
        yield "  Only blocks that `topk` chooses are fetched: rows, bytes and memory are the most they may be."


# ---- all ranks -------------------------------------------------------------------------------------------------------
def ring_lines(setting: Setting, grows: bool) -> Iterator[str]:
    """All ranks, then transports and layouts, then predicted times. `grows`: n grows with the number of ranks."""
    transport = resolved_transport(setting)
    yield _title(setting)
    yield from _transport(setting, transport)
    every = choices(setting)
    forecast = next(one for one in every if (one.ring.layout, one.transport) == (setting.ring.layout, transport))
    yield from (f"  {line}" for line in _table(_ranks(setting, forecast)))
    if setting.ring.ranks > FEW:
        shown = ", ".join(map(str, ranks_looked_at(setting.ring.ranks)))
        yield f"  of {count(setting.ring.ranks)} ranks: {shown}; work and its balance are of all"
    yield f"  {_balance(forecast)}"
    yield from _caveat(setting, *(one.transport for one in every))
    yield from choice_lines(every)
    yield from scaling_lines(setting, grows)


def _ranks(setting: Setting, forecast: Forecast) -> Iterator[tuple[str, ...]]:
    yield ("rank", "rows", "keys in", "keys out", "forward in", "backward in", "memory", "share", "pairs")
    for moved in forecast.ranks:
        yield (
            str(moved.rank),
            count(moved.rows),
            count(moved.received),
            count(moved.sent),
            f"{si(moved.forward.received)}B",
            f"{si(moved.backward.received)}B",
            f"{si(moved.memory.total)}B",
            _percent(share(setting, moved)),
            "" if forecast.work is None else si(forecast.work.pairs[moved.rank]).rstrip(),
        )


def _balance(forecast: Forecast) -> str:
    if forecast.work is None:
        return "work is not counted: listed pairs or ranges of keys are too many at this length"
    return f"work: {si(sum(forecast.work.pairs))}pairs, the most of a rank is {forecast.work.imbalance:.3f} of the mean"


def choice_lines(every: Iterable[Forecast]) -> Iterator[str]:
    """Every layout with every transport, sorted by the most bytes that a rank receives in both passes."""
    several = tuple(every)
    some = " of those" if any(one.ring.ranks > FEW for one in several) else ""
    yield f"layouts and transports, by the rank that receives most{some}:"
    yield from (f"  {line}" for line in _table(_choices(several)))


def _choices(several: Iterable[Forecast]) -> Iterator[tuple[str, ...]]:
    nodes = any(one.ring.nodes > 1 for one in several)
    received = ("received", "between nodes") if nodes else ("received",)
    yield ("layout", "transport", *received, "of a dense ring", "messages", "memory", "work max/mean", *_networks())
    for forecast in several:
        yield (
            forecast.ring.layout.value,
            forecast.transport.value,
            f"{si(forecast.received)}B",
            *([f"{si(forecast.crossing)}B"] if nodes else []),
            _percent(forecast.share),
            count(max(rank.messages for rank in forecast.ranks)),
            f"{si(forecast.most.memory.total)}B",
            "" if forecast.work is None else f"{forecast.work.imbalance:.3f}",
            *_seconds(forecast),
        )


def _percent(part: float) -> str:
    return f"{part:.1%}" if part >= 0.01 or not part else f"{100 * part:.2g}%"


def _networks() -> tuple[str, ...]:
    return tuple(link.name for link in NETWORKS)


def _seconds(forecast: Forecast) -> tuple[str, ...]:
    return (
        ("",) * len(NETWORKS) if forecast.times is None else tuple(time(found) for _, found in forecast.times.networks)
    )


def scaling_lines(setting: Setting, grows: bool) -> Iterator[str]:
    """Rings of several sizes, and a description of the model that predicts their times."""
    rows = setting.sizes.n // setting.ring.ranks
    same = f"{count(rows)} positions a rank" if grows else f"{count(setting.sizes.n)} positions in all"
    yield f"rings of {same}, {setting.ring.layout.value}, {setting.ring.transport.value}:"
    # The numbers of ranks in the table of predicted times.
    sizes = tuple(ranks for ranks in (1, 8, 64, 256, 1024) if grows or ranks <= setting.sizes.n)
    yield from (f"  {line}" for line in _table(_scales(scaling(setting, sizes, grows))))
    yield from model_lines()


def _scales(several: Iterable[Forecast]) -> Iterator[tuple[str, ...]]:
    head = ("ranks", "positions", "transport", "received", "of a dense ring", "work max/mean", "kernels")
    yield (*head, *_networks(), f"dense ring, {NETWORKS[1].name}")
    for forecast in several:
        yield (
            count(forecast.ring.ranks),
            count(forecast.n),
            forecast.transport.value,
            f"{si(forecast.received)}B",
            _percent(forecast.share),
            "" if forecast.work is None else f"{forecast.work.imbalance:.3f}",
            "" if forecast.times is None else time(forecast.times.kernels),
            *_seconds(forecast),
            time(forecast.dense.networks[1][1]),
        )


def forecast_lines(forecast: Forecast) -> Iterator[str]:
    """A summary of a ring for `patternc cost`."""
    most, part = "at most " if forecast.is_bound else "", _percent(forecast.share)
    ring = forecast.ring
    nodes = f" in {ring.nodes} nodes" if ring.nodes > 1 else ""
    yield f"ring of {count(ring.ranks)} ranks{nodes}, {ring.layout.value}, {forecast.transport.value}, 16 bits"
    several = (
        f" (ranks {', '.join(str(rank.rank) for rank in forecast.ranks)} are looked at)" if ring.ranks > FEW else ""
    )
    yield f"  received      {most}{si(forecast.received)}B in both passes, {part} of a dense ring forward{several}"
    if ring.nodes > 1:
        yield f"  between nodes {most}{si(forecast.crossing)}B of them"
    yield f"  memory        {si(forecast.most.memory.total)}B, of which {si(forecast.most.memory.buffers)}B are buffers"
    if forecast.work is None or forecast.times is None:
        yield "  work          not counted: listed pairs or ranges of keys are too many at this length"
        return
    yield f"  work          the most of a rank is {forecast.work.imbalance:.3f} of the mean"
    seconds = ", ".join(f"{time(found)} with {name}" for name, found in forecast.times.networks)
    yield f"  time (model)  both passes {seconds}; `patternc explain --ranks` says more"


def model_lines() -> Iterator[str]:
    """A description of the model behind predicted times."""
    links = ", ".join(
        f"{link.name} {link.bandwidth / 1e9:g} GB/s and {link.latency * 1e6:g} us a message" for link in NETWORKS
    )
    yield "times are a model, not measurements: both passes of attention, on the slowest rank that is looked at;"
    yield "  kernels at the rate of sm_90 in the device table, transfers as modules order them, messages one by one;"
    yield f"  {links};"
    yield f"  nodes of {NODE} ranks with NVLink inside, or those of the ring"


def _table(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Columns of text: words to the left, numbers to the right, as the cells below the heading are."""
    every = list(rows)
    columns = enumerate(zip(*every, strict=True))
    return aligned(
        every, [at for at, (_, *below) in columns if any(below) and not any(cell[:1].isdigit() for cell in below)]
    )
