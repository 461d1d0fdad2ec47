"""`rows` and `columns`: positions between numbers of each query or key, compared with what single pairs say."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch
from built import build, function_of
from torch import Tensor
from triton_cases import small

N = 45
PROGRAMS = ("triton", "cpp", "cuda")
BODIES = {
    "rows": "input lo: positions; input hi: positions; attend rows(@lo, @hi)",
    "columns": "input lo: positions; input hi: positions; attend columns(@lo, @hi)",
    "both sides": "input at: positions; attend rows(@at, n) & causal | columns(3, @at) & window(9, 2)",
    "negated": "input at: positions; attend causal - rows(4, @at) | !columns(@at, n) & window(5)",
    "heads": """input lo: positions; input hi: positions
        heads 0..2 { attend rows(@lo, @hi) | window(2); attend first(2); combine lse }
        heads 2.. { attend causal & columns(0, @hi) }
        where !rows(30, n)""",
    "blocks": "input lo: positions; input hi: positions; attend blocks(4, rows(@lo, 9) & columns(1, @hi)) | window(1)",
}


def admitted(name: str, head: int, q: int, k: int, of: dict[str, tuple[Any, Any]]) -> tuple[bool, ...]:
    """Which branches admit a pair; `of`: the numbers of an input by position, those of queries and of keys."""
    lo, hi, x = (of.get(one, (None, None)) for one in ("lo", "hi", "at"))
    match name:
        case "rows":
            return (lo[0][q] <= k < hi[0][q],)
        case "columns":
            return (lo[1][k] <= q < hi[1][k],)
        case "both sides":
            return (x[0][q] <= k <= q or (3 <= q < x[1][k] and q - 9 <= k <= q + 2),)
        case "negated":
            return ((k <= q and not 4 <= k < x[0][q]) or (q < x[1][k] and abs(q - k) <= 5),)
        case "heads" if head < 2:
            return (k < 30 and (lo[0][q] <= k < hi[0][q] or abs(q - k) <= 2), k < min(2, 30))
        case "heads":
            return (k < 30 and k <= q < hi[1][k],)
        case _:
            i, j = q // 4, k // 4
            return ((lo[0][i] <= j < 9 and 1 <= i < hi[1][j]) or abs(q - k) <= 1,)


def numbers(inputs: dict[str, Any], rows: range, columns: range, unit: int) -> list[dict[str, Any]]:
    """The numbers by position of both batch entries: those of positions that the call does not hold are None."""
    found: list[dict[str, Any]] = [{}, {}]
    for key, value in inputs.items():
        pair = value if isinstance(value, tuple) else (value, value)
        for entry in range(2):
            each = []
            for held, one in zip((rows, columns), pair, strict=True):
                own = (one[entry] if one.dim() == 2 else one).tolist()
                first = held.start // unit
                each.append(dict(zip(range(first, first + len(own)), own, strict=True)))
            found[entry][key] = tuple(each)
    return found


def truth(name: str, tensors: list[Tensor], inputs: dict[str, Any], rows: range, columns: range) -> tuple[Tensor, ...]:
    """out and lse in float64, pair by pair."""
    query, key, value = (x.double() for x in tensors)
    heads, group = query.shape[1], query.shape[1] // key.shape[1]
    entries = numbers(inputs, rows, columns, 4 if name == "blocks" else 1)
    outs, lses = [], []
    for b, h in itertools.product(range(query.shape[0]), range(heads)):
        counts = torch.tensor([[sum(admitted(name, h, q, k, entries[b])) for k in columns] for q in rows]).double()
        seen = counts.any(1, keepdim=True)
        scores = query[b, h] @ key[b, h // group].T * query.shape[3] ** -0.5 + counts.log().where(seen, 0.0)
        lses.append(scores.logsumexp(1).where(seen.squeeze(1), -torch.inf))
        outs.append(scores.softmax(1).where(seen, 0.0) @ value[b, h // group])
    return torch.stack(outs).view(query.shape), torch.stack(lses).view(query.shape[:3])


def drawn(name: str, kind: str, rows: range, columns: range) -> dict[str, Any]:
    """Random numbers, some of them beyond the sequence; of both sides where both read them."""
    draws = np.random.default_rng(len(name) + len(kind))
    unit = 4 if name == "blocks" else 1

    def one(held: range) -> Tensor:
        count = -(-held.stop // unit) - held.start // unit
        shape = (count,) if kind == "one list" else (2, count)
        found = torch.from_numpy(draws.integers(-6, N // unit + 7, shape))
        found[..., ::7] = -(2**31) if kind == "int32" else 2**63 - 1
        return found.int() if kind == "int32" else found

    named = [key for key in ("lo", "hi", "at") if f"@{key}" in BODIES[name]]
    sides = {"lo": [columns if name == "columns" else rows], "at": [rows, columns]}
    sides["hi"] = [columns if name in ("columns", "blocks") else rows, *([columns] if name == "heads" else [])]
    every = {key: tuple(map(one, sides[key])) for key in named}
    return {key: pair if len(pair) > 1 else pair[0] for key, pair in every.items()}


def made(name: str, folder: Path, backend: str) -> ModuleType:
    module, _ = build(f"pattern made {{ {BODIES[name]} }}", folder, backend)
    if backend == "triton":
        small(module)
    return module


def hold(module: ModuleType, name: str, kind: str, rows: range = range(N), columns: range = range(N)) -> None:
    """Both passes of a call with some of the rows and columns are those of single pairs."""
    torch.manual_seed(5)
    tensors = [torch.randn(2, heads, len(held), 8) for heads, held in ((4, rows), (2, columns), (2, columns))]
    inputs = drawn(name, kind, rows, columns)
    places = {"q_offset": rows.start, "k_offset": columns.start, "seq_len": N}
    answers = []
    for call in (
        lambda *given: module.attention(*given, **places, **inputs, return_lse=True),
        lambda *given: truth(name, list(given), inputs, rows, columns),
        lambda *given: function_of(module, "reference")(*given, **places, **inputs, return_lse=True),
    ):
        leaves = [x.clone().requires_grad_() for x in tensors]
        out, lse = call(*leaves)
        flows = torch.linspace(-1.0, 1.0, out.numel()).view(out.shape), torch.ones(lse.shape)
        (out * flows[0]).sum().backward(retain_graph=True)
        lse.where(lse.isfinite(), 0.0).mul(flows[1]).sum().backward()
        answers.append([out.double(), lse.double(), *(x.grad.double() for x in leaves if x.grad is not None)])
    for found, wanted, meant in zip(*answers, strict=True):
        torch.testing.assert_close(found, wanted, atol=2e-5, rtol=2e-4)
        torch.testing.assert_close(meant, wanted, atol=2e-5, rtol=2e-4)


@pytest.mark.parametrize("name", BODIES)
def test_torch_modules_attend_to_what_lies_between_the_numbers(name: str, tmp_path: Path) -> None:
    module = made(name, tmp_path, "torch")
    hold(module, name, "int64")
    hold(module, name, "int32", range(18, 31), range(3, 40))
    hold(module, name, "one list", range(N - 1, N))


@pytest.mark.interpreter
def test_a_part_of_a_sequence_in_triton(tmp_path: Path) -> None:
    hold(made("both sides", tmp_path, "triton"), "both sides", "int32", range(18, 27), range(11, 24))


@pytest.mark.interpreter
@pytest.mark.parametrize(
    ("name", "backend"),
    [
        *(("both sides", backend) for backend in ("cpp", "cuda")),
        *(pytest.param("blocks", backend, marks=pytest.mark.long) for backend in PROGRAMS),
        pytest.param("both sides", "triton", marks=pytest.mark.long),
        *(
            pytest.param(name, backend, marks=pytest.mark.slow)
            for name in sorted(BODIES.keys() - {"both sides", "blocks"})
            for backend in PROGRAMS
        ),
    ],
)
def test_programs_attend_to_what_lies_between_the_numbers(
    name: str, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATTERNC_EMULATE", "1")  # of CUDA, threads
    module = made(name, tmp_path, backend)
    hold(module, name, "int64")
    hold(module, name, "int32", range(18, 31), range(3, 40))
    hold(module, name, "one list", range(N - 1, N))


def test_wrong_numbers_are_refused_with_what_they_must_be(tmp_path: Path) -> None:
    module = made("both sides", tmp_path, "torch")
    query, key = torch.randn(2, 4, 3, 8), torch.randn(2, 2, N, 8)
    one, pair = torch.zeros(N, dtype=torch.int32), (torch.zeros(3).int(), torch.zeros(2, N).int())
    module.attention(query, key, key, q_offset=N - 3, at=pair)
    for given, words, error in (
        (one, r"at is a Tensor, must be a pair \(of_queries, of_keys\) where", ValueError),
        (
            (one, one),
            r"at\[0\] has shape \(45,\), must be \(3,\) or \(2, 3\): a number for each row of query",
            ValueError,
        ),
        ((*pair, one), "at has 3 tensors, must be a pair", ValueError),
        ((pair[0].float(), one), r"at\[0\] is torch.float32, must be torch.int32 or torch.int64", TypeError),
    ):
        with pytest.raises(error, match=words):
            module.attention(query, key, key, q_offset=N - 3, at=given)


def test_positions_of_queries_in_a_tensor_have_their_numbers(tmp_path: Path) -> None:
    module = made("both sides", tmp_path, "torch")
    torch.manual_seed(2)
    query, key = torch.randn(2, 4, 3, 8), torch.randn(2, 2, N, 8)
    x = torch.tensor([[5, 0, 40], [1, 44, 7]]), torch.arange(N) + 4
    starts = torch.tensor([N - 3, 11], dtype=torch.int32)
    found = module.attention(query, key, key, q_offset=starts, at=x)
    meant = function_of(module, "reference")(query, key, key, q_offset=starts, at=x)
    for entry, start in enumerate(starts.tolist()):
        own = slice(entry, entry + 1)
        wanted = module.attention(query[own], key[own], key[own], q_offset=start, at=(x[0][own], x[1]))
        torch.testing.assert_close(found[own], wanted)
        torch.testing.assert_close(meant[own].float(), wanted, atol=1e-5, rtol=1e-5)
    blocks = made("blocks", tmp_path, "torch")
    with pytest.raises(ValueError, match="q_offset is a tensor, must be an int"):
        blocks.attention(query, key, key, q_offset=starts, lo=x[1], hi=x[1])


FLASHMASK = {  # arXiv 2410.01359: where rows of a column are masked, below the diagonal (L) and above it (U)
    "L": "attend causal & columns(0, @l_start)",
    "L and its end": "attend causal - columns(@l_start, @l_end)",
    "L and U": "attend causal & columns(0, @l_start) | !causal & columns(@u_end, n)",
    "all four": "attend causal - columns(@l_start, @l_end) | !causal - columns(@u_start, @u_end)",
}


@pytest.mark.parametrize("name", FLASHMASK)
def test_columns_are_those_of_flashmask(name: str, tmp_path: Path) -> None:
    named = [one for one in ("l_start", "l_end", "u_start", "u_end") if f"@{one}" in FLASHMASK[name]]
    declared = "".join(f"input {one}: positions; " for one in named)
    module, _ = build(f"pattern made {{ {declared}{FLASHMASK[name]} }}", tmp_path, "torch")
    draws = np.random.default_rng(6)
    given = {one: torch.from_numpy(draws.integers(0, N + 1, N)) for one in named}
    found = function_of(module, "mask")(0, 1, N, **given)
    at = {"l_start": [N] * N, "l_end": [N] * N, "u_start": [0] * N, "u_end": [N if "U" not in name else 0] * N}
    at |= {one: x.tolist() for one, x in given.items()}
    for q, k in itertools.product(range(N), repeat=2):
        below = q >= k and at["l_start"][k] <= q < at["l_end"][k]
        above = q < k and at["u_start"][k] <= q < at["u_end"][k]
        assert bool(found[q, k]) == (not below and not above), (q, k)


def test_a_tree_of_tokens_gives_each_path_what_causal_attention_gives_it(tmp_path: Path) -> None:
    body = "input end: positions; attend causal & columns(0, @end)"
    module, _ = build(f"pattern made {{ {body} }}", tmp_path, "torch")
    draws, parents = np.random.default_rng(8), [-1]
    for token in range(1, N):  # in depth-first order: the parent is the last token or one of its ancestors
        place = token - 1
        while parents[place] >= 0 and draws.random() < 0.4:
            place = parents[place]
        parents.append(place)
    paths: list[list[int]] = []
    for token in range(N):
        paths.append([*(paths[parents[token]] if token else []), token])
    end = torch.tensor([max(one for one in range(N) if token in paths[one]) + 1 for token in range(N)])
    torch.manual_seed(9)
    query, key, value = (torch.randn(1, 2, N, 8) for _ in range(3))
    out = module.attention(query, key, value, end=end)
    for path in paths:
        own = query[:, :, path], key[:, :, path], value[:, :, path]
        alone = torch.nn.functional.scaled_dot_product_attention(*own, is_causal=True)
        torch.testing.assert_close(out[:, :, path[-1]], alone[:, :, -1], atol=1e-5, rtol=1e-5)
