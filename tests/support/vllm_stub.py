"""A stub of the parts of vLLM that an attention backend reads: its interface, the registry, pages and steps."""

from __future__ import annotations

import sys
from enum import Enum
from types import ModuleType, SimpleNamespace
from typing import Any

import torch
from torch import Tensor


class AttentionBackend:
    @classmethod
    def full_cls_name(cls) -> tuple[str, str]:
        return cls.__module__, cls.__qualname__


class AttentionImpl:
    def __new__(cls, *_given: Any, **_named: Any) -> Any:
        made = super().__new__(cls)
        made.total_cp_world_size = 1  # type: ignore[attr-defined]
        return made


class AttentionMetadataBuilder:
    def __init__(self, kv_cache_spec: Any, layer_names: list[str], vllm_config: Any, device: torch.device) -> None:
        self.kv_cache_spec, self.layer_names, self.vllm_config, self.device = (
            kv_cache_spec,
            layer_names,
            vllm_config,
            device,
        )


class AttentionType(str, Enum):  # noqa: UP042 # as vLLM has it
    DECODER = "decoder"
    ENCODER_ONLY = "encoder_only"


class MultipleOf:
    def __init__(self, base: int) -> None:
        self.base = base


class AttentionBackendEnum(Enum):
    CUSTOM = None


REGISTERED: dict[AttentionBackendEnum, str] = {}
RANK = {"rank": 0, "size": 1}


def reshape_and_cache_flash(
    key: Tensor, value: Tensor, keys: Tensor, values: Tensor, slots: Tensor, kind: str, k_scale: Tensor, v_scale: Tensor
) -> None:
    """Write rows to their slots, -1 for none, as the operator of vLLM documents."""
    assert kind == "auto"
    assert k_scale == v_scale == 1.0
    size = keys.shape[1]
    for row, slot in enumerate(slots.tolist()):
        if slot >= 0:
            keys[slot // size, slot % size], values[slot // size, slot % size] = key[row], value[row]


def install(monkeypatch: Any) -> None:
    """Let modules import the stub as vLLM."""
    parts: dict[str, dict[str, Any]] = {
        "vllm": {"_custom_ops": SimpleNamespace(reshape_and_cache_flash=reshape_and_cache_flash)},
        "vllm.distributed": {
            "get_tensor_model_parallel_rank": lambda: RANK["rank"],
            "get_tensor_model_parallel_world_size": lambda: RANK["size"],
        },
        "vllm.v1": {},
        "vllm.v1.attention": {},
        "vllm.v1.attention.backend": {
            one.__name__: one
            for one in (AttentionBackend, AttentionImpl, AttentionMetadataBuilder, AttentionType, MultipleOf)
        },
        "vllm.v1.attention.backends": {},
        "vllm.v1.attention.backends.registry": {
            "AttentionBackendEnum": AttentionBackendEnum,
            "register_backend": REGISTERED.__setitem__,
        },
    }
    for name, members in parts.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "patternc.integrations.vllm", raising=False)


class Server:
    """Layers of one kind with a cache of pages, and sequences that grow in steps."""

    def __init__(self, backend: Any, layer: Any, kv_heads: int, head_dim: int, size: int = 16, pages: int = 12) -> None:
        shape = backend.get_kv_cache_shape(pages, size, kv_heads, head_dim)
        self.cache = torch.full(shape, torch.nan)
        self.free = torch.randperm(pages).tolist()
        self.layer, self.size = layer, size
        self.builder = backend.get_builder_cls()(None, ["layer"], None, torch.device("cpu"))
        self.tables: list[list[int]] = []
        self.lengths: list[int] = []

    def add(self) -> None:
        """A new sequence without tokens."""
        self.tables.append([])
        self.lengths.append(0)

    def step(self, counts: list[int], query: Tensor, key: Tensor, value: Tensor, padding: int = 0) -> Tensor:
        """Attend to the next tokens of each sequence, so many as `counts` says; `padding` tokens are behind them."""
        slots = []
        for entry, count in enumerate(counts):
            table, first = self.tables[entry], self.lengths[entry]
            while len(table) * self.size < first + count:
                table.append(self.free.pop())
            slots += [table[at // self.size] * self.size + at % self.size for at in range(first, first + count)]
            self.lengths[entry] += count
        width = max(map(len, self.tables))
        step = SimpleNamespace(
            causal=True,
            num_actual_tokens=sum(counts),
            max_query_len=max(counts),
            max_seq_len=max(self.lengths),
            query_start_loc=torch.tensor([0, *counts]).cumsum(0).int(),
            seq_lens=torch.tensor(self.lengths, dtype=torch.int32),
            block_table_tensor=torch.tensor([[*one, *[0] * (width - len(one))] for one in self.tables]).int(),
            slot_mapping=torch.tensor([*slots, *[-1] * padding]),
        )
        rows = [torch.cat([x, torch.full((padding, *x.shape[1:]), torch.nan)]) for x in (query, key, value)]
        output = torch.full_like(rows[0], torch.inf)
        scales = SimpleNamespace(_k_scale=torch.tensor(1.0), _v_scale=torch.tensor(1.0))
        found = self.layer.forward(scales, *rows, self.cache, self.builder.build(0, step), output)
        assert found is output
        return torch.Tensor(output[: sum(counts)])
