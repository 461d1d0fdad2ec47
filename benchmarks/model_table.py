"""Errors of tiny models of transformers with patterns for their own masks: each kind of call against eager attention.

    python benchmarks/model_table.py [ARCHITECTURE ...]

A cell is the error of the logits of tokens in float32, relative to their norm; models that take no pattern have their
refusal. `packed`: three sequences in a row, against each in a row of its own. `left`, `right`, `both`, `between`: where
padding is. `cached`: a prompt, a token and two more parts behind a dynamic cache; `static`: behind a static one.
`turns`: two turns, each padded for itself. `between` and `turns` of models with windows are compared with rows without
padding: eager windows count padding. `other`: the error of another pattern, which shows that the models' keys matter.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from architectures import ARCHITECTURES, IDS, PADDED, REFUSED, Architecture, answered, built, calls_of, wanted
from model_files import registered
from tiny_models import difference

from patternc.integrations.transformers import check

COLUMNS = ("packed", *(name for name in PADDED if name != "turns"), "cached", "static", "turns")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="ARCHITECTURE", help="some of them  [default: all]")
    names = parser.parse_args().names or [*ARCHITECTURES, *REFUSED]
    os.environ["CXX"] = "none"  # torch modules need no compiler
    with TemporaryDirectory() as folder, torch.no_grad():
        registered(Path(folder))
        print("| architecture | " + " | ".join(COLUMNS) + " | other | check |")
        print("|---|" + "--:|" * (len(COLUMNS) + 1) + "---|")
        for name in names:
            print(row(name, (ARCHITECTURES | REFUSED)[name]), flush=True)
    return 0


def row(name: str, one: Architecture) -> str:
    """A line of the table."""
    eager, model = built(name), built(name, one.own)
    found = str(check(model)).partition("\n")[0]
    if name in REFUSED:
        return f"| {name} | {refusal(model)} |{' |' * len(COLUMNS)} {found} |"
    cells = {call: difference(answered(model, one, call), wanted(eager, one, call)) for call in calls_of(one)}
    other = built(name, "nearest" if one.bidirectional else "first_keys")
    cells["other"] = difference(answered(other, one, "left"), wanted(eager, one, "left"))
    texts = (f"{cells[column]:.1e}" if column in cells else "" for column in (*COLUMNS, "other"))
    return f"| {name} | {' | '.join(texts)} | {found} |"


def refusal(model: Any) -> str:
    """What a model answers that takes no pattern."""
    try:
        model(IDS)
    except NotImplementedError as refused:
        return str(refused)
    raise AssertionError("a model of those that are refused runs the pattern: list it with the others")


if __name__ == "__main__":
    sys.exit(main())
