from hypothesis import given
from hypothesis import strategies as st

from spminer import Frequency, Pattern
from spminer.methods.base import Candidate
from spminer.methods.codec import pack_candidates, unpack_candidates

LABELS = st.text(min_size=1, max_size=5)
FREQUENCIES = st.one_of(
    st.builds(Frequency.exact, st.integers(0, 2**60)),
    st.builds(Frequency.lower_bound, st.integers(0, 9)),
    st.builds(Frequency, st.floats(0, 1e9), st.just("estimate"), st.floats(0, 1e3), st.floats(0, 1e9)),
)


@given(LABELS, LABELS, LABELS, FREQUENCIES, st.floats(allow_nan=False, allow_infinity=False))
def test_candidates_come_back_whatever_their_labels(a, b, c, frequency, score):
    labeled = Pattern.from_edges([(0, 1)], anchor=1, node_labels=[a, b], edge_labels=[c])
    arcs = Pattern.from_edges([(0, 1), (1, 0)], directed=True)
    candidates = (
        Candidate(labeled, score, {"anchored": frequency}, node_sets=2.5),
        Candidate(arcs, 0.0, {"graph": frequency, "images": Frequency.exact(1)}),
    )
    assert unpack_candidates(pack_candidates(candidates)) == candidates


def test_none_are_none():
    assert unpack_candidates(pack_candidates(())) == ()
