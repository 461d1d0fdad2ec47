"""Times of masks that read a number for each position, beside dense causal attention and FlexAttention, on a CPU.

    python benchmarks/tree_times.py > benchmarks/results/DATE-tree-times.md

CPU time of one thread, the least of several calls, in fp32: other work on the machine changes it little. FlexAttention
has no backward pass on CPUs. Its block mask is made for each call whose numbers are new, so that its time stands apart.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from torch import Tensor
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

import patternc

N, HEADS, DIM = 8192, 4, 64
Mask = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]


def tree(leaves: int) -> Tensor:
    """Where the subtree of each token ends: a trunk, and `leaves` branches of equal length after it."""
    trunk = N // 16
    each = (N - trunk) // leaves
    ends = trunk + (torch.arange(N - trunk) // each + 1).clamp(max=leaves) * each
    ends[leaves * each :] = N
    return torch.cat([torch.full((trunk,), N), ends])


def spans() -> tuple[Tensor, Tensor]:
    """Spans of 256 tokens, one in 1024, that see each other; 0 and 0 for other tokens."""
    at = torch.arange(N)
    inside = at % 1024 >= 768
    start = at // 1024 * 1024 + 768
    return torch.where(inside, start, 0), torch.where(inside, start + 256, 0)


def documents() -> Tensor:
    """16 documents in runs of 128 tokens, one after the other and again."""
    return torch.arange(N) // 128 % 16


END, (A, B), ID = tree(64), spans(), documents()
CASES: dict[str, tuple[str, dict[str, Tensor], Mask]] = {
    "causal": ("attend causal", {}, lambda _b, _h, q, k: k <= q),
    "prefix tree, 64 leaves": (
        "input end: positions; attend causal & columns(0, @end)",
        {"end": END},
        lambda _b, _h, q, k: (k <= q) & (q < END[k]),
    ),
    "spans, window 511": (
        "input a: positions; input b: positions; attend (causal | rows(@a, @b)) & window(511, n)",
        {"a": A, "b": B},
        lambda _b, _h, q, k: ((k <= q) | ((k >= A[q]) & (k < B[q]))) & (k >= q - 511),
    ),
    "labels of 16 documents in runs": (
        "input id: labels; attend when(@id[q] == @id[k]) & causal",
        {"id": ID},
        lambda _b, _h, q, k: (ID[q] == ID[k]) & (k <= q),
    ),
}


def least(call: Callable[[], object], calls: int = 5) -> float:
    """The least CPU time of some calls after the first, in milliseconds."""
    call()
    found = []
    for _ in range(calls):
        before = time.process_time()
        call()
        found.append(time.process_time() - before)
    return 1000 * min(found)


def share(mask: Mask) -> float:
    """The pairs that a mask admits, of those of causal attention."""
    places = torch.arange(N)
    zero = torch.zeros((), dtype=torch.long)
    parts = (places[first : first + 1024, None] for first in range(0, N, 1024))
    admitted = sum(int(mask(zero, zero, part, places).sum()) for part in parts)
    return admitted / (N * (N + 1) / 2)


def line(name: str, folder: Path) -> str:
    """A line of the table."""
    body, given, mask = CASES[name]
    path = folder / f"{name.split()[0].strip(',')}.pat"
    path.write_text(f"pattern {path.stem} {{ {body} }}\n")
    attention: Callable[..., Tensor] = patternc.load(path, backend="cpp").attention
    q, k, v = (torch.randn(1, HEADS, N, DIM) for _ in range(3))
    leaves = [one.clone().requires_grad_() for one in (q, k, v)]
    forward = least(lambda: attention(q, k, v, **given))
    both = least(lambda: torch.autograd.grad(attention(*leaves, **given).sum(), leaves), 3)
    made = least(lambda: create_block_mask(mask, None, None, N, N, device="cpu"), 1)
    block_mask = create_block_mask(mask, None, None, N, N, device="cpu")
    flex = torch.compile(flex_attention, fullgraph=True)
    with torch.no_grad():
        other = least(lambda: flex(q, k, v, block_mask=block_mask), 3)
    return f"| {name} | {100 * share(mask):.1f} % | {forward:.0f} | {both:.0f} | {other:.0f} | {made:.0f} |"


def main() -> None:
    """Print the table."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    cpu = next(one.split(":")[1].strip() for one in lines if "model name" in one)
    print(f"# Masks with a number for each position, on a CPU\n\n{date.today()}, one thread of {cpu}, ", end="")
    print(f"Python {platform.python_version()}, torch {torch.__version__}.")
    print(f"n = {N}, {HEADS} heads of {DIM}, fp32; CPU time in ms, the least of several calls", end="")
    print(" (`benchmarks/tree_times.py`).\n")
    print("| mask | pairs of causal | forward | both passes | FlexAttention forward | its block mask |")
    print("|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder:
        for name in CASES:
            print(line(name, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
