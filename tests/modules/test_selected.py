"""Listed keys and blocks of keys against dense attention in float64: masks, softmax and gradients are written here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, reference_of
from torch import Tensor
from triton_cases import small

HEADS, KV_HEADS, DIM, VALUE_DIM, N = 4, 2, 16, 24, 45


@dataclass(frozen=True)
class Case:
    """A pattern; `admits` (head, q, k, listed) says what its mask does, where `listed` are the pairs that lists name.

    `owner`: the heads of a list: 1, KV_HEADS or HEADS. `rows`, `columns`: the positions of a block. `picks`: the length
    of a list.
    """

    body: str
    admits: Callable[[int, Tensor, Tensor, Tensor], Tensor]
    owner: int = KV_HEADS
    rows: int = 1
    columns: int = 1
    picks: int = 7


CASES = {
    "tokens": Case(
        "input picks: selection(kv_heads); attend causal & selected(@picks)", lambda _h, q, k, listed: listed & (k <= q)
    ),
    "shared": Case("input picks: selection(shared); attend selected(@picks)", lambda _h, _q, _k, listed: listed, 1),
    "more than keys": Case(
        "input picks: selection(heads); attend selected(@picks) - window(1)",
        lambda _h, q, k, listed: listed & ((q - k).abs() > 1),
        HEADS,
        picks=N + 9,
    ),
    "none": Case(
        "input picks: selection(heads); attend selected(@picks)", lambda _h, _q, _k, listed: listed, HEADS, 1, 1, 0
    ),
    "with a window": Case(
        "input picks: selection(kv_heads); attend (selected(@picks) | window(3, 0) | first(1)) & causal",
        lambda _h, q, k, listed: (listed | (q - k <= 3) | (k < 1)) & (k <= q),
    ),
    "others": Case(
        "input picks: selection(shared); attend causal - selected(@picks)",
        lambda _h, q, k, listed: ~listed & (k <= q),
        1,
    ),
    "complement": Case(
        "input picks: selection(heads); attend !selected(@picks)", lambda _h, _q, _k, listed: ~listed, HEADS
    ),
    "two branches": Case(
        "input picks: selection(kv_heads); attend selected(@picks) & causal; attend window(4, 0); combine sum",
        lambda _h, q, k, listed: torch.stack([listed & (k <= q), (q - k <= 4) & (k <= q)]),
    ),
    "head groups": Case(
        "input picks: selection(kv_heads); heads 0..1 { attend selected(@picks) }; "
        "heads 1..3 { attend selected(@picks) & causal | window(1, 0) }; heads 3.. { attend segment(16) }",
        lambda h, q, k, listed: (
            listed if h == 0 else (listed & (k <= q)) | ((q - k <= 1) & (k <= q)) if h < 3 else q // 16 == k // 16
        ),
    ),
    "classes": Case(
        "input picks: selection(shared); attend selected(@picks) & stride(3, offset=head) | when(q - k == 5)",
        lambda h, q, k, listed: (listed & (q % 3 == h % 3) & (k % 3 == h % 3)) | (q - k == 5),
        1,
    ),
    "blocks of keys": Case(
        "input picks: selection(kv_heads); attend blocks(1 x 8, selected(@picks)) & causal",
        lambda _h, q, k, listed: listed & (k <= q),
        columns=8,
        picks=3,
    ),
    "classes of keys in blocks": Case(
        "input picks: selection(shared); attend blocks(1 x 8, selected(@picks)) & keys(3, offset=1)",
        lambda _h, q, k, listed: listed & (k % 3 == 1) & (q == q),
        1,
        columns=8,
        picks=3,
    ),
    "square blocks": Case(
        "input picks: selection(heads); attend blocks(16, selected(@picks) & causal)",
        lambda _h, q, k, listed: listed & (k // 16 <= q // 16),
        HEADS,
        16,
        16,
        2,
    ),
    "blocks of both": Case(
        "input picks: selection(kv_heads); where !keys(5, offset=2); "
        "attend blocks(8 x 4, selected(@picks) | last(1) | queries(3)) & causal",
        lambda _h, q, k, listed: (listed | (k // 4 == (N - 1) // 4) | (q // 8 % 3 == 0)) & (k <= q) & (k % 5 != 2),
        rows=8,
        columns=4,
        picks=4,
    ),
    "higher than wide": Case(
        "input picks: selection(shared); attend blocks(16 x 2, selected(@picks)) | window(0)",
        lambda _h, q, k, listed: listed | (q == k),
        1,
        16,
        2,
        9,
    ),
    "nested": Case(
        "input picks: selection(shared); attend blocks(2, blocks(3 x 5, selected(@picks))) - first(1)",
        lambda _h, _q, k, listed: listed & (k > 0),
        1,
        6,
        10,
        3,
    ),
    "heads of a model in blocks": Case(
        "input picks: selection(kv_heads); "
        "attend blocks(8, selected(@picks) & stride(2, offset=head_block) | segment(3, offset=head_block) - window(0))",
        lambda h, q, k, listed: (
            (listed & (q // 8 % 2 == h // 2) & (k // 8 % 2 == h // 2)) | ((q // 24 == k // 24) & (q // 8 != k // 8))
        ),
        rows=8,
        columns=8,
        picks=3,
    ),
    "a scale and a cap": Case(
        "input picks: selection(kv_heads); attend selected(@picks) & causal; score scale(0.25)",
        lambda _h, q, k, listed: listed & (k <= q),
    ),
}
CALLS = {"whole": (0, N, 0, N), "chunk": (17, 40, 3, 43), "step": (N - 1, N, 0, N), "apart": (5, 9, 20, 41)}
SCALES = {"a scale and a cap": 0.25}


def lists(case: Case, seed: int, batch: int = 2) -> Tensor:
    """Random lists for a whole sequence: holes, repeats, empty rows, and blocks in any order."""
    generator = torch.Generator().manual_seed(seed)
    rows, columns = -(-N // case.rows), -(-N // case.columns)
    found = torch.randint(-2, columns, (batch, case.owner, rows, case.picks), generator=generator).clamp_min(-1)
    found[:, :, ::5] = -1
    found[..., 1:2] = found[..., :1]
    return found


def listed(case: Case, picks: Tensor) -> Tensor:
    """The pairs that lists of a whole sequence name: [B, HEADS, N, N], by a loop over entries."""
    pairs = torch.zeros(len(picks), HEADS, N, N, dtype=torch.bool)
    for entry, every in enumerate(picks.tolist()):
        for head in range(HEADS):
            for row, names in enumerate(every[head * case.owner // HEADS]):
                for name in names:
                    if name >= 0:
                        at = slice(row * case.rows, (row + 1) * case.rows)
                        pairs[entry, head, at, name * case.columns : (name + 1) * case.columns] = True
    return pairs


def given(case: Case, picks: Tensor, call: tuple[int, int, int, int], dtype: torch.dtype = torch.int64) -> Tensor:
    """The lists of the rows of a call."""
    return picks[:, :, call[0] // case.rows : -(-call[1] // case.rows)].to(dtype)


def dense(case: Case, tensors: list[Tensor], pairs: Tensor, call: tuple[int, int, int, int], scale: float) -> Any:
    """The output and its lse, in float64: [B, H, Nq, ...]; of several branches the sum of outputs."""
    q, k = torch.arange(*call[:2]).unsqueeze(1), torch.arange(*call[2:])
    query, key, value = tensors
    outs, lses = [], []
    for entry in range(query.shape[0]):
        for head in range(HEADS):
            admitted = case.admits(head, q, k, pairs[entry, head, call[0] : call[1], call[2] : call[3]])
            admitted = admitted.expand(*admitted.shape[:-2], len(q), len(k))
            own = head * KV_HEADS // HEADS
            scores = query[entry, head] @ key[entry, own].T * scale
            scores = scores.masked_fill(~admitted, -torch.inf)
            lse = scores.logsumexp(-1)
            out = (scores - lse.clamp_min(-1e300).unsqueeze(-1)).exp() @ value[entry, own]
            outs.append(out.sum(0) if out.dim() > 2 else out)
            lses.append(lse)
    return tuple(torch.stack(one).view(-1, HEADS, *one[0].shape) for one in (outs, lses))


def drawn(call: tuple[int, int, int, int], dtype: torch.dtype = torch.float32) -> list[Tensor]:
    """Query, key and value of a call."""
    generator = torch.Generator().manual_seed(1)
    sizes = (HEADS, call[1] - call[0], DIM), (KV_HEADS, call[3] - call[2], DIM), (KV_HEADS, call[3] - call[2], DIM)
    return [torch.randn(2, *size, generator=generator).to(dtype).requires_grad_() for size in sizes]


def hold(module: ModuleType, name: str, call: tuple[int, int, int, int], dtype: torch.dtype) -> None:
    """The output, lse and gradients of a call, and those of the reference."""
    case, scale = CASES[name], SCALES.get(name, DIM**-0.5)
    picks, tensors = lists(case, call[0]), drawn(call)
    exact = [one.detach().double().requires_grad_() for one in tensors]
    out, lse = dense(case, exact, listed(case, picks), call, scale)
    weights = torch.randn(out.shape, generator=torch.Generator().manual_seed(2))
    several = lse.dim() > 3
    flow = torch.zeros_like(weights[..., 0]) if several else weights[..., 0].masked_fill(lse == -torch.inf, 0.0)

    def total(out: Tensor, lse: Tensor | None) -> Tensor:
        finite = 0.0 if lse is None or several else (lse.masked_fill(lse == -torch.inf, 0.0) * flow).sum()
        return (out * weights).sum() + finite

    wanted = (out, *(() if several else (lse,)), *torch.autograd.grad(total(out, lse), exact))
    place = {"q_offset": call[0], "k_offset": call[2], "seq_len": N}
    for function in (module.attention, reference_of(module).reference):
        found = function(*tensors, **place, picks=given(case, picks, call, dtype), return_lse=not several)
        out, lse = (found, None) if several else found
        answers = (out, *(() if several else (lse,)), *torch.autograd.grad(total(out, lse), tensors))
        for one, other in zip(answers, wanted, strict=True):
            torch.testing.assert_close(one.double(), other.detach(), atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("name", CASES)
def test_meaning(name: str, tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {CASES[name].body} }}", tmp_path)
    for place, call in enumerate(CALLS.values()):
        hold(module, name, call, (torch.int64, torch.int32)[place % 2])


@pytest.mark.parametrize("backend", ["cpp", "cuda"])
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in ("head groups", "blocks of both") else pytest.mark.long) for name in CASES],
)
def test_compiled(name: str, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels of CUDA are run by the emulator."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    module, _ = build(f"pattern made {{ {CASES[name].body} }}", tmp_path, backend)
    for place, call in enumerate(CALLS.values()):
        hold(module, name, call, (torch.int64, torch.int32)[place % 2])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.interpreter
@pytest.mark.long
def test_interpreted(name: str, tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {CASES[name].body} }}", tmp_path, "triton")
    small(module)
    for place, call in enumerate(("whole", "chunk", "step")):
        hold(module, name, CALLS[call], (torch.int64, torch.int32)[place % 2])


BACKENDS = ["torch", pytest.param("cpp", marks=pytest.mark.long)]


EVERY_BACKEND = [*BACKENDS, *(pytest.param(backend, marks=pytest.mark.interpreter) for backend in ("triton", "cuda"))]


@pytest.mark.parametrize("cap", ["", "score softcap(3)"])
@pytest.mark.parametrize("backend", EVERY_BACKEND)
@pytest.mark.parametrize(
    "name", ["tokens", *(pytest.param(name, marks=pytest.mark.long) for name in ("blocks of keys", "shared"))]
)
def test_keys_that_no_one_lists_never_reach_out(
    name: str, backend: str, cap: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NaN in keys and values that no row lists, and rows without a list: out 0, lse -inf, gradients 0."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    case = CASES[name]
    module, _ = build(f"pattern made {{ {case.body}; {cap} }}", tmp_path, backend)
    picks, tensors = lists(case, 3), drawn(CALLS["whole"])
    unseen = 2 * case.columns, 3 * case.columns
    picks[picks == 2] = -1
    with torch.no_grad():
        for tensor in tensors[1:]:
            tensor[:, :, slice(*unseen)] = torch.nan
    out, lse = module.attention(*tensors, picks=picks, return_lse=True)
    flow = torch.randn(out.shape, generator=torch.Generator().manual_seed(2))
    grads = torch.autograd.grad((out * flow).sum(), tensors)
    assert all(one.isfinite().all() for one in (out, *grads))
    assert all((one[:, :, slice(*unseen)] == 0).all() for one in grads[1:])
    empty = ~case.admits(0, *places(), listed(case, picks)).any(-1)
    assert empty.any()
    assert (out[empty] == 0).all()
    assert (lse[empty] == -torch.inf).all()
    assert (grads[0][empty] == 0).all()


def places() -> tuple[Tensor, Tensor]:
    """The positions of queries and of keys of a whole sequence."""
    return torch.arange(N).unsqueeze(1), torch.arange(N)


@pytest.mark.parametrize("sink", [-torch.inf, torch.inf, 0.5])
@pytest.mark.parametrize("backend", BACKENDS)
def test_rows_without_a_list_under_a_sink(backend: str, sink: float, tmp_path: Path) -> None:
    """Their output is 0 and their gradients too; `return_lse="keys"` leaves the sink out."""
    case = CASES["tokens"]
    module, _ = build(f"pattern made {{ {case.body}; input t: table(heads); score sink(@t) }}", tmp_path, backend)
    picks, tensors = lists(case, 3), drawn(CALLS["whole"])
    empty = ~case.admits(0, *places(), listed(case, picks)).any(-1)
    t = torch.full((HEADS,), sink).requires_grad_()
    for function in (module.attention, reference_of(module).reference):
        out, lse = function(*tensors, picks=picks, t=t, return_lse=True)
        _, keys = function(*tensors, picks=picks, t=t, return_lse="keys")
        grads = torch.autograd.grad(out.sum(), [*tensors, t])
        assert all(one.isfinite().all() for one in (out, *grads))
        assert (out[empty] == 0).all()
        assert (grads[0][empty] == 0).all()
        assert (keys[empty] == -torch.inf).all()
        assert torch.isclose(lse[empty].double(), torch.tensor(sink, dtype=torch.float64)).all()
        if sink == -torch.inf:
            torch.testing.assert_close(lse[~empty], keys[~empty])
        if sink == torch.inf:
            assert (out == 0).all()


def whole(picks: Tensor) -> dict[str, Any]:
    return {"picks": picks}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda x: x.clamp_min(0) + N, "be -1 to 44"),
        (lambda x: x.masked_fill(x >= 0, -2), "be -1 to 44"),
        (lambda x: x[:, :1], r"must be \[2, 2, 45, K\]"),
        (lambda x: x[:, :, 1:], r"must be \[2, 2, 45, K\]: a list for each query"),
        (lambda x: x[0], r"must be \[2, 2, 45, K\]"),
        (lambda x: x.float(), "must be torch.int32 or torch.int64"),
        (lambda _x: None, "must be a torch.Tensor"),
    ],
)
@pytest.mark.parametrize("validate", [True, False])
def test_lists_that_no_call_takes(change: Callable[[Tensor], Any], error: str, validate: bool, tmp_path: Path) -> None:
    """On a CPU numbers outside of the sequence are errors, whether or not one asks."""
    case = CASES["tokens"]
    module, _ = build(f"pattern made {{ {case.body} }}", tmp_path)
    with pytest.raises((TypeError, ValueError, RuntimeError), match=error):
        module.attention(*drawn(CALLS["whole"]), picks=change(lists(case, 1)), validate=validate)


def test_numbers_outside_are_no_entries_where_no_one_checks(tmp_path: Path) -> None:
    """What kernels get where the host reads no numbers, as on a GPU."""
    module, _ = build(f"pattern made {{ {CASES['blocks of keys'].body} }}", tmp_path)
    given = torch.tensor([[[[0, 6, -7, 5, 2**31 - 1, -1]]]], dtype=torch.int32)
    (known,) = module._prepared(N, given)
    assert known.tolist() == [[[[0, -1, -1, 5, -1, -1]]]]


def test_a_tensor_of_positions_is_refused(tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {CASES['tokens'].body} }}", tmp_path)
    with pytest.raises(ValueError, match="q_offset is a tensor"):
        module.attention(
            *drawn(CALLS["step"]),
            q_offset=torch.tensor([3, 4], dtype=torch.int32),
            picks=torch.zeros(2, 2, 1, 3).long(),
        )


def test_the_mask_of_a_reference(tmp_path: Path) -> None:
    case = CASES["blocks of both"]
    module, _ = build(f"pattern made {{ {case.body} }}", tmp_path)
    picks = lists(case, 5)
    wanted = case.admits(3, *places(), listed(case, picks)[1, 3])
    found = reference_of(module).mask(3, HEADS, N, picks=picks[1])
    assert torch.equal(found, wanted.long())


@pytest.mark.parametrize("name", ["head groups", "blocks of both"])
def test_heads_of_a_rank(name: str, tmp_path: Path) -> None:
    """Lists are of the heads of the call, wherever these stand in the model."""
    case = CASES[name]
    module, _ = build(f"pattern made {{ {case.body} }}", tmp_path)
    picks, tensors = lists(case, 5), drawn(CALLS["whole"])
    every = module.attention(*tensors, picks=picks)
    query, key, value = (x[:, x.shape[1] // 2 :] for x in tensors)
    for function in (module.attention, reference_of(module).reference):
        own = function(query, key, value, picks=picks[:, 1:], head_offset=2, num_heads=HEADS)
        torch.testing.assert_close(own.float(), every[:, 2:], atol=1e-5, rtol=1e-5)
