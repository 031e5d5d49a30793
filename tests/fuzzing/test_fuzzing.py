"""The short form of the fuzzing campaign: mutations of every kind of input, the same in every run."""

import itertools
import logging
import random

import pytest

from fuzzing.campaign import Campaign, HangError, limited, run
from fuzzing.door import Door
from fuzzing.doors import DOORS
from fuzzing.mutations import mutated
from spminer import InputError
from support.strategies import THOROUGH

SLOW = {"audit": 40, "options": 40, "read-molecules": 60, "result": 60, "identity": 20}
INPUTS = 150
STATES = 25
SHARE = 1 if THOROUGH else 2


@pytest.mark.filterwarnings("ignore")  # of the libraries that read a second time
@pytest.mark.parametrize("name", DOORS)
def test_no_input_is_misread_or_ends_in_an_internal_error(name, tmp_path, caplog):
    caplog.set_level(logging.CRITICAL, "spminer")  # thousands of notes; the level is restored afterwards
    inputs = STATES if name.startswith("state-") else SLOW.get(name, INPUTS)
    tally = run(DOORS[name], tmp_path, inputs=inputs // SHARE)
    assert tally.findings == {}
    assert tally.taken > 0, "no input came through: the seeds are worth nothing"


def test_mutations_are_the_same_for_the_same_seed():
    seeds = [b"0 1\n1 2\n", b"a,b\n"]
    first, second = ([mutated(seeds, random.Random(seed)) for seed in range(200)] for _ in range(2))
    assert first == second
    assert len(set(first)) > 150


def enter(path):
    text = path.read_text()
    if text == "hang":
        raise HangError
    if text == "bad":
        raise InputError("bad")
    assert text != "wrong"
    if text == "internal":
        raise KeyError(text)


def test_what_goes_wrong_is_kept_once(tmp_path):
    campaign = Campaign(Door("trial", list, enter), tmp_path)
    for text in ("good", "bad", "wrong", "internal", "internal", "hang"):
        campaign.send(text.encode())
    tally = campaign.tally
    assert (tally.taken, tally.refused, tally.inputs) == (1, 1, 6)
    assert sorted(finding["times"] for finding in tally.findings.values()) == [1, 1, 2]
    assert sorted(path.read_text() for path in tmp_path.glob("*.finding")) == ["hang", "internal", "wrong"]


def test_a_hang_is_ended():
    with pytest.raises(HangError), limited(0.05):
        all(True for _ in itertools.count())
