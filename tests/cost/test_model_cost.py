"""`patternc cost` for models and serving: decoding steps, caches, layers added up, and budgets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cost_calls import made, schema
from schemas import hold

from patternc.cli import run
from patternc.cost.decoding import decoding
from patternc.cost.device_time import Call
from patternc.driver import analyse
from patternc.ir import semantics
from patternc.source import Source
from patternc.targets import target_named

LOCAL = "pattern local(size=64) {\n    attend window(size - 1, 0)\n}\n"
GLOBAL = "pattern every {\n    attend causal\n}\n"
CAUSAL = (
    "attend window(9, 0)",
    "attend first(3) | window(5, 0)\n    where causal",
    "segments [8, 16]\n    dilations [1, 2]\n    offset head\n    combine lse\n    where causal",
    "heads 0..2 { attend window(3, 0) }\n    heads 2.. { attend causal & stride(4) }",
    "attend blocks(8, window(1) | random(2, seed=3))\n    where causal",
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "local.pat").write_text(LOCAL)
    (tmp_path / "every.pat").write_text(GLOBAL)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("kv_heads", [1, 2, 4])
@pytest.mark.parametrize("text", CAUSAL)
def test_a_step_reads_the_keys_of_the_last_row(text: str, kv_heads: int) -> None:
    """Counted pair by pair, from the meaning."""
    n, heads = 45, 4
    analysis = analyse(Source("p.pat", f"pattern p {{\n    {text}\n}}\n"), {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    found = decoding((meaning, normal), Call(n, heads, kv_heads), {})

    def admitted(head: int, length: int) -> Any:
        q, k = np.arange(length)[:, None], np.arange(length)[None, :]
        several = semantics.multiplicities(meaning, head, q, k, length, heads, {})
        return sum(one * np.ones((length, length), int) for one in several) > 0

    groups = np.array_split(np.arange(heads), kv_heads)
    last = [admitted(head, n)[-1] for head in range(heads)]
    later = [admitted(head, 2 * n)[n:, :n].any(axis=0) for head in range(heads)]
    assert found is not None
    assert found.pairs == sum(int(row.sum()) for row in last)
    assert found.read == sum(int(np.any([last[head] for head in group], axis=0).sum()) for group in groups)
    assert found.kept == sum(int(np.any([later[head] for head in group], axis=0).sum()) for group in groups)
    assert found.held == n * kv_heads


@pytest.mark.parametrize("text", ["attend window(4)", "grid 4 x 4\n    attend box(3, 3)", "attend full"])
def test_what_does_not_decode_has_no_step(text: str) -> None:
    analysis = analyse(Source("p.pat", f"pattern p {{\n    {text}\n}}\n"), {}, targets=())
    assert decoding((analysis.meanings[0], analysis.normals[0]), Call(16, 4, 4), {}) is None


@pytest.mark.usefixtures("files")
def test_layers_are_added_up(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["-n", "4096", "--heads", "8", "--kv-heads", "2", "--target", "sm_90", "--target", "cpu"]
    found = made(["5 x local.pat + 1 x every.pat", *words], capsys)
    hold(found, schema(), schema())
    local, every = found["patterns"]
    assert (local["pattern"], every["pattern"]) == ("local", "every")
    for place, model in enumerate(found["model"]):
        one, other = local["targets"][place], every["targets"][place]
        size = one["itemsize"] * 2 * 64 * 2
        for side in ("forward", "backward"):
            assert model[f"{side}_seconds"] == pytest.approx(5 * one[side]["seconds"] + other[side]["seconds"])
        assert model["step_seconds"] == pytest.approx(5 * one["step_seconds"] + other["step_seconds"])
        assert model["cache_bytes"] == 6 * 4096 * size
        assert model["kept_bytes"] == (5 * 63 + 4096) * size
        most = max(side["memory_bytes"] - side["saved_bytes"] for side in (one, other))
        assert model["memory_bytes"] == 5 * one["saved_bytes"] + other["saved_bytes"] + most
    bandwidth = target_named("sm_90").bandwidth  # type: ignore[union-attr]
    step = every["targets"][1]["step_seconds"]
    assert step == pytest.approx(4096 * 2 * 64 * 2 * 2 / bandwidth, abs=1e-5)
    assert run(["cost", "5 x local.pat + 1 x every.pat", *words]) == 0
    out = capsys.readouterr().out
    assert "model: 5 x local + 1 x every" in out
    assert "a step reads 64 of 4,096 keys" in out
    assert "later steps may read 63" in out


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("subject", "limit", "code", "said"),
    [
        ("local.pat", "sm_90 < 1 s", 0, ""),
        ("local.pat", "sm_90 forward < 1 ns", 1, "over budget: sm_90 forward < 1 ns: forward takes "),
        ("local.pat", "sm_90 < 1us", 1, "over budget: sm_90 < 1us: both passes take "),
        ("local.pat", "cpu step < 0.1 us", 1, "step takes "),
        ("local.pat", "sm_90 cache < 1 KB", 1, "cache takes 8.39 MB"),
        ("local.pat", "sm_90 memory < 1 TB", 0, ""),
        ("5 x local.pat + 1 x every.pat", "sm_90 cache < 50 MB", 1, "cache takes 50.3 MB"),
        ("5 x local.pat + 1 x every.pat", "sm_90 cache < 51 MB", 0, ""),
        ("local.pat", "sm90 < 1 s", 2, "'sm90'; did you mean `sm_90`?"),
        ("local.pat", "sm_90 stp < 1 s", 2, "'stp'; did you mean `step`?"),
        ("local.pat", "sm_90 step < 1 MB", 2, "step is in s, ms, us, ns"),
        ("local.pat", "sm_90 20 ms", 2, "write a target, one of both, forward, "),
        ("local.pat", "sm_61 < 20 ms", 2, "--target leaves it out"),
        ("2 x local.pat + 1 x evry.pat", "sm_90 < 1 s", 2, "'evry.pat' does not exist"),
    ],
)
def test_budgets(subject: str, limit: str, code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["-n", "4096", "--target", "sm_90", "--target", "cpu"]
    assert run(["cost", subject, *words, "--budget", limit]) == code
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("files")
def test_a_pattern_that_does_not_decode_has_no_budget_for_steps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "both.pat").write_text("pattern both {\n    attend window(4)\n}\n")
    words = ["1 x local.pat + 1 x both.pat", "-n", "256", "--target", "sm_90"]
    assert run(["cost", *words, "--budget", "sm_90 step < 1 s"]) == 1
    assert "there is no decoding step" in capsys.readouterr().err
    assert run(["cost", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model"][0]["step_seconds"] is None


@pytest.mark.usefixtures("files")
def test_layers_have_files_with_one_pattern(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "two.pat").write_text(LOCAL + GLOBAL)
    assert run(["cost", "2 x two.pat", "-n", "256", "--target", "sm_90"]) == 2
    assert "two.pat has 2 patterns or modules" in capsys.readouterr().err
