"""`combine gate(@a, @b)`: outputs of branches times gates, and the gradients of gates, by formulas in float64."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, reference_of
from dense_scores import BOUNDS, dense, errors, on_backends, on_backends_in, softcap
from torch import Tensor
from torch.func import grad, vmap

BATCH, HEADS, KV_HEADS, ROWS, KEYS, FIRST = 2, 6, 2, 33, 37, 4
DIM, VALUE_DIM = 16, 24
"""Of queries and keys, and of values."""

MASKS = {
    "near": ("attend window(5, 2)", lambda _, q, k: (k >= q - 5) & (k <= q + 2)),
    "far": ("attend causal & stride(3)", lambda _, q, k: (k <= q) & (k % 3 == q % 3)),
    "some rows": (
        "attend queries(every=3) & causal",
        lambda _, q, k: (q % 3 == 0) & (k <= q),
    ),
    "each head its own": (
        "attend segment(16, dilation=2, offset=head)",
        lambda h, q, k: (q // 16 == k // 16) & (q % 16 % 2 == h % 2) & (k % 16 % 2 == h % 2),
    ),
}
CASES = {
    "one": ("near",),
    "two": ("near", "far"),
    "three": ("some rows", "each head its own", "near"),
}


def text(case: str, more: str = "") -> str:
    """The pattern of a case; gates are `gate_0`, `gate_1`, ... in the order of its branches."""
    names = [f"gate_{place}" for place, _ in enumerate(CASES[case])]
    lines = [*(f"input {name}: gate" for name in reversed(names)), *(MASKS[one][0] for one in CASES[case]), more]
    return (
        "\n    ".join(("pattern gated {", *lines, f"combine gate({', '.join(f'@{name}' for name in names)})")) + "\n}\n"
    )


def tensors(case: str, dtype: torch.dtype = torch.float32, rows: int = ROWS) -> dict[str, Tensor]:
    """Random tensors of a call: of gates in turn a factor of each row, and of each of its numbers."""
    draws = torch.Generator().manual_seed(7)
    sizes = {"query": (HEADS, rows, DIM), "key": (KV_HEADS, KEYS, DIM), "value": (KV_HEADS, KEYS, VALUE_DIM)}
    found = {name: torch.randn(BATCH, *size, generator=draws).to(dtype) for name, size in sizes.items()}
    for place, _ in enumerate(CASES[case]):
        size = (BATCH, HEADS, rows, VALUE_DIM)[: 3 + (place + len(CASES[case])) % 2]
        found[f"gate_{place}"] = torch.randn(size, generator=draws)
    return found


def truth(case: str, given: dict[str, Tensor], *steps: Any, first: int = FIRST) -> Tensor:
    """The output by its formula: each branch has a softmax of its own, and rows without a key add nothing."""
    total: Any = 0.0
    q = torch.arange(first, first + given["query"].shape[2]).view(-1, 1)
    heads, k = torch.arange(HEADS).view(-1, 1, 1), torch.arange(KEYS)
    for place, name in enumerate(CASES[case]):
        seen = MASKS[name][1](heads, q, k)  # type: ignore[no-untyped-call]
        out, _ = dense(given["query"], given["key"], given["value"], seen, DIM**-0.5, *steps)
        gate = given[f"gate_{place}"].double()
        total = total + (gate if gate.dim() == 4 else gate.unsqueeze(-1)) * out
    found: Tensor = total
    return found


def gradients(call: Any, given: dict[str, Tensor]) -> dict[str, Tensor]:
    """The output of a call, and the gradients of its tensors where fixed random numbers flow back."""
    leaves = {name: x.detach().clone().requires_grad_() for name, x in given.items()}
    out = call(**leaves)
    flow = torch.randn(out.shape, generator=torch.Generator().manual_seed(17)).to(out.dtype)
    return {
        "out": out.detach(),
        **dict(zip(leaves, torch.autograd.grad(out, tuple(leaves.values()), flow), strict=True)),
    }


@pytest.mark.parametrize(("backend", "case", "dtype"), on_backends_in(CASES, "two"))
def test_gates_and_their_gradients(backend: str, case: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """Heads share keys, values have a size of their own, and rows begin within the sequence."""
    module, _ = build(text(case), tmp_path, backend)
    given = tensors(case, dtype)
    found = gradients(lambda **leaves: module.attention(**leaves, q_offset=FIRST), given)
    wrong = errors(found, gradients(lambda **leaves: truth(case, leaves), given))
    assert max(wrong.values()) < BOUNDS[dtype], wrong
    assert all(found[name].dtype == x.dtype for name, x in given.items())


@pytest.mark.parametrize("backend", ["cpp", pytest.param("cuda", marks=pytest.mark.long)])
def test_compiled_programs(backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They load what flows back to their branch, and never what flows back to another."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    module, _ = build(text("two"), tmp_path, backend)
    given = tensors("two")
    found = gradients(lambda **leaves: module.attention(**leaves, q_offset=FIRST), given)
    wrong = errors(found, gradients(lambda **leaves: truth("two", leaves), given))
    assert max(wrong.values()) < 2e-6, wrong


@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_heads_with_branches_of_their_own(backend: str, tmp_path: Path) -> None:
    """All heads have the same gates; scores are modified, and some branches are made of several sweeps."""
    body = """
    input a: gate
    input b: gate
    heads 0..2 { attend window(5, 2); attend causal & stride(3) }
    heads 2..3 { attend causal & stride(3); attend first(3) | window(2) }
    heads 3.. { attend causal; attend full }
    combine gate(@b, @a)
    score softcap(2.0)
