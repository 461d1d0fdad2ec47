"""Query positions in a tensor, one per batch entry: equal results, and the host never reads them."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, function_of
from no_reads import HostReadError, NoReads, launched
from torch import Tensor
from torch.autograd import forward_ad
from triton_cases import small

DILATED = "segments [16, 32, 48]; dilations [1, 2, 5]; offset head; combine lse; where causal"
PATTERNS = {
    "dilated": DILATED,
    "ends": "attend last(5) | window(9, 0)",
    "documents": "input docs: offsets; input p: lengths; attend document(@docs) & causal | prefix(@p) & causal",
    "means": "attend causal; attend first(3); combine mean",
    "table": "input rel: table(heads, 2 * 7 + 1); attend causal; score bias(@rel)",
}
QUICK = ("dilated", "documents")
N = 40


def made(name: str, folder: Path, backend: str) -> ModuleType:
    module, _ = build(f"pattern made {{ {PATTERNS[name]} }}", folder, backend)
    if backend == "triton":
        small(module)
    return module


def arguments(name: str, rows: int = 2) -> tuple[list[Tensor], dict[str, Tensor]]:
    """Tensors of a call of four batch entries, and its inputs."""
    torch.manual_seed(3)
    tensors = [torch.randn(4, heads, n, 16) for heads, n in ((4, rows), (2, N), (2, N))]
    documents = torch.tensor([[0, 11, N], [0, 30, N], [0, 0, N], [0, 25, N]])
    given = {"docs": documents, "p": torch.tensor([3, 0, 40, 20]), "rel": torch.randn(4, 15)}
    return tensors, {key: x for key, x in given.items() if f"@{key}" in PATTERNS[name]}


@pytest.mark.interpreter
@pytest.mark.parametrize("backend", ["torch", "triton"])
@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in PATTERNS])
def test_results(name: str, backend: str, tmp_path: Path) -> None:
    """Those of calls with numbers, an entry at a time; rows before or behind the sequence see no key."""
    module = made(name, tmp_path, backend)
    (query, key, value), inputs = arguments(name)
    starts = torch.tensor([N - 2, 7, N - 1, -1], dtype=torch.int32)
    with_lse = name != "means"
    out, lse = _answer(module.attention(query, key, value, q_offset=starts, return_lse=with_lse, **inputs))
    for entry, (start, first, end) in enumerate([(N - 2, 0, 2), (7, 0, 2), (N - 1, 0, 1), (0, 1, 2)]):
        one = slice(entry, entry + 1)
        own = {key: x if key == "rel" else x[one] for key, x in inputs.items()}
        tensors = query[one, :, first:end], key[one], value[one]
        wanted, wanted_lse = _answer(module.attention(*tensors, q_offset=start, return_lse=with_lse, **own))
        torch.testing.assert_close(out[one, :, first:end], wanted, atol=1e-5, rtol=1e-5)
        torch.testing.assert_close(lse[one, :, first:end], wanted_lse, atol=1e-5, rtol=1e-5)
    outside = torch.stack([out[2, :, 1], out[3, :, 0]])
    assert not outside.any()
    assert not with_lse or torch.stack([lse[2, :, 1], lse[3, :, 0]]).isneginf().all()
    meant = function_of(module, "reference")(query, key, value, q_offset=starts, return_lse=with_lse, **inputs)
    for found, wanted in zip((out, lse), _answer(meant), strict=True):
        torch.testing.assert_close(found.double(), wanted, atol=1e-5, rtol=1e-5)
    same = module.attention(query, key, value, q_offset=torch.tensor([7], dtype=torch.int32), **inputs)
    torch.testing.assert_close(same, module.attention(query, key, value, q_offset=7, **inputs), atol=1e-5, rtol=1e-5)


def _answer(found: Tensor | tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    return found if isinstance(found, tuple) else (found, found)


@pytest.mark.long
# torch imports its decompositions for the first dual tensor.
@pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated:DeprecationWarning")
@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_gradients_are_refused(backend: str, tmp_path: Path) -> None:
    module = made("dilated", tmp_path, backend)
    (query, key, value), _ = arguments("dilated")
    out = module.attention(query.requires_grad_(), key, value, q_offset=torch.tensor([7], dtype=torch.int32))
    refused = "made: attention has derivatives only where q_offset is an int"
    with pytest.raises(NotImplementedError, match=refused):
        out.sum().backward()
    starts = torch.tensor([7], dtype=torch.int32)
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(query.detach(), torch.ones_like(query))  # type: ignore[no-untyped-call]
        with pytest.raises(NotImplementedError, match="made: attention has no forward-mode derivative"):
            module.attention(dual, key, value, q_offset=starts)


@pytest.mark.parametrize(
    ("starts", "error", "message"),
    [
        (torch.tensor([1, 2]), TypeError, "q_offset is torch.int64, must be torch.int32"),
        (torch.tensor([1, 2], dtype=torch.int32), ValueError, r"q_offset has shape \(2,\), must be \(1,\) or \(4,\)"),
        (torch.tensor(1, dtype=torch.int32), ValueError, r"q_offset has shape \(\), must be \(1,\) or \(4,\)"),
        (
            torch.empty(1, dtype=torch.int32, device="meta"),
            ValueError,
            "q_offset is on meta, must be on cpu like query",
        ),
    ],
)
def test_errors(starts: Tensor, error: type[Exception], message: str, tmp_path: Path) -> None:
    module = made("dilated", tmp_path, "torch")
    (query, key, value), _ = arguments("dilated")
    with pytest.raises(error, match=message):
        module.attention(query, key, value, q_offset=starts)


def test_the_reference_of_no_rows(tmp_path: Path) -> None:
    reference = function_of(made("documents", tmp_path, "torch"), "reference")
    (query, key, value), inputs = arguments("documents", rows=0)
    starts = torch.tensor([N - 2, 7, N - 1, -1], dtype=torch.int32)
    assert reference(query, key, value, q_offset=starts, **inputs).shape == (4, 4, 0, 16)


def test_the_reference_of_rows_without_keys_has_the_logits_of_sinks(tmp_path: Path) -> None:
    module, _ = build("pattern made { input sink: table(heads); attend causal; score sink(@sink) }", tmp_path)
    (query, key, value), _ = arguments("dilated")
    starts, sink = torch.tensor([N - 1, 3, 0, -1], dtype=torch.int32), torch.randn(4)
    call = {"q_offset": starts, "return_lse": True, "sink": sink}
    for found, wanted in zip(
        module.attention(query, key, value, **call),
        function_of(module, "reference")(query, key, value, **call),
        strict=True,
    ):
        torch.testing.assert_close(found.double(), wanted, atol=1e-5, rtol=1e-5)
    _, lse = function_of(module, "reference")(query, key, value, **call)
    assert lse[0, :, 1].equal(sink.double())
    assert lse[3, :, 0].equal(sink.double())


def test_patterns_that_need_positions_say_so(tmp_path: Path) -> None:
    module, _ = build("pattern made { attend blocks(16, random(1) | window(0)); where causal }", tmp_path, "triton")
    (query, key, value), _ = arguments("dilated")
    with pytest.raises(ValueError, match="q_offset is a tensor, must be an int: lists"):
        module.attention(query, key, value, q_offset=torch.tensor([7], dtype=torch.int32))


# ---- no host read of a device's numbers ------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PATTERNS)
def test_no_host_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step as a CUDA graph captures it: the same launches whatever the positions, and no number read."""
    module = made(name, tmp_path, "triton")
    names = launched(monkeypatch, module)
    (query, key, value), inputs = arguments(name)
    monkeypatch.setattr(torch.cuda, "device_of", lambda _: NoReads())  # which surrounds what an operator does
    with NoReads():
        module.attention(query, key, value, q_offset=torch.tensor([5, 6, 7, 8], dtype=torch.int32), **inputs)
    assert names[:2] == ["_forward_split", "_forward_merged"]
    with pytest.raises(HostReadError), NoReads():
        int(torch.ones(1))
    tensors = (x.to("meta") for x in (query, key, value))  # none of their numbers can be read
    if not inputs:
        heads = [0] * (len(module._forward.__annotations__) - 8)
        module._forward(*tensors, 0.25, torch.empty(4, dtype=torch.int32, device="meta"), 0, N, *heads)


