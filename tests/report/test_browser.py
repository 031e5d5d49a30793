"""Tests of report/html.py: the pages in a real browser without network.

They need playwright and a chromium. Where these are missing they are skipped, and in CI they fail.
"""

import io
import os
import shutil
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.datasets import example
from spminer.report import render_comparison, render_report
from spminer.results.motif import Surroundings
from spminer.results.provenance import InputFacts
from spminer.results.rows import rows_of

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
HOSTILE = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>\"'&"


def need(found, reason):
    """Skip what cannot be tested here; in CI nobody would see that the pages are broken."""
    if not found:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


@pytest.fixture(scope="module")
def browser():
    need(find_spec("playwright"), "playwright is not installed (extra dev)")
    need(CHROMIUM, "no chromium found; install one or set CHROMIUM to its path")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        # Tests may run as root in a container, where the sandbox of the browser does not work.
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, tmp_path):
    """Opens HTML text from a file, with the network blocked, and fails if anything is asked for or reported."""
    contexts, trouble = [], []

    def opened(html, **options):
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda request: trouble.append(request.url) if "page.html" not in request.url else None)
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []


@pytest.fixture(scope="module")
def result():
    return spminer.mine(example(), "3-5", top=5, seed=7)


@pytest.fixture(scope="module")
def rows(result):
    return rows_of(result)


@pytest.fixture
def report(open_page, result):
    return open_page(render_report(result))


def visible(page):
    return page.eval_on_selector_all(".item:not([hidden])", "items => items.map(item => item.id)")


def color(page, selector="body"):
    return page.eval_on_selector(selector, "element => getComputedStyle(element).backgroundColor")


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_a_missing_browser_is_a_failure_in_ci_alone(monkeypatch, ci, outcome):
    monkeypatch.setenv("CI", ci)
    need("/usr/bin/chromium", "no chromium found")
    with pytest.raises(outcome, match="no chromium found"):
        need(None, "no chromium found")


def test_everything_is_drawn(report, rows):
    assert visible(report) == [f"m{row.motif.size}-{row.motif.rank}" for row in rows]
    box = report.locator("#m3-1 .pattern").first.bounding_box()
    assert box["width"] > 100
    assert box["height"] > 100
    anchor = report.locator("#m3-1 circle.anchor").first
    assert anchor.evaluate("circle => getComputedStyle(circle).fill") == "rgb(240, 140, 26)"
    assert report.locator("figure .chart").count() == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["SVG", "PNG"])
def test_drawings_can_be_saved_as_on_a_white_page(open_page, kind, theme):
    motif = Motif(Pattern.parse("0-1:double,1-2:single;C,C,O@2"), 1, Frequency.exact(3))
    page = open_page(render_report(MotifSet((motif,))), color_scheme=theme, accept_downloads=True)
    page.get_by_text("Details", exact=True).click()
    with page.expect_download() as saving:
        page.get_by_role("button", name=f"Save {kind}").click()
    assert saving.value.suggested_filename == f"m3-1.{kind.lower()}"
    content = Path(saving.value.path()).read_bytes()
    if kind == "PNG":
        pixels = pytest.importorskip("matplotlib.image").imread(io.BytesIO(content))
        assert pixels.shape[:2] == (600, 800)
        colors = np.unique((pixels[..., :3] * 255).round().astype(int) @ (1 << 16, 1 << 8, 1))
        assert {0xFFFFFF, 0xD55E00, 0xB3B3B3} <= set(colors.tolist())
        return
    root = ET.fromstring(content)
    discs = list(root.iter("{http://www.w3.org/2000/svg}circle"))
    assert [disc.get("fill") for disc in discs] == ["rgb(179, 179, 179)"] * 2 + ["none", "rgb(213, 94, 0)"]
    assert len(list(root.iter("{http://www.w3.org/2000/svg}line"))) == 3
    assert not any(shape.get("class") for shape in root.iter())


def test_labels_have_their_colors_and_a_legend(open_page):
    motif = Motif(Pattern.parse("0-1:double,1-2:single;C,C,O@2"), 1, Frequency.exact(3))
    page = open_page(render_report(MotifSet((motif,))))
    fill = "circle => getComputedStyle(circle).fill"
    assert page.locator("#m3-1 circle.c4").first.evaluate(fill) == "rgb(213, 94, 0)"
    legend = page.locator(".legend span").all_inner_texts()
    assert [text.strip() for text in legend[:5]] == ["anchor", "C", "O", "double", "single"]
    assert page.locator(".legend .sample line").count() == 3


