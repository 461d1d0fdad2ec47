"""Tile IR to lines of Python: kernels in Triton, and the host functions that launch them."""
