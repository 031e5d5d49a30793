import errno
import gc
import hashlib
import subprocess
import sys
from functools import partial

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spminer import InputError, UsageError
from spminer._util.checkpoint import Checkpoint, Codec, States, pack, unpack
from support.strategies import examples


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
    left = tmp_path / ".spminer-0a1b2c3d-1-00000000.part"  # as a kill would leave it
    left.mkdir()
    (left / "level.state").write_bytes(b"half")
    assert Checkpoint(tmp_path, {}, resume=True).load("level")["a"].tolist() == [1]


def damages(content):
    """Bytes lost, added and changed, a state of before, and an archive that is none but has its digest."""
    yield from (b"", content[:20], content[:-1], content + b"\0", content[32:])
    yield bytes(content[:100]) + bytes([content[100] ^ 1]) + content[101:]
    for archive in (b"", b"PK\x03\x04 half", content[32:60]):
        yield hashlib.sha256(archive).digest() + archive


def test_a_damaged_state_counts_as_missing_and_this_is_said(tmp_path, caplog):
    checkpoint = Checkpoint(tmp_path, {})
    checkpoint.save("level", a=[1])
    path = tmp_path / "level.state"
    for content in damages(path.read_bytes()):
        path.write_bytes(content)
        caplog.clear()
        assert checkpoint.load("level") is None
        assert f"{path} is damaged" in caplog.text
        assert "is computed again" in caplog.text
    checkpoint.save("level", a=[2])
    assert checkpoint.load("level")["a"].tolist() == [2]


@given(st.binary(max_size=200))
@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_with_their_digest_are_a_state_or_missing(tmp_path, content):
    folder = tmp_path / "states"
    checkpoint = Checkpoint(folder, {}, resume=True)
    (folder / "level.state").write_bytes(hashlib.sha256(content).digest() + content)
    assert checkpoint.load("level") in (None, {})


def test_a_full_disk_is_said_once_and_the_run_goes_on(tmp_path, caplog, monkeypatch):
    checkpoint = Checkpoint(tmp_path, {})

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("spminer._util.checkpoint.write_atomic", full)
    checkpoint.save("a", a=[1])
    checkpoint.save("b", a=[1])
    assert [record.getMessage() for record in caplog.records] == [
        f"cannot save states in {tmp_path} (no space left on device); the run continues without them"
    ]


@pytest.mark.parametrize("name", ["file/run", "a" * 300])
def test_a_place_that_cannot_be_is_refused(tmp_path, name):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"cannot save states in .*; name another folder"):
        Checkpoint(tmp_path / name, {})


def test_another_process_is_kept_out_as_long_as_one_is_in(tmp_path):
    program = f"from spminer._util.checkpoint import Checkpoint; Checkpoint({str(tmp_path)!r}, {{}}, resume=True)"
    checkpoint = Checkpoint(tmp_path, {})
    refused = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "another process uses" in refused.stderr
    Checkpoint(tmp_path, {}, resume=True)  # of this process: it knows what it does
    del checkpoint
    gc.collect()
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_folder_of_something_else_is_refused(tmp_path):
    for text in ("not json", "[]", "[" * 100_000):
        (tmp_path / "run.json").write_text(text)
        with pytest.raises(InputError, match="not a checkpoint"):
            Checkpoint(tmp_path, {}, resume=True)


def test_objects_are_never_pickled(tmp_path):
    with pytest.raises(ValueError, match="allow_pickle"):
        Checkpoint(tmp_path, {}).save("level", a=np.array([object()]))


NUMBER = Codec(lambda value: {"number": value}, lambda state: int(state["number"]))


def test_without_a_checkpoint_nothing_is_kept():
    states = States()
    states.save("a", 3, NUMBER)
    assert states.load("a", NUMBER) is None
    assert [states.get_or_compute("a", NUMBER, partial(int, value), save_if=lambda _: True) for value in (1, 2)] == [
        1,
        2,
    ]


def test_values_come_back(tmp_path):
    States(Checkpoint(tmp_path, {})).save("a", 3, NUMBER)
    states = States(Checkpoint(tmp_path, {}, resume=True))
    assert (states.load("a", NUMBER), states.load("b", NUMBER)) == (3, None)


def test_what_is_worth_it_is_computed_once(tmp_path):
    states = States(Checkpoint(tmp_path, {}))
    found = [states.get_or_compute("even", NUMBER, partial(int, v), save_if=lambda v: v % 2 == 0) for v in (1, 2, 4)]
    assert found == [1, 2, 2]


def test_arrays_are_kept_as_they_are(tmp_path):
    states = States(Checkpoint(tmp_path, {}))
    plain = Codec(lambda value: {"rows": value}, lambda state: state["rows"])
    states.save("a", np.arange(6).reshape(2, 3), plain)
    assert states.load("a", plain).tolist() == [[0, 1, 2], [3, 4, 5]]


def test_a_state_that_makes_no_sense_is_made_again(tmp_path, caplog):
    states = States(Checkpoint(tmp_path, {}))
    states.checkpoint.save("a", other=np.arange(3))
    assert states.get_or_compute("a", NUMBER, lambda: 5, save_if=lambda _: True) == 5
    assert "a.state is damaged" in caplog.text
    assert states.load("a", NUMBER) == 5


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(PLAIN)
def test_plain_values_come_back(value):
    array = pack(value)
    assert array.dtype == np.uint8
    assert unpack(array) == value
