"""Connection to a Dask cluster: addresses, local workers, the check of versions, and the monitor of a run on it.

All workers must have the same spminer and the same Python, since pieces of work are sent by name and pickled.
"""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from spminer._util.executor import LOCAL
from spminer._util.imports import import_optional
from spminer._util.monitor import Monitor
from spminer._util.progress import may_show_progress
from spminer.cluster.executor import DaskExecutor
from spminer.errors import UsageError
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager

    from spminer._util.executor import Executor

__all__ = ["executor_for", "open_cluster", "parse_address", "run_monitor"]


def check_versions(client: Any) -> None:
    """Refuse workers with another Python or another spminer."""

    def version_there() -> str | None:  # within, so that it is sent itself: its module may not be there
        from importlib import import_module

        try:
            return str(import_module("spminer").__version__)
        except ImportError:
            return None

    wrong = other_python(client.get_versions())
    if wrong := wrong or other_spminer(client.run(version_there, on_error="ignore")):
        raise UsageError(wrong)


def other_python(found: Mapping[str, Any]) -> str:
    """The worker with another Python and the remedy, as text; empty if there is none.

    ``found`` is the result of ``Client.get_versions``.

    Examples
    --------
    >>> here, there = ({"host": {"python": version}} for version in ("3.11.7.final.0", "3.12.1.final.0"))
    >>> other_python({"client": here, "workers": {"tcp://10.0.0.7:4000": there}})
    'worker tcp://10.0.0.7:4000 has Python 3.12, and this is 3.11; use the same on every machine'
    """
    ours = _minor(found["client"])
    for worker, versions in found["workers"].items():
        if versions and _minor(versions) != ours:  # a worker that left meanwhile has no versions
            return f"worker {worker} has Python {_minor(versions)}, and this is {ours}; use the same on every machine"
    return ""


def other_spminer(found: Mapping[str, str | None]) -> str:
    """The worker with another spminer, or without one (``None``), and the remedy; empty if there is none."""
    for worker, theirs in found.items():
        if theirs is None:
            return f"worker {worker} has no spminer; install it there: pip install 'spminer[cluster]=={__version__}'"
        if theirs != __version__:
            return f"worker {worker} has spminer {theirs}, and this is {__version__}; install the same on every machine"
    return ""


def _minor(versions: Mapping[str, Any]) -> str:
    return ".".join(str(versions["host"]["python"]).split(".")[:2])


_ANSWER_S = 5.0  # for a scheduler to answer
_LOCAL = "local"
_SCHEMES = ("tcp://", "tls://", "ucx://", "ws://", "wss://")
_INSTALL = "spminer[cluster]"
# By default Dask's workers return free memory to the system at once. Engines would ask for it again at every piece,
# which takes a fifth of the time of short pieces.
_TRIMMING = "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_"
_TRIM_ABOVE = 1 << 28


def parse_address(text: str) -> str | int:
    """The address of a scheduler, or a number of workers to start on this machine.

    >>> parse_address("tcp://10.0.0.1:8786"), parse_address("local:2")
    ('tcp://10.0.0.1:8786', 2)
    >>> parse_address("10.0.0.1:8786")
    Traceback (most recent call last):
    spminer.errors.UsageError: invalid cluster address '10.0.0.1:8786'; give the address of its scheduler, such as ...
    """
    name, _, number = text.partition(":")
    if name == _LOCAL and (not number or (number.isdecimal() and int(number) > 0)):
        return int(number or os.cpu_count() or 1)
    if text.startswith(_SCHEMES):
        return text
    raise UsageError(
        f"invalid cluster address {text!r}; give the address of its scheduler, such as tcp://10.0.0.1:8786, or local:4 "
        "to start four workers on this machine"
    )


