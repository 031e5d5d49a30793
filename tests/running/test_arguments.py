import networkx as nx
import pytest

import spminer
from spminer import UsageError

KARATE = nx.karate_club_graph()


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: spminer.mine(KARATE, size=4), "mine.. has no argument 'size', did you mean 'sizes'"),
        (lambda: spminer.mine(KARATE, sizes=3, beem=4), "has no setting 'beem'"),
        (lambda: spminer.mine(KARATE, sizes=3, tops=4), "did you mean 'top'"),
        (lambda: spminer.count("0-1@0", KARATE, frequncy="graph"), "did you mean 'frequency'"),  # codespell:ignore
        (lambda: spminer.enumerate(KARATE, sizes=3), "enumerate.. has no argument 'sizes', did you mean 'size'"),
        (lambda: spminer.describe(KARATE, thread=1), "did you mean 'threads'"),
        (lambda: spminer.read("x.csv", lable="class"), "did you mean 'label'"),  # codespell:ignore
        (lambda: spminer.profile(KARATE, ["0-1"], node="1"), "did you mean 'nodes'"),
        (lambda: spminer.describe(KARATE, zzz=1), "it has: graphs, threads"),
    ],
)
def test_a_misspelt_argument_names_the_right_one(call, meant):
    with pytest.raises(UsageError, match=meant):
        call()


def test_settings_of_methods_are_known():
    assert spminer.mine(KARATE, sizes="3", method="grow", beam=5).motifs
