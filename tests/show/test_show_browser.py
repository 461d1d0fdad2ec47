"""The page of `patternc show --html` in a real browser: it computes the meaning, and can be used with mouse and keys.

Needs Debian's `chromium` and `chromium-driver`; `make test-browser` says how to install them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from masks import inputs_for, lengths, wide_patterns
from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

import patternc
from patternc.analysis.calls import longest
from patternc.cli import run
from patternc.cli.inputs import inputs_of
from patternc.driver import analyse, read
from patternc.ir.inputs import input_facts, picks_of
from patternc.ir.mask import Arithmetic, Compare, Mask, Name, Number, Pattern
from patternc.ir.semantics import Inputs, admits, group_of, multiplicities
from patternc.pictures.predicates import is_wide, predicate

pytestmark = [pytest.mark.browser, pytest.mark.long]

PATTERNS = tuple(sorted((ROOT / "tests" / "patterns").glob("*.pat")))
PRESETS = tuple(sorted((ROOT / "patternc" / "presets").glob("*.pat")))
N = 16384


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "longnet.html"
    assert run(["show", str(ROOT / "patternc/presets/longnet.pat"), "-n", str(N), "--html", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("chromium and chromedriver are not installed: `make test-browser` says how")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,2400"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=Service(driver))
    yield found
    found.quit()


@pytest.fixture
def opened(browser: webdriver.Chrome, page: Path) -> webdriver.Chrome:
    """The page, freshly loaded, in light colours."""
    prefer(browser, "light")
    browser.get(page.as_uri())
    return browser


def prefer(browser: webdriver.Chrome, scheme: str) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def text(browser: webdriver.Chrome, name: str) -> str:
    return browser.find_element(By.ID, name).text


def pixels(element: WebElement) -> npt.NDArray[np.uint8]:
    return np.asarray(Image.open(BytesIO(element.screenshot_as_png)).convert("RGB"))


# ---- the meaning -----------------------------------------------------------------------------------------------------
ADMITS = """
const [masks, call, wide, cells] = arguments;
const meaning = new Meaning(call, wide);
return masks.map((mask) => {
  const own = meaning.revived(mask);
  return cells.map(([head, query, key]) => (meaning.admits(own, head, query, key) ? "1" : "0")).join("");
});
"""


def computed(browser: webdriver.Chrome, masks: list[Mask], call: dict[str, Any], cells: npt.NDArray[np.int64]) -> Any:
    """What the page's script says of masks, [masks, cells]."""
    lists = [predicate(mask) for mask in masks]
    found = browser.execute_script(ADMITS, lists, call, any(map(is_wide, lists)), cells.tolist())
    return np.array([[letter == "1" for letter in line] for line in found])


def hold(browser: webdriver.Chrome, pattern: Pattern, n: int, heads: int, inputs: Inputs, count: int) -> None:
    """Compare cells at random, and around the diagonal, for every branch of every group."""
    lists = {one.name for one in pattern.inputs if input_facts(one.kind).listed}
    known = {name: picks_of(one) if name in lists else one for name, one in inputs.items() if name != "selection"}
    call = {"n": n, "heads": heads, "inputs": known}
    draws = np.random.default_rng(0)
    for head in range(heads):
        q = draws.integers(0, n, 2 * count)
        k = np.concatenate([draws.integers(0, n, count), np.clip(q[count:] + draws.integers(-70, 20, count), 0, n - 1)])
        masks = [branch.mask for branch in group_of(pattern, head, heads).branches]
        wanted = [np.broadcast_to(admits(mask, head, q, k, n, heads, inputs), q.shape) for mask in masks]
        found = computed(browser, masks, call, np.stack([np.full_like(q, head), q, k], axis=1))
        assert np.array_equal(found, np.array(wanted, dtype=bool))


