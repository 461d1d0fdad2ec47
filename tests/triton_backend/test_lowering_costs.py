"""The tile sizes of every target, and its lowering: the cheapest by a count of every tile."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from built import build
from conftest import ROOT
from fused_classes import clauses, longnet, nested

from patternc.codegen.triton import TRITON
from patternc.ir.kernel import EveryClass, KernelGroup, Lowering, Softmax, Sweep
from patternc.ir.mask import Constant, FromEnd, Layout, Pattern, RelativePosition
from patternc.ir.semantics import position
from patternc.schedule import schedule
from patternc.schedule.class_lowerings import class_fused, partition_by_owner
from patternc.schedule.cost_model import seconds
from patternc.schedule.sweeps import chained
from patternc.schedule.tile_sizes import tile_table
from patternc.targets import TARGETS, Target, target_named
from patternc.transforms import PASSES

# ---- tiles -----------------------------------------------------------------------------------------------------------
TILES = {
    "forward 2": "64:128x64/8/2/128 128:128x64/8/2 256:64x32/8/2 576:64x32/8/2",
    "forward_open 2": "64:128x64/8/2/128 128:128x64/8/2 256:64x32/8/2 576:64x32/8/2",
    "forward_many 2": "64:128x64/8/3 128:128x64/8/2 256:32x32/8/2 576:16x32/4/2",
    "forward_blocks 2": "64:128x64/8/3 128:128x64/8/2 256:32x32/8/2 576:16x32/4/2",
    "forward_merging 2": "64:128x64/8/2/128 128:128x64/8/2 256:32x32/8/2 576:16x32/4/2",
    "forward_heavy 2": "64:128x64/8/3 128:128x64/8/2 256:32x32/8/2 576:16x32/4/2",
    "forward_split 2": "64:16x32/4/4 128:16x32/4/3 256:16x32/4/2 576:64x32/8/2",
    "forward_heads 2": "64:16x32/4/4 128:16x32/4/3 256:16x32/4/2 576:64x32/8/2",
    "grad_query 2": "64:64x64/4/3 128:64x32/4/2 256:16x32/8/1 576:16x32/8/2",
    "grad_query_bounded 2": "64:64x64/4/3 128:64x32/4/2 256:16x32/8/1 576:16x32/8/2",
    "grad_query_many 2": "64:64x32/4/3 128:64x32/4/2 256:16x32/8/1 576:16x32/8/2",
    "grad_query_blocks 2": "64:64x32/4/3 128:64x32/4/2 256:16x32/8/1 576:16x32/8/2",
    "grad_query_heavy 2": "64:64x32/4/3 128:64x32/4/2 256:16x32/8/1 576:16x32/8/2",
    "grad_query_heads 2": "64:16x32/4/3 128:16x32/4/2 256:16x32/4/1 576:16x32/8/2",
    "grad_key_value 2": "64:128x32/8/3 128:64x32/4/1 256:32x32/8/1 576:16x32/8/1",
    "grad_key_value_many 2": "64:64x32/4/1 128:32x16/2/1 256:32x16/8/1 576:16x32/8/1",
    "grad_key_value_blocks 2": "64:64x32/4/1 128:32x16/2/1 256:32x16/8/1 576:16x32/8/1",
    "grad_key_value_merging 2": "64:128x32/8/3 128:64x32/4/1 256:32x16/8/1 576:16x32/8/1",
    "grad_key_value_heavy 2": "64:64x32/4/1 128:32x16/2/1 256:16x16/8/1 576:16x32/8/1",
    "forward 4": "64:64x32/8/2 128:32x16/8/1 256:32x16/8/1 576:16x16/8/1",
    "forward_open 4": "64:64x32/8/2 128:32x16/8/1 256:32x16/8/1 576:16x16/8/1",
    "forward_many 4": "64:64x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/8/1",
    "forward_blocks 4": "64:64x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/8/1",
    "forward_merging 4": "64:64x32/8/2 128:32x16/8/2 256:16x16/8/2 576:16x16/8/1",
    "forward_heavy 4": "64:64x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/8/1",
    "forward_split 4": "64:16x32/4/2 128:16x16/4/2 256:16x16/4/2 576:16x16/8/1",
    "forward_heads 4": "64:16x32/4/2 128:16x16/4/2 256:16x16/4/2 576:16x16/8/1",
    "grad_query 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/2 576:16x16/8/1",
    "grad_query_bounded 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/2 576:16x16/8/1",
    "grad_query_many 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/1 576:16x16/8/1",
    "grad_query_blocks 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/1 576:16x16/8/1",
    "grad_query_heavy 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/1 576:16x16/8/1",
    "grad_query_heads 4": "64:16x32/4/2 128:16x16/4/2 256:16x16/4/1 576:16x16/8/1",
    "grad_key_value 4": "64:32x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/8/1",
    "grad_key_value_many 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1 576:16x16/8/1",
    "grad_key_value_blocks 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1 576:16x16/8/1",
    "grad_key_value_merging 4": "64:32x32/8/1 128:32x16/8/2 256:16x16/8/2 576:16x16/8/1",
    "grad_key_value_heavy 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1 576:16x16/8/1",
}
"""Of sm_80, by direction and bytes an element. `64:128x32/8/2`: up to head_dim 64, rows x columns, warps,
stages; a fifth number limits registers, and d stands for loads by tensor descriptors."""

OTHERS: dict[str, dict[str, str]] = {
    "sm_80": {},
    "sm_86": {
        "forward 2": "64:128x64/8/2/128 128:128x64/8/2 256:64x32/8/2 576:16x32/4/2",
        "forward_open 2": "64:128x64/8/2/128 128:128x64/8/2 256:64x32/8/2 576:16x32/4/2",
        "forward_heavy 2": "64:128x64/8/2 128:128x32/8/2 256:32x32/8/2 576:16x32/4/2",
        "forward_split 2": "64:16x32/4/4 128:16x32/4/3 256:16x32/4/2 576:16x32/4/2",
        "forward_heads 2": "64:16x32/4/4 128:16x32/4/3 256:16x32/4/2 576:16x32/4/2",
        "grad_query 2": "64:64x64/4/3 128:64x32/4/2 256:16x32/8/1 576:16x16/8/2",
        "grad_query_bounded 2": "64:64x64/4/3 128:64x32/4/2 256:16x32/8/1 576:16x16/8/2",
        "grad_query_many 2": "64:64x32/4/3 128:64x32/4/2 256:16x32/8/1 576:16x16/8/2",
        "grad_query_blocks 2": "64:64x32/4/3 128:64x32/4/2 256:16x32/8/1 576:16x16/8/2",
        "grad_query_heavy 2": "64:64x32/4/3 128:64x32/4/2 256:16x32/8/1 576:16x16/8/2",
        "grad_query_heads 2": "64:16x32/4/3 128:16x32/4/2 256:16x32/4/1 576:16x16/8/2",
        "grad_key_value 2": "64:128x32/8/3 128:64x32/4/1 256:32x32/8/1 576:16x16/8/1",
        "grad_key_value_many 2": "64:64x32/4/1 128:32x16/2/1 256:32x16/8/1 576:16x16/8/1",
        "grad_key_value_blocks 2": "64:64x32/4/1 128:32x16/2/1 256:32x16/8/1 576:16x16/8/1",
        "grad_key_value_merging 2": "64:128x32/8/3 128:32x32/4/1 256:32x16/8/1 576:16x16/8/1",
        "grad_key_value_heavy 2": "64:64x32/4/1 128:32x16/2/1 256:16x16/8/1 576:16x16/8/1",
        "grad_query 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/2",
        "grad_query_bounded 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/2",
        "grad_query_many 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/1",
        "grad_query_blocks 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/1",
        "grad_query_heavy 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/1",
        "grad_query_heads 4": "64:16x32/4/2 128:16x16/4/2 256:16x16/4/1",
        "grad_key_value 4": "64:32x32/8/2 128:32x16/8/1 256:16x16/8/1",
        "grad_key_value_many 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1",
        "grad_key_value_blocks 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1",
        "grad_key_value_merging 4": "64:32x32/8/1 128:32x16/8/2 256:16x16/8/2",
        "grad_key_value_heavy 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1",
    },
    "sm_90": {
        "forward 2": "64:64x64/4/3d 128:64x64/4/3d 256:64x32/8/2 576:64x32/8/2",
        "forward_open 2": "64:64x128/4/3d 128:64x64/4/3d 256:64x32/8/2 576:64x32/8/2",
        "forward_many 2": "64:128x64/8/3/128 128:64x64/4/3d 256:32x32/8/2 576:16x32/4/2",
        "forward_blocks 2": "64:64x64/4/2d 128:128x64/8/3d 256:32x32/8/2 576:16x32/4/2",
        "forward_merging 2": "64:64x64/4/3d 128:64x64/4/3d 256:32x32/8/2 576:16x32/4/2",
        "forward_heavy 2": "64:128x32/8/3/128 128:128x64/8/3 256:32x32/8/2 576:16x32/4/2",
        "forward_split 2": "64:16x32/4/4 96:16x32/4/3 128:16x64/4/3 256:16x32/4/2 576:64x32/8/2",
        "forward_heads 2": "64:16x32/4/4 96:16x32/4/3 128:16x64/4/3 256:16x32/4/2 576:64x32/8/2",
        "grad_query 2": "64:64x64/4/3d 128:64x64/4/2d 256:16x32/8/1 576:16x32/8/2",
        "grad_query_bounded 2": "64:64x64/4/3d 128:64x64/4/2d 256:16x32/8/1 576:16x32/8/2",
        "grad_query_many 2": "64:64x64/4/3d 128:64x64/4/2d 256:16x32/8/1 576:16x32/8/2",
        "grad_query_blocks 2": "64:64x64/4/2d 128:64x64/4/2d 256:16x32/8/1 576:16x32/8/2",
        "grad_query_heavy 2": "64:128x64/8/3 128:128x32/8/2 256:16x32/8/1 576:16x32/8/2",
        "grad_key_value 2": "64:64x64/4/2d 128:64x64/4/2d 256:32x32/8/1 576:16x32/8/1",
        "grad_key_value_many 2": "64:64x32/4/2 128:64x32/4/1 256:32x16/8/1 576:16x32/8/1",
        "grad_key_value_blocks 2": "64:64x64/4/2d 128:64x64/4/2d 256:32x16/8/1 576:16x32/8/1",
        "grad_key_value_merging 2": "64:64x64/4/2d 128:64x32/4/2d 256:32x16/8/1 576:16x32/8/1",
        "grad_key_value_heavy 2": "64:128x32/8/1 128:64x16/4/1 256:16x16/8/1 576:16x32/8/1",
        "forward_split 4": "64:16x16/4/2 128:16x16/4/2 256:16x16/4/1 576:16x16/8/1",
        "forward_heads 4": "64:16x16/4/2 128:16x16/4/2 256:16x16/4/1 576:16x16/8/1",
    },
    "sm_100": {
        "forward 2": "64:128x64/8/3d 128:128x64/8/3d 256:64x32/8/2 576:16x32/4/2",
        "forward_open 2": "64:128x64/8/3d 128:128x64/8/3d 256:64x32/8/2 576:16x32/4/2",
        "forward_many 2": "64:128x64/8/2 128:128x64/8/3d 256:32x32/8/2 576:16x32/4/2",
        "forward_blocks 2": "64:128x64/8/2 128:128x64/8/3d 256:32x32/8/2 576:16x32/4/2",
        "forward_merging 2": "64:128x64/8/3d 128:128x64/8/3d 256:32x32/8/2 576:16x32/4/2",
        "forward_heavy 2": "64:128x64/8/2 128:64x64/8/2 256:32x32/8/2 576:16x32/4/2",
        "forward_split 2": "64:16x32/4/4 128:16x64/4/3 256:16x32/4/2 576:16x32/4/2",
        "forward_heads 2": "64:16x32/4/4 128:16x64/4/3 256:16x32/4/2 576:16x32/4/2",
        "grad_query 2": "64:128x64/8/3d 128:128x64/8/2d 256:16x32/8/1 576:16x32/8/2",
        "grad_query_bounded 2": "64:128x64/8/3d 128:128x64/8/2d 256:16x32/8/1 576:16x32/8/2",
        "grad_query_many 2": "64:128x64/8/3d 128:64x64/8/2d 256:16x32/8/1 576:16x32/8/2",
        "grad_query_blocks 2": "64:128x64/8/3d 128:64x64/8/2d 256:16x32/8/1 576:16x32/8/2",
        "grad_query_heavy 2": "64:64x64/8/2 128:64x32/8/2 256:16x32/8/1 576:16x32/8/2",
        "grad_key_value 2": "64:128x32/8/3d 128:64x32/8/3d 256:32x32/8/1 576:16x32/8/1",
        "grad_key_value_many 2": "64:64x32/8/1 128:64x32/4/1 256:32x16/8/1 576:16x32/8/1",
        "grad_key_value_blocks 2": "64:64x32/8/1 128:64x32/4/1 256:32x16/8/1 576:16x32/8/1",
        "grad_key_value_merging 2": "64:128x64/8/3d 128:64x32/8/3d 256:32x16/8/1 576:16x32/8/1",
        "grad_key_value_heavy 2": "64:64x32/8/1 128:64x32/4/1 256:16x16/8/1 576:16x32/8/1",
    },
    "sm_120": {
        "forward 2": "64:128x64/8/3d 80:128x64/8/2 96:128x32/8/2 128:128x64/8/2d 256:64x32/8/2 576:16x32/4/2",
        "forward_open 2": "64:128x64/8/3d 80:128x64/8/2 96:128x32/8/2 128:128x64/8/2d 256:64x32/8/2 576:16x32/4/2",
        "forward_many 2": "64:128x64/8/3d 128:128x64/8/2d 256:32x32/8/2 576:16x32/4/2",
        "forward_blocks 2": "64:128x64/8/3d 128:128x64/8/2d 256:32x32/8/2 576:16x32/4/2",
        "forward_merging 2": "64:128x64/8/3d 96:128x32/8/2 128:128x64/8/2d 256:32x32/8/2 576:16x32/4/2",
        "forward_heavy 2": "64:128x64/8/2 128:128x32/8/2 256:32x32/8/2 576:16x32/4/2",
        "forward_split 2": "64:16x32/4/4 128:16x32/4/3 256:16x32/4/2 576:16x32/4/2",
        "forward_heads 2": "64:16x32/4/4 128:16x32/4/3 256:16x32/4/2 576:16x32/4/2",
        "grad_query 2": "64:64x32/4/3d 96:64x16/4/2 128:64x32/4/2d 256:16x32/4/1 576:16x16/8/2",
        "grad_query_bounded 2": "64:64x32/4/3d 96:64x16/4/2 128:64x32/4/2d 256:16x32/4/1 576:16x16/8/2",
        "grad_query_many 2": "64:64x32/4/3d 128:64x32/4/2d 256:16x32/4/1 576:16x16/8/2",
        "grad_query_blocks 2": "64:64x32/4/3d 128:64x32/4/2d 256:16x32/4/1 576:16x16/8/2",
        "grad_query_heavy 2": "64:64x16/4/3 128:64x32/4/2 256:16x32/4/1 576:16x16/8/2",
        "grad_query_heads 2": "64:16x32/4/3 128:16x32/4/2 256:16x32/4/1 576:16x16/8/2",
        "grad_key_value 2": "64:64x32/4/2d 128:32x32/4/2d 256:32x32/8/1 576:16x16/8/1",
        "grad_key_value_many 2": "64:64x32/4/1 128:32x32/4/1 256:32x16/8/1 576:16x16/8/1",
        "grad_key_value_blocks 2": "64:64x32/4/1 128:32x32/4/1 256:32x16/8/1 576:16x16/8/1",
        "grad_key_value_merging 2": "64:64x32/4/2d 128:32x32/4/2d 256:32x16/8/1 576:16x16/8/1",
        "grad_key_value_heavy 2": "64:64x32/4/1 128:32x16/2/1 256:16x16/8/1 576:16x16/8/1",
        "grad_query 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/2",
        "grad_query_bounded 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/2",
        "grad_query_many 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/1",
        "grad_query_blocks 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/1",
        "grad_query_heavy 4": "64:32x32/8/2 128:16x16/8/1 256:16x16/8/1",
        "grad_query_heads 4": "64:16x32/4/2 128:16x16/4/2 256:16x16/4/1",
        "grad_key_value 4": "64:32x32/8/2 128:32x16/8/1 256:16x16/8/1",
        "grad_key_value_many 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1",
        "grad_key_value_blocks 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1",
        "grad_key_value_merging 4": "64:32x32/8/1 128:32x16/8/2 256:16x16/8/2",
        "grad_key_value_heavy 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1",
    },
    "gfx942": {
        "forward 2": "64:128x64/4/2 128:128x32/4/1 256:64x32/2/1 576:16x32/4/1",
        "forward_open 2": "64:128x64/4/2 128:128x32/4/1 256:64x32/2/1 576:16x32/4/1",
        "forward_many 2": "64:128x64/4/2 128:128x32/4/1 256:64x32/2/1 576:16x32/4/1",
        "forward_blocks 2": "64:128x64/4/2 128:128x32/4/1 256:64x32/2/1 576:16x32/4/1",
        "forward_merging 2": "64:128x64/4/2 128:128x32/4/1 256:64x32/2/1 576:16x32/4/1",
        "forward_heavy 2": "64:128x64/4/1 128:128x32/4/1 256:64x32/2/1 576:16x32/4/1",
        "forward_split 2": "64:16x32/4/4 128:16x32/4/2 256:16x32/4/2 576:16x32/4/1",
        "forward_heads 2": "64:16x32/4/4 128:16x32/4/2 256:16x32/4/2 576:16x32/4/1",
        "grad_query 2": "64:128x64/4/2 128:128x32/4/1 256:64x32/2/1 576:16x32/4/1",
        "grad_query_bounded 2": "64:128x64/4/2 128:128x32/4/1 256:64x32/2/1 576:16x32/4/1",
        "grad_query_many 2": "64:64x32/2/1 128:128x32/4/1 256:64x32/2/1 576:16x16/4/1",
        "grad_query_blocks 2": "64:64x32/2/1 128:128x32/4/1 256:64x32/2/1 576:16x16/4/1",
        "grad_query_heavy 2": "64:64x32/2/1 128:128x32/4/1 256:64x32/2/1 576:16x16/4/1",
        "grad_query_heads 2": "64:16x32/4/3 128:16x32/4/2 256:16x32/4/1 576:16x32/4/1",
        "grad_key_value 2": "64:64x32/2/1 128:64x32/2/1 256:16x32/1/1 576:16x16/4/1",
        "grad_key_value_many 2": "64:64x32/2/1 128:64x32/2/1 256:16x32/1/1 576:16x16/4/1",
        "grad_key_value_blocks 2": "64:64x32/2/1 128:64x32/2/1 256:16x32/1/1 576:16x16/4/1",
        "grad_key_value_merging 2": "64:64x32/2/1 128:64x32/2/1 256:16x32/1/1 576:16x16/4/1",
        "grad_key_value_heavy 2": "64:64x32/2/1 128:64x32/2/1 256:16x32/1/1 576:16x16/4/1",
        "forward 4": "64:64x32/8/2 128:32x16/8/1 256:32x16/8/1 576:16x16/4/1",
        "forward_open 4": "64:64x32/8/2 128:32x16/8/1 256:32x16/8/1 576:16x16/4/1",
        "forward_many 4": "64:64x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "forward_blocks 4": "64:64x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "forward_merging 4": "64:64x32/8/2 128:32x16/8/2 256:16x16/8/2 576:16x16/4/1",
        "forward_heavy 4": "64:64x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "grad_query 4": "64:32x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "grad_query_bounded 4": "64:32x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "grad_query_many 4": "64:32x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "grad_query_blocks 4": "64:32x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "grad_query_heavy 4": "64:32x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "grad_key_value 4": "64:32x32/8/2 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "grad_key_value_many 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "grad_key_value_blocks 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
        "grad_key_value_merging 4": "64:32x32/8/1 128:32x16/8/2 256:16x16/8/2 576:16x16/4/1",
        "grad_key_value_heavy 4": "64:32x32/8/1 128:32x16/8/1 256:16x16/8/1 576:16x16/4/1",
    },
}
"""What is different on the other targets."""


def test_every_target_has_a_pin() -> None:
    assert set(TRITON.targets) == OTHERS.keys()


@pytest.mark.parametrize("name", OTHERS)
def test_tiles(name: str) -> None:
    """Changed together with figures of ahead-of-time compilation only."""
    target = target_named(name)
    assert target is not None
    found = {
        f"{row.direction} {row.itemsize}": " ".join(
            f"{tile.head_dim}:{tile.block_m}x{tile.block_n}/{tile.warps}/{tile.stages}"
            + (f"/{tile.registers}" if tile.registers else "")
            + ("d" if tile.descriptors else "")
            for tile in row.tiles
        )
        for row in tile_table(target)
    }
    assert found == TILES | OTHERS[name]


@pytest.mark.parametrize(("block", "row"), [("", "many"), ("blocks(16, ", ""), ("blocks(64, ", "blocks")])
def test_tiles_of_keys_that_queries_list(block: str, row: str, tmp_path: Path) -> None:
    """Single rows that list few keys each take the tiles of several pieces: those of blocks spill."""
    listed = f"{block}selected(@picks){')' if block else ''}"
    text = f"pattern made {{ input picks: selection(shared); attend causal & {listed} }}"
    module, _ = build(text, tmp_path, "triton")
    rows = {kernel for kernel, _ in module._TILES if kernel.startswith("grad_key")}
    assert rows == {f"grad_key_value_{row}" if row else "grad_key_value"}


# ---- targets ---------------------------------------------------------------------------------------------------------
DEVICES = {
    "cpu": (0.15, 0.02),
    "sm_61": (2.4, 0.35),
    "sm_70": (17, 0.9),
    "sm_75": (12, 0.32),
    "sm_80": (160, 1.6),
    "sm_86": (35, 0.9),
    "sm_90": (400, 4.3),
    "sm_100": (1100, 8),
    "sm_120": (105, 1.8),
    "gfx942": (650, 5.3),
}
"""Operations and bytes a second, in units of 10**12: half the data sheets' dense 16-bit rates, and memory rates."""


