"""Patterns as an attention backend of vLLM, whose pages their kernels read in place.

PATTERNC_VLLM='sliding_attention=local.pat full_attention=global.pat' vllm serve MODEL --attention-backend CUSTOM

Written against what `vllm.v1.attention.backend` documents, and tested with a stub of it.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor
from vllm import _custom_ops
from vllm.distributed import get_tensor_model_parallel_rank, get_tensor_model_parallel_world_size
from vllm.v1.attention.backend import (
    AttentionBackend,
    AttentionImpl,
    AttentionMetadataBuilder,
    AttentionType,
    MultipleOf,
)
from vllm.v1.attention.backends.registry import AttentionBackendEnum, register_backend

from patternc.integrations.pattern_files import AUTO, Additions, Path, PatternFile, files_by_kind, refuse_scores
from patternc.model_layers import FULL, SLIDING, kind_by_window

VARIABLE = "PATTERNC_VLLM"
"""The environment variable that every process of vLLM reads: a file for all layers, or KIND=FILE for each kind."""
FILES: dict[str, PatternFile] = {}
"""The pattern files that are registered, by kind of layer; or one for all layers under the kind `""`."""
KINDS = (SLIDING, FULL)
DTYPES = [torch.float16, torch.bfloat16, torch.float32]


def register(patterns: Path | Mapping[str, Path], backend: str = AUTO, **parameters: object) -> None:
    """Make patterns the backend `CUSTOM` of vLLM in this process; `plugin` does it in all.

    Args:
        patterns: a pattern file for all layers, or one for each kind: `sliding_attention` for those with a window in
            the model's config, and `full_attention`.
        backend: a backend, or `auto`: the best one for the device of the model.
        parameters: values of parameters, each for the files that have it.

    Raises:
        Rejected: a file has errors.
        ValueError: a parameter that no file has, an unknown backend or kind, or a pattern that no paged cache serves.
        OSError: a file can't be read.
    """
    files = files_by_kind(patterns, backend, parameters)
    unknown = sorted(files.keys() - {"", *KINDS})
    if unknown:
        raise ValueError(f"patterns: {unknown[0]!r} is no kind of layer here, must be {' or '.join(KINDS)}")
    for file in files.values():
        refuse_pattern(file)
    FILES.clear()
    FILES.update(files)
    register_backend(AttentionBackendEnum.CUSTOM, f"{__name__}.{PatternBackend.__qualname__}")


def plugin() -> None:
    """The entry point `vllm.general_plugins`, which each process of vLLM calls: it registers what `VARIABLE` says."""
    words = shlex.split(os.environ.get(VARIABLE, ""))
    if not words:
        return
    pairs = [word.split("=", 1) for word in words if word.startswith(tuple(f"{kind}=" for kind in KINDS))]
    if len(words) > 1 and len(dict(pairs)) < len(words):
        said = f"must be one file, or KIND=FILE once for each of {' and '.join(KINDS)}"
        raise ValueError(f"{VARIABLE}: {' '.join(words)!r}, {said}")
    register(dict(pairs) if pairs else words[0])


def refuse_pattern(file: PatternFile) -> None:
    """Refuse a pattern that reads more than queries, keys, values and sinks, or keys that no cache holds yet."""
    given = [*file.offsets, *file.others]
    if given:
        raise ValueError(f"{file.path}: vLLM passes no input `{given[0]}`: write a pattern without it")
    if not file.causal:
        raise ValueError(
            f"{file.path}: queries may attend to later keys, which a cache does not hold yet: write `where causal`"
        )


class PatternBackend(AttentionBackend):  # type: ignore[misc] # no types are known of vLLM
    """Patterns as an attention backend: keys and values of a layer are [pages, 2, page size, Hkv, D]."""

    supported_dtypes: ClassVar[list[torch.dtype]] = DTYPES
    supported_kv_cache_dtypes: ClassVar[list[str]] = ["auto", "float16", "bfloat16"]
    forward_includes_kv_cache_update: bool = True
    accept_output_buffer: bool = True

    @staticmethod
    def get_name() -> str:
        """The name by which vLLM asks the registry."""
        return "CUSTOM"

    @staticmethod
    def get_impl_cls() -> type[PatternAttention]:
        """The class of a layer's attention."""
        return PatternAttention

    @staticmethod
    def get_builder_cls() -> type[BatchBuilder]:
        """The class that makes a `Batch` of what vLLM knows of a step."""
        return BatchBuilder

    @staticmethod
    def get_supported_kernel_block_sizes() -> list[MultipleOf]:
        """The sizes of pages: any multiple of 16."""
        return [MultipleOf(16)]

    @staticmethod
    def get_kv_cache_shape(
        num_blocks: int,
        block_size: int,
        num_kv_heads: int,
        head_size: int,
        cache_dtype_str: str = "auto",  # noqa: ARG004 # which vLLM passes by name
    ) -> tuple[int, ...]:
        """The shape of a layer's cache."""
        return (num_blocks, 2, block_size, num_kv_heads, head_size)

    @classmethod
    def supports_sink(cls) -> bool:
        """Whether layers may have sinks: a pattern gets them by their logits."""
        return True


