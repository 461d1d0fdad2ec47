"""Sizes of blocks, as CPUs take the least time for them."""

# Sizes of blocks: rows and columns of one head and segment, scores of all heads and segments.
BLOCK_ROWS, BLOCK_COLUMNS = 128, 1024

BATCH_SCORES = 4 * BLOCK_ROWS * BLOCK_COLUMNS

# Columns of a block whose mask serves several segments.
SHARED_COLUMNS = 2048

# Rows of all heads and batch entries, for each thread, from which threads take shares of a call that has no more keys;
# with more keys fewer rows do. Shares of rows begin at multiples of a step.
SHARED_ROWS, SHARED_KEYS, SHARED_STEP = 2**12, 2**11, 64

# The columns of a block with a mask are a multiple where as many are at hand: products of other widths take longer.
WIDTH = 16

# Positions that one call takes when segments are alike: what it allocates is reused, and stays in cache.
BAND = 8192

# Rows from which torch's fused attention passes over the columns that no row of a part attends to.
CAUSAL_ROWS = 1024

# In the forward pass: rows up to which such squares of several segments are two smaller ones and a rectangle.
HALVED_ROWS = 2048

# In the forward pass: rows of all heads and segments that one call takes; at least so many rows of a head, where they
# attend to all columns.
BATCH_ROWS, FULL_ROWS = 2**14, 1024

# In the forward pass: rows of a block of several segments.
SEGMENT_ROWS = 64

# Rows of listed blocks from which torch's fused attention finds gradients faster than products of all items at once do.
TILED_ROWS = 192

# From here on, a float32 holds scores to 1e-4 at best: their powers are found with care.
GREAT_SCORE = 2.0**10

# Rows of a call whose batch entries and heads that share a key are taken together.
FEW_ROWS = 16

# Rows of a slab, and of one in the forward pass: as many as torch's fused attention takes at a time.
SLAB_ROWS, FUSED_SLAB_ROWS = 64, 32

# Columns of listed blocks that one call takes for each thread: they are copied next to each other, into its cache.
GATHERED = 2**12

# Blocks that one list holds while a table is filled.
LISTED = 2**22
