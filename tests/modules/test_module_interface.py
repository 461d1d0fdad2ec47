"""What every generated module promises besides its kernels: checks, the operator, the class; and its reference file."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, function_of, reference_of
from built_modules import module_path
from built_modules import names as patterns
from loading import load
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

import patternc
from patternc.api import backend_named
from patternc.codegen.library import library
from patternc.codegen.python_text import assignments, truth_text
from patternc.codegen.reference_masks import admitted
from patternc.codegen.registry import BACKENDS
from patternc.driver import analyse, decode, modules, references
from patternc.ir import semantics
from patternc.ir.lines import LINE_LENGTH
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    ByHead,
    ByHeadBlock,
    Combine,
    Constant,
    Fixed,
    FromEnd,
    Mask,
    Not,
    Or,
    Pattern,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)
from patternc.ir.projections import class_name
from patternc.targets import TARGETS

LONGNET = """pattern longnet {
    segments [32, 64]
    dilations [1, 2]
    offset head
    combine lse
    where causal
}
"""
MEAN = """pattern mixed_up {
    heads 0..2 {
        attend window(9, 0)
        attend causal
        combine mean
    }
    heads 2..4 {
        attend full
    }
    require n % 2 == 0 and head_dim >= 16
    score scale(0.25)
}
"""
PARTITION = """pattern p {
    segments [32, 64, 96]
    dilations [1, 2, 3]
    offset branch
    heads partition(extra=first)
    combine sum
}
"""


@pytest.fixture(scope="module")
def longnet(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, Pattern]:
    return build(LONGNET, tmp_path_factory.mktemp("longnet"))


@pytest.fixture(scope="module")
def mean(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, Pattern]:
    return build(MEAN, tmp_path_factory.mktemp("mean"))


def tensors(batch: int = 1, heads: int = 4, kv_heads: int = 4, n: int = 80, head_dim: int = 16) -> list[Tensor]:
    shapes = (batch, heads, n, head_dim), (batch, kv_heads, n, head_dim), (batch, kv_heads, n, head_dim)
    return [torch.randn(shape, requires_grad=True) for shape in shapes]


Q, K, V = (x.detach() for x in tensors())
BAD: dict[str, tuple[tuple[object, ...], dict[str, object], type[Exception], str]] = {
    "no tensor": ((None, K, V), {}, TypeError, "query is a NoneType, must be a torch.Tensor"),
    "rank": ((Q[0], K, V), {}, ValueError, r"query has 3 dimensions, must have 4"),
    "integers": ((Q.long(), K, V), {}, TypeError, "query is torch.int64, must be torch.float32 or torch.float16 or"),
    "double": ((Q.double(),) * 3, {}, TypeError, "query is torch.float64, must be torch.float32 or torch.float16 or"),
    "dtypes": ((Q, K.half(), V), {}, TypeError, "key is torch.float16, must be torch.float32 like query"),
    "devices": ((Q, K, V.to("meta")), {}, ValueError, "value is on meta, must be on cpu like query"),
    "stride": (
        (Q, K, V.mT.contiguous().mT),
        {},
        ValueError,
        "value has stride 80 in its last dimension, must be contig",
    ),
    "small": ((Q[..., :7], K[..., :7], V[..., :7]), {}, ValueError, "query has head_dim 7, must be 8 to 576"),
    "batch": (
        (Q, K.expand(2, -1, -1, -1), V),
        {},
        ValueError,
        r"key has shape \(2, 4, 80, 16\), must be \(1, 4, 80, 16\) like query",
    ),
    "value": (
        (Q, K, V[:, :, 1:]),
        {},
        ValueError,
        r"value has shape \(1, 4, 79, 16\), must be \(1, 4, 80, 16\) like key",
    ),
    "groups": ((Q, K[:, :3], V[:, :3]), {}, ValueError, "key has 3 heads, must have a divisor of query's 4"),
    "no heads": ((Q, K[:, :0], V[:, :0]), {}, ValueError, "key has 0 heads, must have a divisor of query's 4"),
    "negative": ((Q, K, V), {"q_offset": -1}, ValueError, r"q_offset is -1, must be 0 to 2\*\*62"),
    "no int": ((Q, K, V), {"k_offset": 1.0}, TypeError, "k_offset is a float, must be an int"),
    "bool": ((Q, K, V), {"q_offset": True}, TypeError, "q_offset is a bool, must be an int"),
    "past": (
        (Q, K, V),
        {"q_offset": 1},
        ValueError,
        "q_offset is 1 and query has 80 rows, must end by seq_len, which is 80",
    ),
    "short": (
        (Q[:, :, :5], K, V),
        {"seq_len": 79},
        ValueError,
        "k_offset is 0 and key has 80 rows, must end by seq_len",
    ),
    "beyond": (
        (Q, K, V),
        {"seq_len": 2**63},
        ValueError,
        r"seq_len is 9223372036854775808, must be 0 to 2\*\*62",
    ),
    "scale": ((Q, K, V), {"scale": "1"}, TypeError, "scale is a str, must be a float"),
    "too large": ((Q, K, V), {"scale": 1e39}, ValueError, "scale is 1e\\+39, must be finite in float32"),
    "no number": ((Q, K, V), {"scale": float("nan")}, ValueError, "scale is nan, must be finite"),
    "infinite": ((Q, K, V), {"scale": float("inf")}, ValueError, "scale is inf, must be finite"),
    "lse": ((Q, K, V), {"return_lse": 1}, TypeError, 'return_lse is 1, must be a bool or "keys"'),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("function", ["attention", "reference"])
def test_bad_input(longnet: tuple[ModuleType, Pattern], name: str, function: str) -> None:
    arguments, keywords, kind, message = BAD[name]
    with pytest.raises(kind, match=message):
        function_of(longnet[0], function)(*arguments, **keywords)


def test_what_a_pattern_forbids(mean: tuple[ModuleType, Pattern], tmp_path: Path) -> None:
    module, _ = mean
    with pytest.raises(ValueError, match="return_lse is True, must be False: mean has no single softmax denominator"):
        module.attention(Q, K, V, return_lse=True)
    with pytest.raises(ValueError, match=r"scale is 1.0, must be left out: the pattern says `score scale\(0.25\)`"):
        module.attention(Q, K, V, scale=1.0)
    with pytest.raises(
        ValueError, match=r"mixed_up requires n % 2 == 0 and head_dim >= 16; here n = 81, head_dim = 16"
    ):
        module.attention(Q, K, V, seq_len=81)
    with pytest.raises(
        ValueError,
        match="head_offset is 0 and query has 6 heads, must end by 4: the pattern names no branch for head 4",
    ):
        module.attention(*tensors(heads=6, kv_heads=6))
    with pytest.raises(ValueError, match="head is 4, must be below 4: the pattern names no branch for it"):
        reference_of(module).mask(4, 6, 10)
    partition, _ = build(PARTITION, tmp_path)
    with pytest.raises(ValueError, match=r"num_heads is 2 .*, must be at least 3: one for each branch"):
        partition.attention(*tensors(heads=2, kv_heads=2))


@pytest.mark.parametrize("empty", [{"batch": 0}, {"n": 0}])
def test_nothing_in(longnet: tuple[ModuleType, Pattern], empty: dict[str, int]) -> None:
    leaves = tensors(**empty)
    out, lse = longnet[0].attention(*leaves, return_lse=True)
    assert out.shape == leaves[0].shape
    assert lse.shape == leaves[0].shape[:3]
    assert [grad.shape for grad in torch.autograd.grad(out.sum(), leaves)] == [leaf.shape for leaf in leaves]


def test_no_keys(longnet: tuple[ModuleType, Pattern]) -> None:
    query, key, value = tensors()
    leaves = query, key[:, :, :0], value[:, :, :0]
    out, lse = longnet[0].attention(*leaves, return_lse=True, seq_len=80)
    assert out.eq(0).all()
    assert lse.eq(-torch.inf).all()
    assert torch.autograd.grad(out.sum(), query)[0].eq(0).all()


@pytest.mark.parametrize(("name", "heads"), [("longnet", (3,)), ("mean", (0, 4))])
def test_operator_obeys_torch(name: str, heads: tuple[int, ...], request: pytest.FixtureRequest) -> None:
    module, _ = request.getfixturevalue(name)
    for offset in (0, 7):
        query, key, value = tensors(batch=2, kv_heads=2)
        torch.library.opcheck(module._operator, (query, key, value, 0.25, offset, 0, 80 + offset, *heads))


@pytest.mark.parametrize("dynamic", [False, True])
def test_compiles_whole(longnet: tuple[ModuleType, Pattern], dynamic: bool) -> None:
    module, _ = longnet

    def step(scale: float, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        out, lse = module.attention(query.sin(), key, value, scale=scale, return_lse=True)
        mixed: Tensor = out.cos() * lse.unsqueeze(-1)
        return mixed.sum()

    compiled = torch.compile(step, fullgraph=True, dynamic=dynamic, backend="aot_eager")
    for n, scale in ((80, 0.3), (97, 0.4), (90, 0.5)):
        leaves = tensors(n=n)
        ours, plain = (torch.autograd.grad(f(scale, *leaves), leaves) for f in (compiled, step))
        for one, other in zip(ours, plain, strict=True):
            torch.testing.assert_close(one, other)


def test_exports(longnet: tuple[ModuleType, Pattern]) -> None:
    module, _ = longnet
    leaves = tuple(leaf.detach() for leaf in tensors())
    n = torch.export.Dim("n", min=2, max=4096)
    shapes = {name: {2: n} for name in ("query", "key", "value")}
    program = torch.export.export(module.Longnet(), leaves, dynamic_shapes=shapes)
    other = tuple(leaf.detach() for leaf in tensors(n=111))
    torch.testing.assert_close(program.module()(*other), module.attention(*other))


def test_second_derivatives_are_refused(longnet: tuple[ModuleType, Pattern]) -> None:
    leaves = tensors()
    out = longnet[0].attention(*leaves)
    (grad,) = torch.autograd.grad(out.sum(), leaves[0], create_graph=True)
    with pytest.raises(NotImplementedError, match="longnet: attention has first derivatives only"):
        torch.autograd.grad(grad.sum(), leaves[0])


def test_gradients_reach_the_kernels_contiguous(longnet: tuple[ModuleType, Pattern]) -> None:
    """An expanded gradient is made whole first; without a gradient of lse the kernels get an empty one."""
    module, _ = longnet
    seen: list[tuple[int, tuple[int, ...]]] = []

    class Watch(TorchDispatchMode):  # type: ignore[no-untyped-call]
        def __torch_dispatch__(self, func: Any, _: Any, args: Any = (), kwargs: Any = None) -> Any:
            if func is module._operator_backward._opoverload:
                grad_out, grad_lse = args[5:7]
                seen.append((grad_out.stride(3), tuple(grad_lse.shape)))
            return func(*args, **kwargs or {})

    leaves = tensors()
    with Watch():  # type: ignore[no-untyped-call]
        torch.autograd.grad(module.attention(*leaves).sum(), leaves)
        torch.autograd.grad(module.attention(*leaves, return_lse=True)[1].sum(), leaves)
    assert seen == [(1, (0,)), (1, (1, 4, 80))]


def test_loads_twice(longnet: tuple[ModuleType, Pattern]) -> None:
    first = longnet[0]
    assert first.__file__ is not None
    again = load(Path(first.__file__))
    leaves = tensors()
    torch.testing.assert_close(first.attention(*leaves), again.attention(*leaves))
    assert first._NAME != again._NAME


def test_class_is_attention(longnet: tuple[ModuleType, Pattern]) -> None:
    module, _ = longnet
    leaves = tensors()
    assert torch.equal(module.Longnet()(*leaves, scale=0.5), module.attention(*leaves, scale=0.5))
    assert not list(module.Longnet().parameters())
    assert module.SPEC.rstrip() == LONGNET.rstrip()


@pytest.mark.parametrize("name", ["longnet", "mean"])
def test_mask_is_the_meaning(name: str, request: pytest.FixtureRequest) -> None:
    module, pattern = request.getfixturevalue(name)
    mask = reference_of(module).mask
    n, heads = 50, 4
    q, k = torch.arange(n).unsqueeze(1), torch.arange(n)
    for head in range(heads):
        counts = semantics.multiplicities(pattern, head, q, k, n, heads)
        assert torch.equal(mask(head, heads, n), sum(count.expand(n, n).long() for count in counts))
    with pytest.raises(ValueError, match="head is 4, must be 0 to heads - 1, which is 3"):
        mask(4, 4, 10)


def test_text_in_the_source_can_be_anything(tmp_path: Path) -> None:
    """Quotes, backslashes, format signs and control characters of a comment stay text."""
    text = 'pattern odd {\n    # """ \\n {0} \' \0 \x1b\n    attend full\n    require heads >= 1\n}\n'
    module, _ = build(text, tmp_path)
    assert module.SPEC.rstrip() == text.rstrip()
    module.attention(Q, K, V)


