"""The tile sizes chosen by ahead-of-time compilation, as numbers.

The keys are target, bytes per element, then the rows of the tile table (`tile_sizes.TileRow`) that have these tiles. A
tile is (largest head_dim, rows, columns, warps, stages), optionally followed by a limit of registers per thread (0: the
compiler's choice) and by 1 for loads by tensor descriptors.
"""

from __future__ import annotations

Sizes = tuple[tuple[int, ...], ...]
Rows = dict[str, Sizes]

COMMON: dict[int, Rows] = {
    2: {
        "forward forward_open": ((64, 128, 64, 8, 3), (128, 128, 64, 8, 2), (256, 64, 32, 8, 2), (576, 16, 32, 4, 2)),
        "forward_many forward_blocks forward_merging": (
            (64, 128, 64, 8, 3),
            (128, 128, 64, 8, 2),
            (256, 32, 32, 8, 2),
            (576, 16, 32, 4, 2),
        ),
        "forward_heavy": ((64, 128, 64, 8, 2), (128, 128, 32, 8, 2), (256, 32, 32, 8, 2), (576, 16, 32, 4, 2)),
        "forward_split forward_heads": (
            (64, 16, 32, 4, 4),
            (128, 16, 32, 4, 3),
            (256, 16, 32, 4, 2),
            (576, 16, 32, 4, 2),
        ),
        "grad_query grad_query_bounded": (
            (64, 64, 64, 4, 3),
            (128, 64, 32, 4, 2),
            (256, 16, 32, 8, 1),
            (576, 16, 32, 8, 2),
        ),
        "grad_query_many grad_query_blocks grad_query_heavy": (
            (64, 64, 32, 4, 3),
            (128, 64, 32, 4, 2),
            (256, 16, 32, 8, 1),
            (576, 16, 32, 8, 2),
        ),
        "grad_query_heads": ((64, 16, 32, 4, 3), (128, 16, 32, 4, 2), (256, 16, 32, 4, 1), (576, 16, 32, 8, 2)),
        "grad_key_value": ((64, 128, 32, 8, 3), (128, 64, 32, 4, 1), (256, 32, 32, 8, 1), (576, 16, 32, 8, 1)),
        "grad_key_value_many grad_key_value_blocks": (
            (64, 64, 32, 4, 1),
            (128, 32, 16, 2, 1),
            (256, 32, 16, 8, 1),
            (576, 16, 32, 8, 1),
        ),
        "grad_key_value_merging": ((64, 128, 32, 8, 3), (128, 32, 32, 4, 1), (256, 32, 16, 8, 1), (576, 16, 32, 8, 1)),
        "grad_key_value_heavy": ((64, 64, 32, 4, 1), (128, 32, 16, 2, 1), (256, 16, 16, 8, 1), (576, 16, 32, 8, 1)),
    },
    4: {
        "forward forward_open": ((64, 64, 32, 8, 2), (128, 32, 16, 8, 1), (256, 32, 16, 8, 1), (576, 16, 16, 8, 1)),
        "forward_many forward_blocks forward_heavy": (
            (64, 64, 32, 8, 2),
            (128, 32, 16, 8, 1),
            (256, 16, 16, 8, 1),
            (576, 16, 16, 8, 1),
        ),
        "forward_merging": ((64, 64, 32, 8, 2), (128, 32, 16, 8, 2), (256, 16, 16, 8, 2), (576, 16, 16, 8, 1)),
        "forward_split forward_heads": (
            (64, 16, 32, 4, 2),
            (128, 16, 16, 4, 2),
            (256, 16, 16, 4, 2),
            (576, 16, 16, 8, 1),
        ),
        "grad_query grad_query_bounded": (
            (64, 32, 32, 8, 2),
            (128, 16, 16, 8, 1),
            (256, 16, 16, 8, 2),
            (576, 16, 16, 8, 1),
        ),
        "grad_query_many grad_query_blocks grad_query_heavy": (
            (64, 32, 32, 8, 2),
            (128, 16, 16, 8, 1),
            (256, 16, 16, 8, 1),
            (576, 16, 16, 8, 1),
        ),
        "grad_query_heads": ((64, 16, 32, 4, 2), (128, 16, 16, 4, 2), (256, 16, 16, 4, 1), (576, 16, 16, 8, 1)),
        "grad_key_value": ((64, 32, 32, 8, 2), (128, 32, 16, 8, 1), (256, 16, 16, 8, 1), (576, 16, 16, 8, 1)),
        "grad_key_value_many grad_key_value_blocks grad_key_value_heavy": (
            (64, 32, 32, 8, 1),
            (128, 32, 16, 8, 1),
            (256, 16, 16, 8, 1),
            (576, 16, 16, 8, 1),
        ),
        "grad_key_value_merging": ((64, 32, 32, 8, 1), (128, 32, 16, 8, 2), (256, 16, 16, 8, 2), (576, 16, 16, 8, 1)),
    },
}
"""The tiles of most targets."""

