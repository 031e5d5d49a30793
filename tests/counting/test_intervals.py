import pytest
from scipy.stats import hypergeom, norm, poisson, t

from spminer.counting.intervals import (
    anchored_frequency,
    chance_of_so_few,
    count_interval,
    population_interval,
    student_deviate,
)


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


@pytest.mark.parametrize(("sample", "population"), [(1, 5), (7, 40), (250, 20_000)])
def test_the_chance_of_so_few_is_the_tail(sample: int, population: int) -> None:
    for truth in {0, 1, population // 3, population - 1, population}:
        for hits in {0, 1, sample // 2, sample}:
            expected = hypergeom.cdf(hits, population, truth, sample)
            assert chance_of_so_few(hits, sample, truth, population) == pytest.approx(expected, rel=1e-6, abs=1e-12)


def test_interval_covers_the_truth_at_least_as_often_as_promised() -> None:
    population, sample, truth = 200, 30, 37
    covered = sum(
        hypergeom.pmf(hits, population, truth, sample)
        for hits in range(sample + 1)
        if population_interval(hits, sample, population)[0] <= truth <= population_interval(hits, sample, population)[1]
    )
    assert covered >= 0.95


@pytest.mark.parametrize("mean", [3, 10, 100])
def test_count_interval_covers_poisson_counts(mean: int) -> None:
    def covers(hits: int) -> bool:
        low, high = count_interval(7.0 * hits, 0.0, hits)
        return low <= 7.0 * mean <= high

    covered = sum(poisson.pmf(hits, mean) for hits in range(1, 10 * mean) if covers(hits))
    assert covered >= 0.95 * (1 - poisson.pmf(0, mean))


@pytest.mark.parametrize("degrees", [None, 3, 7, 15, 16, 40])
def test_count_interval_is_the_usual_one_for_many_hits(degrees: int | None) -> None:
    deviate = norm.ppf(0.975) if degrees is None else t.ppf(0.975, degrees)
    low, high = count_interval(1e6, 100.0, 10**9, degrees=degrees)
    assert (low, high) == pytest.approx((1e6 - 100 * deviate, 1e6 + 100 * deviate), abs=1)


def test_undecided_anchors_widen_what_a_sample_says() -> None:
    sure, unsure = anchored_frequency(30, 100, 0, 1000), anchored_frequency(30, 100, 5, 1000)
    assert (unsure.value, unsure.low) == (sure.value, sure.low)
    assert unsure.high == population_interval(35, 100, 1000)[1] > sure.high
    assert anchored_frequency(30, 100, 5, 100).high == 35


@pytest.mark.parametrize("degrees", [1, 2, 9, 15, 16, 30, 99, 999])
def test_points_of_students_distribution_are_those_of_scipy(degrees: int) -> None:
    assert student_deviate(degrees) == pytest.approx(t.ppf(0.975, degrees), rel=1e-3)
