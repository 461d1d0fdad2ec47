"""One list of documents for a whole batch, beside inputs that batch entries have their own of, against the meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
import torch
from _pytest.mark.structures import ParameterSet
from built import build
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode
from triton_cases import small

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import InputKind, Pattern
from patternc.runtime.input_tensors import _document_ends
from patternc.testing.compare import answer_of, compare, draw, with_selection
from patternc.testing.oracle import Inputs, oracle

N = 40
DOCS, OTHERS, LENGTHS = "input docs: offsets", "input others: offsets", "input lens: lengths"
PATTERNS = {
    "chosen": f"{DOCS}; attend blocks(8, topk(2)) & document(@docs)",
    "chosen inside blocks": f"{DOCS}; attend blocks(8, topk(2) & document(@docs))",
    "chosen of all pairs": f"{DOCS}; attend blocks(8, topk(2)); where document(@docs) & causal",
    "chosen or near": f"{DOCS}; attend blocks(8, topk(1)) & document(@docs) | window(3)",
    "chosen by some heads": f"{DOCS}; heads 0..1 {{ attend window(4, 0) }}; "
    "heads 1.. { attend blocks(8, topk(2)) & document(@docs) }",
    "two lists": f"{DOCS}; {OTHERS}; attend blocks(8, random(3, seed=1)) & document(@docs) & document(@others)",
    "two lists in closed form": f"{DOCS}; {OTHERS}; attend document(@docs) & causal | document(@others) & window(2)",
    "lengths": f"{DOCS}; {LENGTHS}; attend blocks(8, random(3, seed=1)) & document(@docs) & padding(@lens)",
    "lengths and chosen": f"{DOCS}; {LENGTHS}; attend blocks(8, topk(2)) & document(@docs) & padding(@lens)",
    "box and lengths": f"{DOCS}; {LENGTHS}; grid 5 x 8; layout hilbert; "
    "attend box(3, 3) & document(@docs) & padding(@lens)",
}
QUICK, LONG = frozenset({"chosen", "two lists"}), frozenset({"chosen by some heads", "box and lengths"})
WHOLE = Shape("whole", 2, 2, 1, HeadDims.equal(16), N, N, 0, 0, N)
CHUNK = replace(WHOLE, name="chunk", queries=24, q_offset=16)


def cases() -> Iterator[ParameterSet]:
    """Every pattern with torch, and some in the interpreter; the others there are slow."""
    for name in PATTERNS:
        yield pytest.param(name, "torch")
        other = pytest.mark.long if name in LONG else pytest.mark.slow
        marks = (pytest.mark.interpreter,) if name in QUICK else (pytest.mark.interpreter, other)
        yield pytest.param(name, "triton", marks=marks)


def built(name: str, backend: str, folder: Path) -> tuple[ModuleType, Pattern]:
    module, pattern = build(f"pattern made {{ {PATTERNS[name]} }}", folder, backend)
    if backend == "triton":
        small(module)
    return module, pattern


def drawn(module: ModuleType, pattern: Pattern, shape: Shape) -> Inputs:
    """Inputs of which `docs` is one list for both batch entries; others are each entry's own."""
    inputs = draw(shape, "float32", "cpu", 3, pattern)
    (shared,) = (one.name for one in pattern.inputs if one.name == "docs" and one.kind is InputKind.OFFSETS)
    documents = inputs.arguments[shared]
    assert isinstance(documents, Tensor)
    return with_selection(
        module, pattern, shape, replace(inputs, arguments={**inputs.arguments, shared: documents[0].contiguous()})
    )


@pytest.mark.parametrize(("name", "backend"), tuple(cases()))
def test_meaning(name: str, backend: str, tmp_path: Path) -> None:
    module, pattern = built(name, backend, tmp_path)
    for shape in (WHOLE,) if pattern.grid else (WHOLE, CHUNK):
        inputs = drawn(module, pattern, shape)
        answer, truth = answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs)
        errors = compare(answer, truth, shape, "float32", pattern)
        assert errors.passed, errors


@pytest.mark.parametrize("backend", ["cpp", "triton"])
def test_lists_of_boxes_are_of_each_batch_entry(backend: str, tmp_path: Path) -> None:
    """Blocks of a neighbourhood beside inputs: of the second entry, which holds no key, none."""
    module, _ = built("box and lengths", backend, tmp_path)
    documents = _document_ends(torch.tensor([[0, 9, N]]), N, 1)  # one list of both
    found = module._pairs_1(range(2), 2, range(N), range(N), N, torch.device("cpu"), documents, torch.tensor([N, 0]))
    assert found.batches == 2
    assert set(found.batch.tolist()) == {0}


@pytest.mark.parametrize(
    ("name", "backend"),
    [(name, "torch") for name in PATTERNS]
    + [pytest.param("chosen by some heads", "triton", marks=[pytest.mark.interpreter, pytest.mark.long])],
)
def test_mapped_and_counted(name: str, backend: str, tmp_path: Path) -> None:
    """`vmap` over samples with the same list and with one of their own; FLOPs as of a list for each entry."""
    module, pattern = built(name, backend, tmp_path)
    inputs = drawn(module, pattern, WHOLE)
    given = {key: value for key, value in inputs.arguments.items() if isinstance(value, Tensor) and key != "selection"}
    tensors = torch.randn(3, 2, 2, 1, N, 16)  # query, key and value of two samples, one head each

    def one(given: dict[str, Tensor], *tensors: Tensor) -> Tensor:
        out: Tensor = module.attention(*tensors, head_offset=1, num_heads=2, **given)
        return out

    apart = torch.stack([one(given, *sample) for sample in tensors.unbind(1)])
    torch.testing.assert_close(torch.vmap(one, (None, 0, 0, 0))(given, *tensors), apart)
    own = {key: torch.stack([value, value]) for key, value in given.items()}
    torch.testing.assert_close(torch.vmap(one)(own, *tensors), apart)
    counts = []
    for documents in (given["docs"], given["docs"].expand(2, -1)):
        with FlopCounterMode(display=False) as counter:
            module.attention(*tensors[:, 0], head_offset=1, num_heads=2, **{**given, "docs": documents})
        counts.append(counter.get_total_flops())
    assert counts[0] == counts[1] > 0
