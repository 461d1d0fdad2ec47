"""Patterns with sources: their modules against formulas in float64, over the keys of all sources together."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import torch
from dense_scores import dense, errors, on_backends_in
from loading import load
from torch import Tensor

import patternc
from patternc.api import backend_named
from patternc.cli import run
from patternc.codegen.emit import Runtime
from patternc.driver import analyse, joined, modules, references, runtime_package
from patternc.source import Source
from patternc.targets import TARGETS

BATCH, HEADS, KV_HEADS, ROWS, KEYS, FIRST, LENGTH = 2, 6, 2, 33, 61, 26, 61
DIM, VALUE_DIM = 16, 24
"""Of queries and keys, and of values."""
SCALE = DIM**-0.5


class At(NamedTuple):
    """Heads [H, 1, 1], positions of queries [Nq, 1], numbers of keys or entries [m], and the inputs of a call."""

    h: Tensor
    q: Tensor
    i: Tensor
    given: dict[str, Any]


Seen = Callable[[At], Tensor]
"""Whether entries of a source are seen: [B or 1, H or 1, Nq, m]."""


class Case:
    """A pattern, and its meaning: for each branch the source, and which of its entries rows see."""

    def __init__(self, text: str, branches: list[tuple[str, Seen]], *, rule: str = "lse", cap: float = 0.0) -> None:
        self.text, self.branches, self.rule, self.cap = text, branches, rule, cap

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name, _ in self.branches))


def picked(at: At, numbers: Tensor) -> Tensor:
    """Whether numbers are in the lists [B, G, rows, K] of each query."""
    found: Tensor = (at.given["picks"].unsqueeze(-1) == numbers).any(-2)
    return found.repeat_interleave(HEADS // found.shape[1], 1)


def seen_by(at: At, positions: Tensor, left: int) -> Tensor:
    """Whether positions are in a causal window."""
    return (positions <= at.q) & (positions >= at.q - left)


def placed(at: At) -> Tensor:
    """Where entries stand, [B, 1, 1, m]."""
    found: Tensor = at.given["places"][:, None, None, at.i]
    return found


def in_document(q: Tensor, k: Tensor, offsets: Tensor) -> Tensor:
    """Whether positions are in one document, [B, 1, Nq, Nk]."""
    return same_document(q, k, offsets, offsets)


def same_document(q: Tensor, k: Tensor, of_queries: Tensor, of_keys: Tensor) -> Tensor:
    """Whether queries and keys, each with offsets of their own, are in documents of one number, [B, 1, Nq, Nk]."""
    rows, columns = ((x.view(-1, 1, 1) >= cuts[:, 1:]).sum(-1) for x, cuts in ((q, of_queries), (k, of_keys)))
    return (rows.T.unsqueeze(-1) == columns.T.unsqueeze(-2)).unsqueeze(1)


CASES = {
    "v4": Case(
        """pattern v4 {
            source c(ratio=4)
            input picks: selection(kv_heads)
            input sink: table(heads)
            attend window(9, 0)
            attend causal & selected(@picks) from c
            combine lse
            score softcap(15)
            score sink(@sink)
        }""",
        [
            ("", lambda at: (at.i <= at.q) & (at.i >= at.q - 9)),
            ("c", lambda at: (at.i < (at.q + 1) // 4) & picked(at, at.i)),
        ],
        cap=15.0,
    ),
    "hca": Case(
        """pattern hca {
            source c(ratio=7)
            input docs: offsets
            attend causal & window(33, 0) & document(@docs) from c
            attend window(4, 2) & document(@docs)
            combine lse
        }""",
        [
            ("c", lambda at: seen_by(at, 7 * at.i + 6, 33) & in_document(at.q, 7 * at.i + 6, at.given["docs"])),
            ("", lambda at: (at.i >= at.q - 4) & (at.i <= at.q + 2) & in_document(at.q, at.i, at.given["docs"])),
        ],
    ),
    "nsa": Case(
        """pattern nsa {
            source c(ratio=8)
            input picks: selection(kv_heads)
            input a: gate
            input b: gate
            input g: gate
            attend causal from c
            attend blocks(1 x 4, selected(@picks)) & causal
            attend window(5, 0)
            combine gate(@a, @b, @g)
        }""",
        [
            ("c", lambda at: 8 * at.i + 7 <= at.q),
            ("", lambda at: picked(at, at.i // 4) & (at.i <= at.q)),
            ("", lambda at: (at.i <= at.q) & (at.i >= at.q - 5)),
        ],
        rule="gate",
    ),
    "flamingo": Case(
        """pattern flamingo {
            input places: positions
            source media(at=@places)
            attend window(30, 0) from media
        }""",
        [
            ("media", lambda at: (placed(at) <= at.q) & (placed(at) >= at.q - 30)),
        ],
    ),
    "encoder": Case(
        """pattern encoder {
            source text
            source image
            input lengths: lengths
            input own: labels
            attend causal & window(6, 0)
            attend padding(@lengths) from text
            attend keys(@own) from image
            combine lse
        }""",
        [
            ("", lambda at: (at.i <= at.q) & (at.i >= at.q - 6)),
            ("text", lambda at: at.i < at.given["lengths"].view(-1, 1, 1, 1)),
            ("image", lambda at: at.given["own"][:, None, None, :] != 0),
        ],
    ),
    "packed": Case(
        """pattern packed_texts {
            source text
            input docs: offsets
            input entry_docs: offsets
            attend document(@docs, @entry_docs) from text
            attend window(7, 0) & document(@docs)
            combine lse
        }""",
        [
            ("text", lambda at: same_document(at.q, at.i, at.given["docs"], at.given["entry_docs"])),
            ("", lambda at: (at.i <= at.q) & (at.i >= at.q - 7) & in_document(at.q, at.i, at.given["docs"])),
        ],
    ),
    "heads": Case(
        """pattern heads_of_sources {
            source c(ratio=4)
            heads 0..2 { attend causal from c }
            heads 2.. {
                attend window(9, 0)
                attend stride(3) & causal from c
                attend first(4)
                combine mean
            }
        }""",
        [
            ("c", lambda at: (at.h < 2) & (4 * at.i + 3 <= at.q)),
            ("", lambda at: (at.h >= 2) & (at.i <= at.q) & (at.i >= at.q - 9)),
            ("c", lambda at: (at.h >= 2) & (4 * at.i + 3 <= at.q) & ((4 * at.i + 3) % 3 == at.q % 3)),
            ("", lambda at: (at.h >= 2) & (at.i < 4)),
        ],
        rule="mean",
    ),
}
ENTRIES = {"v4": 15, "hca": 8, "nsa": 7, "heads": 15, "flamingo": 9, "text": 71, "image": 5}
"""Of a source, by its case or its name: more than the sequence has positions, in one."""


def entries(case: str, source: str) -> int:
    return KEYS if source == "" else ENTRIES.get(source, ENTRIES.get(case, 0))


def tensors(case: str, dtype: torch.dtype = torch.float32) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Random tensors of a call, those that gradients reach and the others."""
    draws = torch.Generator().manual_seed(11)

    def normal(*size: int) -> Tensor:
        return torch.randn(*size, generator=draws)

    leaves = {"query": normal(BATCH, HEADS, ROWS, DIM).to(dtype)}
    for source in CASES[case].sources:
        before = f"{source}_" if source else ""
        count = entries(case, source)
        leaves[f"{before}key"] = normal(BATCH, KV_HEADS, count, DIM).to(dtype)
        leaves[f"{before}value"] = normal(BATCH, KV_HEADS, count, VALUE_DIM).to(dtype)
    others: dict[str, Any] = {"q_offset": FIRST, "seq_len": LENGTH}
    text = CASES[case].text
    if "sink" in text:
        leaves["sink"] = normal(HEADS)
    if "gate" in text:
        leaves |= {
            "a": normal(BATCH, HEADS, ROWS),
            "b": normal(BATCH, HEADS, ROWS, VALUE_DIM),
            "g": normal(BATCH, HEADS, ROWS),
        }
    if "picks" in text:
        picks = torch.randint(-1, 15, (BATCH, KV_HEADS, ROWS, 5), generator=draws)
        others["picks"] = picks.masked_fill(torch.arange(ROWS).view(-1, 1) % 6 == 0, -1)  # rows without a pick
    if "docs" in text:
        others["docs"] = torch.tensor([[0, 20, 20, 33, LENGTH], [0, 29, 41, 60, LENGTH]])
    if "entry_docs" in text:
        others["entry_docs"] = torch.tensor([[0, 13, 50, 50, 71], [0, 0, 30, 70, 71]])
    if "places" in text:
        others["places"] = torch.randint(0, LENGTH, (BATCH, 9), generator=draws).sort().values
    if "lengths" in text:
        others["lengths"] = torch.tensor([71, 3])
    if "own" in text:
        others["own"] = torch.randint(0, 2, (BATCH, 5), generator=draws)
    return leaves, others


