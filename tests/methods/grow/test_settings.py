import pytest

from spminer import UsageError
from spminer.methods.grow.settings import GrowSettings


def test_what_is_left_open_is_chosen_by_the_graph():
    sparse, dense = (GrowSettings().chosen(dense=dense) for dense in (False, True))
    assert (sparse.beam, sparse.embeddings, sparse.scouts) == (64, 6, 2048)
    assert (dense.beam, dense.embeddings, dense.scouts) == (32, 4, 1000)
    assert None not in (sparse.exact, sparse.steps, sparse.effort, sparse.probes)


def test_what_is_given_stays_and_more_motifs_widen_the_rest():
    chosen = GrowSettings(embeddings=2).chosen(dense=True, top=100)
    assert (chosen.embeddings, chosen.beam, chosen.exact) == (2, 200, 200)
    assert GrowSettings(beam=5).chosen(dense=True, top=100).beam == 5


@pytest.mark.parametrize("name", ["beam", "embeddings", "frontier", "memory_limit"])
def test_what_must_be_positive(name):
    with pytest.raises(UsageError, match=f"{name} must be at least 1, not 0"):
        GrowSettings(**{name: 0})


@pytest.mark.parametrize("name", ["anchors", "scouts", "exact", "steps", "effort", "probes"])
def test_what_may_be_zero(name):
    GrowSettings(**{name: 0})
    with pytest.raises(UsageError, match=f"{name} must be at least 0, not -1"):
        GrowSettings(**{name: -1})
