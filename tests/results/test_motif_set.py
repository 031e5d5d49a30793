import sys
from dataclasses import asdict, fields

import matplotlib as mpl
import networkx as nx
import pandas as pd
import pytest

import spminer
from spminer import Contrast, Frequency, Motif, MotifSet, Pattern, UsageError
from spminer.datasets import example
from spminer.request import MiningRequest

mpl.use("agg")
EDGE = Pattern.parse("0-1@0")


@pytest.fixture
def axes():
    from matplotlib import pyplot as plt

    yield plt.subplots()[1]
    plt.close("all")


def test_the_table_has_every_frequency():
    estimate = Frequency(7.5, "estimate", 6, 9)
    motif = Motif(EDGE, 1, Frequency.exact(3), estimate, 0.5, (), Frequency.lower_bound(2), Frequency.exact(1), True)
    [row] = MotifSet((motif,)).to_pandas().to_dict("records")
    assert row["anchored_frequency"] == row["anchored_frequency_low"] == row["anchored_frequency_high"] == 3
    assert (row["graph_frequency"], row["graph_frequency_kind"]) == (7.5, "estimate")
    assert (row["graph_frequency_low"], row["graph_frequency_high"]) == (6, 9)
    assert (row["transaction_support"], row["transaction_support_kind"]) == (2, "lower_bound")
    assert pd.isna(row["transaction_support_high"])
    assert (row["image_support"], row["score"], row["proven"], row["edges"]) == (1, 0.5, True, 1)


def test_the_table_has_the_names_of_the_field():
    texts = ("0-1,1-2@1", "0>1,1>2,2>0", "0-1,1-2,2-3,3-4,4-5")
    table = MotifSet(tuple(Motif(Pattern.parse(text), 1) for text in texts)).to_pandas()
    assert table["name"].tolist() == ["path of 3 @middle", "feedback loop", "path of 6"]
    assert table["man"].tolist()[1] == "030C"
    assert table["graphlet"].tolist()[0] == "G1"
    assert table["orbit"].tolist()[0] == 2
    assert table[["man", "graphlet", "orbit"]].notna().sum().tolist() == [1, 1, 1]


def test_a_table_without_pandas_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UsageError, match=r"pip install 'spminer\[graphs\]'"):
        MotifSet(()).to_pandas()


def test_unknown_frequencies_are_empty_and_numbers_stay_numbers():
    table = spminer.enumerate(example(), 3, frequency="graph").to_pandas()
    assert table["anchored_frequency"].isna().all()
    assert table["graph_frequency"].dtype.kind in "if"


def test_the_table_has_what_motifs_were_compared_with():
    contrast = Contrast(with_="degree", samples=9, expected=2.0, ratio=1.5, low=1.0, high=2.0, p=0.2)
    motifs = Motif(EDGE, 1, Frequency.exact(3), against=contrast), Motif(EDGE, 2, Frequency.exact(2))
    table = MotifSet(motifs).to_pandas()
    assert list(table.columns[-17:]) == [
        "against", "samples", "expected", "spread", "ratio", "ratio_low", "ratio_high", "z", "p", "q", "p_max",
        "share", "other_share", "odds_ratio", "odds_low", "odds_high", "note",
    ]  # fmt: skip
    assert table.loc[0, ["against", "samples"]].tolist() == ["degree", 9]
    assert table.loc[0, ["expected", "ratio", "ratio_low", "ratio_high", "p"]].tolist() == [2, 1.5, 1, 2, 0.2]
    assert table.loc[0, ["spread", "z", "share"]].isna().all()
    assert table.loc[1, "against":].isna().all()
    assert table["p"].dtype.kind == "f"
    assert "expected" not in MotifSet(motifs[1:]).to_pandas()


def test_the_table_has_a_column_for_every_figure_of_a_comparison():
    values = {field.name: number for number, field in enumerate(fields(Contrast), start=1)}
    contrast = Contrast(**{**values, "with_": "class:a,b", "note": "few graphs"})
    [row] = MotifSet((Motif(EDGE, 1, against=contrast),)).to_pandas().to_dict("records")
    assert set(asdict(contrast).values()) <= set(row.values())


def test_a_comparison_goes_through_csv(tmp_path):
    result = spminer.mine(example(), 3, against="degree", null_samples=20)
    result.to_pandas().to_csv(tmp_path / "motifs.csv", index=False)
    table = pd.read_csv(tmp_path / "motifs.csv")
    assert table["expected"].tolist() == pytest.approx([motif.against.expected for motif in result])
    assert table["against"].tolist() == ["degree"] * len(result)


def test_what_the_motifs_are_ranked_by():
    anchored, graph = (spminer.enumerate(example(), 3, top=2, frequency=name) for name in ("anchored", "graph"))
    assert (anchored.objective, graph.objective) == ("anchored", "graph")
    assert MotifSet((), request=MiningRequest(frequency="graph")).objective == "anchored"  # nothing is known of graph


def test_patterns_become_networkx_graphs():
    motif = Motif(Pattern.parse("0>1:a,1>2:b;C,C,O@2"), 1)
    graph = motif.to_networkx()
    assert nx.get_node_attributes(graph, "label") == {0: "C", 1: "C", 2: "O"}
    assert nx.get_edge_attributes(graph, "label") == {(0, 1): "a", (1, 2): "b"}
    assert graph.graph["anchor"] == 2
    assert "anchor" not in Motif(Pattern.parse("0-1"), 1).to_networkx().graph


def test_the_plot_has_best_and_median(axes):
    result = spminer.mine(example(), "3-5", top=3)
    assert result.plot(ax=axes) is axes
    best, median = (line.get_ydata().tolist() for line in axes.lines)
    values = result.to_pandas().groupby("size")["anchored_frequency"]
    assert best == values.max().tolist()
    assert median == values.median().tolist()
    assert axes.get_ylabel() == "anchored frequency"


def test_another_frequency_can_be_plotted(axes):
    assert spminer.mine(example(), "3-5", top=3).plot("graph", ax=axes).get_yscale() == "log"


def test_nothing_to_plot_is_said():
    with pytest.raises(UsageError, match="images"):
        spminer.enumerate(example(), 3).plot("images")


@pytest.mark.parametrize(
    ("motifs", "text"),
    [((), "MotifSet(no motifs, complete)"), ((Motif(EDGE, 1),), "MotifSet(1 motif of size 2, complete)")],
)
def test_short_to_read(motifs, text):
    assert repr(MotifSet(motifs)) == text
