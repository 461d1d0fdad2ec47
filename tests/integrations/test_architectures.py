"""Architectures of transformers that run the patterns of their own masks answer calls as their own attention does."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from architectures import ARCHITECTURES, IDS, PACKED, answered, built, calls_of, wanted
from tiny_models import difference

from patternc.integrations.transformers import check

pytest_plugins = ["model_files"]
pytestmark = pytest.mark.usefixtures("torch_modules", "files")


@torch.no_grad()
@pytest.mark.parametrize("name", ARCHITECTURES)
def test_all_calls(name: str) -> None:
    one = ARCHITECTURES[name]
    eager, model = built(name), built(name, one.own)
    errors = {call: difference(answered(model, one, call), wanted(eager, one, call)) for call in calls_of(one)}
    assert {call: error for call, error in errors.items() if not error < 1e-5} == {}
    assert check(model) == ()
    other = built(name, "nearest" if one.bidirectional else "first_keys")
    assert difference(answered(other, one, "left"), wanted(eager, one, "left")) > 1e-2  # weights let each key matter


@pytest.mark.long
@pytest.mark.parametrize("name", ["Llama4", "GPTBigCode"])
def test_packed_rows_in_a_graph(name: str) -> None:
    """No layer of these models is given positions, and code that torch compiles can't read those of their masks."""
    torch._dynamo.reset()
    model = built(name, "own_layers")
    compiled: Any = torch.compile(model, fullgraph=True, backend="eager")
    whole = compiled(IDS, use_cache=False).logits
    assert difference(whole, model(IDS, use_cache=False).logits) < 1e-5
    with pytest.raises(RuntimeError, match="hands no position_ids to its attention layers"):
        compiled(IDS, position_ids=PACKED, use_cache=False)
    torch._dynamo.reset()
