from itertools import combinations

import pytest

from spminer.methods.registry import method_names
from spminer.paper.figures import STYLES, bars_with_range, dot_rows, draw_pattern, panels, plot, save, shade
from spminer.paper.runs import Spread
from spminer.patterns import Pattern

pytest.importorskip("matplotlib")


def lightness(color):
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_method_has_a_look():
    assert set(method_names()) <= set(STYLES)


def test_looks_differ_without_color():
    # The paper's own line looks like our greedy, but for its dots.
    ours = [look for name, look in STYLES.items() if name != "SPMiner"]
    assert len({look.marker for look in ours}) == len(ours)
    for one, other in combinations(ours, 2):
        assert abs(lightness(one.color) - lightness(other.color)) > 0.015


def test_figures_are_png_and_svg_and_the_same_each_time(tmp_path):
    def draw(folder):
        figure, (left, right) = panels(2, title="What?")
        plot(left, "greedy", {1: 2.0, 2: None, 3: 4.0})
        draw_pattern(right, Pattern.parse("0-1,1-2@1"))
        assert left.lines[0].get_xdata().tolist() == [1, 3]
        return save(figure, folder, "a")

    assert draw(tmp_path / "x") == draw(tmp_path / "y") == "a"
    assert (tmp_path / "x" / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "x" / "a.svg").read_text()


def test_a_line_has_a_band_from_the_lowest_to_the_highest_seed():
    _, (axes,) = panels(1, title="What?")
    plot(axes, "greedy", {5: Spread((0, 1, 2), (1.0, 4.0, 2.0)), 6: Spread((0, 1, 2), (3.0, None, 3.0))})
    assert axes.lines[0].get_ydata().tolist() == [2.0, 3.0]
    (band,) = axes.collections
    corners = {tuple(point) for point in band.get_paths()[0].vertices.tolist()}
    assert {(5.0, 1.0), (5.0, 4.0), (6.0, 3.0)} <= corners


def test_what_is_behind_is_no_line():
    _, (axes,) = panels(1, title="What?")
    shade(axes, {5: 2.0, 6: None, 7: 1.0}, "best")
    assert not axes.lines
    assert axes.collections[0].get_zorder() < 1


def test_methods_of_a_ladder_have_rows_of_their_own():
    _, (axes,) = panels(1, title="What?")
    dot_rows(axes, {"grow": 3.0, "beam": Spread((0, 1), (3.0, 3.0)), "mcts": None})
    assert [label.get_text() for label in axes.get_yticklabels()] == ["grow", "beam", "MCTS"]
    assert sorted({float(line.get_ydata()[0]) for line in axes.lines}) == [0.0, 1.0]


def test_bars_have_whiskers_where_seeds_differ():
    _, (left, right) = panels(2, title="What?")
    bars_with_range(left, [0, 1], [Spread((0, 1), (1.0, 3.0)), None], width=0.4)
    bars_with_range(right, [0], [2.0], width=0.4)
    assert [patch.get_height() for patch in left.patches] == [2.0]
    (whisker,) = left.collections
    assert whisker.get_segments()[0].tolist() == [[0.0, 1.0], [0.0, 3.0]]
    assert not right.collections
