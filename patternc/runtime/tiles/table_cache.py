"""Tables on the device, made once for each shape."""

import functools

import torch


def _table_cache(size):
    """As `lru_cache`, for functions that make tables; one that a CUDA graph reads is kept for as long as the module.

    The graph reads it at every replay, when other shapes may have taken its place in the cache. Calls on other streams
    may read a table too: the first waits until it is written.
    """

    def decorated(function):
        cached = functools.lru_cache(size)(function)

        @functools.wraps(function)
        def found(*inputs, **options):
            misses = cached.cache_info().misses
            table = cached(*inputs, **options)
            made = cached.cache_info().misses > misses
            if not torch.cuda.is_initialized():  # tensors are on a CPU, and there may be no driver to ask
                return table
            if torch.cuda.is_current_stream_capturing():
                if made:
                    cached.cache_clear()  # no number of it is written before the first replay
                    raise RuntimeError(
                        "a CUDA graph captures the first call with its shapes, which makes tables: call once before"
                    )
                _CAPTURED[id(table)] = table
            elif made:
                torch.cuda.current_stream().synchronize()
            return table

        return found

    return decorated


_CAPTURED: dict[int, object] = {}
"""The tables of CUDA graphs, by their `id`."""
