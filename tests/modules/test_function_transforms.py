"""`torch.func`, `torch.vmap` and forward-mode derivatives: right, or an error that says what is missing."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
import torch.autograd.forward_ad as forward
from built import build, reference_of
from torch import Tensor
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vjp, vmap

N = 40
LONGNET = """pattern longnet {
    segments [16, 32]
    dilations [1, 2]
    offset head
    combine COMBINE
    where causal
}
"""
PADDED = """pattern padded {
    input lengths: lengths
    attend window(7) & padding(@lengths)
}
"""
GIVEN = """pattern given {
    input offsets: offsets
    input slopes: table(heads, 9)
    input logits: table(heads)
    attend document(@offsets) & causal
    score bias(@slopes)
    score sink(@logits)
}
"""
CHOSEN = "pattern chosen {\n    attend blocks(8, topk(2) | window(0))\n    where causal\n}\n"
DROPPING = """pattern dropping {
    attend window(7)
}

module DroppingLayer {
    pattern dropping
    embed 64
    heads 4
    dropout 0.5
}
"""


@pytest.fixture(scope="module", params=["lse", "lse(detach)", "mean"])
def longnet(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(LONGNET.replace("COMBINE", request.param), tmp_path_factory.mktemp("longnet"))[0]


def samples(*extents: int, n: int = N) -> tuple[Tensor, Tensor, Tensor]:
    """Query, key and value; heads share keys."""
    shapes = (*extents, 4, n, 16), (*extents, 2, n, 16), (*extents, 2, n, 16)
    return torch.randn(shapes[0]), torch.randn(shapes[1]), torch.randn(shapes[2])


def assert_near(found: Any, wanted: Any) -> None:
    """Relative norms."""
    pairs = zip(found, wanted, strict=True) if isinstance(found, tuple) else [(found, wanted)]
    for one, other in pairs:
        assert one.shape == other.shape
        assert float((one.double() - other.double()).norm() / other.double().norm()) < 2e-6


Transform = Callable[[Callable[..., Tensor]], Callable[..., Any]]


def squared(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda *leaves: (function(*leaves) * torch.arange(16)).square().sum()


def gradients(function: Callable[..., Tensor]) -> Callable[..., Any]:
    found: Callable[..., Any] = grad(squared(function), (0, 1, 2))
    return found


TRANSFORMS: dict[str, tuple[Transform, tuple[tuple[int, ...], ...]]] = {
    "grad": (gradients, ((2,), (2,), (2,))),
    "jacrev": (lambda f: jacrev(lambda *x: f(*x)[..., ::13, ::7], (0, 1, 2)), ((1,), (1,), (1,))),
    "jacrev of a batch": (lambda f: jacrev(lambda *x: f(*x)[..., ::13, ::7]), ((2,), (2,), (2,))),
    "vmap": (lambda f: vmap(f), ((3, 2), (3, 2), (3, 2))),
    "vmap of query": (lambda f: vmap(f, (0, None, None)), ((3, 2), (2,), (2,))),
    "vmap of value": (lambda f: vmap(f, (None, None, 0)), ((1,), (1,), (3, 1))),
    "vmap elsewhere": (lambda f: vmap(f, (1, 0, 1), 2), ((2, 3), (3, 2), (2, 3))),
    "vmap twice": (lambda f: vmap(vmap(f, (0, 0, None)), (0, None, 0)), ((5, 3, 1), (3, 1), (5, 1))),
    "vmap of grad": (lambda f: vmap(gradients(f), (0, None, 0)), ((3, 2), (2,), (3, 2))),
    "grad of vmap": (lambda f: gradients(vmap(f, (0, None, 0))), ((3, 2), (2,), (3, 2))),
    "vmap of jacrev": (lambda f: vmap(jacrev(lambda *x: f(*x)[..., ::13, ::7], 1)), ((3, 1), (3, 1), (3, 1))),
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms_are_those_of_the_meaning(longnet: ModuleType, name: str) -> None:
    transform, extents = TRANSFORMS[name]
    leaves = [samples(*own)[at] for at, own in enumerate(extents)]
    assert_near(transform(longnet.attention)(*leaves), transform(reference_of(longnet).reference)(*leaves))


def test_no_samples(longnet: ModuleType) -> None:
    leaves = samples(0, 2)
    assert vmap(longnet.attention)(*leaves).shape == leaves[0].shape
    assert [one.shape for one in vmap(gradients(longnet.attention))(*leaves)] == [one.shape for one in leaves]


def test_gradients_of_lse(tmp_path: Path) -> None:
    module, _ = build(LONGNET.replace("COMBINE", "lse"), tmp_path)

    def mixed(function: Callable[..., Any]) -> Callable[..., Tensor]:
        def total(*leaves: Tensor) -> Tensor:
            out, lse = function(*leaves, return_lse=True)
            found: Tensor = lse.double().sin().sum() + out.double().square().sum()
            return found

        return total

    ours, theirs = (grad(mixed(f), (0, 1, 2)) for f in (module.attention, reference_of(module).reference))
    alone, several = samples(1), samples(3, 1)
    assert_near(ours(*alone), theirs(*alone))
    assert_near(vmap(ours)(*several), vmap(theirs)(*several))


def test_vmap_calls_the_kernels_once(longnet: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[torch.Size] = []
    plain = longnet._attended

    def watched(call: Any, fused: bool) -> object:
        calls.append(call.query.shape)
        return plain(call, fused)

    monkeypatch.setattr(longnet, "_attended", watched)
    vmap(longnet.attention)(*samples(3, 2))
    assert calls == [(6, 4, N, 16)]


def each(function: Callable[..., Any], size: int, *given: Tensor | None, shared: tuple[Any, ...] = ()) -> Any:
    """What vmap means: a call for every sample."""
    calls = [function(*(x[i] for x in given if x is not None), *shared) for i in range(size)]
    if isinstance(calls[0], Tensor):
        return torch.stack(calls)
    return tuple(map(torch.stack, zip(*calls, strict=True)))


def test_vmap_with_lengths(tmp_path: Path) -> None:
    module, _ = build(PADDED, tmp_path)
    leaves, lengths = samples(3, 2), torch.tensor([[N, 0], [7, 30], [1, 12]])

    def attend(query: Tensor, key: Tensor, value: Tensor, lengths: Tensor) -> Any:
        return gradients(lambda *x: module.attention(*x, lengths=lengths))(query, key, value)

    assert_near(vmap(attend)(*leaves, lengths), each(attend, 3, *leaves, lengths))
    assert_near(vmap(attend, (0, 0, 0, None))(*leaves, lengths[0]), each(attend, 3, *leaves, shared=(lengths[0],)))


def test_vmap_of_tables_documents_and_sinks(tmp_path: Path) -> None:
    module, _ = build(GIVEN, tmp_path)
    leaves, offsets = samples(3, 2), torch.tensor([[0, 7, 7, N], [0, 1, 39, N], [0, 20, 30, N]])
    slopes, logits = torch.randn(4, 9), torch.randn(3, 4)

    def attend(query: Tensor, key: Tensor, value: Tensor, offsets: Tensor, logits: Tensor, slopes: Tensor) -> Any:
        def total(*learned: Tensor) -> Tensor:
            own = {"offsets": offsets, "slopes": learned[3], "logits": learned[4]}
            found: Tensor = module.attention(*learned[:3], **own).square().sum()
            return found

        return grad(total, (0, 1, 2, 3, 4))(query, key, value, slopes, logits)

    found = vmap(attend, (0, 0, 0, 0, 0, None))(*leaves, offsets, logits, slopes)
    assert_near(found, each(attend, 3, *leaves, offsets, logits, shared=(slopes,)))
    with pytest.raises(ValueError, match="vmap has 0 samples, must have 1 at least"):
        vmap(attend, (0, 0, 0, None, None, None))(*samples(0, 2), offsets[0], logits[0], slopes)


def test_vmap_with_a_choice_of_blocks(tmp_path: Path) -> None:
    module, _ = build(CHOSEN, tmp_path)
    leaves = samples(3, 2)
    assert_near(vmap(gradients(module.attention))(*leaves), each(gradients(module.attention), 3, *leaves))
    found = vmap(module.selection)(leaves[0], leaves[1])
    assert torch.equal(found, each(module.selection, 3, leaves[0], leaves[1]))


def test_vmap_with_dropout_drops_the_weights_of_each_call(tmp_path: Path) -> None:
    module, _ = build(DROPPING, tmp_path)
    leaves = samples(3, 2)

    def attend(*leaves: Tensor) -> Any:
        return gradients(lambda *x: module.attention(*x, dropout=0.5, seed=3))(*leaves)

    assert_near(vmap(attend)(*leaves), each(attend, 3, *leaves))


Refused = Callable[[Callable[[Tensor], Tensor], Tensor], object]
FORWARD: dict[str, Refused] = {
    "jvp": lambda f, x: jvp(f, (x,), (x,)),
    "jacfwd": lambda f, x: jacfwd(f)(x),
    "hessian": lambda f, x: hessian(squared(f))(x),
    "jvp of grad": lambda f, x: jvp(grad(squared(f)), (x,), (x,)),
    "linearize": torch.func.linearize,
}


def _dual(function: Callable[[Tensor], Tensor], x: Tensor) -> None:
    with forward.dual_level():
        function(forward.make_dual(x, x))  # type: ignore[no-untyped-call]


FORWARD["dual tensors"] = _dual
FORWARD["dual tensors that require gradients"] = lambda f, x: _dual(f, x.clone().requires_grad_())


@pytest.mark.parametrize("name", FORWARD)
@pytest.mark.parametrize("argument", [0, 2])
@pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated:DeprecationWarning")
def test_forward_mode_is_refused_by_name(longnet: ModuleType, name: str, argument: int) -> None:
    leaves = list(samples(1, n=8))

    def attend(x: Tensor) -> Tensor:
        out: Tensor = longnet.attention(*leaves[:argument], x, *leaves[argument + 1 :])
        return out

    wanted = r"longnet: attention has no forward-mode derivative \(jvp, jacfwd, dual tensors\); use torch.func.vjp"
    with pytest.raises(NotImplementedError, match=wanted):
        FORWARD[name](attend, leaves[argument])


@pytest.mark.parametrize("twice", [lambda f: grad(squared(grad(f))), lambda f: jacrev(jacrev(f))], ids=["grad", "rev"])
def test_second_derivatives_are_refused_by_name(longnet: ModuleType, twice: Transform) -> None:
    query, key, value = samples(1, n=8)
    with pytest.raises(NotImplementedError, match="longnet: attention has first derivatives only"):
        twice(lambda x: longnet.attention(x, key, value).square().sum())(query)


def test_no_loop_behind_the_back(longnet: ModuleType) -> None:
    """torch warns where it has to loop over samples."""
    leaves = samples(2, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        vmap(gradients(longnet.attention))(*leaves)
        vmap(vjp(longnet.attention, *samples(1))[1])(torch.randn(2, 1, 4, N, 16))


@pytest.mark.parametrize("name", ["grad", "vmap", "vmap of grad"])
def test_transforms_compile_whole(tmp_path: Path, name: str) -> None:
    module, _ = build(LONGNET.replace("COMBINE", "lse"), tmp_path)
    transform, extents = TRANSFORMS[name]
    leaves = [samples(*own)[at] for at, own in enumerate(extents)]
    compiled: Any = torch.compile(transform(module.attention), fullgraph=True, backend="aot_eager")
    assert_near(compiled(*leaves), transform(module.attention)(*leaves))


def test_an_exported_program_keeps_its_gradients(tmp_path: Path) -> None:
    module, _ = build(LONGNET.replace("COMBINE", "lse"), tmp_path)
    leaves = samples(1)
    program = torch.export.export(module.Longnet(), leaves).module()
    for leaf in leaves:
        leaf.requires_grad_()
    found, wanted = (torch.autograd.grad(f(*leaves).square().sum(), leaves) for f in (program, module.attention))
    assert_near(found, wanted)
