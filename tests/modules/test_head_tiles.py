"""Tiles whose rows are the heads of one query, where lists hold for few: programs, modules, and what they visit."""

from __future__ import annotations

import io
import shutil
from collections import defaultdict
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from built import build_source
from evaluated import hold_programs

from patternc.analysis.calls import Shape
from patternc.codegen.cpp import CPP
from patternc.driver import analyse
from patternc.ir.addresses import AcrossHeads, HeadDims
from patternc.ir.kernel import Kernel
from patternc.ir.liveness import reads
from patternc.ir.mask import Pattern
from patternc.ir.tile import AXES, AddRows, Launch, Let, Load, Rows, Tiles, walk
from patternc.schedule import schedule
from patternc.source import Source
from patternc.targets import target_named
from patternc.testing.compare import TOLERANCE, answer_of, compare, draw, with_selection
from patternc.testing.oracle import oracle

needs_compiler = pytest.mark.skipif(shutil.which("c++") is None, reason="the C++ backend needs a compiler")


def table(_name: str) -> bytes:
    """A table of blocks that all heads share; no block of queries of five has keys, and block 7 of keys no query."""
    held = np.random.default_rng(5).random((1, 660, 660)) < 0.2
    held[:, ::5] = False
    held[:, :, 7] = False
    file = io.BytesIO()
    np.save(file, held)
    return file.getvalue()


def source_of(body: str) -> Source:
    return Source("made.pat", f"pattern made {{\n{body}\n}}", beside=table)


BODIES = {
    "keys": "attend blocks(1, random(5))",
    "density": "attend blocks(2, random(density=0.1))",
    "causal": "attend causal & blocks(4, random(3))",
    "window": "attend window(9, 0) | blocks(1, random(4))",
    "taken out": "attend blocks(2, random(6)) - window(5)",
    "dilated": "attend stride(3) & blocks(1, random(9)) | window(2, 0)",
    "twice": "attend blocks(1, random(6))\nattend blocks(2, random(3)) & causal\ncombine mean",
    "detached": "attend blocks(1, random(6))\nattend window(7)\ncombine lse(detach)",
    "documents": "input d: offsets\nattend document(@d) & blocks(2, random(20))\nattend window(3) & document(@d)\n"
    "combine lse",
    "groups": "heads 0..1 { attend blocks(1, random(6)) }\nheads 1.. { attend window(4) | blocks(1, random(3)) }",
    "chosen": "attend blocks(1, topk(5)) & causal",
    "scores": "input s: table(heads)\nscore alibi\nscore softcap(20)\nscore sink(@s)\nattend blocks(1, random(7))",
    "slopes": "input a: table(heads)\nscore alibi(@a)\nattend causal & blocks(1, random(7))",
    "pairs": "input p: pairs\nscore bias(@p)\nattend blocks(1, random(7)) | window(2, 0)",
    "biased": "input b: table(heads, 9)\nscore bias(@b)\nattend blocks(1, random(7)) | window(2, 0)",
}
SHARED = {
    "one list": 'attend blocks(2, table("shared.npy"))',
    "one list, causal": 'attend causal & blocks(2, table("shared.npy"))',
    "one list, alibi": 'score alibi\nattend causal & blocks(2, table("shared.npy")) | window(3, 0)',
    "one list of some heads": 'heads 0..1 { attend window(3) }\nheads 1.. { attend blocks(2, table("shared.npy")) }',
}
DIMS = HeadDims.equal(24)
SHAPES = (
    Shape("all", 1, 6, 2, DIMS, 37, 37, 0, 0, 37),
    Shape("a part", 2, 4, 2, DIMS, 21, 30, 20, 8, 41),
)


@pytest.mark.parametrize("name", [name for name in (*BODIES, *SHARED) if name not in ("chosen", "pairs")])
def test_programs_take_each_pair_as_often_as_meant(name: str) -> None:
    """But for choices and numbers of pairs, which index sets don't have: C++ is held to these."""
    hold_programs(source_of({**BODIES, **SHARED}[name]), *SHAPES)


