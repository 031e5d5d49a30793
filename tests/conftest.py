import gc
import importlib
import os
import signal

import pytest
from hypothesis import settings

from support.data_server import serving
from support.strategies import examples

# How long an example takes says more of the machine than of the code. Developers draw new examples at every run; CI
# draws the same ones again, so that it says the same of the same code.
settings.register_profile("spminer", deadline=None, derandomize="CI" in os.environ, max_examples=examples(100))
settings.load_profile("spminer")

# A shell without job control starts background jobs with SIGINT ignored, so that no test could interrupt anything.
signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()  # until all is imported: what tests are made of stays, and was looked through in a fifth of the time


def pytest_collection_finish(session):
    gc.freeze()
    gc.enable()


def _has_gpu():
    torch = importlib.import_module("torch")
    return torch.cuda.is_available()


MACHINES = {"gpu": _has_gpu, "windows": lambda: os.name == "nt", "posix": lambda: os.name == "posix"}


def pytest_collection_modifyitems(config, items):
    """Leave tests out that are of another kind of machine: what is skipped is meant to be tested here."""
    wanted = {item: [mark.args[0] for mark in item.iter_markers("only_with")] for item in items}
    left_out = [item for item, kinds in wanted.items() if not all(MACHINES[kind]() for kind in kinds)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


@pytest.fixture
def silent_pipe(tmp_path):
    """A pipe that somebody may write to and nobody does: a file whose reading never ends."""
    path = tmp_path / "silent"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR)
    yield path
    os.close(writer)


@pytest.fixture
def data_folder(tmp_path, monkeypatch):
    """An empty folder for fetched files, instead of the user's."""
    folder = tmp_path / "fetched"
    monkeypatch.setenv("SPMINER_DATA", str(folder))
    return folder


@pytest.fixture
def data_server(data_folder, monkeypatch):
    """A server on this machine in the place of all public sites, and no pause before a new try."""
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr("spminer._util.download._PAUSES_S", (0.0, 0.0, 0.0))
    with serving() as server:
        monkeypatch.setenv("SPMINER_TU_URL", server.url + "/tu")
        monkeypatch.setenv("SPMINER_SNAP_URL", server.url + "/snap/")
        for site in ("konect", "netzschleuder", "hf"):
            monkeypatch.setenv(f"SPMINER_{site.upper()}_URL", f"{server.url}/{site}")
        yield server