"""
    module, _ = build(f"pattern p {{{body}}}", tmp_path, backend)
    given = {**tensors("two"), "a": tensors("two")["gate_1"], "b": tensors("two")["gate_0"]}
    del given["gate_0"], given["gate_1"]

    def formula(**leaves: Tensor) -> Tensor:
        q, k = torch.arange(FIRST, FIRST + ROWS).view(-1, 1), torch.arange(KEYS)
        near, far = (MASKS[name][1](0, q, k) for name in ("near", "far"))  # type: ignore[no-untyped-call]
        few, causal, full = (k < 3) | ((q - k).abs() <= 2), k <= q, (k >= 0) & (q >= 0)
        masks = [[near] * 2 + [far] + [causal] * 3, [far] * 2 + [few] + [full] * 3]
        three = leaves["query"], leaves["key"], leaves["value"]
        outs = [dense(*three, torch.stack(one), DIM**-0.5, softcap(2.0))[0] for one in masks]
        wide = [x if x.dim() == 4 else x.unsqueeze(-1) for x in (leaves["b"].double(), leaves["a"].double())]
        return wide[0] * outs[0] + wide[1] * outs[1]

    found = gradients(lambda **leaves: module.attention(**leaves, q_offset=FIRST), given)
    wrong = errors(found, gradients(formula, given))
    assert max(wrong.values()) < 2e-6, wrong


@pytest.mark.parametrize("backend", on_backends())
def test_a_step_of_one_query(backend: str, tmp_path: Path) -> None:
    """Keys are split over programs; a gate may be a number whose gradient nobody asks for."""
    module, _ = build(text("two"), tmp_path, backend)
    given = tensors("two", rows=1)
    found = module.attention(**given, q_offset=KEYS - 1)
    torch.testing.assert_close(found.double(), truth("two", given, first=KEYS - 1), rtol=2e-6, atol=2e-6)


def test_products_are_added_up_in_float32(tmp_path: Path) -> None:
    """Of outputs of 16 bits, whatever gates are: the sum is rounded once."""
    module, _ = build(text("two"), tmp_path)
    draws = torch.Generator().manual_seed(5)
    outs = torch.randn(2, 1, 3, 50, 8, generator=draws).bfloat16()
    gates = torch.randn(1, 3, 50, 1, generator=draws), torch.randn(1, 3, 50, 8, generator=draws)
    exact = outs[0].double() * gates[0] + outs[1].double() * gates[1]
    torch.testing.assert_close(module._gated(outs, *gates), exact.bfloat16(), rtol=2**-8, atol=0)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(text("two"), tmp_path_factory.mktemp("two"))[0]


def test_nothing_of_a_branch_without_keys_comes_out(two: ModuleType) -> None:
    """Queries far behind the keys: no row of the window sees one, and the other branch alone has gradients."""
    given = tensors("two")
    call = {"q_offset": 99, "seq_len": 200}
    leaves = {name: x.clone().requires_grad_() for name, x in given.items()}
    out = two.attention(**leaves, **call)
    out.sum().backward()
    near, far = leaves["gate_0"].grad, leaves["gate_1"].grad
    assert near is not None
    assert far is not None
    assert (near == 0).all()
    assert far.abs().sum() > 0
    again = two.attention(**{**given, "gate_0": torch.full_like(given["gate_0"], 1e30)}, **call)
    assert torch.equal(again, out.detach())


def test_an_empty_call(two: ModuleType) -> None:
    given = tensors("two")
    none = {**given, "key": given["key"][:, :, :0], "value": given["value"][:, :, :0]}
    assert torch.equal(two.attention(**none, seq_len=50), torch.zeros(BATCH, HEADS, ROWS, VALUE_DIM))
    few = {name: x if name in ("key", "value") else x[:, :, :0] for name, x in given.items()}
    assert two.attention(**few).shape == (BATCH, HEADS, 0, VALUE_DIM)


def test_transforms_and_compilers(two: ModuleType) -> None:
    given = tensors("two")
    names, leaves = tuple(given), tuple(given.values())

    def call(*own: Tensor) -> Tensor:
        found: Tensor = two.attention(**dict(zip(names, own, strict=True)), q_offset=FIRST)
        return found

    def total(*own: Tensor) -> Tensor:
        return call(*own).square().sum()

    several = [torch.stack([x, 2 * x, -x]) for x in leaves]
    places = tuple(range(len(leaves)))
    mapped = vmap(grad(total, places))(*several)
    each = [grad(total, places)(*own) for own in zip(*several, strict=True)]
    for found, wanted in zip(mapped, zip(*each, strict=True), strict=True):
        torch.testing.assert_close(found, torch.stack(wanted))
    compiled: Any = torch.compile(call, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(*leaves), call(*leaves))
    half = [x.to(torch.bfloat16) for x in leaves[:3]]
    with torch.autocast("cpu", torch.bfloat16):
        found = call(*leaves)
    assert found.dtype == torch.bfloat16
    torch.testing.assert_close(found, call(*half, *leaves[3:]))


def test_a_layer_passes_gates_on(tmp_path: Path) -> None:
    """Those of all its positions, and in steps those of the positions of a step."""
    layers = "module Layer {\n    pattern gated\n    embed 64\n    heads 4\n}\n"
    body = "input a: gate; input b: gate; attend causal; attend window(3, 0); combine gate(@a, @b)"
    module, _ = build(f"pattern gated {{ {body} }}\n{layers}", tmp_path)
    torch.manual_seed(3)
    layer, x = module.Layer(), torch.randn(BATCH, 12, 64)
    gates = {"a": torch.randn(BATCH, 4, 12), "b": torch.randn(BATCH, 4, 12, 16)}
    query, key, value = (
        part(x).view(BATCH, 12, 4, 16).transpose(1, 2) for part in (layer.query, layer.key, layer.value)
    )
    q, k = torch.arange(12).view(-1, 1), torch.arange(12)
    seen = k <= q, (k <= q) & (k >= q - 3)
    outs = [dense(query, key, value, one, 0.25)[0] for one in seen]
    mixed = gates["a"].unsqueeze(-1) * outs[0] + gates["b"] * outs[1]
    whole = layer(x, **gates)
    torch.testing.assert_close(whole, layer.output(mixed.float().transpose(1, 2).flatten(2)), rtol=1e-5, atol=1e-5)
    cache, steps = layer.cache(BATCH, 12), []
    for first, last in ((0, 7), (7, 8), (8, 12)):
        own = {name: gate[:, :, first:last] for name, gate in gates.items()}
        step, cache = layer.step(x[:, first:last], cache, **own)
        steps.append(step)
    torch.testing.assert_close(torch.cat(steps, 1), whole, rtol=1e-5, atol=1e-5)


def test_the_reference_says_the_same(two: ModuleType) -> None:
    reference = reference_of(two)
    given = tensors("two")
    assert errors({"out": reference.reference(**given, q_offset=FIRST)}, {"out": truth("two", given)})["out"] < 1e-12
    assert reference.selfcheck(two.attention)["grad_gate_0"] < 1e-5


@pytest.mark.parametrize(
    ("name", "shape", "words"),
    [
        ("gate_0", (BATCH, HEADS, ROWS, 1), "gate_0 has shape (2, 6, 33, 1), must be (2, 6, 33) or (2, 6, 33, 24)"),
        ("gate_1", (BATCH, KV_HEADS, ROWS), "gate_1 has shape (2, 2, 33), must be (2, 6, 33) or (2, 6, 33, 24)"),
    ],
)
def test_gates_of_another_shape_are_refused(two: ModuleType, name: str, shape: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        two.attention(**{**tensors("two"), name: torch.ones(shape)})
    assert words in str(caught.value)


def test_what_no_call_takes(two: ModuleType) -> None:
    given = tensors("two")
    with pytest.raises(ValueError, match="gate has no single softmax denominator"):
        two.attention(**given, return_lse=True)
    with pytest.raises(TypeError, match=r"gate_0 is torch\.int64"):
        two.attention(**{**given, "gate_0": given["gate_0"].long()})
    with pytest.raises(TypeError, match="gate_1"):
        two.attention(given["query"], given["key"], given["value"], gate_0=given["gate_0"])
