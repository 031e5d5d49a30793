"""Bits saved: more where a pattern is really repeated, nothing where no single graph is described."""

import networkx as nx

import spminer
from spminer import Monitor, Pattern
from spminer.against.savings import bits_saved
from spminer.against.terms import Terms
from spminer.graphs.concat import join

CLIQUE = Pattern.from_edges(list(nx.complete_graph(8).edges), anchor=0)
PATH = Pattern.parse("0-1,1-2,2-3@0")


def cliques(number):
    """Cliques of eight nodes along a path of single edges."""
    graph = nx.disjoint_union_all([nx.complete_graph(8)] * number)
    graph.add_edges_from((8 * i, 8 * i + 9) for i in range(number - 1))
    return spminer.from_networkx(graph)


def test_what_is_repeated_saves_most():
    few, many = (bits_saved([CLIQUE], cliques(number), Terms(), Monitor())[0] for number in (4, 16))
    assert 0 < few < many
    [path] = bits_saved([PATH], cliques(16), Terms(), Monitor())
    assert path < many


def test_the_same_for_any_number_of_threads():
    one, two = (bits_saved([CLIQUE, PATH], cliques(6), Terms(threads=threads), Monitor()) for threads in (1, 2))
    assert one == two


def test_not_defined_for_collections_and_other_directions():
    assert bits_saved([PATH], join([cliques(2), cliques(3)]), Terms(), Monitor()) == [None]
    assert bits_saved([Pattern.parse("0>1,1>2")], cliques(2), Terms(), Monitor()) == [None]


def test_without_time_there_are_no_bits():
    monitor = Monitor()
    monitor.cancel()
    assert bits_saved([PATH], cliques(2), Terms(), monitor) == [None]
