"""The constants of the cost model: what scheduling, warnings and `patternc cost` reckon with, all in one place.

They are arithmetic and a few measurements on one CPU; rates of devices are in `targets.py`, and tile sizes in
`schedule/tile_sizes.py`. None changes what a pattern means: they choose among exact plans, and what is said of them.
"""

from __future__ import annotations

# ---- work of a pass --------------------------------------------------------------------------------------------------
FORWARD_PRODUCTS, BACKWARD_PRODUCTS = 2, 5
"""Products of a query tile and a key tile that a pass needs for every pair, of 2 head_dim operations each."""
GRAD_QUERY_PRODUCTS, GRAD_KEY_VALUE_PRODUCTS = 3, 4
"""The same of two separate kernels: both compute scores and dP, so that no sum needs an atomic addition."""
MOVED = 2.5
"""Bytes that both passes move, in those of the forward pass, where lowerings are ranked."""
MOVED_BACKWARD = 3.25
"""The same of the backward pass alone: delta reads 2 tensors, grad_query moves 5, grad_key_value 6, forward 4."""
LAUNCH = 4e-6
"""Seconds to launch a kernel."""

# ---- the call that plans are made for --------------------------------------------------------------------------------
LENGTH, HEAD_DIM, HEADS, TILE = 32768, 64, 64, 128
"""Positions, numbers to a row, heads of a batch, and rows of a tile."""
SHORTER = (16384, 8192, 4096, 2048)
"""Lengths at which a count of listed blocks is a larger share of all blocks than at `LENGTH`."""
DOCUMENT = 2048
"""Assumed length of documents, known only at the call; a prefix or padded length counts as the whole sequence."""
SAMPLED_ROWS = 61
"""Rows at which ranges of keys are sampled: a prime, so that samples align with no segment."""

# ---- clauses, by the columns that kernels visit ----------------------------------------------------------------------
CLAUSE_TILE, CLAUSE_SAMPLES = 64, 31
"""Rows per tile, and number of sampled tiles: a prime, so that samples align with no period."""
CLAUSE_TESTED = 1.25
"""The cost of a column whose pairs are tested, relative to an untested one: an estimate, not a measurement."""
NARROWEST = 16
"""Positions per block. Residue classes of smaller blocks are tested pair by pair: a tile of rows can't be smaller."""
LOOKUP = 1 / 64
"""What an order of cells adds to a tile: a position of 4 bytes for each key and value of 2 x 64 numbers of 2 bytes."""
CELL_SAMPLES = 24
"""Number of sampled blocks of cells: their mean is within a few percent of that of all blocks, at a fixed cost."""

# ---- the torch backend on a CPU: time of a pair, relative to dense attention with a mask -----------------------------
PACKED = 1.4
"""A pair of a residue class of rows, whose parts are merged apart."""
TESTED, ATOM, ATOM_BY_HEAD = 1.5, 0.03, 0.3
"""A pair that is tested, and what each atom adds; heads share a test that does not read them."""
BOX_ATOMS = 8
"""The number of comparisons that test a box."""
USED = 0.25
"""The smallest share of all pairs for which a table of blocks is used."""
CELL = 1.8
"""A cell near a block of cells: keys are copied next to each other."""
LISTED = ((64, 1.5), (32, 2.0), (16, 3.1), (8, 6.5), (4, 16.0), (2, 30.0), (1, 60.0))
"""A pair in listed blocks of at least so many positions: smaller ones make more and shorter calls."""

# ---- warnings --------------------------------------------------------------------------------------------------------
SLOWER = 1.5
"""The largest predicted ratio to the time of dense attention, causal where the pattern is, without a warning."""
LIKELY = 0.6
"""The share of the pairs of dense attention from which tiles are counted for that."""
MEANT = 4
"""How many times as long as the blocks that it counts a sequence is at least that a pattern is meant for."""
LESS = 0.7
"""The largest share of the time at which a change is recommended."""
LEAST = 1.5
"""Tested pairs per admitted pair from which there is a warning."""

# ---- advice ----------------------------------------------------------------------------------------------------------
FULLER, FASTER = 0.05, 0.95
"""The least gain in occupancy, or, where rows keep their keys, the largest share of the time, that is recommended."""

# ---- the order of visits ---------------------------------------------------------------------------------------------
CALL_HEADS, CALL_BATCH = 8, 8
"""Heads and batch entries of the call that an order is chosen for: together as many as `HEADS`."""
REORDERED = 0.97
"""The largest share of the time of linear order at which another order is chosen."""
LOADS = 1 << 16
"""The most loads that a simulation of a cache follows."""
MOVED_ROWS = (2, 3, 4)
"""Tensors of its own rows that a program moves: forward q, out; gradient of q: q, dO, dq; of keys: k, v, dk, dv."""

# ---- tuning: the model that ranks tiles of Triton kernels ------------------------------------------------------------
STEP_OVERHEAD, LOAD_LATENCY = 0.1e-6, 0.5e-6
"""Seconds of a step besides its products: barriers, maxima, rescaling; and until a load arrives. Estimates."""
ADDRESS, WARP_LOAD = 1.2e-9, 512
"""Seconds that an address takes of a warp's load of so many bytes, which a load by a tensor descriptor does not need:
eight integer instructions in compiled kernels, of which four warps issue one a clock."""
DESCRIPTION = 1e-6
"""Seconds until a program has written its tensor descriptors, and may read them. An estimate: not measured."""
CACHE_RATE = 2.5
"""Bytes that the last cache delivers, in those of memory: keys are read by many programs. An estimate."""
OVERLAPPING_WARPS = 8
"""Warps of a processor from which products of some hide the exponentials of others."""
NARROW_PRODUCTS = 1.6
"""How much longer products take on sm_90 and sm_100 that are not those of whole warp groups. An estimate."""
WITHOUT_TENSOR_CORES = 8.0
"""How much longer products of fp32 take than those of 16 bits: data sheets say 2 to 16."""
