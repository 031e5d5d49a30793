import itertools
import json

import networkx as nx
import pytest

import spminer
from spminer import Frequency, Monitor, Pattern, UsageError
from spminer._util.checkpoint import Checkpoint
from spminer.counting.sequential import RefutedAnchors
from spminer.datasets import example
from spminer.encoder.model import save_model
from spminer.methods.base import Candidate, SearchResult
from spminer.mining.checkpoint import RunState
from spminer.mining.plan import make_plan
from spminer.mining.run import open_task, plan
from spminer.mining.verify import RankedCandidates
from spminer.results.request import MiningRequest, Stage
from support.builders import random_model

PATH = Candidate(Pattern.parse("0-1,1-2@0"), 0.5, {"anchored": Frequency.exact(3)})


@pytest.fixture
def state(tmp_path):
    return RunState(open_task(example(), MiningRequest(), checkpoint=tmp_path).states)


def test_resuming_needs_a_folder():
    with pytest.raises(UsageError, match="needs the checkpoint folder"):
        open_task(example(), MiningRequest(), resume=True)


def test_the_identity_is_that_of_request_and_graph(tmp_path):
    open_task(example(), MiningRequest(), checkpoint=tmp_path)
    open_task(example(), MiningRequest(threads=3, time_limit=9.0), checkpoint=tmp_path, resume=True)
    with pytest.raises(UsageError, match="top differs"):
        open_task(example(), MiningRequest(top=3), checkpoint=tmp_path, resume=True)
    with pytest.raises(UsageError, match="graph differs"):
        open_task(spminer.from_edges([(0, 1)]), MiningRequest(), checkpoint=tmp_path, resume=True)
    assert json.loads((tmp_path / "run.json").read_text())["command"] == "mine"


def test_a_run_does_not_go_on_with_other_weights(tmp_path):
    file = tmp_path / "mine.safetensors"
    request = MiningRequest(method="greedy", settings={"model": str(file)})

    def write(seed):
        model = random_model(seed=seed)
        save_model(file, model.config, model.tensors)

    write(0)
    open_task(example(), request, checkpoint=tmp_path / "states")
    write(0)
    open_task(example(), request, checkpoint=tmp_path / "states", resume=True)
    write(1)
    with pytest.raises(UsageError, match="weights differs"):
        open_task(example(), request, checkpoint=tmp_path / "states", resume=True)


def test_the_plan_of_a_run_stays_with_its_estimates(tmp_path):
    task = open_task(example(), MiningRequest(sizes=(3, 4)), checkpoint=tmp_path)
    first = plan(task, Monitor())
    again = RunState(task.states).plan(lambda: pytest.fail("planned twice"), None)
    assert again == first == make_plan(task)
    assert again.stages[0].costs == first.stages[0].costs
    assert set(again.stages[0].costs) == {3, 4}


def test_the_result_of_a_search_comes_back(state):
    found = SearchResult({3: (PATH,), 4: ()}, proven_sizes=(3,), warnings=("few",))
    stage = make_plan(open_task(example(), MiningRequest(sizes=(3, 4)))).stages[0]
    state.keep_found(stage, found)
    assert state.found(stage) == found


def test_a_ranking_comes_back_with_what_it_refuted(state):
    known = RefutedAnchors()
    known.add(PATH.pattern.canonical(), spminer.count("0-1,1-2@0", example(), list_anchors=True).anchors[:2])
    stage = Stage("grow", (3, 4), "as asked")
    state.keep_verified(stage, 3, RankedCandidates((PATH,)), known)
    assert state.verified(Stage("grow", (3, 5), "as asked"), 3, RefutedAnchors()) is None
    again = RefutedAnchors()
    assert state.verified(stage, 3, again) == RankedCandidates((PATH,))
    longer = Pattern.parse("0-1,1-2,2-3@0")
    assert again.excluded(longer).tolist() == known.excluded(longer).tolist() != []


@pytest.mark.parametrize(
    ("method", "sizes"), [("grow", "3-5"), ("exact", "3-4"), ("rand-esu", "3-4"), ("beam", "3-4"), ("auto", "3,8")]
)
@pytest.mark.parametrize("damage", [lambda content: content[:-1], lambda _: None])
def test_a_run_whose_states_are_damaged_or_lost_ends_the_same(method, sizes, damage, tmp_path):
    def mine(**options):
        return spminer.mine(example(), sizes, top=3, method=method, checkpoint=tmp_path / "states", **options)

    whole = mine()
    assert whole.status == "complete"
    states = sorted((tmp_path / "states").glob("*.state"))
    assert len(states) > 2
    for path in states:
        for later in (tmp_path / "states").glob("verified-*"):  # which would hide what the search gives
            later.unlink()
        for later in (tmp_path / "states").glob("found-*"):
            later.unlink()
        if path.exists():
            content = damage(path.read_bytes())
            path.unlink() if content is None else path.write_bytes(content)
        resumed = mine(resume=True)
        assert (resumed.motifs, resumed.status) == (whole.motifs, whole.status), path.name


