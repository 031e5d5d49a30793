"""Published data sets by name or address: catalog, local folder, download with checksums.

A name such as ``tu:ENZYMES`` stands for an address and for facts that the file does not state, such as direction.
Names outside of the catalog get the address that their site would have, and an address of http or https is a name of
its own. A fetched file is kept in the folder of
``data_folder()`` with a record of its size and SHA-256 beside it; each later use compares the checksum. A lock lets one
process at a time fetch a file, and an interrupted download is resumed.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import sys
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from spminer._util.files import atomic_path, write_atomic
from spminer._util.locks import lock_file
from spminer._util.text import did_you_mean
from spminer.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer._util.monitor import Monitor

__all__ = [
    "BUNDLED",
    "CATALOG",
    "Dataset",
    "Fetched",
    "bundled_path",
    "data_folder",
    "dataset_path",
    "fetch",
    "fetched_files",
    "find_dataset",
]

_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")  # no path separators


@dataclass(frozen=True, slots=True)
class Site:
    """A site that publishes data sets.

    Attributes
    ----------
    prefix
        Text before the colon of a name.
    url
        Address that files are relative to.
    variable
        Environment variable with the address of a mirror.
    file
        Path of a file there, from the ``name`` or its parts: ``first``, ``second``, ``last``, and the ``rest`` after
        the second.
    form
        Form of a name, for messages.
    parts
        Least and most parts of a name.
    """

    prefix: str
    url: str
    variable: str
    file: str
    form: str = "NAME"
    parts: tuple[int, int] = (1, 1)

    @property
    def address(self) -> str:
        """The address that files are relative to; that of the mirror if there is one."""
        address = os.environ.get(self.variable) or self.url
        if not address.startswith(("http://", "https://")):
            raise UsageError(
                f"{self.variable} is an invalid address: {address!r}; it must begin with https:// or http://"
            )
        return address.rstrip("/")


@dataclass(frozen=True, slots=True)
class Dataset:
    """One published data set.

    Attributes
    ----------
    site
        The site that publishes it.
    short_name
        Its name at that site.
    path
        Path of its file at that site.
    directed
        Whether its edges have a direction; ``None``: as the file says.
    text_ids
        Whether its node ids are numbers beyond 64 bits, which are read as names.
    """

    site: Site
    short_name: str
    path: str
    directed: bool | None = None
    text_ids: bool = False

    @property
    def name(self) -> str:
        """Its name with the site: ``tu:ENZYMES``; the address of a file elsewhere."""
        return self.path if self.site is _WEB else f"{self.site.prefix}:{self.short_name}"

    @property
    def file_name(self) -> str:
        """The published name of the file, without folders; that of a file elsewhere is told apart by its address."""
        if self.site is _WEB:
            return f"{hashlib.sha256(self.path.encode()).hexdigest()[:12]}-{self.short_name}"
        if "/" in self.short_name:
            return f"{self.short_name.rpartition('/')[0].replace('/', '--')}--{self.path.rpartition('/')[2]}"
        return self.path.rpartition("/")[2]

    @property
    def url(self) -> str:
        """Address of the file."""
        return self.path if self.site is _WEB else f"{self.site.address}/{self.path}"


_TU = Site("tu", "https://www.chrsmrrs.com/graphkerneldatasets", "SPMINER_TU_URL", "{name}.zip")
_SNAP = Site("snap", "https://snap.stanford.edu/data", "SPMINER_SNAP_URL", "{name}.txt.gz")
_KONECT = Site("konect", "http://konect.cc/files", "SPMINER_KONECT_URL", "download.tsv.{name}.tar.bz2")
_NETZSCHLEUDER = Site(
    "netzschleuder",
    "https://networks.skewed.de/net",
    "SPMINER_NETZSCHLEUDER_URL",
    "{first}/files/{last}.gt.zst",
    "NAME or netzschleuder:NAME/NET",
    (1, 2),
)
_HUGGING_FACE = Site(
    "hf",
    "https://huggingface.co/datasets",
    "SPMINER_HF_URL",
    "{first}/{second}/resolve/main/{rest}",
    "ORG/NAME/FILE",
    (3, 9),
)
_WEB = Site("web", "", "", "")  # any other; the path is the whole address
_SITES = {site.prefix: site for site in (_TU, _SNAP, _KONECT, _NETZSCHLEUDER, _HUGGING_FACE)}

_TU_NAMES = """
    AIDS BZR BZR_MD COIL-DEL COIL-RAG COLLAB COLORS-3 COX2 COX2_MD Cuneiform DBLP_v1 DD DHFR DHFR_MD ENZYMES ER_MD
    FIRSTMM_DB FRANKENSTEIN Fingerprint IMDB-BINARY IMDB-MULTI KKI Letter-high Letter-low Letter-med MCF-7 MCF-7H MOLT-4
    MOLT-4H MSRC_21 MSRC_21C MSRC_9 MUTAG Mutagenicity NCI-H23 NCI-H23H NCI1 NCI109 OHSU OVCAR-8 OVCAR-8H P388 P388H
    PC-3 PC-3H PROTEINS PROTEINS_full PTC_FM PTC_FR PTC_MM PTC_MR Peking_1 QM9 REDDIT-BINARY REDDIT-MULTI-12K
    REDDIT-MULTI-5K SF-295 SF-295H SN12C SN12CH SW-620 SW-620H SYNTHETIC SYNTHETICnew Synthie TRIANGLES
    TWITTER-Real-Graph-Partial UACC257 UACC257H Yeast YeastH ZINC_full ZINC_test ZINC_train ZINC_val alchemy_full
    deezer_ego_nets github_stargazers reddit_threads twitch_egos
