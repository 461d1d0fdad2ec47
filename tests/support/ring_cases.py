"""Cases for the proof of a ring: a pattern with a ring, built, with run-time inputs."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import HealthCheck, settings
from loading import load
from ring_proof import Case

from patternc.analysis.calls import Shape, fitting_length, shapes
from patternc.api import backend_named
from patternc.driver import analyse, modules
from patternc.ir.interface import interface
from patternc.ir.traversal import topk_of
from patternc.source import Source
from patternc.targets import TARGETS
from patternc.testing.compare import draw, with_selection
from patternc.testing.random_inputs import draw_inputs

MADE = settings(suppress_health_check=list(HealthCheck), deadline=None, derandomize=True)


def with_ring(text: str, ring: str = "") -> str:
    """A text whose only pattern has a ring: unless one is given, with every layout that it can have."""
    ring = ring or ("ring(ranks=2, layout=balanced)" if "document(" in text else "ring(ranks=2)")
    found, count = re.subn(r"(?m)^(pattern [^{]*\{)$", rf"\1\n    {ring}", text)
    assert count == 1, text
    return text if "ring(" in text else found


def case_of(source: Source, overrides: dict[str, str], n: int, folder: Path, whole: Shape | None = None) -> Case:
    """The case of a pattern with a ring for about n positions, two batch entries and heads that share keys."""
    analysis = analyse(source, overrides, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    (file,) = modules(analysis, backend_named("torch"), TARGETS[0])
    (folder / file.name).write_text(file.text)
    if whole is None:
        some = shapes(meaning, n)[0]
        n = fitting_length(meaning, n, some.heads, some.dims.key)
        whole = Shape("whole", 2, some.heads, some.kv_heads, some.dims, n, n, 0, 0, n)
    module = load(folder / file.name)
    drawn = draw_inputs(meaning, whole, "cpu", 7)
    if topk_of(meaning) is not None:
        drawn = with_selection(module, meaning, whole, draw(whole, "float32", "cpu", 7, meaning)).arguments
    masks = {one.keyword: drawn[one.keyword] for one in interface(meaning).entries}
    return Case(module, meaning, normal, whole, masks)  # type: ignore[arg-type]
