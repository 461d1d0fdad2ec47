"""Defects found by random patterns and unusual calls, each with the smallest pattern that shows it."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from built import build_source, reference_of
from torch import Tensor

from patternc.analysis.calls import Shape
from patternc.api import backend_named
from patternc.codegen.cached_calls import SERVED
from patternc.driver import REFERENCE, analyse, modules, references
from patternc.files import File
from patternc.frontend.check.input_declarations import TAKEN
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.ir.verify import verifying
from patternc.source import Source
from patternc.targets import TARGETS
from patternc.testing.compare import answer_of, compare, draw, with_selection
from patternc.testing.oracle import oracle

CALL = Shape("whole", 2, 3, 3, HeadDims.equal(16), 40, 40, 0, 0, 40)


def made(body: str, folder: Path) -> tuple[ModuleType, Pattern]:
    """A module of these statements; its tables of blocks lie in the folder."""
    return build_source(source_of(body, folder), folder)


def source_of(body: str, folder: Path) -> Source:
    text = "pattern made {\n    " + body.replace("; ", "\n    ") + "\n}\n"
    return Source(str(folder / "made.pat"), text, beside=lambda name: (folder / name).read_bytes())


def file_of(body: str, backend: str, folder: Path) -> File:
    """The file of a backend, or the reference."""
    source = source_of(body, folder)
    if backend == REFERENCE:
        (file,) = references(analyse(source, {}, targets=()))
    else:
        (file,) = modules(analyse(source, {}, targets=()), backend_named(backend), TARGETS[0])
    return file


def hold(body: str, shape: Shape, folder: Path) -> None:
    module, pattern = made(body, folder)
    inputs = with_selection(module, pattern, shape, draw(shape, "float32", "cpu", 3, pattern))
    errors = compare(
        answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs), shape, "float32", pattern
    )
    assert errors.passed, errors


@pytest.mark.parametrize(
    "body",
    [
        'attend blocks(5, !table("heads.npy") | table("one.npy"))',
        'attend blocks(5, table("one.npy") & table("heads.npy"))',
        'attend blocks(5, table("one.npy") & (full - random(2, seed=1)))',
        'attend blocks(5, table("one.npy")) & stride(3, offset=head)',
        'attend blocks(8, table("one.npy") - random(1))',
    ],
)
def test_one_table_for_all_heads_beside_what_differs_by_head(body: str, tmp_path: Path) -> None:
    """The table's list held the first head only."""
    random = np.random.default_rng(1)
    np.save(tmp_path / "one.npy", random.random((20, 20)) < 0.5)
    np.save(tmp_path / "heads.npy", random.random((3, 20, 20)) < 0.5)
    hold(body, CALL, tmp_path)


@pytest.mark.parametrize("second", ["segment(4)", "(segment(4) | window(1))"])
def test_branches_of_the_same_keys_count_twice(second: str, tmp_path: Path) -> None:
    """What the first part of a row finds is copied, what an equal one finds is merged."""
    hold(f"score softcap(2.5); attend segment(4); attend {second}; combine lse; where causal", CALL, tmp_path)


def test_a_list_beside_a_class_of_the_official_offset(tmp_path: Path) -> None:
    """No block's bounds tell that class, so nothing in the list's function had counted the heads apart."""
    body = "attend (causal - blocks(4, stride(2, offset=head_block))) | blocks(16, window(3) - random(1, seed=7))"
    hold(body, CALL, tmp_path)


@pytest.mark.parametrize("mask", ["document(@docs)", "document(@docs) & causal", "prefix(@front) & window(3)"])
def test_waste_is_counted_under_run_time_bounds_of_any_depth(mask: str, tmp_path: Path) -> None:
    """Less an earlier clause, a clause holds a union; the bounds in it had no inputs to be counted with."""
    body = f"input docs: offsets; input front: lengths; attend {mask} | when((q * k) % 7 == 2)"
    assert len(analyse(source_of(body, tmp_path), {}).meanings) == 1


