import signal
import subprocess
import sys
import time
import zipfile
from io import BytesIO

import pytest

import spminer
from spminer import Monitor, MotifSet
from spminer._util.system import resident_bytes
from spminer.cli import session
from spminer.cli.console import Console
from spminer.cli.options import ReadingOptions
from spminer.cli.session import MemoryBudget, fetch_shown, read_all_graphs, read_graphs, shown, watched
from spminer.datasets import example
from spminer.errors import UsageError


def tudataset():
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as folder:
        folder.writestr("TINY/TINY_A.txt", "1, 2\n2, 1\n2, 3\n3, 2\n")
        folder.writestr("TINY/TINY_graph_indicator.txt", "1\n1\n1\n")
    return archive.getvalue()


def test_without_a_source_it_is_the_bundled_example():
    assert read_graphs(None, Console()).num_edges == example().num_edges
    assert read_all_graphs(None, Console()).num_nodes == example().num_nodes


@pytest.mark.parametrize(
    "option", [{"format": "edgelist"}, {"directed": True}, {"edge_labels": True}, {"ids": "text"}, {"source": "a"}]
)
def test_options_about_reading_need_something_to_read(option):
    with pytest.raises(UsageError, match="need a GRAPH to read"):
        read_graphs(None, Console(), ReadingOptions(**option))


def test_options_reach_the_reader(friends):
    graphs = read_graphs(str(friends), Console(quiet=True), ReadingOptions(directed=True))
    assert (graphs.num_nodes, graphs.directed) == (4, True)


