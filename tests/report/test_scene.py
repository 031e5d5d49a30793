import pytest

from spminer.report.scene import Disc, Line, Polygon, Text, paint, svg


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Line((0.0, 1.0), (2.0, 3.0)), '<line x1="0" y1="1" x2="2" y2="3"/>'),
        (Disc((1.0, 2.0), 7.5, "node c1"), '<circle class="node c1" cx="1" cy="2" r="7.5"/>'),
        (Polygon(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))), '<polygon points="0.0,0.0 1.0,0.0 0.0,1.0"/>'),
        (
            Text((1.0, 2.0), "<b…", "node-label", "<bold>"),
            '<text class="node-label" x="1.0" y="2.0">&lt;b…<title>&lt;bold&gt;</title></text>',
        ),
    ],
)
def test_with_classes(shape, expected):
    assert svg(shape) == expected


def test_painted_shapes_have_no_classes():
    assert 'stroke-dasharray="6 5"' in svg(Line((0.0, 0.0), (9.0, 0.0), "dashed"), painted=True)
    for shape in (Disc((0.0, 0.0), 5.0, "node anchor"), Text((0.0, 0.0), "C", "node-label on-dark", "C")):
        assert "class" not in svg(shape, painted=True)


def test_paints():
    assert paint(Disc((0.0, 0.0), 5.0, "node anchor")).fill == "#f08c1a"
    assert paint(Disc((0.0, 0.0), 5.0, "node")).fill == "#c7d0db"
    assert paint(Disc((0.0, 0.0), 5.0, "ring")).fill == "none"
    assert paint(Text((0.0, 0.0), "C", "node-label on-dark")).fill == "#ffffff"
    assert paint(Text((0.0, 0.0), "C", "long-label")).font_size < paint(Text((0.0, 0.0), "C", "node-label")).font_size
