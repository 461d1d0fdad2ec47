"""The README's pictures are what their script draws."""

from __future__ import annotations

import sys

from conftest import ROOT, Goldens

sys.path.insert(0, str(ROOT / "docs"))

from draw_masks import picture, row_of_pictures


def test_pictures(golden: Goldens) -> None:
    golden("docs/longnet.svg", picture())
    golden("docs/masks.svg", row_of_pictures())
