"""Tests of graphs/formats/molecules.py: classes of molecules from tables and SD files."""

import io
import logging

import pytest
from rdkit import Chem

import spminer
from spminer import InputError, UsageError

SMILES = ["CCO", "c1ccccc1O", "C#N", "CCN"]


def table(classes, name="active"):
    rows = zip(["one", "two", "three", "four"], SMILES, classes, strict=True)
    return io.BytesIO("".join(f"{','.join(row)}\n" for row in [("name", "smiles", name), *rows]).encode())


def sd_file(classes, name="active"):
    text = io.StringIO()
    with Chem.SDWriter(text) as writer:
        for smiles, label in zip(SMILES, classes, strict=True):
            molecule = Chem.MolFromSmiles(smiles)
            molecule.SetProp("weight", "1.5")
            if label:
                molecule.SetProp(name, label)
            writer.write(molecule)
    return io.BytesIO(text.getvalue().encode())


@pytest.mark.parametrize("made", [table, sd_file])
@pytest.mark.parametrize(
    ("given", "found", "meaning"),
    [
        (["1", "0", "1", "1"], [1, 0, 1, 1], "active"),
        (["1.0", "-1.0", "1.0", "1.0"], [1, -1, 1, 1], "active"),
        (["yes", "no", "no", "1"], [2, 1, 1, 0], "active (0: 1, 1: no, 2: yes)"),
    ],
)
def test_classes_are_numbers_or_get_them_in_sorted_order(made, given, found, meaning):
    graphs = spminer.read(made(given), graph_label="active")
    assert graphs.graph_labels.tolist() == found
    assert graphs.reading.graph_labels == meaning
    assert f"classes from {meaning}" in graphs.reading.message()
    assert "active" not in graphs.reading.left_out
    plain = spminer.read(made(given))
    assert plain.graph_labels is None
    assert "active" in plain.reading.left_out


@pytest.mark.parametrize("made", [table, sd_file])
def test_molecules_without_a_class_are_left_out_and_counted(made, caplog):
    with caplog.at_level(logging.WARNING, logger="spminer"):
        graphs = spminer.read(made(["1", "", "0", "NA"]), graph_label="active")
    assert (graphs.num_graphs, graphs.graph_labels.tolist()) == (2, [1, 0])
    assert [graphs[i].num_nodes for i in range(2)] == [3, 2]
    assert "left out 2 molecules without a class" in caplog.text


@pytest.mark.parametrize("made", [table, sd_file])
def test_what_has_no_classes_is_refused(made):
    for given, asked, reason in (
        (["0.5", "1", "2", "3"], "active", "active has fractions, which are no classes"),
        (["NA"] * 4, "active", "no molecule has a class in active"),
        (["1"] * 4, "actives", "has no (column|property) 'actives', did you mean 'active'?"),
    ):
        with pytest.raises(InputError, match=reason):
            spminer.read(made(given), graph_label=asked)


def test_a_column_has_a_number_and_a_class_is_no_name():
    graphs = spminer.read(io.BytesIO(b"CCO 1\nCCN 0\nc1ccccc1 1\n"), format="smiles", graph_label=2)
    assert (graphs.graph_labels.tolist(), graphs.graph_names) == ([1, 0, 1], None)


def test_other_formats_have_no_such_column():
    with pytest.raises(InputError, match="graph_label= is not supported by format edgelist"):
        spminer.read(io.BytesIO(b"a,b\nb,c\n"), graph_label="a")


def test_classes_of_a_column_are_compared():
    graphs = spminer.read(table(["yes", "no", "no", "yes"]), graph_label="active")
    found = {motif.id: motif.against for motif in spminer.mine(graphs, sizes=3, against="class:1,0")}
    assert found["0-1:single,1-2:single;C,C,O@0"].share == 0.5  # ethanol alone, of the two of class 1
    with pytest.raises(UsageError, match=r"no class 'yes'; the classes are 0, 1 \(from active \(0: no, 1: yes\)\)"):
        spminer.mine(graphs, sizes=3, against="class:yes,no", frequency="transactions")
