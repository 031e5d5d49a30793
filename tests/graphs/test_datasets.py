import errno
import json
import logging
import random
import sys
import threading
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import spminer
from spminer import InputError, Monitor, UsageError
from spminer import datasets as bundled
from spminer._util import download
from spminer.graphs import datasets
from spminer.graphs.datasets import CATALOG, fetch, fetched_files, find_dataset, suggest_names

CONTENT = b"PK" + random.Random(0).randbytes(300_000)


OTHER = b"PK" + random.Random(1).randbytes(250_000)


SHA256 = sha256(CONTENT).hexdigest()


@pytest.fixture
def server(data_server):
    data_server.files["tu/BLOB.zip"] = CONTENT
    return data_server


@pytest.fixture
def part(data_folder):
    return data_folder / "tu" / "BLOB.zip.part"


def test_first_use_fetches_and_records(server, data_folder):
    monitor = Monitor()
    fetched = fetch("tu:BLOB", monitor=monitor)
    assert fetched.path == data_folder / "tu" / "BLOB.zip"
    assert fetched.path.read_bytes() == CONTENT
    assert (fetched.name, fetched.size, fetched.sha256) == ("tu:BLOB", len(CONTENT), SHA256)
    assert (monitor.progress.done, monitor.progress.total) == (len(CONTENT), len(CONTENT))
    assert fetched_files() == [fetched]
    assert {path.name for path in fetched.path.parent.iterdir()} == {"BLOB.zip", "BLOB.zip.json", ".BLOB.zip.lock"}


def test_second_use_needs_no_network(server, monkeypatch):
    first = fetch("tu:BLOB")
    monkeypatch.setattr(download, "open_address", None)
    assert fetch("tu:BLOB") == first
    assert len(server.requests) == 1


def test_a_cut_connection_is_resumed(server):
    server.cuts = [100_000, 50_000]
    assert fetch("tu:BLOB").sha256 == SHA256
    assert [asked for _, asked in server.requests] == [None, "bytes=100000-", "bytes=150000-"]


def test_a_later_call_resumes(server, part):
    server.cuts = [100_000, 0, 0, 0]
    with pytest.raises(InputError, match=r"the connection ended after 100,000 of 300,002 bytes; try again"):
        fetch("tu:BLOB")
    assert part.stat().st_size == 100_000
    assert fetch("tu:BLOB").sha256 == SHA256
    assert server.requests[-1] == ("/tu/BLOB.zip", "bytes=100000-")


def test_another_version_is_not_mixed_with_the_first(server):
    server.cuts = [100_000, 0, 0, 0]
    with pytest.raises(InputError):
        fetch("tu:BLOB")
    server.files["tu/BLOB.zip"] = OTHER
    assert fetch("tu:BLOB").path.read_bytes() == OTHER
    assert server.requests[-1][1] == "bytes=100000-"


def test_another_mirror_is_not_mixed_with_the_first(server, monkeypatch):
    server.cuts = [100_000, 0, 0, 0]
    with pytest.raises(InputError):
        fetch("tu:BLOB")
    server.files["mirror/BLOB.zip"] = OTHER
    monkeypatch.setenv("SPMINER_TU_URL", server.url + "/mirror")
    assert fetch("tu:BLOB").path.read_bytes() == OTHER
    assert server.requests[-1][1] is None


def test_a_server_that_ignores_ranges_sends_it_again(server):
    server.knows_ranges, server.cuts = False, [100_000]
    assert fetch("tu:BLOB").path.read_bytes() == CONTENT
    assert [asked for _, asked in server.requests] == [None, "bytes=100000-"]


def test_without_a_version_nothing_is_resumed(server):
    server.has_versions, server.cuts = False, [100_000]
    assert fetch("tu:BLOB").path.read_bytes() == CONTENT
    assert [asked for _, asked in server.requests] == [None, None]


def test_a_wrong_part_is_not_used(server):
    server.cuts, server.content_range = [100_000], "bytes 5-300001/300002"
    assert fetch("tu:BLOB").path.read_bytes() == CONTENT
    assert [asked for _, asked in server.requests] == [None, "bytes=100000-", None]


def test_a_part_that_is_too_long_is_dropped(server, part):
    server.cuts = [100_000, 0, 0, 0]
    with pytest.raises(InputError):
        fetch("tu:BLOB")
    part.write_bytes(CONTENT + b"more")
    assert fetch("tu:BLOB").path.read_bytes() == CONTENT