def truth(case: str, leaves: dict[str, Tensor], given: dict[str, Any]) -> tuple[Tensor, Tensor]:
    """(out, lse) by formulas: one softmax over all entries that are seen, or one for each branch."""
    whole = CASES[case]
    q, h = torch.arange(FIRST, FIRST + ROWS).view(-1, 1), torch.arange(HEADS).view(-1, 1, 1)
    logits, values = [], []
    for source, seen in whole.branches:
        before = f"{source}_" if source else ""
        key, value = (leaves[f"{before}{x}"].double().repeat_interleave(HEADS // KV_HEADS, 1) for x in ("key", "value"))
        scores = SCALE * leaves["query"].double() @ key.transpose(-1, -2)
        scores = whole.cap * torch.tanh(scores / whole.cap) if whole.cap else scores
        logits.append(torch.where(seen(At(h, q, torch.arange(key.shape[2]), given)), scores, -torch.inf))
        values.append(value)
    if whole.rule == "lse":
        if "sink" in leaves:
            logits.append(leaves["sink"].double().view(1, -1, 1, 1).expand(BATCH, HEADS, ROWS, 1))
            values.append(torch.zeros_like(values[0][:, :, :1]))
        every = torch.cat([x.expand(BATCH, HEADS, ROWS, x.shape[-1]) for x in logits], -1)
        return softmax(every) @ torch.cat(values, 2), torch.logsumexp(every, -1)
    outs = [softmax(x) @ value for x, value in zip(logits, values, strict=True)]
    if whole.rule == "gate":
        gates = (leaves[name].double() for name in ("a", "b", "g"))
        outs = [out * (gate if gate.dim() == 4 else gate.unsqueeze(-1)) for out, gate in zip(outs, gates, strict=True)]
        return sum(outs), torch.zeros(0)  # type: ignore[return-value]
    return torch.where(h.unsqueeze(0) < 2, sum(outs), sum(outs) / 3), torch.zeros(0)


def softmax(logits: Tensor) -> Tensor:
    """Weights; 0 in rows that see nothing."""
    empty = (logits == -torch.inf).all(-1, keepdim=True)
    return torch.softmax(logits.masked_fill(empty, 0.0), -1).masked_fill(empty, 0.0)


def results(call: Callable[..., Any], leaves: dict[str, Tensor]) -> dict[str, Tensor]:
    """The results of a call, and the gradients of its tensors where fixed random numbers flow back."""
    leaves = {name: x.detach().clone().requires_grad_() for name, x in leaves.items()}
    found = call(**leaves)
    named = dict(zip(("out", "lse"), (x for x in found if x.numel()), strict=False))
    draws = torch.Generator().manual_seed(3)
    flows = [
        torch.randn(x.shape, generator=draws).to(x.dtype).masked_fill(x == -torch.inf, 0.0) for x in named.values()
    ]
    grads = torch.autograd.grad(tuple(named.values()), tuple(leaves.values()), flows)
    return {**{name: x.detach() for name, x in named.items()}, **dict(zip(leaves, grads, strict=True))}


def built(text: str, folder: Path, backend: str) -> ModuleType:
    """The module of a pattern with sources, beside those of its parts; and the references."""
    analysis = analyse(Source("made.pat", text), {}, targets=())
    build = backend_named(backend), TARGETS[0]
    files = (
        *modules(analysis, *build),
        *joined(analysis, *build),
        *references(analysis),
        *joined(analysis, None, None),
    )
    for file in files:
        (folder / file.name).write_text(file.text)
    (join,) = analysis.joins
    return load(folder / f"{join.name}_{backend}.py")


def attend(module: ModuleType, case: str, others: dict[str, Any], **leaves: Tensor) -> Any:
    if CASES[case].rule != "lse":
        return (module.attention(**leaves, **others),)
    return module.attention(**leaves, **others, return_lse=True)


@pytest.mark.parametrize(("backend", "case", "dtype"), on_backends_in(CASES, "hca"))
def test_sources_are_attended_as_formulas_say(backend: str, case: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """Heads share keys, values have a size of their own, and rows begin within the sequence."""
    module = built(CASES[case].text, tmp_path, backend)
    leaves, others = tensors(case, dtype)
    found = results(lambda **leaves: attend(module, case, others, **leaves), leaves)
    wrong = errors(found, results(lambda **leaves: truth(case, leaves, others), leaves))
    bound = {torch.float32: 2e-6, torch.float16: 2e-3, torch.bfloat16: 1.5e-2}[dtype]
    assert max(wrong.values()) < bound, wrong


@pytest.mark.parametrize("case", CASES)
def test_references_are_the_formulas_and_check_modules(case: str, tmp_path: Path) -> None:
    module = built(CASES[case].text, tmp_path, "torch")
    path = Path(str(module.__file__))
    reference = load(path.with_name(f"{path.stem.rpartition('_')[0]}_reference.py"))
    leaves, others = tensors(case)
    asked = {"return_lse": True} if CASES[case].rule == "lse" else {}

    def call(**given: Tensor) -> Any:
        found = reference.reference(**given, **others, **asked)
        return found if isinstance(found, tuple) else (found,)

    wrong = errors(results(call, leaves), results(lambda **given: truth(case, given, others), leaves))
    assert max(wrong.values()) < 1e-6, wrong
    assert max(reference.selfcheck(module.attention).values()) < 2e-6

    def halved(*args: Tensor, **given: Any) -> Any:
        found = module.attention(*args, **given)
        return tuple(0.5 * x for x in found) if isinstance(found, tuple) else 0.5 * found

    with pytest.raises(AssertionError, match="has a relative error of"):
        reference.selfcheck(halved)


def test_calls_that_nothing_meets_are_said_to_be_none(tmp_path: Path) -> None:
    text = CASES["hca"].text.replace("attend", "require head_dim == 7\n    attend", 1)
    built(text, tmp_path, "torch")
    with pytest.raises(NotImplementedError, match="hca: no short call was found that meets what the pattern requires"):
        load(tmp_path / "hca_reference.py").selfcheck(lambda *_, **__: None)


def test_rows_that_see_nothing_are_zero_and_entries_that_no_row_sees_stay_out(tmp_path: Path) -> None:
    """NaN in entries of the future, of other documents or behind a length reaches no result and no gradient."""
    module = built(CASES["hca"].text, tmp_path, "torch")
    leaves, others = tensors("hca")
    others["docs"] = torch.tensor([[0, LENGTH, LENGTH], [0, LENGTH, LENGTH]])
    others["q_offset"] = 0
    for name in ("c_key", "c_value"):
        leaves[name][:, :, 5:] = torch.nan  # entry 5 stands at position 41, behind all rows
    found = results(lambda **leaves: attend(module, "hca", others, **leaves), leaves)
    for name, x in found.items():
        assert x.isfinite().all(), name
    assert (found["c_key"][:, :, 5:] == 0).all()
    text = "pattern late { source c(ratio=8); attend causal from c }"
    module = built(text, tmp_path, "torch")
    key = torch.randn(1, 2, 2, 16)
    out, lse = module.attention(torch.randn(1, 2, 20, 16), c_key=key, c_value=key, return_lse=True)
    assert (out[:, :, :7] == 0).all()
    assert (lse[:, :, :7] == -torch.inf).all()
    assert lse[:, :, 7:].isfinite().all()


def test_a_row_that_is_no_number_has_no_lse(tmp_path: Path) -> None:
    module = built(CASES["hca"].text, tmp_path, "torch")
    leaves, others = tensors("hca")
    leaves["query"][0, 0, 3] = torch.nan
    out, lse = module.attention(**leaves, **others, return_lse=True)
    assert out[0, 0, 3].isnan().all()
    assert lse[0, 0, 3].isnan()
    assert int(lse.isnan().sum()) == 1


def test_more_entries_than_positions(tmp_path: Path) -> None:
    """Where entries stand at places of a shorter text; a mask that counts its positions takes no more than these."""
    module = built(CASES["flamingo"].text, tmp_path, "torch")
    draws = torch.Generator().manual_seed(1)
    leaves, others = tensors("flamingo")
    for name in ("media_key", "media_value"):
        leaves[name] = torch.randn(BATCH, KV_HEADS, 90, leaves[name].shape[3], generator=draws)
    others["places"] = torch.randint(0, LENGTH, (BATCH, 90), generator=draws)
    found = results(lambda **leaves: attend(module, "flamingo", others, **leaves), leaves)
    wrong = errors(found, results(lambda **leaves: truth("flamingo", leaves, others), leaves))
    assert max(wrong.values()) < 2e-6, wrong
    text = CASES["flamingo"].text.replace("window(30, 0)", "window(30, 0) & last(50)")
    module = built(text, tmp_path, "torch")
    with pytest.raises(ValueError, match="media_key has 90 entries, must have at most seq_len, which is 61"):
        module.attention(**leaves, **others)


def test_inputs_may_have_the_names_of_results(tmp_path: Path) -> None:
    text = """pattern named {
        source c(ratio=4)
        input lse: table(heads)
        input of_c: labels
        attend causal & when(@of_c[q] == 1)
        attend causal from c
        combine lse
        score sink(@lse)
    }"""
    module = built(text, tmp_path, "torch")
    query, key = torch.randn(1, 1, 1, 16), torch.randn(1, 1, 8, 16)
    given = {"c_key": key[:, :, :2], "c_value": key[:, :, :2], "lse": torch.zeros(1), "of_c": torch.ones(1).long()}
    out, lse = module.attention(query, key, key, **given, q_offset=7, return_lse=True)
    logits = torch.cat([query @ key.mT, query @ key[:, :, :2].mT], -1) / 4
    total = torch.cat([logits, torch.zeros(1, 1, 1, 1)], -1)
    assert torch.allclose(lse, total.logsumexp(-1), atol=1e-6)
    assert torch.allclose(out, total.softmax(-1)[..., :-1] @ torch.cat([key, key[:, :, :2]], 2), atol=1e-6)


def test_one_gate_a_head_is_a_gate_of_its_source(tmp_path: Path) -> None:
    text = "pattern gated { source c(ratio=4); input g: gate; attend causal from c; combine gate(@g) }"
    module = built(text, tmp_path, "torch")
    query, key, gate = torch.randn(1, 2, 16, 16), torch.randn(1, 2, 4, 16), torch.randn(1, 2, 16)
    plain = built("pattern plain { source c(ratio=4); attend causal from c }", tmp_path, "torch")
    wanted = gate.unsqueeze(-1) * plain.attention(query, c_key=key, c_value=key)
    assert torch.allclose(module.attention(query, c_key=key, c_value=key, g=gate), wanted, atol=1e-6)


def test_lse_of_keys_is_without_the_sink(tmp_path: Path) -> None:
    module = built(CASES["v4"].text, tmp_path, "torch")
    leaves, others = tensors("v4")
    out, lse = module.attention(**leaves, **others, return_lse="keys")
    without = {name: x for name, x in leaves.items() if name != "sink"}
    _, of_keys = truth("v4", without, others)
    assert torch.allclose(lse.double(), of_keys, atol=1e-5)
    assert torch.equal(out, module.attention(**leaves, **others))


def test_wrong_calls_name_the_tensor(tmp_path: Path) -> None:
    module = built(CASES["v4"].text, tmp_path, "torch")
    leaves, others = tensors("v4")

    def refused(error: type[Exception], words: str, **changed: Any) -> None:
        with pytest.raises(error, match=words):
            module.attention(**{**leaves, **others, **changed})

    def refused_of(module: ModuleType, error: type[Exception], words: str, entry_docs: list[float]) -> None:
        with pytest.raises(error, match=words):
            module.attention(**{**leaves, **others, "entry_docs": torch.tensor(entry_docs)})

    refused(
        ValueError, r"c_key has shape .*, must be .* the 15 whole entries of seq_len", c_key=leaves["c_key"][:, :, :-1]
    )
    refused(ValueError, "c_value has shape", c_value=leaves["c_value"][..., :-1].contiguous())
    refused(ValueError, "c_key has shape", c_key=leaves["c_key"].repeat(1, 2, 1, 1))
    refused(TypeError, "c_value is torch.float64", c_value=leaves["c_value"].double())
    refused(ValueError, "c_key has stride", c_key=leaves["c_key"].transpose(2, 3).contiguous().transpose(2, 3))
    refused(ValueError, "picks", picks=others["picks"] + 20)
    refused(TypeError, r"unexpected keyword argument 'd_key'.*c_key", d_key=leaves["c_key"])
    refused(TypeError, "return_lse is 3", return_lse=3)
    refused(ValueError, "seq_len", seq_len=40)
    refused(ValueError, "sink has shape", sink=leaves["sink"][:-1])
    refused(ValueError, "key has 3 dimensions", key=leaves["key"][0])
    refused(TypeError, "value is a list", value=[1.0])
    refused(ValueError, "query has 2 dimensions", query=leaves["query"][0, 0])
    with pytest.raises(NotImplementedError, match="its sources have entries of whole sequences"):
        module.attention_varlen()
    with pytest.raises(NotImplementedError, match="takes no cache"):
        module.attention_with_kvcache()
    packed = built(CASES["packed"].text, tmp_path, "torch")
    leaves, others = tensors("packed")
    refused_of(
        packed,
        ValueError,
        "entry_docs has 3 documents, must have as many as docs",
        entry_docs=[0, 1, 2, 71],
    )
    refused_of(packed, ValueError, "entry_docs.*end with 71", entry_docs=[0, 1, 2, 3, 70])
    refused_of(packed, TypeError, "entry_docs is torch.float32", entry_docs=[0.0, 71.0])
    encoder = built(CASES["encoder"].text, tmp_path, "torch")
    leaves, others = tensors("encoder")
    with pytest.raises(ValueError, match=r"lengths is \[72, 3\], must be 0 to 71"):
        encoder.attention(**leaves, **{**others, "lengths": torch.tensor([72, 3])})
    text = "pattern both { source a; source b; attend full from a; attend full from b; combine sum }"
    both = built(text, tmp_path, "torch")
    a, b = torch.randn(1, 2, 5, 16), torch.randn(1, 2, 6, 24)
    with pytest.raises(ValueError, match=r"b_value has shape \(1, 2, 6, 24\), must be \(1, 2, 6, 16\)"):
        both.attention(torch.randn(1, 2, 9, 16), a_key=a, a_value=a, b_key=b[..., :16].contiguous(), b_value=b)
    gated = built(CASES["nsa"].text, tmp_path, "torch")
    with pytest.raises(ValueError, match="gate has no single softmax denominator"):
        gated.attention(**tensors("nsa")[0], **tensors("nsa")[1], return_lse=True)


def test_calls_without_keys_of_the_sequence_take_none(tmp_path: Path) -> None:
    module = built(CASES["flamingo"].text, tmp_path, "torch")
    leaves, others = tensors("flamingo")
    with pytest.raises(TypeError, match="unexpected keyword argument 'key'"):
        module.attention(**leaves, **others, key=leaves["media_key"])
    del others["seq_len"]  # up to the last query
    assert module.attention(**leaves, **others).shape == (BATCH, HEADS, ROWS, VALUE_DIM)
    with pytest.raises(ValueError, match="no key tells it"):
        module.attention(**leaves, **{**others, "q_offset": torch.tensor([3], dtype=torch.int32)})
    layer = module.Flamingo()
    assert torch.equal(layer(**leaves, **others), module.attention(**leaves, **others))


# ---- files -----------------------------------------------------------------------------------------------------------
TEXT = CASES["hca"].text


def test_files_beside_one_another_import_in_every_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a plain file by its path, as a plain module, and in a package; with the library beside them, or without."""
    analysis = analyse(Source("made.pat", TEXT), {}, targets=())
    build = backend_named("torch"), TARGETS[0]
    leaves, others = tensors("hca")
    results_of = []
    for runtime in Runtime:
        folder = tmp_path / f"package_{runtime.value}"
        folder.mkdir()
        files = (*modules(analysis, *build, runtime=runtime), *joined(analysis, *build, runtime=runtime))
        for file in (*files, *(runtime_package(build[:1]) if runtime is Runtime.VENDORED else ())):
            (folder / file.name).parent.mkdir(parents=True, exist_ok=True)
            (folder / file.name).write_text(file.text)
        results_of.append(load(folder / "hca_torch.py").attention(**leaves, **others))
        (folder / "__init__.py").write_text("")
        monkeypatch.syspath_prepend(str(tmp_path))
        module = __import__(f"{folder.name}.hca_torch", fromlist=["attention"])
        results_of.append(module.attention(**leaves, **others))
        assert f"{folder.name}.hca_c_torch" in sys.modules
    for found in results_of[1:]:
        assert torch.equal(found, results_of[0])
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "hca_torch.py").write_text((tmp_path / "package_inline" / "hca_torch.py").read_text())
    with pytest.raises(ImportError, match="needs the modules of its parts"):
        load(tmp_path / "alone" / "hca_torch.py")


def test_load_joins_parts_and_finds_each_by_name(tmp_path: Path) -> None:
    path = tmp_path / "made.pat"
    path.write_text(TEXT)
    leaves, others = tensors("hca")
    module: Any = patternc.load(path, "torch")
    assert module.attention(**leaves, **others).shape == (BATCH, HEADS, ROWS, VALUE_DIM)
    assert patternc.load(path, "torch") is module
    part: Any = patternc.load(path, "torch", pattern="hca_c")
    given = {"q_offset": FIRST, "seq_len": LENGTH, "docs": others["docs"]}
    assert part.attention(leaves["query"], leaves["c_key"], leaves["c_value"], **given).shape == (
        BATCH,
        HEADS,
        ROWS,
        VALUE_DIM,
    )
    reference: Any = patternc.load(path, "reference")
    assert max(reference.selfcheck(module.attention).values()) < 2e-6
    path.write_text(f"{TEXT}\npattern other {{ attend causal }}")
    with pytest.raises(ValueError, match="holds hca, other; name one"):
        patternc.load(path, "torch")
    named: Any = patternc.load(path, "torch", pattern="hca")
    assert named.attention(**leaves, **others).shape == (
        BATCH,
        HEADS,
        ROWS,
        VALUE_DIM,
    )
    with pytest.raises(ValueError, match="'hca' has sources; name one of its parts: hca_own, hca_c"):
        patternc.show(path, pattern="hca")
    with pytest.raises(ValueError, match="holds hca_own, hca_c, other; name one"):
        patternc.show(path)
    assert patternc.show(path, 40, pattern="hca_c") is not None


def test_compiled_calls_and_transforms_are_the_same(tmp_path: Path) -> None:
    module = built(CASES["hca"].text, tmp_path, "torch")
    leaves, others = tensors("hca")
    out = module.attention(**leaves, **others)

    def call(query: Tensor) -> Tensor:
        found: Tensor = module.attention(query, **{name: x for name, x in leaves.items() if name != "query"}, **others)
        return found

    several = torch.stack([leaves["query"], 2 * leaves["query"]])
    mapped = torch.func.vmap(call)(several)
    assert torch.allclose(mapped[0], out, atol=1e-6)
    assert torch.allclose(torch.compile(call, backend="aot_eager", fullgraph=True)(leaves["query"]), out, atol=1e-6)


def test_entries_stand_at_positions_of_the_sequence(tmp_path: Path) -> None:
    """What is before it counts as its first position, and what is behind it as its end; so no product is too large."""
    text = """pattern placed {
        input places: positions
        source media(at=@places)
        attend when(q * k % 3 < 2 and k >= q - 9) from media
    }"""
    module = built(text, tmp_path, "torch")
    draws = torch.Generator().manual_seed(1)
    query, key, value = (torch.randn(1, 2, rows, 16, generator=draws) for rows in (40, 30, 30))
    places = torch.randint(-(1 << 62), 1 << 62, (1, 30), generator=draws)
    places[:, ::2] = torch.randint(-20, 60, (1, 15), generator=draws)
    at, q = places.clamp(0, 40).view(1, 1, 1, -1), torch.arange(40).view(-1, 1)
    seen = (q * at % 3 < 2) & (at >= q - 9)
    for call in (module.attention, load(tmp_path / "placed_reference.py").reference):
        found = call(query, media_key=key, media_value=value, places=places)
        assert errors({"out": found}, {"out": dense(query, key, value, seen, SCALE)[0]})["out"] < 2e-6
    part, oracle = (load(tmp_path / f"placed_media_{name}.py") for name in ("torch", "reference"))
    found = part.attention(query, key, value, places=places, seq_len=40)
    assert torch.equal(found, module.attention(query, media_key=key, media_value=value, places=places))
    truth = {"out": oracle.reference(query, key, value, places=places, seq_len=40)}
    assert errors({"out": found}, truth)["out"] < 2e-6
    every = torch.cat([places[0], places[0, :10]])  # a mask is of as many keys as positions
    assert torch.equal(oracle.mask(0, 2, 40, places=every)[:, :30] > 0, seen[0, 0])
    (tmp_path / "placed.pat").write_text(text)
    assert run(["verify", str(tmp_path / "placed.pat"), "--dtype", "float32"]) == 0
    with pytest.raises(TypeError, match="places"):
        module.attention(query, media_key=key, media_value=value, places=[1] * 30)


def test_more_entries_than_positions_stand_at_positions(tmp_path: Path) -> None:
    text = """pattern several {
        input places: positions
        source media(at=@places)
        attend window(3, 3) from media
    }"""
    module = built(text, tmp_path, "torch")
    draws = torch.Generator().manual_seed(2)
    query, key, value = (torch.randn(1, 2, rows, 16, generator=draws) for rows in (10, 30, 30))
    places = torch.randint(-20, 60, (1, 30), generator=draws)
    at, q = places.clamp(0, 10).view(1, 1, 1, -1), torch.arange(10).view(-1, 1)
    wanted, wanted_lse = dense(query, key, value, (at >= q - 3) & (at <= q + 3), SCALE)
    for call in (module.attention, load(tmp_path / "several_reference.py").reference):
        out, lse = call(query, media_key=key, media_value=value, places=places, return_lse=True)
        assert errors({"out": out, "lse": lse}, {"out": wanted, "lse": wanted_lse})["lse"] < 2e-6
