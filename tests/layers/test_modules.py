"""`module` blocks: the classes around a pattern against projections written out here, steps against the whole."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, reference_of
from conftest import ROOT
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from patternc.analysis.distances import is_causal
from patternc.driver import analyse
from patternc.ir.projections import TAKEN, ModuleSpec, Norm
from patternc.ir.semantics import admits
from patternc.pictures.resolved_pattern import resolved
from patternc.source import Source

LONGNET = """pattern longnet {
    segments [32, 64]
    dilations [1, 2]
    offset head
    combine lse
    where causal
    require heads % 2 == 0
}

module Plain {
    pattern longnet
    embed 64
    heads 4
}

module Grouped {
    pattern longnet
    embed 48
    heads 4
    kv_heads 2
    head_dim 16
    value_dim 24
    bias true
    norm qk
}

module SubNormed {
    pattern longnet
    embed 64
    heads 4
    head_dim 24
    value_dim 8
    norm sub
}

module Narrow {
    pattern longnet
    embed 44
    heads 4
}
"""
DROPPING = """pattern local {
    attend window(16, 0)
}

module Dropping {
    pattern local
    embed 32
    heads 2
    dropout 0.25
}

module Keeping {
    pattern local
    embed 32
    heads 2
}
"""
PACKED = """pattern packed {
    input offsets: offsets
    attend document(@offsets) & causal
}

module PackedLayer {
    pattern packed
    embed 32
    heads 2
}
"""
AHEAD = """pattern both_sides {
    attend window(8)
}

module BothSidesLayer {
    pattern both_sides
    embed 32
    heads 2
}
"""
NAMES = ("Plain", "Grouped", "SubNormed", "Narrow")


@pytest.fixture(scope="module")
def longnet(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(LONGNET, tmp_path_factory.mktemp("longnet"))[0]


@pytest.fixture(scope="module")
def dropping(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(DROPPING, tmp_path_factory.mktemp("dropping"))[0]


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(PACKED, tmp_path_factory.mktemp("packed"))[0]


@pytest.fixture(autouse=True)
def _seeded() -> None:
    torch.manual_seed(0)


def layer_of(made: ModuleType, name: str) -> Any:
    """A class's layer, its norms and biases far from what they begin with."""
    layer = getattr(made, name)()
    with torch.no_grad():
        for parameter in layer.parameters():
            if parameter.dim() == 1:
                parameter.uniform_(-1.5, 1.5)
    return layer


def written_out(layer: Any, made: ModuleType, x: Tensor) -> Tensor:
    """What a layer of the first pattern means, in float64, from its state alone."""
    state = {name: value.double() for name, value in layer.state_dict().items()}
    heads, groups = 4, {"Grouped": 2}.get(type(layer).__name__, 1)

    def projected(name: str, y: Tensor) -> Tensor:
        return torch.nn.functional.linear(y, state[f"{name}.weight"], state.get(f"{name}.bias"))

    def split(name: str) -> Tensor:
        own = heads if name == "query" else heads // groups
        parts = projected(name, x.double()).view(*x.shape[:2], own, -1).transpose(1, 2)
        if f"{name}_norm.weight" in state:
            parts = parts / (parts.square().mean(3, keepdim=True) + 1e-6).sqrt() * state[f"{name}_norm.weight"]
        return parts

    out: Tensor = reference_of(made).reference(*(split(name).float() for name in ("query", "key", "value"))).double()
    assert out.shape[1] == heads
    joint = out.transpose(1, 2).flatten(2)
    if "output_norm.weight" in state:
        spread = joint.var(2, keepdim=True, unbiased=False)
        joint = (joint - joint.mean(2, keepdim=True)) / (spread + 1e-5).sqrt()
        joint = joint * state["output_norm.weight"] + state["output_norm.bias"]
    return projected("output", joint)


def difference(found: Tensor, wanted: Tensor) -> float:
    """The relative norm."""
    assert found.shape == wanted.shape
    one, other = found.detach().double(), wanted.detach().double()
    return float((one - other).norm() / other.norm())


