import pytest

from spminer import UsageError, Verification
from spminer.request import MiningRequest


def test_candidates_are_multiples_of_the_motifs_with_some_at_least():
    assert [Verification(factor=5).candidates(top) for top in (1, 10, 20)] == [50, 50, 100]
    assert Verification.of(False, effort=7) == Verification(factor=0, effort=7)
    assert Verification.of(False).candidates(10) == 0


def test_what_is_proposed_is_what_is_counted():
    for top in (1, 10, 33):
        assert MiningRequest(top=top).proposals == Verification().candidates(top)


@pytest.mark.parametrize("wrong", [{"factor": -1}, {"effort": 0}])
def test_impossible_values_are_refused(wrong):
    with pytest.raises(UsageError, match="at least"):
        Verification(**wrong)
