from html.parser import HTMLParser

import pytest

from spminer import Frequency, Motif, MotifSet, Pattern, UsageError
from spminer.report import render_report, write_report

HOSTILE = "<script>alert('x')</script>\"&"
VOID = {"meta", "line", "circle", "polygon"}


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
        (Motif(hostile_labels, 1), motif("0-1,1-2@1", examples=((HOSTILE, "b", "c"),)), motif("0-1,0-2,1-2@0", 2)),
        graph={"source": HOSTILE, "nodes": 4, HOSTILE: HOSTILE},
        config={"command_line": f"spminer enumerate {HOSTILE}", HOSTILE: HOSTILE},
        status="partial",
        stop_reason=HOSTILE,
    )


def test_one_card_and_drawing_per_motif(result):
    page = Page(render_report(result))
    assert page.count("article") == page.count("svg") == 3
    assert [tag[1]["data-size"] for tag in page.tags if tag[0] == "button"] == ["all", "2", "3"]


def test_everything_from_the_user_is_escaped(result):
    page = Page(render_report(result))
    assert page.count("script") == 1
    # title, heading, command, warning, name and value of a fact and of a setting, id, example
    assert "".join(page.text).count(HOSTILE) == 10


def test_the_page_needs_no_network(result):
    text = render_report(result)
    assert Page(text).links == []
    assert "http://" not in text
    assert "https://" not in text
    assert "@import" not in text


def test_a_partial_result_says_so(result):
    assert Page(render_report(result)).count("p", **{"class": "warning"}) == 1


def test_one_size_needs_no_filter():
    assert Page(render_report(MotifSet((motif("0-1@0"),)))).count("button") == 0


def test_an_empty_result_has_a_page():
    assert "No motif was found." in render_report(MotifSet(()))


def test_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "report.html"
    MotifSet((motif("0-1@0"),)).report(path)
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(UsageError, match="cannot write"):
        write_report(MotifSet(()), tmp_path / "absent" / "report.html")


def test_a_notebook_shows_the_same_page_in_a_frame(result):
    frame = Page(result._repr_html_())
    (tag, attributes), *others = frame.tags
    assert (tag, others) == ("iframe", [])
    assert Page(attributes["srcdoc"]).count("article") == 3
