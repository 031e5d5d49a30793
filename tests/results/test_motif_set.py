"""Tests of results/motif_set.py: the schema of result files."""

import json
import sys
from dataclasses import asdict, fields, replace
from pathlib import Path

import matplotlib as mpl
import networkx as nx
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Contrast, Frequency, InputError, Motif, MotifSet, Pattern, UsageError, Verification
from spminer.datasets import example
from spminer.report import render_report
from spminer.results.request import MiningRequest, Stage
from support.strategies import examples

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
    assert table["name"].tolist() == ["path of 3, at the middle", "feedback loop", "path of 6"]
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
    assert (anchored.frequency_name, graph.frequency_name) == ("anchored", "graph")
    assert (
        MotifSet((), request=MiningRequest(frequency="graph")).frequency_name == "anchored"
    )  # nothing is known of graph


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
    assert axes.get_ylabel() == "frequency (nodes)"


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


FILES = sorted((Path(__file__).parent / "files").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_of_earlier_versions_load_and_lose_nothing(path):
    data = json.loads(path.read_text())
    again = MotifSet.from_json(path).to_dict()
    assert again["config"].items() >= data["config"].items()
    assert {name: again[name] for name in data if name not in {"config", "motifs"}} == {
        name: data[name] for name in data if name not in {"config", "motifs"}
    }
    assert len(again["motifs"]) == len(data["motifs"])
    for motif, before in zip(again["motifs"], data["motifs"], strict=True):
        before.get("against", {}).pop("bits", None)  # of description lengths, which nothing computes any more
        assert motif.items() >= before.items()
    assert "<svg" in render_report(MotifSet.from_json(path))


def test_a_mining_result_of_before_has_its_request():
    result = MotifSet.from_json(next(path for path in FILES if path.stem.startswith("mine")))
    assert isinstance(result.request, MiningRequest)
    assert (result.request.sizes, result.request.seed, result.request.method) == ((3, 4, 5, 6), 3, "grow")
    assert result.request.verify == Verification(both=True)
    assert result.settings["grow"]["beam"] == 20
    assert result.command_line == "spminer mine --sizes 3-6"
    assert result.plan.stages == (Stage("grow", (3, 4, 5, 6), "as asked"),)
    assert (result.input.nodes, result.input.directed) == (34, False)


ODD_LABELS = ["a,b", "a", "b@1", "c;d", '"q"', " e", "f\n", "\x1b[31m", ""]


@given(st.lists(st.sampled_from(ODD_LABELS) | st.text(max_size=4), min_size=6, max_size=6))
@settings(max_examples=examples(30), deadline=None)
def test_results_with_any_labels_come_back_and_count_the_same(labels):
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 2)]
    graph = spminer.from_edges(edges, node_labels=labels, edge_labels=[*labels, "x,y"])
    result = spminer.enumerate(graph, 3)
    again = MotifSet.from_dict(json.loads(json.dumps(result.to_dict())))
    assert again == result
    for motif in again:
        assert spminer.count(motif.id, graph).frequency == motif.anchored_frequency


def test_a_result_with_odd_labels_can_be_reported(tmp_path):
    result = spminer.enumerate(spminer.from_edges([(0, 1), (1, 2)], node_labels=ODD_LABELS[:3]), 3)
    result.to_json(tmp_path / "result.json")
    assert "a,b" in render_report(MotifSet.from_json(tmp_path / "result.json"))


def test_an_enumeration_of_before_has_its_request():
    result = MotifSet.from_json(next(path for path in FILES if path.stem.startswith("enumerate")))
    assert result.request == MiningRequest(command="enumerate", method="exact", sizes=(3,), engine="esu")
    assert result.input.graphs == 2


def test_the_first_files_had_fewer_fields():
    data = json.loads(FILES[1].read_text())
    for name in ("warnings", "plan", "versions"):
        del data[name]
    for motif in data["motifs"]:
        for name in ("proven", "surroundings", "transaction_support", "image_support", "score", "examples"):
            del motif[name]
    result = MotifSet.from_dict(data)
    assert (result.warnings, result.plan.stages, dict(result.versions)) == ((), (), {})
    assert (result[0].proven, result[0].examples, result[0].score) == (False, (), None)


def test_files_of_later_versions_may_have_more():
    data = spminer.mine(example(), 3, top=1).to_dict()
    data["later"] = data["config"]["later"] = data["graph"]["later"] = data["plan"][0]["later"] = 1
    data["motifs"][0]["later"] = 1
    assert MotifSet.from_dict(data) == MotifSet.from_dict(spminer.mine(example(), 3, top=1).to_dict() | _same(data))


def _same(data):
    """What two runs do not share."""
    return {name: data[name] for name in ("timing_s", "peak_memory_bytes")}


@pytest.mark.parametrize("frequency", ["anchored", "graph", "transactions", "images"])
def test_results_survive_their_file(tmp_path, frequency):
    graphs = spminer.from_networkx([nx.cycle_graph(5), nx.lollipop_graph(4, 2)])
    result = spminer.mine(graphs, "3-4", top=2, frequency=frequency, examples=2, method="grow", beam=9)
    result = replace(result, command_line="spminer mine")
    result.to_json(tmp_path / "result.json")
    assert MotifSet.from_json(tmp_path / "result.json") == result


