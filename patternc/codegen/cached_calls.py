"""Calls whose keys are in caches (`attention_with_kvcache`): which patterns take them, and why others do not."""

from __future__ import annotations

from patternc.ir.kernel import Kernel


def cache_refusal(kernel: Kernel, *, tiled: bool) -> str:
    """Why no call of a pattern may have caches; empty if it may. `tiled`: kernels read lengths that the host does not.

    Each sequence is one of its own: its length decides nothing on the host, and no input has numbers by position.
    """
    pattern, interface = kernel.pattern, kernel.interface
    given = next((one.name for one in (*interface.entries, *interface.gated) if one.name != "selection"), "")
    pairs = interface.scores.of_pairs
    asked = next((one.text for one in pattern.requirements if "n" in one.names), "")
    if pattern.grid:
        return "its positions are cells of a grid"
    if given or pairs:
        return f"`{given or pairs}` has numbers for the positions of a call"
    if asked:
        return f"`require {asked}` is about the length, which differs"
    if kernel.choice is not None:
        return "`topk` chooses blocks of whole sequences"
    return "the host lists blocks for one length" if tiled and _listed(kernel) else ""


def _listed(kernel: Kernel) -> bool:
    """Whether programs need lists, or orders, that are made for a call."""
    sweeps = [sweep for group in kernel.groups for sweep in group.sweeps]
    return any(sweep.order is not None or any(piece.listing for piece in sweep.pieces) for sweep in sweeps)
