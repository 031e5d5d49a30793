import pytest
from scipy.stats import hypergeom

from spminer.intervals import population_interval


@pytest.mark.parametrize(("sample", "population"), [(1, 1), (1, 5), (5, 5), (7, 40), (40, 100)])
def test_interval_is_what_the_tails_allow(sample: int, population: int) -> None:
    for hits in range(sample + 1):
        allowed = [
            truth
            for truth in range(hits, population - (sample - hits) + 1)
            if hypergeom.sf(hits - 1, population, truth, sample) > 0.025
            and hypergeom.cdf(hits, population, truth, sample) > 0.025
        ]
        assert population_interval(hits, sample, population) == (allowed[0], allowed[-1])


def test_interval_covers_the_truth_at_least_as_often_as_promised() -> None:
    population, sample, truth = 200, 30, 37
    covered = sum(
        hypergeom.pmf(hits, population, truth, sample)
        for hits in range(sample + 1)
        if population_interval(hits, sample, population)[0] <= truth <= population_interval(hits, sample, population)[1]
    )
    assert covered >= 0.95
