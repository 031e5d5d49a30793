import os
import tempfile

import pytest

from spminer import InputError
from spminer.running.private_folder import private_folder


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    return tmp_path


def test_a_folder_of_this_user_alone(temporary):
    assert private_folder() == temporary / f"spminer-{os.getuid()}"
    assert private_folder().stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o720, 0o704])
def test_one_that_others_may_use_is_refused(temporary, mode):
    private_folder().chmod(mode)
    with pytest.raises(InputError, match="not a folder of this user alone"):
        private_folder()


def test_one_of_another_user_is_refused(monkeypatch):
    folder = private_folder()
    number = os.getuid()
    asked = iter([number, number + 1])
    monkeypatch.setattr(os, "getuid", lambda: next(asked))
    with pytest.raises(InputError, match=str(folder)):
        private_folder()


@pytest.mark.parametrize("numbered", [True, False])
def test_a_link_is_refused(temporary, monkeypatch, numbered):
    if not numbered:
        monkeypatch.delattr(os, "getuid")
    folder = private_folder()
    folder.rmdir()
    folder.symlink_to(temporary)
    with pytest.raises(InputError, match="not a folder of this user alone"):
        private_folder()


def test_a_system_without_numbers_of_users_or_modes(temporary, monkeypatch):
    monkeypatch.delattr(os, "getuid")
    private_folder().chmod(0o777)  # as Windows shows every folder
    assert private_folder() == temporary / "spminer"
