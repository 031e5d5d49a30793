import gc
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import spminer
from spminer import Monitor, UsageError
from spminer._util.executor import LOCAL
from spminer.cluster import executor_for, open_cluster, parse_address, run_monitor
from spminer.cluster.connect import check_versions, other_python, other_spminer
from spminer.datasets import example
from spminer.version import __version__
from support.executors import processes

ROOT = Path(__file__).parent.parent.parent


PARTS = [(who, what) for who in ("scheduler", "worker", "client") for what in ("cert", "key")]


@pytest.fixture(autouse=True)
def _no_client_left():
    """Collect clients that failed to connect: within the start of another one, Dask would deadlock."""
    yield
    gc.collect()


@pytest.mark.parametrize("text", ["local:0", "local:x", "locals", "localhost:8786", "", "http://a:1", "local:-1"])
def test_what_is_no_cluster_is_refused(text):
    with pytest.raises(UsageError, match=r"tcp://10\.0\.0\.1:8786"):
        parse_address(text)


def test_names_of_clusters():
    assert parse_address("local") == os.cpu_count()
    assert parse_address("tls://head:8786") == "tls://head:8786"


def test_no_cluster_is_this_process():
    with open_cluster(None) as executor:
        assert executor is LOCAL


def test_no_scheduler_at_the_address_is_said_within_seconds():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        started = time.monotonic()
        with (
            pytest.raises(UsageError, match=f"no scheduler answers at {address}.*dask scheduler"),
            open_cluster(address),
        ):
            pass
    assert time.monotonic() - started < 30, "five seconds, and what a busy machine adds"


@pytest.mark.parametrize("client", ["nowhere", 3])
def test_what_is_no_client_is_refused(client):
    with pytest.raises(UsageError, match=r"dask\.distributed\.Client|invalid cluster address"):
        spminer.count("0-1@0", example(), cluster=client)


def test_a_monitor_and_a_client_are_one_too_many(client):
    with pytest.raises(UsageError, match="not both"), run_monitor(Monitor(), None, client):
        pass
    with pytest.raises(UsageError, match="not both"), run_monitor(Monitor(), 5, None):
        pass


def test_without_dask_the_remedy_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'spminer\[cluster\]'"), open_cluster("local:1"):
        pass


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes by /proc")
def test_a_worker_that_is_killed_while_it_starts_is_said():
    def children():
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                line = (stat.parent / "cmdline").read_text()
            except OSError:  # it has ended meanwhile
                continue
            if parent == os.getpid() and "spawn_main" in line:
                yield int(stat.parent.name)

    before, killed = set(children()), []

    def kill_the_first():
        deadline = time.monotonic() + 60
        while not killed and time.monotonic() < deadline:
            for process in set(children()) - before:
                killed.append(process)
                os.kill(process, signal.SIGKILL)
            time.sleep(0.01)

    killing = threading.Thread(target=kill_the_first)
    killing.start()
    with (
        pytest.raises(UsageError, match=r"workers of local:2 could not be started .* start fewer"),
        open_cluster("local:2"),
    ):
        pass
    killing.join()
    assert killed


def test_local_workers_are_out_of_reach_of_other_machines_and_gone_at_the_end():
    def listens():  # within, so that it is sent itself: workers do not know the tests
        import psutil

        return {one.laddr.ip for one in psutil.Process().net_connections("tcp") if one.status == "LISTEN"}

    with open_cluster("local:2") as executor:
        client = executor._client
        workers = client.nthreads()
        assert len(workers) == 2
        assert all(address.startswith("tcp://127.0.0.1:") for address in [client.scheduler.address, *workers])
        assert set(workers.values()) == {max(os.cpu_count() // 2, 1)}
        listening = [*client.run(listens).values(), listens()]
        assert {host for hosts in listening for host in hosts} == {"127.0.0.1"}
        monitor = Monitor(executor=executor)
        assert spminer.count("0-1,1-2,2-0@0", example(), monitor=monitor).frequency.value == 32
    assert client.status == "closed"


def test_a_worker_with_another_version_is_refused(tmp_path):
    old = tmp_path / "old.py"
    old.write_text('import spminer\n\nspminer.__version__ = "0.0.1"\n')
    expected = r"has spminer 0\.0\.1, and this is .*install the same"
    with processes(tmp_path, workers=1, environment={"DASK_DISTRIBUTED__WORKER__PRELOAD": str(old)}) as running:
        _wait_for_a_worker(running.address)
        with pytest.raises(UsageError, match=expected), open_cluster(running.address):
            pass


def _wait_for_a_worker(address):
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=60)


@pytest.fixture
def certificates(tmp_path, monkeypatch):
    """Keys as the page on clusters says, in the settings of Dask."""
    import dask

    commands = re.findall(r"^openssl .*$", (ROOT / "docs" / "guides" / "cluster.md").read_text(), re.MULTILINE)
    for command in commands:
        subprocess.run(shlex.split(command), cwd=tmp_path, check=True, capture_output=True)
    for name, file in (("ca-file", "ca.pem"), *((f"{who}.{what}", f"node-{what}.pem") for who, what in PARTS)):
        setting = f"distributed.comm.tls.{name}"
        monkeypatch.setenv("DASK_" + setting.replace(".", "__").replace("-", "_").upper(), str(tmp_path / file))
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION", "True")
    dask.config.refresh()
    yield commands
    monkeypatch.undo()
    dask.config.refresh()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_a_cluster_with_certificates_is_opened_by_the_settings_of_dask(certificates, tmp_path, monkeypatch):
    import dask

    assert len(certificates) > 1
    with processes(tmp_path, workers=1, protocol="tls") as running:
        assert running.address.startswith("tls://")
        with open_cluster(running.address) as executor:
            executor._client.wait_for_workers(1, timeout=60)
            assert spminer.count("0-1,1-2,2-0@0", example(), monitor=Monitor(executor=executor)).frequency.value == 32
        monkeypatch.delenv("DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT")
        monkeypatch.delenv("DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY")
        dask.config.refresh()
        with (
            pytest.raises(UsageError, match=r"cannot connect to tls://.*check its settings for TLS"),
            open_cluster(running.address),
        ):
            pass


def test_an_asynchronous_client_is_refused(cluster):
    import asyncio

    from distributed import Client

    async def ask():
        async with Client(cluster.address, asynchronous=True, set_as_default=False) as opened:
            with pytest.raises(UsageError, match="asynchronous"), executor_for(opened):
                pass

    asyncio.run(ask())


def python(version):
    return {"host": {"python": f"{version}.final.0"}}


def test_the_same_is_right_whatever_the_patch_of_python(client):
    assert other_python({"client": python("3.11.7"), "workers": {"a": python("3.11.9"), "b": None}}) == ""
    assert other_spminer({"a": __version__}) == ""
    check_versions(client)


def test_another_python_is_named_with_the_remedy():
    found = {"client": python("3.11.7"), "workers": {"a": python("3.11.7"), "b": python("3.12.0")}}
    assert other_python(found) == "worker b has Python 3.12, and this is 3.11; use the same on every machine"


@pytest.mark.parametrize(
    ("version", "expected"),
    [("9.9", "worker b has spminer 9.9, and this is"), (None, "worker b has no spminer; install it there: pip")],
)
def test_another_spminer_is_named_with_the_remedy(version, expected):
    assert other_spminer({"a": __version__, "b": version}).startswith(expected)
