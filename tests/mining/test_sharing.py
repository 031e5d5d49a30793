import networkx as nx
import pytest

import spminer
from crews import InlineCrew
from spminer import Monitor, Pattern
from spminer.counting import matching, sequential
from spminer.counting.matching import Query
from spminer.counting.sequential import AnchorTrial
from spminer.mining.sharing import TrialPiece, counted_by, make_trial, node_order
from spminer.results.request import Verification


@pytest.fixture(scope="module")
def graphs():
    return spminer.from_networkx(nx.barabasi_albert_graph(3000, 3, seed=2))


@pytest.fixture
def counted(monkeypatch):
    """How many nodes the trials of this process ask about."""
    asked = []
    ask = sequential.match_anchors

    def noted(query, monitor, **options):
        asked.append(len(options["among"]))
        return ask(query, monitor, **options)

    monkeypatch.setattr(sequential, "match_anchors", noted)
    return asked


@pytest.fixture(scope="module")
def few():
    return spminer.from_networkx(nx.barabasi_albert_graph(300, 2, seed=2))


def motifs(graphs, crew=None, **options):
    method = "rand-esu" if options.get("frequency") != "images" else "grow"
    found = spminer.mine(graphs, 4, top=3, method=method, monitor=Monitor(crew=crew), **options)
    return [motif.to_dict() for motif in found]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"merge_anchors": True},
        {"frequency": "graph"},
        {"frequency": "images"},
        {"verify": Verification.of(True, both=True)},
        {"verify": Verification(effort=500)},
    ],
    ids=str,
)
def test_verification_is_the_same(few, options, monkeypatch):
    monkeypatch.setattr(matching, "_FEW_STEPS", 1000)
    crew = InlineCrew()
    assert motifs(few, crew, **options) == motifs(few, **options)
    assert crew.pieces > 0


PATTERN = Pattern.parse("0-1,1-2,2-3,3-0,0-4@4").canonical()


@pytest.mark.parametrize("floor", [0.0, 500.0, 2500.0])
@pytest.mark.parametrize("effort", [1000, 100_000])
def test_a_trial_that_was_made_ahead_asks_nothing_again(graphs, counted, floor, effort):
    query, order = Query.make(PATTERN, graphs), node_order(graphs, 7)
    plain = AnchorTrial(query, order)
    plain.begin(Monitor())
    plain.finish(Monitor(), floor, effort=effort)
    ahead = make_trial(graphs, TrialPiece(PATTERN, True, 7, plain.refuted[:0], 0.0, effort), Monitor())
    trial = AnchorTrial(query, order)
    trial.begin(Monitor())
    trial.foresee(ahead)
    counted.clear()
    trial.finish(Monitor(), floor, effort=effort)
    assert counted == []
    assert (trial.frequency, trial.cost, trial.estimate) == (plain.frequency, plain.cost, plain.estimate)
    assert trial.refuted.tolist() == plain.refuted.tolist()


def test_a_trial_that_was_made_otherwise_asks_for_itself(graphs, counted):
    query, order = Query.make(PATTERN, graphs), node_order(graphs, 7)
    ahead = make_trial(graphs, TrialPiece(PATTERN, True, 7, order[:0], 0.0, 1000), Monitor())
    trial, plain = AnchorTrial(query, order), AnchorTrial(query, order)
    for one in (trial, plain):
        one.begin(Monitor())
    trial.foresee([ahead[0], *((upto - 1, steps, result) for upto, steps, result in ahead[1:])])
    questions = []
    for one in (plain, trial):
        counted.clear()
        one.finish(Monitor(), 0.0, effort=100_000)
        questions.append(list(counted))
    assert questions[0] == questions[1] != []
    assert (trial.frequency, trial.cost) == (plain.frequency, plain.cost)


def test_patterns_are_counted_side_by_side_in_their_order(graphs, monkeypatch):
    monkeypatch.setattr(matching, "_WEIGHT", 2000)
    asked = [Pattern.parse(text) for text in ("0-1,1-2,2-0@0", "0-1,1-2@1", "0-1,0-2,0-3@1")]

    def count(pattern, monitor):
        return matching.match_anchors(Query.make(pattern, graphs), monitor).count

    here = list(counted_by(count, asked, Monitor()))
    assert list(counted_by(count, asked, Monitor(crew=InlineCrew()))) == here
    assert [pattern for pattern, _ in here] == asked
