"""Take the screenshots of docs/show.md with Debian's chromium and chromium-driver. Run with `make screenshots`."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from patternc.cli import run

FOLDER = Path(__file__).resolve().parent
PRESETS = FOLDER.parent / "patternc" / "presets"
WIDTH, HEIGHT, COLOURS = 1280, 1120, 256


@dataclass(frozen=True, slots=True)
class Shot:
    """A preset's page, and what is done on it before the picture is taken."""

    preset: str
    script: str


SHOTS = (
    Shot("longnet", "find('head').value = 1; show({ head: 1 }); lookAt(4128, 4080); seek(2600)"),
    Shot("bigbird", "lookAt(330, 290); seek(1400)"),
    Shot("video-streaming", "lookAt(5000, 3976); seek(5600)"),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, opened() as browser:
        for shot in SHOTS:
            page = Path(folder) / f"{shot.preset}.html"
            run(["show", str(PRESETS / f"{shot.preset}.pat"), "-n", "16384", "--html", str(page)])
            for scheme in ("light", "dark"):
                taken = picture(browser, page, shot, scheme)
                taken.save(FOLDER / "screenshots" / f"{shot.preset}-{scheme}.png", optimize=True)


@contextmanager
def opened() -> Iterator[webdriver.Chrome]:
    """A browser without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--disable-gpu", "--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or ""))
    yield browser
    browser.quit()


def picture(browser: webdriver.Chrome, page: Path, shot: Shot, scheme: str) -> Image.Image:
    """The upper part of a page, in few colours."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get(page.as_uri())
    browser.execute_script(shot.script)
    shown = Image.open(BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    return shown.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)  # keeps colours of small areas


if __name__ == "__main__":
    main()
