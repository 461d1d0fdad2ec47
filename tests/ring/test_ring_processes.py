"""Ranks that are processes, with gloo between them: the dense answer, the same bits every time, the planned bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, cycle, product
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TypeAlias

import pytest
import torch
from built import build_source
from cpp_probe import needs_compiler
from processes import Workers
from ring_work import HEADER, Found, Job, attend
from with_sources import has_sources

from patternc.analysis.calls import Shape, fitting_length
from patternc.cli.presets import Preset, presets
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.ir.traversal import topk_of
from patternc.source import Source
from patternc.testing.compare import TOLERANCE, Errors, compare, draw, with_selection
from patternc.testing.oracle import Answer, Inputs, has_lse, oracle, tables_of

SIZES = (1, 2, 3, 4, 8)
NODES = ((4, 2), (6, 3), (8, 2), (8, 4))
"""Ranks and nodes of rings that relay keys."""
GROUPS = tuple(sorted({*SIZES, *(ranks for ranks, _ in NODES)}))
LIMITS = TOLERANCE | {"float32": 5e-6}
"""The largest relative errors."""
AGREEMENT = {"float32": 2e-6, "bfloat16": 5e-3}
"""How far answers of different numbers of ranks may be apart, relatively: by what one rounding of results can do."""
PATTERNS = {
    "longnet": """segments [16, 32, 64]
    dilations [1, 2, 4]
    offset head
    combine lse
    where causal""",
    "mean": """segments [16, 64]
    dilations [1, 4]
    offset branch
    heads partition(extra=first)
    combine mean""",
    "window": "attend window(20, 5)",
    "scores": """input sinks: table(heads)
    input distances: table(heads, 17)
    attend causal & window(30) | first(2)
    score softcap(20.0)
    score alibi
    score bias(@distances)
    score sink(@sinks)""",
    "documents": """input documents: offsets
    input lengths: lengths
    attend document(@documents) & causal & padding(@lengths)""",
    "chosen": "attend blocks(8, topk(3) | window(1))",
    "lists": """input picks: selection(kv_heads)
    input far: selection(shared)
    attend selected(@picks) & causal | blocks(1 x 8, selected(@far)) & window(40, 0)""",
}
QUICK = ("longnet", "window", "documents")
RINGS = {
    "longnet": "layout=zigzag, transport=p2p",
    "mean": "layout=striped, transport=alltoall",
    "window": "layout=contiguous",
    "scores": "layout=striped, transport=p2p",
    "documents": "layout=balanced, transport=allgather",
    "chosen": "layout=zigzag, transport=p2p",
    "lists": "layout=striped, transport=p2p",
}
Truth: TypeAlias = tuple[Pattern, Shape, Inputs, Answer]


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(max(SIZES), groups=GROUPS) as started:
        yield started


def written(body: str, ranks: int, options: str) -> Source:
    return Source("made.pat", f"pattern made {{\n    {body}\n    ring(ranks={ranks}, {options})\n}}\n")


def truth_of(module: ModuleType, pattern: Pattern, shape: Shape, dtype: str) -> Truth:
    """`module`: whose selection the answer is for, where the pattern has one."""
    inputs = draw(shape, dtype, "cpu", 3, pattern)
    return pattern, shape, inputs, oracle(pattern, shape, with_selection(module, pattern, shape, inputs))


def whole(n: int, heads: int, kv_heads: int, batch: int = 2, head_dim: int = 16) -> Shape:
    return Shape("whole", batch, heads, kv_heads, HeadDims.equal(head_dim), n, n, 0, 0, n)


FOLDERS = count()


def made(
    source: Source, folder: Path, values: Mapping[str, str] = MappingProxyType({}), backend: str = "torch"
) -> tuple[ModuleType, Pattern]:
    """A module in a folder of its own: bytecode of another is not taken for its own."""
    here = folder / f"made{next(FOLDERS)}"
    here.mkdir()
    return build_source(source, here, backend, values)


def found_by(workers: Workers, module: ModuleType, truth: Truth) -> tuple[Answer, Errors]:
    """The answer of some ranks, after every check but that of its numbers; and its errors."""
    pattern, shape, inputs, answer = truth
    assert module.__file__ is not None
    ranks = module.RANKS
    job = Job(Path(module.__file__), ranks, inputs, tables_of(pattern), has_lse(pattern))
    every = [found for found in workers.run(attend, job) if found is not None]
    assert [type(one) for one in every] == [Found] * ranks, every
    for one in every:
        assert one.runs[0] == one.runs[1]
        got = one.received
        assert got.keys <= got.planned if fetches_chosen(module, pattern) else got.keys == got.planned
        assert got.wire >= got.tensors
        assert (got.wire - got.tensors) % HEADER == 0
        for name, table in one.answer.tables.items():
            assert torch.equal(table, every[0].answer.tables[name])
    dtype = str(inputs.query.dtype).removeprefix("torch.")
    return every[0].answer, compare(every[0].answer, answer, shape, dtype, pattern)


def fetches_chosen(module: ModuleType, pattern: Pattern) -> bool:
    """Whether less may travel than is planned: the blocks that a `topk` chooses."""
    return topk_of(pattern) is not None and module.TRANSPORT != "allgather"


def apart(one: Answer, other: Answer) -> float:
    """The largest relative distance of tensors of two answers."""
    pairs = [(one.out, other.out), (one.dq, other.dq), (one.dk, other.dk), (one.dv, other.dv)]
    pairs += [(one.tables[name], other.tables[name]) for name in one.tables]
    return max(float((a.double() - b.double()).norm() / b.double().norm()) for a, b in pairs)


@pytest.mark.parametrize("dtype", ["float32", pytest.param("bfloat16", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", [pytest.param(x, marks=() if x in QUICK else pytest.mark.long) for x in PATTERNS])
def test_any_number_of_processes_gives_the_dense_answer(
    name: str, dtype: str, workers: Workers, tmp_path: Path
) -> None:
    built = [made(written(PATTERNS[name], ranks, RINGS[name]), tmp_path) for ranks in SIZES]
    truth = truth_of(*built[0], whole(131, 4, 2), dtype)
    answers = []
    for module, _ in built:
        answer, errors = found_by(workers, module, truth)
        assert errors.worst < LIMITS[dtype], (module.RANKS, errors)
        answers.append(answer)
    assert max(apart(answer, answers[0]) for answer in answers[1:]) < AGREEMENT[dtype]


@needs_compiler
@pytest.mark.long
@pytest.mark.parametrize("name", ["longnet", "documents", "chosen", "lists"])
def test_processes_run_programs_in_cpp(name: str, workers: Workers, tmp_path: Path) -> None:
    """One process compiles what the others load."""
    module, pattern = made(written(PATTERNS[name], 3, RINGS[name]), tmp_path, backend="cpp")
    _, errors = found_by(workers, module, truth_of(module, pattern, whole(131, 4, 2), "float32"))
    assert errors.worst < LIMITS["float32"], errors


@pytest.mark.long
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("name", PATTERNS)
def test_processes_of_nodes_give_the_dense_answer(name: str, dtype: str, workers: Workers, tmp_path: Path) -> None:
    """Every row comes to a node once, whose ranks pass it on, and gradients go back the same way."""
    layout = RINGS[name].split(",")[0]
    alone = made(written(PATTERNS[name], 1, layout), tmp_path)
    truth, answers = truth_of(*alone, whole(131, 4, 2), dtype), []
    for ranks, nodes in NODES:
        module, _ = made(written(PATTERNS[name], ranks, f"{layout}, transport=p2p, nodes={nodes}"), tmp_path)
        answer, errors = found_by(workers, module, truth)
        assert errors.worst < LIMITS[dtype], (ranks, nodes, errors)
        answers.append(answer)
    assert max(apart(answer, answers[0]) for answer in answers[1:]) < AGREEMENT[dtype]


SMALL = {
    "adaptive": {"block": "8", "chosen": "3"},
    "bigbird": {"block": "8"},
    "block-sparse-dilated": {"block": "8", "reach": "6", "r": "3"},
    "block-sparse-global-local": {"block": "8"},
    "block-sparse-local": {"block": "8", "left": "3"},
    "dilated": {"w": "[16, 64]", "r": "[1, 4]"},
    "dilated-window": {"reach": "40", "dilation": "3"},
    "hierarchical": {"block": "4"},
    "longformer": {"reach": "17", "tokens": "5"},
    "longnet": {"w": "[16, 32, 64]"},
    "longnet-official": {"w": "[16, 32, 64]"},
    "minimax-msa": {"block": "8"},
    "mixed-heads": {"left": "20", "r": "5"},
    "moba": {"block": "8"},
    "natten-1d": {"length": "131", "size": "13"},
    "natten-2d": {"height": "12", "width": "13"},
    "natten-3d": {"frames": "4", "height": "7", "width": "8", "time": "3", "size": "3"},
    "natten-dilated": {"height": "12", "width": "14", "size": "3", "dilation": "3"},
    "nsa-selected": {"block": "8"},
    "sinks": {"left": "20"},
    "sliding-window": {"left": "30"},
    "sparse-transformer": {"l": "12"},
    "sta": {"frames": "4", "height": "8", "width": "6", "time": "1", "side": "2"},
    "streaming": {"sinks": "3", "left": "20"},
    "swin": {"height": "14", "width": "14"},
    "video-streaming": {"frames": "5", "height": "6", "width": "5", "past": "1", "size": "3"},
}
"""Parameters of presets with which a hundred positions have every kind of edge."""
TRANSPORTS = ("auto", "p2p", "allgather", "alltoall", "ulysses")


def combinations(preset: str) -> Iterator[tuple[str, int, str]]:
    """Layouts and transports that a preset takes, each with a number of ranks and a dtype."""
    sizes = cycle((8, 3, 4, 2))
    layouts = ("contiguous", "zigzag", "striped", *(["balanced"] if preset in ("moba", "packed-documents") else []))
    for layout, transport in product(layouts, TRANSPORTS):
        size = next(sizes)
        if transport == "ulysses":  # heads are 8 and 4
            size = 2 if layout == "zigzag" else 4
        nodes = ", nodes=2" if size == 8 else ""
        yield f"layout={layout}, transport={transport}{nodes}", size, "float32"
        if transport in ("p2p", "ulysses"):
            yield f"layout={layout}, transport={transport}{nodes}", size, "bfloat16"


@pytest.mark.slow
@pytest.mark.parametrize("preset", [one for one in presets() if not has_sources(one.text)], ids=lambda one: one.name)
def test_every_preset_runs_over_every_layout_and_transport(preset: Preset, workers: Workers, tmp_path: Path) -> None:
    truths: dict[str, Truth] = {}
    for options, ranks, dtype in combinations(preset.name):
        text = preset.text.rstrip().removesuffix("}") + f"    ring(ranks={ranks}, {options})\n}}\n"
        module, pattern = made(Source("made.pat", text), tmp_path, SMALL.get(preset.name, {}))
        if dtype not in truths:
            truths[dtype] = truth_of(module, pattern, whole(fitting_length(pattern, 131, 8, 16), 8, 4), dtype)
        _, errors = found_by(workers, module, truths[dtype])
        assert errors.worst < LIMITS[dtype], (options, ranks, errors)
