"""Editions of the language: what a file may use that names one."""

from __future__ import annotations

import pytest

from patternc.diagnostics import Rejected
from patternc.driver import analyse
from patternc.source import Source

OLD = "pattern p { input offsets: offsets; attend document(@offsets) & keys(every=2) | when(q - k < 4) }"
NEWER = {
    "labels": "pattern p { input id: labels; attend when(@id[q] == @id[k]) }",
    "marked keys": "pattern p { input set: labels; attend keys(@set) | window(4) }",
    "positions": "pattern p { input end: positions; attend columns(0, @end) }",
    "rows": "pattern p { attend rows(0, n) & causal }",
    "lists": "pattern p { input picks: selection(shared); attend selected(@picks) & causal }",
    "blocks of two sizes": "pattern p { attend blocks(2 x 4, first(1)) & causal }",
    "a causal box": "pattern p { grid 4 x 6; attend box(3, 3, causal=[true, false]) }",
    "a box with lists in parentheses": "pattern p { grid 4 x 6; attend box(3, 3, dilation=(1, 2)) }",
    "a box with a stride": "pattern p { grid 4 x 6; attend box(3, 4, stride=[1, 2]) }",
    "a window to the end": "pattern p { attend window(4, n) }",
}


def errors(text: str) -> tuple[str, ...]:
    try:
        analyse(Source("p.pat", text), {}, targets=())
    except Rejected as rejected:
        return tuple(one.code for one in rejected.diagnostics if one.severity == "error")
    return ()


@pytest.mark.parametrize("line", ["", "edition 1\n", "edition 2\n"])
def test_every_edition_has_what_the_first_has(line: str) -> None:
    assert errors(line + OLD) == ()


@pytest.mark.parametrize("name", NEWER)
def test_a_file_of_the_first_edition_has_nothing_newer(name: str) -> None:
    assert errors(NEWER[name]) == errors(f"edition 2\n{NEWER[name]}") == ()
    assert set(errors(f"edition 1\n{NEWER[name]}")) == {"P007"}


def test_an_edition_that_does_not_exist() -> None:
    assert errors(f"edition 3\n{NEWER['labels']}") == ("P007",)


@pytest.mark.parametrize("line", ["", "edition 1\n", "edition 2\n"])
def test_words_of_later_editions_are_no_reserved_names(line: str) -> None:
    body = "let columns = 4; for labels in [1, 2] { attend window(rows, columns) & first(labels) } combine lse"
    assert errors(f"{line}pattern p(rows=3) {{ {body} }}") == ()


def test_a_mask_is_called_where_its_word_is_also_a_value() -> None:
    assert errors("pattern p(rows=3) { input end: positions; attend rows(0, @end) & window(rows) }") == ()
