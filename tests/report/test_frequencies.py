from spminer import Frequency, Motif, Pattern
from spminer.report.frequencies import frequency_views, largest_frequencies

EDGE = Pattern.parse("0-1@0")


def test_frequencies_say_how_sure_they_are():
    estimate = Motif(EDGE, 1, Frequency(1000, "estimate", 900, 1100), Frequency.lower_bound(5, 9))
    views = frequency_views(estimate, largest_frequencies([estimate]))
    assert [(view.value, view.kind, view.bounds) for view in views] == [
        ("≈ 1,000", "estimate", "95 %: 900 to 1,100"),
        ("≥ 5", "lower bound", "at most 9"),
    ]


def test_bars_are_shares_of_the_largest_and_empty_where_nothing_occurs():
    motifs = [Motif(EDGE, rank, Frequency.exact(value)) for rank, value in ((1, 8), (2, 2))]
    largest = largest_frequencies(motifs)
    assert [frequency_views(motif, largest)[0].share for motif in motifs] == [1.0, 0.25]
    never = Motif(EDGE, 1, Frequency.exact(0))
    assert frequency_views(never, largest_frequencies([never]))[0].share == 0.0