@dataclass(frozen=True, slots=True)
class Batch:
    """The sequences of a step: `tokens` queries, the last ones of each sequence, which begin at `starts` [B + 1].

    `lengths`: [B], the keys of each, in the pages that `pages` [B, most] names; `slots`: [tokens], where new keys go.
    """

    tokens: int
    most_queries: int
    most_keys: int
    starts: Tensor
    lengths: Tensor
    pages: Tensor
    slots: Tensor


class BatchBuilder(AttentionMetadataBuilder):  # type: ignore[misc]
    """A `Batch` of each step. No CUDA graph captures it, which no GPU has tried."""

    def __init__(self, kv_cache_spec: Any, layer_names: list[str], vllm_config: Any, device: torch.device) -> None:
        super().__init__(kv_cache_spec, layer_names, vllm_config, device)

    def build(
        self,
        common_prefix_len: int,  # noqa: ARG002 # as the next one, which vLLM passes by name
        common_attn_metadata: Any,
        fast_build: bool = False,  # noqa: ARG002
    ) -> Batch:
        """What kernels read of a step. A prefix that all sequences share is attended as the rest is."""
        step = common_attn_metadata
        if step.causal is not True:
            raise NotImplementedError("attention in both directions: a pattern attends as its file says, to a cache")
        return Batch(
            step.num_actual_tokens,
            step.max_query_len,
            step.max_seq_len,
            step.query_start_loc,
            step.seq_lens,
            step.block_table_tensor,
            step.slot_mapping,
        )


