import os
from pathlib import Path

import pytest

from spminer.running.files import exists, replacing, write_whole


def test_a_failure_leaves_the_old_file(tmp_path):
    path = tmp_path / "result.json"
    write_whole(path, "old")

    def fail():
        with replacing(path) as temporary:
            temporary.write_text("ne")
            raise ValueError("midway")

    with pytest.raises(ValueError, match="midway"):
        fail()
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["result.json"]


@pytest.mark.parametrize("name", ["absent/file", "a" * 300])
def test_what_the_disk_refuses_names_the_file(tmp_path, name):
    with pytest.raises(OSError, match=name) as caught:
        write_whole(tmp_path / name, "text")
    assert caught.value.filename == str(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_what_is_resumable_stays(tmp_path):
    def fail():
        with replacing(tmp_path / "data", resumable=True) as part:
            part.write_text("half")
            raise ValueError("midway")

    with pytest.raises(ValueError, match="midway"):
        fail()
    assert [entry.name for entry in tmp_path.iterdir()] == ["data.part"]


def test_writers_of_one_path_do_not_meet(tmp_path):
    path = tmp_path / "result.json"
    with replacing(path) as first, replacing(path) as second:
        first.write_text("first")
        second.write_text("second")
        assert first != second
    assert path.read_text() == "first"  # which ended last
    assert [entry.name for entry in tmp_path.iterdir()] == ["result.json"]


def test_what_is_no_file_is_written_to_as_it_is():
    write_whole(Path(os.devnull), b"gone")
    assert Path(os.devnull).is_char_device()


def test_names_that_no_file_can_have_do_not_exist(tmp_path):
    assert exists(tmp_path)
    assert not any(map(exists, (tmp_path / "none", "a" * 300, "a/" * 3000, "a\0b", tmp_path / "f" / "g")))


def test_text_is_utf_8(tmp_path):
    write_whole(tmp_path / "name", "Erdős \udcff")
    assert (tmp_path / "name").read_bytes() == "Erdős \\udcff".encode()
