"""The module every backend's kernels sit in: header, SPEC, `attention` and its checks, `reference`, `mask`, the class.

A backend's template starts with `{% extends "shared/module.py.j2" %}` and fills the blocks `imports` (lines after
`import torch`), `constants` and `kernels`; its view's dataclass has a field `shell: Shell` beside its own. The block
`kernels` supplies two functions, which the shell registers as `torch.library` operators:

    def _forward(query, key, value, scale: float, q_offset: int, k_offset: int, seq_len: int)
        -> tuple[Tensor, Tensor, Tensor, Tensor]: out, lse, parts, part_lses
    def _backward(grad_out, grad_lse, query, key, value, out, lse, parts, part_lses,
                  scale: float, q_offset: int, k_offset: int, seq_len: int)
        -> tuple[Tensor, Tensor, Tensor]: grad_query, grad_key, grad_value

- The shell has checked everything: shapes, dtypes, devices, contiguous last dimensions, ranges, heads, `require`.
  `scale` is final (`score scale`, the argument, or 1/sqrt(D)). Nq, Nk, B and H may be zero only where noted: B = 0 or
  Nq = 0 or Nk = 0 never reach `_forward` (the shell answers them).
- out [B, H, Nq, D] in query's dtype and lse [B, H, Nq] fp32 are fresh and contiguous. Under `mean` and `sum` lse has no
  meaning: return an empty [0] fp32 tensor when every group is MEAN or SUM, else fill those heads with zeros.
- parts [S, B, H, Nq, D] in query's dtype and part_lses [S, B, H, Nq] fp32: what each softmax of a head gave, where some
  head group has more than one (S: the most a group has; what a head lacks stays unwritten and unread); else both are
  empty tensors of shape [0], parts of query's dtype, part_lses fp32.
- grad_out [B, H, Nq, D] has query's dtype and a contiguous last dimension; other strides are any.
- grad_lse is [B, H, Nq] fp32 contiguous, or an empty [0] fp32 tensor when no gradient reaches lse
  (`grad_lse.numel() == 0`): the common case then reads nothing.
- grad_query, grad_key, grad_value are contiguous, of the shapes and dtype of query, key and value.
"""
