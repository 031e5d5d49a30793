from spminer.nulls import Mixing


def test_acceptance():
    assert Mixing(attempted=8, accepted=2, autocorrelation=None, rigid=False).acceptance == 0.25
    assert Mixing(attempted=0, accepted=0, autocorrelation=0.0, rigid=False).acceptance is None
