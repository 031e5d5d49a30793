"""Fetched files with the checksum that each must keep."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spminer._util.files import replacing, write_whole
from spminer.errors import InputError, UsageError
from spminer.fetching.catalog import Dataset, find_dataset, nearest_names
from spminer.fetching.folder import data_folder, locked, storing

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor

__all__ = ["Fetched", "fetch", "fetched_files", "path_of"]

_SHA256 = re.compile(r"[0-9a-f]{64}")
_FIRST_BYTES = {".zip": b"PK", ".gz": b"\x1f\x8b"}
_log = logging.getLogger("spminer")


@dataclass(frozen=True, slots=True)
class Fetched:
    """A data set on this machine.

    Attributes
    ----------
    name
        Its name, such as ``tu:ENZYMES``.
    path
        The file.
    size
        Its bytes.
    sha256
        Its checksum, which was compared with that of the first use.
    """

    name: str
    path: Path
    size: int
    sha256: str


def fetch(
    name: str, *, sha256: str | None = None, folder: str | Path | None = None, monitor: Monitor | None = None
) -> Fetched:
    r"""Fetch a published data set, unless it is here already, and check it.

    The checksum of the first use is kept beside the file and compared on every later one.

    Parameters
    ----------
    name
        ``tu:NAME`` for a TUDataset, ``snap:NAME`` for a network of SNAP.
    sha256
        The checksum that the file must have, in hexadecimal digits.
    folder
        Where files are kept; by default ``$SPMINER_DATA``, else a folder in the user's cache.
    monitor
        Is told how many bytes there are, and of how many.

    Returns
    -------
    Fetched
        Where the file is, and its checksum.

    Raises
    ------
    InputError
        If there is no such data set, the server cannot be reached, or the file is not what it must be.

    Examples
    --------
    A file that was put into its place by hand needs no network:

    >>> import gzip, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> (folder / "snap").mkdir()
    >>> _ = (folder / "snap" / "pair.txt.gz").write_bytes(gzip.compress(b"1 2\n", mtime=0))
    >>> fetched = fetch("snap:pair", folder=folder)
    >>> fetched.path.name, fetched.size
    ('pair.txt.gz', 24)
    """
    dataset = find_dataset(name)
    if dataset is None:
        raise UsageError(f"{name!r} is no name of a data set; it has the form tu:NAME or snap:NAME")
    expected = None if sha256 is None else sha256.lower()
    if expected is not None and not _SHA256.fullmatch(expected):
        raise UsageError(f"{sha256!r} is no SHA-256 checksum; it has 64 hexadecimal digits")
    path = path_of(dataset, folder)
    if not path.exists():
        with locked(path):
            if not path.exists():  # nobody else was faster
                return _downloaded(dataset, path, expected, monitor)
    return _verified(dataset, path, expected)


def path_of(dataset: Dataset, folder: str | Path | None = None) -> Path:
    """Where the file of a data set is kept."""
    return Path(folder or data_folder()) / dataset.site.prefix / dataset.file_name


def fetched_files(folder: str | Path | None = None) -> list[Fetched]:
    """What was fetched so far, by name; the files are not read.

    Examples
    --------
    >>> import tempfile
    >>> fetched_files(tempfile.mkdtemp())
    []
    """
    records = (_read_record(path) for path in Path(folder or data_folder()).glob("*/*.json"))
    return sorted(
        (record for record in records if record is not None and record.path.exists()), key=lambda file: file.name
    )


def _downloaded(dataset: Dataset, path: Path, expected: str | None, monitor: Monitor | None) -> Fetched:
    from spminer._util.download import DownloadError, download

    with storing(path), replacing(path, resumable=True) as part:
        try:
            download(dataset.url, part, monitor)
        except DownloadError as error:
            remedy = _remedy(dataset, path, missing=error.missing)
            raise InputError(str(error), source=dataset.name, remedy=remedy) from error
        try:
            fetched = _checked(dataset, part, path, expected)
        except InputError:
            part.unlink()  # to go on with it would end the same way
            raise
        before = _read_record(_record_path(path))
        if before is not None and before.sha256 != fetched.sha256:
            _log.warning("%s is not the file that was fetched before; its SHA-256 was %s", dataset.name, before.sha256)
        _write_record(fetched)  # before the file is in its place, so that nobody finds it without
    return fetched


def _remedy(dataset: Dataset, path: Path, *, missing: bool) -> str:
    if not missing:
        return f"try again, or fetch {dataset.url} elsewhere and put it here as {path}"
    names = nearest_names(dataset)
    meant = f"did you mean {' or '.join(names)}? " if names else ""
    return f"{meant}`spminer fetch --list` lists well-known names (asked for {dataset.url})"


def _checked(dataset: Dataset, part: Path, path: Path, expected: str | None) -> Fetched:
    """A file that has just arrived, if it is what it should be."""
    beginning = _FIRST_BYTES.get(path.suffix, b"")
    with storing(part), part.open("rb") as file:
        if file.read(len(beginning)) != beginning:
            raise InputError(
                f"what {dataset.url} sent is no {path.suffix} file",
                source=dataset.name,
                remedy="look at that address in a browser; the network may want you to sign in",
            )
    return _with_sum(dataset, part, path, expected)


def _with_sum(dataset: Dataset, file: Path, path: Path, expected: str | None) -> Fetched:
    with storing(file), file.open("rb") as stream:
        actual = hashlib.file_digest(stream, "sha256").hexdigest()
        size = stream.tell()
    if expected is not None and actual != expected:
        raise InputError(
            f"has the SHA-256 checksum {actual}, not {expected}",
            source=dataset.name,
            remedy=f"check the expected one; the file is of {dataset.url}",
        )
    return Fetched(dataset.name, path, size, actual)


def _verified(dataset: Dataset, path: Path, expected: str | None) -> Fetched:
    """A file that was here, if it is still the same; one that was put here by hand is trusted the first time."""
    fetched = _with_sum(dataset, path, path, expected)
    known = _read_record(_record_path(path))
    if known is None:
        with suppress(OSError):  # a folder that others keep may be read-only
            _write_record(fetched)
    elif known.sha256 != fetched.sha256:
        raise InputError(
            f"has changed since it was fetched (SHA-256 {fetched.sha256}, not {known.sha256})",
            source=str(path),
            remedy=f"delete it and {_record_path(path).name} to fetch it again",
        )
    return fetched


def _record_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.json")


def _write_record(fetched: Fetched) -> None:
    record = {**asdict(fetched), "path": fetched.path.name}
    write_whole(_record_path(fetched.path), json.dumps(record, indent=1) + "\n")


def _read_record(path: Path) -> Fetched | None:
    """What is known of a file, or ``None``; a damaged record is none."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        return Fetched(record["name"], path.with_name(record["path"]), int(record["size"]), record["sha256"])
    except (OSError, ValueError, LookupError, RecursionError, TypeError):
        return None
