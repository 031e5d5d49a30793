import pytest

import spminer
from spminer.datasets import example
from spminer.errors import UsageError
from spminer.report.plotting import plot_frequencies

figures = pytest.importorskip("matplotlib.figure")


@pytest.fixture
def axes():
    return figures.Figure().subplots()


@pytest.fixture(scope="module")
def result():
    return spminer.mine(example(), "3-5", top=4)


def test_every_motif_is_a_dot_above_its_size(axes, result):
    plot_frequencies(result, ax=axes)
    dots = sorted(map(tuple, axes.collections[0].get_offsets().tolist()))
    assert dots == sorted((motif.size, motif.anchored_frequency.value) for motif in result)
    assert [line.get_label() for line in axes.lines] == ["best", "median"]


def test_the_axis_starts_at_zero_unless_the_span_is_large(axes, result):
    plot_frequencies(result, ax=axes)
    assert (axes.get_yscale(), axes.get_ylim()[0]) == ("linear", 0)
    plot_frequencies(result, "graph", axes)
    assert axes.get_yscale() == "log"
    assert axes.get_ylabel() == "graph frequency"


def test_a_frequency_that_nobody_counted_is_refused(axes, result):
    with pytest.raises(UsageError, match="no motif of this result has a known images frequency"):
        plot_frequencies(result, "images", axes)
