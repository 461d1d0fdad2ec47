"""A call with some of a model's heads returns what a call with all heads returns for them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
import torch.distributed
from built import build, reference_of
from conftest import ROOT
from loading import load
from torch import Tensor
from torch._dynamo.testing import CompileCounter
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor
from with_sources import has_sources

from patternc.analysis.calls import Shape, shapes
from patternc.api import backend_named
from patternc.driver import analyse, modules, read
from patternc.ir.addresses import HeadDims
from patternc.ir.interface import interface
from patternc.ir.mask import InputKind, Pattern
from patternc.targets import TARGETS
from patternc.testing.compare import answer_of, draw, with_selection
from patternc.testing.oracle import Answer, Inputs


def by_head(file: Path) -> bool:
    (pattern,) = analyse(read(file), {}, targets=()).meanings
    tables = any(None in one.shape for one in pattern.inputs)
    return bool(interface(pattern).heads) or tables or "topk" in file.read_text()


FILES = [*(ROOT / "tests/patterns").glob("*.pat"), *(ROOT / "patternc/presets").glob("*.pat")]
ONE = [file for file in FILES if file.stem != "projected" and not has_sources(file.read_text())]
BY_HEAD = sorted(file for file in ONE if by_head(file))


@pytest.fixture(scope="module", params=BY_HEAD, ids=lambda file: file.stem)
def golden(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, Pattern]:
    source = read(request.param)
    (pattern,) = analyse(source, {}, targets=()).meanings
    (file,) = modules(analyse(source, {}, targets=()), backend_named("torch"), TARGETS[0])
    path = tmp_path_factory.mktemp("heads") / file.name
    path.write_text(file.text)
    return load(path), pattern


def part(pattern: Pattern, shape: Shape, inputs: Inputs, start: int, stop: int) -> tuple[Shape, Inputs]:
    """The call of the heads from `start` to `stop`, which are whole groups."""
    heads, group = slice(start, stop), shape.heads // shape.kv_heads
    keys = slice(start // group, stop // group)
    tables = {one.name for one in pattern.inputs if one.shape[:1] == (None,)}
    second = {"selection", *(one.name for one in pattern.inputs if one.kind is InputKind.PAIRS)}
    given = {
        name: value[:, heads] if name in second else value[heads] if name in tables else value  # type: ignore[index]
        for name, value in inputs.arguments.items()
    }
    held = Inputs(
        inputs.query[:, heads],
        inputs.key[:, keys],
        inputs.value[:, keys],
        inputs.grad_out[:, heads],
        inputs.grad_lse[:, heads],
        given,
    )
    count = stop - start
    own = replace(shape, heads=count, kv_heads=count // group, head_offset=start, num_heads=shape.heads)
    return own, held


def held_of(answer: Answer, shape: Shape, start: int, stop: int) -> dict[str, Tensor | None]:
    """What an answer holds of some heads."""
    group = shape.heads // shape.kv_heads
    keys = slice(start // group, stop // group)
    lse = None if answer.lse is None else answer.lse[:, start:stop]
    tables = {
        name: grad[:, start:stop] if grad.dim() == 4 else grad[start:stop] for name, grad in answer.tables.items()
    }
    return {
        "out": answer.out[:, start:stop],
        "lse": lse,
        "dq": answer.dq[:, start:stop],
        "dk": answer.dk[:, keys],
        "dv": answer.dv[:, keys],
        **tables,
    }


def test_slices_are_slices_of_the_whole(golden: tuple[ModuleType, Pattern]) -> None:
    module, pattern = golden
    for shape in shapes(pattern, 97):
        if shape.num_heads is not None or shape.seq_len > 1000:
            continue
        inputs = with_selection(module, pattern, shape, draw(shape, "float32", "cpu", 11, pattern))
        whole = answer_of(module, pattern, shape, inputs)
        group = shape.heads // shape.kv_heads
        cuts = {0, group, (shape.heads // group // 2 + 1) * group, shape.heads}
        ends = sorted(cut for cut in cuts if cut <= shape.heads)
        for start, stop in pairwise(ends):
            own, held = part(pattern, shape, inputs, start, stop)
            found = held_of(answer_of(module, pattern, own, held), own, 0, stop - start)
            for name, truth in held_of(whole, shape, start, stop).items():
                assert same(found[name], truth), (shape.name, start, stop, name)


def same(found: Tensor | None, truth: Tensor | None) -> bool:
    if found is None or truth is None:
        return found is truth
    finite = truth.isfinite()
    error = (found - truth)[finite].norm() / truth[finite].norm().clamp_min(1e-6)
    return torch.equal(found.isfinite(), finite) and bool(error < 2e-6)


DROPPED = "pattern p { attend window(9) }\nmodule Own { pattern p; embed 64; heads 4; dropout 0.1 }"


@pytest.mark.parametrize("dropout", [0.0, 0.4])
def test_dropout_is_that_of_one_device(dropout: float, tmp_path: Path) -> None:
    module, _ = build(DROPPED, tmp_path)
    query, key, value = (torch.randn(3, 4, 41, 16) for _ in range(3))
    whole = module.attention(query, key, value, dropout=dropout, seed=5)
    for start in (0, 1, 2):
        heads = slice(start, start + 2)
        held = module.attention(
            query[:, heads], key[:, heads], value[:, heads], head_offset=start, num_heads=4, dropout=dropout, seed=5
        )
        torch.testing.assert_close(held, whole[:, heads], rtol=0, atol=2e-6)


PATTERN = "pattern p { segments [32, 64]; dilations [1, 2]; offset head_block; combine lse; score alibi }"
RANGES = """pattern p {
    heads 0..2 { attend causal }
    heads 2..4 { attend window(5) }
    require heads % 4 == 0
}
"""
Q, K, V = (torch.randn(1, 2, 33, 16) for _ in range(3))
BAD = [
    ({"head_offset": -1}, ValueError, r"head_offset is -1, must be 0 to 2\*\*62"),
    ({"head_offset": True}, TypeError, "head_offset is a bool, must be an int"),
    ({"head_offset": np.bool_(True)}, TypeError, "head_offset is a bool, must be an int"),
    ({"head_offset": 1.0}, TypeError, "head_offset is a float, must be an int"),
    ({"head_offset": None}, TypeError, "head_offset is a NoneType, must be an int"),
    ({"head_offset": torch.tensor(1)}, TypeError, "head_offset is a Tensor, must be an int"),
    ({"num_heads": "2"}, TypeError, "num_heads is a str, must be an int"),
    ({"num_heads": False}, TypeError, "num_heads is a bool, must be an int"),
    ({"num_heads": 1}, ValueError, "head_offset is 0 and query has 2 heads, must end by num_heads, which is 1"),
    ({"num_heads": 4, "head_offset": 3}, ValueError, "head_offset is 3 and query has 2 heads, must end by num_heads,"),
    ({"num_heads": 2**17}, ValueError, r"num_heads is 131072, must be 0 to 2\*\*16"),
    ({"head_offset": 2**62}, ValueError, r"num_heads is 4611686018427387906, must be 0 to 2\*\*16"),
]


@pytest.mark.parametrize(("keywords", "kind", "message"), BAD, ids=str)
@pytest.mark.parametrize("text", [PATTERN, "pattern p { attend causal }"], ids=["by head", "alike"])
def test_bad_heads(text: str, keywords: dict[str, object], kind: type[Exception], message: str, tmp_path: Path) -> None:
    module, _ = build(text, tmp_path)
    for function in (module.attention, reference_of(module).reference, module.P()):
        with pytest.raises(kind, match=message):
            function(Q, K, V, **keywords)


def test_integers_may_be_those_of_numpy(tmp_path: Path) -> None:
    module, _ = build(PATTERN, tmp_path)
    plain = module.attention(Q, K, V, head_offset=3, num_heads=7)
    assert torch.equal(module.attention(Q, K, V, head_offset=np.int64(3), num_heads=np.int32(7)), plain)


def test_only_heads_that_a_call_holds_need_branches(tmp_path: Path) -> None:
    module, _ = build(RANGES, tmp_path)
    whole = [x.repeat(1, 2, 1, 1) for x in (Q, K, V)]
    expected = module.attention(*whole)
    for num_heads in (4, 8):
        held = module.attention(*(x[:, 2:] for x in whole), head_offset=2, num_heads=num_heads)
        torch.testing.assert_close(held, expected[:, 2:])
    with pytest.raises(ValueError, match="head_offset is 3 and query has 2 heads, must end by 4: the pattern names no"):
        module.attention(Q, K, V, head_offset=3, num_heads=8)
    with pytest.raises(ValueError, match="p requires heads % 4 == 0; here heads = 6"):
        module.attention(Q, K, V, num_heads=6)
    assert reference_of(module).mask(1, 8, 9).tril().sum() == reference_of(module).mask(1, 8, 9).sum()
    shared, _ = build("pattern p { attend causal; attend full; heads partition(extra=first); combine mean }", tmp_path)
    shared.attention(Q[:, :1], K[:, :1], V[:, :1], num_heads=2)
    with pytest.raises(ValueError, match=r"num_heads is 1 .*, must be at least 2: one for each branch"):
        shared.attention(Q[:, :1], K[:, :1], V[:, :1])


def test_a_table_of_blocks_goes_by_the_models_head(tmp_path: Path) -> None:
    np.save(tmp_path / "held.npy", np.random.default_rng(0).random((4, 3, 3)) < 0.6)
    path = tmp_path / "tabled.pat"
    path.write_text('pattern tabled { attend blocks(16, table("held.npy")) }')
    (file,) = modules(analyse(read(path), {}, targets=()), backend_named("torch"), TARGETS[0])
    (tmp_path / file.name).write_text(file.text)
    module = load(tmp_path / file.name)
    query, key, value = (torch.randn(1, 4, 41, 16) for _ in range(3))
    whole = module.attention(query, key, value)
    held = module.attention(query[:, 1:3], key[:, 1:3], value[:, 1:3], head_offset=1, num_heads=4)
    torch.testing.assert_close(held, whole[:, 1:3], rtol=0, atol=2e-6)
    for heads in (3, 5):
        with pytest.raises(ValueError, match=rf"num_heads is {heads} .*, must be 4: held.npy has as many"):
            module.attention(query[:, 1:3], key[:, 1:3], value[:, 1:3], head_offset=1, num_heads=heads)


def test_a_choice_of_some_heads(tmp_path: Path) -> None:
    """A slice may hold no head that chooses, or some that do not."""
    text = "pattern p { heads 0..2 { attend causal }; heads 2.. { attend blocks(8, topk(2) | window(0)) & causal } }"
    module, _ = build(text, tmp_path)
    query, key, value = (torch.randn(1, 6, 48, 16) for _ in range(3))
    whole, chosen_by_all = module.attention(query, key, value), module.selection(query, key)
    for start, stop in ((0, 2), (1, 3), (2, 4), (3, 6)):
        held = [x[:, start:stop] for x in (query, key, value)]
        heads = {"head_offset": start, "num_heads": 6}
        assert torch.equal(module.selection(held[0], held[1], **heads), chosen_by_all[:, start:stop])
        for function in (module.attention, reference_of(module).reference):
            out = function(*held, **heads)
            torch.testing.assert_close(out.float(), whole[:, start:stop], rtol=0, atol=2e-6)


def test_compiled_once_for_all_slices(tmp_path: Path) -> None:
    module, _ = build(PATTERN, tmp_path)
    counter = CompileCounter()

    def step(query: Tensor, key: Tensor, value: Tensor, head_offset: int) -> Tensor:
        out: Tensor = module.attention(query.sin(), key, value, head_offset=head_offset, num_heads=9)
        return out.cos()

    compiled = torch.compile(step, fullgraph=True, dynamic=True, backend=counter)
    for head_offset in (2, 3, 5, 7):
        leaves = [x.clone().requires_grad_() for x in (Q, K, V)]
        ours, plain = (
            torch.autograd.grad(f(leaves[0], leaves[1], leaves[2], head_offset).sum(), leaves) for f in (compiled, step)
        )
        for one, other in zip(ours, plain, strict=True):
            torch.testing.assert_close(one, other)
    assert counter.frame_count == 1


def test_exported_with_a_slice(tmp_path: Path) -> None:
    module, _ = build(PATTERN, tmp_path)
    program = torch.export.export(module.P(), (Q, K, V), {"head_offset": 3, "num_heads": 7})
    expected = module.attention(Q, K, V, head_offset=3, num_heads=7)
    torch.testing.assert_close(program.module()(Q, K, V, head_offset=3, num_heads=7), expected)


def test_distributed_tensors_are_refused(tmp_path: Path) -> None:
    module, _ = build(PATTERN, tmp_path)
    store = f"file://{tmp_path / 'store'}"
    torch.distributed.init_process_group("gloo", init_method=store, rank=0, world_size=1)
    try:
        mesh = init_device_mesh("cpu", (1,))
        sharded = [distribute_tensor(x, mesh, [Shard(1)]) for x in (Q, K, V)]
        with pytest.raises(
            TypeError, match=r"query is a DTensor, must be a local tensor: pass query.to_local\(\), and"
        ):
            module.attention(*sharded)
        with pytest.raises(TypeError, match=r"value is a DTensor, .* head_offset=... and num_heads=..."):
            module.attention(Q, K, sharded[2])
        held = module.attention(*(x.to_local() for x in sharded), head_offset=2, num_heads=4)
        assert torch.equal(held, module.attention(Q, K, V, head_offset=2, num_heads=4))
    finally:
        torch.distributed.destroy_process_group()


LAYERS = """pattern p { input t: table(heads, 9); segments [16, 32]; dilations [1, 2]; offset head; combine lse
    where causal; score bias(@t) }
