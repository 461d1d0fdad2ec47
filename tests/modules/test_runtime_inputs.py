"""Tensors given at run time: what is refused, what reaches the kernels, gradients, compiled graphs, dropout."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, function_of, reference_of
from torch import Tensor

N, HEADS = 40, 4
TEXT = """pattern given {
    input offsets: offsets
    input lengths: lengths
    input slopes: table(heads, 9)
    input logits: table(heads)
    attend document(@offsets) & causal | padding(@lengths) & window(3)
    score bias(@slopes)
    score sink(@logits)
}
"""
CHOSEN = "pattern chosen {\n    attend blocks(8, topk(2) | window(0))\n    where causal\n}\n"
GRID = "pattern cells {\n    grid 5 x 8\n    attend box(3, 3)\n}\n"


IN_BLOCKS = """pattern counting {
    input offsets: offsets
    input lengths: lengths
    attend blocks(8, document(@offsets) & padding(@lengths))
}
"""


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(TEXT, tmp_path_factory.mktemp("given"))[0]


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(CHOSEN, tmp_path_factory.mktemp("chosen"))[0]


def tensors(n: int = N) -> list[Tensor]:
    return [torch.randn(2, HEADS, n, 16, requires_grad=True) for _ in range(3)]


def inputs(n: int = N) -> dict[str, Tensor]:
    return {
        "offsets": torch.tensor([0, 7, 7, 8, n]),
        "lengths": torch.tensor([n, 0]),
        "slopes": torch.randn(HEADS, 9, requires_grad=True),
        "logits": torch.randn(HEADS, requires_grad=True),
    }


BAD: dict[str, tuple[str, object, type[Exception], str]] = {
    "none": ("offsets", None, TypeError, "offsets is a NoneType, must be a torch.Tensor"),
    "floats": ("offsets", torch.zeros(3), TypeError, "offsets is torch.float32, must be torch.int32 or torch.int64"),
    "shape": ("offsets", torch.zeros(3, 2).long(), ValueError, r"offsets has shape \(3, 2\), must be \[D \+ 1\] or"),
    "empty": ("offsets", torch.zeros(0).long(), ValueError, r"offsets has shape \(0,\), must be"),
    "begin": (
        "offsets",
        torch.tensor([1, N]),
        ValueError,
        r"offsets is \[1, .*, must begin with 0, never fall, and end with",
    ),
    "fall": (
        "offsets",
        torch.tensor([0, 9, 8, N]),
        ValueError,
        "offsets is .*, must begin with 0, never fall, and end with",
    ),
    "end": (
        "offsets",
        torch.tensor([0, N - 1]),
        ValueError,
        f"offsets is .* {N - 1}.*, never fall, and end with {N} like the sequence",
    ),
    "device": ("lengths", torch.zeros(2, device="meta").long(), ValueError, "lengths is on meta, must be on cpu"),
    "few": ("lengths", torch.tensor([1]), ValueError, r"lengths has shape \(1,\), must be \(2,\)"),
    "long": ("lengths", torch.tensor([0, N + 1]), ValueError, f"lengths is .*, must be 0 to {N}"),
    "table": ("slopes", torch.zeros(HEADS, 8), ValueError, r"slopes has shape \(4, 8\), must be \(4, 9\)"),
    "validate": ("validate", 1, TypeError, "validate is 1, must be a bool"),
    "ints": ("logits", torch.zeros(HEADS).long(), TypeError, "logits is torch.int64, must be torch.float32 or"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("function", ["attention", "reference"])
def test_bad_inputs(given: ModuleType, name: str, function: str) -> None:
    argument, value, kind, message = BAD[name]
    with pytest.raises(kind, match=message):
        function_of(given, function)(*tensors(), **{**inputs(), argument: value})


@pytest.mark.parametrize("function", ["attention", "reference"])
def test_each_batch_entry_has_documents_of_its_own(function: str, tmp_path: Path) -> None:
    leaves, ends, every = tensors(36), torch.tensor([[0, 2, 5], [0, 0, 5]]), torch.tensor([5, 1])
    attend = function_of(build(IN_BLOCKS, tmp_path)[0], function)
    found = attend(*leaves, offsets=ends, lengths=every)[1:]
    torch.testing.assert_close(found, attend(*(x[1:] for x in leaves), offsets=ends[1], lengths=every[1:]))


@pytest.mark.parametrize("function", ["attention", "reference"])
def test_inputs_that_count_blocks_end_with_the_last_block(function: str, tmp_path: Path) -> None:
    n, ends, every = 36, torch.tensor([0, 2, 5]), torch.tensor([5, 1])
    attend = function_of(build(IN_BLOCKS, tmp_path)[0], function)
    attend(*tensors(n), offsets=ends, lengths=every)
    with pytest.raises(ValueError, match=r"offsets is .* 36\], must begin with 0, never fall, and end with 5 like"):
        attend(*tensors(n), offsets=torch.tensor([0, 2, n]), lengths=every)
    with pytest.raises(ValueError, match=r"lengths is .*, must be 0 to 5"):
        attend(*tensors(n), offsets=ends, lengths=torch.tensor([6, 1]))


def test_inputs_are_mandatory(given: ModuleType) -> None:
    with pytest.raises(TypeError, match="missing 4 required keyword-only arguments"):
        given.attention(*tensors())


def test_the_class_and_gradients(given: ModuleType) -> None:
    """The module passes inputs on; tables get their gradients, in their own dtype, as the reference's."""
    leaves, own = tensors(), inputs()
    learned = [own["slopes"], own["logits"]]
    out = given.Given()(*leaves, **own)
    truth = reference_of(given).reference(*leaves, **own)
    torch.testing.assert_close(out.double(), truth, rtol=1e-5, atol=1e-5)
    ours = torch.autograd.grad(out.square().sum(), [*leaves, *learned])
    theirs = torch.autograd.grad(truth.square().sum(), [*leaves, *learned])
    for one, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(one, other.to(one.dtype), rtol=1e-4, atol=1e-4)
    half = {**own, "slopes": own["slopes"].detach().half().requires_grad_()}
    (grad,) = torch.autograd.grad(given.attention(*leaves, **half).sum(), half["slopes"])
    assert grad.dtype is torch.float16


