"""What CI, shells and bug reports use: hooks, the action, watching, completion, `patternc doctor`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml
from conftest import BAD, GOOD, ROOT

from patternc.cli import COMMANDS, run

HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


def environment(**more: str) -> dict[str, str]:
    """An environment with the command `patternc`."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **more}


# ---- CI --------------------------------------------------------------------------------------------------------------
def test_hooks_are_commands() -> None:
    assert [hook["id"] for hook in HOOKS] == ["patternc-check", "patternc-fmt", "patternc-build"]
    for hook in HOOKS:
        program, command, *_ = hook["entry"].split()
        assert program == "patternc"
        assert command in dict(COMMANDS)
        assert hook["language"] == "python"


def test_the_page_uses_hooks_and_inputs_that_exist() -> None:
    page = (ROOT / "docs/how-to/ci.md").read_text(encoding="utf-8")
    hooks, workflow = (yaml.safe_load(block.partition("```")[0]) for block in page.split("```yaml\n")[1:])
    assert {one["id"] for one in hooks["repos"][0]["hooks"]} == {hook["id"] for hook in HOOKS}
    (own,) = (one for one in workflow["steps"] if "patternc@" in one["uses"])
    assert own["with"].keys() <= ACTION["inputs"].keys()


def step(name: str, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the action in a folder, with its inputs."""
    (found,) = (one for one in ACTION["runs"]["steps"] if one.get("name") == name)
    defaults = {key: one["default"] for key, one in ACTION["inputs"].items()}
    values = {**defaults, **inputs}
    given = {}
    for variable, expression in found.get("env", {}).items():
        given[variable] = values[expression.removeprefix("${{ inputs.").removesuffix(" }}")]
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", found["run"]]
    return subprocess.run(command, cwd=folder, env=environment(**given), capture_output=True, text=True, check=False)


@pytest.mark.long
def test_the_action_annotates_and_writes_sarif(tmp_path: Path) -> None:
    (tmp_path / "good.pat").write_text(GOOD)
    (tmp_path / "uneven.pat").write_text("pattern p {\n    attend segment(64, dilation=6)\n}\n")
    assert step("Check", tmp_path, files="good.pat uneven.pat").returncode == 0
    denied = step("Check", tmp_path, files=".", deny="warnings", sarif="out.sarif")
    assert denied.returncode == 1
    assert denied.stdout.startswith("::error file=uneven.pat,line=2,col=33")
    assert json.loads((tmp_path / "out.sarif").read_text())["runs"][0]["results"][0]["ruleId"] == "P012"
    assert step("Formatting", tmp_path, files="good.pat").returncode == 0
    nothing = step("Check", tmp_path)
    assert nothing.returncode == 2
    assert "name a FILE" in nothing.stderr


@pytest.mark.long
def test_the_action_reads_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "bad.pat").write_text(BAD)
    (tmp_path / "pyproject.toml").write_text('[tool.patternc]\nfiles = ["*.pat"]\noutput = "made"\n')
    found = step("Check", tmp_path)
    assert (found.returncode, found.stdout.count("::error")) == (1, 1)
    (tmp_path / "bad.pat").write_text(GOOD)
    assert step("Check", tmp_path).returncode == 0
    stale = step("Generated files", tmp_path)
    assert stale.returncode == 1
    assert "::error file=made/" in stale.stdout


# ---- what is not used costs nothing ----------------------------------------------------------------------------------
def test_a_check_imports_no_extra(good: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "patternc-user"\n')
    table = '[tool.patternc]\nfiles = ["*.pat"]\nbackends = ["torch", "cuda"]\nruntime = "vendored"\ntarget = "sm_80"\n'
    code = f"""import sys; from pathlib import Path; from patternc.cli import run
run(["check", {str(good)!r}]); print("MODULES", *sys.modules)
Path("pyproject.toml").write_text({table!r})
run(["check", {str(good)!r}]); print("MODULES", *sys.modules)"""
    (tmp_path / "one.pat").write_text(GOOD)
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded, configured = (set(line.split()) for line in done.stdout.splitlines() if line.startswith("MODULES"))
    assert "patternc.driver" in loaded
    assert "tomllib" in configured
    assert "jinja2" not in configured
    extras = {"tomllib", "watchfiles", "pygls", "pygments", "pytest", "torch", "jinja2", "click.shell_completion"}
    assert not loaded & {*extras, "patternc.sarif", "patternc.pictures", "patternc.editor"}


@pytest.mark.skipif(torch.accelerator.is_available(), reason="torch says what the devices are")
def test_what_a_machine_has_is_found_without_torch(tmp_path: Path) -> None:
    code = """import sys; from patternc.cli import run
print(run(["targets"]), run(["doctor"]), "MODULES", *sys.modules)"""
    given = environment(PYTHONPATH=str(ROOT))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=given, capture_output=True, text=True, check=True
    )
    (line,) = (line for line in done.stdout.splitlines() if " MODULES " in line)
    assert line.startswith("0 0 MODULES ")
    assert not {"torch", "triton"} & set(line.split())
    assert done.stdout.count("runs torch modules on the CPU") == 2


# ---- watching --------------------------------------------------------------------------------------------------------
def test_files_are_checked_again_when_they_change(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def changes(*folders: str, watch_filter: Any, **_: object) -> Any:
        assert folders == (str(good.parent),)
        assert watch_filter(None, "a.pat")
        assert not watch_filter(None, "a.py")
        yield set()
        good.write_text(BAD)
        yield {(1, str(good))}
        yield set()
        good.write_text(GOOD)
        yield {(1, str(good))}

    monkeypatch.setattr("watchfiles.watch", changes)
    assert run(["check", "--watch", str(good)]) == 0
    out, err = capsys.readouterr()
    assert out.count("two: no warnings") == 2
    assert err.count("error[P010]") == 1


def test_a_change_on_disk_is_seen(good: Path) -> None:
    """A whole session: it ends when the last line that is wanted has come."""
    command = [sys.executable, "-m", "patternc", "check", "--watch", str(good)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as session:
        assert session.stdout is not None
        try:
            for line in session.stdout:
                if line.endswith("no warnings\n"):
                    good.write_text(BAD)
                if line.startswith("error[P010]"):
                    break
            else:
                pytest.fail("the change was not seen")
        finally:
            session.terminate()


def test_watching_needs_its_package(
    good: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", "--watch", "-"]) == 2
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert run(["check", "--watch", str(good)]) == 2
    assert "--watch needs watchfiles: install patternc[watch]" in capsys.readouterr().err


# ---- completion ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("patternc new long", ["longformer", "longnet-official", "longnet"]),
        ("patternc build a.pat --target sm_9", ["sm_90"]),
        ("patternc build a.pat --backend torch,tri", ["torch,triton"]),
        ("patternc explain p01", [f"P01{i}" for i in range(10)]),
        ("patternc check --allow P00", [f"P00{i}" for i in range(1, 8)]),
        ("patternc cost a.pat --target gf", ["gfx942"]),
        ("patternc doc", ["doctor"]),
        ("patternc prec", ["precompile"]),
        ("patternc precompile a.pat --backend au", ["auto"]),
    ],
)
def test_shells_complete_names(words: str, found: list[str]) -> None:
    given = {"_PATTERNC_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    done = subprocess.run(["patternc"], env=environment(**given), capture_output=True, text=True, check=False)
    assert done.stdout.split() == [f"plain,{name}" for name in found]


# ---- doctor ----------------------------------------------------------------------------------------------------------
def test_doctor_says_what_is_here_and_not_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CXX", str(tmp_path / "bin" / "c++-99"))
    assert run(["doctor"]) == 0
    text = capsys.readouterr().out
    assert str(tmp_path) not in text
    for line in (
        "~/cache: does not exist yet",
        "~/bin/c++-99 is not found",
        "PATTERNC_CACHE=~/cache",
        "no [tool.patternc]",
    ):
        assert line in text
    (tmp_path / "cache").mkdir(mode=0o777)
    (tmp_path / "cache").chmod(0o777)
    (tmp_path / "pyproject.toml").write_text("[tool.patternc]\nfile = 3\n")
    assert run(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["cache"][0].startswith("~/cache: can't be used")
    assert found["configuration"] == ["pyproject.toml has 1 mistakes: run patternc check"]
    assert any(line.startswith("torch ") for line in found["packages"])
    if not torch.cuda.is_available():
        assert sum("CUDA modules in the emulator only" in line for line in found["machine"]) == 1
