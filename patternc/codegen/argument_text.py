"""An argument of the call interface as text: all that its kind decides."""

from __future__ import annotations

from typing import assert_never

from patternc.codegen.filters import fitted
from patternc.ir.inputs import Axis, input_facts
from patternc.ir.interface import Argument
from patternc.ir.mask import InputKind

_DEFAULTS = {InputKind.SELECTION: " | None = None", InputKind.DROPOUT: " = 0.0", InputKind.SEED: " = 0"}


def taken(argument: Argument) -> str:
    """The annotation of an argument in functions for callers; a seed may also be an int there."""
    return "int | Tensor" if argument.kind is InputKind.SEED else argument.annotation


def parameter(argument: Argument) -> str:
    """The keyword of `attention`."""
    return f"{argument.name}: {taken(argument)}{_DEFAULTS.get(argument.kind, '')}"


def checked_parameter(argument: Argument) -> str:
    """The parameter of functions that check tensors; a selection may be left out."""
    return f"{argument.own}: {argument.annotation}{' | None' if _may_lack(argument) else ''}"


def _may_lack(argument: Argument) -> bool:
    return _DEFAULTS.get(argument.kind, "").endswith("None")


def words(argument: Argument) -> str:
    """The lines of a docstring that describe it."""
    return "".join(f"        {line}\n" for line in _words(argument).splitlines())


def _words(argument: Argument) -> str:
    shape = f"[{', '.join(extents(argument, 'H'))}]"
    match argument.kind:
        case InputKind.OFFSETS:
            unit = f"in blocks of {argument.block}: " if argument.block > 1 else ""
            return (
                f"{argument.name}: where each document begins, and where the last ends{',' if unit else ':'}\n"
                f"    {unit}0 first, never falling; [D + 1] or [B, D + 1], int32 or int64 (`cu_seqlens` of packs)."
            )
        case InputKind.LENGTHS:
            return f"{argument.name}: {shape}, int32 or int64, 0 to `{blocks(argument, 'seq_len', 'ceil({} / {})')}`."
        case InputKind.TABLE:
            return f"{argument.name}: {shape}, float32, float16 or bfloat16; gradients reach it."
        case InputKind.SELECTION:
            return (
                f"{argument.name}: blocks {shape}, int32 or int64, -1 for none; the first row is that of\n"
                "    `q_offset`. What the function `selection` gives, when None."
            )
        case InputKind.DROPOUT:
            return f"{argument.name}: the share of weights to drop; those that stay are scaled up by 1 / (1 - dropout)."
        case InputKind.SEED:
            drawn = "an int or an int64 tensor [] on the CPU, as `torch.randint` draws them"
            return (
                f"{argument.name}: 0 to 2**31 - 1, {drawn}; which weights\n"
                "    are dropped depends on it and their places alone."
            )
        case InputKind.HEADS:
            return ""
        case _:
            assert_never(argument.kind)


def blocks(argument: Argument, positions: str, divided: str = "-(-{} // {})") -> str:
    """The number of an argument's blocks in some positions, for arguments that count in blocks."""
    return positions if argument.block == 1 else divided.format(positions, argument.block)


def extents(argument: Argument, heads: str, batch: str = "B", rows: str = "ceil(Nq / {})") -> tuple[str, ...]:
    """The extents of a tensor, from those of a call. `rows`: the blocks of queries, of a block that stands for `{}`."""
    texts = {Axis.BATCH: batch, Axis.HEADS: heads, Axis.ROWS: rows.format(argument.block)}
    return tuple(str(extent) if isinstance(extent, int) else texts[extent] for extent in argument.extents)