def test_enumerations_survive_their_file(tmp_path):
    result = spminer.enumerate(example(), 3)
    result.to_json(tmp_path / "result.json")
    assert MotifSet.from_json(tmp_path / "result.json") == result


@pytest.mark.parametrize("schema", [0, 2, None, "1"])
def test_other_schemas_are_refused(schema):
    data = spminer.enumerate(example(), 3, top=1).to_dict()
    with pytest.raises(InputError, match="this version reads 1"):
        MotifSet.from_dict({**data, "schema": schema})


def test_the_names_of_the_schema():
    data = spminer.mine(example(), 3, top=1).to_dict()
    assert list(data) == [
        "schema", "status", "stop_reason", "config", "graph", "timing_s", "peak_memory_bytes", "warnings", "plan",
        "versions", "motifs",
    ]  # fmt: skip
    assert list(data["motifs"][0]) == [
        "size", "rank", "id", "name", "graphlet", "orbit", "edges", "anchor", "anchored_frequency", "graph_frequency",
        "transaction_support", "image_support", "score", "proven", "closed", "maximal", "covers", "examples",
        "surroundings",
    ]  # fmt: skip
    assert list(data["motifs"][0]["surroundings"][0]) == ["neighbours", "edges", "hidden", "graph"]
    assert list(data["plan"][0]) == ["method", "sizes", "reason", "subgraphs", "seconds"]
    assert list(data["config"]) == [
        {"alternative": "direction"}.get(name, name) for name in ("command", *MiningRequest.options(), "settings_given")
    ]


def judged(contrast):
    result = spminer.enumerate(example(), 3)
    return replace(result, motifs=(replace(result[0], against=contrast), *result.motifs[1:]))


@pytest.mark.parametrize(
    "contrast",
    [
        Contrast(with_="degree", samples=100, expected=0.0, spread=0.0, p=0.02, note="no occurrence in any sample"),
        Contrast(with_="class:A,B", share=0.5, other_share=0.25, odds_ratio=3.0, odds_low=1.5, odds_high=6.0, q=0.5),
        Contrast(with_="other.txt", ratio=2.0, low=1.0, high=4.0),
    ],
    ids=lambda contrast: contrast.with_,
)
def test_what_a_motif_was_compared_with_survives_the_file(tmp_path, contrast):
    result = judged(contrast)
    result.to_json(tmp_path / "result.json")
    again = MotifSet.from_json(tmp_path / "result.json")
    assert again == result
    assert (again[0].against, again[1].against) == (contrast, None)


def test_the_names_of_a_contrast_in_the_file():
    always = ["with", "samples", "expected", "spread", "ratio", "low", "high", "z", "p", "q", "p_max"]
    plain, other = judged(Contrast(with_="er")).to_dict()["motifs"][:2]
    assert plain["against"] == {"with": "er"} | dict.fromkeys(always[1:])
    assert "against" not in other
    more = ["share", "other_share", "odds_ratio", "odds_low", "odds_high"]
    full = Contrast(with_="er", note="no spread", **dict.fromkeys(more, 1.0))
    assert list(judged(full)[0].to_dict()["against"]) == [*always, *more, "note"]


def test_bits_of_earlier_versions_are_left_out():
    path = next(path for path in FILES if "against" in path.stem)
    assert all("bits" in motif["against"] for motif in json.loads(path.read_text())["motifs"])
    result = MotifSet.from_json(path)
    assert [motif.against.samples for motif in result] == [20, 20]
    assert "bits" not in result.to_json()
    assert "bits" not in result.to_pandas()


def test_a_contrast_of_a_later_version_may_have_more():
    data = judged(Contrast(with_="er", z=2.0)).to_dict()
    data["motifs"][0]["against"]["later"] = 1
    assert MotifSet.from_dict(data)[0].against == Contrast(with_="er", z=2.0)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("0-1,0-2,1-2@0", {"name": "triangle", "graphlet": "G2", "orbit": 3}),
        ("0-1,0-2,1-2", {"name": "triangle", "graphlet": "G2"}),
        ("0>1,0>2,1>2", {"name": "feed-forward loop", "man": "030T"}),
        ("0-1,1-2,2-3,3-4,4-5", {"name": "path of 6"}),
    ],
)
def test_names_of_the_field_are_written_where_they_apply(text, names):
    motif = Motif(Pattern.parse(text).canonical(), 1)
    data = motif.to_dict()
    assert {name: data[name] for name in ("name", "man", "graphlet", "orbit") if name in data} == names
    assert Motif.from_dict(data) == motif


def test_a_result_is_loaded_as_it_was_saved(tmp_path):
    path = tmp_path / "motifs.json"
    result = spminer.mine(example(), 4, top=2)
    result.save(path)
    assert spminer.load(path) == spminer.load(str(path)) == result


def test_what_is_no_result_cannot_be_loaded(tmp_path):
    (tmp_path / "motifs.json").write_text("{}")
    spminer.enumerate(example(), 3).save(tmp_path / "table.csv")
    for name, says in [
        ("motif.json", r"no such file, did you mean 'motifs\.json'\? Give a \.json file"),
        ("motifs.json", "give a .json file that `save`"),
        ("table.csv", "not a result file; give a .json file"),
    ]:
        with pytest.raises(InputError, match=says):
            spminer.load(tmp_path / name)
