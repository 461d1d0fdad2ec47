"""Comments for patternc: warnings that are allowed, and masks that a file expects."""

from __future__ import annotations

from pathlib import Path

import pytest

import patternc
from patternc.cli import run
from patternc.driver import analyse
from patternc.frontend.directives import directives
from patternc.pictures.expectations import unmet
from patternc.source import Source

UNEVEN = "attend segment(64, dilation=6)"
TWO = """pattern near(left=3) {
    attend window(left, 0)
}
# patternc: expect COMMENT

pattern packed {
    input offsets: offsets
    attend window(1, 0) & document(@offsets)
    attend causal
    combine lse
}
"""


def codes(text: str) -> list[str]:
    return [one.code for one in analyse(Source("p.pat", text), {}).warnings]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (f"    {UNEVEN}\n", ["P012"]),
        (f"    {UNEVEN}  # patternc: allow P012\n", []),
        (f"    {UNEVEN}  # patternc: allow P035\n", ["P012"]),
        (f"    {UNEVEN}  #patternc: allow P035 P012\n", []),
        (f"    # patternc: allow P012, P035\n    # why\n\n    {UNEVEN}\n", []),
        (f"    # patternc: allow P012\n    attend segment(64); {UNEVEN}; combine lse\n", []),
        (f"    attend segment(64)  # patternc: allow P012\n    {UNEVEN}\n    combine lse\n", ["P012"]),
        (f"    # patternc: allow P012\n    attend segment(64)\n    {UNEVEN}\n    combine lse\n", ["P012"]),
    ],
)
def test_a_warning_is_allowed_on_its_line(body: str, found: list[str]) -> None:
    assert codes(f"pattern p {{\n{body}}}\n") == found


def test_errors_are_not_allowed() -> None:
    with pytest.raises(patternc.Rejected):
        codes("pattern p {\n    attend windw(3)  # patternc: allow P010\n}\n")


@pytest.mark.parametrize(
    ("comment", "message", "help_"),
    [
        ("alow P012", "`alow` is neither of its words", "did you mean `allow`?"),
        ("allow", "`allow` names no code", "write `# patternc: allow P036`"),
        ("allow P12", "there is no code P12", "did you mean `P012`?"),
        ("expect keys(5) = 3", "`=`", ""),
        ("expect keys(5)", "`keys` is compared with nothing", "write `# patternc: expect keys(5, n=64) == 2..5`"),
        ("expect keys(5) <= 3", "`<=` of keys", "write `# patternc: expect keys(5, n=64) == 2..5`"),
        ("expect keys(5) ==", "no keys are given", "write `# patternc: expect keys(5, n=64) == 2..5`"),
        ("expect keys(n=5) == 3", "`keys` names no query", "write `# patternc: expect keys(5, n=64) == 2..5`"),
        ("expect key(5) == 3", "`key` is none of keys, density, mask", "write"),
        ("expect keys(5, 6) == 3", "argument 2 of `keys` has no name", "write"),
        ("expect mask(n=2) == x.", "a picture begins on the next line", "write"),
    ],
)
def test_what_cannot_be_read_is_a_warning(comment: str, message: str, help_: str) -> None:
    found = directives(Source("p.pat", f"# patternc: {comment}\npattern p {{ attend full }}\n"))
    (problem,) = found.problems
    assert message in problem.message
    assert help_ in problem.help
    assert (problem.code, problem.severity) == ("P050", "warning")
    assert not found.expectations


def test_other_comments_are_not_read() -> None:
    assert (
        directives(Source("p.pat", "# expect keys(5) == 3; patternc: allow\n# patternc is a compiler")).problems == ()
    )