# ---- what is checked -------------------------------------------------------------------------------------------------
def specs(text: str) -> tuple[ModuleSpec, ...]:
    """The modules of the file's first pattern."""
    return analyse(Source("p.pat", text), {}, targets=()).meanings[0].modules


def test_what_is_left_out_has_a_default() -> None:
    plain, grouped, normed, narrow = specs(LONGNET)
    assert plain == ModuleSpec("Plain", "longnet", 64, 4, 4, 16, 16, False, Norm.NONE, 0.0)
    assert grouped == ModuleSpec("Grouped", "longnet", 48, 4, 2, 16, 24, True, Norm.QK, 0.0)
    assert normed == ModuleSpec("SubNormed", "longnet", 64, 4, 4, 24, 8, False, Norm.SUB, 0.0)
    assert narrow == ModuleSpec("Narrow", "longnet", 44, 4, 4, 11, 11, False, Norm.NONE, 0.0)


def test_sizes_may_be_worked_out_and_modules_stand_before_their_pattern() -> None:
    (one,) = specs(
        "module Early {\n    pattern p; embed 3 * 256; heads max(4, 12); dropout 0\n}\npattern p { attend full }\n"
    )
    assert (one.embed, one.heads, one.head_dim, one.dropout) == (768, 12, 64, 0.0)


def test_each_pattern_has_its_own_modules_and_dropout() -> None:
    text = "pattern a { attend full }\npattern b { attend causal }\n"
    text += "module Of { pattern b; embed 64; heads 2; dropout 0.5 }\n"
    first, second = analyse(Source("p.pat", text), {}, targets=()).meanings
    assert (first.modules, first.dropout, len(second.modules), second.dropout) == ((), False, 1, True)


def test_the_file_with_every_default_written_out_says_the_same() -> None:
    (text,) = resolved(Source("p.pat", LONGNET), {})
    assert specs(text.replace("score scale(1/sqrt(head_dim))", "")) == specs(LONGNET)


# ---- what it computes ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_a_layer_is_projections_around_the_reference(longnet: ModuleType, name: str) -> None:
    layer = layer_of(longnet, name)
    x = torch.randn(2, 77, layer.query.in_features, requires_grad=True)
    out = layer(x)
    assert difference(out, written_out(layer, longnet, x)) < 2e-6
    grad = torch.randn_like(out)
    found = torch.autograd.grad(out, (x, layer.key.weight), grad)
    double = copy.deepcopy(layer).double()
    wanted = torch.autograd.grad(written_out(layer, longnet, x), x, grad.double())
    assert difference(found[0], wanted[0]) < 2e-6
    assert torch.isfinite(found[1]).all()
    with pytest.raises(TypeError, match=r"torch\.float64"):
        double(x.double())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("dtype", "most"), [(torch.float16, 2e-3), (torch.bfloat16, 2e-2)])
def test_a_layer_in_half_precision(longnet: ModuleType, name: str, dtype: torch.dtype, most: float) -> None:
    layer = layer_of(longnet, name).to(dtype)
    x = torch.randn(2, 50, layer.query.in_features).to(dtype)
    assert layer(x).dtype == dtype
    assert difference(layer(x), written_out(layer, longnet, x)) < most


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_under_autocast_the_projections_decide_the_dtype(longnet: ModuleType, name: str, dtype: torch.dtype) -> None:
    layer = layer_of(longnet, name)
    x = torch.randn(1, 40, layer.query.in_features)
    with torch.autocast("cpu", dtype=dtype):
        out = layer(x)
        again = layer(x.to(dtype))
        step, _ = layer.step(x, layer.cache(1, 40))
    assert out.dtype == again.dtype == step.dtype == dtype
    assert difference(out, written_out(layer, longnet, x)) < 2e-2
    assert torch.equal(step, out)
    torch.autograd.backward(out.float().sum())
    assert all(one.grad is not None and one.grad.dtype == torch.float32 for one in layer.parameters())


def test_a_dtype_that_is_not_the_modules_is_an_error_with_both_ways_out(longnet: ModuleType) -> None:
    layer = layer_of(longnet, "Plain")
    with pytest.raises(TypeError, match=r"module\.to\(torch\.bfloat16\), or call .* torch\.autocast\('cpu'"):
        layer(torch.randn(1, 8, 64).bfloat16())


