"""Modules of made patterns, held against the float64 meaning."""

from __future__ import annotations

import ast
import builtins
import symtable
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from hostile_inputs import refuses_numbers_outside, with_excluded_pairs, with_unseen
from hypothesis import HealthCheck, assume, settings, target
from loading import load

from patternc.analysis.calls import Shape
from patternc.codegen.registry import Backend
from patternc.diagnostics import Rejected
from patternc.driver import Analysis, analyse, modules
from patternc.ir.mask import Alibi, Pattern, Sink
from patternc.ir.verify import verifying
from patternc.source import Source
from patternc.targets import target_named
from patternc.testing.compare import Errors, answer_of, compare, draw, with_selection
from patternc.testing.oracle import Answer, Inputs, oracle

MADE = settings(suppress_health_check=list(HealthCheck), deadline=None, derandomize=True)


def accepted(text: str) -> Analysis:
    """The analysis of a made file; files that contradict themselves are drawn again."""
    try:
        return analyse(Source("made.pat", text), {})
    except Rejected as rejected:
        codes = {finding.code for finding in rejected.diagnostics if finding.severity == "error"}
        assert codes == {"P019"}, f"{codes}\n{text}"
        assume(False)
        raise


def module_of(text: str, backend: Backend, folder: Path) -> ModuleType:
    chosen = target_named(backend.targets[0])
    assert chosen is not None
    (file,) = modules(analyse(Source("made.pat", text), {}, targets=()), backend, chosen, verifying())
    defined = Counter(
        node.name for node in ast.parse(file.text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    )
    twice = {name for name, count in defined.items() if count > 1 and name != "_"}
    assert not twice, f"defined twice: {twice}\n{text}"
    assert not unknown_names(file.text), f"defined nowhere: {unknown_names(file.text)}\n{text}"
    path = folder / file.name
    path.write_text(file.text)
    return load(path)


def unknown_names(text: str) -> set[str]:
    """The names that a module's functions read, and that neither the module nor Python defines."""
    top = symtable.symtable(text, "made.py", "exec")
    known = {one.get_name() for one in top.get_symbols() if one.is_assigned() or one.is_imported()} | {*dir(builtins)}
    read, tables = set[str](), [top]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        read |= {one.get_name() for one in table.get_symbols() if one.is_global() and one.is_referenced()}
    return read - known - {"__file__", "__name__"}


def hold(
    text: str, shape: Shape, backend: Backend, folder: Path, constants: tuple[tuple[str, object], ...] = ()
) -> None:
    (pattern,) = accepted(text).meanings
    module = module_of(text, backend, folder)
    for name, constant in constants:
        if hasattr(module, name):
            setattr(module, name, constant)
    drawn = with_heavy_sinks(pattern, shape, draw(shape, "float32", "cpu", shape.queries, pattern))
    inputs = with_selection(module, pattern, shape, with_excluded_pairs(pattern, shape, drawn))
    refuses_numbers_outside(module, pattern, shape, inputs)
    truth = oracle(pattern, shape, inputs)
    answer = answer_of(module, pattern, shape, with_unseen(pattern, shape, inputs, backend.name))
    errors = compare(answer, truth, shape, "float32", pattern)
    worst = worst_of(errors, answer, truth, pattern)
    target(min(worst, 1.0))
    assert worst < errors.tolerance, f"{errors}\n{text}"


def with_heavy_sinks(pattern: Pattern, shape: Shape, inputs: Inputs) -> Inputs:
    """The inputs with all sinks far above or below the keys in some calls: what they leave must keep its digits."""
    sinks = {score.input for score in pattern.scores if isinstance(score, Sink)}
    shift = (-20.0, 0.0, 10.0, 30.0)[shape.queries % 4]
    return replace(
        inputs, arguments={name: value + shift if name in sinks else value for name, value in inputs.arguments.items()}
    )


def worst_of(errors: Errors, answer: Answer, truth: Answer, pattern: Pattern) -> float:
    """The largest error of a tensor; of what cancels, against what it was before.

    Gradients of queries, keys and biases are sums of P (dP - delta), which is 0 by cancellation in a row that sees one
    key; dV sums P dO, of the same size, and does not cancel. A slope's are times the distance.
    """
    least = max(float(truth.dv.norm()), 1e-30)
    slopes = {score.input for score in pattern.scores if isinstance(score, Alibi)}
    sinks = {score.input for score in pattern.scores if isinstance(score, Sink)}
    cancelling = [(answer.dq, truth.dq, least), (answer.dk, truth.dk, least)]
    for name in truth.tables.keys() - sinks:
        before = max(least * (errors.shape.seq_len if name in slopes else 1), truth.summands[name])
        cancelling.append((answer.tables[name], truth.tables[name], before))
    differences = (
        float((found.double() - meant).norm() / max(meant.norm(), most)) for found, meant, most in cancelling
    )
    unequal = float("inf") if any(found.isnan().any() for found, *_ in cancelling) else 0.0
    return max(errors.out, errors.lse or 0.0, errors.dv, errors.sink or 0.0, unequal, *differences)
