"""Every mistake in a file of its own, with the exact text of its report; and hostile input."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
from conftest import Goldens

from patternc.diagnostics import CODES, Diagnostic, Rejected, render, undecodable
from patternc.driver import read
from patternc.frontend.check import check
from patternc.frontend.lower import lower
from patternc.frontend.parser import parse
from patternc.ir.mask import Pattern
from patternc.source import Source

BAD = Path(__file__).resolve().parent / "bad"
FILES = sorted(BAD.glob("*/*.pat"), key=lambda path: path.stem)
SLOW_MACHINE = 10.0  # seconds; these take about one


def source_of(path: Path) -> Source:
    return Source(path.name, path.read_bytes().decode(), read(path).beside)


def diagnose(source: Source) -> tuple[Diagnostic, ...]:
    """What is said about a source, warnings included."""
    try:
        return check(parse(source), source, {}).warnings
    except Rejected as rejected:
        return rejected.diagnostics


def lowered(text: str) -> tuple[Pattern, ...]:
    source = Source("p.pat", text)
    return lower(check(parse(source), source, {}))


def codes(text: str) -> list[str]:
    return [one.code for one in diagnose(Source("p.pat", text))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_mistake_is_pinned(path: Path, golden: Goldens) -> None:
    source = source_of(path)
    found = diagnose(source)
    assert found
    golden(path.with_suffix(".txt"), render(found, source))


def test_no_text_without_its_mistake() -> None:
    assert {path.stem for path in BAD.glob("*/*.txt")} == {path.stem for path in FILES}


def test_every_code_of_the_front_end_has_a_pinned_example() -> None:
    pinned = {one.code for path in FILES for one in diagnose(source_of(path))}
    # Below, in test_check, or a later stage's; from P037 on those of commands, in the tests of the command line.
    elsewhere = {"P003", "P004", "P005", "P022", "P026", "P027", "P028", "P035", "P036"}
    elsewhere |= {"P037", "P038", "P039", "P040", "P041", "P043", "P044", "P046", "P049", "P050", "P051", "P052"}
    assert pinned | elsewhere >= set(CODES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_diagnostics_stand_inside_the_file(path: Path) -> None:
    source = source_of(path)
    for one in diagnose(source):
        for span in [one.span, *(related.span for related in one.related)]:
            assert span is None or 0 <= span.start <= span.stop <= len(source.text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_help_that_shows_a_correction_is_one(path: Path) -> None:
    """Where the help says `did you mean X?`, X for the marked word, there and after it, removes it."""
    source = source_of(path)
    for one in diagnose(source):
        meant = re.fullmatch(r"did you mean `(\w+)`\?", one.help)
        if meant and one.span and source.text[one.span.start : one.span.stop].isidentifier():
            word, after = source.text[one.span.start : one.span.stop], source.text[one.span.start :]
            text = source.text[: one.span.start] + re.sub(rf"\b{word}\b", meant[1], after)
            assert one.message not in [other.message for other in diagnose(Source(source.name, text))]


# ---- hostile input -------------------------------------------------------------------------------------------------
def test_not_utf8() -> None:
    data = b"pattern p {\n  attend caus\xffal\n}"
    with pytest.raises(UnicodeDecodeError) as caught:
        data.decode()
    rejected = undecodable("p.pat", data, caught.value)
    assert str(rejected).startswith("error[P005]: p.pat is not UTF-8: byte 25 (line 2) is 0xff\n --> p.pat\n")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000,
        "pattern p { attend " + "(" * 10_000 + "causal" + ")" * 10_000 + " }",
        "pattern p { attend " + "(" * 10_000,
        "pattern p(w=" + "[" * 10_000,
        "pattern p { " + "heads 0.. { " * 10_000,
        "{" * 10_000,
    ],
    ids=["bare", "closed", "open", "lists", "blocks", "braces"],
)
def test_deep_nesting_is_cut(text: str) -> None:
    found = diagnose(Source("p.pat", text))
    assert found[-1].code in ("P003", "P004")
    assert len(render(found, Source("p.pat", text))) < 100_000


def test_long_flat_chains_are_fine() -> None:
    """Longer than any stack: of two calls for each link, at Python's limit of 1000."""
    assert lowered("pattern p { attend " + "!" * 4_000 + "causal }") == lowered("pattern p { attend causal }")
    assert lowered("pattern p { attend window(" + "+".join("1" * 4_000) + ") }") == lowered(
        "pattern p { attend window(4000) }"
    )
    (pattern,) = lowered("pattern p { attend " + " & ".join(["causal"] * 4_000) + " }")
    assert len(pattern.groups[0].branches) == 1
    assert codes("pattern p { attend window(" + "-" * 3_999 + "3) }") == ["P013"]
    assert codes("pattern p { attend causal - " + "-" * 3_999 + "3 }") == ["P011"]