def test_a_comment_is_no_part_of_a_condition(tmp_path: Path) -> None:
    text = "pattern odd {\n    attend full\n    require (n % 2 # {not} a \0 field\n        == 0)\n}\n"
    module, _ = build(text, tmp_path)
    with pytest.raises(ValueError, match=r"odd requires \(n % 2 == 0\); here n = 81"):
        module.attention(Q, K, V, seq_len=81)


@pytest.mark.long
def test_no_class_hides_what_its_file_reads() -> None:
    """Python's own names, `torch`'s and the file's: a pattern may be called like any of them."""
    files = [module_path("tests", name, backend.name) for name in patterns("tests") for backend in BACKENDS]
    every = files[0].parent.rglob("patternc_runtime/**/*.py")  # but for packages' own modules, which no module holds
    files += [path for path in every if path.name != "__init__.py"]
    read, own = set[str](), set[str]()
    for node in (node for path in files for node in ast.walk(ast.parse(path.read_text()))):
        match node:
            case ast.Name(id=name):
                read.add(name)
            case ast.arg(arg=name):
                own.add(name)
    defined = {
        name
        for kind in ("torch", "triton", "cpp", "cuda")
        for one in library(kind)
        for made in one.definitions
        for name in made.names
    }
    read = read - own | defined
    names = {name for name in read if name[0].isupper() and "_" not in name} | {"None", "True", "False"}
    assert {"ValueError", "Block", "SPEC", "RANKS"} <= names
    assert not [name for name in names if class_name(name) == name]


