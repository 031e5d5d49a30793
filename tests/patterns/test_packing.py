from hypothesis import given
from hypothesis import strategies as st

from spminer import Pattern
from spminer.patterns.packing import pack_patterns, unpack_patterns
from strategies import labeled_graphs, pattern_of


@given(st.lists(labeled_graphs(max_nodes=5), max_size=4))
def test_patterns_come_back(graphs):
    patterns = tuple(pattern_of(graph) for graph in graphs)
    assert unpack_patterns(pack_patterns(patterns)) == patterns


def test_labels_may_hold_what_the_text_form_uses():
    pattern = Pattern.from_edges([(0, 1)], node_labels=["a,b;c", "@1"], edge_labels=["-:>"])
    assert unpack_patterns(pack_patterns([pattern])) == (pattern,)
