from itertools import combinations

import pytest

from spminer.experiments.figures import STYLES, draw_pattern, panels, plot, save
from spminer.methods.registry import method_names
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
