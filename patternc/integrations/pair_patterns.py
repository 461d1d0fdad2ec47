"""Patterns that are one function of pairs: their files, the inputs that their masks read, and the mask of each head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import Any, TypeAlias

from torch import Tensor

from patternc.analysis.calls import accepts, least_heads, longest, most_heads
from patternc.api import overrides_of
from patternc.counting.head_of_call import HeadOfCall
from patternc.integrations.pattern_files import Path, PatternFile, pattern_file
from patternc.ir import semantics
from patternc.ir.inputs import input_facts
from patternc.ir.interface import interface
from patternc.ir.mask import Mask, Side
from patternc.ir.traversal import topk_of

Inputs: TypeAlias = Mapping[str, Tensor | tuple[Tensor, Tensor]]
"""Runtime inputs: offsets [D + 1] or [B, D + 1], lengths [B], a number for each position [n] or [B, n].

Those that masks read of queries and of keys may be a pair (of_queries, of_keys).
"""


def file_of_pairs(
    path: Path, parameters: Mapping[str, object], n: int, heads: int, reader: str = "a mask_mod"
) -> PatternFile:
    """The file, if its pattern is one function of pairs, which `reader` is made from, and takes such calls.

    Raises:
        Rejected: the file has errors.
        NotImplementedError: one function of pairs can't say what the pattern means.
        ValueError: the pattern takes no such length or heads.
    """
    file = pattern_file(path, overrides_of(parameters))
    if topk_of(file.meaning) is not None:
        raise NotImplementedError(f"{file.path}: `topk` selects blocks by their content, which {reader} does not have")
    listed = next((one.name for one in file.meaning.inputs if input_facts(one.kind).listed), None)
    if listed is not None:
        raise NotImplementedError(
            f"{file.path}: `selected(@{listed})` lists keys for each query, which {reader} would look up for every "
            "pair: build a module, or write a block mask of your own"
        )
    if any(len(group.branches) > 1 or group.branches[0].multiplicity > 1 for group in file.meaning.groups):
        raise NotImplementedError(
            f"{file.path}: a head has several branches, in which keys may count several times, and {reader} counts "
            "each once: write one branch, with `|` between the masks"
        )
    _refuse_call(file, n, heads)
    return file


def _refuse_call(file: PatternFile, n: int, heads: int) -> None:
    """Refuse lengths and numbers of heads that the pattern's modules refuse."""
    pattern, most = file.meaning, most_heads(file.meaning)
    if pattern.grid and prod(pattern.grid) != n:
        raise ValueError(f"n: {n}, must be {prod(pattern.grid)}, the cells of the grid of {file.path}")
    covered = longest(pattern)
    if covered is not None and n > covered:
        raise ValueError(f"n: {n}, must be at most {covered}, which the tables of {file.path} cover")
    if heads < least_heads(pattern) or (most is not None and heads > most):
        said = f"{least_heads(pattern)} to {most}" if most is not None else f"at least {least_heads(pattern)}"
        raise ValueError(f"heads: {heads}, must be {said}, as the branches of {file.path} are of these heads")
    for one in pattern.requirements:
        if "head_dim" not in one.names and not accepts(replace(pattern, requirements=(one,)), n, heads, 0):
            raise ValueError(f"n: {n}, with {heads} heads: {file.path} requires {one.text}")


def given_inputs(file: PatternFile, inputs: Inputs | None) -> dict[str, list[Any]]:
    """The inputs that masks read, for each batch entry, or for all."""
    found: dict[str, list[Any]] = {}
    for one in interface(file.analysis.meanings[0]).entries:
        if inputs is None or one.keyword not in inputs:
            raise ValueError(f"inputs: {file.path} has the input `{one.keyword}`, which is missing")
        given = inputs[one.keyword]
        value = given[one.side is Side.KEY] if isinstance(given, tuple) else given
        found[one.name] = (value if value.dim() == len(one.extents) else value[None]).tolist()
    return found


def masks_of_heads(
    file: PatternFile, n: int, heads: int, given: Mapping[str, list[Any]]
) -> list[list[tuple[Mask, HeadOfCall]]]:
    """The mask of each head of each batch entry: of one head where all are alike, and of one entry without inputs."""
    pattern, found = file.meaning, []
    for entry in range(max((len(one) for one in given.values()), default=1)):
        inputs = {name: one[entry if len(one) > 1 else 0] for name, one in given.items()}
        calls = (HeadOfCall(head, heads, n, inputs) for head in range(heads if file.reads_heads else 1))
        found.append([(semantics.group_of(pattern, one.head, heads).branches[0].mask, one) for one in calls])
    return found
