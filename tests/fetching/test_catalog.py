import pytest

from spminer import InputError, UsageError
from spminer.fetching.catalog import CATALOG, find_dataset, nearest_names


def test_addresses_of_both_sites():
    assert find_dataset("tu:MUTAG").url == "https://www.chrsmrrs.com/graphkerneldatasets/MUTAG.zip"
    assert find_dataset("snap:wiki-Vote").url == "https://snap.stanford.edu/data/wiki-Vote.txt.gz"
    assert find_dataset("snap:com-DBLP").url.endswith("/data/bigdata/communities/com-dblp.ungraph.txt.gz")


def test_names_outside_the_catalog_follow_the_pattern():
    assert find_dataset("tu:Tox21_AhR_testing").path == "Tox21_AhR_testing.zip"
    assert find_dataset("snap:CollegeMsg").path == "CollegeMsg.txt.gz"
    assert find_dataset("snap:soc-sign-bitcoinotc.csv.gz").path == "soc-sign-bitcoinotc.csv.gz"


@pytest.mark.parametrize("text", ["friends.csv", "-", "C:friends.csv", "TU:MUTAG", "tu", "http://example.org/x.zip"])
def test_other_texts_name_no_data_set(text):
    assert find_dataset(text) is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "..",
        "../etc",
        "a/b",
        "a\\b",
        "/etc/passwd",
        "a b",
        "a?b",
        "a%2e",
        "a#b",
        ".hidden",
        "-rf",
        "ä",
        "a\n",
        "x" * 101,
    ],
)
def test_odd_names_are_refused(name):
    with pytest.raises(InputError, match="is no name of a data set"):
        find_dataset(f"tu:{name}")


def test_each_file_has_one_name_and_is_archived():
    files = [(dataset.site.prefix, dataset.file_name) for dataset in CATALOG.values()]
    assert len(set(files)) == len(files) > 100
    assert all(name.endswith((".zip", ".gz")) for _, name in files)


def test_direction_is_known_of_every_network():
    assert all(dataset.directed is not None for dataset in CATALOG.values() if dataset.site.prefix == "snap")


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("tu:enzymes", "tu:ENZYMES"), ("tu:ca-AstroPh", "snap:ca-AstroPh"), ("snap:com-dblp.ungraph", "snap:com-DBLP")],
)
def test_nearest_names(asked, meant):
    assert nearest_names(find_dataset(asked))[0] == meant


def test_a_mirror_is_an_http_address(monkeypatch):
    monkeypatch.setenv("SPMINER_TU_URL", "http://mirror.example/tu/")
    assert find_dataset("tu:MUTAG").url == "http://mirror.example/tu/MUTAG.zip"
    monkeypatch.setenv("SPMINER_TU_URL", "file:///etc")
    with pytest.raises(UsageError, match="SPMINER_TU_URL"):
        _ = find_dataset("tu:MUTAG").url