"""
# Many of these files have the comment "Directed", or none, although each edge is listed both ways.
_SNAP_UNDIRECTED = """
    as-caida20071105 as-skitter as20000102 ca-AstroPh ca-CondMat ca-GrQc ca-HepPh ca-HepTh email-Enron oregon1_010331
    oregon2_010331 roadNet-CA roadNet-PA roadNet-TX
"""
_SNAP_DIRECTED = """
    amazon0302 amazon0312 amazon0505 amazon0601 cit-HepPh cit-HepTh cit-Patents email-Eu-core email-EuAll
    p2p-Gnutella04 p2p-Gnutella05 p2p-Gnutella06 p2p-Gnutella08 p2p-Gnutella09 p2p-Gnutella24 p2p-Gnutella25
    p2p-Gnutella30 p2p-Gnutella31 soc-Epinions1 soc-LiveJournal1 soc-Slashdot0811 soc-Slashdot0902 web-BerkStan
    web-Google web-NotreDame web-Stanford wiki-Talk wiki-Vote
"""
_SNAP_ELSEWHERE = (
    Dataset(_SNAP, "com-Amazon", "bigdata/communities/com-amazon.ungraph.txt.gz", directed=False),
    Dataset(_SNAP, "com-DBLP", "bigdata/communities/com-dblp.ungraph.txt.gz", directed=False),
    Dataset(_SNAP, "com-Friendster", "bigdata/communities/com-friendster.ungraph.txt.gz", directed=False),
    Dataset(_SNAP, "com-LiveJournal", "bigdata/communities/com-lj.ungraph.txt.gz", directed=False),
    Dataset(_SNAP, "com-Orkut", "bigdata/communities/com-orkut.ungraph.txt.gz", directed=False),
    Dataset(_SNAP, "com-Youtube", "bigdata/communities/com-youtube.ungraph.txt.gz", directed=False),
    Dataset(_SNAP, "ego-Facebook", "facebook_combined.txt.gz", directed=False),
    Dataset(_SNAP, "ego-Gplus", "gplus_combined.txt.gz", directed=True, text_ids=True),
    Dataset(_SNAP, "ego-Twitter", "twitter_combined.txt.gz", directed=True),
    Dataset(_SNAP, "loc-Brightkite", "loc-brightkite_edges.txt.gz", directed=False),
    Dataset(_SNAP, "loc-Gowalla", "loc-gowalla_edges.txt.gz", directed=False),
    Dataset(_SNAP, "soc-Pokec", "soc-pokec-relationships.txt.gz", directed=True),
)


def _from_name(site: Site, name: str, directed: bool | None = None) -> Dataset:
    """A data set whose file has its name; a name that ends in .gz is the file's own."""
    if name.endswith(".gz") and site.parts == (1, 1):
        return Dataset(site, name, name, directed)
    first, *others = name.split("/")
    second = others[0] if others else first
    path = site.file.format(name=name, first=first, second=second, last=(first, *others)[-1], rest="/".join(others[1:]))
    return Dataset(site, name, path, directed)


_KNOWN = (
    *(_from_name(_TU, name) for name in _TU_NAMES.split()),
    *(_from_name(_SNAP, name, directed=False) for name in _SNAP_UNDIRECTED.split()),
    *(_from_name(_SNAP, name, directed=True) for name in _SNAP_DIRECTED.split()),
    *_SNAP_ELSEWHERE,
)
BUNDLED = {"karate": "karate.csv", "molecules": "molecules.json.xz", "yeast": "yeast.csv"}
CATALOG = {dataset.name: dataset for dataset in sorted(_KNOWN, key=lambda dataset: dataset.name)}