@contextmanager
def open_cluster(cluster: str | None) -> Iterator[Executor]:
    """The executor of a cluster by its address, as ``--cluster`` takes it; of this process for ``None``.

    Messages of Dask about workers that come and go are not shown: the executor has its own where the run suffers.
    """
    if cluster is None:
        yield LOCAL
        return
    where = parse_address(cluster)
    distributed = import_optional("distributed", _INSTALL)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    opened = _local(distributed, where) if isinstance(where, int) else _connected(distributed, where)
    with opened as client, executor_for(client) as executor:
        yield executor


@contextmanager
def executor_for(client: Any) -> Iterator[Executor]:
    """The executor of a Dask client, which stays open; of this process for ``None``.

    Examples
    --------
    >>> with executor_for(None) as executor:
    ...     print(type(executor).__name__)
    LocalExecutor
    """
    if client is None:
        yield LOCAL
        return
    distributed = import_optional("distributed", _INSTALL)
    if not isinstance(client, distributed.Client):
        raise UsageError(
            f"cluster must be an address, a dask.distributed.Client or an executor, not {type(client).__name__}"
        )
    if client.asynchronous:
        raise UsageError("asynchronous clients are unsupported; give a synchronous one: Client(address)")
    check_versions(client)
    executor = DaskExecutor(client)
    try:
        yield executor
    finally:
        executor.close()


@contextmanager
def run_monitor(
    monitor: Monitor | None, time_limit: float | None, cluster: Any, progress: bool | None = False
) -> Iterator[Monitor]:
    """The monitor that a public function was given, or one with its limit and the executor of its cluster.

    A cluster is an address as ``--cluster`` takes it, a Dask client, or an executor. Progress is shown as by
    :func:`spminer._util.progress.may_show_progress`, unless the caller has a monitor to watch.

    Examples
    --------
    >>> with run_monitor(None, 60, None) as monitor:
    ...     print(monitor.time_limit, type(monitor.executor).__name__)
    60 LocalExecutor
    """
    if monitor is not None and time_limit is not None:
        raise UsageError("give the time limit to the monitor, not both")
    if monitor is not None and cluster is not None:
        raise UsageError("give the cluster, or a monitor with its executor (spminer.cluster.executor_for), not both")
    if monitor is not None:
        yield monitor
        return
    if hasattr(cluster, "map_splittable"):
        opened: AbstractContextManager[Executor] = nullcontext(cluster)
    else:
        opened = open_cluster(cluster) if isinstance(cluster, str) else executor_for(cluster)
    with opened as executor:
        own = Monitor(time_limit=time_limit, executor=executor)
        with may_show_progress(own, progress):
            yield own


@contextmanager
def _connected(distributed: Any, address: str) -> Iterator[Any]:
    try:
        client = distributed.Client(address, timeout=_ANSWER_S, set_as_default=False)
    except (OSError, TimeoutError) as error:
        raise UsageError(
            f"no scheduler answers at {address} within {_ANSWER_S:.0f} s; start one there (dask scheduler), or check "
            "the address and the firewall"
        ) from error
    except (TypeError, RuntimeError, ValueError) as error:  # certificates that are missing, or required
        raise UsageError(
            f"Dask cannot connect to {address}: {error}; check its settings for TLS (distributed.comm.tls)"
        ) from error
    with client:
        yield client


@contextmanager
def _local(distributed: Any, workers: int) -> Iterator[Any]:
    """Workers of this machine, which other machines cannot reach."""
    try:
        with import_optional("dask", _INSTALL).config.set({_TRIMMING: _TRIM_ABOVE}):
            cluster = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=max((os.cpu_count() or 1) // workers, 1),
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",  # None would listen everywhere; without bokeh it has little to show
                silence_logs=logging.CRITICAL,
            )
    except (OSError, RuntimeError, TimeoutError) as error:  # a process that ends, or does not start
        raise UsageError(
            f"the {workers} workers of local:{workers} could not be started ({error}): the system may have ended one "
            "for lack of memory; start fewer, or try again"
        ) from error
    with cluster, distributed.Client(cluster, timeout=_ANSWER_S, set_as_default=False) as client:
        yield client