RULES = {
    "docs": "docs must begin with 0, never fall, and end with 40 like the sequence",
    "p": "p must be 0 to 40",
}
WRONG = {"docs": torch.tensor([[0, 11, N], [0, 30, N], [0, 31, 30], [0, 25, N]]), "p": torch.tensor([3, 0, 41, 20])}
STARTS = (0, torch.tensor([5, 6, 7, 8], dtype=torch.int32))


@pytest.mark.parametrize("q_offset", STARTS, ids=["number", "tensor"])
def test_a_gpu_checks_inputs_by_itself(q_offset: int | Tensor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read to check numbers that are not at hand, unless `validate` asks: the device fails at wrong ones."""
    module = made("documents", tmp_path, "triton")
    launched(monkeypatch, module)
    (query, key, value), inputs = arguments("documents")
    monkeypatch.setattr(module, "_at_hand", lambda _: False)
    with NoReads():
        module._check_values(N, *inputs.values(), wait=False)
    with pytest.raises(HostReadError), NoReads():
        module._check_values(N, *inputs.values())
    asserted: list[str] = []
    assert_async = torch._assert_async
    monkeypatch.setattr(torch, "_assert_async", lambda _, message: asserted.append(message))
    module.attention(query, key, value, q_offset=q_offset, **inputs)
    assert asserted == list(RULES.values())
    monkeypatch.setattr(torch, "_assert_async", assert_async)
    for name, numbers in WRONG.items():
        given = {**inputs, name: numbers}
        with pytest.raises(RuntimeError, match=RULES[name]):
            module.attention(query, key, value, q_offset=q_offset, **given)
        with pytest.raises(ValueError, match=f"{name} is "):
            module.attention(query, key, value, q_offset=q_offset, validate=True, **given)


@pytest.mark.parametrize("backend", ["torch", "triton"])
@pytest.mark.parametrize("q_offset", STARTS, ids=["number", "tensor"])
@pytest.mark.parametrize("name", WRONG)
def test_wrong_numbers(name: str, q_offset: int | Tensor, backend: str, tmp_path: Path) -> None:
    """Those of a CPU are at hand: they raise before anything runs, also where positions are a tensor."""
    module = made("documents", tmp_path, backend)
    (query, key, value), inputs = arguments("documents")
    with pytest.raises(ValueError, match=f"{name} is .*, must {RULES[name].partition('must ')[2]}"):
        module.attention(query, key, value, q_offset=q_offset, **{**inputs, name: WRONG[name]})


@pytest.mark.long
@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_compiles_whole(backend: str, tmp_path: Path) -> None:
    """One graph for all positions: those of the next step are other numbers of the same tensor."""
    module = made("dilated", tmp_path, backend)
    (query, key, value), _ = arguments("dilated", 1)
    compiled = torch.compile(module.attention, fullgraph=True, backend="aot_eager")
    with torch._dynamo.config.patch(error_on_recompile=True):
        for start in (5, 6):
            starts = torch.full((4,), start, dtype=torch.int32)
            wanted = module.attention(query, key, value, q_offset=start)
            found = compiled(query, key, value, q_offset=starts)  # type: ignore[no-untyped-call]
            torch.testing.assert_close(found, wanted, atol=1e-5, rtol=1e-5)