@pytest.mark.parametrize(
    "comment",
    [
        "keys(5, n=64) == 2..5",
        "keys(5, n=64, left=1) == 4..5",
        "keys(5, n=64, left=1) == 4, 5",
        "keys(100, n=200) == 97..100",
        "keys(100, n=101, left=70) == 30..100",
        "keys(1000000, n=1M) == 999997..1000000",
        "keys(2, n=4, pattern=packed, offsets=[0, 2, 4]) == 0..2",
        "density(n=64) == 0.0610",
        "density(n=64) == 0.06",
        "density(n=100) == 0.0394",
        "density(n=1M) < 0.0001",
        "density(n=64) <= 0.0611",
        "mask(n=3, left=1) ==\n#  x..\n#  xx.\n#  .11",
        "mask(n=3, pattern=packed, offsets=[0, 2, 3]) ==\n# 2..\n# 22.\n# 112",
    ],
)
def test_what_is_so_is_no_finding(comment: str) -> None:
    assert unmet(Source("p.pat", TWO.replace("COMMENT", comment))) == ()


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("keys(5, n=64) == 3..5", "query 5 attends to 2..5, not to 3..5"),
        ("keys(5, n=64) == none", "query 5 attends to 2..5, not to none"),
        ("keys(100, n=200) == 98..100", "query 100 attends to 97..100, not to 98..100"),
        ("keys(66, n=70) == 63", "query 66 attends to 63..66, not to 63"),
        ("density(n=100) == 0.06", "the density is 0.0394, not == 0.06"),
        ("keys(0, n=9, left=0) == 0..8 step 2", "query 0 attends to 0, not to 0..8 step 2"),
        ("keys(5, n=5) == 5", "query: 5, must be below n = 5"),
        ("keys(5) == 5", "n: must be given"),
        ("keys(5, n=64) == 3-5", "'3-5' is not a key or a run of keys"),
        ("keys(5, n=64, head=8, heads=8) == 3", "head: 8, must be from 0 to 7"),
        ("keys(5, n=64, lft=3) == 3", "no pattern has a parameter `lft`"),
        ("keys(5, n=64, pattern=nearr) == 3", "pattern: 'nearr'; did you mean `near`?"),
        ("keys(5, n=left) == 3", "n: 'left' is not an integer"),
        ("density(n=64) == 0.0609", "the density is 0.0610352, not == 0.0609"),
        ("density(n=64) < 0.0610", "the density is 0.0610352, not < 0.0610"),
        ("density(n=64) < few", "'few' is not a density"),
        ("mask(n=3) ==\n# x..\n# xx.\n# .xx", "row 2 of the mask is xxx, not .xx"),
        ("mask(n=3) ==\n# x..\n# 12.\n# xxx", "row 1 of the mask is 11., not 12."),
        ("mask(n=3) ==\n# x..\n# xx.", "the picture has 2 rows, n is 3"),
        ("mask(n=2) ==\n# x.\n# xxx", "row 1 of the mask is xx, not xxx"),
    ],
)
def test_what_is_not_so_is_an_error_with_its_place(comment: str, said: str) -> None:
    text = TWO.replace("COMMENT", comment)
    (found,) = unmet(Source("p.pat", text))
    assert said in found.message
    assert (found.code, found.severity) == ("P051", "error")
    assert found.span is not None
    assert text[found.span.start] == "#"


@pytest.mark.parametrize("wrong", [None, (40, 90), (90, 40), (99, 99), (70, 0)])
def test_every_row_and_key_of_a_picture_is_compared(wrong: tuple[int, int] | None) -> None:
    n = 100
    marks = [["x" if q - 3 <= k <= q else "." for k in range(n)] for q in range(n)]
    if wrong is not None:
        query, key = wrong
        marks[query][key] = "." if marks[query][key] == "x" else "x"
    rows = "".join(f"\n# {''.join(row)}" for row in marks)
    found = unmet(Source("p.pat", TWO.replace("COMMENT", f"mask(n={n}) =={rows}")))
    assert len(found) == (wrong is not None)
    assert all(f"row {query} of the mask" in one.message for one in found)


def test_a_mask_is_expected_of_the_defaults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(TWO.replace("COMMENT", "keys(5, n=64) == 2..5"))
    assert run(["check", str(path), "-D", "left=9"]) == 0
    assert patternc.check(path, left=9) == ()
    path.write_text(TWO.replace("COMMENT", "keys(5, n=64) == 3..5"))
    assert run(["check", str(path)]) == 1
    assert "error[P051]" in capsys.readouterr().err
    assert [one.code for one in patternc.check(path)] == ["P051"]
    assert run(["build", str(path), "-o", str(tmp_path / "out")]) == 0


def test_the_formatter_keeps_the_comments(tmp_path: Path) -> None:
    path = tmp_path / "p.pat"
    path.write_text(TWO.replace("COMMENT", "mask(n=3, left=1) ==\n#   x..\n#   xx.\n#   .xx"))
    before = path.read_text()
    assert run(["fmt", str(path)]) == 0
    assert path.read_text() == before.replace("}\n# patternc", "}\n\n# patternc")
