"""Race: what surprises leads, what may be chance does not, and what is nowhere at home costs nothing away."""

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, Pattern
from spminer.methods.contrast.race import Lap, Race
from spminer.methods.contrast.settings import ContrastSettings
from spminer.methods.contrast.sides import sides_of
from spminer.methods.contrast.tallies import Tally
from spminer.mining.state import open_task
from spminer.results.request import MiningRequest
from spminer.significance.statistics import surprise

TRIANGLE, PATH = Pattern.parse("0-1,1-2,2-0@0"), Pattern.parse("0-1,1-2@0")
CLIQUE = Pattern.from_edges(nx.complete_graph(6).edges, anchor=0)


@pytest.fixture(scope="module")
def side():
    target = nx.gnm_random_graph(300, 600, seed=1)
    for first in range(0, 120, 3):
        target.add_edges_from(nx.complete_graph(range(first, first + 3)).edges)
    other = spminer.from_networkx(nx.gnm_random_graph(300, 640, seed=2))
    request = MiningRequest.of(sizes="3", direction="over", against="other")
    task = open_task(spminer.from_networkx(target), request, against=other)
    [one] = sides_of(task, ContrastSettings())
    return one


def test_all_anchors_give_the_surprise_itself(side):
    counts = [spminer.count(TRIANGLE, graphs).frequency.value for graphs in (side.home, side.away[0])]
    standing = Race(side).run([TRIANGLE], [Lap(1, 300)], Monitor())
    assert standing.counts[0] == pytest.approx(counts[0])
    assert standing.scores[0] == pytest.approx(float(surprise(*counts)))


def test_a_sample_scores_less_than_its_estimate(side):
    few = Race(side).run([TRIANGLE], [Lap(1, 60)], Monitor())
    every = Race(side).run([TRIANGLE], [Lap(1, 300)], Monitor())
    assert 0 < few.scores[0] < every.scores[0]


def test_what_is_everywhere_does_not_lead(side):
    standing = Race(side).run([PATH, TRIANGLE], [Lap(2, 40), Lap(1, 300)], Monitor())
    assert standing.scores[0] < 0.5 < standing.scores[1]


def test_what_is_nowhere_at_home_is_not_asked_away(side, monkeypatch):
    asked = []
    ask = Tally.ask
    monkeypatch.setattr(Tally, "ask", lambda tally, *args: asked.append(tally) or ask(tally, *args))
    standing = Race(side).run([CLIQUE], [Lap(1, 300)], Monitor())
    assert standing.scores.tolist() == [0.0]
    assert len(asked) == 1


def test_no_patterns_and_no_time(side):
    assert Race(side).run([], [Lap(1, 10)], Monitor()).scores.tolist() == []
    assert Race(side).run([TRIANGLE], [Lap(1, 10)], Monitor(time_limit=0)) is None


def test_the_order_of_patterns_does_not_matter(side):
    laps = [Lap(2, 40), Lap(1, 100)]
    there = Race(side).run([PATH, TRIANGLE], laps, Monitor()).scores
    back = Race(side).run([TRIANGLE, PATH], laps, Monitor()).scores
    assert np.array_equal(there, back[::-1])
