import sys

import pytest

import spminer
from spminer.datasets import example
from spminer.errors import UsageError
from spminer.report.charts import plot_frequencies

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
    assert axes.get_ylabel() == "frequency (node sets, log scale)"


@pytest.mark.parametrize("frequency", ["anchored", "graph"])
def test_there_is_room_above_the_highest_mark(axes, result, frequency):
    plot_frequencies(result, frequency, axes)
    highest = max(motif.frequency(frequency).value for motif in result)
    share = axes.transAxes.inverted().transform(axes.transData.transform((4, highest)))[1]
    assert 0.85 < share < 0.95


def test_without_matplotlib_it_says_how_to_get_it(monkeypatch, result):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"pip install 'spminer\[plot\]'"):
        plot_frequencies(result)


def test_a_frequency_that_nobody_counted_is_refused(axes, result):
    with pytest.raises(UsageError, match="no motif of this result has a known images frequency"):
        plot_frequencies(result, "images", axes)


def test_compared_motifs_are_drawn_by_their_ratio(axes):
    result = spminer.enumerate(spminer.datasets.yeast(), 3, against="degree", null_samples=30)
    assert result.plot(ax=axes) is axes
    best = max(result, key=lambda motif: abs(motif.score))
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels[-1] == f"{best.names.name} (3)"
    assert len(labels) == len([motif for motif in result if motif.against.ratio is not None])
    marks = [line for line in axes.get_lines() if line.get_marker() == "o"]
    assert sorted(line.get_xdata()[0] for line in marks) == sorted(m.against.ratio for m in result if m.against.ratio)
    assert any("z" in text.get_text() for text in axes.texts)


def test_a_frequency_can_be_drawn_all_the_same(axes):
    result = spminer.enumerate(spminer.datasets.yeast(), 3, against="degree", null_samples=30)
    result.plot("anchored", ax=axes)
    assert axes.get_xlabel() == "nodes of the motif"
