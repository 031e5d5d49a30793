"""Tests of results/request.py"""

import inspect
import math
from dataclasses import FrozenInstanceError, asdict, fields

import numpy as np
import pytest

import spminer
from spminer import Pattern, UsageError, Verification
from spminer._util.options import options_of
from spminer.datasets import example
from spminer.results.frequency import Frequency
from spminer.results.request import (
    ENUMERATION,
    CountRequest,
    EnumerationCost,
    MiningRequest,
    Plan,
    Stage,
    check_comparison,
)
from spminer.sklearn import MotifMiner
from support.verbs import verbs


def test_samples_and_directions_need_something_to_compare_with():
    check_comparison(None, None, "two-sided")
    check_comparison("degree", 2, "less")
    for wrong in [(None, 50, "two-sided"), (None, 100, "greater")]:
        with pytest.raises(UsageError, match="needs something to compare with"):
            check_comparison(*wrong)
    for wrong in [{"against": "degree", "null_samples": 1}, {"against": "degree", "alternative": "sideways"}]:
        with pytest.raises(UsageError, match="must be"):
            MiningRequest.from_options(**wrong)


def test_count_takes_every_option_with_its_default():
    parameters = inspect.signature(spminer.count).parameters
    for name, field in CountRequest.__dataclass_fields__.items():
        assert parameters[name].default == field.default


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"frequency": "graph", "anchors": 5}, "need the anchored frequency"),
        ({"anchors": 0}, "anchors must be at least 1"),
        ({"steps": -1}, "steps must be at least 1"),
        ({"frequency": "often"}, "often"),
    ],
)
def test_what_makes_no_sense_for_a_pattern_is_refused(options, message):
    with pytest.raises(UsageError, match=message):
        CountRequest(**options).check(Pattern.parse("0-1@0"))
    with pytest.raises(UsageError, match="has no anchor"):
        CountRequest(frequency="anchored").check(Pattern.parse("0-1"))


def test_enumerate_takes_every_option():
    parameters = inspect.signature(spminer.enumerate).parameters
    assert list(ENUMERATION) == [
        name for name in MiningRequest.options("enumerate") if name in options_of(MiningRequest)
    ]
    for name in ENUMERATION:
        assert name in parameters
        if name not in ("sizes", "top"):
            assert parameters[name].default == getattr(MiningRequest(), name)


def test_what_enumerate_is_given_arrives_in_the_result():
    options = {"top": 2, "frequency": "graph", "examples": 0, "engine": "esu", "threads": 1, "time_limit": 9.0}
    request = spminer.enumerate(example(), 3, memory_limit=10**9, **options).request
    assert request == MiningRequest(command="enumerate", method="exact", sizes=(3,), memory_limit=10**9, **options)


OTHER = {  # a value of each option that is not its default
    "sizes": (3, 4),
    "top": 3,
    "method": "grow",
    "frequency": "graph",
    "induced": False,
    "seed": 5,
    "threads": 1,
    "device": "cpu",
    "time_limit": 50.0,
    "memory_limit": 10**9,
    "merge_anchors": True,
    "support": 2.0,
    "closed": True,
    "maximal": True,
    "distinct": True,
    "examples": 2,
    "verify": Verification(factor=7),
    "against": "degree",
    "null_samples": 7,
    "alternative": "greater",
    "settings": {"beam": 20},
}


# Features need neither examples nor a limit of their own, and what they are compared with is the classifier's matter.
NOT_OF_THE_MINER = {"examples", "verify", "memory_limit"}


def test_every_option_has_another_value_here():
    assert OTHER.keys() == set(MiningRequest.options())
    assert all(getattr(MiningRequest(), name) != value for name, value in OTHER.items())


def test_a_request_does_not_change():
    with pytest.raises(FrozenInstanceError):
        MiningRequest().top = 3


@pytest.mark.parametrize("request_type", [MiningRequest, CountRequest])
def test_every_option_is_documented(request_type):
    options = options_of(request_type)
    assert set(options) == {field.name for field in fields(request_type)} - {"command"}
    assert [name for name, option in options.items() if not option.help.endswith(".")] == []
    assert [name for name, option in options.items() if option.cli and not option.group] == []


def test_mine_takes_every_option_with_its_default():
    parameters = inspect.signature(spminer.mine).parameters
    for name in MiningRequest.options():
        assert name in parameters
        if name not in ("sizes", "verify", "settings"):  # as text, as a switch, by their own names
            assert parameters[name].default == getattr(MiningRequest(), name)
    assert (
        MiningRequest.from_options(sizes=parameters["sizes"].default, verify=parameters["verify"].default)
        == MiningRequest()
    )
    assert f"\n{'**settings'}" in inspect.getdoc(spminer.mine)
    described = inspect.getdoc(spminer.mine)
    assert [name for name in parameters if name not in described] == []


@pytest.mark.parametrize("name", [name for name in OTHER if name != "settings"])
def test_what_mine_is_given_arrives_in_the_result(name):
    options = {"sizes": 3, "top": 1, name: OTHER[name]}
    if name == "memory_limit":
        options["method"] = "exact"
    if name in ("null_samples", "alternative"):
        options["against"] = "degree"
    if name == "maximal":
        options["support"] = 2
    request = spminer.mine(example(), **options).request
    assert getattr(request, name) == OTHER[name]