# ---- what programs visit ---------------------------------------------------------------------------------------------
def tiles_of(body: str) -> Tiles:
    analysis = analyse(source_of(body), {}, targets=())
    target = target_named(CPP.targets[0])
    assert target is not None
    kernel: Kernel = schedule(analysis.meanings[0], analysis.normals[0], target, CPP.lowerings)
    tiles = CPP.legalize(kernel, Source("made.pat", "", quotes=defaultdict(str)), target)
    assert isinstance(tiles, Tiles)
    return tiles


def layouts(body: str) -> dict[str, Rows]:
    return {one.name.lstrip("_"): one.program.rows for one in tiles_of(body).programs}


@pytest.mark.parametrize("block", [1, 2, 4, 8])
def test_a_program_is_one_query_where_a_list_holds_for_few(block: int) -> None:
    found = layouts(f"attend blocks({block}, random(3))")
    assert [found[name] for name in ("forward_head", "grad_query_head", "gradients_head")] == 3 * [Rows.HEAD]


def test_tiles_of_queries_stay_where_blocks_fill_them() -> None:
    assert not {Rows.HEAD, Rows.HEADS} & set(layouts("attend blocks(16, random(3)) | window(4)").values())


@pytest.mark.parametrize(
    ("body", "few"),
    [
        ("attend blocks(2, random(density=0.1))", True),
        ("attend blocks(2, random(density=0.5)) & window(512)", False),
        ("attend blocks(4, !random(3))", False),
        ("attend blocks(4, !random(density=0.9))", True),
        ('attend blocks(2, table("held.npy"))', True),
        ('attend blocks(2, !table("held.npy"))', False),
        ("input picks: selection(heads)\nattend selected(@picks)", True),
    ],
)
def test_lists_of_many_blocks_fill_tiles_of_queries(body: str, few: bool) -> None:
    """Eight lists of half of all blocks name nearly all: one tile visits them, and no row has a program of its own."""
    assert bool({Rows.HEAD, Rows.HEADS} & set(layouts(body).values())) is few


def test_a_window_beside_a_list_stays_in_tiles_of_queries() -> None:
    tiles = tiles_of("attend window(9, 0) | blocks(1, random(4))")
    (made,) = tiles.groups[0].forward
    programs = {one.name: one.program for one in tiles.programs}
    assert [programs[one.program].rows for one in made.launches] == [Rows.HEAD, Rows.DENSE]
    assert [bool(one.lists) for one in made.launches] == [True, False]


def test_heads_that_share_a_list_load_its_keys_once() -> None:
    tiles = tiles_of(SHARED["one list"])
    programs = {one.name: one.program for one in tiles.programs}
    launches: tuple[Launch, ...] = (*tiles.groups[0].forward[0].launches, *tiles.groups[0].grad_query.launches)
    for launch in launches:
        assert launch.by_key_head
        assert programs[launch.program].rows is Rows.HEADS
        loads = [one for one in walk(programs[launch.program].body) if isinstance(one, Load)]
        rows = [one.name for one in loads if isinstance(one.address.source, AcrossHeads)]
        assert set(rows) <= {"queries", "grads"}
        assert [one.name for one in loads if one.name.endswith("_tile")] == ["key_tile", "value_tile"]


def test_each_portion_adds_to_gradients_of_its_own() -> None:
    """Programs of several portions may run at the same time."""
    for named in tiles_of("attend window(9, 0) | blocks(1, random(4))").programs:
        adding = [one for one in walk(named.program.body) if isinstance(one, AddRows)]
        places = [one for one in walk(named.program.body) if isinstance(one, Let) and one.names == ("key_rows",)]
        assert len(places) == len(adding) / 2
        for place in places:
            assert {AXES[0].place, AXES[0].count, AXES[2].count, "portions"} <= reads(place)