@pytest.mark.parametrize(
    ("x", "error", "words"),
    [
        (torch.zeros(8, 64), ValueError, r"x has shape \(8, 64\), must be \[batch, length, 64\]"),
        (torch.zeros(1, 8, 63), ValueError, r"must be \[batch, length, 64\]"),
        (torch.zeros(1, 8, 64, dtype=torch.int64), TypeError, r"x is torch\.int64"),
        (torch.zeros(1, 8, 64, device="meta"), ValueError, "x is on meta"),
        ([[1.0]], TypeError, "x is a list"),
    ],
)
def test_an_x_that_does_not_fit(longnet: ModuleType, x: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        longnet.Plain()(x)


def test_nothing_in_nothing_out(longnet: ModuleType) -> None:
    for shape in ((0, 5, 64), (2, 0, 64)):
        assert longnet.Plain()(torch.zeros(shape)).shape == shape


# ---- what a module does besides --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_parameters_are_made_where_they_are_wanted(longnet: ModuleType, name: str) -> None:
    kind = getattr(longnet, name)
    empty = kind(device="meta", dtype=torch.bfloat16)
    assert all(one.device.type == "meta" and one.dtype == torch.bfloat16 for one in empty.parameters())
    layer = layer_of(longnet, name)
    other = kind()
    other.load_state_dict(layer.state_dict())
    x = torch.randn(1, 33, layer.query.in_features)
    assert torch.equal(layer(x), other(x))
    other.reset_parameters()
    fresh = {key: value for key, value in other.named_parameters() if value.dim() == 1}
    assert all(bool((value == key.endswith("norm.weight")).all()) for key, value in fresh.items())
    assert not torch.equal(layer.query.weight, other.query.weight)


def test_its_repr_says_what_the_file_says(longnet: ModuleType) -> None:
    shown = repr(longnet.Grouped())
    assert "longnet, embed=48, heads=4, kv_heads=2, head_dim=16, norm=qk, dropout=0.0, value_dim=24" in shown
    assert "(query_norm): _RMSNorm" in shown


@pytest.mark.slow
def test_torch_compile_and_export_take_a_layer_whole(longnet: ModuleType) -> None:
    for name in NAMES:
        layer = layer_of(longnet, name)
        x = torch.randn(1, 48, layer.query.in_features, requires_grad=True)
        wanted = layer(x)
        compiled: Any = torch.compile(layer, fullgraph=True, backend="aot_eager")
        found = compiled(x)
        assert difference(found, wanted) < 2e-6
        grads = [torch.autograd.grad(out.square().sum(), x)[0] for out in (found, wanted)]
        assert difference(*grads) < 2e-6
        exported = torch.export.export(layer, (x,)).module()
        assert difference(exported(x), wanted) < 2e-6


@pytest.mark.parametrize("dtype", [torch.float64, torch.int8, "half"])
def test_a_layer_is_of_a_dtype_that_attention_takes(longnet: ModuleType, dtype: object) -> None:
    with pytest.raises(TypeError, match=f"dtype is {dtype}, must be torch.float32 or torch.float16 or torch.bfloat16"):
        longnet.Plain(dtype=dtype)


def test_vmap_draws_a_seed_for_each_sample(dropping: ModuleType) -> None:
    layer, x = dropping.Dropping(), torch.randn(3, 1, 8, 32)
    torch.manual_seed(7)
    found = torch.func.vmap(layer, randomness="different")(x)
    torch.manual_seed(7)
    own = torch.randint(2**31, (3,))
    query, key, value = zip(*(layer._project(one) for one in x), strict=True)
    each = [
        dropping.attention(*one, dropout=0.25, seed=seed) for *one, seed in zip(query, key, value, own, strict=True)
    ]
    assert difference(found, torch.stack([layer._join(one) for one in each])) < 2e-6
    same = torch.func.vmap(layer, randomness="same")(x[:1].expand(3, -1, -1, -1))
    assert torch.equal(same[0], same[2])
    assert torch.equal(torch.func.vmap(layer.eval(), randomness="different")(x), torch.stack([*map(layer, x)]))


INPUTS: dict[str, tuple[str, Callable[[int], Tensor]]] = {
    "bias": ("input given: table(heads, 33); attend window(32, 0); score bias(@given)", lambda _: torch.randn(4, 33)),
    "sink": ("input given: table(heads); attend causal; score sink(@given)", lambda _: torch.randn(4)),
    "documents": ("input given: offsets; attend document(@given)", lambda n: torch.tensor([[0, 7, n], [0, 9, n]])),
    "lengths": ("input given: lengths; attend causal & padding(@given)", lambda n: torch.tensor([n, n - 3])),
}


@pytest.mark.long
@pytest.mark.parametrize("name", INPUTS)
def test_a_compiled_layer_takes_inputs_at_every_length(name: str, tmp_path: Path) -> None:
    text, given = INPUTS[name]
    module, _ = build(f"pattern p {{ {text} }}\nmodule Layer {{ pattern p; embed 64; heads 4 }}\n", tmp_path)
    layer = module.Layer()
    compiled: Any = torch.compile(layer, fullgraph=True, dynamic=True, backend="aot_eager")
    for n in (40, 57):
        x, values = torch.randn(2, n, 64), given(n)
        assert difference(compiled(x, given=values), layer(x, given=values)) < 2e-6


# ---- dropout ---------------------------------------------------------------------------------------------------------
def test_dropout_only_in_training(dropping: ModuleType) -> None:
    layer, x = dropping.Dropping(), torch.randn(2, 60, 32)
    keeping = dropping.Keeping()
    keeping.load_state_dict(layer.state_dict())
    assert not torch.equal(layer(x), layer(x))
    assert torch.equal(layer.eval()(x), keeping.train()(x))


def test_a_seed_is_drawn_for_each_call_and_the_weights_dropped_are_its(dropping: ModuleType) -> None:
    layer, x = dropping.Dropping(), torch.randn(2, 60, 32)
    torch.manual_seed(5)
    first, second = layer(x), layer(x)
    torch.manual_seed(5)
    seed = int(torch.randint(2**31, ()))
    query, key, value = layer._project(x)
    assert torch.equal(first, layer._join(dropping.attention(query, key, value, dropout=0.25, seed=seed)))
    assert not torch.equal(first, second)


@pytest.mark.parametrize("reentrant", [True, False])
def test_checkpointing_drops_the_same_weights_again(dropping: ModuleType, reentrant: bool) -> None:
    layer, x = dropping.Dropping(), torch.randn(1, 40, 32, requires_grad=True)

    def again(x: Tensor) -> Tensor:
        out = checkpoint(layer, x, use_reentrant=reentrant)
        assert isinstance(out, Tensor)
        return out

    def gradient(run: Callable[[Tensor], Tensor]) -> Tensor:
        torch.manual_seed(3)
        layer.zero_grad()
        torch.autograd.backward(run(x).square().sum())
        return torch.clone(layer.value.weight.grad)

    assert torch.equal(gradient(layer), gradient(again))


@pytest.mark.slow
def test_compiled_layers_draw_a_seed_each_and_anew(dropping: ModuleType) -> None:
    layer, x = dropping.Dropping(), torch.randn(1, 40, 32, requires_grad=True)

    def twice(x: Tensor) -> tuple[Tensor, Tensor]:
        return layer(x), layer(x)

    compiled = torch.compile(twice, fullgraph=True, backend="aot_eager")
    torch.manual_seed(9)
    wanted = *twice(x), *twice(x)
    torch.manual_seed(9)
    found = *compiled(x), *compiled(x)
    for one, other in zip(found, wanted, strict=True):
        assert difference(one, other) < 2e-6
    assert len({float(one.detach().sum()) for one in found}) == 4
    grads = [torch.autograd.grad(out.square().sum(), x)[0] for out in (found[2], wanted[2])]
    assert difference(*grads) < 2e-6


# ---- steps -----------------------------------------------------------------------------------------------------------
def stepped(layer: Any, x: Tensor, chunks: tuple[int, ...], seq_len: int, **inputs: Tensor) -> Tensor:
    """A prompt in chunks, then one position at a time."""
    cache, outs, start = layer.cache(x.shape[0], seq_len), [], 0
    for size in (*chunks, *(1,) * (x.shape[1] - sum(chunks))):
        out, cache = layer.step(x[:, start : start + size], cache, **inputs)
        outs.append(out)
        start += size
    assert cache.length == x.shape[1]
    return torch.cat(outs, 1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seq_len", [70, 128])
def test_steps_give_what_the_whole_gives(longnet: ModuleType, name: str, seq_len: int) -> None:
    layer = layer_of(longnet, name)
    x = torch.randn(2, 70, layer.query.in_features)
    whole = layer(torch.cat([x, torch.randn(2, seq_len - 70, x.shape[2])], 1))[:, :70]
    assert difference(stepped(layer, x, (33, 5, 20), seq_len), whole) < 2e-6


def test_steps_of_a_pattern_that_speaks_of_the_end(tmp_path: Path) -> None:
    text = "pattern late {\n    attend (last(9) | keys(every=7)) & causal\n    require n % 8 == 0\n}\n"
    text += "module LateLayer {\n    pattern late\n    embed 32\n    heads 2\n}\n"
    made, _ = build(text, tmp_path)
    layer, x = made.LateLayer(), torch.randn(1, 40, 32)
    assert difference(stepped(layer, x, (16,), 40), layer(x)) < 2e-6


def test_steps_with_documents(packed: ModuleType) -> None:
    layer, x = packed.PackedLayer(), torch.randn(2, 40, 32)
    offsets = torch.tensor([[0, 13, 13, 40], [0, 1, 39, 40]])
    assert difference(stepped(layer, x, (7, 20), 40, offsets=offsets), layer(x, offsets=offsets)) < 2e-6


def test_steps_pass_no_gradient_and_drop_nothing(dropping: ModuleType) -> None:
    layer, x = dropping.Dropping(), torch.randn(1, 20, 32)
    out, cache = layer.step(x, layer.cache(1, 20))
    assert not out.requires_grad
    assert not cache.key.requires_grad
    assert difference(out, layer.eval()(x)) < 2e-6


def test_a_cache_that_does_not_fit(longnet: ModuleType) -> None:
    layer = longnet.Plain()
    with pytest.raises(ValueError, match="cache ends at 8 positions, must hold 9: 0 and 9 more"):
        layer.step(torch.zeros(1, 9, 64), layer.cache(1, 8))
    with pytest.raises(ValueError, match=r"cache has keys \[2, 4, 8, 16\], must have \[1, 4, seq_len, 16\]"):
        layer.step(torch.zeros(1, 1, 64), layer.cache(2, 8))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        cache = layer.cache(1, 8)
    with pytest.raises(TypeError, match=r"cache is torch\.bfloat16, must be torch\.float32"):
        layer.step(torch.zeros(1, 1, 64), cache)


CHOOSING = """
pattern choosing { attend blocks(8, topk(2)); where causal }
module ChoosingLayer { pattern choosing; embed 32; heads 2; head_dim 16 }
"""


def test_a_pattern_that_looks_ahead_has_no_steps(tmp_path: Path) -> None:
    made, _ = build(AHEAD, tmp_path)
    layer = made.BothSidesLayer()
    with pytest.raises(NotImplementedError, match="both_sides may look ahead"):
        layer.cache(1, 8)
    with pytest.raises(NotImplementedError, match="both_sides may look ahead"):
        layer.step(torch.zeros(1, 1, 32), None)
    assert layer(torch.zeros(1, 8, 32)).shape == (1, 8, 32)


def test_a_choice_for_a_block_has_no_steps(tmp_path: Path) -> None:
    made, _ = build(CHOOSING, tmp_path)
    layer = made.ChoosingLayer()
    with pytest.raises(NotImplementedError, match="choosing looks ahead: `topk` chooses once for the 8 rows"):
        layer.cache(1, 8)
    with pytest.raises(NotImplementedError, match="choosing looks ahead: `topk` chooses once for the 8 rows"):
        layer.step(torch.zeros(1, 1, 32), None)
    assert layer(torch.zeros(1, 8, 32)).shape == (1, 8, 32)


def test_a_choice_for_one_query_has_steps(tmp_path: Path) -> None:
    made, _ = build(CHOOSING.replace("blocks(8,", "blocks(1,"), tmp_path)
    layer, x = made.ChoosingLayer(), torch.randn(1, 23, 32)
    cache = layer.cache(1, 23)
    outs = []
    for part in (x[:, :9], x[:, 9:10], x[:, 10:11], x[:, 11:]):
        out, cache = layer.step(part, cache)
        outs.append(out)
    assert difference(torch.cat(outs, 1), layer(x)) < 2e-6


MASKS = (
    *("causal", "window(5, 0)", "window(5, 1)", "full", "window(3) & causal", "causal | window(2, 0)"),
    *("causal | window(1)", "causal - window(2, 0)", "causal - first(2)", "first(3)", "last(2)"),
    *("blocks(4, causal)", "blocks(4, causal) & causal", "!(full - causal)"),
    *("segment(8) & causal", "segment(8, dilation=2)", "!(!causal | first(1))", "!(first(1) & !causal)"),
)


@pytest.mark.parametrize("mask", MASKS)
def test_a_pattern_called_causal_is(mask: str) -> None:
    (pattern,) = analyse(Source("p.pat", f"pattern p {{\n    attend {mask}\n}}\n"), {}, targets=()).meanings
    (branch,) = pattern.groups[0].branches
    ahead = any(admits(branch.mask, 0, q, k, 21, 1) for q in range(21) for k in range(q + 1, 21))
    assert is_causal(pattern) != ahead


# ---- the other backend -----------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.interpreter
@pytest.mark.parametrize("name", ["Plain", "Grouped", "SubNormed"])
def test_triton_layers_are_those_of_torch(name: str, longnet: ModuleType, tmp_path: Path) -> None:
    triton, _ = build(LONGNET, tmp_path, "triton")
    layer, other = layer_of(triton, name), layer_of(longnet, name)
    other.load_state_dict(layer.state_dict())
    x = torch.randn(1, 40, layer.query.in_features)
    with torch.no_grad():
        first, cache = layer.step(x[:, :30], layer.cache(1, 40))
        steps = torch.cat([first, layer.step(x[:, 30:], cache)[0]], 1)
        wanted = other(x)
        assert difference(layer(x), wanted) < 2e-6
        assert difference(steps, wanted) < 2e-6


# ---- names -----------------------------------------------------------------------------------------------------------
def classes_in(path: Path) -> set[str]:
    """The names at the top of a file that could be those of classes."""
    return {name for name in top_level(path) if name[0].isupper() and not name.isupper()}


def top_level(path: Path) -> Iterator[str]:
    """The names that a file gives to anything."""
    for node in ast.parse(path.read_text()).body:
        match node:
            case ast.ClassDef(name) | ast.FunctionDef(name):
                yield name
            case ast.Assign([ast.Name(name)]):
                yield name
            case ast.ImportFrom(_, names) | ast.Import(names):
                yield from (one.asname or one.name for one in names)


def test_no_module_can_take_a_name_of_the_file(longnet: ModuleType, dropping: ModuleType) -> None:
    for made, own in ((longnet, {"Longnet", *NAMES}), (dropping, {"Local", "Dropping", "Keeping"})):
        assert made.__file__ is not None
        classes = classes_in(Path(made.__file__))
        assert own <= classes
        assert classes - own <= TAKEN


def test_no_module_can_take_a_name_of_the_library() -> None:
    """A file that stands alone has what it calls of any module, with what that imports."""
    for path in (ROOT / "patternc" / "runtime").rglob("*.py"):
        assert classes_in(path) <= TAKEN, path


def test_modules_change_no_operator(longnet: ModuleType, tmp_path: Path) -> None:
    alone, _ = build(LONGNET[: LONGNET.index("module")], tmp_path)
    one, other = (re.sub(r"(_[0-9a-f]{12})_\d+$", r"\1", made._NAME) for made in (alone, longnet))
    assert one == other
    assert not hasattr(alone, "Cache")
