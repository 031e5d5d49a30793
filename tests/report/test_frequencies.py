from spminer import Frequency, Motif, Pattern
from spminer.report.frequencies import frequency_views, largest_frequencies, share_of_input, whole_of
from spminer.results.provenance import InputFacts

EDGE = Pattern.parse("0-1@0")


def test_frequencies_say_how_sure_they_are():
    estimate = Motif(EDGE, 1, Frequency(1000, "estimate", 900, 1100), Frequency.lower_bound(5, 9))
    views = frequency_views(estimate, largest_frequencies([estimate]), InputFacts())
    assert [(view.value, view.kind, view.bounds) for view in views] == [
        ("≈ 1,000", "estimate", "95 %: 900 to 1,100"),
        ("≥ 5", "lower bound", "at most 9"),
    ]


def test_bars_are_shares_of_the_largest_and_empty_where_nothing_occurs():
    motifs = [Motif(EDGE, rank, Frequency.exact(value)) for rank, value in ((1, 8), (2, 2))]
    largest = largest_frequencies(motifs)
    assert [frequency_views(motif, largest, InputFacts())[0].share for motif in motifs] == [1.0, 0.25]
    never = Motif(EDGE, 1, Frequency.exact(0))
    assert frequency_views(never, largest_frequencies([never]), InputFacts())[0].share == 0.0


def test_shares_are_of_nodes_or_of_graphs():
    facts = InputFacts(nodes=8, graphs=4)
    shares = {name: share_of_input(name, Frequency.exact(2), facts) for name in ("anchored", "transactions", "images")}
    assert shares == {"anchored": "25 % of nodes", "transactions": "50 % of graphs", "images": "25 % of nodes"}
    assert share_of_input("graph", Frequency.exact(2), facts) is None
    assert share_of_input("anchored", Frequency.exact(2), InputFacts()) is None
    assert whole_of("graph", facts) is None


def test_nearly_all_is_not_all():
    assert share_of_input("anchored", Frequency.exact(99_999), InputFacts(nodes=100_000)) == "> 99.9 % of nodes"
    assert share_of_input("anchored", Frequency.exact(100_000), InputFacts(nodes=100_000)) == "100 % of nodes"
