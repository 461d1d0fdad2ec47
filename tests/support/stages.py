"""A pattern's text after the stages of the compiler."""

from __future__ import annotations

from patternc.codegen.tiles import legalize
from patternc.codegen.triton import TRITON
from patternc.driver import analyse, quoting
from patternc.frontend.check import check
from patternc.frontend.lower import lower
from patternc.frontend.parser import parse
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Pattern
from patternc.ir.tile import Tiles
from patternc.schedule import schedule
from patternc.source import Source
from patternc.targets import target_named
from patternc.transforms import PASSES


def lowered(text: str, **overrides: str) -> Pattern:
    """The pattern that a text holds."""
    source = Source("p.pat", text)
    (pattern,) = lower(check(parse(source), source, overrides))
    return pattern


def normal_of(pattern: Pattern) -> Pattern:
    """The normal form of a pattern."""
    for stage in PASSES:
        pattern = stage.run(pattern)
    return pattern


def kernel_of(body: str) -> tuple[Source, Kernel]:
    """The source of a pattern with a body, and its kernel for an H100."""
    return _kernel_of(Source("made.pat", f"pattern made {{ {body} }}"))


def tiles_of(source: Source) -> Tiles:
    """The tile IR of a source for an H100."""
    quoted, kernel = _kernel_of(source)
    return legalize(kernel, quoted)


def _kernel_of(source: Source) -> tuple[Source, Kernel]:
    target = target_named("sm_90")
    assert target is not None
    analysis = analyse(source, {}, targets=())
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    kernel = schedule(meaning, normal, target, TRITON.lowerings, TRITON.columns)
    return quoting(source, meaning), kernel


def made(body: str) -> Tiles:
    """The tile IR of a pattern with a body, for an H100."""
    return tiles_of(Source("made.pat", f"pattern made {{ {body} }}"))
