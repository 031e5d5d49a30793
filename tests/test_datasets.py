import networkx as nx

from spminer import datasets


def test_the_example_is_the_karate_club():
    graphs = datasets.example()
    ours = nx.Graph()
    for node in range(graphs.num_nodes):
        row = graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]]
        ours.add_edges_from((graphs.name(node), graphs.name(int(other))) for other in row)
    names = {0: "Mr Hi", 33: "John A"} | {member: str(member + 1) for member in range(1, 33)}
    theirs = nx.relabel_nodes(nx.Graph(nx.karate_club_graph().edges), names)
    assert {frozenset(edge) for edge in ours.edges} == {frozenset(edge) for edge in theirs.edges}
    assert graphs.source == "karate club (bundled example)"
