"""`score bias(@pairs)`: a number for each pair, and its gradient, against formulas in float64."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from built import build, reference_of
from dense_scores import BOUNDS, dense, errors, gradients, on_backends, on_backends_in, softcap, with_sink
from torch import Tensor

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.testing.compare import answer_of, compare, draw, places, with_selection
from patternc.testing.oracle import oracle

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered in exp2")  # of pairs far away, before the mask
BATCH, HEADS, KV_HEADS, ROWS, KEYS, FIRST = 2, 4, 2, 33, 37, 4
SEVERAL = """attend segment(16)
    attend segment(32, dilation=2, offset=1)
    combine lse"""
MASKS = {
    "causal": ("attend causal", lambda q, k: k <= q),
    "gap": ("attend window(20) - window(2)", lambda q, k: ((q - k).abs() <= 20) & ((q - k).abs() > 2)),
    "blocks": (
        "attend blocks(8, window(1)) & when((q + k) % 3 != 0)",
        lambda q, k: ((q // 8 - k // 8).abs() <= 1) & ((q + k) % 3 != 0),
    ),
}
SHAPES = {
    "all": (1, 1),
    "entries": (BATCH, 1),
    "heads": (1, HEADS),
    "each": (BATCH, HEADS),
}
"""The batch entries and the heads that have numbers of their own."""


def text(mask: str, more: str = "", kind: str = "pairs(heads)") -> str:
    return f"pattern paired {{\n    input pairs: {kind}\n    {mask}\n    score bias(@pairs)\n    {more}\n}}\n"


def tensors(
    dtype: torch.dtype = torch.float32, shape: tuple[int, int] = (1, HEADS), size: int = 16, keys: int = KEYS
) -> dict[str, Tensor]:
    draws = torch.Generator().manual_seed(3)
    heads = {"query": (HEADS, ROWS), "key": (KV_HEADS, keys), "value": (KV_HEADS, keys)}
    found = {name: torch.randn(BATCH, *own, size, generator=draws).to(dtype) for name, own in heads.items()}
    return {**found, "pairs": 2 * torch.randn(*shape, ROWS, keys, generator=draws)}


def seen_by(admits: Any, rows: int = ROWS, keys: int = KEYS, first: int = FIRST) -> Tensor:
    seen: Tensor = admits(torch.arange(first, first + rows).unsqueeze(1), torch.arange(keys))
    return seen


def added(pairs: Tensor) -> Any:
    return lambda scores: scores + pairs.double()


def truth_of(seen: Tensor, *steps: Any) -> Any:
    def truth(query: Tensor, key: Tensor, value: Tensor, pairs: Tensor) -> tuple[Tensor, Tensor]:
        return dense(query, key, value, seen, query.shape[3] ** -0.5, added(pairs), *steps)

    return truth


def called(module: Any, **more: Any) -> Any:
    return lambda **leaves: module.attention(**leaves, q_offset=FIRST, return_lse=True, **more)


@pytest.mark.parametrize(("backend", "mask", "dtype"), on_backends_in(MASKS, "causal"))
def test_pairs_and_their_gradients(backend: str, mask: str, dtype: torch.dtype, tmp_path: Path) -> None:
    words, admits = MASKS[mask]
    module, _ = build(text(words), tmp_path, backend)
    given = tensors(dtype)
    wrong = errors(gradients(called(module), given), gradients(truth_of(seen_by(admits)), given))
    assert max(wrong.values()) < BOUNDS[dtype], wrong


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_entries_and_heads_that_share_numbers(backend: str, shape: str, tmp_path: Path) -> None:
    """Gradients sum those of all that share a number, the same to the bit in every run."""
    module, _ = build(text("attend causal"), tmp_path, backend)
    given = tensors(shape=SHAPES[shape])
    found = gradients(called(module), given)
    wrong = errors(found, gradients(truth_of(seen_by(MASKS["causal"][1])), given))
    assert max(wrong.values()) < 2e-6, wrong
    again = gradients(called(module), given)
    assert all(torch.equal(found[name], again[name]) for name in found)


def of_several(q: Tensor, k: Tensor) -> Tensor:
    """How often the branches of `SEVERAL` count a pair."""
    return (q // 16 == k // 16).double() + ((q // 32 == k // 32) & (q % 32 % 2 == 1) & (k % 32 % 2 == 1))


def counted(counts: Tensor) -> tuple[Tensor, Any]:
    """The pairs that count, and a step that says how often they do."""
    return counts > 0, lambda scores: scores + counts.clamp(min=1).log()


EVERY_RUN = f"{SEVERAL}\n    where causal"


PROGRAMS = (("triton", torch.float32), ("cuda", torch.float32), *(("cpp", dtype) for dtype in BOUNDS))


@pytest.mark.interpreter
@pytest.mark.parametrize(
    ("backend", "dtype"), [pytest.param(*one, id=f"{one[0]}-{str(one[1]).removeprefix('torch.')}") for one in PROGRAMS]
)
def test_programs_add_numbers_of_pairs(
    backend: str, dtype: torch.dtype, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Heads last in memory, entries that share; sweeps that count pairs twice; a cap, -inf, NaN that is not seen."""
    monkeypatch.setenv("PATTERNC_EMULATE", "sm_61")  # of CUDA, threads
    module, _ = build(text(EVERY_RUN, "score softcap(2.0)"), tmp_path, backend)
    seen, counts = counted(seen_by(of_several) * seen_by(MASKS["causal"][1]))
    steps = softcap(2.0), counts
    given = tensors(dtype)
    own = given.pop("pairs")
    own[:, :, ::5, ::2] = -torch.inf
    last = own.masked_fill(~seen, torch.nan).squeeze(0).permute(2, 1, 0).contiguous()
    plain = {**given, "last": own.masked_fill(~seen, 0.0).squeeze(0).permute(2, 1, 0)}

    def call(last: Tensor, **leaves: Tensor) -> Any:
        return called(module)(**leaves, pairs=expanded(last))

    found = gradients(call, {**given, "last": last})
    wanted = gradients(lambda last, **leaves: truth_of(seen, *steps)(**leaves, pairs=expanded(last)), plain)
    assert max(errors(found, wanted).values()) < BOUNDS[dtype], errors(found, wanted)
    if backend != "triton":  # whose interpreter runs programs one after the other
        assert torch.equal(found["last"], gradients(call, {**given, "last": last})["last"])
    if backend != "cpp" or dtype == torch.float32:  # entries with numbers of their own, which heads share, of 16 bits
        each = tensors(dtype, (BATCH, 1))
        each["pairs"] = each["pairs"].to(torch.float16 if backend == "cpp" else torch.bfloat16)
        wrong = errors(gradients(called(module), each), gradients(truth_of(seen, *steps), each))
        assert wrong.pop("pairs") < BOUNDS[each["pairs"].dtype]
        assert max(wrong.values()) < BOUNDS[dtype], wrong
    step = {name: x if name != "query" else x[:, :, :1] for name, x in given.items()}  # of few queries
    own = tensors(shape=(BATCH, HEADS))["pairs"][:, :, :1]
    out, lse = module.attention(**step, pairs=own, q_offset=KEYS - 1, return_lse=True)
    at = seen_by(of_several, 1, first=KEYS - 1)
    wanted_step = truth_of(*order_of(counted(at)))(**step, pairs=own)
    assert (
        max(errors({"out": out, "lse": lse}, dict(zip(("out", "lse"), wanted_step, strict=True))).values())
        < BOUNDS[dtype]
    )


