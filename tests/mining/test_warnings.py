from spminer import Frequency, Motif, Pattern
from spminer.datasets import example
from spminer.methods.base import Task
from spminer.mining.warnings import warnings_of

PATH = Pattern.parse("0-1,1-2@0")


def said(*motifs, complete=True, **options):
    return " ".join(warnings_of(motifs, Task.of(example(), sizes=(3,), **options), complete=complete))


def test_nothing_to_warn_of():
    assert said(Motif(PATH, 1, Frequency.exact(5))) == ""


def test_sizes_without_a_motif():
    assert said() == "no pattern of size 3 was found"
    assert said(complete=False).endswith("before the run was stopped")


def test_frequencies_that_tell_nothing_apart():
    assert "occur at 95% of all nodes or more" in said(Motif(PATH, 1, Frequency.exact(34)))
    assert said(Motif(PATH, 1, graph_frequency=Frequency.exact(99)), frequency="graph") == ""


def test_frequencies_that_are_not_exact():
    assert said(Motif(PATH, 1, Frequency(5.0, "estimate", 3, 7))) == "1 of 1 frequencies are estimates from a sample"
    assert said(Motif(PATH, 1, Frequency.lower_bound(5))) == "1 of 1 frequencies are lower bounds"