OWN: dict[str, dict[int, Rows]] = {
    "sm_80": {
        2: {
            "forward forward_open": ((64, 128, 64, 8, 2, 128), (576, 64, 32, 8, 2)),
            "forward_merging": ((64, 128, 64, 8, 2, 128),),
            "forward_heavy": ((64, 128, 64, 8, 3), (128, 128, 64, 8, 2)),
            "forward_split forward_heads": ((576, 64, 32, 8, 2),),
            "grad_key_value_merging": ((128, 64, 32, 4, 1),),
        },
    },
    "sm_86": {
        2: {
            "forward forward_open forward_merging": ((64, 128, 64, 8, 2, 128),),
            "grad_query grad_query_bounded grad_query_many grad_query_blocks grad_query_heavy grad_query_heads": (
                (576, 16, 16, 8, 2),
            ),
            "grad_key_value grad_key_value_many grad_key_value_blocks grad_key_value_merging grad_key_value_heavy": (
                (576, 16, 16, 8, 1),
            ),
        },
    },
    "sm_90": {
        2: {
            "forward": ((64, 64, 64, 4, 3, 0, 1), (128, 64, 64, 4, 3, 0, 1), (576, 64, 32, 8, 2)),
            "forward_merging": ((64, 64, 64, 4, 3, 0, 1), (128, 64, 64, 4, 3, 0, 1)),
            "forward_open": ((64, 64, 128, 4, 3, 0, 1), (128, 64, 64, 4, 3, 0, 1), (576, 64, 32, 8, 2)),
            "forward_many": ((64, 128, 64, 8, 3, 128), (128, 64, 64, 4, 3, 0, 1)),
            "forward_blocks": ((64, 64, 64, 4, 2, 0, 1), (128, 128, 64, 8, 3, 0, 1)),
            "forward_heavy": ((64, 128, 32, 8, 3, 128), (128, 128, 64, 8, 3)),
            "forward_split forward_heads": ((96, 16, 32, 4, 3), (128, 16, 64, 4, 3), (576, 64, 32, 8, 2)),
            "grad_query grad_query_bounded grad_query_many": ((64, 64, 64, 4, 3, 0, 1), (128, 64, 64, 4, 2, 0, 1)),
            "grad_query_blocks grad_key_value grad_key_value_blocks": (
                (64, 64, 64, 4, 2, 0, 1),
                (128, 64, 64, 4, 2, 0, 1),
            ),
            "grad_query_heavy": ((64, 128, 64, 8, 3), (128, 128, 32, 8, 2)),
            "grad_key_value_many": ((64, 64, 32, 4, 2), (128, 64, 32, 4, 1)),
            "grad_key_value_merging": ((64, 64, 64, 4, 2, 0, 1), (128, 64, 32, 4, 2, 0, 1)),
            "grad_key_value_heavy": ((64, 128, 32, 8, 1), (128, 64, 16, 4, 1)),
        },
        4: {
            "forward_split forward_heads": ((64, 16, 16, 4, 2), (256, 16, 16, 4, 1)),
        },
    },
    "sm_100": {
        2: {
            "forward forward_open forward_merging": ((64, 128, 64, 8, 3, 0, 1), (128, 128, 64, 8, 3, 0, 1)),
            "forward_many forward_blocks": ((64, 128, 64, 8, 2), (128, 128, 64, 8, 3, 0, 1)),
            "forward_heavy": ((128, 64, 64, 8, 2),),
            "forward_split forward_heads": ((128, 16, 64, 4, 3),),
            "grad_query grad_query_bounded": ((64, 128, 64, 8, 3, 0, 1), (128, 128, 64, 8, 2, 0, 1)),
            "grad_query_many grad_query_blocks": ((64, 128, 64, 8, 3, 0, 1), (128, 64, 64, 8, 2, 0, 1)),
            "grad_query_heavy": ((64, 64, 64, 8, 2), (128, 64, 32, 8, 2)),
            "grad_key_value": ((64, 128, 32, 8, 3, 0, 1), (128, 64, 32, 8, 3, 0, 1)),
            "grad_key_value_many grad_key_value_blocks grad_key_value_heavy": ((64, 64, 32, 8, 1), (128, 64, 32, 4, 1)),
            "grad_key_value_merging": ((64, 128, 64, 8, 3, 0, 1), (128, 64, 32, 8, 3, 0, 1)),
        },
    },
    "sm_120": {
        2: {
            "forward forward_open": (
                (64, 128, 64, 8, 3, 0, 1),
                (80, 128, 64, 8, 2),
                (96, 128, 32, 8, 2),
                (128, 128, 64, 8, 2, 0, 1),
            ),
            "forward_many forward_blocks": ((64, 128, 64, 8, 3, 0, 1), (128, 128, 64, 8, 2, 0, 1)),
            "forward_merging": ((64, 128, 64, 8, 3, 0, 1), (96, 128, 32, 8, 2), (128, 128, 64, 8, 2, 0, 1)),
            "grad_query grad_query_bounded": (
                (64, 64, 32, 4, 3, 0, 1),
                (96, 64, 16, 4, 2),
                (128, 64, 32, 4, 2, 0, 1),
                (256, 16, 32, 4, 1),
                (576, 16, 16, 8, 2),
            ),
            "grad_query_many grad_query_blocks": (
                (64, 64, 32, 4, 3, 0, 1),
                (128, 64, 32, 4, 2, 0, 1),
                (256, 16, 32, 4, 1),
                (576, 16, 16, 8, 2),
            ),
            "grad_query_heavy": ((64, 64, 16, 4, 3), (256, 16, 32, 4, 1), (576, 16, 16, 8, 2)),
            "grad_query_heads": ((576, 16, 16, 8, 2),),
            "grad_key_value grad_key_value_merging": (
                (64, 64, 32, 4, 2, 0, 1),
                (128, 32, 32, 4, 2, 0, 1),
                (576, 16, 16, 8, 1),
            ),
            "grad_key_value_many grad_key_value_blocks": ((128, 32, 32, 4, 1), (576, 16, 16, 8, 1)),
            "grad_key_value_heavy": ((576, 16, 16, 8, 1),),
        },
    },
    "gfx942": {
        2: {
            "forward forward_open forward_many forward_blocks forward_merging grad_query grad_query_bounded": (
                (64, 128, 64, 4, 2),
                (128, 128, 32, 4, 1),
                (256, 64, 32, 2, 1),
                (576, 16, 32, 4, 1),
            ),
            "forward_heavy": ((64, 128, 64, 4, 1), (128, 128, 32, 4, 1), (256, 64, 32, 2, 1), (576, 16, 32, 4, 1)),
            "forward_split forward_heads": ((128, 16, 32, 4, 2), (576, 16, 32, 4, 1)),
            "grad_query_heads": ((576, 16, 32, 4, 1),),
            "grad_query_many grad_query_blocks grad_query_heavy": (
                (64, 64, 32, 2, 1),
                (128, 128, 32, 4, 1),
                (256, 64, 32, 2, 1),
                (576, 16, 16, 4, 1),
            ),
            "grad_key_value grad_key_value_many grad_key_value_blocks grad_key_value_merging grad_key_value_heavy": (
                (64, 64, 32, 2, 1),
                (128, 64, 32, 2, 1),
                (256, 16, 32, 1, 1),
                (576, 16, 16, 4, 1),
            ),
        },
        4: {
            "forward forward_open forward_many forward_blocks forward_merging forward_heavy "
            "grad_key_value grad_key_value_many grad_key_value_blocks grad_key_value_merging grad_key_value_heavy": (
                (576, 16, 16, 4, 1),
            ),
            "grad_query grad_query_bounded": ((128, 32, 16, 8, 1), (256, 16, 16, 8, 1), (576, 16, 16, 4, 1)),
            "grad_query_many grad_query_blocks grad_query_heavy": ((128, 32, 16, 8, 1), (576, 16, 16, 4, 1)),
        },
    },
}
"""The tiles in which a target differs from `COMMON`, by their largest head_dim."""