# ---- modules ---------------------------------------------------------------------------------------------------------
def hold(body: str, folder: Path, backend: str, *shapes: Shape, dtype: str = "float32") -> None:
    module, pattern = build_source(source_of(body), folder, backend)
    for key in getattr(module, "_TILES", ()):
        module._TILES[key] = ((256, 16, 16, 4, 1),)
    for shape in shapes:
        inputs = with_selection(module, pattern, shape, draw(shape, dtype, "cpu", 11, pattern))
        found, truth = answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs)
        errors = compare(found, truth, shape, dtype, pattern)
        assert errors.worst < TOLERANCE[dtype], errors


TOGETHER = "\n".join(
    (
        "input d: offsets",
        "input s: table(heads)",
        "score alibi",
        "score sink(@s)",
        "heads 0..3 { attend document(@d) & (window(9, 0) | blocks(1, random(4))) }",
        'heads 3.. { attend blocks(2, table("shared.npy")) & causal }',
    )
)
"""Documents beside a list, sinks, slopes, head groups that part a key head, rows without keys."""


@needs_compiler
@pytest.mark.parametrize(
    "dtype", ["float32", *(pytest.param(one, marks=pytest.mark.long) for one in ("bfloat16", "float16"))]
)
def test_cpp_modules_mean_what_the_pattern_does(dtype: str, tmp_path: Path) -> None:
    body = TOGETHER
    shapes = (
        Shape("all, in one pass", 2, 12, 2, HeadDims(40, 24), 79, 79, 0, 0, 79),
        Shape("a part, each gradient by itself", 1, 4, 2, HeadDims(24, 40), 37, 51, 33, 10, 73),
    )
    hold(body, tmp_path, "cpp", *shapes, dtype=dtype)


@needs_compiler
@pytest.mark.long
@pytest.mark.parametrize("name", [*BODIES, *SHARED])
def test_all_cpp_modules(name: str, tmp_path: Path) -> None:
    body = {**BODIES, **SHARED}[name]
    many = Shape("many key heads", 2, 6, 2, DIMS, 67, 67, 0, 0, 67)
    hold(body, tmp_path, "cpp", *SHAPES, many)


@pytest.mark.interpreter
@pytest.mark.parametrize("name", ["window", "one list, alibi"])
def test_triton_modules(name: str, tmp_path: Path) -> None:
    body = {**BODIES, **SHARED}[name]
    hold(body, tmp_path, "triton", Shape("all", 1, 4, 2, HeadDims(16, 40), 35, 35, 0, 0, 35))


# ---- gradients in parts ----------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def parted(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, Pattern]:
    folder = tmp_path_factory.mktemp("parted")
    return build_source(source_of(SHARED["one list, alibi"]), folder, "cpp")


@needs_compiler
def test_parts_of_a_call_add_to_gradients_of_their_own(parted: tuple[ModuleType, Pattern]) -> None:
    module, pattern = parted
    shape = Shape("two parts", 1, 4, 2, HeadDims.equal(16), 1301, 1301, 0, 0, 1301)
    inputs = draw(shape, "float32", "cpu", 3, pattern)
    found = answer_of(module, pattern, shape, inputs)
    errors = compare(found, oracle(pattern, shape, inputs), shape, "float32", pattern)
    assert errors.passed, errors
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        again = answer_of(module, pattern, shape, inputs)
    finally:
        torch.set_num_threads(threads)
    assert all(torch.equal(getattr(found, name), getattr(again, name)) for name in ("out", "dq", "dk", "dv"))


@needs_compiler
def test_what_no_query_lists_is_not_read(tmp_path: Path) -> None:
    module, _ = build_source(source_of(SHARED["one list"]), tmp_path, "cpp")
    n = 70
    free = torch.arange(n) // 2 == 7
    query, key, value = (torch.randn(2, heads, n, 24) for heads in (6, 2, 2))
    results = []
    for number in (0.0, float("nan")):
        own = [x.clone() for x in (query, key, value)]
        for x in own[1:]:
            x[:, :, free] = number
        own = [x.requires_grad_() for x in own]
        out = module.attention(*own)
        out.sum().backward()
        results.append([out.detach(), *(x.grad for x in own)])
    for one, other in zip(*results, strict=True):
        assert torch.equal(one, other)
        assert bool(other.isfinite().all())
