"""Triton modules in Triton's interpreter against the float64 meaning: output, lse, gradients of every kind of sweep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod
from pathlib import Path

import pytest
import torch
from _pytest.mark.structures import ParameterSet
from built import build, reference_of
from torch import Tensor
from triton_cases import PATTERNS, SHAPES, WIDER, hold, small
from walks import fused

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.testing.compare import answer_of, compare, draw
from patternc.testing.oracle import oracle

pytestmark = pytest.mark.interpreter

GRIDS = {
    "hilbert": "grid 8 x 9; layout hilbert; attend box(3, 5)",
    "dilated box": "grid 9 x 9; layout tiled(4, 4); attend box(3, 3, dilation=[2, 1])",
    "causal box": "grid 8 x 10; layout morton; attend box(5, 3) & causal",
    "box of three": "grid 4 x 5 x 5; layout natural; attend box(3, 3, 3) | first(3)",
    "no box": "grid 8 x 10; attend window(9) - box(5, 3)",
}
CHOSEN = {
    "chosen": "attend blocks(16, topk(2)); where causal",
    "chosen or near": "input docs: offsets; attend blocks(8, topk(2) | window(1)) & document(@docs)",
}
DROPPED = {
    "dropped": "attend blocks(16, random(1) | window(0)); attend first(3); combine lse(detach); score softcap(2.0)",
    "dropped by mean": "segments [16, 32]; dilations [1, 3]; offset head; combine mean",
}


# `test_evaluate_programs` holds every loop, edge and merge of programs; here is what kernels compute besides, quickly.
QUICK = (
    ("paper", 0),
    ("mean", 2),
    ("partition", 1),
    ("official", 2),
    ("sum", 2),
    ("keys dilated", 1),
    ("sinks", 0),
    ("capped", 2),
)
QUICK_WIDER = frozenset({"tables", "padding", "documents", "comparisons in 64 bits", "small blocks", "lists by heads"})
FEW = Shape("few", 2, 2, 1, HeadDims.equal(16), 37, 35, 1, 3, 41)


def telling() -> Iterator[ParameterSet]:
    """Every pattern with every shape; all but a few are slow."""
    for name, (number, shape) in product(PATTERNS, enumerate(SHAPES)):
        marks = () if (name, number) in QUICK else (pytest.mark.slow,)
        yield pytest.param(name, shape, id=f"{name}, {shape.name}", marks=marks)


@pytest.mark.parametrize(("name", "shape"), tuple(telling()))
def test_meaning(name: str, shape: Shape, tmp_path: Path) -> None:
    module, pattern = build(f"pattern made {{ {PATTERNS[name]} }}", tmp_path, "triton")
    hold(module, pattern, shape)


def wider() -> Iterator[ParameterSet]:
    """What is listed, tested pair by pair or given at run time: some in a short call, all in long ones if slow."""
    for name, shape in product(WIDER, (FEW, CROWD, *SHAPES[1:])):
        marks = () if name in QUICK_WIDER and shape is FEW else (pytest.mark.slow,)
        yield pytest.param(name, shape, id=f"{name}, {shape.name}", marks=marks)


CROWD = Shape("batches of grouped heads", 2, 4, 2, HeadDims.equal(16), 67, 67, 0, 0, 67)


@pytest.mark.long
@pytest.mark.parametrize(("name", "shape"), tuple(wider()))
def test_wider_meaning(name: str, shape: Shape, tmp_path: Path) -> None:
    module, pattern = build(f"pattern made {{ {WIDER[name]} }}", tmp_path, "triton")
    hold(module, pattern, shape)


def quick_first(names: Iterable[str]) -> list[ParameterSet]:
    """The first of some, and the others if slow."""
    first, *others = names
    return [pytest.param(first), *(pytest.param(name, marks=pytest.mark.slow) for name in others)]


@pytest.mark.parametrize("name", quick_first(GRIDS))
def test_grids(name: str, tmp_path: Path) -> None:
    """The whole grid, and a stretch of its queries and of its keys."""
    module, pattern = build(f"pattern made {{ {GRIDS[name]} }}", tmp_path, "triton")
    n = prod(pattern.grid)
    hold(module, pattern, Shape("whole", 1, 1, 1, HeadDims.equal(16), n, n, 0, 0, n))
    hold(module, pattern, Shape("part", 1, 2, 1, HeadDims.equal(16), n // 3, n - 20, 13, 9, n))


@pytest.mark.parametrize("name", quick_first(CHOSEN))
def test_chosen_blocks(name: str, tmp_path: Path) -> None:
    module, pattern = build(f"pattern made {{ {CHOSEN[name]} }}", tmp_path, "triton")
    hold(module, pattern, Shape("whole", 2, 2, 1, HeadDims.equal(16), 53, 53, 0, 0, 53))
    hold(module, pattern, Shape("part", 1, 2, 2, HeadDims.equal(16), 38, 54, 32, 16, 70))


LAYER = "module Layer { pattern made; embed 64; heads 4; head_dim 16; dropout 0.1 }"


@pytest.mark.long
@pytest.mark.parametrize("name", quick_first(DROPPED))
def test_dropout(name: str, tmp_path: Path) -> None:
    """A seed drops the same weights forward, in both gradients and in the meaning; a dropout of 0 drops none."""
    module, pattern = build(f"pattern made {{ {DROPPED[name]} }} {LAYER}", tmp_path, "triton")
    hold(module, pattern, Shape("grouped heads", 2, 2, 1, HeadDims.equal(16), 37, 37, 0, 0, 37))
    plain, _ = build(f"pattern made {{ {DROPPED[name]} }}", tmp_path, "triton")
    small(plain)
    leaves = tuple(x.requires_grad_() for x in torch.randn(3, 1, 2, 19, 16).unbind())
    some = torch.autograd.grad(module.attention(*leaves, dropout=0.0).square().sum(), leaves)
    others = torch.autograd.grad(plain.attention(*leaves).square().sum(), leaves)
    for one, other in zip(some, others, strict=True):
        torch.testing.assert_close(one, other)


DTYPES = ("float32", "float16", "bfloat16")
HEAD_DIMS = (16, 17, 24, 40, 80, 256)


@pytest.mark.long
@pytest.mark.parametrize(("head_dim", "dtype"), tuple(zip(HEAD_DIMS, DTYPES * 2, strict=True)))
def test_head_dims_and_dtypes(head_dim: int, dtype: str, tmp_path: Path) -> None:
    module, pattern = build(f"pattern made {{ {PATTERNS['paper']} }}", tmp_path, "triton")
    hold(module, pattern, Shape("made", 1, 2, 1, HeadDims.equal(head_dim), 21, 21, 0, 0, 21), dtype)


MERGED = "attend segment(8, dilation=2); attend segment(16, dilation=4); combine lse"
GROUPS = {
    "in place": "heads 0..1 { attend window(9, 0) }; heads 1.. { attend causal }",
    "merged": f"heads 0..1 {{ attend window(4, 0) }}; heads 1.. {{ {MERGED} }}; where causal",
    "partition": "segments [8, 16]; dilations [2, 4]; offset head; heads partition(extra=first); combine lse",
}


@pytest.mark.long
@pytest.mark.parametrize(("name", "head_dim"), [("in place", 40), ("merged", 48), ("merged", 65), ("partition", 33)])
def test_head_groups_that_share_keys(name: str, head_dim: int, tmp_path: Path) -> None:
    """Gradients of the second group's keys are added to those of the first, whole rows: of one part or of two."""
    module, pattern = build(f"pattern made {{ {GROUPS[name]} }}", tmp_path, "triton")
    assert "_store_more" in vars(module)
    hold(module, pattern, Shape("made", 1, 2, 1, HeadDims.equal(head_dim), 21, 21, 0, 0, 21))


