"""Calls of sequences of unlike lengths, packed or in caches: which patterns take them, and why others do not."""

from __future__ import annotations

from textwrap import shorten

from patternc.ir.kernel import Kernel

SERVED = frozenset(
    (
        *("q", "k", "v", "k_cache", "v_cache", "cu_seqlens_q", "cu_seqlens_k", "max_seqlen_q", "max_seqlen_k"),
        *("seqused_k", "cache_seqlens", "cache_batch_idx", "block_table", "softmax_scale"),
        *("attention_varlen", "attention_with_kvcache"),
    )
)
"""The arguments of both functions, which are those of flash-attn, and the names of both."""


def packed_refusal(kernel: Kernel) -> str:
    """Why no call of a pattern may have several sequences (`attention_varlen`); empty if it may.

    Each sequence is one of its own, so no input has numbers by position.
    """
    interface = kernel.interface
    given = next((one.name for one in (*interface.entries, *interface.gated) if one.name != "selection"), "")
    named = given or interface.scores.of_pairs
    if kernel.pattern.grid:
        return "its positions are cells of a grid"
    if named:
        return f"`{named}` has numbers for the positions of a call"
    taken = next((one.name for one in interface.arguments if one.name in SERVED), "")
    return f"its input `{taken}` has the name of an argument" if taken else ""


def cache_refusal(kernel: Kernel) -> str:
    """Why no program of a pattern may read the lengths of sequences that the host does not; empty if it may."""
    refusal = packed_refusal(kernel)
    asked = next((one.text for one in kernel.pattern.requirements if "n" in one.names), "")
    if refusal:
        return refusal
    if asked:
        return f"`require {shorten(asked, 28)}` is about the length, which differs"
    if kernel.choice is not None:
        return "`topk` chooses blocks of whole sequences"
    return "the host lists blocks for one length" if makes_lists(kernel) else ""


def makes_lists(kernel: Kernel) -> bool:
    """Whether the host makes lists of blocks, or orders of cells, for the positions of a call."""
    sweeps = [sweep for group in kernel.groups for sweep in group.sweeps]
    return any(sweep.order is not None or any(piece.listing for piece in sweep.pieces) for sweep in sweeps)
