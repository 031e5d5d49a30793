"""Tests of cli/options.py and cli/session.py: the option --cluster of every verb that has it."""

import inspect
import json

import pytest

import spminer
from support.executors import processes
from support.verbs import verbs

VERBS = ("mine", "enumerate", "count", "randomize", "profile", "reproduce")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with processes(tmp_path_factory.mktemp("cluster"), workers=1) as running:
        yield running


@pytest.mark.parametrize("verb", VERBS)
def test_the_verbs_have_the_option(verb):
    options = {parameter.name for parameter in verbs()[verb].params}
    assert "cluster" in options


def test_only_these_have_it():
    having = {name for name, command in verbs().items() if "cluster" in {one.name for one in command.params}}
    assert having == set(VERBS)


@pytest.mark.parametrize("verb", VERBS[:-1])
def test_the_functions_take_a_client(verb):
    function = inspect.unwrap(getattr(spminer, verb))
    assert inspect.signature(function).parameters["cluster"].default is None
    assert "\ncluster\n" in inspect.getdoc(function)


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_no_cluster_is_refused_at_once(run, verb, friends):
    arguments = {"count": ("0-1@0", friends), "profile": (friends, friends), "reproduce": ("small",)}
    code, _, err = run(verb, *arguments.get(verb, (friends,)), "--cluster", "somewhere")
    assert code == 2
    assert "local:4 to start" in " ".join(err.split())


def test_a_scheduler_that_does_not_answer_is_said_with_the_remedy(run, friends, monkeypatch):
    monkeypatch.setattr("spminer.cluster.connect._ANSWER_S", 1.0)
    code, _, err = run("count", "0-1@0", friends, "--cluster", "tcp://127.0.0.1:1")
    assert code == 2
    assert "no scheduler answers at tcp://127.0.0.1:1 within 1 s" in " ".join(err.split())
    assert "Traceback" not in err


def motifs(out):
    return json.loads(out)["motifs"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("enumerate", "--size", "3-4", "--json"),
        ("mine", "--sizes", "3-5", "--top", "2", "--json"),
        ("mine", "--sizes", "3", "--against", "degree", "--null-samples", "5", "--json"),
    ],
    ids=" ".join,
)
def test_motifs_are_the_same(run, tmp_path, cluster, arguments):
    verb, *options = arguments
    path = tmp_path / "karate.spm"
    spminer.write(spminer.datasets.example(), path)
    here = run(verb, path, *options, "--quiet")
    there = run(verb, path, *options, "--quiet", "--cluster", cluster.address)
    assert (here.code, there.code) == (0, 0), there.err
    assert motifs(there.out) == motifs(here.out)


def test_what_is_not_done_there_is_said(run, friends, cluster):
    _, _, err = run("mine", friends, "--sizes", "3", "--method", "greedy", "--cluster", cluster.address)
    assert "the search by greedy works in this process, not on the cluster" in " ".join(err.split())


def test_copies_are_the_same(run, friends, tmp_path, cluster):
    for name, how in (("here", ()), ("there", ("--cluster", cluster.address))):
        (tmp_path / name).mkdir()
        options = ("--samples", "3", "--seed", "4", "-o", tmp_path / name / "copy.csv", "--quiet", *how)
        assert run("randomize", friends, *options).code == 0
    here, there = ([path.read_text() for path in sorted((tmp_path / name).iterdir())] for name in ("here", "there"))
    assert here == there
    assert len(here) == 3


def test_profiles_are_the_same(run, friends, tmp_path, cluster):
    found = tmp_path / "motifs.json"
    assert run("enumerate", friends, "--size", "3", "-o", found, "--quiet").code == 0
    here = run("profile", friends, found, "--json", "--quiet")
    there = run("profile", friends, found, "--json", "--quiet", "--cluster", cluster.address)
    assert (there.code, there.out) == (0, here.out)


def test_a_dry_run_needs_no_cluster(run, friends):
    assert run("mine", friends, "--sizes", "3", "--dry-run", "--cluster", "tcp://127.0.0.1:1").code == 0
