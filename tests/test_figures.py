"""The README's picture is what its script draws."""

from __future__ import annotations

import sys

from conftest import ROOT, Goldens

sys.path.insert(0, str(ROOT / "docs"))

from draw_masks import picture


def test_picture(golden: Goldens) -> None:
    golden("docs/longnet.svg", picture())