@pytest.mark.parametrize(
    ("name", "expected"), [("none", "NonePattern"), ("_1", "Pattern1"), ("__", "Pattern"), ("value_error", None)]
)
def test_any_name_makes_a_module(name: str, expected: str | None, tmp_path: Path) -> None:
    module, _ = build(f"pattern {name} {{\n    attend causal\n}}\n", tmp_path)
    assert issubclass(getattr(module, expected or "ValueErrorPattern"), torch.nn.Module)
    with pytest.raises(ValueError, match="q_offset is -1"):
        module.attention(Q, K, V, q_offset=-1)


@pytest.mark.parametrize("name", ["new\nline.pat", "a\udcff.pat", "\x00\r"])
def test_the_header_is_one_line_each(name: str) -> None:
    """Whatever the file is called, and whatever white space an override holds."""
    source = decode(name, b"pattern p(w=1) {\n    attend window(w)\n}\n")
    (file,) = modules(analyse(source, {"w": "(1 + # it's\n 2)"}, targets=()), backend_named("torch"), TARGETS[0])
    first, second, *_ = file.text.encode().decode().splitlines()
    assert first.startswith("# Generated by patternc from ")
    assert second.endswith(r"-D $'w=(1 + # it\x27s\x0a 2)'")
    ast.parse(file.text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_comment_ends_with_its_line_however_lines_end(end: str) -> None:
    text = end.join(("pattern p {", "    attend causal  # one", "    attend full", "    combine mean", "}", ""))
    (meaning,) = analyse(decode("p.pat", text.encode()), {}, targets=()).meanings
    assert meaning.groups[0].combine is Combine.MEAN


def test_a_tuple_is_a_list_of_the_language(tmp_path: Path) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p(w=[1, 2]) {\n    segments w\n    combine lse\n}\n")
    as_tuple, as_list = (patternc.compile(path, w=w) for w in ((64, 128), [64, 128]))
    assert as_tuple == as_list


def test_standard_input_is_named_as_the_command_takes_it() -> None:
    source = decode("<stdin>", b"pattern p {\n    attend full\n}\n")
    (file,) = modules(analyse(source, {}, targets=()), backend_named("torch"), TARGETS[0])
    assert "# Regenerate: patternc build - --backend torch --runtime inline\n" in file.text
    (file,) = references(analyse(source, {}, targets=()))
    assert "# Regenerate: patternc build -\n" in file.text


ATOMS: tuple[Mask, ...] = (
    Below(Side.KEY, RelativePosition(1)),
    AtLeast(Side.KEY, RelativePosition(-3, 2, 7)),
    AtLeast(Side.QUERY, Constant(4)),
    Below(Side.KEY, FromEnd(-2)),
    Residue(Side.KEY, 3, ByHead(), 10),
    Residue(Side.QUERY, 2, ByHeadBlock()),
    Residue(Side.KEY, 2, Fixed(1)),
    SameResidue(3),
    SameResidue(2, 9),
    And(),
    Or(),
)
MASKS = (
    *ATOMS,
    And(ATOMS[:4]),
    Or((ATOMS[0], And(ATOMS[4:6]), Not(Or(ATOMS[6:9])))),
    Not(And((Or(ATOMS[:9]), Not(And(ATOMS[2:9]))))),
    Or((And((*ATOMS[:4], Not(And(ATOMS[2:9])))), And((Or(ATOMS[:9]), Or(ATOMS[4:9]))))),
)


@pytest.mark.parametrize("mask", MASKS, ids=lambda mask: truth_text(mask)[:40])
def test_text_of_a_mask_means_the_mask(mask: Mask) -> None:
    q, k, n, heads = torch.arange(20).unsqueeze(1), torch.arange(20), 20, 5
    lines = [one.line for one in assignments(admitted(mask), 0, "seen")]
    assert all(len(line) <= LINE_LENGTH for line in lines)
    ast.parse("\n".join(lines))
    for head in range(heads):
        names = {"q": q, "k": k, "n": n, "head": head, "heads": heads}
        exec("\n".join(lines), names)
        expected = semantics.admits(mask, head, q, k, n, heads)
        assert torch.equal(torch.as_tensor(names["seen"]).expand(20, 20), expected.expand(20, 20))