@pytest.mark.parametrize("path", [*PATTERNS, *PRESETS], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_page_computes_the_meaning(path: Path, opened: webdriver.Chrome) -> None:
    pattern = analyse(read(path), {}, targets=()).meanings[0]
    n = prod(pattern.grid) if pattern.grid else min(N, longest(pattern) or N)
    hold(opened, pattern, n, 8, inputs_of(pattern, {}, n, 8), 400)


def test_the_page_computes_the_meaning_of_made_masks(opened: webdriver.Chrome) -> None:
    """Of every kind of atom."""

    @settings(max_examples=150)
    @given(pattern=wide_patterns(), data=st.data())
    def made(pattern: Pattern, data: st.DataObject) -> None:
        n = data.draw(lengths(pattern))
        inputs = data.draw(inputs_for(n, 4))
        plain = {name: np.asarray(one).tolist() for name, one in inputs.items()}
        q, k = (one.ravel() for one in np.meshgrid(np.arange(n), np.arange(n), indexing="ij"))
        masks = [branch.mask for branch in group_of(pattern, 1, 4).branches]
        chosen = "TopK" in str([predicate(mask) for mask in masks])
        if not chosen:  # the page knows the stand-in of `topk` alone
            call = {"n": n, "heads": 4, "inputs": {name: one for name, one in plain.items() if name != "selection"}}
            found = computed(opened, masks, call, np.stack([np.full_like(q, 1), q, k], axis=1))
            wanted = [np.broadcast_to(admits(mask, 1, q, k, n, 4, inputs), q.shape) for mask in masks]
            assert np.array_equal(found, np.array(wanted, dtype=bool))

    made()


def test_integers_beyond_53_bits_are_exact(opened: webdriver.Chrome) -> None:
    """(q * (2 ** 54 + 3) + k * (2 ** 54 + 1)) % (2 ** 53 + 5) < 2 ** 52, for positions below 64."""
    left, right = (Arithmetic("*", Name(name), Number(2**54 + odd)) for name, odd in (("q", 3), ("k", 1)))
    value = Arithmetic("%", Arithmetic("+", left, right), Number(2**53 + 5))
    mask = Compare("<", value, Number(2**52))
    q, k = (one.ravel() for one in np.meshgrid(np.arange(64), np.arange(64), indexing="ij"))
    found = computed(opened, [mask], {"n": 64, "heads": 1, "inputs": {}}, np.stack([0 * q, q, k], axis=1))
    exact = [(int(a) * (2**54 + 3) + int(b) * (2**54 + 1)) % (2**53 + 5) < 2**52 for a, b in zip(q, k, strict=True)]
    assert found[0].tolist() == exact


# ---- the size of a screen --------------------------------------------------------------------------------------------
def screen(browser: webdriver.Chrome, width: int, ratio: float) -> None:
    size = {"width": width, "height": 1200, "deviceScaleFactor": ratio, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


@pytest.fixture
def any_screen(browser: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    yield browser
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def written(folder: Path, text: str, n: int) -> str:
    """The address of the page of a pattern file."""
    source, page = folder / "made.pat", folder / "made.html"
    source.write_text(text)
    assert run(["show", str(source), "-n", str(n), "--html", str(page)]) == 0
    return page.as_uri()


OVERFLOW = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("width", [320, 390, 768])
def test_a_phone_scrolls_downwards_alone(width: int, any_screen: webdriver.Chrome, page: Path, tmp_path: Path) -> None:
    """Also with a long name, many branches and a ring; tables scroll within their boxes."""
    long = f"pattern p{'x' * 70} {{ attend segment(4096, dilation=16, offset=head) & causal & stride(2)\n"
    long += "attend window(7, 0)\ncombine lse\nring(ranks=16, transport=p2p) }\n"
    screen(any_screen, width, 1)
    for address in (page.as_uri(), written(tmp_path, long, 8192)):
        any_screen.get(address)
        assert any_screen.execute_script(OVERFLOW) == 0
    boxes = any_screen.execute_script("return [...document.querySelectorAll('.scroll')].map((one) => one.clientWidth)")
    assert all(0 < one <= width for one in boxes)


FIELD = """
const canvas = find("tiles");
const [width, height] = [canvas.width >> 1, canvas.height >> 2];
return [...new Uint32Array(canvas.getContext("2d").getImageData(8, 8, width, height).data.buffer)];
"""


@pytest.mark.parametrize(("width", "ratio"), [(390, 3), (1280, 1), (1237, 1.25), (1111, 1.5)])
@pytest.mark.parametrize("dilation", [1, 2])
def test_a_field_has_no_seams(
    dilation: int, width: int, ratio: float, any_screen: webdriver.Chrome, tmp_path: Path
) -> None:
    """Tiles of one share are of one colour, to the last pixel of the screen; visited ones too."""
    screen(any_screen, width, ratio)
    any_screen.get(written(tmp_path, f"pattern made {{ attend segment(3000, dilation={dilation}) }}\n", 3000))
    any_screen.execute_script("lookAt(2990, 2990)")
    assert len(set(any_screen.execute_script(FIELD))) == 1


def test_tiles_are_shaded_as_the_legend_says(opened: webdriver.Chrome, tmp_path: Path) -> None:
    """A segment in 16 keys of 16 is full, in 1 of 4 or 1 of 64 pale: the colours of the legend, darkest last."""
    found = []
    for dilation in (32, 8, 4, 2, 1):
        opened.get(written(tmp_path, f"pattern made {{ attend segment(4096, dilation={dilation}) }}\n", 4096))
        opened.execute_script("lookAt(4000, 4000)")
        field = pixels(opened.find_element(By.ID, "tiles"))[40:60, 40:60].reshape(-1, 3)
        assert (field == field[0]).all()
        found.append(field[0].astype(int))
        shares = opened.find_elements(By.CSS_SELECTOR, "#shares .share")
        assert len(shares) == 9
        steps = dilation.bit_length() * 2 - 2
        swatch = opened.find_element(By.ID, "full") if dilation == 1 else shares[max(0, 8 - steps)]
        legend = pixels(swatch)[6, 6].astype(int)
        if dilation > 1:  # the swatch of full tiles stands on the page, not on an empty tile
            assert np.abs(legend - field[0]).max() <= 1
    lights = [colour.sum() for colour in found]
    assert lights == sorted(lights, reverse=True)
    assert min(a - b for a, b in pairwise(lights)) > 20
    assert text(opened, "least-share") == "1/256 or less"


# ---- the address -----------------------------------------------------------------------------------------------------
def address(browser: webdriver.Chrome) -> str:
    """The address when the last change is in it."""
    WebDriverWait(browser, 10).until(lambda _: browser.execute_script("return keeping === 0"))
    return str(browser.execute_script("return location.href"))


VIEW = """
return [{ ...state }, playing.at, find("head").value, find("branch").value, find("zoom").value, find("file").value,
  target().value, document.querySelectorAll("#source .chosen").length, text()];
function text() { return find("cell").textContent + find("roofline").firstChild.getAttribute("aria-label"); }
"""


def test_the_address_holds_the_view(opened: webdriver.Chrome) -> None:
    before = opened.execute_script("return history.length")
    for name, value in (("head", "1"), ("branch", "2"), ("file", "1")):
        Select(opened.find_element(By.ID, name)).select_by_value(value)
    Select(opened.find_element(By.ID, "zoom")).select_by_visible_text("32")
    opened.find_element(By.CSS_SELECTOR, "#cost input[value='0']").click()
    opened.find_element(By.CSS_SELECTOR, "#line-5 button").click()
    opened.execute_script("lookAt(4128, 4080)")
    opened.find_element(By.ID, "cells").send_keys(Keys.ARROW_DOWN)
    opened.execute_script("seek(123)")
    kept, view = address(opened), opened.execute_script(VIEW)
    assert kept.endswith(
        "#n=16384&head=1&branch=3&cells=32&query=4129&key=4080&top=4112&left=4064&tile=123&target=0&file=1&line=5"
    )
    assert opened.execute_script("return history.length") == before
    opened.get("about:blank")
    opened.get(kept)
    assert opened.execute_script(VIEW) == view
    assert address(opened) == kept
    opened.execute_script("location.hash = arguments[0]", kept.partition("#")[2].replace("query=4129", "query=4130"))
    WebDriverWait(opened, 10).until(lambda _: text(opened, "cell").startswith("head 1, query 4130, key 4080"))


WRONG = (
    "line-5",
    "n=4096",
    "n=99999",
    "head=8",
    "head=-1",
    "head=1.5",
    "head=1e1",
    "head=constructor",
    "branch=4",
    "cells=63",
    "cells=",
    "query=16384",
    "query=NaN",
    "key=%F0%28",
    "top=99999999999999999999",
    "tile=100000000",
    "target=99",
    "file=4",
    "line=1",
    "line=7&line=%3Cscript%3E",
)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_address_is_left_unread(wrong: str, opened: webdriver.Chrome, page: Path) -> None:
    """Even if the rest of it is right."""
    opened.get_log("browser")  # type: ignore[no-untyped-call]
    whole = "n=16384&head=1&branch=0&cells=32&query=9&key=9&top=0&left=0&tile=0&target=0&file=0&line=0"
    name = wrong.partition("=")[0]
    words = [word for word in whole.split("&") if word.partition("=")[0] != name]
    opened.get("about:blank")
    opened.get(f"{page.as_uri()}#{wrong if '=' not in wrong else '&'.join([*words, wrong])}")
    assert text(opened, "cell").startswith("head 0, query 8192, key 8176")
    assert [entry for entry in opened.get_log("browser") if entry["level"] == "SEVERE"] == []  # type: ignore[no-untyped-call]


# ---- the page in use -------------------------------------------------------------------------------------------------
def test_it_loads_without_errors_and_without_a_network(opened: webdriver.Chrome) -> None:
    assert opened.title.startswith("longnet")
    assert [entry for entry in opened.get_log("browser") if entry["level"] == "SEVERE"] == []  # type: ignore[no-untyped-call]
    assert opened.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert text(opened, "cell").startswith("head 0, query 8192")
    assert len(opened.find_elements(By.CSS_SELECTOR, "#cost tr")) == 10
    assert "keys per row on average" in text(opened, "rows-text")


def test_hovering_names_the_branches_that_admit_a_cell(opened: webdriver.Chrome) -> None:
    opened.execute_script("lookAt(6000, 5990)")
    cells = opened.find_element(By.ID, "cells")
    (pattern,) = analyse(read(ROOT / "patternc/presets/longnet.pat"), {}, targets=()).meanings
    texts = ("segment(2048, dilation=1", "segment(4096, dilation=2", "segment(8192, dilation=4")
    for x, y in ((-200, -180), (-37, 90), (0, 0), (10, 210), (150, -100), (225, 201)):
        ActionChains(opened).move_to_element_with_offset(cells, x, y).perform()
        head, query, key = (int(word.strip(",")) for word in text(opened, "cell").split(":")[0].split()[1::2])
        counts = multiplicities(pattern, head, query, key, N, 8)
        assert abs(query - 6000) <= 32
        reasons = text(opened, "reasons")
        assert [one in reasons for one in texts] == [bool(count) for count in counts]
        assert reasons.count("longnet.pat:5") == sum(map(int, counts))
        assert ("not admitted" in text(opened, "cell")) == (not sum(counts))


def test_heads_and_branches_can_be_chosen(opened: webdriver.Chrome) -> None:
    tiles, cells = (opened.find_element(By.ID, name) for name in ("tiles", "cells"))
    opened.execute_script("lookAt(6000, 4100)")
    before = pixels(tiles), pixels(cells)
    Select(opened.find_element(By.ID, "head")).select_by_value("1")
    assert text(opened, "cell").startswith("head 1, query 6000, key 4100")
    of_head = pixels(cells)
    assert not np.array_equal(before[1], of_head)
    Select(opened.find_element(By.ID, "branch")).select_by_value("2")
    assert not np.array_equal(before[0], pixels(tiles))
    assert not np.array_equal(of_head, pixels(cells))
    Select(opened.find_element(By.ID, "zoom")).select_by_visible_text("128")
    assert opened.execute_script("return state.cells") == 128


def test_it_can_be_used_by_keyboard(opened: webdriver.Chrome) -> None:
    opened.execute_script("lookAt(6000, 4100)")
    reached = []
    for _ in range(14):
        ActionChains(opened).send_keys(Keys.TAB).perform()
        active = opened.switch_to.active_element
        reached.append(active.get_attribute("id") or active.tag_name)
        outline = opened.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", f"no visible focus: {reached[-1]}"
    assert reached[:9] == ["head", "branch", "zoom", "query", "key", "button", "tiles", "play", "step"]
    cells = opened.find_element(By.ID, "cells")
    cells.send_keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert text(opened, "cell").startswith("head 0, query 6001, key 4102")
    assert cells.get_attribute("aria-label") == f"Mask, cell by cell. {text(opened, 'cell')}"
    cells.send_keys(Keys.SHIFT, Keys.ARROW_UP)
    assert text(opened, "cell").startswith("head 0, query 5985, key 4102")
    cells.send_keys(Keys.NULL)
    cells.send_keys(Keys.END)
    assert text(opened, "cell").startswith(f"head 0, query 5985, key {N - 1}")
    tiles = opened.find_element(By.ID, "tiles")
    tiles.send_keys(Keys.ARROW_UP)
    assert text(opened, "cell").startswith(f"head 0, query {5985 - 128}, key {N - 1}")


def test_clicking_the_map_moves_the_frame(opened: webdriver.Chrome) -> None:
    tiles = opened.find_element(By.ID, "tiles")
    ActionChains(opened).move_to_element_with_offset(tiles, 0, 0).click().perform()
    assert abs(opened.execute_script("return state.query") - N // 2) <= N // 200
    opened.execute_script("arguments[0].value = 77", opened.find_element(By.ID, "query"))
    opened.find_element(By.CSS_SELECTOR, "#go button").click()
    assert text(opened, "cell").startswith("head 0, query 77,")


def test_the_order_of_tiles_plays(opened: webdriver.Chrome) -> None:
    tiles, step = (opened.find_element(By.ID, name) for name in ("tiles", "step"))
    still, total = pixels(tiles), int(step.get_attribute("max") or 0)
    assert total == opened.execute_script("return playing.visits.length") > 1000
    Select(opened.find_element(By.ID, "speed")).select_by_value("5")
    play = opened.find_element(By.ID, "play")
    play.click()
    WebDriverWait(opened, 60).until(lambda _: int(step.get_property("value")) > 200)  # type: ignore[arg-type]
    play.click()
    assert play.text == "Play"
    at = int(step.get_property("value"))  # type: ignore[arg-type]
    assert text(opened, "visit").replace("\u202f", "").startswith(f"tile {at} of {total}: program ")
    assert not np.array_equal(still, pixels(tiles))
    opened.execute_script(f"seek({total - 1})")
    play.click()
    WebDriverWait(opened, 60).until(lambda _: play.text == "Play")
    assert int(step.get_property("value")) == total  # type: ignore[arg-type]


def test_lines_of_code_are_beside_those_of_the_pattern(opened: webdriver.Chrome) -> None:
    """From the comment that names the line to the end of its loop; and the other way around."""
    opened.find_element(By.CSS_SELECTOR, "#line-5 button").click()
    chosen = [one.text for one in opened.find_elements(By.CSS_SELECTOR, "#code .chosen")]
    assert any("# longnet.pat:5  segments w" in line for line in chosen)
    assert any("for t in range(low, high, TILE.columns):" in line for line in chosen)
    assert not any("def " in line or "held = tl.cdiv" in line for line in chosen)
    Select(opened.find_element(By.ID, "file")).select_by_visible_text("longnet_torch.py")
    opened.find_element(By.CSS_SELECTOR, "#code .named").click()
    assert opened.find_elements(By.CSS_SELECTOR, "#source #line-5.chosen")
    assert "lines of longnet_torch.py" in text(opened, "code-text")


def test_targets_have_rooflines(opened: webdriver.Chrome) -> None:
    label = "return document.querySelector('#roofline svg').getAttribute('aria-label')"
    assert opened.execute_script(label).startswith("Roofline of sm_")
    opened.find_element(By.CSS_SELECTOR, "#cost input[value='0']").click()
    assert opened.execute_script(label).startswith("Roofline of cpu")


def test_it_has_light_and_dark_colours(opened: webdriver.Chrome, tmp_path: Path) -> None:
    """Every text contrasts with its background by 4.5 to 1 at least (WCAG 2.2, 1.4.3)."""
    found = {}
    for scheme in ("light", "dark"):
        prefer(opened, scheme)
        opened.save_screenshot(str(tmp_path / f"{scheme}.png"))
        found[scheme] = np.asarray(Image.open(tmp_path / f"{scheme}.png").convert("L"))
        names = ("--surface", "--page", "--ink", "--faint", "--good", "--bad", "--accent")
        surface, page, *inks = (opened.execute_script("return colour(arguments[0])", name) for name in names)
        assert all(contrast(ink, ground) >= 4.5 for ink in inks for ground in (surface, page))
    assert np.median(found["light"]) > 200
    assert np.median(found["dark"]) < 60


def test_a_loaded_module_is_shown_in_a_frame(browser: webdriver.Chrome, tmp_path: Path) -> None:
    module = patternc.load(ROOT / "patternc" / "presets" / "natten-2d.pat", backend="torch", height=16, width=16)
    notebook = tmp_path / "notebook.html"
    notebook.write_text(
        f"<!DOCTYPE html><meta charset=utf-8><title>cells</title>{module._repr_html_()}", encoding="utf-8"
    )
    browser.get(notebook.as_uri())
    browser.switch_to.frame(0)
    assert browser.execute_script("return state.query") == 128
    assert text(browser, "cell").startswith("head 0, query 128, key 112: admitted")
    assert browser.find_elements(By.CSS_SELECTOR, "#roofline svg circle")


def contrast(one: str, other: str) -> float:
    """The ratio of two colours' relative luminances."""
    low, high = sorted(luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("text_", "said"),
    [
        ("attend segment(16384, dilation=4)", ""),
        (
            "attend when((q * k) % 4099 < 2000)",
            "The shade of 16\u202f384 partial tiles is that of rows and columns drawn at random.",
        ),
    ],
)
def test_it_says_which_shades_are_samples(text_: str, said: str, browser: webdriver.Chrome, tmp_path: Path) -> None:
    (tmp_path / "p.pat").write_text(f"pattern p {{ {text_} }}\n")
    assert run(["show", str(tmp_path / "p.pat"), "-n", str(N), "--html", str(tmp_path / "p.html")]) == 0
    browser.get((tmp_path / "p.html").as_uri())
    assert text(browser, "certainty") == said
