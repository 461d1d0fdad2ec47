"""`patternc cost`: its text, its JSON with the schema of docs/cost.md, and the calls that it rejects."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT
from cost_calls import made, schema
from schemas import hold

from patternc.cli import run
from patternc.driver import analyse, read
from patternc.targets import TARGETS

PRESETS = ROOT / "patternc" / "presets"


@pytest.mark.parametrize("name", [path.stem for path in sorted(PRESETS.glob("*.pat"))])
def test_json_fits_the_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = PRESETS / f"{name}.pat"
    grid = "grid" in path.read_text(encoding="utf-8")
    size = 192 if name == "mla" else 64  # which it requires
    words = [*([] if grid else ["-n", "3000"]), "--head-dim", str(size), "--target", "sm_90", "--target", "cpu"]
    found = made([str(path), *words], capsys)
    hold(found, schema(), schema())
    assert found["version"] == 1
    assert len(found["patterns"]) == len(analyse(read(path), {}, targets=()).meanings)
    for one in found["patterns"]:
        assert [target["target"] for target in one["targets"]] == ["cpu", "sm_90"]
        assert one["rows"]["forward_flops"] == pytest.approx(4 * size * one["heads"] * one["n"] * one["rows"]["mean"])
        assert one["rows"]["backward_flops"] == pytest.approx(2.5 * one["rows"]["forward_flops"])
        for side in ("forward", "backward"):
            assert 0 < one["targets"][1][side]["occupancy"] <= 1
            assert one["targets"][1][side]["waste"] == pytest.approx(1 / one["targets"][1][side]["occupancy"])


def test_a_schema_that_lacks_a_field_fails(capsys: pytest.CaptureFixture[str]) -> None:
    found = made([str(PRESETS / "sinks.pat"), "-n", "300", "--target", "cpu"], capsys)
    broken = schema()
    del broken["$defs"]["rows"]["properties"]["density"]
    with pytest.raises(AssertionError, match=r"\$.patterns\[0\].rows"):
        hold(found, broken, broken)


def test_text_of_one_target(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cost", str(PRESETS / "sliding-window.pat"), "-n", "32768", "--target", "sm_90"]) == 0
    out = capsys.readouterr().out
    assert "sliding_window: 32,768 positions, 8 heads of 64, batch 1" in out
    assert "at most 4,096" in out
    assert "receptive field of row 32,767: 4,096, 8,191, 12,286, 16,381 positions after 1 to 4 layers" in out
    assert re.search(r"forward +64x64 ", out)
    assert "faster than dense attention from 8,192 positions on" in out
    assert all(len(line) <= 110 for line in out.splitlines())


def test_text_of_all_targets(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cost", str(PRESETS / "sliding-window.pat"), "-n", "32768"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    names = [row[0] for row in rows if row and row[0] in {one.name for one in TARGETS}]
    assert names == [one.name for one in TARGETS]


def test_dense_is_faster_for_short_sequences(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cost", str(PRESETS / "longnet.pat"), "-n", "1024", "--target", "sm_90"]) == 0
    assert "dense is faster here: faster from 8,192 positions on" in capsys.readouterr().out


def test_every_module_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.pat"
    path.write_text(
        "pattern w { attend window(9, 0) }\npattern v { attend window(7) }\n"
        "module First { pattern w\n embed 64\n heads 4\n kv_heads 2\n head_dim 16 }\n"
        "module Second { pattern w\n embed 128\n heads 8\n head_dim 16 }\n"
    )
    found = made([str(path), "-n", "100", "--target", "sm_90"], capsys)
    hold(found, schema(), schema())
    shown = [(one["pattern"], one["module"], one["heads"], one["kv_heads"]) for one in found["patterns"]]
    assert shown == [("w", "First", 4, 2), ("w", "Second", 8, 8), ("v", None, 8, 8)]
    assert found["patterns"][0]["projection_flops"] == 2 * 100 * 64 * 16 * (4 + 2 + 2 + 4)
    assert run(["cost", str(path), "-n", "100", "--heads", "4"]) == 2
    assert "w is in module First, which says its heads" in capsys.readouterr().err


def test_inputs_are_given_or_assumed_aloud(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(PRESETS / "packed-documents.pat")
    assumed = made([path, "-n", "300", "--target", "sm_90"], capsys)["patterns"][0]
    assert assumed["assumptions"] == ["three documents of one length (--input offsets=0,100,200,300)"]
    given = made([path, "-n", "300", "--target", "sm_90", "--input", "offsets=0,10,300"], capsys)["patterns"][0]
    assert given["assumptions"] == []
    assert given["rows"]["mean"] == (10 * 11 / 2 + 290 * 291 / 2) / 300
    assert assumed["rows"]["mean"] == 50.5
    assert given["targets"][0]["break_even"] == {"n": None, "reason": "its inputs are given for one length"}
    topk = made([str(PRESETS / "adaptive.pat"), "-n", "3000", "--target", "sm_90"], capsys)["patterns"][0]
    assert "topk" in topk["assumptions"][0]


def test_numbers_of_each_key_are_given_or_assumed_in_short(capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(PRESETS / "prefix-tree.pat"), "-n", "60", "--target", "sm_90"]
    assumed = made(words, capsys)["patterns"][0]
    shown = ",".join(["20"] * 16)
    assert assumed["assumptions"] == [
        f"three documents of one length (--input subtree_end={shown},... (44 more))",
    ]
    assert assumed["rows"]["mean"] == 10.5
    ends = ",".join(["60"] * 10 + ["35"] * 25 + ["60"] * 25)  # two leaves behind ten positions that both see
    given = made([*words, "--input", f"subtree_end={ends}"], capsys)["patterns"][0]
    assert given["assumptions"] == []
    assert given["rows"]["mean"] == (10 * 11 / 2 + 2 * (25 * 10 + 25 * 26 / 2)) / 60
    one = made([*words, "--input", "subtree_end=60"], capsys)["patterns"][0]
    assert one["rows"]["mean"] == 30.5
    assert run(["cost", *words, "--input", "subtree_end=1,2"]) == 2
    assert "subtree_end=1,2: must be 60 numbers, or one for all" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("n", [1, 2, 63, 64, 65, 1 << 22])
def test_given_inputs_are_of_one_length_whatever_that_is(
    n: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """64 and 4 Mi positions are the ends of the lengths at which a break-even is looked for."""
    path = tmp_path / "d.pat"
    path.write_text(
        "pattern d { input o: offsets; attend document(@o) & window(9, 0) }\npattern w { attend window(9) }\n"
    )
    for offsets in (f"0,{n}", f"0,{n - 1},{n}", f"0,0,1,{n},{n}"):
        words = [str(path), "-n", str(n), "--target", "sm_90", "--input", f"o={offsets}"]
        documents, windows = (one["targets"][0]["break_even"] for one in made(words, capsys)["patterns"])
        assert documents == {"n": None, "reason": "its inputs are given for one length"}
        assert windows["n"] is not None  # it reads no input, so that other lengths are known


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["longnet.pat", "-n", "-5"], "is not a length, such as 8192, 64K"),
        (["longnet.pat", "-n", "0"], "0 is not in the range"),
        (["longnet.pat"], "accepts any length: choose one with -n"),
        (["longnet.pat", "-n", "64", "--target", "sm90"], "did you mean `sm_90`?"),
        (["longnet.pat", "-n", "64", "--kv-heads", "3"], "8 heads can't share so many key heads"),
        (["longnet.pat", "-n", "64", "--head-dim", "600"], "600 is not in the range"),
        (["longnet.pat", "-n", "64", "--input", "x=1"], "no mask reads an input"),
        (["longnet.pat", "-n", "64", "--json", "--format", "json"], "can't be combined"),
        (["natten-2d.pat", "-n", "64"], "64 x 64 = 4096 cells"),
        (["packed-documents.pat", "-n", "64", "--input", "offsets=0,99"], "offsets must begin at 0"),
        (["dilated.pat", "-n", "64", "--heads", "1"], "needs at least 2 heads"),
    ],
)
def test_bad_input(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cost", str(PRESETS / words[0]), *words[1:]]) == 2
    assert said in capsys.readouterr().err


def test_a_requirement_is_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.pat"
    path.write_text("pattern r {\n attend window(3)\n require n % 8 == 0\n}\n")
    assert run(["cost", str(path), "-n", "12"]) == 2
    assert "requires n % 8 == 0; the call has 12 positions" in capsys.readouterr().err


def test_a_ring_is_counted_beside_one_device(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.pat"
    path.write_text("pattern r {\n attend window(63, 0)\n ring(ranks=4)\n require n % ranks == 0\n}\n")
    found = made([str(path), "-n", "512", "--target", "sm_90", "--heads", "2"], capsys)
    hold(found, schema(), schema())
    (one,) = found["patterns"]
    assert one["assumptions"] == ["one device holds the whole sequence, but for the numbers of the ring"]
    ring = one["ring"]
    assert (ring["ranks"], ring["layout"], ring["transport"]) == (4, "contiguous", "p2p")
    assert ring["received_rows"] == [0, 126, 126, 126]
    bytes_of_rows = 126 * 64 * 2 * (2 + 2 + 4)  # keys and values, once more, and gradients
    assert ring["received_bytes"] == bytes_of_rows
    assert run(["cost", str(path), "-n", "512", "--target", "sm_90", "--ranks", "2"]) == 0
    assert "ring of 2 ranks, contiguous, p2p" in capsys.readouterr().out
    assert run(["cost", str(path), "-n", "512", "--layout", "balanced"]) == 2
    assert "has no documents" in capsys.readouterr().err


def test_a_pattern_without_a_ring_is_put_on_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.pat"
    path.write_text("pattern r {\n attend segment(64) & causal\n}\n")
    words = [str(path), "-n", "512", "--target", "sm_90"]
    assert made(words, capsys)["patterns"][0]["ring"] is None
    assert made([*words, "--ranks", "8"], capsys)["patterns"][0]["ring"]["transport"] == "local"
    assert run(["cost", *words, "--layout", "zigzag"]) == 2
    assert "has no ring" in capsys.readouterr().err


def test_a_rejected_file_is_a_finding(bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cost", str(bad), "-n", "12"]) == 1
    assert "windw" in capsys.readouterr().err
