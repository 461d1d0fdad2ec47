"""Labels in `when`, `keys` and `queries`: what is written, and what an error says to write instead."""

from __future__ import annotations

import pytest

from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import analyse
from patternc.frontend.primitives import When
from patternc.frontend.primitives.positions import Keys, Queries
from patternc.ir.mask import Arithmetic, Compare, Label, Not, Number, Side
from patternc.source import Source


def findings(body: str) -> tuple[Diagnostic, ...]:
    """The errors of a pattern's body, or its warnings."""
    try:
        return tuple(analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=()).warnings)
    except Rejected as rejected:
        return rejected.diagnostics


@pytest.mark.parametrize(
    ("body", "code", "help_"),
    [
        ("attend when(@id[q])", "P011", "write `@id[q] != 0`"),
        ("attend when(@id == 3)", "P011", "write @id[q] or @id[k]"),
        ("attend when(@id[h] == 3)", "P011", "write @id[q] or @id[k]"),
        ("attend when(@id[q + 1] == @id[k])", "P011", "write @id[q] or @id[k]"),
        ("attend when(id[q] == 3)", "P010", "write @id[q]"),
        ("attend @id[q] == @id[k]", "P011", "write when(@id[q] == @id[k])"),
        ("attend @id[q]", "P011", "write when(@id[q] == @id[k])"),
        ("attend document(@id)", "P011", "write when(@id[q] == @id[k])"),
        ("attend keys(@id, offset=1)", "P014", "write when(@id[k] == 1)"),
        ("attend when(@id[q] * 8 == @id[k])", "P013", "take a remainder first"),
        ("attend when(@id[q] + @id[k] + @id[q] == 0)", "P013", "take a remainder first"),
        ("attend when(q // @id[k] == 1)", "P020", "divide by a constant above 0"),
        ("attend when(@id[q] == 1) & blocks(8, when(@id[q] == 1))", "P033", "one input for each block size"),
        ("attend blocks(8, topk(2) & keys(@id))", "P031", "intersect it with"),
        ("input o: offsets; attend when(@o[q] == @o[k])", "P011", "document(@o)"),
        ("input o: lengths; attend when(@o[k] == 1)", "P011", "padding(@o)"),
        ("input o: offsets; attend keys(@o)", "P011", "declare `input o: labels`"),
        ("attend when(@di[q] == 1)", "P010", "did you mean `@id`?"),
    ],
)
def test_an_error_says_what_to_write(body: str, code: str, help_: str) -> None:
    found = findings(f"input id: labels; {body}")
    assert code in {one.code for one in found}, found
    assert help_ in " ".join(one.help for one in found), found


@pytest.mark.parametrize(
    ("body", "warns"),
    [
        ("input doc_ids: labels; attend when(@doc_ids[q] == @doc_ids[k])", True),
        ("input documents: labels; attend when(@documents[k] == @documents[q]) & causal | window(3)", True),
        ("input id: labels; attend when(@id[q] == @id[k])", False),
        ("input doc_ids: labels; attend !when(@doc_ids[q] == @doc_ids[k])", False),
        ("input doc_ids: labels; attend when(@doc_ids[q] <= @doc_ids[k])", False),
        ("input doc_ids: labels; input seq: labels; attend when(@doc_ids[q] == @seq[k])", False),
    ],
)
def test_documents_that_are_compared_by_their_ids(body: str, warns: bool) -> None:
    found = [one for one in findings(body) if one.code == "P035"]
    assert bool(found) == warns
    assert all("document(@offsets)" in one.help for one in found)


def test_marked_positions_are_those_of_a_condition() -> None:
    assert Keys("set").lower() == Not(Compare("==", Label("set", Side.KEY), Number(0)))
    assert Queries("set").lower() == Not(Compare("==", Label("set", Side.QUERY), Number(0)))
    assert (str(Keys("set")), str(Queries("set")), Keys("set").inputs) == ("keys(@set)", "queries(@set)", ("set",))


def test_a_condition_is_printed_as_it_is_written() -> None:
    left = Arithmetic("%", Label("id", Side.QUERY), Number(3))
    condition = When(Compare("<", left, Label("id", Side.KEY)))
    assert (str(condition), condition.inputs) == ("when(@id[q] % 3 < @id[k])", ("id",))


@pytest.mark.parametrize("name", ["id", "set", "type", "hash"])
def test_usual_names_of_labels(name: str) -> None:
    assert findings(f"input {name}: labels; attend when(@{name}[q] == @{name}[k])") == ()
