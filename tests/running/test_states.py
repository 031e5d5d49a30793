from functools import partial

import numpy as np

from spminer.running.checkpoint import Checkpoint
from spminer.running.states import Codec, States

NUMBER = Codec(lambda value: {"number": value}, lambda state: int(state["number"]))


def test_without_a_checkpoint_nothing_is_kept():
    states = States()
    states.keep("a", 3, NUMBER)
    assert states.kept("a", NUMBER) is None
    assert [states.once("a", NUMBER, partial(int, value), worth=lambda _: True) for value in (1, 2)] == [1, 2]


def test_values_come_back(tmp_path):
    States(Checkpoint(tmp_path, {})).keep("a", 3, NUMBER)
    states = States(Checkpoint(tmp_path, {}, resume=True))
    assert (states.kept("a", NUMBER), states.kept("b", NUMBER)) == (3, None)


def test_what_is_worth_it_is_computed_once(tmp_path):
    states = States(Checkpoint(tmp_path, {}))
    found = [states.once("even", NUMBER, partial(int, v), worth=lambda v: v % 2 == 0) for v in (1, 2, 4)]
    assert found == [1, 2, 2]


def test_arrays_are_kept_as_they_are(tmp_path):
    states = States(Checkpoint(tmp_path, {}))
    plain = Codec(lambda value: {"rows": value}, lambda state: state["rows"])
    states.keep("a", np.arange(6).reshape(2, 3), plain)
    assert states.kept("a", plain).tolist() == [[0, 1, 2], [3, 4, 5]]


def test_a_state_that_makes_no_sense_is_made_again(tmp_path, caplog):
    states = States(Checkpoint(tmp_path, {}))
    states.checkpoint.save("a", other=np.arange(3))
    assert states.once("a", NUMBER, lambda: 5, worth=lambda _: True) == 5
    assert "a.state is damaged" in caplog.text
    assert states.kept("a", NUMBER) == 5