def test_several_sources_are_one_collection_and_none_is_taken_twice(friends, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("source,target\nx,y\n")
    both = read_all_graphs([str(friends), str(other)], Console(quiet=True))
    assert (both.num_graphs, both.num_nodes) == (2, 6)
    with pytest.raises(UsageError, match="named twice"):
        read_all_graphs([str(friends), str(friends)], Console())


def test_a_named_data_set_is_fetched_once(data_server):
    data_server.files["tu/TINY.zip"] = tudataset()
    for _ in range(2):
        assert read_graphs("tu:TINY", Console(quiet=True)).num_nodes == 3
    assert len(data_server.requests) == 1


def test_an_interrupted_fetch_says_that_it_goes_on(data_server, capsys, monkeypatch):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("spminer.cli.session.fetch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetch_shown("tu:TINY", Console())
    assert "the same command goes on with it" in capsys.readouterr().err


def test_what_was_dropped_is_said(friends, capsys):
    read_graphs(str(friends), Console())
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
    assert budget.tables(large) < budget.tables(example())
    assert budget.tables(large) == budget.tables(large, "grow") >= 12 * MB
    assert budget.tables(example(), "beam") is None
    assert MemoryBudget(None).tables(example()) is None


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
@pytest.mark.parametrize(("method", "labels", "limit"), [("exact", 11, 72), ("grow", 1, 80)])
def test_a_process_that_reaches_the_limit_says_what_it_held(tmp_path, method, labels, limit):
    graph, output = tmp_path / "graph.spm", tmp_path / "result.json"
    edges = [(a, (a + b) % 30_000) for a in range(30_000) for b in (1, 7, 50, 311, 999)]
    spminer.write(spminer.from_edges(edges, node_labels=[f"{a % labels}" for a in range(30_000)]), graph)
    line = [sys.executable, "-m", "spminer", "mine", graph, "--method", method, "--sizes", "3-12", "--output", output]
    line += ["--memory-limit", f"{limit}M", "--time-limit", "60"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 5, done.stderr
    result = MotifSet.from_json(output)
    assert result.stop_reason == "memory limit"
    assert any(f"reached the memory limit of {limit} MB" in warning for warning in result.warnings)
    assert result.peak_memory_bytes < 200 * MB


def half_done():
    monitor = Monitor()
    monitor.update(done=50, total=100)
    return monitor


def test_first_interrupt_cancels_and_second_raises(capsys):
    monitor = Monitor()
    with watched(monitor, "work", Console()):
        signal.raise_signal(signal.SIGINT)
        assert monitor.stop_reason == "interrupted"
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert "Ctrl-C again" in capsys.readouterr().err


def test_the_handler_is_put_back():
    before = signal.getsignal(signal.SIGINT)
    with watched(Monitor(), "work", Console()):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_progress_in_lines_where_there_is_no_terminal(monkeypatch, capsys):
    monkeypatch.setattr(session, "_DELAY_S", 0.0)
    monkeypatch.setattr(session, "_LINE_EVERY_S", 0.02)
    with watched(half_done(), "work", Console()):
        time.sleep(0.2)
    assert "work: 50% done after 0 s" in capsys.readouterr().err


def test_work_without_a_measure_says_that_it_runs(monkeypatch, capsys):
    monkeypatch.setattr(session, "_DELAY_S", 0.0)
    monkeypatch.setattr(session, "_LINE_EVERY_S", 0.02)
    with shown("reading [x].csv", Console()):
        time.sleep(0.2)
    assert "reading [x].csv: running after 0 s" in capsys.readouterr().err


def test_progress_as_a_bar_on_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(session, "_DELAY_S", 0.0)
    monkeypatch.setattr(session, "_REFRESH_S", 0.02)
    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    seen, deadline = "", time.monotonic() + 30  # a busy machine takes its time to import rich
    with watched(half_done(), "work", Console()):
        while "50%" not in seen and time.monotonic() < deadline:
            time.sleep(0.05)
            seen += capsys.readouterr().err
    assert "50%" in seen


def test_a_bar_has_no_share_where_none_is_known(monkeypatch, capsys):
    monkeypatch.setattr(session, "_DELAY_S", 0.0)
    monkeypatch.setattr(session, "_REFRESH_S", 0.02)
    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monitor, seen, deadline = half_done(), "", time.monotonic() + 30
    with watched(monitor, "work", Console()):
        while "50%" not in seen and time.monotonic() < deadline:
            time.sleep(0.05)
            seen += capsys.readouterr().err
        monitor.update(stage="search")  # nothing is known of it
        seen = ""
        while "search" not in seen and time.monotonic() < deadline:
            time.sleep(0.05)
            seen += capsys.readouterr().err
    assert "%" not in seen.split("search", 1)[1]


def test_short_or_quiet_work_shows_nothing(monkeypatch, capsys):
    with watched(half_done(), "work", Console()):
        pass
    monkeypatch.setattr(session, "_DELAY_S", 0.0)
    monkeypatch.setattr(session, "_LINE_EVERY_S", 0.02)
    with watched(half_done(), "work", Console(quiet=True)):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_a_run_says_where_it_is_and_how_long_it_may_take(monkeypatch, capsys):
    monkeypatch.setattr(session, "_DELAY_S", 0.0)
    monkeypatch.setattr(session, "_LINE_EVERY_S", 0.02)
    monitor = Monitor(time_limit=90)
    with watched(monitor, "planning", Console()):
        time.sleep(0.1)
        monitor.part().update(stage="search", size=7, patterns=1234, best=5000, done=1, total=4)
        time.sleep(0.2)
    first, *_, last = capsys.readouterr().err.splitlines()
    assert first.startswith("planning: running after 0 s, limit in 1.5 min")
    assert last.startswith("search, size 7, 1,234 patterns, best 5,000: 25% done after 0 s, about")
    assert "of search left, limit in" in last


def test_an_interrupt_cancels_a_run():
    monitor = Monitor()
    with watched(monitor, "work", Console(quiet=True)):
        signal.raise_signal(signal.SIGINT)
        assert monitor.stop_reason == "interrupted"


def test_without_a_total_what_is_left_is_that_of_the_size(monkeypatch, capsys):
    monkeypatch.setattr(session, "_DELAY_S", 0.0)
    monkeypatch.setattr(session, "_LINE_EVERY_S", 0.02)
    monkeypatch.setattr(Monitor, "share", 0.5)  # of the native call that runs
    monitor = Monitor()
    monitor.update(stage="enumerate", size=4)  # before the first line can be written
    with watched(monitor, "work", Console()):
        for size in (4, 5):
            monitor.update(stage="enumerate", size=size)
            time.sleep(0.2)
    first, *_, last = capsys.readouterr().err.splitlines()
    assert first.startswith("enumerate, size 4: 50% done after 0 s, about")
    assert first.endswith("of size 4 left")
    assert last.endswith("of size 5 left")


def test_a_stage_that_was_just_noticed_says_nothing_of_its_end(monkeypatch):
    monkeypatch.setattr(Monitor, "share", 0.5)
    monitor = Monitor()
    view = session._View(monitor, "work")
    monitor.update(stage="enumerate", size=4)
    assert view.left() == ""
    later = time.monotonic() + 10
    monkeypatch.setattr("time.monotonic", lambda: later)
    assert view.left() == "about 10.0 s of size 4 left"


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test turns: an hour, and what it adds."""
    hands = [3600.0]
    monkeypatch.setattr("time.monotonic", lambda: hands[0])
    return hands


def test_progress_never_says_that_nothing_is_left(clock):
    monitor = Monitor(time_limit=100)
    view = session._View(monitor, "work")
    for done in (1, 500, 990, 994, 995, 999, 1000, 2000):
        monitor.update(stage="enumerate", done=done, total=1000)
        view.share()
        clock[0] += 2
        assert f"{view.share():.0%}" != "100%"
        assert "about 0" not in view.left()
    clock[0] += 84 - 0.0001  # the limit is all but there
    assert view.left() == "ending at the limit"
    clock[0] += 100
    assert view.left() == "ending at the limit"


def test_the_time_left_is_that_of_the_size_at_hand(clock):
    monitor = Monitor()
    view = session._View(monitor, "work")
    for done in (50, 90):  # the first size of a stage takes long
        monitor.update(stage="verify", size=5, done=done, total=100)
        view.share()
        clock[0] += 100
    monitor.update(stage="verify", size=6, done=10, total=100)
    view.share()
    clock[0] += 2
    assert view.left() == "about 18.0 s of verify left"