def test_a_plan_that_was_made_under_a_limit_holds_for_that_limit_only(tmp_path):
    state = RunState(open_task(example(), MiningRequest(), checkpoint=tmp_path).states)
    short, long = (make_plan(open_task(example(), MiningRequest(sizes=sizes))) for sizes in ((3,), (3, 4)))
    assert state.plan(lambda: short, 2.0) == short
    assert state.plan(lambda: pytest.fail("planned twice"), 2.0) == short
    assert state.plan(lambda: long, 3.0) == long
    assert state.plan(lambda: short, None) == short
    assert state.plan(lambda: pytest.fail("the plan of the whole run changed"), 2.0) == short


@pytest.mark.parametrize("limit", [0.3, 1.0, 2.0])
def test_a_run_that_a_limit_ended_goes_on_to_the_result_without_one(limit, tmp_path):
    graph = spminer.from_networkx(nx.powerlaw_cluster_graph(120, 3, 0.5, seed=1))
    whole = spminer.mine(graph, "6-7", top=5)
    spminer.mine(graph, "6-7", top=5, checkpoint=tmp_path, time_limit=limit)
    resumed = spminer.mine(graph, "6-7", top=5, checkpoint=tmp_path, resume=True)
    assert (resumed.motifs, resumed.plan, resumed.status) == (whole.motifs, whole.plan, "complete")
    assert resumed.warnings == whole.warnings
    assert all(motif.proven for motif in resumed)


def test_what_a_limited_run_has_enumerated_is_not_enumerated_again(tmp_path, monkeypatch):
    from spminer.methods import exact

    graph = spminer.from_networkx(nx.powerlaw_cluster_graph(120, 3, 0.5, seed=1))
    limited = spminer.mine(graph, "5-7", top=5, checkpoint=tmp_path, time_limit=2.0)
    assert limited.plan.stages[0].sizes in ((5,), (5, 6), (5, 6, 7))  # as the machine is fast
    visited, count_classes = [], exact.count_classes

    def counted(graphs, size, *arguments, **options):
        visited.append(size)
        return count_classes(graphs, size, *arguments, **options)

    monkeypatch.setattr(exact, "count_classes", counted)
    spminer.mine(graph, "5-7", top=5, checkpoint=tmp_path, resume=True)
    assert 5 not in visited


def test_another_memory_limit_does_not_go_on_with_thinned_lists(tmp_path):
    graph = spminer.from_networkx(nx.powerlaw_cluster_graph(300, 4, 0.5, seed=2))
    options = {"top": 3, "method": "grow", "checkpoint": tmp_path}
    thin = spminer.mine(graph, "5-6", memory_limit=100_000, **options)
    assert any("embeddings per anchor" in warning for warning in thin.warnings)
    resumed = spminer.mine(graph, "5-6", resume=True, **options)
    assert not any("embeddings per anchor" in warning for warning in resumed.warnings)
    assert resumed.motifs == spminer.mine(graph, "5-6", top=3, method="grow").motifs


class _KilledError(BaseException):
    """As a kill would end the process, right after a state is written."""


@pytest.mark.parametrize(
    ("sizes", "options"),
    [
        ("3-4", {"method": "auto", "against": "degree", "null_samples": 4}),
        ("4,8", {"method": "auto", "against": "degree", "null_samples": 3, "beam": 20, "anchors": 20}),
        ("3-5", {"method": "grow", "against": "er", "null_samples": 3, "frequency": "graph"}),
        ("3,8", {"method": "auto"}),
        ("3-4", {"method": "mcts", "simulations": 30, "beyond": 1}),
        ("3-4", {"method": "rand-esu"}),
    ],
)
def test_a_run_that_is_killed_after_each_state_ends_with_the_same_result(sizes, options, tmp_path, monkeypatch):
    monkeypatch.setattr("spminer.significance.comparison._KEEP_EVERY_S", -1)
    monkeypatch.setattr("spminer.mining.compare._KEEP_EVERY_S", -1)
    whole = spminer.mine(example(), sizes, top=3, **options)
    save, content = Checkpoint.save, {}

    def save_and_die(self, name, **arrays):
        save(self, name, **arrays)
        written = self._path(name).read_bytes()
        if content.get(name) != written:  # what a run writes again has cost it nothing
            content[name] = written
            raise _KilledError

    monkeypatch.setattr(Checkpoint, "save", save_and_die)
    for attempt in itertools.count():
        assert attempt < 150, "a run that is killed again and again does not end"
        try:
            resumed = spminer.mine(example(), sizes, top=3, checkpoint=tmp_path, resume=attempt > 0, **options)
            break
        except _KilledError:
            continue
    assert attempt >= 3
    assert (resumed.motifs, resumed.status) == (whole.motifs, whole.status)
    assert resumed.warnings == whole.warnings
