import pytest

from support.executors import processes


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    """A scheduler and two workers, each a process with one thread."""
    with processes(tmp_path_factory.mktemp("cluster"), workers=2) as running:
        yield running


@pytest.fixture
def client(cluster):
    """A client of it, as a user opens one."""
    from distributed import Client

    with Client(cluster.address, set_as_default=False) as opened:
        opened.wait_for_workers(2, timeout=60)
        yield opened
