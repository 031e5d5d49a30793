from spminer.encoder.evaluation.evaluate import TOPS
from spminer.paper import published
from spminer.paper.ablation import VARIANTS
from spminer.paper.counts import DATA


def test_the_papers_numbers_have_the_names_that_ours_have():
    assert set(published.ABLATION) == set(VARIANTS)
    assert set(published.COUNT_ERRORS) == {"E-R", *DATA}
    assert all(tuple(rates) == TOPS for rates in published.HIT_RATES.values())
    assert published.RUNTIMES_S.keys() == published.SAMPLED.keys()
