from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

import spminer
from spminer import Contrast, Frequency, Motif, MotifSet, Pattern, UsageError
from spminer.datasets import example
from spminer.report.picture import sheet_shapes, write_sheet
from spminer.report.shapes import Disc, Text

SVG = "{http://www.w3.org/2000/svg}"


def captions(result, title=None):
    return [shape.text for shape in sheet_shapes(result, title) if isinstance(shape, Text)]


def one(text, **more):
    return MotifSet((Motif(Pattern.parse(text), 1, Frequency.exact(40), **more),))


def test_each_pattern_is_drawn_once_with_its_frequencies():
    result = spminer.enumerate(example(), "3-4")
    assert sum(isinstance(shape, Disc) for shape in sheet_shapes(result)) == 2 * 3 + 6 * 4
    texts = captions(result)
    assert "34 nodes, 393 node sets" in texts
    assert "1. path of 3, at an end (G1, orbit 1)" in texts


def test_both_sides_are_told():
    assert "40 nodes, expected 7.5" in captions(
        one("0-1@0", against=Contrast(with_="degree", samples=100, expected=7.5, spread=3.0))
    )
    shares = Contrast(with_="class:1,2", share=0.75, other_share=0.125)
    assert "75 % here, 12.5 % there" in " ".join(captions(one("0-1@0", against=shares)))


def test_what_is_left_out_is_said():
    edge = Motif(Pattern.parse("0-1@0"), 1, Frequency.exact(3))
    many = MotifSet(tuple(replace(edge, rank=rank) for rank in range(1, 41)))
    assert sum(isinstance(shape, Disc) for shape in sheet_shapes(many)) == 2 * 24
    assert captions(many)[-1] == "16 more in the result"


def test_sizes_with_few_motifs_stand_side_by_side():
    few, many = (spminer.enumerate(example(), "3-4", top=top, frequency="graph") for top in (1, 3))
    assert [text.partition(":")[0] for text in captions(few) if text.startswith("size")] == ["size 3, 1", "size 4, 1"]
    assert not any(text.startswith("size") for text in captions(many))
    heights = {shape.center[1] > 150 for shape in sheet_shapes(many) if isinstance(shape, Disc)}
    assert heights == {False, True}, "a line for each size"


def test_titles_labels_and_nothing():
    assert captions(one("0-1;customer,card@0"), "Bank")[0] == "Bank"
    assert captions(one("0-1;customer,card@0"))[-1] == "customer", "a label that the node has no room for"
    assert captions(MotifSet(())) == ["no motifs"]


def test_everything_lies_inside_the_picture_on_white(tmp_path):
    write_sheet(spminer.mine(example(), "3-6", top=6), tmp_path / "motifs.svg", "Karate <club>")
    root = ET.fromstring((tmp_path / "motifs.svg").read_text())
    assert root.find(SVG + "title").text == "Karate <club>"
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert root.find(SVG + "rect").attrib["fill"] == "#ffffff"
    for circle in root.findall(SVG + "circle"):
        x, y, radius = (float(circle.attrib[name]) for name in ("cx", "cy", "r"))
        assert left <= x - radius <= x + radius <= left + width
        assert top <= y - radius <= y + radius <= top + height
    lines = [(float(text.attrib["x"]), float(text.attrib["y"])) for text in root.findall(SVG + "text")]
    assert len(lines) == len(set(lines)), "captions do not lie on each other"


def test_results_are_saved_as_pictures(tmp_path):
    result = spminer.enumerate(example(), 3)
    for name in ("motifs.svg", "motifs.PNG"):
        result.save(tmp_path / name)
    assert (tmp_path / "motifs.svg").read_text().startswith("<svg")
    assert (tmp_path / "motifs.PNG").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(UsageError, match=r"\.svg or \.png, not to"):
        result.save(tmp_path / "motifs.gif")


def test_the_same_bytes_every_time(tmp_path):
    result = spminer.enumerate(example(), 4)
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        result.save(tmp_path / name)
    for ending in ("svg", "png"):
        assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()
