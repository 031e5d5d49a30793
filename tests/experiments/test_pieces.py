import pickle

from spminer import Monitor
from spminer.datasets import example
from spminer.experiments.pieces import RunPiece, run_piece
from spminer.results.request import MiningRequest, Verification


def piece(method, *, verified=True, limit_s=60.0):
    verify = Verification.of(verified)
    request = MiningRequest.of(sizes=4, top=3, method=method, time_limit=limit_s, verify=verify, examples=0)
    return RunPiece(request, limit_s, verified)


def test_a_run_is_done_where_it_is_sent():
    asked = pickle.loads(pickle.dumps(piece("mfinder")))
    found = run_piece(example(), asked, Monitor())
    assert [motif["kind"] for motif in found["motifs"]] == ["exact"] * 3
    assert (found["method"], found["complete"]) == ("mfinder", True)


def test_what_is_not_verified_stays_as_the_method_ranks_it():
    found = run_piece(example(), piece("mfinder", verified=False), Monitor())
    assert {motif["kind"] for motif in found["motifs"]} == {"lower_bound"}


def test_the_monitor_ends_it():
    monitor = Monitor()
    monitor.cancel()
    assert not run_piece(example(), piece("mfinder"), monitor)["complete"]