def test_what_is_counted_on_of_each_device() -> None:
    found = {target.name: (target.flops, target.bandwidth) for target in TARGETS}
    assert found == {name: pytest.approx((flops * 1e12, bytes_ * 1e12)) for name, (flops, bytes_) in DEVICES.items()}


# ---- costs -----------------------------------------------------------------------------------------------------------
N, HEAD_DIM, HEADS, TILE = 32768, 64, 64, 128


def tiles_of(sweep: Sweep) -> list[tuple[int, int, int]]:
    """First and last row of every tile of a sweep, and the rows that a program of it is made for."""
    rows = sweep.rows
    width, found = rows.segment or N, []
    classes = range(rows.dilation) if isinstance(rows.offset, EveryClass) else range(1)
    size = TILE
    while rows.dilation == 1 and size >= 2 * max(width, 16):
        size //= 2
    for start in range(0, N, width):
        for residue in classes:
            positions = range(start + residue, min(start + width, N), rows.dilation)
            for at in range(0, len(positions), size):
                held = positions[at : at + size]
                found.append((held[0], held[-1], size))
    return found


def flops_of(softmax: Softmax) -> float:
    """Two products of 2 * HEAD_DIM for every row of every program and every column that it visits."""
    total = 0.0
    for sweep in softmax.queries:
        for first, last, size in tiles_of(sweep):
            for piece in sweep.pieces:
                share = 1.0
                for active in piece.active:
                    share /= active.dilation
                bounds = (*piece.lows, *piece.highs)
                assert all(isinstance(bound, Constant | FromEnd | RelativePosition) for bound in bounds)
                low = max([0, *(position(bound, first, N) for bound in piece.lows)])
                high = min([N, *(position(bound, last, N) for bound in piece.highs)])
                total += 4 * HEAD_DIM * size * share * max(0, high - low) / piece.columns.dilation
    return total