def test_a_head_without_a_sink_and_a_row_without_keys(tmp_path: Path) -> None:
    """Both logarithms are -inf there, and their difference was NaN, there and back."""
    module, _ = made("input logits: table(heads); attend window(3, 0) - window(0); score sink(@logits)", tmp_path)
    leaves = [torch.randn(1, 3, 9, 16, requires_grad=True) for _ in range(3)]
    logits = torch.tensor([-torch.inf, 0.5, 1e4], requires_grad=True)
    out, lse = module.attention(*leaves, logits=logits, return_lse=True)
    bare, bare_lse = module.attention(*leaves, logits=torch.full((3,), -torch.inf), return_lse=True)
    assert torch.equal(out[:, 0], bare[:, 0])
    assert torch.equal(lse[:, 0], bare_lse[:, 0])
    assert lse[0, :, 0].tolist() == [-torch.inf, 0.5, 1e4]
    grads = torch.autograd.grad(out.sin().sum(), [*leaves, logits])
    assert all(grad.isfinite().all() for grad in grads)
    truth, true_lse = reference_of(module).reference(*leaves, logits=logits, return_lse=True)
    torch.testing.assert_close(out.double(), truth, rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(lse.double(), true_lse, rtol=1e-5, atol=1e-6)
    meant = torch.autograd.grad(truth.sin().sum(), [*leaves, logits])
    for found, true in zip(grads, meant, strict=True):
        torch.testing.assert_close(found, true, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("q_offset", "k_offset"), [(3, 0), (0, 5)])
def test_a_selection_of_blocks_that_the_call_cuts(q_offset: int, k_offset: int, tmp_path: Path) -> None:
    """`attention` refused such a call, `selection` took it and counted rows and columns from a block's middle."""
    module, _ = made("attend blocks(8, topk(2)); where causal", tmp_path)
    query, key = torch.randn(2, 1, 2, 16, 16)
    with pytest.raises(ValueError, match="must begin and end at multiples of 8"):
        module.selection(query, key, q_offset=q_offset, k_offset=k_offset, seq_len=24)


@pytest.mark.parametrize("backend", ["torch", "triton", "cpp", "cuda"])
def test_zeros_of_both_signs_are_equal_scores(backend: str, tmp_path: Path) -> None:
    """Of equal scores, the lower index is chosen, on every backend; a sum may be -0 where another one is 0."""
    text = "pattern made {\n    attend blocks(8, topk(2))\n}\n"
    module, _ = build_source(Source("made.pat", text), tmp_path, backend)
    scores = torch.tensor([[-0.0, 0.0, -0.0, 0.0], [0.0, -0.0, 0.0, -0.0], [-1.0, -0.0, 1e-45, 0.0]])
    assert module._highest(scores, 2).tolist() == [[0, 1], [0, 1], [2, 1]]
    chosen = module.selection(torch.zeros(1, 2, 32, 16), torch.randn(1, 2, 32, 16))
    assert chosen[..., :2].tolist() == [[[[0, 1]] * 4] * 2]


@pytest.mark.parametrize("offsets", [[0, 9, 8, 16], [0, 12], [1, 16]], ids=["falling", "short", "late"])
def test_a_selection_of_documents_that_are_none(offsets: list[int], tmp_path: Path) -> None:
    module, _ = made("input docs: offsets; attend blocks(8, topk(2)); where document(@docs)", tmp_path)
    query, key = torch.randn(2, 1, 2, 16, 16)
    with pytest.raises(ValueError, match=f"docs is {re.escape(str(offsets))}, must begin with 0, never fall, and end"):
        module.selection(query, key, docs=torch.tensor(offsets))
    with pytest.raises(TypeError, match="docs is a list, must be a"):
        module.selection(query, key, docs=offsets)


def test_lengths_that_count_blocks_end_with_the_blocks(tmp_path: Path) -> None:
    """Positions given for blocks admitted every key, and nothing said so."""
    module, _ = made("input front: lengths; attend blocks(8, prefix(@front))", tmp_path)
    tensors: tuple[Tensor, ...] = torch.randn(3, 1, 2, 20, 16).unbind()
    with pytest.raises(ValueError, match=r"front is \[20\], must be 0 to 3"):
        module.attention(*tensors, front=torch.tensor([20]))
    assert module.attention(*tensors, front=torch.tensor([3])).isfinite().all()
    hold("input front: lengths; attend blocks(8, prefix(@front))", CALL, tmp_path)


NAMED = {
    "listed": "input zeal: lengths; attend blocks(4, random(2)) | causal; where padding(@zeal)",
    "listed by head": "input zeal: offsets; attend blocks(4, random(2)) & stride(2, offset=head) & document(@zeal)",
    "between": "input zeal: offsets; attend document(@zeal) - blocks(8, random(1))",
    "chosen": "input zeal: offsets; attend blocks(8, topk(2)); where document(@zeal)",
    "box": "grid 5 x 8; input zeal: offsets; attend box(3, 3) & document(@zeal)",
    "sink": "input zeal: table(heads); attend first(3); attend window(2); combine lse; score sink(@zeal)",
    "module": "input zeal: lengths; attend causal; where padding(@zeal); }; module Layer {; pattern made; embed 64; "
    "heads 4; head_dim 16; dropout 0.1",
    "bias": "input zeal: table(heads, 5); attend first(3); attend window(2); combine mean; score bias(@zeal)",
}


@pytest.mark.parametrize("body", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("backend", ["torch", "triton", "reference"])
def test_names_of_inputs_meet_no_other(backend: str, body: str, tmp_path: Path) -> None:
    """`row` gave other answers without a word, `parts` no Python at all, and later all such names were refused.

    Functions with an input's name among their parameters are public: they read only what begins with an underscore,
    and what they store under a name that an input may have is called otherwise where an input has it.
    """
    for name in ("zeal", "call", "results") if backend == "reference" else ("zeal", "call"):
        tree = ast.parse(file_of(body.replace("zeal", name), backend, tmp_path).text)
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        public = [one for one in functions if name in {node.arg for node in (*one.args.args, *one.args.kwonlyargs)}]
        public = [one for one in public if name == "zeal" or not one.name.startswith("_")]
        assert public
        assert not [one.name for one in public if one.name.startswith("_")]
        for one in public:
            parameters = {node.arg for node in (*one.args.args, *one.args.kwonlyargs)}
            names = [node for line in one.body for node in ast.walk(line) if isinstance(node, ast.Name)]
            stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            read = {node.id for node in names} - parameters - stored
            assert {given for given in read if not given.startswith("_")} <= TAKEN | set(dir(builtins)) | {
                "Cache",
                *SERVED,
            }
            assert name not in stored
            assert stored - TAKEN <= {"out", "lse", "stop", "entry", "call", "call_", "results", "results_", "_"}


SHADOWING = (
    "call",
    "out",
    "lse",
    "entry",
    "torch",
    "math",
    "nn",
    "rows",
    "q",
    "k",
    "counts",
    "given",
    "functools",
    "unknown",
    "Never",
)


@pytest.mark.parametrize("name", SHADOWING)
def test_inputs_may_be_called_like_anything_inside(name: str, tmp_path: Path) -> None:
    hold(f"input {name}: lengths; attend causal & padding(@{name}); attend first(3); combine lse", CALL, tmp_path)
    hold(f"input {name}: table(heads); attend window(5); score sink(@{name})", CALL, tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        "attend blocks(8, topk(1)) & window(2) & last(14)",
        "attend blocks(8, topk(1)) & window(2) - first(20)",
        "attend blocks(8, topk(1)) & window(5) & (first(3) | last(3))",
        "input front: lengths; attend blocks(8, topk(1)) & window(9) & padding(@front)",
    ],
)
def test_no_block_is_chosen_where_bounds_hold_but_never_together(body: str, tmp_path: Path) -> None:
    """Each bound held for some pair of two blocks, and such blocks took the place of others."""
    hold(body, CALL, tmp_path)


def test_a_choice_is_among_what_it_is_intersected_with(tmp_path: Path) -> None:
    """It was among all that the branch admits, and a block that only the rest of it admits was chosen in vain."""
    body = "attend blocks(8, topk(1) & first(2) | window(0)); where window(30)"
    module, _ = made(body, tmp_path)
    assert module.selection(*torch.randn(2, 2, 3, 40, 16)).unique().tolist() == [0, 1]
    hold(body, CALL, tmp_path)


@pytest.mark.parametrize("q_offset", [8, 40])
@pytest.mark.parametrize("beside", ["window(9)", "(window(5) | window(40) & last(30))"])
def test_a_choice_among_keys_that_rows_reach_beyond(q_offset: int, beside: str, tmp_path: Path) -> None:
    """A row's run may begin behind the keys of the call, end before them, or hold more."""
    hold(
        f"attend blocks(8, topk(1)) & {beside}",
        Shape("part", 2, 3, 3, HeadDims.equal(16), 16, 16, q_offset, 24, 64),
        tmp_path,
    )


def test_a_choice_among_intersected_unions_keeps_no_run_within_another(tmp_path: Path) -> None:
    """Each union doubled the runs: 13 of them made 8192, and a file of four megabytes."""
    unions = " & ".join(f"(segment({width}) | window({width}))" for width in range(3, 16))
    source = source_of(f"attend blocks(8, topk(1)) & {unions}", tmp_path)
    (file,) = modules(analyse(source, {}, targets=()), backend_named("torch"), TARGETS[0])
    assert file.text.count("yield low, high") == 3
    hold(f"attend blocks(8, topk(1)) & {unions}", CALL, tmp_path)


def test_the_reference_chooses_blocks_of_tensors_with_gradients(tmp_path: Path) -> None:
    """Torch warned of a tensor that requires one and becomes a number."""
    module, _ = made("attend blocks(8, topk(2)); where causal", tmp_path)
    query, key, value = torch.randn(3, 1, 2, 20, 16, requires_grad=True).unbind()
    torch.testing.assert_close(
        reference_of(module).reference(query, key, value).float(), module.attention(query, key, value)
    )


def test_a_block_with_a_nan_is_chosen_and_seen(tmp_path: Path) -> None:
    """A NaN with a sign, as processors make it, ranked below blocks that may not be chosen: rows of it were 0."""
    module, _ = made("attend blocks(4, topk(2)); where causal", tmp_path)
    query, key, value = torch.randn(3, 1, 2, 16, 16).unbind()
    key[0, 0, 5] = torch.tensor(torch.nan).copysign(torch.tensor(-1.0))
    assert (module.selection(query, key)[0, 0, 1:] == 1).any(-1).all()
    query[0, 0, 9] = key[0, 0, 5]
    assert module.attention(query, key, value)[0, 0, 9].isnan().all()


def test_scores_beyond_float32_choose_blocks_too(tmp_path: Path) -> None:
    module, _ = made("attend blocks(4, topk(2)); where causal", tmp_path)
    query, key = torch.randn(2, 1, 2, 16, 16) * 1e25
    assert (module.selection(query, key)[:, :, 1:] >= 0).all()


def test_positions_that_32_bits_do_not_count(tmp_path: Path) -> None:
    """Lengths of long sequences were cut to 32 bits, and a row saw other keys."""
    far = 2**40
    tensors = torch.randn(3, 1, 2, 8, 16).unbind()
    module, _ = made("input front: lengths; attend prefix(@front)", tmp_path)
    with pytest.raises(ValueError, match=f"seq_len is {far}, must be at most {2**30}: front counts in 32 bits"):
        module.attention(*tensors, q_offset=far - 8, k_offset=far - 8, front=torch.tensor([far - 4]))
    module, _ = made("attend blocks(4, random(2))", tmp_path)
    with pytest.raises(ValueError, match=f"seq_len is {far}, must be at most {2**32}: `random` numbers blocks of 4"):
        module.attention(*tensors, q_offset=far - 8, k_offset=far - 8)
    near = 2**30 - 8
    module, _ = made("input front: lengths; attend prefix(@front)", tmp_path)
    found = module.attention(*tensors, q_offset=near, k_offset=near, front=torch.tensor([near + 4]))
    torch.testing.assert_close(found, module.attention(*tensors, front=torch.tensor([4])))


def test_a_batch_of_none_with_offsets_of_its_own(tmp_path: Path) -> None:
    module, _ = made("input docs: offsets; attend document(@docs)", tmp_path)
    nothing = torch.randn(0, 2, 8, 16)
    assert module.attention(nothing, nothing, nothing, docs=torch.zeros(0, 3, dtype=torch.int32)).shape == (0, 2, 8, 16)


def test_a_layout_is_chosen_for_a_grid_that_no_machine_holds(tmp_path: Path) -> None:
    """Every cell was numbered under each candidate: minutes, then no memory."""
    module, _ = made("grid 32K x 32K; attend box(3, 3)", tmp_path)
    with pytest.raises(ValueError, match="must be 1073741824"):
        module.attention(*torch.randn(3, 1, 1, 8, 16).unbind())


@pytest.mark.parametrize("body", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("backend", ["torch", "triton", "reference"])
def test_no_function_takes_the_name_of_another(backend: str, body: str, tmp_path: Path) -> None:
    """`_count` of the kernels stood in the place of `_count` of the selection."""
    file = file_of(body, backend, tmp_path)
    defined = [node.name for node in ast.parse(file.text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    named = [name for name in defined if name != "_"]
    assert len(named) == len(set(named))


@pytest.mark.parametrize("backend", ["triton", "cpp", "cuda"])
def test_partials_of_each_head_are_taken_in_by_names_of_their_own(backend: str, tmp_path: Path) -> None:
    """The loop over heads bound the names of a partial that was taken in before it."""
    body = "attend segment(19, dilation=4, offset=2); attend segment(17, dilation=3, offset=head); combine lse(detach)"
    analysis = analyse(source_of(body, tmp_path), {})
    files = modules(analysis, backend_named(backend), TARGETS[0], verifying())
    assert any("compact_2, member_2" in file.text for file in files)
