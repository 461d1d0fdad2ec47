"""The documentation names files that exist, and the rooms of the package as they are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from conftest import ROOT, Goldens

from patternc.codegen.triton import TRITON
from patternc.driver import analyse
from patternc.driver import modules as modules_of
from patternc.source import Source
from patternc.targets import target_named
from patternc.transforms import PASSES

PACKAGE = ROOT / "patternc"
MAP = Path("docs") / "ARCHITECTURE.md"
BEGIN, END = "<!-- rooms: written by `pytest --update-goldens` from the docstrings -->", "<!-- end of rooms -->"
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder, pattern in (("docs", "**/*.md"), (".", "*.md"), ("patternc/explanations", "*.md"))
    for path in (ROOT / folder).glob(pattern)
)
FOLDERS = (
    "patternc",
    "templates",
    "grammar",
    "tests",
    "docs",
    "examples",
    "benchmarks",
    "generated",
    "editors",
    "changes",
)
IMAGINED = frozenset(
    {
        "patternc/frontend/primitives/recent.py",
        "patternc/codegen/dense.py",
        "templates/dense/kernel.py.j2",
        "patternc/transforms/drop_doubles.py",
        "patternc_runtime_torch.py",
        "patternc_runtime_triton.py",
    }
)
"""Files that the documentation tells how to write, or which older versions wrote."""


def first_sentence(module: Path) -> str:
    """Of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=\.)\s", docstring, maxsplit=1)[0].replace("\n", " ")


def modules(folder: Path) -> list[Path]:
    """The modules of a folder, without those of folders in it."""
    return [path for path in sorted(folder.glob("*.py")) if not path.stem.startswith("__")]


def table() -> str:
    """A row for each folder of the package, and one for each module that is in none."""
    rooms = sorted(path.parent for path in PACKAGE.glob("*/**/__init__.py"))
    rows = ["| room | | modules |", "|---|---|---|"]
    for room in rooms:
        names = ", ".join(path.stem for path in modules(room))
        rows.append(f"| `{room.relative_to(PACKAGE)}/` | {first_sentence(room / '__init__.py')} | {names} |")
    rows += ["", "| module | |", "|---|---|"]
    return "\n".join((*rows, *(f"| `{path.name}` | {first_sentence(path)} |" for path in modules(PACKAGE))))


def test_the_rooms_are_listed(golden: Goldens) -> None:
    before, _, rest = (ROOT / MAP).read_text(encoding="utf-8").partition(BEGIN)
    golden(MAP, f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}")


def test_the_arrows_of_the_pipeline_are_the_stages_of_the_driver() -> None:
    """`transforms` stands for the passes; what the analysis reports is no step on the way to files."""
    ran: list[str] = []

    def observe(stage: str, _made: object) -> None:
        ran.append("transforms" if stage in {one.name for one in PASSES} else stage)

    target = target_named("sm_90")
    assert target is not None
    modules_of(analyse(Source("p.pat", "pattern p { attend causal }"), {}, observe), TRITON, target, observe)
    text = (ROOT / MAP).read_text(encoding="utf-8")
    arrows = re.findall(r"--([a-z, ]+)-->", text[: text.index("| stage |")])
    drawn = [name for arrow in arrows for name in arrow.split(", ")]
    assert drawn == [stage for stage in dict.fromkeys(ran) if stage != "analysis"]


@pytest.fixture(scope="module")
def ends() -> frozenset[str]:
    """Every file and folder of the repository from some folder on, a folder with a `/` at its end."""
    found = [path for folder in FOLDERS for path in (ROOT / folder, *(ROOT / folder).rglob("*"))]
    paths = {path.relative_to(ROOT).as_posix() + ("/" if path.is_dir() else "") for path in found}
    return frozenset(path[start:] for path in paths for start in (0, *(i + 1 for i, c in enumerate(path) if c == "/")))


def test_paths_in_the_documentation_exist(ends: frozenset[str]) -> None:
    """What stands in backticks and ends in `.py`, `.j2`, `.lark` or `/`: whole, or from some folder on."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        named = set(re.findall(r"`([a-z0-9_./-]+(?:\.py|\.j2|\.lark|/))`", text)) - IMAGINED
        sources = {name.replace("patternc_runtime/", "runtime/") for name in named}  # of which a package is a copy
        assert not sorted(sources - ends), page


OLD = ("mask_ir", "kernel_ir", "module_ir", "codefmt", "patternc/backends", "patternc/passes", "patternc/audit")


@pytest.mark.parametrize("name", OLD)
def test_no_name_of_a_former_module_is_left(name: str) -> None:
    for page in PAGES:
        assert name not in (ROOT / page).read_text(encoding="utf-8"), page


def test_decisions_are_numbered_one_after_the_other() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    for number, page in enumerate(pages, 1):
        assert page.read_text(encoding="utf-8").startswith(f"# {number}. ")


def test_no_file_stands_at_the_top_that_nobody_wrote() -> None:
    """Pages, settings, and files without a suffix: what compilers leave belongs into `build/`."""
    files = [path for path in ROOT.iterdir() if path.is_file()]
    known = ("", ".cff", ".in", ".lock", ".md", ".toml", ".yaml", ".yml")
    assert [path.name for path in files if path.suffix not in known] == []
