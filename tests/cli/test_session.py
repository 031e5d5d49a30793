import shlex
import signal
import subprocess
import sys
import time
import zipfile
from io import BytesIO

import pytest

import spminer
from spminer import MotifSet
from spminer._util import progress
from spminer._util.system import resident_bytes
from spminer.cli.options import RunOptions
from spminer.cli.session import MemoryBudget, Session
from spminer.datasets import example
from spminer.errors import UsageError
from spminer.graphs.options import ReadOptions


def quiet_session():
    return Session(options=RunOptions(quiet=True))


def tudataset():
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as folder:
        folder.writestr("TINY/TINY_A.txt", "1, 2\n2, 1\n2, 3\n3, 2\n")
        folder.writestr("TINY/TINY_graph_indicator.txt", "1\n1\n1\n")
    return archive.getvalue()


def test_without_a_source_it_is_the_bundled_example():
    assert Session().read((), ReadOptions()).num_edges == example().num_edges


@pytest.mark.parametrize(
    "option", [{"format": "edgelist"}, {"directed": True}, {"edge_labels": True}, {"ids": "text"}, {"source": "a"}]
)
def test_options_about_reading_need_something_to_read(option):
    with pytest.raises(UsageError, match="need a GRAPH to read"):
        Session().read((), ReadOptions(**option))


def test_options_reach_the_reader(friends):
    graphs = quiet_session().read([str(friends)], ReadOptions(directed=True))
    assert (graphs.num_nodes, graphs.directed) == (4, True)


