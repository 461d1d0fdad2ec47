"""The subject of a page of `patternc show --html`: the call, and all counts of the pattern for it."""

from __future__ import annotations

from collections.abc import Mapping

import click

from patternc.analysis.calls import usual_head_dim
from patternc.cli import inputs
from patternc.cli.calls import number_of_heads, refuse_call
from patternc.cli.ring_options import AskedRing, setting_of
from patternc.cost.device_time import Call
from patternc.cost.estimates import estimate
from patternc.cost.sample_inputs import described
from patternc.driver import Analysis, quoting
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.pictures.page_data import Subject
from patternc.pictures.resolved_pattern import branch_texts
from patternc.targets import TARGETS


def subject_of(
    analysis: Analysis, place: int, n: int, head: int, heads: int | None, given: Mapping[str, str]
) -> Subject:
    """A pattern with everything that its page shows.

    Args:
        analysis: the analysed file.
        place: the index of the pattern in the file.
        n: the length of the call.
        head: the head that is shown first.
        heads: the number of heads; None: that of the module around the pattern, or the usual number.
        given: values of runtime inputs from options.
    """
    meaning, normal = analysis.meanings[place], analysis.normals[place]
    longest = 1 << 20  # the longest sequence for which a page can be made
    if n > longest:
        raise click.BadParameter(f"{n}: a page has at most {longest} positions", param_hint="-n")
    call = _call(meaning, n, head, heads)
    refuse_call(meaning, call)
    values = inputs.inputs_of(meaning, given, n, call.heads)
    others = inputs.inputs_at(meaning, given, call.heads)
    source = quoting(analysis.source, meaning)
    assumed = tuple(inputs.assumed(meaning, values, given))
    return Subject(
        analysis=analysis,
        place=place,
        head=head,
        call=call,
        inputs=values,
        statements=branch_texts(analysis.source, analysis.overrides)[place],
        described=tuple(described(meaning, values)),
        estimate=estimate((meaning, normal), source, call, values, others, TARGETS, assumed),
        ring=None if meaning.ring is None else setting_of(meaning, normal, AskedRing(), call, given),
    )


def _call(meaning: Pattern, n: int, head: int, heads: int | None) -> Call:
    module = meaning.modules[0] if meaning.modules and heads is None else None
    if module is None or module.heads <= head:
        total = number_of_heads(meaning, head, heads, "--head")
        return Call(n, total, total, HeadDims.equal(usual_head_dim(meaning, n, total)))
    return Call.of_module(module, n)
