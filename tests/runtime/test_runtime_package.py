"""Modules beside the run-time package: nothing that they compute changes by importing the library from there."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pickle
import re
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from conftest import ROOT, Goldens
from directives import DIRECTIVES, without_directives
from loading import load
from simulated_ranks import on_all_ranks

from patternc.analysis.calls import Shape
from patternc.api import backend_named
from patternc.codegen import runtime_package as package
from patternc.codegen.emit import Runtime
from patternc.codegen.library import MODULES_OF, REFERENCE, library
from patternc.codegen.registry import BACKENDS
from patternc.codegen.runtime_package import digest
from patternc.driver import analyse, modules, runtime_package
from patternc.files import write as write_file
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.resources import headers, runtime
from patternc.source import Source
from patternc.targets import target_named
from patternc.testing.compare import answer_of, draw, with_selection
from patternc.testing.oracle import Answer

NAMES = tuple(backend.name for backend in BACKENDS)
PATTERNS = {
    "window": "attend window(20, 3)",
    "everything": "attend full",
    "paper": "segments [16, 32, 64]; dilations [1, 2, 5]; offset head; combine lse; where causal",
    "official": "segments [16, 32]; dilations [1, 3]; offset head_block; combine lse(detach); where causal",
    "averaged": "attend window(9); attend causal; combine mean",
    "partition": "segments [16, 32]; dilations [1, 2]; offset branch; heads partition(extra=last); combine mean",
    "documents": "input o: offsets; attend document(@o) & keys(every=3); where causal",
    "padded": "input p: lengths; attend segment(32, dilation=2, offset=head); where padding(@p)",
    "table": "input t: table(heads, 17); attend window(12); score bias(@t); score softcap(2.0)",
    "sloped": "input s: table(heads); attend window(9, 0); score alibi; score sink(@s)",
    "box": "grid 8 x 7; layout hilbert; attend box(5, 3)",
    "ordered": "grid 8 x 7; layout tiled(4, 4); attend box(5, 5) & causal & stride(2, offset=head)",
    "chosen": "attend blocks(8, topk(2) | window(0)); where causal",
    "levels": "attend blocks(8, window(1) | queries(every=4) & window(3) | queries(every=8))",
    "drawn": "attend blocks(8, random(2, seed=3) | window(1))",
    "drawn_sloped": "attend blocks(8, random(2, seed=3) | window(1)); score alibi",
    "drawn_pairs": "attend blocks(2, random(density=0.4, seed=1)) & stride(3, offset=head)",
    "looked_up": "attend full - blocks(3, random(5, seed=3)); where causal",
    "counted": "for i in range(5) { attend causal - keys(every=7, offset=i) }; combine lse",
    "compared": "attend when((q * 3 + k) % 5 < 2 or h == 1) & causal",
    "ranges": "heads 0..2 { attend window(9, 0) }; heads 2.. { attend causal; attend first(3); combine lse(detach) }",
}
LAYERS = {
    "dropped": "attend causal",
    "dropped_window": "attend window(20, 3)",
    "dropped_blocks": "attend blocks(8, random(2, seed=3) | window(1))",
    "dropped_levels": "attend blocks(8, window(1) | queries(every=3)); score softcap(2.0)",
}
"""In modules with dropout."""
WHOLE = Shape("whole", 2, 4, 2, HeadDims.equal(16), 56, 56, 0, 0, 56)
SHAPES = (
    WHOLE,
    Shape("each its own key", 1, 4, 4, HeadDims.equal(24), 56, 56, 0, 0, 56),
    Shape("a chunk", 1, 4, 1, HeadDims.equal(16), 24, 56, 32, 0, 56),
    Shape("several blocks", 1, 4, 2, HeadDims.equal(16), 300, 300, 0, 0, 300),
)


def text_of(name: str) -> str:
    body = (PATTERNS | LAYERS)[name].replace("; ", "\n    ")
    layer = f"module Layer {{\n    pattern {name}\n    embed 64\n    heads 4\n    dropout 0.25\n}}\n"
    return f"pattern {name} {{\n    {body}\n}}\n{layer if name in LAYERS else ''}"


def write(text: str, folder: Path, backend: str, runtime: Runtime) -> Path:
    """The module of a pattern in a folder, with its run-time package."""
    chosen_backend = backend_named(backend)
    target = target_named(chosen_backend.targets[0])
    assert target is not None
    (file,) = modules(analyse(Source("made.pat", text), {}, targets=()), chosen_backend, target, runtime=runtime)
    folder.mkdir(exist_ok=True)
    (folder / file.name).write_text(file.text)
    if runtime is Runtime.VENDORED:
        for shared in runtime_package((chosen_backend,)):
            write_file(folder / shared.name, shared.text)
    return folder / file.name


def both(text: str, folder: Path, backend: str) -> tuple[ModuleType, ModuleType, Pattern]:
    """The module that stands alone, the one beside a run-time package, and what both mean."""
    (pattern,) = analyse(Source("made.pat", text), {}, targets=()).meanings
    inline = load(write(text, folder / "inline", backend, Runtime.INLINE))
    return inline, load(write(text, folder / "vendored", backend, Runtime.VENDORED)), pattern


def differing(one: Answer, other: Answer) -> list[str]:
    """Names of the results that are not the same to the bit."""
    found = []
    for field in (one for one in fields(Answer) if one.name != "largest_score"):  # which oracles find alone
        ours, theirs = getattr(one, field.name), getattr(other, field.name)
        pairs = [(ours[name], theirs[name]) for name in ours] if isinstance(ours, dict) else [(ours, theirs)]
        assert all((a is None) == (b is None) for a, b in pairs)
        found += [field.name for a, b in pairs if a is not None and not torch.equal(a, b)]
    return found


def hold(text: str, shapes: tuple[Shape, ...], dtype: str, folder: Path, backend: str) -> None:
    inline, vendored, pattern = both(text, folder, backend)
    with_gradients = 0
    for shape in shapes:
        inputs = with_selection(inline, pattern, shape, draw(shape, dtype, "cpu", 7, pattern))
        answers = [answer_of(module, pattern, shape, inputs) for module in (inline, vendored)]
        with_gradients += bool(answers[0].dk.abs().sum() > 0)
        assert differing(*answers) == [], shape
    assert with_gradients


QUICK = ("window", "paper", "documents", "padded", "table", "box", "chosen", "levels", "drawn", "counted", "dropped")
"""Of the kinds of views, lists and fields that modules have, one each."""


def quick(name: str) -> Any:
    return name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)


@pytest.mark.parametrize("name", tuple(map(quick, (*PATTERNS, *LAYERS))))
def test_torch_computes_the_same_bits(name: str, tmp_path: Path) -> None:
    text = text_of(name)
    hold(text, SHAPES[:-1] if "grid" in text else SHAPES, "float32", tmp_path, "torch")
    hold(text, SHAPES[:1], "bfloat16", tmp_path, "torch")


@pytest.mark.parametrize("backend", [*MODULES_OF, REFERENCE])
def test_no_name_is_defined_twice(backend: str) -> None:
    """A module that stands alone holds definitions of several modules, of which one would replace another's."""
    found = Counter(name for section in library(backend) for one in section.definitions for name in one.names)
    assert not [name for name, count in found.items() if count > 1]


