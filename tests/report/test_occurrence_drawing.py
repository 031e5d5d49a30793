import xml.etree.ElementTree as ET

import numpy as np
import pytest

from spminer import Pattern
from spminer.report.occurrence_drawing import draw_example
from spminer.results.motif import Surroundings

PATH = Pattern.parse("0-1,1-2@0")


def positions(svg):
    return np.array([(float(c.get("cx")), float(c.get("cy"))) for c in ET.fromstring(svg).iter("circle")])


def around(number):
    return Surroundings(
        tuple(f"n{i}" for i in range(number)), ((0, 1), (1, 2), *((i % 3, 3 + i) for i in range(number)))
    )


@pytest.mark.parametrize("number", [0, 1, 5, 12, 27])
def test_every_node_is_drawn_and_named_apart_from_the_others(number):
    svg = draw_example(PATH, ("a", "b", "c"), around(number))
    points = positions(svg)
    assert len(points) == 3 + number
    gaps = np.linalg.norm(points[:, None] - points[None], axis=-1)
    assert gaps[np.triu_indices(len(points), 1)].min(initial=99) > 12
    names = [text.text for text in ET.fromstring(svg).iter("text")]
    assert sorted(names) == sorted(["a", "b", "c", *(f"n{i}" for i in range(number))])


def test_neighbors_are_near_the_nodes_that_they_are_joined_to():
    points = positions(draw_example(PATH, ("a", "b", "c"), Surroundings(("x", "y"), ((0, 1), (1, 2), (0, 3), (2, 4)))))
    ring, inner = points[:2], points[[4, 2, 3]]  # the anchor is drawn last
    first, last = inner[0], inner[2]
    assert np.linalg.norm(ring[0] - first) < np.linalg.norm(ring[0] - last)
    assert np.linalg.norm(ring[1] - last) < np.linalg.norm(ring[1] - first)


def test_edges_of_the_motif_are_told_from_others():
    svg = ET.fromstring(draw_example(PATH, ("a", "b", "c"), around(4)))
    paths = {path.get("class"): path.get("d").count("M") for path in svg.iter("path")}
    assert paths == {"context": 4, "edges": 2}


def test_arcs_of_the_motif_have_heads():
    svg = draw_example(Pattern.parse("0>1,1>0"), ("a", "b"), Surroundings((), ((0, 1), (1, 0))))
    assert svg.count("<polygon") == 2


def test_long_names_are_shortened_and_escaped():
    svg = ET.fromstring(draw_example(PATH, ("<b>", "x" * 40, "c"), around(0)))
    texts = list(svg.iter("text"))
    assert [text.text for text in texts if text.text.startswith("<")] == ["<b>"]
    assert [title.text for title in svg.iter("title")] == ["x" * 40]
