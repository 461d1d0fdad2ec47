"""`patternc` from Python: what its functions return, and errors in Python's words."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

import patternc
from patternc.codegen.registry import BACKENDS

TWO = """pattern near(left=2) {
    attend window(left, 0)
}

pattern far(sizes=[4, 8]) {
    for size in sizes { attend segment(size) }
    combine lse
    where causal
}
"""


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.pat"
    path.write_text(TWO)
    return path


def test_one_pattern_of_several_is_loaded_by_its_name(two: Path) -> None:
    near = patternc.load(two, backend="reference", pattern="near", left=1)
    far = patternc.load(two, backend="reference", pattern="far", sizes=[2])
    assert near.mask(0, 1, 3).tolist() == [[1, 0, 0], [1, 1, 0], [0, 1, 1]]
    assert far.mask(0, 1, 4).tolist() == [[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]]
    assert "far: head 0" in far._repr_svg_()
    assert "far" in patternc.load(two, backend="torch", pattern="far")._repr_html_()
    with pytest.raises(ValueError, match=r"pattern: .*two\.pat holds near, far; name one: pattern='near'"):
        patternc.load(two)
    with pytest.raises(ValueError, match=r"pattern: 'near_'; did you mean `near`\?"):
        patternc.load(two, pattern="near_")


def test_the_types_are_those_of_the_protocols(two: Path) -> None:
    """Type checkers read the annotations below, and tests check that they are true."""
    near = patternc.load(two, backend="torch", pattern="near")
    q = torch.randn(1, 2, 9, 16)
    out: Tensor = near.attention(q, q, q)
    whole: tuple[Tensor, Tensor] = near.attention(q, q, q, return_lse=True)
    assert torch.equal(out, whole[0])
    assert whole[1].shape == (1, 2, 9)
    reference: patternc.Reference = patternc.load(two, backend="reference", pattern="near")
    errors: dict[str, float] = reference.selfcheck(near.attention)
    assert max(errors.values()) < 2e-6
    assert near.__patternc_backend__ == "torch"
    module: patternc.Module = near
    assert importlib.import_module(near.__name__) is module


def test_a_text_is_loaded_like_a_file(two: Path) -> None:
    text = "pattern near(left=2) {\r\n    attend window(left, 0)\r\n}\r\n"
    near = patternc.loads(text, "reference", left=1)
    assert near.mask(0, 1, 2).tolist() == [[1, 0], [1, 1]]
    assert near is patternc.loads(text.replace("\r", ""), "reference", left=1)
    assert patternc.loads(TWO, "reference", pattern="far").SPEC == patternc.load(two, "reference", pattern="far").SPEC
    with pytest.raises(patternc.Rejected, match=r"--> <text>:1:20"):
        patternc.loads("pattern p { attend windw(2) }")
    with pytest.raises(patternc.Rejected, match=r"t\.npy"):
        patternc.loads('pattern p { attend blocks(8, table("t.npy")) }')
    with pytest.raises(ValueError, match="text: is not Unicode text"):
        patternc.loads("pattern p { attend full } # \udc80")


def test_check_returns_warnings_and_errors_as_values(two: Path) -> None:
    assert not patternc.check(two)
    assert str(patternc.check(two)) == ""
    two.write_text("pattern p { attend segment(64, dilation=6) }\n")
    (warning,) = patternc.check(two)
    assert (warning.code, warning.severity) == ("P012", "warning")
    assert str(patternc.check(two)).startswith("warning[P012]: segment 64 is not a multiple of dilation 6")
    two.write_text("pattern p { attend windw(2) }\n")
    found = patternc.check(two)
    assert [one.code for one in found] == ["P010"]
    assert found.source.position(found[0].span.start if found[0].span else 0) == (1, 20)
    two.write_bytes(b"\xff")
    assert [one.code for one in patternc.check(two)] == ["P005"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"lft": 3}, ["lft=3: no pattern has a parameter `lft`", "did you mean `left`?"]),
        ({"left": [1, 2]}, ["left=[1, 2]: `left` must be an integer, as its default is; a list of 2 is not"]),
        ({"sizes": 3}, ["sizes=3: `sizes` must be a list of integers", "write sizes=[3]"]),
        (
            {"sizes": 3.5},
            ["`sizes` must be a list of integers", "the number 3.5 is not", "like the default: sizes=[4, 8]"],
        ),
        (
            {"left": 3.5},
            ["left=3.5: `left` must be an integer", "the number 3.5 is not", "write left=3 or write left=4"],
        ),
        ({"left": 7.5}, ["write left=7 or write left=8"]),
        ({"left": np.float32(4)}, ["left=4.0: `left` must be an integer", "write left=4\n"]),
        ({"left": np.ones(2, int)}, ["left=[1, 1]: `left` must be an integer"]),
        ({"left": "three"}, ["write a value like the default: left=2"]),
    ],
)
def test_errors_about_parameters_are_in_the_words_of_python(given: dict[str, Any], said: list[str], two: Path) -> None:
    with pytest.raises(patternc.Rejected) as raised:
        patternc.load(two, pattern="near", **given)
    assert all(text in str(raised.value) for text in said)
    assert "-D" not in str(raised.value)
    assert str(patternc.check(two, **given)) == str(raised.value)


@pytest.mark.parametrize(
    "value", [np.array([2, 4]), torch.tensor([2, 4]), range(2, 5, 2), (np.int32(2), 4), np.array([2, 4], np.uint8)]
)
def test_arrays_and_their_numbers_are_values(value: object, two: Path) -> None:
    far = patternc.load(two, "reference", pattern="far", sizes=value)
    assert far is patternc.load(two, "reference", pattern="far", sizes=[2, 4])
    for one in (np.int64(3), np.array(3), torch.tensor(3)):
        near = patternc.load(two, "reference", pattern="near", left=one)
        assert near is patternc.load(two, "reference", pattern="near", left=3)


@pytest.mark.parametrize("value", [None, True, {4}, {"a": 1}, float("nan"), np.array([1.0, np.inf]), np.array([True])])
def test_what_the_language_has_no_value_for(value: object, two: Path) -> None:
    with pytest.raises(TypeError, match=r"^sizes: .*, must be an integer, a finite number, a list, or a text of the "):
        patternc.load(two, pattern="far", sizes=value)


def test_all_backends_are_compiled_at_once(two: Path) -> None:
    every = [file.name for file in patternc.compile(two, "all")]
    names = [f"{pattern}_{backend.name}.py" for backend in BACKENDS for pattern in ("near", "far")]
    assert every == [*names, "near_reference.py", "far_reference.py"]
    some = {file.name for file in patternc.compile(two, "all", target="sm_61")}
    assert some == {f"{one}_{kind}.py" for one in ("near", "far") for kind in ("torch", "cuda", "reference")}


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"backend": None}, TypeError, r"backend: None, must be a text: one of torch, "),
        ({"backend": ("torch", "cpp")}, TypeError, r"backend: \('torch', 'cpp'\), must be a text: one of torch, "),
        ({"backend": "torch,cpp"}, ValueError, r"backend: 'torch,cpp', must be one backend; did you mean `torch`\?"),
        ({"target": 80}, TypeError, r"target: 80, must be a text: one of cpu, sm_61, "),
        ({"backend": "all", "target": "sm_91"}, ValueError, r"target: 'sm_91' is not one of cpu, sm_61, "),
    ],
)
def test_backends_and_targets_that_are_none(
    given: dict[str, Any], error: type[Exception], said: str, two: Path
) -> None:
    with pytest.raises(error, match=said):
        patternc.compile(two, **given)


def test_one_module_is_loaded(two: Path) -> None:
    with pytest.raises(ValueError, match="backend: 'all', must be one backend; known names: torch, triton, "):
        patternc.load(two, "all", pattern="near")


# ---- masks -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("mask", "spec"),
    [
        ("causal & window(2)", "causal & window(2)"),
        ("  window(2, 0) - first(1)  # a comment\n", "window(2, 0) - first(1)  # a comment"),
        ("!(window(1))", "!(window(1))"),
        ("# of two: {\ncausal\n| first(2)\n", "(\n# of two: {\ncausal\n| first(2)\n    )"),
    ],
)
def test_a_mask_is_loaded_as_a_pattern(mask: str, spec: str) -> None:
    found = patternc.loads(mask, "reference")
    text = f"pattern mask {{\n    attend {spec}\n}}\n"
    assert text == found.SPEC
    assert found is patternc.loads(text, "reference")


def test_a_loaded_mask_attends() -> None:
    q = torch.randn(1, 2, 9, 16)
    found = patternc.loads("causal & window(2)", "torch").attention(q, q, q)
    wanted = patternc.loads("causal & window(2)", "reference").reference(q, q, q)
    assert (found - wanted).abs().max() < 1e-6


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("causal & windw(64)", r"<text>:1:10\n1 \| causal & windw\(64\)\n(.*\n)*.*did you mean `window`\?"),
        ("\n  causal\r\n  & windw(64)  # near\n", r"<text>:3:5\n3 \|   & windw\(64\)  # near\n"),
        ("causal window(64)", r"<text>:1:8\n1 \| causal window\(64\)\n"),
        (" causal & ", r"ends too early\n *--> <text>:1:10\n"),
        ("causal\n& ", r"P001\]: .*\n *--> <text>:2:2\n"),
        ("mask & windw(3)", r"<text>:1:1\n(.*\n)+ *--> <text>:1:8\n"),
        ("window(64) & window(64, w)", r"unknown name `w`\n --> <text>:1:25\n"),
        ("attend causal", r"`attend` is outside a pattern"),
        ("pattern p", r"P00\d\]: .*\n *--> <text>:1:"),
        ("", "contains no pattern"),
        (" # nothing\n", "contains no pattern"),
    ],
)
def test_texts_that_are_neither_masks_nor_files(text: str, said: str) -> None:
    with pytest.raises(patternc.Rejected, match=said):
        patternc.loads(text)


def test_a_mask_has_no_place_for_errors_of_what_is_around_it() -> None:
    with pytest.raises(patternc.Rejected, match=r"no pattern has a parameter `w`\n --> <text>\n") as rejected:
        patternc.loads("causal & window(3)", w=4)
    assert rejected.value.source.text == "causal & window(3)"


def test_a_text_is_a_text() -> None:
    with pytest.raises(TypeError, match="text: is a PosixPath, must be a text; `load` takes the path of a file"):
        patternc.loads(Path("p.pat"))  # type: ignore[call-overload]


def test_a_parameter_without_a_value_is_asked_for_in_the_words_of_python(two: Path) -> None:
    two.write_text("pattern near(left) { attend window(left, 0) }\n")
    with pytest.raises(patternc.Rejected, match=r"write left=\.\.\. or pass left=\.\.\."):
        patternc.load(two)


def test_show_is_a_picture(two: Path) -> None:
    picture = patternc.show(two, 6, pattern="near", left=1)
    title, above, *rows, below, swatch, keys = str(picture).splitlines()
    assert title == "near: head 0 of 8, 6 positions, 1.8 keys per row, density 0.3056"
    assert (above, below) == ("┌──────┐", "└──────┘")
    assert rows == ["│█▄    │", "│ ▀█▄  │", "│   ▀█▄│"]
    assert "attend window(left, 0)" in swatch
    assert "1.8 keys per row" in keys
    assert picture._repr_svg_().startswith("<svg ")
    assert "1024 positions" in patternc.show(two, pattern="far").title


def test_show_takes_runtime_inputs(tmp_path: Path) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p { input offsets: offsets; attend document(@offsets) & causal }\n")
    lines = str(patternc.show(path, 4, inputs={"offsets": [0, 1, 4]})).splitlines()
    assert lines[0] == "p: offsets = 0, 1, 4"
    assert lines[3:5] == ["│▀▄  │", "│ ██▄│"]
    for inputs, said in (
        ({"offsets": [0, 3]}, r"inputs: offsets=\[0, 3\]: offsets must begin at 0, not decrease, and end at 4"),
        ({"ofsets": [0, 4]}, "inputs: 'ofsets'; did you mean `offsets`"),
    ):
        with pytest.raises(ValueError, match=said):
            patternc.show(path, 4, inputs=inputs)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n": 0}, "n: 0, must be from 1 to"),
        ({"head": 8, "heads": 8}, "head: 8, must be from 0 to 7"),
        ({"heads": 0}, "heads: 0, must be at least 1"),
        ({"pattern": "farr"}, "pattern: 'farr'; did you mean `far`"),
    ],
)
def test_what_cannot_be_shown_names_the_argument(given: dict[str, object], said: str, two: Path) -> None:
    with pytest.raises(ValueError, match=said):
        patternc.show(two, **{"pattern": "near", **given})  # type: ignore[arg-type]