def moved_by(softmax: Softmax) -> float:
    """16-bit bytes of queries, keys, values and outputs; of a packed sweep fp32 partials, written and read again."""
    tensors = 0.0
    for sweep in softmax.queries:
        packed = sweep.rows.dilation > 1 and not isinstance(sweep.rows.offset, EveryClass)
        tensors += (1 + 2 + 2) / sweep.rows.dilation if packed else 2
        tensors += sum(2 / piece.columns.dilation for piece in sweep.pieces)
    return 2 * HEAD_DIM * N * tensors


def counted(softmax: Softmax, target: Target) -> float:
    """Forward and backward: 3.5 times the arithmetic, 2.5 times the traffic, three launches for all heads."""
    launches = 3 * 4e-6 * len(softmax.queries) / HEADS
    return 3.5 * flops_of(softmax) / target.flops + 2.5 * moved_by(softmax) / target.bandwidth + launches


def candidates(pattern: Pattern) -> dict[Lowering, list[Softmax]]:
    found = clauses(pattern)
    branches = tuple(dict.fromkeys(one.branch for one in found))
    parted = partition_by_owner(found)
    fused = [class_fused(branches, one) for one in (found, parted) if one is not None]
    return {
        Lowering.CHAINED: [chained(branches, found, Layout())],
        Lowering.CLASS_FUSED: [one for one in fused if one is not None],
    }


