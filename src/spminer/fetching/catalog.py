"""Names of published data sets: where each is found, and what its file does not say of itself."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from spminer.errors import InputError, UsageError

__all__ = ["CATALOG", "Dataset", "Site", "find_dataset", "nearest_names"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")  # nothing that could lead out of a folder


@dataclass(frozen=True, slots=True)
class Site:
    """Where data sets are published.

    Attributes
    ----------
    prefix
        What stands before the colon of a name.
    home
        Address that files are relative to.
    variable
        Environment variable with the address of a mirror.
    suffix
        What follows a name in the address of its file.
    """

    prefix: str
    home: str
    variable: str
    suffix: str

    @property
    def address(self) -> str:
        """The address that files are relative to, of the mirror if there is one."""
        address = os.environ.get(self.variable) or self.home
        if not address.startswith(("http://", "https://")):
            raise UsageError(
                f"{self.variable} is {address!r}; it must be an address that begins with https:// or http://"
            )
        return address.rstrip("/")


@dataclass(frozen=True, slots=True)
class Dataset:
    """One published data set.

    Attributes
    ----------
    site
        Where it is.
    short_name
        Its name there.
    path
        Its file, relative to the site.
    directed
        Whether its edges have a direction; ``None``: as the file says.
    text_ids
        Whether its node ids are numbers too large to be read as such.
    """

    site: Site
    short_name: str
    path: str
    directed: bool | None = None
    text_ids: bool = False

    @property
    def name(self) -> str:
        """Its name with the site: ``tu:ENZYMES``."""
        return f"{self.site.prefix}:{self.short_name}"

    @property
    def file_name(self) -> str:
        """The published name of the file, without folders."""
        return self.path.rpartition("/")[2]

    @property
    def url(self) -> str:
        """Where the file is."""
        return f"{self.site.address}/{self.path}"


_TU = Site("tu", "https://www.chrsmrrs.com/graphkerneldatasets", "SPMINER_TU_URL", ".zip")
_SNAP = Site("snap", "https://snap.stanford.edu/data", "SPMINER_SNAP_URL", ".txt.gz")
_SITES = {site.prefix: site for site in (_TU, _SNAP)}

_TU_NAMES = """
    AIDS BZR BZR_MD COIL-DEL COIL-RAG COLLAB COLORS-3 COX2 COX2_MD Cuneiform DBLP_v1 DD DHFR DHFR_MD ENZYMES ER_MD
    FIRSTMM_DB FRANKENSTEIN Fingerprint IMDB-BINARY IMDB-MULTI KKI Letter-high Letter-low Letter-med MCF-7 MCF-7H MOLT-4
    MOLT-4H MSRC_21 MSRC_21C MSRC_9 MUTAG Mutagenicity NCI-H23 NCI-H23H NCI1 NCI109 OHSU OVCAR-8 OVCAR-8H P388 P388H
    PC-3 PC-3H PROTEINS PROTEINS_full PTC_FM PTC_FR PTC_MM PTC_MR Peking_1 QM9 REDDIT-BINARY REDDIT-MULTI-12K
    REDDIT-MULTI-5K SF-295 SF-295H SN12C SN12CH SW-620 SW-620H SYNTHETIC SYNTHETICnew Synthie TRIANGLES
    TWITTER-Real-Graph-Partial UACC257 UACC257H Yeast YeastH ZINC_full ZINC_test ZINC_train ZINC_val alchemy_full
    deezer_ego_nets github_stargazers reddit_threads twitch_egos
"""
# The comment in many of these files says "Directed" although each edge is listed both ways, or there is none.
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


def _by_pattern(site: Site, name: str, directed: bool | None = None) -> Dataset:
    """A data set whose file has its name; a name that ends in .gz is the file itself."""
    return Dataset(site, name, name if name.endswith(".gz") else name + site.suffix, directed)


_KNOWN = (
    *(_by_pattern(_TU, name) for name in _TU_NAMES.split()),
    *(_by_pattern(_SNAP, name, directed=False) for name in _SNAP_UNDIRECTED.split()),
    *(_by_pattern(_SNAP, name, directed=True) for name in _SNAP_DIRECTED.split()),
    *_SNAP_ELSEWHERE,
)
CATALOG = {dataset.name: dataset for dataset in sorted(_KNOWN, key=lambda dataset: dataset.name)}


def find_dataset(text: str) -> Dataset | None:
    """The data set of this name, in the catalog or not; ``None`` for a text without the prefix of a site.

    Examples
    --------
    >>> find_dataset("tu:ENZYMES").url
    'https://www.chrsmrrs.com/graphkerneldatasets/ENZYMES.zip'
    >>> find_dataset("snap:ego-Facebook").path, find_dataset("snap:CollegeMsg").path
    ('facebook_combined.txt.gz', 'CollegeMsg.txt.gz')
    >>> find_dataset("friends.csv")
    """
    prefix, colon, name = text.partition(":")
    if not colon or prefix not in _SITES:
        return None
    if not _NAME.fullmatch(name):
        raise InputError(
            "is no name of a data set",
            source=text,
            remedy="a name begins with a letter or digit and has no others than these, '_', '-' and '.'",
        )
    return CATALOG.get(text) or _by_pattern(_SITES[prefix], name)


def nearest_names(dataset: Dataset) -> list[str]:
    """Names in the catalog, of any site, that may have been meant.

    Examples
    --------
    >>> nearest_names(find_dataset("snap:enzyme"))
    ['tu:ENZYMES']
    """
    from difflib import get_close_matches

    by_lower_case = {known.short_name.lower(): known.name for known in CATALOG.values()}
    close = get_close_matches(dataset.short_name.lower(), by_lower_case, n=3)
    return [by_lower_case[name] for name in close]
