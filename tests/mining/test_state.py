import json

import pytest

import spminer
from encoder_models import random_model
from spminer import Frequency, Monitor, Pattern, UsageError
from spminer.counting.excluded import ExcludedAnchors
from spminer.datasets import example
from spminer.encoder.model_file import save_model
from spminer.methods.base import Candidate, SearchResult
from spminer.mining.plan import make_plan
from spminer.mining.run import plan
from spminer.mining.state import RunState, open_task
from spminer.mining.verify import Verified
from spminer.request import MiningRequest

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
    again = RunState(task.states).plan(lambda: pytest.fail("planned twice"))
    assert again == first == make_plan(task)
    assert again.stages[0].works == first.stages[0].works
    assert set(again.stages[0].works) == {3, 4}


def test_the_result_of_a_search_comes_back(state):
    found = SearchResult({3: (PATH,), 4: ()}, proven_sizes=(3,), warnings=("few",))
    stage = make_plan(open_task(example(), MiningRequest(sizes=(3, 4)))).stages[0]
    state.keep_found(stage, found)
    assert state.found(stage) == found


def test_a_ranking_comes_back_with_what_it_refuted(state):
    known = ExcludedAnchors()
    known.add(PATH.pattern.canonical(), spminer.count("0-1,1-2@0", example(), anchors=True).anchors[:2])
    state.keep_verified(3, Verified((PATH,)), known)
    again = ExcludedAnchors()
    assert state.verified(3, again) == Verified((PATH,))
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
