from collections import Counter

import pytest

from spminer import Pattern
from spminer.report.shapes import DASHES, PALETTE, Disc, LabelStyles, Line, Polygon, Text, paint, svg


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


def labeled(*labels):
    return Pattern.from_edges([(node, node + 1) for node in range(len(labels) - 1)], node_labels=labels)


def contrast(first, second):
    """The ratio of luminances by WCAG 2."""

    def luminance(color):
        parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_can_be_read_on_every_color():
    assert all(contrast(color.fill, "#ffffff" if color.dark else "#1b2430") > 3 for color in PALETTE)
    assert len(set(PALETTE)) == len(PALETTE)


def test_few_labels_have_different_colors_whatever_their_order():
    first = LabelStyles.of([labeled("x", "y", "z")])
    assert first == LabelStyles.of([labeled("z", "z"), labeled("y", "x")])
    assert len(set(first.nodes.values())) == 3


def test_elements_have_the_colors_that_chemists_are_used_to():
    styles = LabelStyles.of([labeled("C", "N", "O", "Cl", "Xe")])
    assert [styles.nodes[name] for name in ("C", "N", "O", "Cl")] == [6, 3, 4, 1]
    assert max(Counter(styles.nodes.values()).values()) == 1
    assert LabelStyles.of([labeled("C", "protein")]).nodes["C"] == 0  # no element then


def test_the_most_usual_of_many_labels_have_the_colors():
    many = [labeled("usual", f"rare{number}") for number in range(20)]
    styles = LabelStyles.of(many)
    assert styles.color("usual") is not None
    colors = [number for number in styles.nodes.values() if number is not None]
    assert sorted(colors) == list(range(len(PALETTE)))


def test_bonds_are_drawn_as_such_only_if_all_labels_are_bonds():
    bonds = LabelStyles.of([Pattern.parse("0-1:SINGLE,1-2:double,2-3:aromatic,3-4:#")])
    assert bonds.edges == {"#": "triple", "SINGLE": "single", "aromatic": "aromatic", "double": "double"}
    assert all(map(bonds.is_bond, bonds.edges))
    others = LabelStyles.of([Pattern.parse("0-1:single,1-2:married")])
    assert set(others.edges.values()) == {"solid", "dashed"}
    assert not others.is_bond("single")


def test_numbers_are_not_taken_for_bonds():
    assert set(LabelStyles.of([Pattern.parse("0-1:1,1-2:2")]).edges.values()) == {"solid", "dashed"}


def test_more_labels_than_lines_are_told_by_their_text():
    text = ",".join(f"{number}-{number + 1}:l{number}" for number in range(9))
    kinds = LabelStyles.of([Pattern.parse(text)]).edges
    assert len(kinds) == 9
    assert set(kinds.values()) == {"solid", *DASHES}
