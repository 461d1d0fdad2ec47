"""Lines of a generated file about its inputs: the checks of what callers give, and what masks and kernels get of it."""

from __future__ import annotations

from typing import assert_never

from patternc.codegen.python_text import LINE_LENGTH
from patternc.codegen.runtime_inputs import InputText, InputType, entry_texts, given_texts, input_texts
from patternc.ir.mask import Pattern

_INTEGERS, _FLOATS = "torch.int32, torch.int64", "torch.float32, torch.float16, torch.bfloat16"


def input_checks(pattern: Pattern) -> tuple[str, ...]:
    """Lines that raise on inputs of a wrong type, device or shape."""
    lines: list[str] = []
    for given in given_texts(pattern):
        lines += shape_checks(given)
    return tuple(lines)


def shape_checks(given: InputText) -> tuple[str, ...]:
    """Those of one input."""
    name = given.name
    match given.kind:
        case InputType.OFFSETS:
            wanted = "must be [D + 1] or [{query.shape[0]}, D + 1] for D documents"
            return (
                f'_check_tensor("{name}", {name}, query, {_INTEGERS})',
                f"batches = tuple({name}.shape[:-1])",
                f"if {name}.dim() == 0 or {name}.shape[-1] == 0 or batches not in ((), (query.shape[0],)):",
                f'    shape = f"{name} has shape {{tuple({name}.shape)}}"',
                f'    raise ValueError(f"{{shape}}, {wanted}")',
            )
        case InputType.LENGTHS:
            return (
                f'_check_tensor("{name}", {name}, query, {_INTEGERS})',
                f'_check_shape("{name}", {name}, query.shape[0])',
            )
        case InputType.TABLE:
            shape = ", ".join("query.shape[1]" if extent is None else str(extent) for extent in given.shape)
            return (
                f'_check_tensor("{name}", {name}, query, {_FLOATS})',
                f'_check_shape("{name}", {name}, {shape})',
            )
        case InputType.SELECTION:
            return _selection_checks(given)
        case InputType.DROPOUT | InputType.SEED | InputType.HEADS:
            return ()  # `_check` and `_check_dropout` take them
        case _:
            assert_never(given.kind)


def _selection_checks(given: InputText) -> tuple[str, ...]:
    (count,) = given.shape
    return (
        "_check_blocks(query, key, q_offset, k_offset, seq_len)",
        "if selection is not None:",
        f'    _check_tensor("selection", selection, query, {_INTEGERS})',
        f'    _check_shape("selection", selection, *query.shape[:2], -(-query.shape[2] // {given.block}), {count})',
    )


def value_checks(pattern: Pattern) -> tuple[str, ...]:
    """Lines that raise on numbers that do not fit the sequence."""
    return tuple(line for given in input_texts(pattern) for line in range_checks(given))


def range_checks(given: InputText) -> tuple[str, ...]:
    """Those of one input."""
    blocks = "seq_len" if given.block == 1 else f"-(-seq_len // {given.block})"
    match given.kind:
        case InputType.OFFSETS:
            return (f'_check_offsets("{given.name}", {given.name}, {blocks})',)
        case InputType.LENGTHS:
            return (f'_check_range("{given.name}", {given.name}, 0, {blocks})',)
        case InputType.SELECTION:
            return (f'_check_range("{given.name}", {given.name}, -1, {blocks} - 1)',)
        case InputType.TABLE | InputType.DROPOUT | InputType.SEED | InputType.HEADS:
            return ()
        case _:
            assert_never(given.kind)


def valued(pattern: Pattern) -> tuple[str, ...]:
    """The inputs whose numbers are checked."""
    kinds = (InputType.OFFSETS, InputType.LENGTHS, InputType.SELECTION)
    return tuple(given.name for given in input_texts(pattern) if given.kind in kinds)


def prepared(given: InputText) -> str:
    """What kernels get of an argument of the operator."""
    match given.kind:
        case InputType.OFFSETS:
            return f"_document_ends({given.name}, seq_len, {given.block})"
        case InputType.LENGTHS | InputType.SELECTION:
            return f"{given.name}.int().contiguous()"
        case InputType.TABLE:
            return f"{given.name}.float().contiguous()"
        case InputType.DROPOUT | InputType.SEED | InputType.HEADS:
            return given.name
        case _:
            assert_never(given.kind)


def entry_lines(pattern: Pattern) -> tuple[str, ...]:
    """Lines that give `entries`: for each batch entry the inputs that masks read."""
    items = tuple(entry_text(given) for given in entry_texts(pattern))
    entry = f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    flat = f"entries = [{entry} for b in range(query.shape[0])]"
    if len(flat) + 4 <= LINE_LENGTH:
        return (flat,)
    whole = (f"    {entry}",)
    lines = whole if len(whole[0]) + 4 <= LINE_LENGTH else ("    (", *(f"        {item}," for item in items), "    )")
    return ("entries = [", *lines, "    for b in range(query.shape[0])", "]")


def entry_text(given: InputText) -> str:
    """What batch entry `b` has of an input."""
    if given.kind is InputType.OFFSETS:
        return f"{given.name}[b] if {given.name}.dim() == 2 else {given.name}"
    return f"{given.name}[b]"
