"""The text of generated Triton modules: which kernels there are, and what their loops and arguments hold."""

from __future__ import annotations

import re

from conftest import ROOT

from patternc.api import compile as compile_file
from patternc.codegen.triton import TRITON
from patternc.codegen.triton.line_layout import laid_out, without_unread
from patternc.driver import compile_text
from patternc.source import Source
from patternc.targets import target_named


def spelled(text: str, target: str = "sm_90") -> str:
    chosen = target_named(target)
    assert chosen is not None
    (file,) = compile_text(Source("made.pat", f"pattern made {{ {text} }}"), TRITON, chosen, {})
    return file.text


def kernels(text: str) -> list[str]:
    return re.findall(r"^def (_(?:forward|grad_query|grad_key_value)_\w+)\(", text, re.MULTILINE)


def test_branches_of_one_shape_share_a_kernel() -> None:
    text = spelled("segments [512, 1024, 2048, 4096]; dilations [1, 2, 4, 8]; offset head; combine lse; where causal")
    assert kernels(text) == [
        *("_forward_packed", "_forward_dense"),
        *("_grad_query_packed", "_grad_query_dense"),
        *("_grad_key_value_packed", "_grad_key_value_dense"),
    ]
    assert "for segment, dilation in ((1024, 2), (2048, 4), (4096, 8)):" in text


def test_full_tiles_run_without_a_mask() -> None:
    (loops,) = re.findall(r"def _forward_dense\(.*?(?=^@|^def )", spelled("attend causal"), re.DOTALL | re.MULTILINE)
    free, tested = loops.split("    for t in range(")[1:]
    assert "admitted" not in free
    assert "loaded" not in free
    assert "admitted &= columns[None, :] <= rows[:, None]" in tested


def test_no_number_of_a_call_compiles_a_kernel_anew() -> None:
    """Every argument that is no tensor, stride or compile-time constant is among those Triton doesn't specialise."""
    for path in sorted((ROOT / "tests" / "patterns").glob("*.pat")):
        file, _ = compile_file(path, "triton")
        runtime = set(re.findall(r'"(\w+)"', file.text.split("_RUNTIME = (")[1].split(")")[0]))
        for name in kernels(file.text):
            signature = file.text.split(f"def {name}(")[1].split("):\n")[0]
            plain = set(re.findall(r"\w+", re.sub(r"\w+: tl\.constexpr", "", signature)))
            tensors = {"query", "key", "value", "out", "lse", "delta", "partials", "strides", "scale"}
            tensors |= {"grad_out", "grad_query", "grad_key", "grad_value", "cells", "kept"}
            tensors |= {word for word in plain if re.fullmatch(r"given_\w+|grad_of_\w+|list_\d+", word)}
            assert plain <= runtime | tensors, name


def test_each_target_has_its_tiles() -> None:
    texts = {target: spelled("attend causal", target) for target in TRITON.targets}
    assert all(f"# For {target}, by direction" in text for target, text in texts.items())


def test_laid_out() -> None:
    short = "    f(a, b)"
    assert laid_out([short]) == (short,)
    arguments = [f"argument_{i}" for i in range(9)]
    line = f"    x = g(1) + f({', '.join(arguments)})"
    assert laid_out([line]) == ("    x = g(1) + f(", f"        {', '.join(arguments)}", "    )")
    many = [f"argument_{i}[0, 1]" for i in range(12)]
    assert laid_out([f"f({', '.join(many)})"]) == ("f(", *(f"    {argument}," for argument in many), ")")


def test_without_unread() -> None:
    lines = ["a = 1", "b = a", "c, d = b, 2", "f(d)"]
    assert without_unread(lines, ()) == tuple(lines)
    assert without_unread(["a = 1", "b = a", "f(2)"], ()) == ("f(2)",)
    assert without_unread(["a = 1", "b = a"], ["print(b)"]) == ("a = 1", "b = a")
