"""The text of generated Triton modules: which kernels there are, and what their loops and arguments hold."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

from patternc.api import compile as compile_file
from patternc.codegen.triton import TRITON
from patternc.driver import analyse, modules
from patternc.ir.index import Cmp, Num, Var
from patternc.ir.lines import Bracket, laid_out
from patternc.ir.liveness import live
from patternc.ir.tile import For, Let, Stop
from patternc.source import Source
from patternc.targets import target_named


def spelled(text: str, target: str = "sm_90") -> str:
    chosen = target_named(target)
    assert chosen is not None
    (file,) = modules(analyse(Source("made.pat", f"pattern made {{ {text} }}"), {}, targets=()), TRITON, chosen)
    return file.text


def kernels(text: str) -> list[str]:
    kernel = r"^@triton\.jit.*\ndef (_(?:forward|grad_query|grad_key_value)_\w+)\("
    return re.findall(kernel, text, re.MULTILINE)


def test_branches_of_one_shape_share_a_kernel() -> None:
    text = spelled("segments [512, 1024, 2048, 4096]; dilations [1, 2, 4, 8]; offset head; combine lse; where causal")
    assert kernels(text) == [
        *("_forward_folded", "_forward_dense"),
        *("_grad_query_folded", "_grad_query_dense"),
        *("_grad_key_value_folded", "_grad_key_value_dense"),
        *("_forward_split", "_forward_merged"),
    ]
    assert "tl.program_id(0), q_offset, q_stop, 0, ((1024, 2), (2048, 4), (4096, 8)), TILE.rows" in text


def test_softmaxes_of_different_rows_share_the_kernel_that_merges_splits() -> None:
    """It reads no segment of theirs."""
    found = kernels(spelled("attend segment(256); attend segment(512, dilation=2, offset=head); combine sum"))
    assert [name for name in found if "merged" in name] == ["_forward_merged"]
    assert {"_forward_split", "_forward_split_2"} <= {*found}


def test_a_table_of_tiles_says_how_they_were_chosen() -> None:
    timed = "# Most for 2 bytes and head_dim up to 128 are those that an H200 ran fastest.\n_TILES = {"
    texts = {target: spelled("attend causal", target) for target in ("sm_90", "sm_80")}
    assert all("num_stages), chosen by\n# ahead-of-time compilation: few register" in text for text in texts.values())
    assert timed in texts["sm_90"]
    assert "ran fastest" not in texts["sm_80"]


def test_only_tiles_at_the_edges_are_masked() -> None:
    (kernel,) = re.findall(r"def _forward_dense\(.*?(?=^@|^def )", spelled("attend causal"), re.DOTALL | re.MULTILINE)
    (loop,) = kernel.split("    for ")[1:]
    masked = loop.split("        if t + TILE.columns > rest:\n")[1].split("        value_tile")[0]
    assert "admitted = loaded[None, :] & (columns[None, :] <= rows[:, None])" in masked
    assert loop.count("admitted") == masked.count("admitted")


@pytest.mark.long
def test_no_number_of_a_call_compiles_a_kernel_anew() -> None:
    """What is neither a whole tensor, a stride nor a compile-time constant is among what Triton doesn't specialise."""
    for path in sorted((ROOT / "tests" / "patterns").glob("*.pat")):
        file, _ = compile_file(path, "triton")
        runtime = set(re.findall(r'"(\w+)"', file.text.split("_RUNTIME = (")[1].split(")")[0]))
        for name in kernels(file.text):
            signature = file.text.split(f"def {name}(")[1].split("):\n")[0]
            plain = set(re.findall(r"\w+", re.sub(r"\w+: tl\.constexpr", "", signature)))
            tensors = {"query", "key", "value", "out", "partials", "strides", "scale", "query_starts"}
            tensors |= {
                "inputs",
                "results",
                "grad_out",
                "grad_query",
                "grad_key",
                "grad_value",
                "cells",
                "kept",
                "order",
                "slope_rows",
            }
            if not re.search("_mix_(evenly|by_lse)", file.text):  # else they are those of one softmax of several
                tensors |= {"lse", "delta"}
            tensors |= {word for word in plain if re.fullmatch(r"given_\w+|grad_of_\w+|strides_of_\w+|list_\d+", word)}
            assert plain <= runtime | tensors, name


def test_each_target_has_its_tiles() -> None:
    texts = {target: spelled("attend causal", target) for target in TRITON.targets}
    assert all(f"# For {target}, by direction" in text for target, text in texts.items())


def test_laid_out() -> None:
    short = ("x = ", Bracket("f(", ("a", "b"), ")"))
    assert [*laid_out(short)] == ["x = f(a, b)"]
    arguments = tuple(f"argument_{i}" for i in range(9))
    line = ("x = g(1) + ", Bracket("f(", arguments, ")"))
    assert [*laid_out(line, 116)] == ["x = g(1) + f(", f"    {', '.join(arguments)}", ")"]
    many = tuple(f"argument_{i}[0, 1]" for i in range(12))
    assert [*laid_out(Bracket("f(", many, ")"))] == ["f(", *(f"    {argument}," for argument in many), ")"]
    total = Bracket("", (("a" * 60, " * 7"), "b" * 60), "", " + ", trailing=False)
    lines = ["f(", f"    {'a' * 60} * 7", f"    + {'b' * 60},", "    c,", ")"]
    assert [*laid_out(Bracket("f(", (total, "c"), ")"))] == lines


def test_only_what_is_read_stays() -> None:
    a, b, c = Var("a"), Var("b"), Var("c")
    first, second = Let(("a",), (Num(1),)), Let(("b",), (a,))
    stop = Stop(Cmp("<", b, Num(0)))
    assert live((first, second, stop)) == (first, second, stop)
    assert live((first, second, Stop(Cmp("<", c, Num(0))))) == (Stop(Cmp("<", c, Num(0))),)
    assert live((second, first, stop)) == (second, stop)
    again = (For("t", Num(0), b, Num(8), (stop, second)),)  # what one turn reads, the turn before defines
    assert live(again) == again