def test_passing_errors_are_tried_again(server):
    server.statuses = [503, 429, 500]
    assert fetch("tu:BLOB").sha256 == SHA256
    assert len(server.requests) == 4


def test_lasting_errors_end_it(server):
    server.statuses = [503] * 10
    with pytest.raises(InputError, match="answers 503 Service Unavailable"):
        fetch("tu:BLOB")
    assert len(server.requests) == 4
    server.statuses = [403]
    with pytest.raises(InputError, match="answers 403 Forbidden"):
        fetch("tu:BLOB")
    assert len(server.requests) == 5


def test_pauses_grow(server, monkeypatch):
    pauses = []
    monkeypatch.setattr(download, "_PAUSES_S", (1.0, 2.0, 4.0))
    monkeypatch.setattr("time.sleep", pauses.append)
    server.statuses = [503] * 10
    with pytest.raises(InputError):
        fetch("tu:BLOB")
    assert pauses == [1.0, 2.0, 4.0]


def test_a_missing_file_names_the_nearest(server):
    with pytest.raises(InputError, match=r"answers 404 Not Found; did you mean tu:ENZYMES\? `spminer fetch --list`"):
        fetch("tu:enzyme")
    assert len(server.requests) == 1


def test_offline_says_what_to_fetch_and_where_to_put_it(data_folder, monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("SPMINER_TU_URL", "http://127.0.0.1:1/tu")  # nobody listens there
    with pytest.raises(InputError) as caught:
        fetch("tu:BLOB")
    text = str(caught.value)
    assert text.startswith("tu:BLOB: cannot reach 127.0.0.1:1 (Connection refused), so this machine may be offline; ")
    assert text.endswith(f"download http://127.0.0.1:1/tu/BLOB.zip elsewhere and copy it to {data_folder}/tu/BLOB.zip")


def test_a_file_put_there_by_hand_is_trusted_once(data_folder, monkeypatch):
    monkeypatch.setattr(download, "open_address", None)
    path = data_folder / "tu" / "BLOB.zip"
    path.parent.mkdir(parents=True)
    path.write_bytes(CONTENT)
    assert fetch("tu:BLOB").sha256 == SHA256
    path.write_bytes(OTHER)
    with pytest.raises(InputError, match="has changed since it was fetched"):
        fetch("tu:BLOB")


def test_a_changed_file_is_refused(server):
    path = fetch("tu:BLOB").path
    path.write_bytes(CONTENT[:-1])
    with pytest.raises(InputError, match=r"has changed since .*; delete it and BLOB.zip.json to fetch it again"):
        fetch("tu:BLOB")
    path.unlink()
    assert fetch("tu:BLOB").sha256 == SHA256


def test_a_file_that_was_published_again_is_told(server, caplog):
    fetch("tu:BLOB").path.unlink()
    server.files["tu/BLOB.zip"] = OTHER
    with caplog.at_level(logging.WARNING, "spminer"):
        assert fetch("tu:BLOB").path.read_bytes() == OTHER
    assert caplog.messages == [f"tu:BLOB is not the file that was fetched before; its SHA-256 was {SHA256}"]


def test_the_expected_checksum_is_checked(server, data_folder, part):
    wrong = "0" * 64
    with pytest.raises(InputError, match=f"has the SHA-256 checksum {SHA256}, not {wrong}"):
        fetch("tu:BLOB", sha256=wrong)
    assert not part.exists()
    assert fetched_files() == []
    assert fetch("tu:BLOB", sha256=SHA256.upper()).sha256 == SHA256
    with pytest.raises(InputError, match="not 0000"):
        fetch("tu:BLOB", sha256=wrong)
    with pytest.raises(UsageError, match="64 hexadecimal digits"):
        fetch("tu:BLOB", sha256="abc")


def test_a_page_in_the_place_of_the_file_is_refused(server, data_folder):
    server.files["tu/BLOB.zip"] = b"<html>Please sign in</html>"
    with pytest.raises(InputError, match=r"did not send a \.zip file; .* sign in"):
        fetch("tu:BLOB")
    server.files["tu/BLOB.zip"] = CONTENT
    assert fetch("tu:BLOB").sha256 == SHA256


def test_two_at_once_fetch_once(server):
    found = []
    threads = [threading.Thread(target=lambda: found.append(fetch("tu:BLOB"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [fetched.sha256 for fetched in found] == [SHA256] * 4
    assert len(server.requests) == 1


def test_an_interrupt_keeps_what_was_fetched(server, part):
    class Impatient(Monitor):
        def update(self, **_changes):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch("tu:BLOB", monitor=Impatient())
    size = part.stat().st_size
    assert 0 < size < len(CONTENT)
    assert fetch("tu:BLOB").sha256 == SHA256
    assert server.requests[-1] == ("/tu/BLOB.zip", f"bytes={size}-")


def test_a_full_disk_says_so(server, part):
    part.parent.mkdir(parents=True)
    part.symlink_to("/dev/full")
    with pytest.raises(InputError, match=r"no space left on device; .* set SPMINER_DATA to another folder"):
        fetch("tu:BLOB")


def test_a_folder_that_cannot_be_made(server, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="SPMINER_DATA"):
        fetch("tu:BLOB", folder=tmp_path / "file")


def test_a_read_only_folder_serves_what_it_has(data_folder, monkeypatch):
    def refused(*_args):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("spminer.graphs.datasets.write_atomic", refused)
    path = data_folder / "tu" / "BLOB.zip"
    path.parent.mkdir(parents=True)
    path.write_bytes(CONTENT)
    assert fetch("tu:BLOB").sha256 == SHA256


def test_a_damaged_record_is_none(server):
    fetched = fetch("tu:BLOB")
    record = fetched.path.with_name("BLOB.zip.json")
    assert json.loads(record.read_text())["sha256"] == SHA256
    record.write_text("{")
    assert fetched_files() == []
    assert fetch("tu:BLOB") == fetched
    assert fetched_files() == [fetched]


def test_other_texts_are_no_names(data_folder):
    with pytest.raises(
        UsageError, match="tu:NAME, snap:NAME, konect:NAME, netzschleuder:NAME, hf:ORG/NAME/FILE or an address"
    ):
        fetch("friends.csv")


def test_addresses_of_the_sites():
    assert find_dataset("tu:MUTAG").url == "https://www.chrsmrrs.com/graphkerneldatasets/MUTAG.zip"
    assert find_dataset("snap:wiki-Vote").url == "https://snap.stanford.edu/data/wiki-Vote.txt.gz"
    assert find_dataset("snap:com-DBLP").url.endswith("/data/bigdata/communities/com-dblp.ungraph.txt.gz")
    assert find_dataset("konect:opsahl-usairport").url == "http://konect.cc/files/download.tsv.opsahl-usairport.tar.bz2"
    for name, path in (("dolphins", "dolphins/files/dolphins.gt.zst"), ("karate/78", "karate/files/78.gt.zst")):
        assert find_dataset(f"netzschleuder:{name}").url == f"https://networks.skewed.de/net/{path}"
    found = find_dataset("hf:org/name/data/edges.csv")
    assert found.url == "https://huggingface.co/datasets/org/name/resolve/main/data/edges.csv"


def test_files_of_one_name_are_kept_apart():
    names = ("netzschleuder:a/net", "netzschleuder:b/net", "netzschleuder:net", "hf:a/b/c.csv", "hf:a/b/d/c.csv")
    files = [find_dataset(name).file_name for name in names]
    assert files == ["a--net.gt.zst", "b--net.gt.zst", "net.gt.zst", "a--b--c.csv", "a--b--d--c.csv"]


@pytest.mark.parametrize("name", ["konect:a/b", "netzschleuder:a/b/c", "netzschleuder:a/../b", "hf:a/b", "hf:a//b/c"])
def test_names_with_other_parts_say_the_form(name):
    with pytest.raises(InputError, match=f"invalid name of a data set; write {name.partition(':')[0]}:"):
        find_dataset(name)


def test_names_outside_the_catalog_follow_the_pattern():
    assert find_dataset("tu:Tox21_AhR_testing").path == "Tox21_AhR_testing.zip"
    assert find_dataset("snap:CollegeMsg").path == "CollegeMsg.txt.gz"
    assert find_dataset("snap:soc-sign-bitcoinotc.csv.gz").path == "soc-sign-bitcoinotc.csv.gz"


@pytest.mark.parametrize("text", ["friends.csv", "-", "C:friends.csv", "TU:MUTAG", "tu", "ftp://example.org/x.zip"])
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
    with pytest.raises(InputError, match="invalid name of a data set"):
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
    assert suggest_names(find_dataset(asked))[0] == meant


def test_a_mirror_is_an_http_address(monkeypatch):
    monkeypatch.setenv("SPMINER_TU_URL", "http://mirror.example/tu/")
    assert find_dataset("tu:MUTAG").url == "http://mirror.example/tu/MUTAG.zip"
    monkeypatch.setenv("SPMINER_TU_URL", "file:///etc")
    with pytest.raises(UsageError, match="SPMINER_TU_URL"):
        _ = find_dataset("tu:MUTAG").url


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("SPMINER_DATA", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("platform", "expected"),
    [
        ("linux", ".cache/spminer"),
        ("darwin", "Library/Caches/spminer"),
        ("win32", "AppData/Local/spminer"),
    ],
)
def test_the_cache_of_the_platform(home, monkeypatch, platform, expected):
    monkeypatch.setattr(sys, "platform", platform)
    assert datasets.data_folder() == home / expected


def test_variables_name_it(home, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # to be ignored, says the standard
    assert datasets.data_folder() == home / ".cache" / "spminer"
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/cache/me")
    assert datasets.data_folder() == Path("/var/cache/me/spminer")
    monkeypatch.setenv("SPMINER_DATA", "~/graphs")
    assert datasets.data_folder() == home / "graphs"


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK])
def test_a_file_system_without_locks_is_used_without(tmp_path, monkeypatch, number):
    def unable(*_args):
        raise OSError(number, "no locks")

    monkeypatch.setattr("fcntl.flock", unable)
    with datasets.locked(tmp_path / "x.zip"):
        pass


def test_bundled_data_sets_are_those_that_their_page_describes():
    network, molecules = bundled.yeast(), bundled.molecules()
    assert (network.directed, network.num_nodes, network.num_edges) == (True, 1072, 1403)
    effects = spminer.read("example:yeast", edge_label="effect")
    assert spminer.describe(effects).edge_label_counts == {"activates": 986, "represses": 417}
    assert np.bincount(molecules.graph_labels).tolist() == [479, 1560]
    page = (Path(spminer.__file__).parent / "data" / "README.md").read_text()
    assert all(f"| `example:{name}` | `{file}` |" in page for name, file in datasets.BUNDLED.items())


def test_bundled_data_sets_are_small_and_convert_within_a_limit(tmp_path):
    folder = Path(spminer.__file__).parent / "data"
    assert sum(path.stat().st_size for path in folder.iterdir()) < 150_000
    store = spminer.convert("example:yeast", tmp_path / "yeast.spm", memory_limit=1 << 36)
    assert store.num_edges == bundled.yeast().num_edges


def test_unknown_bundled_data_sets_are_refused():
    with pytest.raises(InputError, match=r"example:mouse.*karate, molecules, yeast"):
        spminer.read("example:mouse")


def test_an_address_is_fetched_once_and_kept(data_server, data_folder):
    data_server.files["files/friends.csv"] = b"source,target\nann,bob\nbob,cid\n"
    address = f"{data_server.url}/files/friends.csv"
    first, second = spminer.read(address), spminer.read(address)
    assert first.names(range(3)) == second.names(range(3)) == ["ann", "bob", "cid"]
    assert first.source == address
    assert len(data_server.requests) == 1
    [kept] = fetched_files()
    assert kept.name == address
    assert kept.path.parent == data_folder / "web"


def test_addresses_that_end_alike_are_different_files(data_server):
    data_server.files |= {"a/graph.csv": b"1,2\n", "b/graph.csv": b"1,2\n2,3\n"}
    found = [spminer.read(f"{data_server.url}/{folder}/graph.csv").num_edges for folder in "ab"]
    assert found == [1, 2]


def test_a_page_about_a_file_is_refused(data_server):
    data_server.files["view"] = b"<!DOCTYPE html><html><body>login</body></html>"
    with pytest.raises(InputError, match="web page"):
        spminer.read(f"{data_server.url}/view")


def test_a_missing_file_and_a_password_are_told(data_server):
    with pytest.raises(InputError, match="404"):
        spminer.read(f"{data_server.url}/absent.csv")
    with pytest.raises(InputError, match="password") as told:
        spminer.read("https://ann:secret@example.org/graph.csv")
    assert "secret" not in str(told.value)