def group_of(pattern: Pattern, target: Target) -> KernelGroup:
    normal = pattern
    for stage in PASSES:
        normal = stage.run(normal)
    sparse = tuple(one for one in Lowering if one is not Lowering.COUNTED)  # its price is another: test_dense_lowerings
    (group,) = schedule(pattern, normal, target, sparse).groups
    return group


PATTERNS = {
    "longnet": longnet(is_causal=False),
    "longnet, causal": longnet(is_causal=True),
    "two levels": nested((2048, 4096), (1, 2), 0, is_causal=False),
    "two levels, causal": nested((2048, 4096), (1, 2), 0, is_causal=True),
    "two short levels": nested((256, 512), (1, 2), 1, is_causal=True),
    "two levels of few": nested((16, 32), (1, 2), 0, is_causal=True),
    "two levels of three": nested((768, 3072), (1, 3), 2, is_causal=True),
}
FUSED = {
    "longnet": tuple(target.name for target in TARGETS),
    "longnet, causal": (),
    "two levels": tuple(target.name for target in TARGETS),
    "two levels, causal": tuple(target.name for target in TARGETS),
    "two short levels": tuple(target.name for target in TARGETS),
    "two levels of few": (),
}
"""The targets on which classes are fused."""


@pytest.mark.parametrize("name", PATTERNS)
def test_predicted_seconds_are_those_of_a_count_of_every_tile(name: str) -> None:
    """Within what 61 samples of the rows may be off."""
    for softmaxes in candidates(PATTERNS[name]).values():
        for softmax in softmaxes:
            for target in TARGETS:
                assert seconds(softmax, target) == pytest.approx(counted(softmax, target), rel=0.04)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
@pytest.mark.parametrize("name", PATTERNS)
def test_the_cheapest_lowering_is_taken(name: str, target: Target) -> None:
    group = group_of(PATTERNS[name], target)
    costs = {
        lowering: min((counted(one, target) for one in found), default=float("inf"))
        for lowering, found in candidates(PATTERNS[name]).items()
    }
    assert group.lowering is min(costs, key=lambda lowering: costs[lowering])
    assert counted(group.softmaxes[0], target) == min(costs.values())
    if name in FUSED:
        assert (group.lowering is Lowering.CLASS_FUSED) == (target.name in FUSED[name])


# ---- one place -------------------------------------------------------------------------------------------------------
MODELS = ("schedule", "transforms", "cost")


@pytest.mark.parametrize(
    "name", [path.relative_to(ROOT).as_posix() for room in MODELS for path in (ROOT / "patternc" / room).rglob("*.py")]
)
def test_constants_of_the_cost_model_are_in_one_place(name: str) -> None:
    """No module that plans or counts holds a constant of the cost model: a number that is not an integer."""
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    values = [
        node.value for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
    ]
    own = [node.value for value in values for node in ast.walk(value) if isinstance(node, ast.Constant)]
    assert not [number for number in own if isinstance(number, float)]