FUSABLE = (
    "segments [16, 32]; dilations [1, 2]; offset head; combine lse; where causal",
    "attend segment(32); attend stride(4, offset=head_block); attend stride(2, offset=all); combine lse",
)


@pytest.mark.slow
@pytest.mark.parametrize("text", FUSABLE)
def test_class_fused(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lowering that the cost model seldom picks for short sequences, picked."""
    monkeypatch.setattr("patternc.schedule.schedule", lambda meaning, normal, *_: fused(meaning, normal))
    module, pattern = build(f"pattern made {{ {text} }}", tmp_path, "triton")
    assert "_forward_classes" in vars(module)
    hold(module, pattern, SHAPES[0])
    hold(module, pattern, SHAPES[1])


def test_strides(tmp_path: Path) -> None:
    """Heads and positions may be laid out in any order, and rows may lie far apart."""
    module, _ = build(f"pattern made {{ {PATTERNS['paper']} }}", tmp_path, "triton")
    small(module)
    wide = torch.randn(2, 24, 3, 2, 16).transpose(1, 3)  # [2, 2, 3, 24, 16]
    query, key, value = (x.requires_grad_() for x in wide.unbind(2))
    leaves = [x.detach().contiguous().requires_grad_() for x in (query, key, value)]
    out, again = module.attention(query, key, value), module.attention(*leaves)
    assert torch.equal(out, again)
    flow = torch.randn(2, 24, 2, 16).transpose(1, 2)
    here, there = torch.autograd.grad(out, (query, key, value), flow), torch.autograd.grad(again, leaves, flow)
    for a, b in zip(here, there, strict=True):
        assert torch.equal(a, b)


def test_what_kernels_know_of_strides(tmp_path: Path) -> None:
    """What is no multiple of 16 elements is odd whatever the length, so that Triton sees nothing in it."""
    module, _ = build(f"pattern made {{ {PATTERNS['paper']} }}", tmp_path, "triton")

    def known(*shape: int) -> tuple[int, ...]:
        return tuple(int(x) for x in module._strides(torch.empty(shape, device="meta")))

    assert known(2, 3, 1000, 64) == (192000, 64000, 64, 16)
    assert known(2, 3, 1000, 72) == (2 * 27000 + 1, 2 * 9000 + 1, 2 * 9 + 1, 8)
    assert known(2, 3, 1000, 17) == (2 * 51000 + 1, 2 * 17000 + 1, 2 * 17 + 1, 1)


@pytest.mark.parametrize("head_dim", [16, 24, 17])
def test_strides_of_more_than_32_bits(head_dim: int, tmp_path: Path) -> None:
    """Also those that kernels get divided by what all are multiples of; and none, of what is expanded."""
    module, _ = build(f"pattern made {{ {PATTERNS['window']} }}", tmp_path, "triton")
    small(module)
    far = 2**31 + head_dim * 16
    rows = torch.empty(far + 2 * 20 * head_dim, dtype=torch.float16)  # of which few pages are touched
    wide = rows.as_strided((2, 2, 20, head_dim), (far, 20 * head_dim, head_dim, 1))
    wide.copy_(torch.randn(wide.shape))
    alike = torch.randn(2, 1, 20, head_dim).half().expand(2, 2, 20, head_dim)
    apart = torch.empty(2**31 + 40, dtype=torch.float16).as_strided((1, 1, 2, head_dim), (1, 1, 2**31 + 7, 1))
    apart.copy_(torch.randn(apart.shape))
    assert torch.equal(module.attention(apart, apart, apart), module.attention(*[apart.contiguous()] * 3))
    found = module.attention(wide, alike, wide)
    assert torch.equal(found, module.attention(wide.contiguous(), alike.contiguous(), wide.contiguous()))


TILED = {
    "uneven": PATTERNS["uneven"],
    "blocks of rows and columns": "attend blocks(32, random(1, seed=2) | stride(3)) & causal",
    "cut blocks": "attend blocks(24, random(1, seed=2) | window(1))",
}


@pytest.mark.parametrize("name", quick_first(reversed(TILED)))
def test_tiles_change_nothing_but_rounding(name: str, tmp_path: Path) -> None:
    """Tiles within a block, of a block, of several, of rows and of columns."""
    module, _ = build(f"pattern made {{ {TILED[name]} }}", tmp_path, "triton")
    leaves = tuple(x.requires_grad_() for x in torch.randn(3, 1, 1, 75, 16).unbind())
    found = []
    for block_m, block_n in ((32, 16), (64, 32), (16, 64)):
        for table in module._TILES:
            module._TILES[table] = ((256, block_m, block_n, 4, 1),)
        out = module.attention(*leaves)
        found.append((out, *torch.autograd.grad(out.square().sum(), leaves)))
    for other in found[1:]:
        for one, again in zip(found[0], other, strict=True):
            torch.testing.assert_close(one, again, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("scale", [-0.25, 0.0])
def test_a_scale_that_is_not_positive(scale: float, tmp_path: Path) -> None:
    """Kernels that take the highest product for the highest score, and -inf for one of -inf, see a positive one."""
    module, _ = build(f"pattern made {{ {PATTERNS['sinks']} }}", tmp_path, "triton")
    small(module)
    torch.manual_seed(0)
    query, key, value = (60 * torch.randn(3, 1, 2, 70, 16)).unbind()  # scores of thousands: another peak overflows
    out, lse = module.attention(query, key, value, scale=scale, return_lse=True)
    truth, truth_lse = reference_of(module).reference(query, key, value, scale=scale, return_lse=True)
    assert (out.double() - truth).norm() < 1e-4 * truth.norm()
    assert (lse.double() - truth_lse).norm() < 1e-6 * truth_lse.norm()


MADE = tuple(f"pattern made {{ {PATTERNS[name]} }}" for name in ("paper", "official"))


@pytest.mark.long
@pytest.mark.parametrize("text", MADE)
def test_operator_obeys_torch(text: str, tmp_path: Path) -> None:
    module, _ = build(text, tmp_path, "triton")
    small(module)
    leaves = tuple(x.requires_grad_() for x in torch.randn(3, 1, 2, 18, 16).unbind())
    named = {argument.name for argument in module._operator._opoverload._schema.arguments}
    heads = tuple(value for name, value in (("head_offset", 1), ("num_heads", 4)) if name in named)
    torch.library.opcheck(module._operator, (*leaves, 0.25, 7, 7, 25, *heads))


@pytest.mark.long
@pytest.mark.parametrize("text", quick_first(reversed(MADE)))
def test_a_jacobian_is_one_call(text: str, tmp_path: Path) -> None:
    """What vmap hands to the kernels for several gradients of one output is contiguous."""
    module, _ = build(text, tmp_path, "triton")
    small(module)
    leaves = tuple(torch.randn(3, 1, 1, 18, 16).unbind())

    def jacobian(function: Callable[..., Tensor]) -> tuple[Tensor, ...]:
        found: tuple[Tensor, ...] = torch.func.jacrev(lambda *x: function(*x)[:, :, ::17, ::9], (0, 1, 2))(*leaves)
        return found

    for one, other in zip(jacobian(module.attention), jacobian(reference_of(module).reference), strict=True):
        assert (one.double() - other.double()).norm() < 2e-6 * other.double().norm()


@pytest.mark.long
@pytest.mark.parametrize("text", quick_first(reversed(MADE)))
def test_compiles_whole(text: str, tmp_path: Path) -> None:
    module, _ = build(text, tmp_path, "triton")
    small(module)

    def step(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        out, lse = module.attention(query.sin(), key, value, return_lse=True)
        mixed: Tensor = out.cos() * lse.unsqueeze(-1)
        return mixed.sum()

    compiled = torch.compile(step, fullgraph=True, dynamic=True, backend="aot_eager")
    for n in (24, 29):
        leaves = tuple(x.requires_grad_() for x in torch.randn(3, 1, 2, n, 16).unbind())
        ours, plain = (torch.autograd.grad(f(*leaves), leaves) for f in (compiled, step))
        for one, other in zip(ours, plain, strict=True):
            torch.testing.assert_close(one, other)


def test_exports(tmp_path: Path) -> None:
    module, _ = build(MADE[0], tmp_path, "triton")
    small(module)
    query, key, value = torch.randn(3, 1, 2, 24, 16).unbind()
    n = torch.export.Dim("n", min=2, max=4096)
    names = {name: {2: n} for name in ("query", "key", "value")}
    program = torch.export.export(module.Made(), (query, key, value), dynamic_shapes=names)
    longer = torch.randn(3, 1, 2, 29, 16).unbind()
    torch.testing.assert_close(program.module()(*longer), module.attention(*longer))


def test_slopes_of_heads_that_are_no_power_of_two(tmp_path: Path) -> None:
    module, pattern = build("pattern made { attend causal; score alibi }", tmp_path, "triton")
    hold(
        module,
        pattern,
        Shape("some of eleven heads", 1, 6, 2, HeadDims.equal(16), 21, 30, 9, 0, 30, head_offset=5, num_heads=11),
    )


CUT = {
    "keys within blocks": (
        "attend blocks(8, random(3, seed=1))",
        Shape("part", 1, 2, 1, HeadDims.equal(16), 37, 35, 1, 3, 41),
    ),
    "blocks across tiles": (
        "attend blocks(24, random(3, seed=1))",
        Shape("part", 1, 2, 1, HeadDims.equal(16), 20, 41, 40, 17, 100),
    ),
    "heads of a range": (
        WIDER["lists by heads"],
        Shape("part", 1, 2, 1, HeadDims.equal(16), 21, 27, 11, 3, 41, head_offset=2, num_heads=7),
    ),
}


@pytest.mark.parametrize("name", CUT)
def test_lists_that_a_call_cuts(name: str, tmp_path: Path) -> None:
    """The first and the last block of keys in part, and blocks of rows that tiles outside of the call meet too."""
    text, shape = CUT[name]
    module, pattern = build(f"pattern made {{ {text} }}", tmp_path, "triton")
    hold(module, pattern, shape)


def test_documents_that_all_batch_entries_share(tmp_path: Path) -> None:
    text = "pattern made { input docs: offsets; attend document(@docs) & causal }"
    module, _ = build(text, tmp_path, "triton")
    small(module)
    docs = torch.tensor([0, 7, 16, 20])
    results = []
    for function in (module.attention, reference_of(module).reference):
        torch.manual_seed(3)
        leaves = [x.requires_grad_() for x in torch.randn(3, 2, 2, 20, 16).unbind()]
        out = function(*leaves, docs=docs)
        results.append((out, *torch.autograd.grad(out.sum(), leaves)))
    for ours, truth in zip(*results, strict=True):
        torch.testing.assert_close(ours, truth.to(ours.dtype), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("condition", "n"), [("q * k % 3 < 2", 2**20), ("k * 1000 % 7 < 3", 2**22)])
def test_comparisons_of_numbers_that_32_bits_do_not_hold(condition: str, n: int, tmp_path: Path) -> None:
    module, pattern = build(f"pattern made {{ attend when({condition}) }}", tmp_path, "triton")
    hold(module, pattern, Shape("far", 1, 1, 1, HeadDims.equal(16), 20, 40, n, n - 20, n + 20))


def test_tiles_meet_no_more_blocks_than_an_entry_has_bits(tmp_path: Path) -> None:
    """Tiles as they are on GPUs."""
    module, pattern = build("pattern made { attend blocks(1, random(2, seed=3)) }", tmp_path, "triton")
    shape = Shape("tiles of 64 rows", 1, 1, 1, HeadDims.equal(16), 70, 70, 0, 0, 70)
    inputs = draw(shape, "float32", "cpu", 7, pattern)
    errors = compare(
        answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs), shape, "float32", pattern
    )
    assert errors.passed, errors


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        pytest.param(
            "attend causal - window(0, 0)", Shape("odd", 1, 1, 1, HeadDims.equal(16), 37, 37, 0, 0, 37), id="behind"
        ),
        pytest.param("attend blocks(24, random(1, seed=3) | window(0))", SHAPES[1], id="listed, before and behind"),
    ],
)
def test_no_number_of_a_row_is_read_outside_of_the_call(
    text: str, shape: Shape, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gradients of keys take an lse and a delta of every query of a tile, which may reach beyond those of the call."""
    module, pattern = build(f"pattern made {{ {text} }}", tmp_path, "triton")

    own = torch.empty

    def enclosed(*size: tuple[int, ...], **options: torch.dtype) -> Tensor:
        """Memory between numbers that are none, where numbers of rows are kept."""
        if options.get("dtype") != torch.float32:
            return own(*size, **options)  # type: ignore[call-overload, no-any-return]
        return torch.full((prod(size[0]) + 128,), torch.nan)[64:-64].view(size[0])

    monkeypatch.setattr(torch, "empty", enclosed)
    hold(module, pattern, shape)


def test_partials_hold_what_bfloat16_does(tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {PATTERNS['paper']} }}", tmp_path, "triton")
    small(module)
    query, key, value = torch.randn(3, 1, 2, 40, 16).bfloat16().unbind()
    out = module.attention(query, key, 1e6 * value)
    torch.testing.assert_close(
        out.double(), reference_of(module).reference(query, key, 1e6 * value), rtol=0.02, atol=2e4
    )