def test_masks_that_grow_through_names_are_cut() -> None:
    doubling = "".join(f"let a{i + 1} = a{i} & a{i}\n" for i in range(1000))
    assert codes(f"pattern p {{\nlet a0 = causal\n{doubling}attend a1000 }}") == ["P003"]
    deepening = "".join(f"let a{i + 1} = first(3) | (first(2) & a{i})\n" for i in range(1000))
    assert codes(f"pattern p {{\nlet a0 = causal\n{deepening}attend a1000 }}") == ["P003"]


def test_ten_thousand_statements() -> None:
    begin = time.process_time()
    (pattern,) = lowered("pattern p {\n" + "attend segment(4096, dilation=2)\n" * 10_000 + "combine lse\n}")
    assert len(pattern.groups[0].branches) == 10_000
    assert time.process_time() - begin < SLOW_MACHINE


def test_ten_thousand_warnings() -> None:
    begin = time.process_time()
    found = diagnose(Source("p.pat", "pattern p {\n" + "attend segment(10, dilation=4)\n" * 10_000 + "combine lse\n}"))
    assert [one.code for one in found] == ["P012"] * 10_000
    assert time.process_time() - begin < SLOW_MACHINE


def test_many_errors_are_cut() -> None:
    found = diagnose(Source("p.pat", "pattern p {\n" + "atend causal\n" * 10_000 + "}"))
    assert [one.code for one in found] == ["P010"] * 100 + ["P004"]


@pytest.mark.parametrize("alphabet", ["printable", "structure", "words", "bytes", "newlines", "zeros"])
def test_a_megabyte_of_garbage(alphabet: str) -> None:
    rng = random.Random(7)
    characters = {
        "printable": [chr(code) for code in range(32, 127)] + ["\n"],
        "structure": list("{}()[];\n,=a0 "),
        "words": ["a ", "attend ", "pattern ", "{", "}", "\n", "causal ", "& ", "("],
        "bytes": [chr(code) for code in range(1, 256)],
        "newlines": ["\n"],
        "zeros": ["\0"],
    }[alphabet]
    text = "".join(rng.choices(characters, k=1 << 20))[: 1 << 20]
    begin = time.process_time()
    source = Source("p.pat", text)
    found = diagnose(source)
    shown = render(found, source)
    assert time.process_time() - begin < SLOW_MACHINE
    assert 1 <= len(found) <= 101
    assert len(shown) < 100_000


def test_a_file_that_is_too_large() -> None:
    assert codes(" " * ((4 << 20) + 1)) == ["P003"]
    assert codes("pattern p { attend " + "a " * 200_000) == ["P003"]


@pytest.mark.parametrize("seed", range(300))
def test_damaged_files_never_break_the_compiler(seed: int) -> None:
    """Cut, doubled and swapped pieces of a good file are diagnosed or accepted; nothing else ever happens."""
    rng = random.Random(seed)
    pieces = re.findall(r"\w+|\s+|[^\w\s]", GOOD)
    for _ in range(rng.randint(1, 6)):
        i, j = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        match rng.randrange(4):
            case 0:
                del pieces[i]
            case 1:
                pieces.insert(i, pieces[j])
            case 2:
                pieces[i], pieces[j] = pieces[j], pieces[i]
            case _:
                pieces.insert(i, rng.choice([*"{}()[]=,;!&|-+*%@\"'#\n\\.", "..", "heads", "99999999999999"]))
    source = Source("p.pat", "".join(pieces))
    found = diagnose(source)
    assert bool(found) == bool(render(found, source))
    if all(one.severity == "warning" for one in found):
        lower(check(parse(source), source, {}))


GOOD = """edition 1
# a comment
pattern p(w=[64, 128], r=[1, 2], k=8) {
    let near = window(k, 0) | first(4)
    input ends: offsets; input lens: lengths
    input table: table(heads, 2 * 4 + 1)
    grid 4 x 2 * 8
    layout tiled(2, 4)
    heads 0..2 {
        for a, b in zip(w, r) {
            attend segment(a, dilation=b, offset=branch) & !last(3)
            attend when((q + 3) // 4 <= -q + n and not q % 3 == h) & document(@ends) & padding(@lens)
        }
        combine lse(detach)
    }
    heads 2.. {
        attend blocks(16, window(2) | random(3, seed=7) - random(density=0.5) | queries(every=4) | topk(3))
        attend box(3, 5, dilation=[1, 3]) | prefix(@lens)
        attend near - keys(every=3, offset=1)
        attend stride(min(r[1], 4) * 2 ** 2)
        combine mean
    }
    where causal
    require n % 8 == 0 and heads >= 2
    score softcap(30.0); score alibi; score bias(@table)
    uncovered zero
}
"""


def test_the_good_file_is_good() -> None:
    assert codes(GOOD) == []
