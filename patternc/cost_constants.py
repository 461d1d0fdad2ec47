"""The constants of the cost model, in one place: scheduling, warnings and `patternc cost` read them.

They are arithmetic and a few measurements on one CPU. The rates of devices are in `targets.py`, and tile sizes in
`schedule/tile_sizes.py`. No constant changes what a pattern means: they only rank exact plans and decide on warnings.
"""

from __future__ import annotations

# ---- work of a pass --------------------------------------------------------------------------------------------------
FORWARD_PRODUCTS, BACKWARD_PRODUCTS = (1, 1), (3, 2)
"""Matrix products of a query tile and a key tile in each pass, as (those of rows of keys, those of rows of values): a
product takes 2 operations per pair and number of a row. Forward: S = Q K', O = P V. Backward: S, dQ = dS K, dK = dS' Q;
dP = dO V', dV = P' dO."""
GRAD_QUERY_PRODUCTS, GRAD_KEY_VALUE_PRODUCTS = (2, 1), (2, 2)
"""Matrix products of the two backward kernels. Both compute scores and dP, so that no sum needs an atomic addition."""
MOVED_BOTH = 2.5
"""Bytes moved by both passes over bytes moved by the forward pass, as assumed where lowerings are ranked."""
MOVED_BACKWARD = 6, 7
"""Tensors that the backward pass of dense attention moves, as (those of rows of keys, those of rows of values): two for
delta, five for the gradient of queries, and six for those of keys and values. A forward pass moves two of each."""
LAUNCH = 4e-6
"""Seconds to launch a kernel."""

# ---- the call that plans are made for --------------------------------------------------------------------------------
LENGTH, HEAD_DIM, HEADS, TILE = 32768, 64, 64, 128
"""Sequence length, size of keys and of values, number of heads of the whole batch, and rows of a tile."""
DOCUMENT = 2048
"""Assumed length of documents, known only at the call; a prefix or padded length counts as the whole sequence."""
PICKED = 2048
"""Assumed keys that an input of selections lists for a row, as many as the indexer of DeepSeek-V3.2 picks."""
SAMPLED_ROWS = 61
"""Number of rows at which key ranges are sampled: a prime, so that the samples align with no segment."""

# ---- clauses, by the columns that kernels visit ----------------------------------------------------------------------
CLAUSE_TESTED = 1.25
"""Cost of a column whose pairs are tested, relative to an untested one: an estimate, not a measurement."""
NARROWEST = 16
"""The smallest tile of rows. Residue classes of blocks with fewer positions are tested pair by pair."""
LOOKUP = 4 / (2 * 2 * HEAD_DIM)
"""Cost of looking up cell positions, relative to a tile: 4 bytes per key and value of HEAD_DIM 16-bit numbers each."""
CELL_SAMPLES = 24
"""Number of sampled blocks of cells: their mean is within a few percent of that of all blocks, at a fixed cost."""

# ---- the torch backend on a CPU: time of a pair, relative to dense attention with a mask -----------------------------
PACKED = 1.4
"""A pair in a packed residue class of rows, whose partial results are merged separately."""
TESTED, ATOM, ATOM_BY_HEAD = 1.5, 0.03, 0.3
"""A pair that is tested, and what each atom adds; heads share the test of an atom that does not read them."""
BOX_ATOMS = 8
"""The number of comparisons in the test of a box."""
LEAST_TABLE_SHARE = 0.25
"""The smallest share of all pairs at which a table of blocks is used."""
CELL = 1.8
"""A pair of a block of cells and a single cell near it, whose key is first copied next to the others."""
LISTED = ((64, 1.5), (32, 2.0), (16, 3.1), (8, 6.5), (4, 16.0), (2, 30.0), (1, 60.0))
"""(block size, cost of a pair in listed blocks of at least that size): smaller blocks make more and shorter calls."""

# ---- C++ programs on a CPU: in pairs of a forward pass ---------------------------------------------------------------
ONE_PASS_UNITS = 4
"""Pairs of a batch entry and a key head from which on one pass for all gradients pays: each is the work of one thread.
By shapes alone, so that results are the same to the bit for any number of threads."""
PORTION_UNITS, PORTION_ROWS = 8, 512
"""So many of these at least, where tiles hold heads of a query: a call is cut in portions, each with gradients of its
own for all keys. A portion has so many queries at least."""
PROGRAM = 1000
"""The start and end of a program: its rows are loaded and stored."""
PROGRAM_OF_QUERY, GATHERED_IN_PLACE = 300, 6
"""The same of a program of the heads of one query, whose columns are read where they are."""
PAIR_TESTED = 0.3
"""The test of a pair; 0.7 where it takes a remainder."""
GATHERED = 27
"""A column that is not equally spaced from its neighbours, so that its key and value are copied."""
GRADIENTS_BESIDE = 2
"""How many times as much of these programs of gradients take."""
CHOSEN_FROM, LISTED_PAIR, LIST_MADE = 15, 300, 1 << 19
"""The score of a pair of blocks from which a `topk` chooses; a pair of blocks in a list that is made in each call, and
making the list of a batch entry at all."""

# ---- warnings --------------------------------------------------------------------------------------------------------
SLOWER = 1.5
"""Patterns are warned about above this ratio of predicted time to that of dense attention (causal for causal ones)."""
COUNTED_SHARE = 0.6
"""Tiles are counted for that warning only if a plan visits at least this share of the pairs of dense attention."""
SHORTEST_IN_BLOCKS = 4
"""A pattern that selects `count` blocks per row is assumed to be meant for sequences of at least 4 * count blocks."""
RECOMMENDED_RATIO, ADVISED_RATIO = 0.7, 0.95
"""The warning recommends a change, and `patternc cost` lists one, if it reduces the work to these shares or less."""
TESTED_PER_ADMITTED = 1.5
"""Tested pairs per admitted pair from which there is a warning."""
