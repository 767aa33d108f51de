"""The report page in Chromium: it loads nothing, fits every window, works by keyboard and can be read."""

from __future__ import annotations

import importlib
import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from costcurves import examples
from costcurves.report.page import write_page
from tests.charts.pages import CASES, crowded
from tests.doors import recording

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.browser

#: Narrowest and widest windows a page is made for (320 px is 1280 px at a zoom of 400 %).
WIDTHS = (320, 360, 768, 1280, 1600)
#: Windows in which nothing is cut off, nor has to be scrolled within the page.
WHOLE = (360, 390, 768, 900, 1280, 1440)

CONTRASTS = """() => {
  const parsed = text => {
    const found = text.match(/[\\d.]+/g).map(Number);
    return {rgb: found.slice(0, 3), alpha: found.length > 3 ? found[3] : 1};
  };
  const over = (top, below) => top.rgb.map((v, i) => v * top.alpha + below[i] * (1 - top.alpha));
  const luminance = rgb => {
    const [r, g, b] = rgb.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = element => {
    const chart = element.closest('svg.cc-chart');
    if (chart) return parsed(getComputedStyle(chart.querySelector('rect')).fill).rgb;
    const layers = [];
    for (let at = element; at; at = at.parentElement)
      layers.push(parsed(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility() || element.closest('title, desc, .unseen')) continue;
    const style = getComputedStyle(element), below = background(element);
    const ink = over(parsed(element.closest('svg') ? style.fill : style.color), below);
    const [light, dark] = [luminance(ink), luminance(below)].sort((a, b) => b - a);
    found.push([(light + 0.05) / (dark + 0.05), node.data.trim()]);
  }
  return found;
}"""

#: What is wider than the window although it lies in nothing that scrolls.
SPILLING = """() => [...document.querySelectorAll('body *')]
  .filter(e => !e.closest('.scroll, pre, svg, .unseen, .skip') && e.getClientRects().length)
  .filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map(e => e.outerHTML.slice(0, 80))"""

#: What is cut off: boxes wider than what shows of them, and texts that reach beyond their picture.
CUT = """() => [
  ...[...document.querySelectorAll('body *')]
    .filter(e => e.checkVisibility() && !e.closest('.unseen, .skip, svg, thead'))
    .filter(e => e.clientWidth && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
    .map(e => `${e.tagName} ${e.className} ${e.scrollWidth} > ${e.clientWidth}: ${e.textContent.slice(0, 60)}`),
  ...[...document.querySelectorAll('svg.cc-chart text')].filter(e => e.checkVisibility()).filter(e => {
    const text = e.getBoundingClientRect(), sheet = e.ownerSVGElement.getBoundingClientRect();
    return text.right > sheet.right + 1 || text.left < sheet.left - 1 || text.bottom > sheet.bottom + 1;
  }).map(e => `${e.ownerSVGElement.dataset.key}: ${e.textContent}`)]"""

#: Lower ends of the tiles, of the table of models, and of its first row.
ENDS = """() => ['.tiles', '#answer table', '#answer tbody tr']
  .map(one => document.querySelector(one).getBoundingClientRect().bottom)"""

DRAWN = """() => [...document.querySelectorAll('.wide, .narrow')].map(e => e.checkVisibility())"""

REACHABLE = """() => [...document.querySelectorAll('a, [tabindex], summary')]
  .filter(e => e.checkVisibility()).length"""

FOCUS = """() => {
  const at = document.activeElement;
  return at.getAttribute('href') || at.getAttribute('aria-label') || at.tagName + ' ' + at.textContent;
}"""


@pytest.fixture(scope="module")
def chromium():
    """A browser; without one these tests fail."""
    playwright = importlib.import_module("playwright.sync_api")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
    with playwright.sync_playwright() as started:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = started.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, Path]:
    """Every kind of page as a file."""
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for name, make in CASES.items():
        case = make()
        path = folder / f"{name.replace(' ', '_')}.html"
        found[name] = write_page(case.report, path)
    found["crowded"] = write_page(crowded(), folder / "crowded.html")
    found["loans"] = folder / "loans.html"
    costs = ["--prevalence", "0.096", "--cost-fp", "1", "--cost-fn", "20"]
    command = ["report", str(examples.personal_loans_path()), *costs, "-o", "loans.html"]
    assert recording.run(command, folder).code == 0
    return found


class Opened:
    """A page in a window, with all that it asked for and complained about."""

    def __init__(self, browser: Any, path: Path, **window: Any) -> None:
        self.context = browser.new_context(**window)
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.goto(path.as_uri())
        self.page.bring_to_front()

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def look(self, script: str) -> Any:
        """Run a script of the test in the page."""
        return self.page.evaluate(script)

    def comes_to(self, script: str) -> None:
        """Wait until a script answers true: what a key sets off may come after the key (fails in 30 s)."""
        self.page.wait_for_function(script)

    def resize(self, width: int) -> None:
        """Change the width of the window."""
        self.page.set_viewport_size({"width": width, "height": 800})

    def unfold(self) -> None:
        """Open everything that is folded."""
        self.look("() => document.querySelectorAll('details').forEach(d => d.open = true)")


every_case = pytest.mark.parametrize("name", CASES)
each_kind = pytest.mark.parametrize(
    "name", ["least cost", "sure", "no costs", "constraint", "hostile", "elsewhere"]
)