def find_dataset(text: str) -> Dataset | None:
    """The data set of this name, in the catalog or not, or at this address; ``None`` for any other text.

    Examples
    --------
    >>> find_dataset("tu:ENZYMES").url
    'https://www.chrsmrrs.com/graphkerneldatasets/ENZYMES.zip'
    >>> find_dataset("snap:ego-Facebook").path, find_dataset("snap:CollegeMsg").path
    ('facebook_combined.txt.gz', 'CollegeMsg.txt.gz')
    >>> find_dataset("https://example.org/data/friends.csv?raw=1").short_name
    'friends.csv'
    >>> find_dataset("friends.csv")
    """
    if _ADDRESS.match(text):
        try:
            parts = urlsplit(text)
        except ValueError as error:
            raise InputError(f"is an invalid address ({error})", source=text, remedy="check it in a browser") from error
        if parts.username is not None:
            reason = "has a user or a password, which results would keep"
            raise InputError(
                reason, source=f"{parts.scheme}://{parts.hostname}", remedy="download the file, and give it"
            )
        last = parts.path.rpartition("/")[2]
        return Dataset(_WEB, re.sub(r"[^A-Za-z0-9._-]", "_", last)[-80:] or "graph", text)
    prefix, colon, name = text.partition(":")
    if not colon or prefix not in _SITES:
        return None
    site, steps = _SITES[prefix], name.split("/")
    if not (site.parts[0] <= len(steps) <= site.parts[1] and all(map(_NAME.fullmatch, steps))):
        raise InputError(
            "is an invalid name of a data set",
            source=text,
            remedy=f"write {prefix}:{site.form}; use letters, digits, '_', '-' and '.'; begin with a letter or digit",
        )
    return CATALOG.get(text) or _from_name(site, name)


def bundled_path(source: object) -> Path | None:
    """The file of a bundled data set, such as ``example:yeast``; ``None`` for anything else.

    Examples
    --------
    >>> bundled_path("example:yeast").name
    'yeast.csv'
    >>> bundled_path("yeast.csv")
    """
    prefix, _, name = source.partition(":") if isinstance(source, str) else ("", "", "")
    if prefix != "example":
        return None
    if name not in BUNDLED:
        reason = "is no bundled data set" + did_you_mean(name, BUNDLED, otherwise="")
        raise InputError(reason, source=f"example:{name}", remedy=f"take one of {', '.join(BUNDLED)}")
    return Path(__file__).parent.parent / "data" / BUNDLED[name]


def suggest_names(dataset: Dataset) -> list[str]:
    """Similar names in the catalog, of any site.

    Examples
    --------
    >>> suggest_names(find_dataset("snap:enzyme"))
    ['tu:ENZYMES']
    """
    from difflib import get_close_matches

    by_lower_case = {known.short_name.lower(): known.name for known in CATALOG.values()}
    close = get_close_matches(dataset.short_name.lower(), by_lower_case, n=3)
    return [by_lower_case[name] for name in close]


def data_folder() -> Path:
    """The folder of fetched files: ``$SPMINER_DATA``, else a folder in the user's cache.

    Examples
    --------
    >>> data_folder().is_absolute()
    True
    """
    named = os.environ.get("SPMINER_DATA")
    if named:
        return Path(named).expanduser().absolute()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "spminer"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "spminer"
    cache = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (cache if cache.is_absolute() else Path.home() / ".cache") / "spminer"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one thread of one process at a time write ``path``; the others wait.

    The system releases the lock when its holder ends. The empty lock file stays.
    """
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.with_name(f".{path.name}.lock").open("ab")
    with file:
        lock_file(file.fileno(), wait=True)  # a file system without locks is no error
        yield


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn errors of the disk into an `InputError`."""
    try:
        yield
    except OSError as error:
        raise InputError(
            (error.strerror or str(error)).lower(),
            source=str(error.filename or path),
            remedy="free space or get access there, or set SPMINER_DATA to another folder",
        ) from error


_SHA256 = re.compile(r"[0-9a-f]{64}")
_FIRST_BYTES = {".zip": b"PK", ".gz": b"\x1f\x8b", ".bz2": b"BZh", ".zst": b"\x28\xb5\x2f\xfd"}
_log = logging.getLogger("spminer")


@dataclass(frozen=True, slots=True)
class Fetched:
    """A data set on this machine.

    Attributes
    ----------
    name
        Its name, such as ``tu:ENZYMES``.
    path
        Its file.
    size
        Number of bytes.
    sha256
        Checksum, equal to that of the first use.
    """

    name: str
    path: Path
    size: int
    sha256: str


