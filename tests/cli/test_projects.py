"""Folders that are no part of a project, and projects inside others: which files commands take, and by which table."""

from __future__ import annotations

import codecs
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from patternc import config
from patternc.cli import run
from patternc.diagnostics import Rejected
from patternc.pattern_paths import files_below, files_of

UGLY = "pattern p(left=3) {attend window(left, 0)}\n"
UNEVEN = "pattern uneven(dilation=6) {\n    attend segment(64, dilation=dilation)\n}\n"
OTHERS = (
    ".git/hooks",
    ".venv/lib",
    ".tox/py",
    "node_modules/a",
    "env/lib/site-packages/patternc/presets",
    "conda/share",
    "build/lib",
    "dist",
    "__pypackages__/3.11",
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two patterns of its own, and one in each folder that holds the files of others."""
    for folder in ("", "a/deep", *OTHERS):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / "p.pat").write_text(UGLY)
    (tmp_path / "env" / "pyvenv.cfg").touch()
    (tmp_path / "conda" / "conda-meta").mkdir()
    (tmp_path / "pyproject.toml").write_text('[tool.patternc]\nfiles = ["**/*.pat"]\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


# ---- folders that are left out ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("words", [(), (".",)], ids=["by a glob", "by a folder"])
def test_folders_of_others_are_left_out(
    words: tuple[str, ...], project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", *words]) == 0
    assert sorted(capsys.readouterr().out.splitlines()) == ["a/deep/p.pat: p: no warnings", "p.pat: p: no warnings"]
    assert run(["fmt", *words]) == 0
    kept = [folder for folder in OTHERS if (project / folder / "p.pat").read_text() == UGLY]
    assert kept == [*OTHERS]
    assert (project / "a" / "deep" / "p.pat").read_text() != UGLY


@pytest.mark.parametrize("folder", OTHERS)
def test_a_file_or_a_folder_that_is_named_is_taken(
    folder: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for named in (f"{folder}/p.pat", folder):
        assert run(["check", named]) == 0
        assert capsys.readouterr().out == f"{folder}/p.pat: p: no warnings\n"
    made({"pyproject.toml": f'[tool.patternc]\nfiles = ["{folder}/*.pat"]\n'}, project)
    assert run(["check"]) == 0
    assert capsys.readouterr().out == f"{folder}/p.pat: p: no warnings\n"


def test_parameters_by_a_glob_apply_to_a_file_that_is_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made({"pyproject.toml": '[tool.patternc.parameters."**/*.pat"]\nleft = 1\n'}, project)
    for path in (".venv/lib/p.pat", "a/deep/p.pat"):
        assert run(["explain", path, "--query", "0,5", "-n", "9"]) == 0
        assert "4..5" in capsys.readouterr().out, path


def test_where_only_folders_of_others_have_files(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "empty" / ".hidden").mkdir(parents=True)
    (project / "empty" / ".hidden" / "p.pat").write_text(UGLY)
    assert run(["check", "empty"]) == 2
    assert "hidden folders and those of packages, environments and builds are left out" in capsys.readouterr().err
    made({"pyproject.toml": '[tool.patternc]\nfiles = ["empty/**/*.pat"]\n'}, project)
    assert run(["check"]) == 2
    assert "wildcards leave out hidden folders and those of packages" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("glob", "found"),
    [
        ("*.pat", ["p.pat"]),
        ("**/*.pat", ["a/deep/p.pat", "p.pat"]),
        ("**/**/*.pat", ["a/deep/p.pat", "p.pat"]),
        ("**/deep/*.pat", ["a/deep/p.pat"]),
        ("a/**", []),
        ("?/d*/p.pa[t]", ["a/deep/p.pat"]),
        ("a/../p.pat", ["a/../p.pat"]),
        ("*/lib/p.pat", []),
        ("*/.venv/lib/p.pat", []),
        (".venv/**/*.pat", [".venv/lib/p.pat"]),
        ("**/.venv/lib/*.pat", [".venv/lib/p.pat"]),
        ("p.pat/*", []),
        ("none/*.pat", []),
        ("", []),
    ],
)
def test_what_globs_match(glob: str, found: list[str], project: Path) -> None:
    (project / "a" / "loop").symlink_to(project)
    assert [path.relative_to(project).as_posix() for path in files_of(glob, project)] == found
    assert [*files_of(str(project / "*.pat"), project)] == [project / "p.pat"]


def test_a_folder_has_its_files_before_those_of_folders_in_it(project: Path) -> None:
    assert [path.relative_to(project).as_posix() for path in files_below(project)] == ["p.pat", "a/deep/p.pat"]


# ---- projects inside others ------------------------------------------------------------------------------------------
NESTED = {
    "pyproject.toml": '[tool.patternc]\nfiles = ["**/*.pat"]\noutput = "made"\nbackends = ["triton"]\ndeny = ["P012"]\n'
    '[tool.patternc.parameters."**/near.pat"]\nleft = 7\n',
    "near.pat": "pattern near(left=3) {\n    attend window(left, 0)\n}\n",
    "inner/pyproject.toml": '[tool.patternc]\nfiles = ["pats/*.pat"]\noutput = "out"\nbackends = ["torch"]\n'
    '[tool.patternc.parameters."pats/uneven.pat"]\ndilation = 5\n',
    "inner/pats/uneven.pat": UNEVEN,
    "inner/pats/near.pat": "pattern near(left=3) {\n    attend window(left, 0)\n}\n",
    "inner/drafts/draft.pat": "pattern draft {\n    attend windw(3)\n}\n",
}


@pytest.fixture
def nested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with another in its folder `inner`."""
    made(NESTED, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_is_checked_by_the_nearest_table(nested: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The outer table denies P012, and the inner one sets another parameter; its drafts are not among its files."""
    kinds = {"inner/pats/near": "no warnings", "inner/pats/uneven": "1 warning", "near": "no warnings"}
    listed = "".join(f"{name}.pat: {Path(name).name}: {kind}\n" for name, kind in kinds.items())
    assert run(["check"]) == 0
    out, err = capsys.readouterr()
    assert out == listed
    assert "warning[P012]" in err
    assert "dilation 5" in err
    assert run(["check", *(line.partition(":")[0] for line in listed.splitlines())]) == 0  # as pre-commit does
    assert capsys.readouterr().out == listed
    assert run(["check", "inner/pats/uneven.pat", "--deny", "P012", "--format", "json"]) == 1
    assert [one["code"] for one in json.loads(capsys.readouterr().out)] == ["P012"]
    (nested / "inner" / "pyproject.toml").unlink()
    (nested / "inner" / "drafts" / "draft.pat").unlink()
    assert run(["check"]) == 1
    assert "error[P012]" in capsys.readouterr().err


def test_a_file_is_built_by_the_nearest_table(nested: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build"]) == 0
    names = {folder: {path.name for path in (nested / folder).glob("*.py")} for folder in ("made", "inner/out")}
    stems = ("near", "uneven")
    assert names["made"] == {"near_triton.py", "near_reference.py"}
    assert names["inner/out"] == {f"{stem}_{kind}.py" for stem in stems for kind in ("torch", "reference")}
    assert "-D left=7" in (nested / "made" / "near_triton.py").read_text()
    assert "-D" not in (nested / "inner" / "out" / "near_torch.py").read_text().splitlines()[1]
    assert "-D dilation=5" in (nested / "inner" / "out" / "uneven_torch.py").read_text()
    before = {path: path.read_text() for path in (nested / "inner" / "out").rglob("*.py")}
    assert run(["build", "--check"]) == 0
    (nested / "inner" / "pats" / "near.pat").unlink()
    capsys.readouterr()
    assert run(["build", "--check"]) == 1
    assert "inner/out/near_torch.py no longer has a pattern: there is no near.pat" in capsys.readouterr().err
    made(NESTED, nested)
    assert run(["build", "inner/pats/near.pat", "--check"]) == 0
    assert "P038" not in capsys.readouterr().err  # as not all files of the project are built
    assert before == {path: path.read_text() for path in (nested / "inner" / "out").rglob("*.py")}


def test_an_orphan_beside_a_project_inside(nested: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The outer table lists files of the inner project too."""
    made({"old.pat": "pattern old {\n    attend causal\n}\n"}, nested)
    assert run(["build"]) == 0
    (nested / "old.pat").unlink()
    capsys.readouterr()
    assert run(["build", "--check"]) == 1
    assert "made/old_triton.py no longer has a pattern: there is no old.pat" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("near.pat", "inner"), ("inner/pats/near.pat", "inner/drafts")])
def test_what_a_command_does_not_build_is_no_orphan(
    words: tuple[str, ...], nested: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that is given has not all files of another project, nor of its own project outside of it."""
    table = '[tool.patternc]\noutput = "{}"\n'
    made({"pyproject.toml": table.format("made"), "inner/pyproject.toml": table.format("out")}, nested)
    made({one: NESTED["near.pat"].replace("near", "old") for one in ("old.pat", "inner/drafts/draft.pat")}, nested)
    assert run(["build", "."]) == 0
    capsys.readouterr()
    assert run(["build", "--check", *words]) == 0
    assert "P038" not in capsys.readouterr().err


def test_projects_that_build_into_one_folder(nested: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = NESTED["inner/pyproject.toml"].replace('"out"', '"../made"')
    made({"inner/pyproject.toml": text}, nested)
    assert run(["build"]) == 2
    said = capsys.readouterr().err
    assert "two patterns would both be written to near_reference.py: " in said
    (nested / "inner" / "pats" / "near.pat").unlink()
    assert run(["build"]) == 0
    assert {path.name for path in (nested / "made").glob("*.py")} == {
        "near_triton.py",
        "near_reference.py",
        "uneven_torch.py",
        "uneven_reference.py",
    }
    assert run(["build", "--check"]) == 0


def test_no_file_is_written_if_one_of_another_folder_would_be_replaced(
    nested: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made({"inner/other.pat": NESTED["near.pat"]}, nested)
    assert run(["build", "inner/other.pat", "-o", "inner/out", "--backend", "torch"]) == 0
    capsys.readouterr()
    assert run(["build"]) == 2
    assert "was generated from other.pat" in capsys.readouterr().err
    assert not (nested / "made").exists()


@pytest.mark.long
def test_a_file_is_verified_by_the_nearest_table(nested: Path, capfd: pytest.CaptureFixture[str]) -> None:
    made({"pyproject.toml": NESTED["pyproject.toml"].replace("triton", "cpp")}, nested)
    words = ["verify", "near.pat", "inner/pats/near.pat", "--dtype", "float32", "-n", "40"]
    assert run(words) == 0
    backends = [line.split()[1] for line in capfd.readouterr().out.splitlines()[1:]]
    assert backends == ["cpp", "torch"]


def test_mistakes_of_an_inner_table_are_reported(nested: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made({"inner/pyproject.toml": '[tool.patternc]\nfile = ["pats/*.pat"]\n'}, nested)
    for words in ((), ("inner/pats/near.pat",)):
        assert run(["check", *words]) == 2
        said = capsys.readouterr().err
        assert "error[P052]: `file` is not a key" in said
        assert "inner/pyproject.toml:2:1" in said


def test_an_outer_project_may_share_files_with_one_beside_it(nested: Path) -> None:
    """A table that lists files outside of its folder has them, although they are in another project."""
    made({"beside/pyproject.toml": '[tool.patternc]\nfiles = ["../inner/pats/*.pat"]\n'}, nested)
    found = config.find(nested / "beside")
    assert found is not None
    assert found.paths() == ("inner/pats/near.pat", "inner/pats/uneven.pat")


# ---- byte order marks ------------------------------------------------------------------------------------------------
def test_a_table_after_a_byte_order_mark_is_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = project / "pyproject.toml"
    path.write_bytes(codecs.BOM_UTF8 + path.read_bytes())
    assert run(["check"]) == 0
    assert "p.pat: p: no warnings" in capsys.readouterr().out
    path.write_bytes(codecs.BOM_UTF8 + b'[tool.patternc]\nfile = ["*.pat"]\n')
    with pytest.raises(Rejected, match=r"pyproject.toml:2:1\n"):
        config.find(project)
