"""Patterns with rings, and their answers on simulated ranks."""

from __future__ import annotations

import inspect
import random
import re
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import built
import torch
from built import written
from torch import Tensor

from patternc.files import File
from patternc.ir.inputs import drawn, value_of
from patternc.ir.mask import InputKind
from patternc.source import Source

HEADS, KV_HEADS, HEAD_DIM, BATCH, N = 4, 2, 16, 2, 104


LONGNET = """attend segment(16)
    attend segment(32, dilation=2, offset=head)
    attend segment(64, dilation=4, offset=head)"""


BODIES = {
    "window": "attend window(20, 5)",
    "causal": "attend causal",
    "gap": "attend causal - window(7)",
    "longnet": f"{LONGNET}\n    combine lse\n    where causal",
    "detached": f"{LONGNET}\n    combine lse(detach)",
    "mean": f"{LONGNET}\n    combine mean\n    where causal",
    "partition": """segments [16, 64]
    dilations [1, 4]
    offset branch
    heads partition(extra=first)
    combine mean""",
    "groups": """heads 0..1 { attend causal }
    heads 1..3 { attend window(9, 0); attend first(3); combine sum }
    heads 3.. { attend segment(32, dilation=6, queries=dense) }""",
    "scores": """input sinks: table(heads)
    input distances: table(heads, 17)
    attend causal & window(30)
    score softcap(20.0)
    score alibi
    score bias(@distances)
    score sink(@sinks)""",
    "documents": "input documents: offsets\n    attend document(@documents) & causal",
    "within": """input documents: offsets
    attend within(@documents, (segment(16) | first(2)) & causal)""",
    "coordinates": "input documents: offsets\n    attend within(@documents, blocks(6, window(1, 0)) | global(1))",
    "prefix": """input prompt: lengths
    input lengths: lengths
    attend (causal | prefix(@prompt)) & padding(@lengths)""",
    "blocks": "attend blocks(8, window(1) | first(1) | random(2, seed=7))",
    "hierarchy": "attend blocks(4, window(2) | queries(every=4) & window(8) | queries(every=16))",
    "columns": "attend keys(every=5, offset=2) & causal | window(3)",
    "stride": "attend stride(4) & causal",
    "global": "attend global(3) | window(5) | last(4)",
    "comparison": "attend when((q - k) % 3 == 0 and k // 16 < 4)",
    "grid": "grid 8 x 13\n    attend box(3, 5, dilation=2)",
    "grid shared": "grid 8 x 13\n    attend box(5, 4, stride=[4, 3], causal=[true, false], dilation=[1, 2])",
}


def drawn_tensor(kind: InputKind, draws: random.Random) -> Tensor:
    entries = [drawn(kind, N, lambda most: draws.randint(0, most)) for _ in range(BATCH)]
    return torch.tensor([value_of(kind, numbers, N) for numbers in entries])


INPUTS = {
    "sinks": torch.linspace(-1.0, 2.0, HEADS),
    "distances": torch.linspace(-1.0, 1.0, HEADS * 17).sin().view(HEADS, 17),
}
_DRAWS = random.Random(11)
for _name, _kind in re.findall(r"input (\w+): (\w+)$", "\n".join(BODIES.values()), re.MULTILINE):
    INPUTS[_name] = drawn_tensor(InputKind(_kind), _DRAWS)


TWO_NODES = "ring(ranks=4, transport=p2p, nodes=2)"


def made(body: str, ring: str, folder: Path, backend: str = "torch") -> ModuleType:
    return written(_files(f"pattern made {{\n    {body}\n    {ring}\n}}\n", backend), folder)


@lru_cache(maxsize=16)
def _files(text: str, backend: str) -> tuple[File, File]:
    """The files of a text, which many tests in turn have: made once, as none of them changes the compiler."""
    return built.made(Source("made.pat", text), backend)[0]


def numbers(*shape: int) -> Tensor:
    return torch.randn(*shape)


def given(module: ModuleType) -> dict[str, Tensor]:
    named = inspect.signature(module.ring_attention).parameters
    return {name: value for name, value in INPUTS.items() if name in named}


def answers(call: Any, tensors: list[Tensor], tables: dict[str, Tensor], flows: tuple[Tensor, Tensor]) -> list[Tensor]:
    """out, lse (zeros where there is none), and the gradients of tensors and tables, as `call` gives them."""
    leaves = [x.detach().clone().requires_grad_() for x in tensors]
    learned = {name: x.clone().requires_grad_(x.is_floating_point()) for name, x in tables.items()}
    out, lse = call(*leaves, **learned)
    flat = lse.masked_fill(lse.isinf(), 0.0)
    ((out.double() * flows[0].double()).sum() + (flat * flows[1]).sum()).backward()
    grads = [x.grad for x in (*leaves, *learned.values()) if x.requires_grad]
    return [out.detach(), flat.detach(), *(grad for grad in grads if grad is not None)]


def error(found: Tensor, wanted: Tensor) -> float:
    return float((found.double() - wanted.double()).norm() / wanted.double().norm().clamp_min(1e-30))