module Layer { pattern p; embed 24; heads 6; kv_heads 3; head_dim 16; bias true; norm qk; dropout 0.25 }
"""


def load_slice(held: torch.nn.Module, whole: torch.nn.Module, start: int, stop: int) -> None:
    """Give a module of some heads what the whole module has of them."""
    rows = {"query": slice(16 * start, 16 * stop)}
    rows["key"] = rows["value"] = slice(16 * (start // 2), 16 * -(-stop // 2))
    state = {}
    for name, value in whole.state_dict().items():
        part, _, kind = name.partition(".")
        if part == "output":
            value = value[:, rows["query"]] if kind == "weight" else value
        state[name] = value[rows[part]] if part in rows else value
    if start:
        del state["output.bias"]
    held.load_state_dict(state)


@pytest.mark.parametrize("ends", [(0, 2, 6), (0, 1, 2, 4, 6)], ids=str)
@pytest.mark.parametrize("training", [False, True])
def test_ranks_of_a_module_sum_up_to_it(ends: tuple[int, ...], training: bool, tmp_path: Path) -> None:
    module, _ = build(LAYERS, tmp_path)
    torch.manual_seed(0)
    whole = module.Layer().train(training)
    torch.nn.init.normal_(whole.output.bias)
    x, table = torch.randn(2, 45, 24), torch.randn(6, 9)
    torch.manual_seed(1)
    expected = whole(x, t=table)
    expected.square().sum().backward()
    ranks = [module.Layer(head_offset=start, heads=stop - start).train(training) for start, stop in pairwise(ends)]
    outs = []
    for rank, (start, stop) in zip(ranks, pairwise(ends), strict=True):
        load_slice(rank, whole, start, stop)
        torch.manual_seed(1)  # all ranks draw the seed of one dropout
        outs.append(rank(x, t=table[start:stop]))
    torch.testing.assert_close(sum(outs), expected)
    torch.autograd.backward(outs, [2 * expected.detach()] * len(outs))
    for rank, (start, stop) in zip(ranks, pairwise(ends), strict=True):
        torch.testing.assert_close(rank.query.weight.grad, whole.query.weight.grad[16 * start : 16 * stop])
    shared = sum(rank.query_norm.weight.grad for rank in ranks)
    torch.testing.assert_close(shared, whole.query_norm.weight.grad)


def test_steps_of_a_module_of_some_heads(tmp_path: Path) -> None:
    module, _ = build(LAYERS, tmp_path)
    layer = module.Layer(head_offset=2, heads=2).eval()
    x, table = torch.randn(1, 40, 24), torch.randn(2, 9)
    cache, outs = layer.cache(1, 40), []
    for part in (x[:, :33], x[:, 33:34], x[:, 34:]):
        out, cache = layer.step(part, cache, t=table)
        outs.append(out)
    torch.testing.assert_close(torch.cat(outs, 1), layer(x, t=table))
    assert cache.key.shape[1] == 1
    assert repr(layer).startswith(
        "Layer(\n  p, embed=24, heads=6, kv_heads=3, head_dim=16, norm=qk, dropout=0.25, head_of"
    )


@pytest.mark.parametrize(
    ("keywords", "kind", "message"),
    [
        ({"head_offset": 6}, ValueError, "head_offset is 6, must be 0 to 5"),
        ({"head_offset": -1}, ValueError, "head_offset is -1, must be 0 to 5"),
        ({"head_offset": 1.0}, TypeError, "head_offset is a float, must be an int"),
        ({"heads": 7}, ValueError, "heads is 7, must be 1 to 6 from head_offset 0 on"),
        ({"heads": 0}, ValueError, "heads is 0, must be 1 to 6 from head_offset 0 on"),
        ({"heads": True}, TypeError, "heads is a bool, must be an int"),
        (
            {"head_offset": 1, "heads": 2},
            ValueError,
            "head_offset is 1 and heads is 2, must be whole groups of 2 heads",
        ),
        ({"heads": 3}, ValueError, "head_offset is 0 and heads is 3, must be whole groups of 2 heads that share keys"),
    ],
    ids=str,
)
def test_heads_that_no_module_holds(
    keywords: dict[str, object], kind: type[Exception], message: str, tmp_path: Path
) -> None:
    module, _ = build(LAYERS, tmp_path)
    with pytest.raises(kind, match=message):
        module.Layer(**keywords)


def test_a_norm_over_all_heads_takes_them_all(tmp_path: Path) -> None:
    module, _ = build(LAYERS.replace("norm qk", "norm sub"), tmp_path)
    with pytest.raises(ValueError, match="heads is 4, must be 6: `norm sub` is over the outputs of all heads"):
        module.Layer(head_offset=2)


@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_a_head_that_decides_nothing_is_taken(backend: str, tmp_path: Path) -> None:
    """A mask may name the head in vain: kernels then do not read what the operator takes."""
    module, _ = build("pattern p { attend segment(4, dilation=2, offset=head) | full }", tmp_path, backend)
    assert module.__file__ is not None
    text = Path(module.__file__).read_text()
    assert re.search(r"\b_head_offset\b", text)
    if backend == "torch":
        torch.testing.assert_close(module.attention(Q, K, V, head_offset=3), module.attention(Q, K, V))


TOLD_APART = {
    "comparisons": "attend when((q * 3 + k + h) % 5 < 2 or h == 4) & causal; score alibi",
    "choice": "heads 0..2 { attend causal }; heads 2.. { attend blocks(8, topk(2) | random(1, seed=2)) & causal }",
    "drawn": "heads 3.. { attend blocks(8, random(2, seed=1)) }; heads 0..3 { attend window(4) }; score softcap(2.0)",
    "classes": "heads partition(extra=last); attend stride(4) & keys(every=2) | window(2) & stride(3, offset=head);"
    " attend blocks(8, segment(4, dilation=2, offset=head_block)); combine mean",
}


@pytest.mark.interpreter
@pytest.mark.parametrize("backend", ["torch", pytest.param("triton", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TOLD_APART)
def test_slices_at_every_head(name: str, backend: str, tmp_path: Path) -> None:
    """Slices with no head of a group, with some, with all: output and gradients of the whole call."""
    module, pattern = build(f"pattern p {{ {TOLD_APART[name]} }}", tmp_path, backend)
    for key in getattr(module, "_TILES", ()):
        module._TILES[key] = ((256, 32, 16, 4, 1),)  # the interpreter takes its time for each
    shape = Shape("whole", 1, 6, 6, HeadDims.equal(16), 48, 48, 0, 0, 48)
    inputs = with_selection(module, pattern, shape, draw(shape, "float32", "cpu", 3, pattern))
    whole = answer_of(module, pattern, shape, inputs)
    for start, stop in ((0, 2), (1, 3), (2, 6), (5, 6)):
        own, held = part(pattern, shape, inputs, start, stop)
        found = held_of(answer_of(module, pattern, own, held), own, 0, stop - start)
        for tensor, truth in held_of(whole, shape, start, stop).items():
            assert same(found[tensor], truth), (start, stop, tensor)
