import networkx as nx
import pytest
from hypothesis import given

import spminer
from profile_oracle import connected_part, embeddings, first_of_orbit
from spminer import Motif, Pattern, UsageError
from spminer.profiles.positions import positions_of
from strategies import labeled_graphs, to_networkx


@given(labeled_graphs(max_nodes=6))
def test_positions_are_the_orbits_under_automorphisms(graph):
    motif = connected_part(graph).canonical()
    small = to_networkx(motif)
    images = {node: {mapping[node] for mapping in embeddings(small, small, induced=True)} for node in small}
    positions = positions_of([motif])
    firsts = [first_of_orbit(motif, position.pattern) for position in positions]
    assert sorted(firsts) == sorted({min(images[node]) for node in small})
    assert [position.nodes for position in positions] == [len(images[first]) for first in firsts]
    assert sum(position.nodes for position in positions) == motif.size


def test_anchors_do_not_make_motifs_different():
    patterns = [Pattern.parse(text) for text in ("0-1,0-2,0-3@0", "0-1,0-2,0-3@1", "1-0,1-2,1-3")]
    motifs = [Motif(patterns[0], 1), patterns[1], patterns[2].text]
    positions = positions_of(motifs)
    assert {position.motif.text for position in positions} == {"0-1,1-2,1-3"}
    assert sorted((position.names.orbit, position.nodes) for position in positions) == [(6, 3), (7, 1)]


def test_the_id_is_that_of_the_anchored_motif_in_a_result():
    graphs = spminer.from_networkx(nx.lollipop_graph(4, 2))
    result = spminer.enumerate(graphs, 4)
    assert {position.id for position in positions_of(result)} == {motif.id for motif in result}


def test_nothing_and_what_falls_apart_are_refused():
    with pytest.raises(UsageError, match="no motifs"):
        positions_of([])
    with pytest.raises(UsageError, match="not connected"):
        positions_of(["0-1,2-3"])


@pytest.mark.parametrize(
    ("motif", "message"), [("0>1", "directed=True"), ("0-1;C,O", "node labels"), ("0-1:a", "edge labels")]
)
def test_motifs_that_do_not_fit_are_refused_with_the_remedy(motif, message):
    with pytest.raises(UsageError, match=message):
        spminer.profile(spminer.from_edges([(0, 1)]), [motif])


def test_motifs_may_have_less_than_the_graph():
    labeled = spminer.from_edges([(0, 1)], node_labels=["C", "O"], directed=True)
    profile = spminer.profile(labeled, ["0>1", "0-1", "0>1;C,O"])
    assert len(profile.nodes) == 2
