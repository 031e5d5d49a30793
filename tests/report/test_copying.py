import networkx as nx

import spminer
from spminer import Pattern
from spminer.report.copying import copied_forms


def test_every_form_is_the_same_pattern():
    pattern = Pattern.parse("0-1,0-2,1-2,2-3@3")
    forms = dict(copied_forms(pattern))
    shape = pattern.to_networkx()
    assert nx.is_isomorphic(nx.parse_edgelist(forms["Edge list"].splitlines()), shape)
    assert nx.is_isomorphic(nx.from_graph6_bytes(forms["graph6"].encode()), shape)
    assert Pattern.parse(forms["Text"]) == pattern
    found = {}
    exec(forms["Python"], found)
    assert found["pattern"] == pattern
    assert found["spminer"] is spminer


def test_labels_of_edges_are_a_third_column():
    assert dict(copied_forms(Pattern.parse("0>1:binds")))["Edge list"] == "0 1 binds\n"
