"""Tests of _util/validation.py: misspelt arguments and values of a wrong type are refused by name."""

import math

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer.errors import UsageError

KARATE = nx.karate_club_graph()


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: spminer.mine(KARATE, size=4), "mine.. has no argument 'size', did you mean 'sizes'"),
        (lambda: spminer.mine(KARATE, sizes=3, beem=4), "has no setting 'beem'"),
        (lambda: spminer.mine(KARATE, sizes=3, tops=4), "did you mean 'top'"),
        (lambda: spminer.count("0-1@0", KARATE, frequncy="graph"), "did you mean 'frequency'"),  # codespell:ignore
        (lambda: spminer.enumerate(KARATE, size=3), "enumerate.. has no argument 'size', did you mean 'sizes'"),
        (lambda: spminer.mine(KARATE, k=4), "mine.. has no argument 'k', did you mean 'sizes'"),
        (lambda: spminer.mine(KARATE, top_k=4), "mine.. has no argument 'top_k', did you mean 'top'"),
        (
            lambda: spminer.mine(KARATE, null_model="degree"),
            "no argument 'null_model', did you mean 'against'",
        ),
        (lambda: spminer.mine(KARATE, n_samples=4), "mine.. has no argument 'n_samples', did you mean 'null_samples'"),
        (lambda: spminer.count("edge", KARATE, n_jobs=4), "count.. has no argument 'n_jobs', did you mean 'threads'"),
        (lambda: spminer.count("edge", KARATE, client=4), "count.. has no argument 'client', did you mean 'cluster'"),
        (lambda: spminer.describe(KARATE, thread=1), "did you mean 'threads'"),
        (lambda: spminer.read("x.csv", lable="class"), "did you mean 'label'"),  # codespell:ignore
        (lambda: spminer.profile(KARATE, ["0-1"], node="1"), "did you mean 'nodes'"),
        (lambda: spminer.describe(KARATE, zzz=1), "it has: graph, threads"),
    ],
)
def test_a_misspelt_argument_names_the_right_one(call, meant):
    with pytest.raises(UsageError, match=meant):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: spminer.count("0-1@0", KARATE, induced="no"), "induced must be true or false, not 'no'"),
        (lambda: spminer.count("0-1@0", KARATE, induced=0), "induced must be true or false, not 0"),
        (lambda: spminer.enumerate(KARATE, 3, top="3"), "top must be a whole number, not '3'"),
        (lambda: spminer.mine(KARATE, 3, "3"), "top must be a whole number, not '3'"),
        (lambda: spminer.mine(KARATE, 3, resume="no"), "resume must be true or false, not 'no'"),
        (lambda: spminer.count("0-1@0", KARATE, time_limit=math.nan), "time_limit must be a number, not nan"),
        (lambda: spminer.enumerate(KARATE, 3, top=True), "top must be a whole number, not True"),
        (lambda: spminer.describe(KARATE, threads=1.5), "threads must be a whole number, not 1.5"),
    ],
)
def test_a_value_of_another_type_is_refused(call, message):
    with pytest.raises(UsageError, match=message):
        call()


def test_numbers_and_switches_of_numpy_are_taken():
    given = spminer.enumerate(KARATE, 3, top=np.int64(1), examples=0, time_limit=math.inf)
    assert len(given) == 1
    assert spminer.count("0-1,1-2@0", KARATE, induced=np.False_).frequency.value == 34


def test_settings_of_methods_are_known():
    assert spminer.mine(KARATE, sizes="3", method="grow", beam=5).motifs


@pytest.mark.parametrize(
    "call",
    [
        lambda seed: spminer.mine(KARATE, 3, seed=seed),
        lambda seed: spminer.count("0-1@0", KARATE, anchors=3, seed=seed),
        lambda seed: spminer.enumerate(KARATE, 3, against="degree", seed=seed),
        lambda seed: spminer.embed_nodes(KARATE, seed=seed),
        lambda seed: spminer.randomize(KARATE, seed=seed),
    ],
)
@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(call, seed):
    with pytest.raises(UsageError, match=f"the seed is {seed}; it must be between 0 and"):
        call(seed)
