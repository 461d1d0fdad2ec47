"""One peer on one case in a process of its own, so that its memory is its own; told what to do line by line."""

from __future__ import annotations

import json
import pickle
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from cases import Case
from generated_files import load
from given import given
from peers import NotApplicableError, set_up

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True)
class Specification:
    """What a worker is told. `rows`: of the output, which it stores at `result` for the gate."""

    case: Case
    peer: str
    module: Path
    rows: list[int]
    device: str
    threads: int
    result: Path


def main() -> None:
    """Set up and call once; then time one call for every line `run` on standard input."""
    specification: Specification = pickle.loads(Path(sys.argv[1]).read_bytes())
    case, device = specification.case, specification.device
    if torch.get_num_threads() != specification.threads:  # to set any number makes MKL's small products a fifth slower
        torch.set_num_threads(specification.threads)
    module = load(specification.module)
    query, key, value, grad_out = inputs(case, device, specification.rows)
    taken = given(case, device)
    before = _resident(device)
    started = time.perf_counter()
    try:
        attention = set_up(specification.peer, case, module, taken, query, key)
    except NotApplicableError as reason:
        _say({"status": f"not applicable: {reason}"})
        return
    _wait(device)
    ready, set_up_peak = time.perf_counter(), _peak(device)
    _forget_peak(device)

    learned = list(taken.learn()) if case.backward and specification.peer == "patternc" else []

    def call() -> list[Tensor]:
        if not case.backward:
            with torch.no_grad():
                return [attention(query, key, value)]
        leaves = [x.detach().requires_grad_() for x in (query, key, value)]
        out = attention(*leaves)
        leaves += learned
        return [out.detach(), *torch.autograd.grad(out, leaves, grad_out)]

    found = call()
    _wait(device)
    first = time.perf_counter() - ready
    call()
    _wait(device)
    rows = torch.tensor(specification.rows)
    kept = [tensor.cpu()[:, :, rows] if index < 2 else tensor.cpu() for index, tensor in enumerate(found)]
    torch.save(kept, specification.result)
    del found
    _say(
        {
            "status": "ready",
            "setup_s": ready - started,
            "first_call_s": first,
            "setup_peak": max(0, set_up_peak - before),
            "peak": max(0, _peak(device) - before),
        }
    )
    for line in sys.stdin:
        if line.strip() != "run":
            return
        _say(_queued(call) if device == "cuda" else _timed(call))


def _timed(call: Callable[[], object]) -> dict[str, object]:
    """Seconds of one call on this processor."""
    global _last
    if _last < 0.5:
        call()  # what ran in between has emptied the caches; a long call fills them itself
    started = time.perf_counter()
    call()
    _last = time.perf_counter() - started
    return {"seconds": [_last], "host": []}


_last = 0.0


def _queued(call: Callable[[], object]) -> dict[str, object]:
    """Seconds of some calls on the GPU, each between events of its own, and of the host to submit one.

    The GPU is kept busy until all are submitted, so that it never waits for the host between two events, and its cache
    is emptied before each.
    """
    flush = torch.empty(64 << 20, dtype=torch.float32, device="cuda")
    started = time.perf_counter()
    call()
    submitted = time.perf_counter() - started
    torch.cuda.synchronize()
    whole = time.perf_counter() - started
    count = max(3, min(20, int(0.1 / whole)))
    pairs = range(count)
    begun, ended = ([torch.cuda.Event(enable_timing=True) for _ in pairs] for _ in range(2))  # type: ignore[no-untyped-call]
    torch.cuda._sleep(int(2e9 * min(0.2, 1.5 * count * submitted)))  # type: ignore[no-untyped-call] # cycles
    started = time.perf_counter()
    for first, last in zip(begun, ended, strict=True):
        flush.zero_()
        first.record()
        call()
        last.record()
    host = (time.perf_counter() - started) / count
    torch.cuda.synchronize()
    seconds = [first.elapsed_time(last) / 1e3 for first, last in zip(begun, ended, strict=True)]
    return {"seconds": seconds, "host": [host]}


def inputs(case: Case, device: str, rows: list[int]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """query, key, value, and a gradient of the output that is zero outside `rows`."""
    generator = torch.Generator(device).manual_seed(0)

    def draw(size: tuple[int, ...]) -> Tensor:
        return torch.randn(size, generator=generator, device=device)

    queries = (case.batch, case.heads, case.queries or case.n, case.head_dim)
    keys = (case.batch, case.kv_heads or case.heads, case.n, case.head_dim)
    dtype = getattr(torch, case.dtype)
    query, key, value = (draw(size).to(dtype) for size in (queries, keys, keys))
    grad_out = torch.zeros(queries, device=device)
    grad_out[:, :, rows] = draw((*queries[:2], len(rows), case.head_dim))
    return query, key, value, grad_out.to(dtype)


def _wait(device: str) -> None:
    if device == "cuda":
        torch.cuda.synchronize()


def _resident(device: str) -> int:
    """Bytes in use now."""
    if device == "cuda":
        return torch.cuda.memory_allocated()
    return _status("VmRSS:")


def _peak(device: str) -> int:
    """The most bytes in use since `_forget_peak`."""
    if device == "cuda":
        return torch.cuda.max_memory_allocated()
    return _status("VmHWM:")


def _forget_peak(device: str) -> None:
    if device == "cuda":
        torch.cuda.reset_peak_memory_stats()
    else:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # Linux: resets VmHWM


def _status(field: str) -> int:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    raise OSError(f"/proc/self/status has no {field}")


def _say(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