def test_motifs_come_before_times(report):
    top = {name: report.locator(name).first.bounding_box()["y"] for name in (".card", ".about")}
    assert top[".card"] < 450 < top[".about"]


def test_the_search_says_what_it_searches_and_nothing_of_that_is_cut(report):
    search = report.locator(".search")
    assert search.get_attribute("placeholder") == "Search shape, label, id, or node of an example"
    assert (
        search.evaluate("field => { field.value = field.placeholder; return field.scrollWidth - field.clientWidth }")
        <= 0
    )


@pytest.mark.parametrize("media", ["screen", "print"])
def test_large_numbers_and_long_names_stay_in_their_cards(open_page, media):
    names = ["transcription factor"] * 2 + ["supercalifragilisticexpialidocious"]
    pattern = Pattern.from_edges([(0, 1), (1, 2)], anchor=0, node_labels=names)
    huge = Motif(pattern, 1, Frequency(2_756_243_214_791, "estimate", 2_756_243_000_000, 2_756_244_000_000))
    page = open_page(render_report(MotifSet((huge,))), viewport={"width": 794, "height": 1123})
    page.emulate_media(media=media)
    card = page.locator(".card").bounding_box()
    for part in page.locator(".face .value, .face .kind, .face .bounds, .face .shape, .face .id").all():
        box = part.bounding_box()
        assert card["x"] <= box["x"]
        assert box["x"] + box["width"] <= card["x"] + card["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_sizes_are_filtered(report):
    report.get_by_role("button", name="4", exact=True).click()
    assert {name.split("-")[0] for name in visible(report)} == {"m4"}
    assert report.locator(".group:visible").count() == 1
    report.get_by_role("button", name="All sizes").click()
    assert report.locator(".group:visible").count() == 3


def test_other_anchors_are_inside_the_card(report, rows):
    row = next(row for row in rows if row.others)
    card = report.locator(f"#m{row.motif.size}-{row.motif.rank}")
    said = [f"{other.node}: {other.motif.anchored_frequency.value}" for other in row.others]
    assert card.locator(".anchors figcaption").all_inner_texts() == said
    drawings = card.locator(".face .pattern")
    assert drawings.count() == 1 + len(row.others)
    place = "it => [it.cx, it.cy].map(length => length.baseVal.value).join()"
    marked = [drawing.locator("circle.anchor").evaluate(place) for drawing in drawings.all()]
    assert len(set(marked)) == len(marked)  # the same drawing, another node in orange
    assert drawings.nth(1).bounding_box()["height"] < drawings.first.bounding_box()["height"] / 2
    other = row.others[0].motif
    report.locator(".search").fill(other.id)
    assert f"m{row.motif.size}-{row.motif.rank}" in visible(report)


def test_a_link_to_another_anchor_shows_its_card(report, rows):
    row = next(row for row in rows if row.others)
    card, other = report.locator(f"#m{row.motif.size}-{row.motif.rank}"), row.others[0].motif
    report.get_by_role("button", name="5", exact=True).click()
    assert not card.is_visible()
    report.evaluate("key => { location.hash = key }", f"m{other.size}-{other.rank}")
    card.wait_for(state="visible")


def test_ties_are_shown_and_explained(report, rows):
    places = [row.place if row.tie else f"#{row.rank}" for row in rows]
    assert any(place.startswith("=") for place in places)
    assert report.locator(".item .rank").all_inner_texts() == places
    assert "=3: shares rank 3, equally frequent" in report.locator(".legend").inner_text()


def test_every_anchor_has_a_card_if_asked_for(open_page, result):
    page = open_page(render_report(result, all_anchors=True))
    assert len(visible(page)) == len(result)
    assert page.locator(".anchors").count() == 0


def test_search_finds_ids_and_node_names(report, rows):
    with_john = [
        f"m{row.motif.size}-{row.motif.rank}"
        for row in rows
        if any("John A" in names for motif in row.motifs for names in motif.examples)
    ]
    assert 0 < len(with_john) < len(rows)
    report.locator(".search").fill("JOHN a")
    assert visible(report) == with_john
    assert report.locator(".shown").inner_text() == f"{len(with_john)} of {len(rows)}"
    report.locator(".search").fill(rows[0].motif.id)
    assert "m3-1" in visible(report)
    report.locator(".search").fill("no such thing")
    assert visible(report) == []
    report.get_by_role("button", name="Show all").click()
    assert len(visible(report)) == len(rows)
    assert report.locator(".shown").inner_text() == f"{len(rows)} patterns"


def test_motifs_are_sorted_within_a_size(report, rows):
    report.locator(".sort select").select_option("graph")
    fours = [row.motif for row in rows if row.motif.size == 4]
    fours.sort(key=lambda motif: (-motif.graph_frequency.value, motif.rank))
    assert [motif.rank for motif in fours] != sorted(motif.rank for motif in fours)
    assert [name for name in visible(report) if name.startswith("m4")] == [f"m4-{motif.rank}" for motif in fours]
    report.locator(".sort select").select_option("rank")
    assert visible(report)[:2] == ["m3-1", "m3-2"]


def test_details_show_the_example_and_the_relatives(report):
    card = report.locator("#m4-1")
    assert not card.locator(".surroundings").is_visible()
    card.locator("summary").click()
    assert card.locator(".surroundings").is_visible()
    report.get_by_role("button", name="4", exact=True).click()
    card.locator(".relatives a").first.click()
    assert report.evaluate("location.hash") == "#m3-1"
    report.wait_for_function("document.activeElement.id === 'm3-1'")
    assert report.locator("#m3-1").is_visible()  # though its size was filtered out


def test_keys(report, rows):
    report.keyboard.press("ArrowRight")
    report.keyboard.press("ArrowRight")
    assert report.evaluate("document.activeElement.id") == "m3-2"
    report.keyboard.press("Enter")
    assert report.locator("#m3-2 details").evaluate("details => details.open")
    report.keyboard.press("/")
    report.keyboard.type("0-1,0-2")
    assert 0 < len(visible(report)) < len(rows)
    report.keyboard.press("Escape")
    assert len(visible(report)) == len(rows)


def test_copying(open_page, result):
    page = open_page(render_report(result), permissions=["clipboard-read", "clipboard-write"])
    page.locator("#m3-1").focus()
    page.keyboard.press("c")
    page.wait_for_selector(".toast.visible")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "".join(f"{a} {b}\n" for a, b in result[0].pattern.edges)


def test_light_and_dark(open_page, result):
    dark = open_page(render_report(result), color_scheme="dark")
    assert color(dark) == "rgb(18, 22, 27)"
    dark.locator(".theme").click()
    assert color(dark) == "rgb(247, 248, 250)"
    dark.locator(".theme").click()
    assert color(dark) == "rgb(18, 22, 27)"
    dark.emulate_media(media="print")
    assert color(dark) == "rgb(255, 255, 255)"
    assert not dark.locator(".toolbar").is_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_sticks_out_at_the_side(open_page, result, width):
    for html in (render_report(result), render_comparison(result, result)):
        page = open_page(html, viewport={"width": width, "height": 800})
        for summary in page.locator("summary").all()[:4]:
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_hostile_name_is_only_text(open_page):
    around = Surroundings((HOSTILE,), ((0, 1), (1, 2)), graph=HOSTILE)
    pattern = Pattern.from_edges([(0, 1)], anchor=0, node_labels=[HOSTILE, "b"])
    motif = Motif(pattern, 1, Frequency.exact(2), examples=((HOSTILE, "b"),), surroundings=(around,))
    hostile = MotifSet((motif,), input=InputFacts(source=HOSTILE), command_line=HOSTILE, warnings=(HOSTILE,))
    for html in (render_report(hostile), render_comparison(hostile, hostile, (HOSTILE, "b")), hostile._repr_html_()):
        page = open_page(html)
        assert page.evaluate("window.hacked") is None
        assert page.locator("img").count() == 0
        assert HOSTILE in page.locator("body").inner_text()


@pytest.fixture(scope="module")
def compared():
    return spminer.mine(example(), "3-5", top=6, against="degree", null_samples=40, seed=3)


def test_points_of_the_chart_can_be_hit_and_told_apart(open_page):
    cliques = spminer.from_networkx(nx.connected_caveman_graph(10, 5))
    page = open_page(render_report(spminer.mine(cliques, "3-5", top=6, against="degree", null_samples=40, seed=3)))
    box = page.locator('.point[href="#m4-1"]').bounding_box()
    assert min(box["width"], box["height"]) >= 12
    fills = page.evaluate("""["over", "under"].map(name =>
        getComputedStyle(document.querySelector(`.point.${name}:not(.hollow) path`)).fill)""")
    assert len(set(fills)) == 2


def test_points_of_the_chart_lead_to_their_cards(open_page, compared):
    page = open_page(render_report(compared))
    key = page.locator(".point").last.get_attribute("href")  # the last one lies on top
    page.locator(".point").last.click()
    assert page.evaluate("location.hash") == key
    page.wait_for_function("key => '#' + document.activeElement.id === key", arg=key)


def test_directions_are_filtered_and_their_points_fade(open_page, compared):
    page = open_page(render_report(compared))
    page.get_by_role("button", name="Less", exact=False).click()
    shown = visible(page)
    ranks = {f"m{row.motif.size}-{row.motif.rank}": row.motif.score for row in rows_of(compared)}
    assert shown == [key for key, score in ranks.items() if score < 0]
    faded = page.eval_on_selector_all(".point.off", "points => points.map(point => point.getAttribute('href'))")
    assert sorted(faded) == sorted(f"#{key}" for key, score in ranks.items() if score > 0)
    page.keyboard.press("Escape")
    assert page.locator(".point.off").count() == 0


def test_cards_are_sorted_by_the_comparison(open_page, compared):
    page = open_page(render_report(compared))
    of_five = {f"m5-{row.motif.rank}": row.motif for row in rows_of(compared) if row.motif.size == 5}
    orders = {
        "surprise": lambda motif: -abs(motif.score),
        "ratio": lambda motif: -motif.against.ratio,
        "rarity": lambda motif: motif.against.ratio,
        "z": lambda motif: -abs(motif.against.z or 0.0),
    }
    seen = set()
    for name, order in orders.items():
        page.locator(".sort select").select_option(name)
        expected = sorted(of_five, key=lambda key, order=order: (order(of_five[key]), of_five[key].rank))
        assert [key for key in visible(page) if key.startswith("m5")] == expected
        seen.add(tuple(expected))
    assert len(seen) > 2


def test_definitions_are_one_click_away(open_page, compared):
    page = open_page(render_report(compared))
    assert not page.locator("#about-p_max").is_visible()
    name = page.locator("#m3-1 .contrast a", has_text="p max")
    assert "Westfall" in name.get_attribute("title")
    name.click()
    page.locator("#about-p_max").wait_for(state="visible")
    page.wait_for_function("document.activeElement.id === 'about-p_max'")


def test_the_head_opens_the_definitions(open_page, compared):
    page = open_page(render_report(compared))
    page.locator(".compared-with a").click()
    page.locator("#about-p").wait_for(state="visible")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_comparison_fits_its_page(open_page, compared, width):
    long = InputFacts(source="/data/" + "a_very_long_name_of_a_file" * 3)
    shares = [
        replace(motif, against=Contrast(with_="b" * 80, share=1 / 3, other_share=1e-5, ratio=33333.0, low=1e-7, p=1e-12,
                                        odds_ratio=5e4, odds_low=1.0, odds_high=1e9, q=1e-11, p_max=0.001))
        for motif in compared
    ]  # fmt: skip
    for html in (render_report(compared), render_report(MotifSet(tuple(shares), input=long)),
                 render_comparison(compared, compared)):  # fmt: skip
        page = open_page(html, viewport={"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        outside = """charts => charts.flatMap(chart => [...chart.querySelectorAll("text")].filter(text => {
            const [own, room] = [text.getBoundingClientRect(), chart.getBoundingClientRect()];
            return own.left < room.left - 1 || own.right > room.right + 1 || own.top < room.top - 1;
        }).map(text => text.textContent))"""
        assert page.eval_on_selector_all(".scatter", outside) == []


def test_the_chart_can_be_read_in_dark_and_print(open_page, compared):
    page = open_page(render_report(compared), color_scheme="dark")
    style = "name => getComputedStyle(document.querySelector('.scatter .axis-y')).fill"
    assert page.evaluate(style) == "rgb(228, 233, 240)"
    page.emulate_media(media="print")
    assert page.evaluate(style) == "rgb(27, 36, 48)"
    assert page.locator(".scatter").is_visible()


def test_two_results_side_by_side(open_page, result):
    fewer = MotifSet(tuple(motif for motif in result if motif.rank <= 3), input=result.input)
    page = open_page(render_comparison(result, fewer, ("five", "three")))
    assert len(visible(page)) == len(result)
    page.get_by_role("button", name="Only listed by five").click()
    assert len(visible(page)) == len(result) - len(fewer)
    assert page.locator(".item:visible .absent").count() == len(result) - len(fewer)
    page.get_by_role("button", name="Only listed by three").click()
    assert visible(page) == []