def shape_check(argument: Argument, given: str) -> str:
    """The statements that raise on a tensor of a wrong type, device or shape, which is called `given`."""
    match argument.kind:
        case InputKind.OFFSETS:
            return f'    _check_documents("{argument.name}", {given}, query)\n'
        case InputKind.SELECTION:
            return (
                f"    if {given} is not None:\n"
                f"        shape = *query.shape[:2], -(-query.shape[2] // {argument.block}), {argument.shape[0]}\n"
                f'        _check_tensor("selection", {given}, query, _INTEGERS, *shape)\n'
            )
        case InputKind.LENGTHS | InputKind.TABLE:
            sizes = extents(argument, "query.shape[1]", "query.shape[0]", "-(-query.shape[2] // {})")
            dtypes = "_INTEGERS" if argument.bounded else "_DTYPES"
            items = "".join(f"        {item},\n" for item in (f'"{argument.name}"', given, "query", dtypes, *sizes))
            return fitted(f"    _check_tensor(\n{items}    )\n")
        case InputKind.DROPOUT | InputKind.SEED | InputKind.HEADS:
            raise ValueError(f"one: {argument.name} is no tensor that mask or score reads")
        case _:
            assert_never(argument.kind)


def call_check(argument: Argument, numbers: str) -> str:
    """The statement that checks an argument with the others of a call, whose `numbers` are the scale and positions."""
    if argument.kind is InputKind.SELECTION:
        return f"    _check_blocks(query, key, *{numbers}[1:4], {argument.block})\n"
    return "    dropout, seed = _check_dropout(dropout, seed)\n" if argument.kind is InputKind.DROPOUT else ""


def value_check(argument: Argument, wait: str, length: str = "seq_len") -> str:
    """The statement that raises on numbers that don't fit the sequence; `wait`: whether the host waits for a GPU."""
    count = blocks(argument, length)
    if argument.kind is InputKind.OFFSETS:
        return f'    _check_offsets("{argument.name}", {argument.own}, {count}, {wait})\n'
    least = input_facts(argument.kind).least
    check = (
        f'_check_range("{argument.name}", {argument.own}, {least}, {count}{f" - {-least}" if least else ""}, {wait})'
    )
    return f"    if {argument.own} is not None:\n        {check}\n" if _may_lack(argument) else f"    {check}\n"


def prepared(argument: Argument) -> str:
    """The expression by which a call turns an operand into what operators take: int32 positions, float32 tables."""
    match argument.kind:
        case InputKind.OFFSETS:
            return f"_document_ends({argument.own}, seq_len, {argument.block})"
        case InputKind.TABLE:
            return f"{argument.own}.float().contiguous()"
        case InputKind.DROPOUT | InputKind.SEED | InputKind.HEADS:
            return argument.own
        case InputKind.LENGTHS | InputKind.SELECTION:
            return f"{argument.own}.int().contiguous()"
        case _:
            assert_never(argument.kind)


def fact(argument: Argument) -> str:
    """The expression of an argument that ranks of a ring compare, so that they refuse calls in which theirs differ."""
    return (
        f"said({argument.own})"
        if argument.tensor
        else "_read_seed(seed)"
        if argument.kind is InputKind.SEED
        else argument.own
    )


def of_entry(argument: Argument, entry: str) -> str:
    """The text of an operand for one batch entry."""
    if argument.kind is InputKind.OFFSETS:
        return f"{argument.own}[{entry}] if {argument.own}.dim() == 2 else {argument.own}"
    return f"{argument.own}[{entry}]" if argument.masks else argument.own


def entry_shape(argument: Argument) -> tuple[str, ...]:
    """The shape that the input of one batch entry must have, in words, and its extents; None: any above 0."""
    if argument.kind is InputKind.OFFSETS:
        return ('"[D + 1] for D documents"', "None")
    shape, sizes = (extents(argument, "heads", rows=rows)[1:] for rows in ("ceil(n / {})", "-(-n // {})"))
    return (f'"[{", ".join(shape)}]"' if shape else '"()"', *sizes)


TEXTS = (
    ("taken", taken),
    ("parameter", parameter),
    ("checked_parameter", checked_parameter),
    ("words", words),
    ("shape_check", shape_check),
    ("call_check", call_check),
    ("value_check", value_check),
    ("prepared", prepared),
    ("fact", fact),
    ("of_entry", of_entry),
    ("entry_shape", entry_shape),
    ("extents", extents),
    ("blocks", blocks),
)
"""Filters of all templates."""