def test_compiles_whole_with_inputs(given: ModuleType) -> None:
    def step(query: Tensor, key: Tensor, value: Tensor, **own: Tensor) -> Tensor:
        out, lse = given.attention(query.sin(), key, value, **own, return_lse=True)
        mixed: Tensor = out.cos() * lse.unsqueeze(-1)
        return mixed.sum()

    compiled = torch.compile(step, fullgraph=True, backend="aot_eager")
    for n in (N, N + 3):
        leaves, own = tensors(n), inputs(n)
        learned = [*leaves, own["slopes"], own["logits"]]
        ours, plain = (torch.autograd.grad(f(*leaves, **own), learned) for f in (compiled, step))
        for one, other in zip(ours, plain, strict=True):
            torch.testing.assert_close(one, other)


def test_mask_of_one_batch_entry(given: ModuleType) -> None:
    mask = reference_of(given).mask(0, HEADS, 10, offsets=torch.tensor([0, 4, 10]), lengths=torch.tensor(2))
    assert mask[5].tolist() == [0, 0, 0, 0, 1, 1, 0, 0, 0, 0]
    assert mask[3].tolist() == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]


def test_a_selection_is_found_or_given(chosen: ModuleType) -> None:
    leaves = tensors()
    picked = chosen.selection(leaves[0], leaves[1])
    assert (picked.shape, picked.dtype) == ((2, HEADS, 5, 2), torch.int32)
    assert torch.equal(chosen.attention(*leaves), chosen.attention(*leaves, selection=picked.long()))
    none = torch.full_like(picked, -1)
    query, key, value = (x[:, :, :8] for x in leaves)
    own = torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
    torch.testing.assert_close(chosen.attention(*leaves, selection=none)[:, :, :8], own)
    wrong = none.clone()
    wrong[1, 2, 3, 1] = 5
    with pytest.raises(ValueError, match=r"selection\[1, 2, 3, 1\] is 5, must be -1 to 4"):
        chosen.attention(*leaves, selection=wrong)
    with pytest.raises(ValueError, match=r"selection has shape \(2, 4, 4, 2\), must be \(2, 4, 5, 2\)"):
        chosen.attention(*leaves, selection=picked[:, :, 1:])
    with pytest.raises(ValueError, match="query holds positions 4 to 40, must begin and end at multiples of 8"):
        chosen.attention(leaves[0][:, :, 4:], *leaves[1:], q_offset=4)


