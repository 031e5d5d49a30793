import sys
import time
from types import SimpleNamespace

import pytest

from spminer import Monitor
from spminer._util import progress
from spminer._util.progress import show_progress


def shown(monitor, title):
    return show_progress(monitor, title, write_line=lambda line: print(line, file=sys.stderr))


def half_done():
    monitor = Monitor()
    monitor.update(done=50, total=100)
    return monitor


def test_progress_in_lines_where_there_is_no_terminal(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_DELAY_S", 0.0)
    monkeypatch.setattr(progress, "_LINE_EVERY_S", 0.02)
    with shown(half_done(), "work"):
        time.sleep(0.2)
    assert "work: 50% done after 0 s" in capsys.readouterr().err


def test_work_without_a_measure_says_that_it_runs(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_DELAY_S", 0.0)
    monkeypatch.setattr(progress, "_LINE_EVERY_S", 0.02)
    with shown(Monitor(), "reading [x].csv"):
        time.sleep(0.2)
    assert "reading [x].csv: running after 0 s" in capsys.readouterr().err


def test_progress_as_a_bar_on_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_DELAY_S", 0.0)
    monkeypatch.setattr(progress, "_REFRESH_S", 0.02)
    monkeypatch.setenv("FORCE_COLOR", "1")
    seen, deadline = "", time.monotonic() + 30  # a busy machine takes its time to import rich
    with show_progress(half_done(), "work"):
        while "50%" not in seen and time.monotonic() < deadline:
            time.sleep(0.05)
            seen += capsys.readouterr().err
    assert "50%" in seen


def test_a_bar_has_no_share_where_none_is_known(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_DELAY_S", 0.0)
    monkeypatch.setattr(progress, "_REFRESH_S", 0.02)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monitor, seen, deadline = half_done(), "", time.monotonic() + 30
    with show_progress(monitor, "work"):
        while "50%" not in seen and time.monotonic() < deadline:
            time.sleep(0.05)
            seen += capsys.readouterr().err
        monitor.update(stage="search")  # nothing is known of it
        seen = ""
        while "search" not in seen and time.monotonic() < deadline:
            time.sleep(0.05)
            seen += capsys.readouterr().err
    assert "%" not in seen.split("search", 1)[1]


def test_short_work_shows_nothing(capsys):
    with shown(half_done(), "work"):
        pass
    assert capsys.readouterr().err == ""


def test_a_run_says_where_it_is_and_how_long_it_may_take(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_DELAY_S", 0.0)
    monkeypatch.setattr(progress, "_LINE_EVERY_S", 0.02)
    monitor = Monitor(time_limit=90)
    with shown(monitor, "planning"):
        time.sleep(0.1)
        monitor.part().update(stage="search", size=7, patterns=1234, best=5000, done=1, total=4)
        time.sleep(0.2)
    first, *_, last = capsys.readouterr().err.splitlines()
    assert first.startswith("planning: running after 0 s, limit in 1.5 min")
    assert last.startswith("search, size 7, 1,234 patterns, best 5,000: 25% done after 0 s, about")
    assert "of search left, limit in" in last


def test_without_a_total_what_is_left_is_that_of_the_size(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_DELAY_S", 0.0)
    monkeypatch.setattr(progress, "_LINE_EVERY_S", 0.02)
    monkeypatch.setattr(Monitor, "share", 0.5)  # of the native call that runs
    monitor = Monitor()
    monitor.update(stage="enumerate", size=4)  # before the first line can be written
    with shown(monitor, "work"):
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
    view = progress._View(monitor, "work")
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
    view = progress._View(monitor, "work")
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
    view = progress._View(monitor, "work")
    for done in (50, 90):  # the first size of a stage takes long
        monitor.update(stage="verify", size=5, done=done, total=100)
        view.share()
        clock[0] += 100
    monitor.update(stage="verify", size=6, done=10, total=100)
    view.share()
    clock[0] += 2
    assert view.left() == "about 18.0 s of verify left"


@pytest.mark.parametrize(
    ("wanted", "terminal", "shown"),
    [
        (None, False, False),
        (None, True, True),
        (True, False, True),
        (False, True, False),
    ],
)
def test_functions_show_progress_where_there_is_a_terminal(monkeypatch, capsys, wanted, terminal, shown):
    monkeypatch.setattr(progress, "_DELAY_OF_FUNCTIONS_S", 0.0)
    monkeypatch.setattr(progress, "_LINE_EVERY_S", 0.01)
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal, raising=False)
    bars = []
    monkeypatch.setattr(progress, "_draw_bar", lambda _view, finished: bars.append(finished.wait(0.1)))
    with progress.may_show_progress(Monitor(), wanted):
        time.sleep(0.1)
    assert (bool(bars) or "running" in capsys.readouterr().err) == shown


def test_a_notebook_has_one_output_that_is_empty_at_the_end(monkeypatch):
    contents = []

    class Shown:
        def update(self, content, *, raw):
            assert raw
            contents.append(content["text/plain"])

    def display(content, *, raw, display_id):
        assert (raw, display_id) == (True, True)
        contents.append(content["text/plain"])
        return Shown()

    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    monkeypatch.setattr(progress, "_DELAY_OF_FUNCTIONS_S", 0.0)
    monkeypatch.setattr(progress, "_NOTEBOOK_REFRESH_S", 0.01)
    monitor = Monitor()
    with progress.may_show_progress(monitor, None):
        monitor.update(stage="search", done=1, total=2)
        time.sleep(0.2)
    assert contents[-1] == ""
    assert "██████████░░░░░░░░░░ search: 50% done" in "".join(contents)
    del shell.kernel  # IPython in a terminal
    with progress.may_show_progress(monitor, None):
        time.sleep(0.05)
    assert contents[-1] == ""
