"""`score alibi` where queries attend to later keys: the warning, and the table that its page gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import patternc
from patternc.driver import analyse
from patternc.resources import explanation
from patternc.source import Source

H, N, D = 4, 33, 16


def codes(body: str) -> list[str]:
    return [one.code for one in analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}).warnings]


@pytest.mark.parametrize(
    "body",
    [
        "attend window(8, 8); score alibi",
        "attend full; score alibi",
        "input l: lengths; attend padding(@l); score alibi",
        "input o: offsets; attend document(@o); score alibi",
        "grid 8 x 8; attend box(3, 3); score alibi",
        "heads 0..4 { attend causal }; heads 4.. { attend full }; score alibi",
        "attend when(h == 3 and k == q + 1) | causal; score alibi",
        "attend when(k == q + 100) | causal; score alibi",
        "attend when(k == q + 100000) | causal; score alibi",
        "attend causal | when(q >= 90 and k >= q + 70); score alibi",
        "attend blocks(8, table_free) ; score alibi".replace("table_free", "window(1, 1)"),
    ],
)
def test_slopes_of_later_keys_are_warned_of(body: str) -> None:
    assert "P049" in codes(body)


@pytest.mark.parametrize(
    "body",
    [
        "attend causal; score alibi",
        "attend window(8, 0); score alibi",
        "attend (first(4) | window(8, 8)) & causal; score alibi",
        "attend when(k <= q and (q + k) % 3 == 0); score alibi",
        "attend when((q - k) // 4 == 0 and q >= k); score alibi",
        "input o: offsets; attend document(@o); where causal; score alibi",
        "attend window(8, 8)",
    ],
)
def test_other_patterns_are_not(body: str) -> None:
    assert "P049" not in codes(body)


@pytest.mark.parametrize("heads", [1, 3])
@pytest.mark.parametrize(("entries", "found"), [(np.tril, False), (np.triu, True)])
def test_tables_are_looked_up_within_their_size(
    entries: Callable[..., Any], found: bool, heads: int, tmp_path: Path
) -> None:
    """One of few blocks and heads; it ended with a traceback."""
    np.save(tmp_path / "t.npy", entries(np.ones((heads, 4, 4), bool), 0 if found else -1))
    (tmp_path / "p.pat").write_text('pattern p { attend blocks(8, table("t.npy")); score alibi }')
    assert ("P049" in [one.code for one in patternc.check(tmp_path / "p.pat")]) is found


def test_the_table_of_the_page_is_symmetric(tmp_path: Path) -> None:
    page = explanation("P049")
    names: dict[str, Any] = {"torch": torch, "H": H, "R": N - 1}
    for word in ("slopes", "table"):
        text = page.split(f"`{word} = ")[1].split("`")[0]
        names[word] = eval(text, names)
    path = tmp_path / "p.pat"
    path.write_text(f"pattern p {{ input t: table(heads, 2 * {N - 1} + 1); attend full; score bias(@t) }}")
    query, key, value = (torch.randn(1, H, N, D, generator=torch.Generator().manual_seed(0)) for _ in range(3))
    out = patternc.load(path, backend="torch").attention(query, key, value, t=names["table"])
    place = torch.arange(N, dtype=torch.float64)
    slope = torch.tensor([2.0 ** (-8 * (h + 1) / H) for h in range(H)], dtype=torch.float64)[:, None, None]
    scores = query.double() @ key.double().mT / D**0.5 - slope * (place[:, None] - place).abs()
    meant = scores.softmax(-1) @ value.double()
    assert float((out - meant).norm() / meant.norm()) < 2e-6