NARROW: dict[str, dict[int, dict[str, int]]] = {
    "sm_86": {4: {"grad": 256}},
    "sm_120": {4: {"grad": 256}},
}
"""The largest head size of rows whose names begin so, where tiles of larger ones exceed a target's shared memory.

Programs of gradients hold four tiles there, of keys, values, queries and gradients of out.
"""


CORES_OF_CUDA = {"sm_61": 0, "sm_70": 8, "sm_75": 16}
"""Rows of a product of tensor cores, for 16-bit elements, on the targets that only CUDA modules serve; 0: none."""
WIDEST = 128
"""The largest head size that CUDA modules multiply on tensor cores."""


def sizes_of(target: str, row: str, itemsize: int) -> Sizes:
    """The tiles of a row of a target's tile table."""
    if target in CORES_OF_CUDA:
        return _of_cuda(row, itemsize, CORES_OF_CUDA[target])
    own = OWN.get(target, {}).get(itemsize, {})  # targets of the torch backend are asked about too
    sizes = {tile[0]: tile for rows in (COMMON[itemsize], own) for tile in _named(rows, row)}
    narrow = NARROW.get(target, {}).get(itemsize, {})
    most = min((size for begin, size in narrow.items() if row.startswith(begin)), default=max(sizes))
    return tuple(sizes[head_dim] for head_dim in sorted(sizes) if head_dim <= most)


def _named(rows: Rows, row: str) -> Sizes:
    return next((tiles for names, tiles in rows.items() if row in names.split()), ())


def _of_cuda(direction: str, itemsize: int, cores: int) -> Sizes:
    """The tiles of CUDA modules, as `runtime/cuda/tile_choice.py` chooses them."""
    if not cores or itemsize == 4:
        return ((256, 64, 64, 8, 1), (576, 32, 64, 8, 1))
    if "grad" in direction:
        return (
            (64, 64, 32, 4, 1),
            (128, 64, 16 if cores == 16 else 32, 4, 1),
            (256, 64, 64, 8, 1),
            (576, 32, 64, 8, 1),
        )
    return ((64, 64, 64, 4, 1), (128, 64, 32, 4, 1), (256, 64, 64, 8, 1), (576, 32, 64, 8, 1))
