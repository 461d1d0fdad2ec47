"""Arguments of other libraries' attention: errors that say what to write, which is what the language has."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, reference_of
from simulated_ranks import on_all_ranks

import patternc
from patternc.codegen.registry import BACKENDS
from patternc.runtime.checks import _ELSEWHERE

TEXT = """pattern near {
    input unknown: lengths
    attend window(3, 0) & padding(@unknown)
    ring(ranks=2)
}

module Layer {
    pattern near
    embed 32
    heads 2
}
"""
NAMES = [(name, said) for names, said in _ELSEWHERE for name in names.split()]
UNKNOWN = torch.tensor([8])


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return build(TEXT, tmp_path_factory.mktemp("near"))[0]


def test_no_name_has_two_entries() -> None:
    assert len({name for name, _ in NAMES}) == len(NAMES)


@pytest.mark.parametrize(("name", "said"), NAMES, ids=[name for name, _ in NAMES])
def test_names_of_neighbours_teach(near: ModuleType, name: str, said: str) -> None:
    q = torch.zeros(1, 2, 8, 16)
    wanted = re.escape(f"attention() got an unexpected keyword argument '{name}': {said} (it takes query, key, value, ")
    with pytest.raises(TypeError, match=f"{wanted}scale, .*, return_lse, validate, unknown\\)$"):
        near.attention(q, q, q, unknown=UNKNOWN, **{name: None})


def test_misspelled_arguments_and_others(near: ModuleType) -> None:
    q = torch.zeros(1, 2, 8, 16)
    with pytest.raises(TypeError, match=r"keyword argument 'q_ofset': did you mean q_offset\? \(it takes query, "):
        near.attention(q, q, q, q_ofset=3, unknown=UNKNOWN)
    with pytest.raises(TypeError, match=r"keyword argument 'xyz' \(it takes query, "):
        near.attention(q, q, q, xyz=3, unknown=UNKNOWN)


@pytest.mark.parametrize("kind", ["offsets", "lengths"])
def test_usual_names_of_inputs_that_the_pattern_lacks(near: ModuleType, kind: str) -> None:
    q = torch.zeros(1, 2, 8, 16)
    with pytest.raises(TypeError, match=rf"keyword argument '{kind}': write `input {kind}: {kind}` in the pattern, "):
        near.attention(q, q, q, unknown=UNKNOWN, **{kind: UNKNOWN})


def test_every_function_that_attends_teaches(near: ModuleType) -> None:
    """Nothing else is asked of the call before: the tensors are none."""
    calls: dict[str, Callable[..., object]] = {
        "reference": lambda **given: reference_of(near).reference(None, None, None, unknown=UNKNOWN, **given),
        "attention": lambda **given: near.Near()(None, None, None, unknown=UNKNOWN, **given),
        "forward": lambda **given: near.Layer()(None, unknown=UNKNOWN, **given),
        "ring_attention": lambda **given: near.ring_attention(None, None, None, None, unknown=UNKNOWN, **given),
        "ring_decode": lambda **given: near.ring_decode(None, None, None, None, unknown=UNKNOWN, **given),
    }
    for name, call in calls.items():
        with pytest.raises(
            TypeError, match=rf"^{name}\(\) got an unexpected keyword argument 'is_causal': write `causal`"
        ):
            call(is_causal=True)


@pytest.mark.parametrize("backend", [backend.name for backend in BACKENDS])
def test_modules_of_every_backend_refuse_them(backend: str, tmp_path: Path) -> None:
    path = tmp_path / "near.pat"
    path.write_text(TEXT)
    (file, _) = patternc.compile(path, backend)
    assert file.text.count("_refuse_unknown(attention, _unknown)") == 1


def test_calls_without_them_ask_nothing(near: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in one process nor on ranks; and tools see the arguments by their names."""
    monkeypatch.setitem(near.attention.__globals__, "_refuse_unknown", None)
    q = torch.randn(1, 2, 8, 16)
    wanted = reference_of(near).reference(q, q, q, unknown=UNKNOWN)
    assert (near.attention(q, q, q, unknown=UNKNOWN) - wanted).abs().max() < 1e-6

    def work(ranks: object) -> torch.Tensor:
        own = near.shard(q, ranks)
        found: torch.Tensor = near.unshard(near.ring_attention(own, own, own, ranks, unknown=UNKNOWN), ranks)
        return found

    assert all((found - wanted).abs().max() < 1e-6 for found in on_all_ranks(near, work))
    last = [*inspect.signature(near.attention).parameters.values()][-1]
    assert (last.name, last.kind) == ("_unknown", last.VAR_KEYWORD)


WRITTEN = {
    "is_causal": "attend causal & window(64)",
    "attn_mask": "input offsets: offsets\nattend document(@offsets)",
    "window_size": "attend window(left, right)",
    "key_padding_mask": "input lengths: lengths\nattend padding(@lengths)",
    "document_ids": "input offsets: offsets\nattend document(@offsets)",
    "cu_seqlens": "input offsets: offsets\nattend document(@offsets)",
    "score_mod": "input table: table(heads, 9)\nattend full\nscore softcap(30)\nscore bias(@table)",
    "attn_bias": "input bias: pairs(heads)\nattend full\nscore bias(@bias)",
    "alibi_slopes": "input slopes: table(heads)\nattend full\nscore alibi(@slopes)",
    "softcap": "attend full\nscore softcap(30)",
    "sinks": "input sinks: table(heads)\nattend full\nscore sink(@sinks)",
    "dropout_p": "attend full\n}\nmodule Layer {\npattern advised; embed 32; heads 2; dropout 0.1",
}
"""What an entry advises, by its first name, in a pattern."""


@pytest.mark.parametrize(("names", "said"), [(names, said) for names, said in _ELSEWHERE if "`" in said])
def test_what_is_advised_is_in_the_language(names: str, said: str) -> None:
    pieces = [piece for piece in re.findall(r"`([^`]+)`", said) if "..." not in piece]
    functions = [piece for piece in pieces if piece.startswith("patternc.")]
    assert all(callable(getattr(patternc, piece.removeprefix("patternc."))) for piece in functions)
    pieces = [piece for piece in pieces if piece not in functions]
    if not pieces:
        return
    text = WRITTEN[names.split()[0]]
    assert [piece for piece in pieces if piece not in text] == []
    module = patternc.loads(f"pattern advised(left=3, right=0) {{\n{text}\n}}\n", "torch")
    if names.startswith("dropout_p"):
        assert {"dropout", "seed"} <= inspect.signature(module.attention).parameters.keys()