def fetch(
    name: str, *, sha256: str | None = None, folder: str | Path | None = None, monitor: Monitor | None = None
) -> Fetched:
    r"""Fetch a published data set if it is not on this machine, and check it.

    The checksum of the first use is kept beside the file and compared at every later use.

    Parameters
    ----------
    name
        ``tu:NAME`` for a TUDataset, ``snap:NAME`` for a network of SNAP, ``konect:NAME``, ``netzschleuder:NAME`` or
        ``netzschleuder:NAME/NET``, ``hf:ORG/NAME/FILE`` for a file of Hugging Face, or the address of a file.
    sha256
        Expected checksum, in hexadecimal digits.
    folder
        Folder of the files; by default ``$SPMINER_DATA``, else a folder in the user's cache.
    monitor
        Monitor of the download, with the number of bytes as progress.

    Returns
    -------
    Fetched
        The file and its checksum.

    Raises
    ------
    InputError
        If the data set is unknown, the server cannot be reached, or the checksum differs.

    Examples
    --------
    A file that was copied into the folder needs no network:

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
        raise UsageError(
            f"unknown data set {name!r}; give tu:NAME, snap:NAME, konect:NAME, netzschleuder:NAME, "
            "hf:ORG/NAME/FILE or an address"
        )
    expected = None if sha256 is None else sha256.lower()
    if expected is not None and not _SHA256.fullmatch(expected):
        raise UsageError(f"invalid SHA-256 checksum {sha256!r}; it has 64 hexadecimal digits")
    path = dataset_path(dataset, folder)
    if not path.exists():
        with locked(path):
            if not path.exists():  # no other process has fetched it meanwhile
                return _download(dataset, path, expected, monitor)
    return _check_kept(dataset, path, expected)


def dataset_path(dataset: Dataset, folder: str | Path | None = None) -> Path:
    """Path of a data set's file on this machine."""
    return Path(folder or data_folder()) / dataset.site.prefix / dataset.file_name


def fetched_files(folder: str | Path | None = None) -> list[Fetched]:
    """The data sets on this machine, by name; the files are not read.

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


def _download(dataset: Dataset, path: Path, expected: str | None, monitor: Monitor | None) -> Fetched:
    from spminer._util.download import DownloadError, download

    with storage_errors(path), atomic_path(path, resumable=True) as part:
        try:
            download(dataset.url, part, monitor)
        except DownloadError as error:
            remedy = _remedy(dataset, path, missing=error.missing)
            raise InputError(str(error), source=dataset.name, remedy=remedy) from error
        try:
            fetched = _check_download(dataset, part, path, expected)
        except InputError:
            part.unlink()  # resuming it would fail again
            raise
        before = _read_record(_record_path(path))
        if before is not None and before.sha256 != fetched.sha256:
            _log.warning("%s is not the file that was fetched before; its SHA-256 was %s", dataset.name, before.sha256)
        _write_record(fetched)  # before the file appears, so that it always has a record
    return fetched


def _remedy(dataset: Dataset, path: Path, *, missing: bool) -> str:
    if not missing or dataset.site is _WEB:
        return f"try again, or download {dataset.url} elsewhere and copy it to {path}"
    names = suggest_names(dataset)
    meant = f"did you mean {' or '.join(names)}? " if names else ""
    return f"{meant}`spminer fetch --list` lists well-known names (asked for {dataset.url})"


def _check_download(dataset: Dataset, part: Path, path: Path, expected: str | None) -> Fetched:
    """A downloaded file, after checks of its first bytes and its checksum."""
    beginning = _FIRST_BYTES.get(path.suffix, b"")
    with storage_errors(part), part.open("rb") as file:
        if file.read(len(beginning)) != beginning:
            raise InputError(
                f"{dataset.url} did not send a {path.suffix} file",
                source=dataset.name,
                remedy="open that address in a browser; the network may ask you to sign in",
            )
    return _compare_checksum(dataset, part, path, expected)


def _compare_checksum(dataset: Dataset, file: Path, path: Path, expected: str | None) -> Fetched:
    with storage_errors(file), file.open("rb") as stream:
        actual = hashlib.file_digest(stream, "sha256").hexdigest()
        size = stream.tell()
    if expected is not None and actual != expected:
        raise InputError(
            f"has the SHA-256 checksum {actual}, not {expected}",
            source=dataset.name,
            remedy=f"check the expected one; the file is from {dataset.url}",
        )
    return Fetched(dataset.name, path, size, actual)


def _check_kept(dataset: Dataset, path: Path, expected: str | None) -> Fetched:
    """A kept file, if its checksum is that of its record; a file without a record gets one."""
    fetched = _compare_checksum(dataset, path, path, expected)
    known = _read_record(_record_path(path))
    if known is None:
        with suppress(OSError):  # the folder may be read-only
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
    write_atomic(_record_path(fetched.path), json.dumps(record, indent=1) + "\n")


def _read_record(path: Path) -> Fetched | None:
    """The record of a file; ``None`` if it is missing or damaged."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        return Fetched(record["name"], path.with_name(record["path"]), int(record["size"]), record["sha256"])
    except (OSError, ValueError, LookupError, RecursionError, TypeError):
        return None
