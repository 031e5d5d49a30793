from collections import Counter

from spminer import Pattern
from spminer.report.labels import DASHES, PALETTE, LabelStyles


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
