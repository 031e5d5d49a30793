"""Tests of results/text.py: which rows and columns the table has, and what each number counts."""

import io
import re

import networkx as nx
import pytest

import spminer
from spminer import Contrast
from spminer.datasets import example
from spminer.results.rows import rows_of
from spminer.results.text import contrast_columns, shown_lines, table_columns

LOOPS = Contrast(
    with_="degree", samples=100, expected=7.5, spread=2.9, ratio=5.33, low=4.9, high=5.8, z=11.2, p=0.0198, q=0.03
)


RARE = Contrast(with_="degree", samples=100, expected=0.25, spread=0.5, p=1.0, q=1.0, note="counts far from normal")


def test_columns_are_those_that_any_motif_has():
    columns = contrast_columns([LOOPS, RARE, None])
    assert list(columns) == ["expected", "ratio", "z", "p", "q"]
    assert columns["expected"] == ["7.5", "0.25", "-"]
    assert columns["z"] == ["11.2", "-", "-"]
    assert contrast_columns([None]) == {}


def test_shares_stand_for_what_is_expected():
    one = Contrast(with_="class:1,2", share=0.5, other_share=0.25, expected=12.0, ratio=2.0)
    assert list(contrast_columns([one])) == ["share", "other", "ratio"]


def test_large_numbers_are_whole():
    assert contrast_columns([Contrast(with_="er", expected=1234567.8)])["expected"] == ["1,234,568"]


def test_a_stopped_comparison_has_a_column_of_its_samples():
    few = [Contrast(with_="degree", samples=4, expected=2.0), None]
    assert contrast_columns(few, 20)["samples"] == ["4", "-"]
    assert "samples" not in contrast_columns(few, 4)
    assert "samples" not in contrast_columns(few)


def test_examples_say_their_graph(tmp_path):
    graphs = spminer.read(io.BytesIO(b"CCO ethanol\nCCN ethylamine\nCCN again\n"), format="smiles")
    molecules = dict(zip(graphs.graph_names, spminer.to_networkx(graphs), strict=True))
    result = spminer.enumerate(graphs, 3, examples=2)
    for motif in result:
        assert set(motif.example_graphs) <= ({"ethanol"} if "O" in motif.id else {"ethylamine", "again"})
        for nodes, graph in zip(motif.examples, motif.example_graphs, strict=True):
            found = molecules[graph].subgraph(map(int, nodes))
            assert nx.is_isomorphic(found, motif.to_networkx())
    columns = table_columns(shown_lines(rows_of(result), result.frequency_name, None), result)
    shown = next(column.cells for column in columns if column.name == "example")
    assert {cell.partition(" in ")[2] for cell in shown} >= {"ethanol", "ethylamine"}
    result.save(tmp_path / "motifs.csv")
    assert (tmp_path / "motifs.csv").read_text().splitlines()[1].endswith(',"0, 1, 2",ethylamine,CCN,[#6]-[#6]-[#7]')
    assert spminer.enumerate(example(), 3).motifs[0].example_graphs == (None,)
    counted = spminer.count("C-C-O", graphs, examples=1)
    assert (counted.example_graphs, counted.to_dict()["example_graphs"]) == (("ethanol",), ["ethanol"])
    assert spminer.count("triangle", example(), examples=1).example_graphs is None


def heads(result):
    lines = shown_lines(rows_of(result), result.frequency_name, None)
    return [column.name for column in table_columns(lines, result)]


def test_the_head_of_a_frequency_says_what_it_counts():
    assert heads(spminer.enumerate(example(), 3)) == [
        "size", "rank", "nodes", "shape", "node sets", "proven", "also at", "example", "pattern",
    ]  # fmt: skip
    two = [nx.path_graph(4), nx.cycle_graph(4)]
    assert heads(spminer.mine(two, 3, frequency="transactions", examples=0))[2] == "graphs"
    assert heads(spminer.mine(two, 3, frequency="images", examples=0))[2] == "images"
    assert heads(spminer.enumerate(two, 3, frequency="graph", examples=0))[2:4] == ["node sets", "shape"]


def test_a_printed_result_has_twenty_rows_of_eighty_columns():
    result = spminer.mine(example(), "3-12")
    first, head, *rows, last = str(result).splitlines()
    assert first == f"{len(result)} motifs of sizes 3-12, complete"
    assert head.split()[:4] == ["size", "rank", "nodes", "shape"]
    assert len(rows) <= 20
    assert max(map(len, (head, *rows))) <= 80
    assert {row.split()[0] for row in rows} >= {"3", "4", "12"}
    assert re.fullmatch(r"and \d+ more; to_pandas\(\), save\(path\) and report\(path\) have all", last)


def test_a_small_result_is_printed_whole():
    assert str(spminer.enumerate(example(), 3)).splitlines()[2:] == [
        "   3     1     34  path of 3, at an end        393  yes     0-1,1-2@0",
        "   3     2     32  triangle                     45  yes     0-1,0-2,1-2@0",
    ]
    assert str(spminer.MotifSet(())) == "no motifs, complete"


@pytest.mark.parametrize("per_size", [1, 3, None])
def test_sizes_whose_patterns_all_tie_are_one_line(per_size):
    result = spminer.mine(nx.complete_graph(9), "6-8", induced=False, merge_anchors=True)
    lines = shown_lines(rows_of(result), "anchored", per_size)
    if per_size is None:
        assert [line.patterns for line in lines] == [1] * len(rows_of(result))
    else:
        assert [(line.sizes, line.patterns) for line in lines] == [((6, 7, 8), 10)]
        columns = {column.name: column.cells for column in table_columns(lines, result)}
        assert columns["size"] == ["6-8"]
        assert columns["shape"] == ["10 patterns of each size, all as frequent"]
        assert columns["pattern"] == [""]


def test_a_table_for_papers_escapes_what_latex_would_read(tmp_path):
    labeled = spminer.from_edges([(0, 1), (1, 2)], node_labels=["a_b", "50%", "{x|y}"])
    result = spminer.enumerate(labeled, 3, examples=0)
    result.save(tmp_path / "motifs.tex")
    text = (tmp_path / "motifs.tex").read_text()
    assert text.startswith("\\begin{tabular}{")
    assert text.endswith("\\bottomrule\n\\end{tabular}\n")
    for escaped in (r"a\_b", r"50\%", r"\{x|y\}"):
        assert escaped in text
    body = text.splitlines()[4:-2]
    assert all(line.endswith(r" \\") for line in body)
    assert len({line.replace(r"\&", "").count("&") for line in body}) == 1


def test_a_table_for_notes_has_one_cell_each(tmp_path):
    labeled = spminer.from_edges([(0, 1)], node_labels=["a|b", "c\nd"])
    spminer.enumerate(labeled, 2).save(tmp_path / "motifs.md")
    head, rule, *rows = (tmp_path / "motifs.md").read_text().splitlines()
    assert all(line.replace(r"\|", "").count("|") == head.count("|") for line in (rule, *rows))
    assert r"a\|b" in rows[0]