def test_of_equal_scores_the_first_blocks_are_chosen(chosen: ModuleType) -> None:
    zeros = torch.zeros(1, HEADS, N, 16)
    assert chosen.selection(zeros, zeros)[0, 0].tolist() == [[0, -1], [0, 1], [0, 1], [0, 1], [0, 1]]
    positions = torch.arange(N)
    found = reference_of(chosen)._choose(zeros, zeros, 1.0, positions.unsqueeze(1), positions, N)
    assert torch.equal(found.int(), chosen.selection(zeros, zeros))


def test_a_grid_has_one_length(tmp_path: Path) -> None:
    module, _ = build(GRID, tmp_path)
    with pytest.raises(ValueError, match="seq_len is 41, must be 40: the pattern's grid is 5 x 8"):
        module.attention(*tensors(41))


DROPPING = """pattern dropping {
    attend window(20)
    attend blocks(8, random(2, seed=1))
    combine lse
}

module DroppingLayer {
    pattern dropping
    embed 64
    heads 4
    dropout 0.5
}
"""


def test_dropout(tmp_path: Path) -> None:
    """The same weights are dropped by kernels, reference and backward pass; the mean stays; a seed decides."""
    module, _ = build(DROPPING, tmp_path)
    leaves = tensors()
    drops = {"dropout": 0.3, "seed": 11}
    out, truth = module.attention(*leaves, **drops), reference_of(module).reference(*leaves, **drops)
    torch.testing.assert_close(out.double(), truth, rtol=1e-5, atol=1e-5)
    ours, theirs = (torch.autograd.grad(x.square().sum(), leaves) for x in (out, truth))
    for one, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(one, other.to(one.dtype), rtol=1e-4, atol=1e-4)
    assert torch.equal(module.attention(*leaves, **drops), out)
    assert not torch.equal(module.attention(*leaves, dropout=0.3, seed=12), out)
    ones = [*leaves[:2], torch.ones_like(leaves[2])]
    kept = torch.stack([module.attention(*ones, dropout=0.3, seed=seed) for seed in range(20)])
    assert float(kept.detach().mean()) == pytest.approx(1.0, abs=0.02)
    torch.testing.assert_close(module.attention(*leaves, dropout=0.0), module.attention(*leaves))
    with pytest.raises(ValueError, match=r"dropout is 1\.0, must be at least 0 and below 1"):
        module.attention(*leaves, dropout=1.0)
    with pytest.raises(ValueError, match="seed is -1, must be 0 to"):
        module.attention(*leaves, dropout=0.5, seed=-1)


@pytest.mark.parametrize("name", ["device", "held", "place", "out"])
@pytest.mark.parametrize("kind", ["lengths", "offsets"])
def test_an_input_may_be_called_like_what_is_inside(name: str, kind: str, tmp_path: Path) -> None:
    mask = "padding" if kind == "lengths" else "document"
    module, _ = build(f"pattern p {{ input {name}: {kind}; attend {mask}(@{name}) & causal }}\n", tmp_path)
    query, key, value = tensors()
    given = {name: torch.tensor([N, N] if kind == "lengths" else [0, N])}
    own = torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True, enable_gqa=True)
    torch.testing.assert_close(module.attention(query, key, value, **given), own)
