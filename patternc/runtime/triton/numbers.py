"""Numeric constants of kernels."""

import math
import os

import triton.language as tl

_INPUT_PRECISION = tl.constexpr("ieee")
"""The precision of products of fp32 operands; "tf32" trades ten bits of them for speed."""

_INTERPRETED = tl.constexpr(os.environ.get("TRITON_INTERPRET") == "1")
"""Triton's interpreter multiplies 16-bit operands wrongly: there they are widened first."""

_LOG2E = tl.constexpr(math.log2(math.e))
_LN2 = tl.constexpr(math.log(2.0))