class PatternAttention(AttentionImpl):  # type: ignore[misc]
    """The attention of a layer, by the pattern of its kind."""

    def __init__(
        self,
        num_heads: int,
        head_size: int,
        scale: float,
        num_kv_heads: int | None = None,
        alibi_slopes: list[float] | None = None,
        sliding_window: int | None = None,
        kv_cache_dtype: str = "auto",
        logits_soft_cap: float | None = None,
        attn_type: str = AttentionType.DECODER,
        kv_sharing_target_layer_name: str | None = None,
        sinks: Tensor | None = None,
    ) -> None:
        self.num_heads, self.head_size, self.scale = num_heads, head_size, float(scale)
        self.num_kv_heads, self.kv_cache_dtype = num_kv_heads or num_heads, kv_cache_dtype
        self.shares_keys, self.sinks = kv_sharing_target_layer_name is not None, sinks
        self.file = file_of(sliding_window)
        self.cap = logits_soft_cap or None  # vLLM has 0 for none too
        refuse_scores(self.file, self.scale, self.cap, sinks)
        refuse_layer(self.file, sliding_window, alibi_slopes, attn_type)
        if kv_cache_dtype not in PatternBackend.supported_kv_cache_dtypes:
            raise NotImplementedError(f"kv_cache_dtype: {kv_cache_dtype!r}, must be that of the model: pass auto")
        if getattr(self, "total_cp_world_size", 1) > 1:
            raise NotImplementedError("context parallelism: ranks of vLLM share caches as no pattern knows")

    def forward(
        self,
        layer: Any,
        query: Tensor,
        key: Tensor | None,
        value: Tensor | None,
        kv_cache: Tensor,
        attn_metadata: Batch | None,
        output: Tensor,
        output_scale: Tensor | None = None,
        output_block_scale: Tensor | None = None,
    ) -> Tensor:
        """Write new keys to their pages, and attend to all of each sequence.

        Args:
            layer: the layer, with the scales of its cache.
            query: [tokens, H, D], maybe with padding behind the batch.
            key: [tokens, Hkv, D], the new ones; None: another layer has written them.
            value: like key.
            kv_cache: [pages, 2, page size, Hkv, D].
            attn_metadata: the batch; None: vLLM measures memory.
            output: [tokens, H, D], which is filled.
            output_scale: None.
            output_block_scale: None.
        """
        if output_scale is not None or output_block_scale is not None:
            raise NotImplementedError("quantized outputs: a pattern has those of its tensors' type")
        if attn_metadata is None:
            return output.zero_()
        batch, (keys, values) = attn_metadata, kv_cache.unbind(1)
        if not self.shares_keys and key is not None and value is not None:
            scales = self.kv_cache_dtype, layer._k_scale, layer._v_scale
            _custom_ops.reshape_and_cache_flash(key, value, keys, values, batch.slots, *scales)
        sink = self.sinks is not None and self.file.sink is None
        module = self.file.module(Additions(softcap=self.cap_added, sink=sink), query.device.type)
        output[: batch.tokens] = module.attention_varlen(
            query[: batch.tokens],
            keys,
            values,
            batch.starts,
            None,
            batch.most_queries,
            batch.most_keys,
            seqused_k=batch.lengths,
            block_table=batch.pages,
            **self.arguments,
        )
        return output

    @property
    def cap_added(self) -> float | None:
        """The cap of the model's scores, unless the pattern states it."""
        return None if self.file.softcap is not None else self.cap

    @property
    def arguments(self) -> dict[str, Any]:
        """The scale, sinks, and which heads of the model the layer has on this rank."""
        found: dict[str, Any] = {} if self.file.scale is not None else {"softmax_scale": self.scale}
        found |= {} if self.sinks is None else {self.file.sink_name: self.sinks}
        if self.file.reads_heads:
            ranks, rank = get_tensor_model_parallel_world_size(), get_tensor_model_parallel_rank()
            found |= {"head_offset": rank * self.num_heads, "num_heads": ranks * self.num_heads}
        return found


def file_of(window: int | None) -> PatternFile:
    """The pattern of layers with this window of keys, or with none."""
    kind = "" if "" in FILES else kind_by_window(window)
    if kind not in FILES:
        raise ValueError(f"layers are of the kind {kind!r}, for which no pattern is registered: {sorted(FILES)} are")
    return FILES[kind]


def refuse_layer(file: PatternFile, window: int | None, slopes: list[float] | None, kind: str) -> None:
    """Refuse a layer that attends to another sequence, has slopes, or whose keys vLLM gives away too early."""
    needed = file.farthest_back
    if kind != AttentionType.DECODER:
        raise NotImplementedError(
            f"{file.path}: layers of the type {kind!r}: a pattern attends to a sequence's own cache"
        )
    if slopes is not None:
        raise NotImplementedError(f"{file.path}: the model has slopes of ALiBi: such models are not served")
    if window is not None and (needed is None or needed >= window):
        far = "any number of" if needed is None else needed
        raise ValueError(
            f"{file.path}: attends to keys {far} positions before a query, but vLLM keeps {window} keys of these "
            f"layers, with the query's own: write a window of at most {window - 1} before it"
        )