def test_several_sources_are_one_collection_and_none_is_taken_twice(friends, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("source,target\nx,y\n")
    both = quiet_session().read([str(friends), str(other)], ReadOptions())
    assert (both.num_graphs, both.num_nodes) == (2, 6)
    with pytest.raises(UsageError, match="named twice"):
        quiet_session().read([str(friends), str(friends)], ReadOptions())


def test_a_named_data_set_is_fetched_once(data_server):
    data_server.files["tu/TINY.zip"] = tudataset()
    for _ in range(2):
        assert quiet_session().read(["tu:TINY"], ReadOptions()).num_nodes == 3
    assert len(data_server.requests) == 1


def test_an_interrupted_fetch_says_that_it_goes_on(data_server, capsys, monkeypatch):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("spminer.graphs.datasets.fetch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Session().fetch("tu:TINY")
    assert "the same command goes on with it" in capsys.readouterr().err


def test_what_was_dropped_is_said(friends, capsys):
    Session().read([str(friends)], ReadOptions())
    assert "dropped 1 self-loop" in capsys.readouterr().err


def names_of_many(folder, lines=400_000):
    """A file of some ten megabytes."""
    path = folder / "many.txt"
    path.write_bytes(b"".join(b"person-%07d person-%07d\n" % (n, n * 7 % lines) for n in range(lines)))
    return path


@pytest.mark.parametrize("verb", [("mine", "-k", "3"), ("count", "0-1,1-2"), ("enumerate", "--size", "3")])
def test_a_limit_that_ends_while_a_large_file_is_read_is_said_and_leaves_nothing(run, tmp_path, monkeypatch, verb):
    monkeypatch.setattr("spminer._util.deadline._GRACE_S", 0.0)
    path, output = names_of_many(tmp_path), tmp_path / "result.json"
    line = (*verb[:2], path) if verb[0] == "count" else (verb[0], path, *verb[1:])
    code, out, err = run(*line, "--time-limit", "0.01", "--output", output)
    assert (code, out) == (5, "")
    assert "the time limit of 0.01 s ended while reading" in err
    assert "% done), so that there is no result; give more time, or `spminer convert`" in err
    assert not output.exists()


def test_a_small_file_is_read_whatever_the_limit(run, friends, tmp_path, monkeypatch):
    monkeypatch.setattr("spminer._util.deadline._GRACE_S", 600.0)
    output = tmp_path / "result.json"
    assert run("mine", friends, "-k", "3", "--time-limit", "0.000001", "--output", output).code == 5
    assert output.exists()


MB = 1 << 20


def test_what_is_left_for_tables_depends_on_graphs_and_method():
    budget = MemoryBudget(200 * MB)
    large = spminer.from_edges([(node, node + 1) for node in range(500_000)])
    assert budget.table_bytes(large) < budget.table_bytes(example())
    assert budget.table_bytes(large) == budget.table_bytes(large, "grow") >= 12 * MB
    assert budget.table_bytes(example(), "beam") is None
    assert MemoryBudget(None).table_bytes(example()) is None


def test_a_limit_that_no_process_can_keep_is_refused(run):
    with pytest.raises(UsageError, match="allow 72M at least"):
        MemoryBudget(10 * MB)
    code, out, err = run("mine", "--sizes", "3", "--memory-limit", "1M")
    assert (code, out) == (2, "")
    assert "for the whole process" in err


def test_every_method_takes_the_limit(run):
    for method in ("exact", "grow", "beam", "mfinder", "rand-esu", "motivo"):
        code, _, err = run("mine", "--sizes", "4", "--method", method, "--memory-limit", "4G", "-q")
        assert code == 0, err


@pytest.mark.skipif(resident_bytes() is None, reason="the system does not tell what a process holds")
@pytest.mark.parametrize(("method", "nodes", "labels", "limit"), [("exact", 30_000, 11, 72), ("grow", 60_000, 1, 72)])
def test_a_process_that_reaches_the_limit_says_what_it_held(tmp_path, method, nodes, labels, limit):
    graph, output = tmp_path / "graph.spm", tmp_path / "result.json"
    edges = [(a, (a + b) % nodes) for a in range(nodes) for b in (1, 7, 50, 311, 999)]
    spminer.write(spminer.from_edges(edges, node_labels=[f"{a % labels}" for a in range(nodes)]), graph)
    line = [sys.executable, "-m", "spminer", "mine", graph, "--method", method, "--sizes", "3-12", "--output", output]
    line += ["--memory-limit", f"{limit}M", "--time-limit", "60"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 5, done.stderr
    result = MotifSet.from_json(output)
    assert result.stop_reason == "memory limit"
    assert any(f"reached the memory limit of {limit} MB" in warning for warning in result.warnings)
    assert result.peak_memory_bytes < 200 * MB


def test_a_file_name_that_looks_like_an_option_is_left_as_it_is(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("info", "nodes=5.txt")
    assert (code, out, err) == (3, "", "error: nodes=5.txt: no such file or folder; check the path\n")
    (tmp_path / "directed=True").write_text("a b c\na b c\n")
    code, _, err = run("info", "directed=True")
    assert err.startswith(("error: directed=True: ", "directed=True: ", "warning: directed=True: ")), err


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("shift,boss,worker\n1,ann,bob\n2,bob,cid\n", (), "with --source and --target"),
        ("tenant,landlord\nann,bob\ncid,bob\ndan,bob\n", (), "give --header or --no-header"),
        ("a b\n", ("--threshold", "1"), "--threshold is not supported by format"),
    ],
)
def test_messages_have_the_options_of_the_command_line(run, tmp_path, text, options, message):
    path = tmp_path / "graph.csv"
    path.write_text(text)
    code, _, err = run("info", path, *options)
    assert code == 3
    assert message in err
    with pytest.raises(spminer.InputError) as error:
        spminer.read(path, threshold=1.0 if options else None)
    assert "--" not in str(error.value)


def test_the_first_interrupt_cancels_and_the_second_raises(capsys):
    session = Session()
    before = signal.getsignal(signal.SIGINT)
    with session.running("work"):
        assert signal.getsignal(signal.SIGINT) is not before
        signal.raise_signal(signal.SIGINT)
        assert session.monitor.stop_reason == "interrupted"
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert "Ctrl-C again" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGINT) is before


def test_quiet_work_shows_nothing(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_DELAY_S", 0.0)
    monkeypatch.setattr(progress, "_LINE_EVERY_S", 0.02)
    with quiet_session().running("work"):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_the_command_line_can_be_typed_again():
    arguments = ["mine", "my graph.csv", "--set", "beam=8;x", "$HOME"]
    assert shlex.split(Session(arguments).command_line) == ["spminer", *arguments]


def test_time_limits_count_from_the_start():
    monitor = Session(options=RunOptions(time_limit=10), started=time.monotonic() - 4).monitor
    assert 5 < monitor.remaining <= 6
    assert Session().monitor.remaining is None
