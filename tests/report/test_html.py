import base64
import hashlib
import re
from html.parser import HTMLParser

import jinja2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Contrast, Frequency, Motif, MotifSet, Pattern, UsageError
from spminer.datasets import example
from spminer.report import render_comparison, render_gallery, render_report, write_comparison, write_report
from spminer.report.html import _environment, render
from spminer.report.shapes import LabelStyles
from spminer.results.motif import Surroundings
from spminer.results.provenance import InputFacts
from spminer.results.request import MiningRequest
from spminer.results.rows import rows_of
from support.strategies import examples

HOSTILE = "<script>alert('x')</script>\"&"


VOID = {"meta", "input"}


AROUND = Surroundings((HOSTILE, "y"), ((0, 1), (1, 2), (2, 3), (2, 4)), hidden=7, graph=HOSTILE)


class Page(HTMLParser):
    """Collects tags and text, and checks that tags are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.text, self.open = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.links += [value for name, value in attributes if name in {"src", "href"}]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    def count(self, tag, **attributes):
        return sum(name == tag and attributes.items() <= found.items() for name, found in self.tags)


def motif(text, rank=1, **options):
    return Motif(Pattern.parse(text), rank, anchored_frequency=Frequency.exact(3), **options)


@pytest.fixture
def result():
    hostile_labels = motif("0-1;a,b@0").pattern.from_edges([(0, 1)], anchor=0, node_labels=[HOSTILE, "b"])
    return MotifSet(
        (
            Motif(hostile_labels, 1),
            motif("0-1,1-2@1", examples=((HOSTILE, "b", "c"),), surroundings=(AROUND,)),
            motif("0-1,0-2,1-2@0", 2),
        ),
        request=MiningRequest(method=HOSTILE),
        input=InputFacts(source=HOSTILE, nodes=4, dropped=HOSTILE),
        settings={HOSTILE: {HOSTILE: HOSTILE}},
        command_line=f"spminer mine {HOSTILE}",
        status="partial",
        stop_reason=HOSTILE,
    )


def test_one_card_and_drawing_per_motif(result):
    page = Page(render_report(result))
    assert page.count("article") == page.count("svg", **{"class": "pattern"}) == 3
    assert page.count("svg", **{"class": "surroundings"}) == 1
    assert [tag[1]["data-value"] for tag in page.tags if tag[1].get("data-filter") == "size"] == ["", "2", "3"]


def pages(result):
    return [render_report(result), render_comparison(result, result, (HOSTILE, "b")), render_gallery(result)]


@pytest.mark.parametrize("number", range(3))
def test_everything_from_the_user_is_escaped(result, number):
    text = pages(result)[number]
    page = Page(text)
    assert page.count("script") == (number < 2)
    assert HOSTILE not in text
    assert HOSTILE in "".join(page.text)
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)


@pytest.mark.parametrize("number", range(3))
def test_the_pages_need_no_network(result, number):
    text = pages(result)[number]
    assert all(link.startswith("#") for link in Page(text).links)
    assert "http://" not in text
    assert "https://" not in text
    assert "@import" not in text
    assert "url(" not in text


def test_links_lead_to_cards():
    page = Page(render_report(spminer.mine(example(), "3-4", top=3)))
    names = {attributes.get("id") for _, attributes in page.tags}
    assert page.links
    assert {link.removeprefix("#") for link in page.links} <= names


@pytest.fixture(scope="module")
def compared():
    return spminer.mine(example(), "3-4", top=6, against="degree", null_samples=20, seed=3)


def test_links_of_a_comparison_lead_to_cards_and_definitions(compared):
    page = Page(render_report(compared))
    names = [attributes.get("id") for _, attributes in page.tags]
    assert {link.removeprefix("#") for link in page.links} <= set(names)
    assert len(set(names) - {None}) == len([name for name in names if name is not None])
    points = [
        link for tag, found in page.tags if tag == "a" and "point" in found.get("class", "") for link in [found["href"]]
    ]
    assert sorted(points) == sorted(f"#{found['id']}" for tag, found in page.tags if tag == "article")


def test_a_comparison_is_told_at_the_head_and_on_each_card(compared):
    html = render_report(compared)
    page = Page(html)
    assert "Compared with 20 samples of the null model degree" in html
    assert page.count("div", **{"class": "contrast"}) == page.count("article")
    assert page.count("svg", **{"class": "chart scatter"}) == 1


def test_a_card_says_why_a_figure_is_missing():
    contrast = Contrast(with_="degree", samples=9, expected=0.0, spread=0.0, note="no occurrence in any sample")
    html = render_report(MotifSet((motif("0-1@0", against=contrast),)))
    assert '<p class="note">no occurrence in any sample</p>' in html


def test_the_frequency_by_rank_is_not_drawn_where_surprise_ranks():
    one_size = spminer.mine(example(), 4, top=6, against="degree", null_samples=20)
    assert "Anchored frequency</figcaption>" not in render_report(one_size)


def test_a_result_that_was_not_compared_has_nothing_of_it(result):
    html = render_report(result)
    assert "What the figures mean" not in html
    assert 'class="contrast"' not in html


NUMBER = st.one_of(st.none(), st.just(0.0), st.floats(1e-12, 1e12))


SHARE = st.one_of(st.none(), st.floats(0.0, 1.0))


FIGURES = {
    **dict.fromkeys(("expected", "spread", "ratio", "low", "high", "z", "p", "q", "p_max"), NUMBER),
    **dict.fromkeys(("odds_ratio", "odds_low", "odds_high"), NUMBER),
    **dict.fromkeys(("share", "other_share"), SHARE),
    "samples": st.one_of(st.none(), st.integers(1, 1000)),
    "note": st.one_of(st.none(), st.just("no spread")),
}


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.fixed_dictionaries(FIGURES), min_size=1, max_size=4), NUMBER)
def test_whatever_is_not_defined_the_pages_say_so_without_a_word_of_python(figures, score):
    motifs = [motif("0-1@0", rank, against=Contrast(with_="degree", **one), score=score)
              for rank, one in enumerate(figures, start=1)]  # fmt: skip
    for text in pages(MotifSet(tuple(motifs))):
        words = "".join(Page(text).text)
        assert not re.search(r"\b(None|nan|inf)\b", words)


def test_hostile_names_of_the_other_side_are_escaped():
    contrast = Contrast(with_=HOSTILE, share=0.5, other_share=0.25, ratio=2.0, note=HOSTILE)
    hostile = MotifSet((motif("0-1@0", against=contrast),), input=InputFacts(source=HOSTILE))
    for text in pages(hostile):
        assert HOSTILE not in text
        Page(text)


def test_a_partial_result_says_so(result):
    assert Page(render_report(result)).count("p", **{"class": "warning"}) == 1


def test_one_size_needs_no_filter():
    page = Page(render_report(MotifSet((motif("0-1@0"),))))
    assert not [tag for tag in page.tags if "data-filter" in tag[1]]


def test_an_empty_result_has_a_page():
    assert "No motif was found." in render_report(MotifSet(()))


def test_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "report.html"
    MotifSet((motif("0-1@0"),)).report(path)
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(UsageError, match="cannot write"):
        write_report(MotifSet(()), tmp_path / "absent" / "report.html")


def test_a_comparison_is_written_too(tmp_path):
    path = tmp_path / "compare.html"
    write_comparison(MotifSet((motif("0-1@0"),)), MotifSet(()), path)
    page = Page(path.read_text())
    assert page.count("article", **{"data-where": "first"}) == page.count("article") == 1


def test_a_hundred_large_motifs_with_examples_take_two_megabytes_at_most():
    ladder = [(i, i + 1) for i in range(19)] + [(i, i + 2) for i in range(18)]
    pattern = Pattern.from_edges(ladder, anchor=0)
    names = tuple(f"member-{node}" for node in range(20))
    edges = tuple((a, b) for a in range(30) for b in range(a + 1, min(a + 5, 30)))
    around = Surroundings(tuple(f"other-{node}" for node in range(10)), edges)
    shown = {"examples": (names,) * 3, "surroundings": (around,) * 3}
    motifs = tuple(Motif(pattern, rank, Frequency.exact(5), **shown) for rank in range(1, 101))
    size = len(render_report(MotifSet(motifs)).encode())
    assert size < 2_000_000


def test_text_is_escaped_and_drawings_are_not():
    template = _environment().from_string("{{ text }}{{ pattern | drawing(styles) }}")
    pattern = Pattern.from_edges([(0, 1)], anchor=0, node_labels=["<i>", "b"])
    html = template.render(text="<b>", pattern=pattern, styles=LabelStyles.of([pattern]))
    assert html.startswith("&lt;b&gt;<svg")
    assert "<i>" not in html


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(jinja2.UndefinedError, match="report"):
        render("gallery.html.j2")


def test_the_page_allows_its_own_script_and_no_other():
    page = render_report(spminer.enumerate(example(), 3))
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r"script-src ([^;\"]*)", page)
    assert policy.strip() == f"'sha256-{digest}'"


def test_a_notebook_shows_a_light_gallery():
    html = spminer.enumerate(example(), 4)._repr_html_()
    assert html.count("<svg") == 6  # each pattern once
    assert "also @1: 14" in html  # the diamond at its other anchor
    assert "<script" not in html
    assert "<iframe" not in html


def test_the_gallery_says_what_it_leaves_out():
    edge = Pattern.parse("0-1@0")
    html = render_gallery(MotifSet(tuple(Motif(edge, rank, Frequency.exact(3)) for rank in range(1, 41))))
    assert html.count("<svg") == 24
    assert "16 more patterns" in html


def test_sizes_share_the_room():
    result = spminer.mine(example(), "3-6", top=10)
    html = render_gallery(result)
    assert html.count("<svg") == 2 + 6 + 6 + 6 < len(rows_of(result))  # 24 cards for four sizes: 6 for each
    assert html.count('<div class="size">') == 4


def test_nothing_found_is_a_gallery_without_drawings():
    assert "<svg" not in render_gallery(MotifSet(()))


def test_a_gallery_tells_both_sides():
    contrast = Contrast(with_="degree", samples=9, expected=1234.0, spread=1.0, ratio=0.5, p=0.25)
    html = render_gallery(MotifSet((Motif(Pattern.parse("0-1@0"), 1, Frequency.exact(617), against=contrast),)))
    assert ">1,234</span>" in html
    assert ">0.5</span>" in html
    assert "Compared with 9 samples of the null model degree" in html
    assert "0.25" not in html  # tests are for the report


def test_labels_have_a_legend_and_others_need_none():
    motif = Motif(Pattern.parse("0-1:double,1-2:single;C,C,O@2"), 1, Frequency.exact(3))
    html = render_gallery(MotifSet((motif,)))
    legend = html[html.index('<p class="legend">') :].partition("</p>")[0]
    assert [word in legend for word in ("anchor", "> C<", "> O<", "double", "single")] == [True] * 5
    assert '<p class="legend">' not in spminer.enumerate(example(), 3)._repr_html_()
