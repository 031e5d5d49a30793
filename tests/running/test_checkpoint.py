import numpy as np
import pytest

from spminer import InputError, UsageError
from spminer.running.checkpoint import Checkpoint


def test_states_come_back(tmp_path):
    first = Checkpoint(tmp_path / "new" / "run", {"seed": 1, "sizes": (3, 4)})
    first.save("level", a=np.arange(3), b=np.array("text"))
    again = Checkpoint(tmp_path / "new" / "run", {"seed": 1, "sizes": [3, 4]}, resume=True)
    assert again.load("level")["a"].tolist() == [0, 1, 2]
    assert again.load("level")["b"] == "text"
    assert again.load("other") is None


def test_a_folder_in_use_is_not_overwritten(tmp_path):
    Checkpoint(tmp_path, {})
    with pytest.raises(UsageError, match="resume"):
        Checkpoint(tmp_path, {})


def test_another_run_is_refused_by_what_differs(tmp_path):
    Checkpoint(tmp_path, {"seed": 1, "top": 10})
    with pytest.raises(UsageError, match=r"\(seed differs\)"):
        Checkpoint(tmp_path, {"seed": 2, "top": 10}, resume=True)


def test_a_half_written_state_is_not_seen(tmp_path):
    checkpoint = Checkpoint(tmp_path, {})
    checkpoint.save("level", a=[1])
    (tmp_path / "level.npz.part").write_bytes(b"half")  # as a kill would leave it
    assert Checkpoint(tmp_path, {}, resume=True).load("level")["a"].tolist() == [1]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 half"])
def test_a_damaged_state_says_what_to_do(tmp_path, content):
    checkpoint = Checkpoint(tmp_path, {})
    (tmp_path / "level.npz").write_bytes(content)
    with pytest.raises(InputError, match="delete it"):
        checkpoint.load("level")


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "run.json").write_text("not json")
    with pytest.raises(InputError, match="not a checkpoint"):
        Checkpoint(tmp_path, {}, resume=True)


def test_objects_are_never_pickled(tmp_path):
    with pytest.raises(ValueError, match="allow_pickle"):
        Checkpoint(tmp_path, {}).save("level", a=np.array([object()]))