@pytest.mark.long
@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_every_name_is_defined(backend: str, tmp_path: Path) -> None:
    """Those too that only some processors come across."""
    for name in (*PATTERNS, *LAYERS):
        write(text_of(name), tmp_path, backend, Runtime.VENDORED)
    lint(tmp_path, "check", "--select", "F821")


@pytest.mark.long
@pytest.mark.interpreter
@pytest.mark.parametrize("name", ["window", "paper", "ranges"])
def test_triton_computes_the_same_bits(name: str, tmp_path: Path) -> None:
    hold(text_of(name), (WHOLE,), "float32", tmp_path, "triton")


@pytest.mark.slow
@pytest.mark.interpreter
@pytest.mark.parametrize("name", [*(one for one in PATTERNS if one not in ("window", "paper", "ranges")), *LAYERS])
def test_triton_computes_the_same_bits_of_every_pattern(name: str, tmp_path: Path) -> None:
    hold(text_of(name), (WHOLE,), "float32", tmp_path, "triton")


def test_without_fused_attention(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on devices other than CPUs."""
    for name in ("paper", "documents", "counted", "box"):
        inline, vendored, pattern = both(text_of(name), tmp_path, "torch")
        for module in (inline, vendored):
            monkeypatch.setattr(module.Call, "fusable", False)
        inputs = draw(WHOLE, "float32", "cpu", 7, pattern)
        assert differing(*(answer_of(module, pattern, WHOLE, inputs) for module in (inline, vendored))) == []


@pytest.mark.parametrize("name", ["window", "ranges", "chosen"])
def test_counts_the_same_flops(name: str, tmp_path: Path) -> None:
    from torch.utils.flop_counter import FlopCounterMode

    inline, vendored, pattern = both(text_of(name), tmp_path, "torch")
    inputs = with_selection(inline, pattern, WHOLE, draw(WHOLE, "float32", "cpu", 7, pattern))
    counts = []
    for module in (inline, vendored):
        with FlopCounterMode(display=False) as counter:
            answer_of(module, pattern, WHOLE, inputs)
        counts.append(counter.get_total_flops())
    assert counts[0] == counts[1] > 0


def test_layers_compute_the_same_bits(tmp_path: Path) -> None:
    inline, vendored, _ = both(text_of("dropped"), tmp_path, "torch")
    outs = []
    for module in (inline, vendored):
        torch.manual_seed(3)
        outs.append(module.Layer()(torch.randn(2, 40, 64)))
    assert torch.equal(*outs)


@pytest.mark.long
@pytest.mark.parametrize("backend", ["torch", pytest.param("triton", marks=pytest.mark.interpreter)])
def test_rings_compute_the_same_bits(backend: str, tmp_path: Path) -> None:
    text = "pattern around {\n    attend causal\n    ring(ranks=2, layout=zigzag)\n}\n"
    query, key, value = torch.randn(3, 1, 2, 32, 16)
    found = []
    for module in both(text, tmp_path, backend)[:2]:

        def work(ranks: Any, module: ModuleType = module) -> list[torch.Tensor]:
            leaves = [module.shard(x, ranks).requires_grad_() for x in (query, key, value)]
            out = module.ring_attention(*leaves, ranks)
            return [out.detach(), *torch.autograd.grad(out.square().sum(), leaves)]

        found.append([x for part in on_all_ranks(module, work) for x in part])
    assert all(torch.equal(one, other) for one, other in zip(*found, strict=True))


def test_compiles_and_exports_whole(tmp_path: Path) -> None:
    module = load(write(text_of("paper"), tmp_path, "torch", Runtime.VENDORED))
    leaves = tuple(torch.randn(3, 1, 4, 56, 16))
    plain = module.attention(*leaves)
    compiled: Any = torch.compile(module.attention, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(*leaves), plain)
    program: Any = torch.export.export(module.Paper(), leaves)
    torch.testing.assert_close(program.module()(*leaves), plain)
    mapped = torch.vmap(module.attention)(*(torch.stack([x, x]) for x in leaves))
    torch.testing.assert_close(mapped[1], plain)


def test_wrong_calls_raise_the_same(tmp_path: Path) -> None:
    text = "pattern fixed {\n    attend causal\n    score scale(0.5)\n    require n % 8 == 0\n}\n"
    inline, vendored, _ = both(text, tmp_path, "torch")
    good = torch.randn(1, 2, 16, 16)
    calls: tuple[tuple[tuple[Any, ...], dict[str, Any]], ...] = (
        ((good, good.double(), good), {}),
        ((good, good, good[:, :, :8]), {}),
        ((good, good, good), {"scale": 2.0}),
        ((good, good, good), {"seq_len": 20}),
        ((good, good, good), {"num_heads": 1}),
        ((good, good, good), {"return_lse": 1}),
        ((good.numpy(), good, good), {}),
    )
    for tensors, given in calls:
        words = []
        for module in (inline, vendored):
            with pytest.raises((TypeError, ValueError)) as caught:
                module.attention(*tensors, **given)
            words.append((caught.type, str(caught.value)))
        assert words[0] == words[1]


@pytest.mark.long
@pytest.mark.parametrize("backend", NAMES)
def test_modules_import_what_they_read(backend: str, tmp_path: Path) -> None:
    """The linter finds names that are read and not imported; those that are imported and not read are found here."""
    for name in (*PATTERNS, *LAYERS):
        write(text_of(name), tmp_path, backend, Runtime.VENDORED)
    lint(tmp_path, "check", "--select", "F401,F811,F821")
    assert sum(1 for _ in taken(tmp_path)) > 300


@pytest.mark.parametrize("backend", NAMES)
def test_files_with_long_lines_are_formatted_and_pass_the_linter(backend: str, tmp_path: Path) -> None:
    """Labels, learned slopes, biases of cells and of pairs, coordinates, and the most programs, each with tiles."""
    formatted(("labelled", "own_slopes", "grid_bias", "pair_bias", "packed_chunks", "hierarchical"), backend, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("backend", NAMES)
def test_files_are_formatted_and_pass_the_linter(backend: str, tmp_path: Path) -> None:
    names = (path.stem for path in sorted((ROOT / "tests" / "patterns").glob("*.pat")))
    formatted([name for name in names if name != "block_table"], backend, tmp_path)  # which reads a file beside it
    assert sum(1 for _ in taken(tmp_path)) > 400


def formatted(names: Iterable[str], backend: str, folder: Path) -> None:
    """Hold the modules of golden files to the formatter and to the linter."""
    for name in names:
        write((ROOT / "tests" / "patterns" / f"{name}.pat").read_text(), folder, backend, Runtime.VENDORED)
    lint(folder, "format", "--check", "--diff")
    # The digest is compared before what another build may lack is imported, and names of a module fill lines.
    lint(folder, "check", "--ignore", "E402,I001,F401")


def lint(folder: Path, *command: str) -> None:
    """Check the modules of a folder without the lines that keep linters from them."""
    for path in folder.glob("*.py"):
        text = path.read_text()
        path.write_text(without_directives(text) if DIRECTIVES[0] in text else text)
    settings = ["--no-cache", "--config", str(ROOT / "pyproject.toml"), *map(str, folder.glob("*.py"))]
    line = [sys.executable, "-m", "ruff", *command, *settings]
    found = subprocess.run(line, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


CAUGHT = "RingError"
"""What a module has for its callers alone."""


def taken(folder: Path) -> Iterator[str]:
    """The names that modules take from their run-time package; each is read further down."""
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text())
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                own = isinstance(node, ast.ImportFrom) and node.level > 0
                for bound in ((one.asname or one.name).partition(".")[0] for one in node.names):
                    assert bound in names or bound == CAUGHT, f"{path.name}: {bound} is not read"
                    yield from [bound] * own


PAGE = Path("docs") / "generated-modules.md"
BEGIN, END = "<!-- lines: written by `pytest --update-goldens` -->", "<!-- end of lines -->"


@pytest.mark.long
def test_lines_of_modules_are_those_of_the_page(golden: Goldens, tmp_path: Path) -> None:
    names = ["sliding_window", "longnet", "dilated_window", "hierarchical", "block_sparse", "neighbourhood", "packed"]
    titles = [f" {one.title} | {one.title}, standing alone |" for one in BACKENDS]
    rows = ["| lines |" + "".join(titles), "|---|" + "---|---|" * len(titles)]
    for name in names:
        text = (ROOT / "tests" / "patterns" / f"{name}.pat").read_text()
        builds = ((backend, runtime) for backend in NAMES for runtime in (Runtime.VENDORED, Runtime.INLINE))
        counts = [lines_of(write(text, tmp_path, *build)) for build in builds]
        rows.append(" | ".join((f"| `{name}`", *map(str, counts))) + " |")
    shared = [sum(file.text.count("\n") for file in runtime_package((backend,))) for backend in BACKENDS]
    rows.append("| the package `patternc_runtime` |" + "".join(f" {count} | |" for count in shared))
    before, _, rest = (ROOT / PAGE).read_text(encoding="utf-8").partition(BEGIN)
    golden(PAGE, "\n".join((before + BEGIN, *rows, END)) + rest.partition(END)[2])


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(("name", "torch_lines", "triton_lines"), [("sliding_window", 256, 569), ("longnet", 288, 940)])
def test_modules_are_short(name: str, torch_lines: int, triton_lines: int, tmp_path: Path) -> None:
    """What no other module could share, with the signature and its documentation (docs/decisions/0062)."""
    text = (ROOT / "tests" / "patterns" / f"{name}.pat").read_text()
    for backend, most in (("torch", torch_lines), ("triton", triton_lines)):
        path = write(text, tmp_path, backend, Runtime.VENDORED)
        assert len(path.read_text().splitlines()) <= most


# ---- how they are imported -------------------------------------------------------------------------------------------
@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Import a module as a file of a folder on `sys.path`, as if no other folder's library was imported before."""
    for name in [name for name in sys.modules if name.startswith("patternc_modules")]:
        monkeypatch.delitem(sys.modules, name)
    before = set(sys.modules)

    def imported(path: Path) -> ModuleType:
        monkeypatch.syspath_prepend(path.parent)
        return importlib.import_module(path.stem)

    yield imported
    for name in set(sys.modules) - before:
        if name.startswith(("patternc_modules", "window_torch")):
            del sys.modules[name]


def test_plain_files_of_one_folder(tmp_path: Path, plain: Any) -> None:
    path = write(text_of("window"), tmp_path, "torch", Runtime.VENDORED)
    module = plain(path)
    assert module.__package__ == ""
    assert module._attend_runs is sys.modules["patternc_modules.patternc_runtime.torch.passes"]._attend_runs
    assert importlib.reload(module).attention is module.attention
    script = runpy.run_path(str(path), run_name="__main__")
    assert script["_attend_runs"] is module._attend_runs
    leaves = torch.randn(3, 1, 2, 8, 16)
    assert torch.equal(script["attention"](*leaves), module.attention(*leaves))


def by_path(path: Path, name: str) -> ModuleType:
    """Load a file that no folder on `sys.path` holds."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.__spec__ is spec
    return module


def test_files_are_loaded_by_their_paths(tmp_path: Path, plain: Any) -> None:
    """Files of one folder share a library, and each folder has its own, of whatever build and backends."""
    path = write(text_of("window"), tmp_path / "one", "torch", Runtime.VENDORED)
    other = write(text_of("window"), tmp_path / "other", "cpp", Runtime.VENDORED)
    for file in (other, other.parent / "patternc_runtime" / "__init__.py"):
        file.write_text(file.read_text().replace(digest(), "0123456789ab"))
    module, same = by_path(path, "window_torch_of_one"), by_path(path, "no.package")
    assert module._attend_runs is same._attend_runs
    assert module._check_call.__globals__ is not by_path(other, "window_cpp_of_other")._check_call.__globals__
    leaves = torch.randn(3, 1, 2, 8, 16)
    assert torch.equal(module.attention(*leaves), plain(path).attention(*leaves))
    compiled: Any = torch.compile(same.attention, backend="eager")
    assert torch.equal(module.attention(*leaves), compiled(*leaves))


@pytest.mark.long
def test_what_a_plain_file_holds_is_pickled(tmp_path: Path, plain: Any) -> None:
    text = text_of("dropped").replace("heads 4", "heads 4\n    norm qk")
    path = write(text, tmp_path, "torch", Runtime.VENDORED)
    (tmp_path / "layer").write_bytes(pickle.dumps(plain(path).Layer()))
    code = "import pickle; print(type(pickle.load(open('layer', 'rb')).query_norm).__module__)"
    command = [sys.executable, "-c", code]
    made = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert made.stdout == "patternc_modules.patternc_runtime.layers\n"


def test_a_file_whose_library_is_missing_says_so(tmp_path: Path, plain: Any) -> None:
    path = write(text_of("window"), tmp_path, "torch", Runtime.VENDORED)
    (tmp_path / "patternc_runtime").rename(tmp_path / "away")
    for load_it in (plain, partial(by_path, name="window_torch_away")):
        with pytest.raises(ImportError) as caught:
            load_it(path)
        assert str(caught.value) == (
            f"{path} needs the folder patternc_runtime, which `patternc build` writes beside it: "
            "copy both, or build with `--runtime inline`"
        )


@pytest.mark.long
def test_a_file_is_a_script(tmp_path: Path) -> None:
    path = write(text_of("window"), tmp_path, "torch", Runtime.VENDORED)
    subprocess.run([sys.executable, str(path)], check=True, cwd=tmp_path.parent)


def test_members_of_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(text_of("window"), tmp_path / "vendored_package", "torch", Runtime.VENDORED)
    (tmp_path / "vendored_package" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        script = runpy.run_module("vendored_package.window_torch", run_name="script")
        module = importlib.import_module("vendored_package.window_torch")
        library = sys.modules["vendored_package.patternc_runtime.torch.passes"]
        assert module._attend_runs is script["_attend_runs"] is library.__dict__["_attend_runs"]
        assert "patternc_runtime" not in sys.modules
        leaves = torch.randn(3, 1, 2, 8, 16)
        assert torch.equal(script["attention"](*leaves), module.attention(*leaves))
    finally:
        for name in [name for name in sys.modules if name.startswith("vendored_package")]:
            del sys.modules[name]


def test_another_build_is_an_import_error(tmp_path: Path, plain: Any) -> None:
    """Also where that one lacks what the module imports."""
    path = write(text_of("window"), tmp_path, "torch", Runtime.VENDORED)
    shared = tmp_path / "patternc_runtime" / "__init__.py"
    (digest,) = (line.split('"')[1] for line in shared.read_text().splitlines() if line.startswith("DIGEST = "))
    assert digest in path.read_text()
    shared.write_text(shared.read_text().replace(digest, "0123456789ab"))
    (tmp_path / "patternc_runtime" / "torch" / "attend.py").unlink()
    with pytest.raises(ImportError) as caught:
        plain(path)
    assert str(caught.value) == (
        f"{shared} is of another build (0123456789ab) than {path} ({digest}): "
        "run `patternc build` for all pattern files of the folder, with the same options"
    )


def test_every_module_is_a_copy_of_its_source() -> None:
    """Byte for byte below the header, but for the digest, and the digest changes with each of them."""
    for file in package.runtime_package(MODULES_OF):
        source = (ROOT / "patternc" / file.name.replace("patternc_runtime", "runtime", 1)).read_text()
        header, text = file.text[: -len(source)], file.text[-len(source) :]
        if file.name == "patternc_runtime/__init__.py":
            header, _, text = file.text.partition("# type: ignore\n")
            text, count = re.subn(r'(?m)^DIGEST = "[0-9a-f]{12}"$', 'DIGEST = ""', text)
            assert count == 1
        assert text == source, file.name
        comment = "// " if file.name.endswith((".h", ".cuh")) else "# "
        assert all(line.startswith(comment) for line in header.splitlines())
        assert file.text.startswith(f"{comment}Generated by patternc for all modules beside this package, ")


def test_any_change_of_the_library_is_another_build(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {digest.__wrapped__()}
    names = [file.name.removeprefix("patternc_runtime/") for file in package.runtime_package(MODULES_OF)]
    for name in names:
        changed = partial(changed_text, name.removesuffix(".py").replace("/", "."))
        monkeypatch.setattr(package, "runtime", changed)
        monkeypatch.setattr(package, "headers", partial(changed_headers, Path(name).name))
        found.add(digest.__wrapped__())
    assert len(found) == len(names) + 1


def changed_text(changed: str, module: str) -> str:
    return runtime(module) + "\n" * (module == changed)


def changed_headers(changed: str, folder: str) -> dict[str, str]:
    return {name: text + "\n" * (name == changed) for name, text in headers(folder).items()}


def test_headers_are_of_the_backend_that_includes_them() -> None:
    found = {backend: {Path(file.name).name for file in package.runtime_package((backend,))} for backend in MODULES_OF}
    for backend in ("cpp", "cuda"):
        assert headers(backend).keys() | headers("tiles").keys() <= found.pop(backend)
    assert not {name for names in found.values() for name in names if name.endswith((".h", ".cuh"))}


@pytest.mark.parametrize("backend", NAMES)
def test_only_rings_import_torch_distributed(backend: str) -> None:
    """Modules without rings import none of those that do."""
    texts = {file.name: file.text for file in runtime_package((backend_named(backend),))}
    distributed = {name for name, text in texts.items() if "import torch.distributed" in text}
    assert distributed == {"patternc_runtime/ring/ranks.py"}
    for name, text in texts.items():
        if Path(name).parent.name not in ("ring", "ring_plan"):
            assert not re.search(r"from \.+ring", text), name
