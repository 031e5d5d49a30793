import io
import sys
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spminer import Pattern, UsageError
from spminer.report.picture import motif_svg, picture_png, save_picture
from support.strategies import examples

image = pytest.importorskip("matplotlib.image")

MOLECULE = Pattern.parse("0-1:double,1-2:single,2-3:aromatic;C,C,O,N@2")
SVG = "{http://www.w3.org/2000/svg}"


def test_the_svg_stands_alone():
    root = ET.fromstring(motif_svg(MOLECULE))
    shapes = [element for element in root.iter() if element.tag != SVG + "title"][1:]
    assert all("class" not in shape.attrib and "fill" in shape.attrib for shape in shapes)
    assert len(root.findall(SVG + "line")) == 2 + 1 + 2
    assert [text.text for text in root.findall(SVG + "text")] == ["C", "C", "O", "N"]
    assert root.find(SVG + "title").text == MOLECULE.text


@given(st.integers(2, 9), st.booleans(), st.integers(0, 10**6))
@settings(max_examples=examples(30), deadline=None)
def test_everything_lies_inside_the_picture(size, directed, seed):
    random = np.random.default_rng(seed)
    edges = [(int(random.integers(node)), node) for node in range(1, size)]
    labels = [str(random.choice(["a", "bb", "carbon"])) for _ in range(size)]
    root = ET.fromstring(motif_svg(Pattern.from_edges(edges, directed=directed, node_labels=labels)))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for circle in root.findall(SVG + "circle"):
        x, y, radius = (float(circle.attrib[name]) for name in ("cx", "cy", "r"))
        assert left <= x - radius <= x + radius <= left + width
        assert top <= y - radius <= y + radius <= top + height


def test_a_label_that_is_cut_is_in_the_legend():
    texts = [text.text for text in ET.fromstring(motif_svg(Pattern.parse("0-1;carbon,O"))).iter(SVG + "text")]
    assert texts == ["car…", "O", "carbon"]


def test_the_png_shows_the_colors_of_labels():
    pixels = image.imread(io.BytesIO(picture_png(MOLECULE)))
    shown = {tuple(color) for color in np.round(pixels[..., :3].reshape(-1, 3) * 255).astype(int).tolist()}
    assert (255, 255, 255) in shown
    for fill in ((0xB3, 0xB3, 0xB3), (0xD5, 0x5E, 0x00), (0x00, 0x72, 0xB2)):  # C, O and N
        assert fill in shown
    root = ET.fromstring(motif_svg(MOLECULE))
    assert abs(pixels.shape[1] - 4 * float(root.attrib["viewBox"].split()[2])) < 4


def test_the_same_picture_every_time():
    assert picture_png(MOLECULE) == picture_png(MOLECULE)


def test_a_label_may_look_like_a_formula():
    assert picture_png(Pattern.parse("0-1;$x,$y_"))


def test_a_png_without_matplotlib_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"pip install 'spminer\[plot\]'"):
        save_picture(MOLECULE, tmp_path / "motif.png")
    assert list(tmp_path.iterdir()) == []
