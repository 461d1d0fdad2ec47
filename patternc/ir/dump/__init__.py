"""Mask IR and kernel IR as readable text with one clause per line, for users and for golden files."""

from patternc.ir.dump.batches import dump_batches
from patternc.ir.dump.kernels import dump_kernel
from patternc.ir.dump.masks import dump_mask
from patternc.ir.dump.patterns import declaration, dump_layout, dump_pattern, dump_ring, dump_score
from patternc.ir.dump.tiles import dump_tiles

__all__ = [
    "declaration",
    "dump_batches",
    "dump_kernel",
    "dump_layout",
    "dump_mask",
    "dump_pattern",
    "dump_ring",
    "dump_score",
    "dump_tiles",
]
