"""Pattern files over the whole language with constants of every size, and the words of commands to try them with.

Everything is drawn from a `random.Random`, so that a number names a file and its commands.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

SMALL = (1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 100)
MIDDLE = (127, 256, 503, 509, 1000, 1024, 4096, 5003, 16384, 65536)
HUGE = (1 << 20, 1000003, 1 << 24, 10**9, 10**9 + 7, (1 << 31) - 1, 1 << 40, (1 << 61) - 1)
BLOCKS = (1, 2, 3, 5, 7, 8, 16, 24, 48, 64, 100, 128)
LENGTHS = (1, 2, 3, 31, 40, 63, 64, 65, 100, 128, 509, 1000, 1024, 4096, 16384, 65536, 1 << 20, 1 << 26)


@dataclass(frozen=True, slots=True)
class File:
    """A pattern file. `n`: its grid's cells, or None; `offsets`, `lengths`: the inputs that it reads."""

    text: str
    n: int | None


class Draw:
    """Draws the parts of one file."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.of_documents = random.Random(f"documents of {seed}")  # of its own, so that other files stay what they are
        self.offset_block = self.random.choice(BLOCKS)

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def chance(self, times: int) -> bool:
        return self.random.randrange(times) == 0

    def size(self) -> int:
        kind = self.random.randrange(8)
        return self.random.choice(SMALL if kind < 4 else MIDDLE if kind < 6 else HUGE)

    # ---- masks -------------------------------------------------------------------------------------------------------
    def primitive(self) -> str:
        size, other = self.size(), self.size()
        offset = self.one("head", "head_block", "branch", "all", str(self.random.randrange(other)))
        step = self.random.randrange(size)
        return self.one(
            "full",
            "causal",
            "causal",
            f"window({size})",
            f"window({size}, {self.one('0', str(other))})",
            f"first({size})",
            f"last({size})",
            f"global({size})",
            f"segment({size})",
            f"segment({max(size, other)}, dilation={min(size, other)}, offset={self.one('head', 'all', '0')})",
            f"segment({max(size, other)}, dilation={min(size, other)}, offset=head, queries=dense)",
            f"stride({other}, offset={offset})",
            f"stride({other})",
            f"queries(every={size}, offset={step})",
            f"keys(every={size}, offset={step})",
        )

    def comparison(self) -> str:
        a, b, c = self.size(), self.size(), self.size()
        return "when(" + self.one(
            f"(q - k) % {a} == 0",
            f"q % {a} == k % {a}",
            f"q // {a} == k // {a}",
            f"(q + k) % {a} == {b % a}",
            f"q * k % {a} < {b}",
            f"q * q % {a} == k % {b}",
            f"k % {a} < {b}",
            f"k % {a} >= {b}",
            f"q < {a} or k < {b}",
            f"{a} <= k < n - {b} or h % 2 == 0",
            f"h == {a % 40}",
            f"n == {a}",
            f"q - k < {a} and (q + k) % {b} == 0 or k == {c}",
            f"q // {a} % {b} == k // {c} % {b}",
            f"not (k // {a} < {b})",
        ) + ")"  # fmt: skip

    def selection(self) -> str:
        seed = self.random.randrange(100)
        if self.chance(2):
            return f"random({self.size()}, seed={seed})"
        return f"random(density={self.one('0.001', '0.05', '0.3', '0.7', '1.0')}, seed={seed})"

    def blocks(self) -> str:
        inside = self.joined(
            (self.primitive, self.selection, self.selection, self.comparison), self.random.randint(1, 3)
        )
        block = self.random.choice(HUGE) if self.chance(12) else self.random.choice(BLOCKS)
        return f"blocks({block}, {inside})"

    def topk(self) -> str:
        beside = self.one("", "", " & window(3)", " & causal", " & document(@units)")
        return f"blocks({self.offset_block}, topk({self.size()}){beside})"

    def joined(self, kinds: tuple[object, ...], leaves: int) -> str:
        found = ""
        for _ in range(leaves):
            leaf = self.random.choice(kinds)()  # type: ignore[operator]
            leaf = f"!{leaf}" if self.chance(10) else leaf
            found = leaf if not found else f"({found} {self.one('&', '&', '|', '|', '-')} {leaf})"
        return found

    def mask(self) -> str:
        kinds = (self.primitive, self.primitive, self.primitive, self.blocks, self.comparison, self.runtime)
        return self.within(self.joined(kinds, self.random.choice((1, 1, 2, 2, 3, 5))))

    def within(self, mask: str) -> str:
        """The mask, or that in the coordinates of documents, if it has one there."""
        lists = ("@", "random", "head_block")
        if self.of_documents.randrange(5) or any(word in mask for word in lists):
            return mask
        return f"within(@docs, {mask})"

    def runtime(self) -> str:
        return self.one("document(@docs)", "padding(@lens)", "prefix(@front)")

    def crowded(self) -> str:
        """Unions of many terms, and intersections of unions."""
        if self.chance(2):
            terms = (self.one(self.primitive(), self.comparison()) for _ in range(self.random.randint(6, 40)))
            return " | ".join(terms)
        unions = (f"({self.primitive()} | {self.comparison()})" for _ in range(self.random.randint(2, 7)))
        return " & ".join(unions)

    # ---- files -------------------------------------------------------------------------------------------------------
    def branches(self, most: int) -> list[str]:
        kinds = (self.mask, self.mask, self.mask, self.mask, self.crowded)
        found = [f"attend {self.random.choice(kinds)()}" for _ in range(self.random.randint(1, most))]
        if len(found) > 1:
            found.append(f"combine {self.one('lse', 'lse', 'lse(detach)', 'mean', 'sum')}")
        return found

    def segments(self) -> list[str]:
        """LongNet's branches."""
        count = self.random.randint(1, 6)
        first, ratio = self.random.choice((16, 64, 2048)), self.random.choice((2, 4))
        widths = [first * ratio**i for i in range(count)]
        dilations = [self.random.choice((1, 2, 4, 8)) ** i for i in range(count)]
        lists = [f"segments {widths}", f"dilations {[min(*pair) for pair in zip(widths, dilations, strict=True)]}"]
        return [*lists, f"offset {self.one('head', 'head_block', 'branch')}", "combine lse"]

    def groups(self) -> list[str]:
        """Head ranges: few, or as many as heads."""
        count = self.random.choice((2, 3, 3, 8, 30))
        found = []
        for i in range(count):
            found += [f"heads {i}..{'' if i == count - 1 else i + 1} {{", *self.branches(1 if count > 3 else 2), "}"]
        return found

    def grid(self) -> tuple[list[str], int]:
        sizes = [self.random.choice((1, 2, 5, 8, 16, 31, 64, 128)) for _ in range(self.random.randint(1, 3))]
        dilations = [self.random.randint(1, max(1, size // 2)) for size in sizes]
        extents = [self.random.randint(1, size // step) for size, step in zip(sizes, dilations, strict=True)]
        if self.chance(6):
            sizes[0] = self.random.choice((1000, 1 << 16, 1 << 20))
        strides = [self.random.randint(1, extent) if self.chance(3) else 1 for extent in extents]
        causal = ", ".join("true" if self.chance(3) else "false" for _ in sizes)
        box = f"box({', '.join(map(str, extents))}, dilation={dilations}, stride={strides}, causal=[{causal}])"
        form = self.one(box, box, f"{box} & causal", f"{box} | first(3)", f"window(4) - {box}", f"!{box}")
        layout = self.one("natural", "hilbert", "morton", "auto", "auto")
        return [f"grid {' x '.join(map(str, sizes))}", f"layout {layout}", f"attend {form}"], prod(sizes)

    def modifiers(self) -> list[str]:
        choices = ("score softcap(2.5)", "score alibi", "score bias(@rel)", "schedule auto", "schedule hilbert")
        return [one for one in choices if self.chance(6)]

    def body(self) -> tuple[list[str], int | None]:
        kind = self.random.randrange(12)
        if kind == 0:
            return self.grid()
        if kind == 1:
            return self.segments(), None
        if kind in (2, 3):
            return self.groups(), None
        if kind == 4:
            count = self.random.choice((2, 3, 12))
            several = [f"attend {self.mask()}" for _ in range(count)]
            return [f"heads partition(extra={self.one('first', 'last')})", *several, "combine lse"], None
        if kind == 5:
            others = [f"attend {self.primitive()}", "combine lse"] if self.chance(2) else []
            return [f"attend {self.topk()}", *others], None
        return self.branches(3), None

    def file(self) -> File:
        body, n = self.body()
        if n is None and self.chance(4):
            body.append(f"where {self.one('causal', 'padding(@lens)', 'document(@docs) & causal', 'window(4096)')}")
        if self.chance(6):
            ranks = self.random.choice((2, 3, 8, 64, 1000))
            body.append(f"ring(ranks={ranks}, layout={self.one('contiguous', 'zigzag', 'striped')})")
        body = [*self.modifiers(), *body]
        joined = "\n".join(body)
        inputs = ("docs: offsets", "units: offsets", "lens: lengths", "front: lengths", "rel: table(heads, 2 * 5 + 1)")
        declared = [f"input {one}" for one in inputs if f"@{one.partition(':')[0]}" in joined]
        text = "pattern made {\n" + "".join(f"    {line}\n" for line in (*declared, *body)) + "}\n"
        if self.chance(8):
            heads = self.random.choice((4, 32))
            text += f"module Layer {{\n    pattern made\n    embed 256\n    heads {heads}\n}}\n"
        return File(text, n)


def file(number: int) -> File:
    """The file of that number."""
    return Draw(number).file()


def commands(number: int, made: File) -> Iterator[list[str]]:
    """The words of every command, with `FILE`, `OTHER` (the next number's file) and `OUT` for paths."""
    draws = random.Random(-number - 1)
    n = str(draws.choice(LENGTHS) if made.n is None or draws.randrange(8) == 0 else made.n)
    heads = ["--heads", str(draws.choice((1, 3, 8, 40)))] if draws.randrange(3) == 0 else []
    row = f"{draws.randrange(3)},{draws.randrange(int(n))}"
    backend = draws.choice(("torch", "triton"))
    yield ["check", "FILE"]
    yield ["fmt", "--check", "FILE"]
    yield ["build", "FILE", "-o", "OUT", "--backend", "all"]
    yield ["explain", "FILE", "--backend", backend]
    for form in ("mask", "kernel", "tile"):
        yield ["explain", "FILE", "--emit", form, *(("--backend", backend) if form != "mask" else ())]
    yield ["explain", "FILE", "--query", row, "-n", n, *heads]
    yield ["explain", "FILE", "--ranks", draws.choice(("2", "8", "64")), "-n", n, *heads]
    yield ["cost", "FILE", "-n", n, *heads]
    yield ["cost", "FILE", "-n", n, "--json", "--target", draws.choice(("cpu", "sm_75", "sm_90", "sm_120"))]
    yield ["show", "FILE", "-n", n, "--width", "80", *heads]
    for form in ("svg", "png", "html"):
        yield ["show", "FILE", "-n", n, f"--{form}", "OUT", *heads]
    yield ["diff", "FILE", "FILE"]
    yield ["diff", "FILE", "OTHER"]