@every_case
def test_nothing_but_the_file_is_asked_for(chromium, files, name) -> None:
    with Opened(chromium, files[name]) as opened:
        opened.unfold()
        opened.page.wait_for_load_state("networkidle")
        assert opened.requests == [files[name].as_uri()]
        assert opened.complaints == []
        assert opened.look("() => document.scripts.length") == 0


@every_case
def test_no_window_has_to_be_scrolled_sideways(chromium, files, name) -> None:
    with Opened(chromium, files[name]) as opened:
        opened.unfold()
        for width in WIDTHS:
            opened.resize(width)
            assert opened.look(SPILLING) == [], width
            assert opened.look("() => document.documentElement.scrollWidth") <= width
            drawn = opened.look(
                "() => [...document.querySelectorAll('.wide, .narrow')].map(e => e.checkVisibility())"
            )
            assert drawn == [width > 544, width <= 544] * (len(drawn) // 2)


@pytest.mark.parametrize("name", ["sure", "no costs", "constraint", "elsewhere", "crowded", "loans"])
def test_nothing_is_cut_off(chromium, files, name) -> None:
    with Opened(chromium, files[name]) as opened:
        opened.unfold()
        for width in WHOLE:
            opened.resize(width)
            assert opened.look(CUT) == [], width


def test_the_answer_stands_on_the_first_screen(chromium, files) -> None:
    for width, height in ((1280, 800), (390, 844)):
        with Opened(chromium, files["loans"], viewport={"width": width, "height": height}) as opened:
            tiles, table, row = opened.look(ENDS)
            assert tiles < 0.7 * height
            assert row < 0.9 * height
            assert table < 0.9 * height or width < 1000


@each_kind
@pytest.mark.parametrize(("scheme", "medium"), [("light", "screen"), ("dark", "screen"), ("dark", "print")])
def test_every_text_stands_out_from_its_ground(chromium, files, name, scheme, medium) -> None:
    with Opened(chromium, files[name], color_scheme=scheme) as opened:
        opened.page.emulate_media(media=medium)
        opened.unfold()
        contrasts = opened.look(CONTRASTS)
        assert len(contrasts) > 100
        assert [(round(ratio, 2), text) for ratio, text in contrasts if ratio < 4.5] == []


def test_everything_is_reached_by_keyboard(chromium, files) -> None:
    with Opened(chromium, files["elsewhere"], viewport={"width": 1280, "height": 800}) as opened:
        wanted = opened.look(REACHABLE)
        reached = []
        for _ in range(wanted):
            opened.page.keyboard.press("Tab")
            reached.append(opened.look(FOCUS))
        assert reached[:3] == ["#answer", "#answer", "#cost"]
        regions = opened.look(
            "() => [...document.querySelectorAll('.scroll')].filter(e => e.checkVisibility())"
            ".map(e => e.getAttribute('aria-label'))"
        )
        assert len(regions) > 5
        assert [region for region in regions if region not in reached] == []
        summaries = [text for text in reached if text.startswith("SUMMARY")]
        assert len(summaries) == opened.look("() => document.querySelectorAll('summary').length")


def test_the_first_link_skips_to_the_answer(chromium, files) -> None:
    with Opened(chromium, files["least cost"]) as opened:
        opened.page.keyboard.press("Tab")
        opened.comes_to("() => document.activeElement.matches('.skip')")
        assert opened.page.locator(".skip").bounding_box()["x"] >= 0
        opened.page.keyboard.press("Enter")
        opened.comes_to("() => location.hash === '#answer'")


def test_folded_blocks_open_by_keyboard(chromium, files) -> None:
    with Opened(chromium, files["least cost"]) as opened:
        block = opened.page.locator("#cost details")
        assert block.locator("table").is_hidden()
        block.locator("summary").focus()
        opened.page.keyboard.press("Enter")
        block.locator("table").wait_for(state="visible")


def test_focus_can_be_seen(chromium, files) -> None:
    with Opened(chromium, files["least cost"]) as opened:
        opened.page.keyboard.press("Tab")
        opened.page.keyboard.press("Tab")
        opened.comes_to("() => getComputedStyle(document.activeElement).outlineWidth === '3px'")


@each_kind
def test_prints_are_light_and_fit_the_paper(chromium, files, name) -> None:
    with Opened(chromium, files[name], color_scheme="dark") as opened:
        opened.page.emulate_media(media="print")
        opened.resize(680)  # A4 without its margins
        assert opened.look("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert opened.look("() => getComputedStyle(document.querySelector('svg.cc-chart rect')).fill") == (
            "rgb(255, 255, 255)"
        )
        assert opened.page.locator("nav").is_hidden()
        assert opened.page.locator(".narrow").first.is_hidden()
        assert opened.page.locator("#cost .printed table").is_visible()
        assert opened.page.locator("#measures .printed dl").is_visible()
        assert opened.page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_names_of_models_run_nothing(chromium, files) -> None:
    with Opened(chromium, files["hostile"]) as opened:
        assert opened.page.title() == "<script>alert(1)</script>"
        assert opened.look("() => document.querySelector('h1').children.length") == 0
        assert opened.complaints == []


def test_charts_are_read_out_and_explain_their_marks(chromium, files) -> None:
    with Opened(chromium, files["least cost"]) as opened:
        charts = opened.page.get_by_role("img", name="Cost curves.")
        assert charts.count() == 1  # of the two drawings only the one that is seen
        assert opened.page.get_by_role("region", name="Table: Summary measures").is_visible()
        assert opened.page.get_by_role("heading", level=2).count() == 7
        assert opened.page.locator(".wide title", has_text="score ≥ 0.044868").count() > 1