def order_of(found: tuple[Tensor, Any]) -> tuple[Tensor, Any, Any]:
    """The pairs that count, a cap, and how often they do."""
    return found[0], softcap(2.0), found[1]


PART = Shape("part", 2, 3, 3, HeadDims(24, 16), 21, 27, 11, 5, 43, head_offset=1, num_heads=5)
IN_GROUPS = """pattern paired {
    input pairs: pairs(heads)
    heads 0..3 { attend window(9, 2); attend segment(16, dilation=2, offset=head); combine lse }
    heads 3.. { attend segment(20) - first(9); combine lse }
    score softcap(2.0)
    score bias(@pairs)
}
module Layer { pattern paired; embed 48; heads 5; head_dim 16; dropout 0.25 }
"""


@pytest.mark.interpreter
@pytest.mark.parametrize("backend", ["torch", "triton", "cuda", "cpp"])
def test_groups_of_heads_in_a_part_of_a_sequence(backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that do not begin at 0, some heads of a model, weights that are dropped, a cap before the numbers."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    module, pattern = build(IN_GROUPS, tmp_path, backend)
    drawn = draw(PART, "float32", "cpu", 1, pattern)
    for shape in (SHAPES["entries"], SHAPES["heads"]):
        own = {name: x for name, x in drawn.arguments.items() if name != "pairs"}
        entries, heads = (min(one, most) for one, most in zip(shape, (PART.batch, PART.heads), strict=True))
        inputs = replace(drawn, arguments={**own, "pairs": drawn.arguments["pairs"][:entries, :heads]})  # type: ignore[index]
        found = compare(
            answer_of(module, pattern, PART, inputs), oracle(pattern, PART, inputs), PART, "float32", pattern
        )
        assert found.passed, found


CHOSEN = {
    "all heads": "attend blocks(8, topk(2)) & causal",
    "some heads": "heads 0..3 { attend blocks(8, topk(2)) & window(9, 2) }; heads 3.. { attend stride(2) }",
    "after slopes": "attend blocks(8, topk(1) | window(0)); where causal; score alibi",
}


@pytest.mark.parametrize("backend", on_backends(quick=False))
@pytest.mark.parametrize("name", CHOSEN)
def test_blocks_that_are_chosen_and_pairs(name: str, backend: str, tmp_path: Path) -> None:
    """The choice takes the numbers of a call, but not whether gradients of pairs are asked for."""
    text = f"pattern paired {{ input pairs: pairs(heads); {CHOSEN[name]}; score bias(@pairs) }}"
    module, pattern = build(text, tmp_path, backend)
    shape = replace(PART, queries=16, q_offset=8, keys=32, k_offset=0, seq_len=40)
    inputs = with_selection(module, pattern, shape, draw(shape, "float32", "cpu", 1, pattern))
    truth = oracle(pattern, shape, inputs)
    found = compare(answer_of(module, pattern, shape, inputs), truth, shape, "float32", pattern)
    assert found.passed, found
    own = {**inputs.arguments, "selection": None}
    out = module.attention(inputs.query, inputs.key, inputs.value, **places(shape), **own)
    torch.testing.assert_close(out.double(), truth.out, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_branches_that_count_a_pair_twice_and_head_groups(backend: str, tmp_path: Path) -> None:
    """Several sweeps add to the gradient of one pair, one after the other; heads attend otherwise."""
    words = f"heads 0..2 {{ {SEVERAL} }}\n    heads 2.. {{ attend window(5, 0) }}"
    module, _ = build(text(words), tmp_path, backend)
    every = seen_by(of_several), seen_by(lambda q, k: (k <= q) & (k >= q - 5)).double()
    for shape in ("all", "each"):
        given = tensors(shape=SHAPES[shape])
        found = gradients(called(module), given)
        counts = torch.stack([every[0], every[0], every[1], every[1]])
        wrong = errors(found, gradients(truth_of(*counted(counts)), given))
        assert max(wrong.values()) < 2e-6, wrong
        assert torch.equal(found["pairs"], gradients(called(module), given)["pairs"])


@pytest.mark.parametrize("order", [("bias", "cap"), ("cap", "bias")])
@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_a_cap_slopes_and_a_sink_beside_pairs(backend: str, order: tuple[str, str], tmp_path: Path) -> None:
    """A softcap bends gradients; -inf excludes a pair whatever follows; a NaN that is not seen reaches nothing."""
    words = {"bias": "score bias(@pairs)", "cap": "score softcap(2.0)"}
    lines = [
        *("input sink: table(heads)", "input pairs: pairs(heads)", "input slopes: table(heads)", "attend causal"),
        *(words[one] for one in order),
        *("score alibi(@slopes)", "score sink(@sink)"),
    ]
    module, _ = build("pattern s {\n    " + "\n    ".join(lines) + "\n}\n", tmp_path, backend)
    more = {"sink": torch.linspace(-1, 1, HEADS), "slopes": torch.tensor([0.25, 0.0, -0.125, 0.5])}
    given = {**tensors(), **more}
    seen = seen_by(MASKS["causal"][1])
    given["pairs"][:, :, ::3, ::2] = -torch.inf
    given["pairs"][:, 1, 5] = -torch.inf  # a row without keys
    plain = given["pairs"].clone()
    given["pairs"] = given["pairs"].masked_fill(~seen, torch.nan)

    def truth(**leaves: Tensor) -> tuple[Tensor, Tensor]:
        pairs = leaves["pairs"].masked_fill(~seen, 0.0)
        distances = (torch.arange(KEYS) - torch.arange(FIRST, FIRST + ROWS).unsqueeze(1)).double()
        steps = {"bias": added(pairs), "cap": softcap(2.0)}
        slopes = leaves["slopes"].double().view(-1, 1, 1)
        query, key, value = (leaves[name] for name in ("query", "key", "value"))
        found = dense(query, key, value, seen, 0.25, *(steps[one] for one in order), lambda s: s + slopes * distances)
        return with_sink(*found, leaves["sink"])

    found, wanted = gradients(called(module), given), gradients(truth, {**given, "pairs": plain})
    assert max(errors(found, wanted).values()) < 2e-6, errors(found, wanted)
    assert (found["pairs"][~seen.expand_as(plain) | (plain == -torch.inf)] == 0).all()


def expanded(last: Tensor) -> Tensor:
    """Numbers [Nk, Nq, H] as [B, H, Nq, Nk], without a copy."""
    return last.permute(2, 1, 0).unsqueeze(0).expand(BATCH, -1, -1, -1)


@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_pairs_of_any_strides_and_types(backend: str, tmp_path: Path) -> None:
    """T5 and AlphaFold have heads last; what is expanded is not copied; a gradient has the type of its tensor."""
    module, _ = build(text("attend full"), tmp_path, backend)
    given = tensors()
    seen = torch.ones(ROWS, KEYS, dtype=torch.bool)
    draws = torch.Generator().manual_seed(5)
    last = torch.randn(KEYS, ROWS, HEADS, generator=draws)
    for dtype in BOUNDS:
        own = {**given, "last": last.to(dtype)}

        def call(last: Tensor, **leaves: Tensor) -> Any:
            return called(module)(**leaves, pairs=expanded(last))

        def truth(last: Tensor, **leaves: Tensor) -> Any:
            return truth_of(seen)(**leaves, pairs=expanded(last))

        own.pop("pairs")
        found, wanted = gradients(call, own), gradients(truth, own)
        wrong = errors(found, wanted)
        of_pairs = wrong.pop("last")
        assert max(wrong.values()) < 2e-6, wrong
        assert of_pairs < BOUNDS[dtype], wrong
        assert found["last"].dtype == dtype


@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_a_step_of_few_queries_reads_its_rows(backend: str, tmp_path: Path) -> None:
    module, _ = build(text("attend causal"), tmp_path, backend)
    given = tensors(shape=(BATCH, HEADS), keys=300)
    for rows in (1, 3):
        own = {**given, "query": given["query"][:, :, :rows], "pairs": given["pairs"][:, :, 5 : 5 + rows]}
        found = module.attention(**own, q_offset=300 - rows, return_lse=True)
        seen = seen_by(MASKS["causal"][1], rows, 300, 300 - rows)
        out, lse = truth_of(seen)(**own)
        torch.testing.assert_close((found[0].double(), found[1].double()), (out, lse), rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_first_queries_at_positions_of_their_own(backend: str, tmp_path: Path) -> None:
    """Rows of numbers are those of queries, wherever these stand."""
    module, _ = build(text("attend causal"), tmp_path, backend)
    given = tensors(shape=(BATCH, HEADS))
    starts = torch.tensor([0, FIRST], dtype=torch.int32)
    out, lse = module.attention(**given, q_offset=starts, return_lse=True)
    for entry, start in enumerate(starts.tolist()):
        own = {name: x[entry : entry + 1] for name, x in given.items()}
        wanted = truth_of(seen_by(MASKS["causal"][1], first=start))(**own)
        torch.testing.assert_close(
            (out[entry].double(), lse[entry].double()), (wanted[0][0], wanted[1][0]), rtol=2e-6, atol=2e-6
        )


@pytest.mark.parametrize(
    "backend", ["torch", pytest.param("triton", marks=[pytest.mark.interpreter, pytest.mark.long])]
)
def test_documents_and_lists(backend: str, tmp_path: Path) -> None:
    """Rows of documents that cut tiles, and of blocks of a list, with numbers of pairs."""
    words = "input docs: offsets\n    attend document(@docs) & causal\n    attend blocks(8, random(2, seed=3))"
    module, _ = build(text(f"{words}\n    combine lse"), tmp_path, backend)
    assert max(reference_of(module).selfcheck(module.attention).values()) < 1e-5


def test_the_reference_of_pairs(tmp_path: Path) -> None:
    module, _ = build(text("attend causal"), tmp_path)
    found = gradients(
        lambda **leaves: reference_of(module).reference(**leaves, q_offset=FIRST, return_lse=True), tensors()
    )
    assert max(errors(found, gradients(truth_of(seen_by(MASKS["causal"][1])), tensors())).values()) < 1e-6
    assert "grad_pairs" in reference_of(module).selfcheck(module.attention)  # which raises if an error is too large


WRONG: tuple[tuple[Any, type[Exception], str], ...] = (
    (lambda x: x.half().long(), TypeError, "pairs is torch.int64, must be torch.float32 or torch.float16"),
    (
        lambda x: x[0],
        ValueError,
        r"pairs has shape \(4, 33, 37\), must be \[1 or 2, 1 or 4, 33, 37\]: a number for each",
    ),
    (lambda x: x[:, :3], ValueError, "must be .1 or 2, 1 or 4, 33, 37."),
    (lambda x: x[:, :, :1], ValueError, "must be .1 or 2, 1 or 4, 33, 37."),
    (lambda x: x.expand(3, -1, -1, -1), ValueError, "must be .1 or 2, 1 or 4, 33, 37."),
    (lambda x: x.mT, ValueError, "must be .1 or 2, 1 or 4, 33, 37."),
    (lambda x: x.to("meta"), ValueError, "pairs is on meta, must be on cpu like query"),
    (lambda x: x.tolist(), TypeError, "pairs is a list, must be a torch.Tensor"),
)


def test_numbers_that_are_not_of_the_pairs_of_a_call(tmp_path: Path) -> None:
    module, _ = build(text("attend causal"), tmp_path)
    given = tensors()
    for change, error, words in WRONG:
        with pytest.raises(error, match=words):
            called(module)(**{**given, "pairs": change(given["pairs"])})
    module, _ = build(text("attend causal", kind="pairs"), tmp_path)
    with pytest.raises(ValueError, match=r"pairs has shape \(1, 4, 33, 37\), must be \[1 or 2, 1, 33, 37\]"):
        called(module)(**given)


@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_no_gradient_is_made_where_none_is_asked_for(backend: str, tmp_path: Path) -> None:
    module, _ = build(text("attend causal"), tmp_path, backend)
    given = tensors()
    operator = next(one for one in vars(torch.ops.patternc) if one == f"{module._NAME}_backward")
    grads: list[tuple[int, ...]] = []

    class Seen(torch.utils._python_dispatch.TorchDispatchMode):  # type: ignore[no-untyped-call]
        def __torch_dispatch__(self, function: Any, _types: Any, args: Any = (), kwargs: Any = None) -> Any:
            found = function(*args, **(kwargs or {}))
            if operator in str(function):
                grads.append(tuple(found[-1].shape))
            return found

    for learned in (False, True):
        leaves = {name: x.clone().requires_grad_(learned or name != "pairs") for name, x in given.items()}
        with Seen():  # type: ignore[no-untyped-call]
            out, _ = called(module)(**leaves)
            out.sum().backward()
        assert (leaves["pairs"].grad is not None) == learned
    assert [grad[0] for grad in grads] == [0, 1]


def test_a_leaf_that_is_expanded_has_a_gradient_of_each_entry(tmp_path: Path) -> None:
    module, _ = build(text("attend causal"), tmp_path)
    given = tensors()
    leaf = given["pairs"].expand(BATCH, -1, -1, -1).detach().requires_grad_()
    given = {**given, "pairs": leaf}
    out, _ = called(module)(**given)
    (found,) = torch.autograd.grad(out.square().sum(), leaf)
    wanted = gradients(called(module), {**given, "pairs": leaf.detach().contiguous()})
    assert found.shape == wanted["pairs"].shape
    assert not torch.equal(found[0], found[1])


def buckets(distance: Tensor, count: int = 8, most: int = 20) -> Tensor:
    """The buckets of T5 (arXiv 1910.10683) for queries that see both sides."""
    half = count // 2
    far = distance.abs()
    near = half // 2
    log = (torch.log(far.clamp(min=1).double() / near) / math.log(most / near) * (half - near)).long() + near
    return (distance > 0) * half + torch.where(far < near, far, log.clamp(max=half - 1))


def test_tables_of_t5(tmp_path: Path) -> None:
    """Buckets of distances, learned: the gradient reaches the table of buckets through the numbers of pairs."""
    module, _ = build(text("attend full\n    score scale(1)"), tmp_path)
    given = tensors()
    place = buckets(torch.arange(KEYS) - torch.arange(FIRST, FIRST + ROWS).unsqueeze(1))
    given = {**given, "pairs": torch.linspace(-1, 1, 8 * HEADS).sin().view(8, HEADS)}

    def call(pairs: Tensor, **leaves: Tensor) -> Any:
        return called(module)(**leaves, pairs=pairs[place].permute(2, 0, 1).unsqueeze(0))

    def truth(query: Tensor, key: Tensor, value: Tensor, pairs: Tensor) -> Any:
        one_by_one = torch.stack([pairs[:, head][place] for head in range(HEADS)])
        return dense(query, key, value, torch.ones_like(place, dtype=torch.bool), 1.0, added(one_by_one))

    wrong = errors(gradients(call, given), gradients(truth, given))
    assert max(wrong.values()) < 2e-6, wrong
    ends = torch.tensor([-40, -3, -2, 0, 1, 2, 40])
    assert buckets(ends).tolist() == [3, 2, 2, 0, 5, 6, 7]


def test_pairs_exclude_as_a_mask_does(tmp_path: Path) -> None:
    """-inf where a mask excludes: the same results; rows without keys are 0."""
    paired, _ = build(text("attend full", kind="pairs"), tmp_path)
    causal, _ = build("pattern causal_alone {\n    attend causal\n}\n", tmp_path)
    given = tensors()
    mask = torch.zeros(1, 1, ROWS, KEYS).masked_fill(~seen_by(MASKS["causal"][1]), -torch.inf)
    three = {name: given[name] for name in ("query", "key", "value")}
    masked = gradients(lambda **leaves: called(paired)(**leaves, pairs=mask), three)
    wanted = gradients(called(causal), three)
    assert max(errors(masked, wanted).values()) < 1e-6