def test_settings_arrive_in_the_result():
    assert spminer.mine(example(), 3, method="grow", beam=20).request.settings == {"beam": 20}


def test_the_miner_of_scikit_learn_takes_every_option():
    parameters = {"seed" if name == "random_state" else name for name in inspect.signature(MotifMiner).parameters}
    assert set(MiningRequest.options()) - parameters == NOT_OF_THE_MINER


def test_the_verb_has_every_option():
    names = {parameter.name for parameter in verbs()["mine"].params}
    assert [name for name in MiningRequest.options() if name not in names] == []


def test_forms_that_users_give():
    assert MiningRequest.from_options(sizes="3,5-6", verify=False) == MiningRequest(
        sizes=(3, 5, 6), verify=Verification(factor=0)
    )
    with pytest.raises(TypeError, match="frequency_name"):
        MiningRequest.from_options(frequency_name="graph")


def test_numbers_of_numpy_are_numbers():
    given = MiningRequest.from_options(top=np.int64(3), support=np.float32(0.5), closed=np.True_, time_limit=math.inf)
    assert given == MiningRequest(top=3, support=0.5, closed=True)
    assert type(given.top) is int


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"top": "3"}, "top must be a whole number or nothing, not '3'"),
        ({"top": True}, "top must be a whole number or nothing, not True"),
        ({"top": None}, "top must be a whole number, not None"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"time_limit": "60"}, "time_limit must be a number or nothing"),
        ({"support": math.nan}, "support must be a number or nothing"),
        ({"closed": "no"}, "closed must be true or false"),
        ({"method": None}, "method must be a text"),
        ({"verify": 200}, "verify must be true, false or a Verification"),
        ({"frequency": 3}, "frequency must be one of anchored, graph, transactions, images, not 3"),
        ({"settings": 3}, "settings must be"),
    ],
)
def test_what_is_of_another_type_is_refused(options, message):
    with pytest.raises(UsageError, match=message):
        MiningRequest.from_options(**options)


@pytest.mark.parametrize("name", OTHER)
def test_the_identity_changes_with_what_the_result_depends_on(name):
    changed = MiningRequest(**{name: OTHER[name]}).identity() != MiningRequest().identity()
    assert changed == (name not in ("threads", "device", "time_limit", "memory_limit"))


def test_the_identity_is_plain():
    assert MiningRequest().identity()["verify"] == asdict(Verification())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"top": 0}, "top must be at least 1"),
        ({"sizes": (1, 2)}, "sizes must be 2 to 64"),
        ({"sizes": (64, 65)}, "sizes must be 2 to 64"),
        ({"frequency": "often"}, "must be one of anchored, graph"),
        ({"frequency": "transactions"}, "there is only one"),
        ({"frequency": "graph", "merge_anchors": True}, "only the anchored frequency"),
        ({"examples": -1}, "examples must be at least 0"),
        ({"support": -1}, "a share above 0"),
        ({"frequency": "graph", "support": 0.5}, "give support as a number"),
        ({"frequency": "graph", "closed": True}, "choose the frequency anchored, transactions or images"),
        ({"frequency": "graph", "maximal": True, "support": 9}, "choose the frequency anchored"),
        ({"maximal": True}, "give the least frequency by support"),
    ],
)
def test_what_makes_no_sense_is_refused(options, message):
    with pytest.raises(UsageError, match=message):
        MiningRequest.from_options(**options).check_target(example())
    with pytest.raises(UsageError, match=message):
        spminer.mine(example(), **options)


def test_a_plan_is_told_a_line_per_stage():
    plan = Plan((Stage("exact", (3, 4), "few", 1.5e10, 30.0), Stage("grow", (5,), "too many")))
    assert plan.lines(threads=2) == [
        "sizes 3-4: exact (few, about 1.5e+10 subgraphs), roughly 15.0 s",
        "size 5: grow (too many), time unknown",
    ]


def test_times_are_told_roughly():
    quick, hopeless = Stage("grow", (5,), "many", seconds=0.5), Stage("exact", (9,), "as asked", seconds=float("inf"))
    assert quick.text() == "size 5: grow (many), less than a second"
    assert hopeless.text() == "size 9: exact (as asked), time unknown"


def test_estimates_travel_with_a_stage_but_are_not_what_it_says():
    work = EnumerationCost(Frequency(7.0, "estimate", 6.0, 8.0), "esu", 0.1)
    assert Stage("exact", (3,), "few", costs={3: work}) == Stage("exact", (3,), "few")


def test_candidates_are_multiples_of_the_motifs_with_some_at_least():
    assert [Verification(factor=5).candidates(top) for top in (1, 10, 20)] == [50, 50, 100]
    assert Verification.of(False, effort=7) == Verification(factor=0, effort=7)
    assert Verification.of(False).candidates(10) == 0


def test_what_is_proposed_is_what_is_counted():
    for top in (1, 10, 33):
        assert MiningRequest(top=top).max_candidates == Verification().candidates(top)


@pytest.mark.parametrize("wrong", [{"factor": -1}, {"effort": 0}])
def test_impossible_values_are_refused(wrong):
    with pytest.raises(UsageError, match="at least"):
        Verification(**wrong)
