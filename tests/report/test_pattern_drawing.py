import xml.etree.ElementTree as ET

from spminer import Pattern
from spminer.report.pattern_drawing import draw, fitted_layout, pattern_shapes
from spminer.report.shapes import Text


def parsed(text):
    return ET.fromstring(draw(Pattern.parse(text)))


def classes(svg):
    return [circle.get("class") for circle in svg.iter("circle")]


def test_one_mark_per_node_and_edge_with_the_anchor_told_apart():
    svg = parsed("0-1,1-2,2-0,2-3@2")
    assert len(list(svg.iter("line"))) == 4
    assert classes(svg) == ["node", "node", "node anchor", "node"]


def test_everything_is_inside():
    svg = parsed(",".join(f"{i}-{i + 1}" for i in range(19)))
    width, height = (float(number) for number in svg.get("viewBox").split()[2:])
    for circle in svg.iter("circle"):
        radius = float(circle.get("r"))
        assert radius <= float(circle.get("cx")) <= width - radius
        assert radius <= float(circle.get("cy")) <= height - radius


def test_arcs_have_heads():
    assert len(list(parsed("0>1,1>2,2>1").iter("polygon"))) == 3
    assert not list(parsed("0-1,1-2").iter("polygon"))


def test_labels_are_escaped_and_shortened():
    svg = parsed("0-1:<&>,1-2:double;<b>,carbon,O")
    assert [text.text for text in svg.iter("text")] == ["<&>", "dou…", "<b>", "car…", "O"]


def test_nodes_have_the_color_of_their_label_and_the_anchor_a_ring():
    svg = parsed("0-1,1-2;C,O,C@1")
    assert classes(svg) == ["node c6", "ring", "node c4", "node c6"]
    ring, anchor = list(svg.iter("circle"))[1:3]
    assert (ring.get("cx"), ring.get("cy")) == (anchor.get("cx"), anchor.get("cy"))
    assert float(ring.get("r")) > float(anchor.get("r"))


def test_bonds_are_lines_side_by_side_without_text():
    svg = parsed("0-1:single,1-2:double,2-3:triple,3-4:aromatic")
    assert [line.get("class") for line in svg.iter("line")] == [None] * 7 + ["dashed"]
    assert not list(svg.iter("text"))


def test_other_edge_labels_have_dashes_and_their_text():
    svg = parsed("0>1:activates,1>2:represses")
    assert [line.get("class") for line in svg.iter("line")] == [None, "dashed"]
    assert [text.find("title").text for text in svg.iter("text")] == ["activates", "represses"]


def test_what_all_arcs_start_from_is_above():
    points = fitted_layout(Pattern.parse("2>0,2>1,3>0,3>1"), 200, 150, 10, 60)
    assert points[2][1] == points[3][1] < points[0][1] == points[1][1]


def test_a_single_node():
    assert classes(parsed("0@0")) == ["node anchor"]


def test_drawings_do_not_depend_on_the_anchor():
    first, second = parsed("0-1,1-2,2-3@0"), parsed("0-1,1-2,2-3@3")
    positions = [[(c.get("cx"), c.get("cy")) for c in svg.iter("circle")] for svg in (first, second)]
    assert positions[0] == positions[1]


def test_labels_of_crossing_arcs_do_not_cover_each_other():
    pattern = Pattern.parse("0>1:USES,0>2:USES,3>1:USES,3>2:LIVES_AT;a,b,b,a")
    places = [shape.at for shape in pattern_shapes(pattern) if isinstance(shape, Text) and shape.kind == "edge-label"]
    assert len(places) == 4
    for number, (x, y) in enumerate(places):
        assert all(abs(x - a) >= 24 or abs(y - b) >= 9 for a, b in places[:number])
