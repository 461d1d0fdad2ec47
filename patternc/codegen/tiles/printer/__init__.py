"""Functions of the host IR, and what programs compute, as text: what all backends with programs over tiles share."""
