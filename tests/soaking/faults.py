"""Faults: each does one kind of harm to a job some times, and counts what was survived.

A fault is survived if the job ends as it is documented to: with the same result as a job that nothing happened to, or
with a result that says what it lacks, or with an error that names the cause; never with an internal error, a broken
file or another answer.
"""

import itertools
import os
import resource
import shutil
import signal
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from soaking.jobs import JOBS, content, ended, forked, line_of, said, wait_until_handled
from spminer import MotifSet

_MOST_KILLS = 8  # of one run, which is then left alone: what counts is that it ends with the same bytes
_INTERRUPTED, _USAGE, _PARTIAL = 130, 2, 5
_LEAST_S = 0.5  # of a run, in which kills are spread


@dataclass
class Count:
    """How often one kind of harm was done, and what went wrong."""

    fault: str
    tried: int = 0
    failures: list = field(default_factory=list)
    facts: dict = field(default_factory=dict)

    def note(self, ok, what):
        """Count one try."""
        self.tried += 1
        if not ok:
            self.failures.append(what)

    def to_dict(self):
        return {
            "tried": self.tried,
            "survived": self.tried - len(self.failures),
            "failures": self.failures,
            **self.facts,
        }


def _fresh(folder, name):
    place = Path(folder) / name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    return place


def _whole(job, folder):
    """The result of a job that nothing happens to, and how long it takes."""
    place = _fresh(folder, f"{job}-whole")
    start = time.monotonic()
    code = ended(
        forked(line_of(job, folder, "--threads", 1, "-o", place / "r.json", "--checkpoint", place / "s"), place)
    )
    assert code == 0, f"{job}: {said(place)}"
    return content(place / "r.json"), time.monotonic() - start


def kills(folder, tries, random):
    """SIGKILL at any moment; the run goes on from its states and ends with the same bytes."""
    count = Count("kills")
    count.facts["runs"] = 0
    expected = {job: _whole(job, folder) for job in JOBS}
    for job in itertools.cycle(JOBS):
        if count.tried >= tries:
            return count
        truth, seconds = expected[job]
        place = _fresh(folder, f"{job}-killed")
        line = line_of(job, folder, "-o", place / "r.json", "--checkpoint", place / "s", "--resume")
        for _ in range(_MOST_KILLS):
            threads = random.choice((1, 2, 4))
            start = time.monotonic()
            code = ended(forked([*line, "--threads", str(threads)], place), after=random.uniform(0, 0.7 * seconds))
            if code != -signal.SIGKILL:
                break
            count.note(not (place / "r.json").exists() or content(place / "r.json") == truth, f"{job}: half a result")
        else:
            code = ended(forked(line, place))
        count.facts["runs"] += 1
        # A machine that has become faster would end most runs before they are killed.
        expected[job] = truth, min(seconds, max(time.monotonic() - start, _LEAST_S))
        same = code == 0 and content(place / "r.json") == truth
        if not same:
            count.failures.append(f"{job}: exit {code}, another result: {said(place)[-300:]}")
    return count


def signals(folder, tries, random):
    """SIGTERM and SIGINT, once or twice: exit 130 with a valid partial result, or the whole one if it came too late."""
    count = Count("signals")
    expected = {job: _whole(job, folder) for job in ("grow", "exact", "auto")}
    for number in range(tries):
        job = random.choice(sorted(expected))
        truth, seconds = expected[job]
        place = _fresh(folder, "signaled")
        sent, twice = random.choice((signal.SIGTERM, signal.SIGINT)), number % 3 == 2
        child = forked(line_of(job, folder, "--threads", 2, "-o", place / "r.json"), place)
        wait_until_handled(child, signal.SIGTERM)
        time.sleep(random.uniform(0, 0.8 * seconds))
        os.kill(child, sent)
        code = ended(child, after=random.uniform(0, 0.02) if twice else None, number=sent)
        count.note(_ended_well(code, place, truth, twice), f"{job} {sent.name} {code}: {said(place)[-300:]}")
    return count


def _ended_well(code, place, truth, twice):
    output = place / "r.json"
    lost = "Exception ignored" in said(place)  # which Python says itself; the run must end as asked all the same
    if ("Traceback" in said(place) and not lost) or list(place.glob(".spminer*")):
        return False
    if code == 0:
        return content(output) == truth
    # A first signal before the verb has begun, and any second one, leave no result; none may be half a one.
    stopped = not output.exists() or MotifSet.from_json(output).stop_reason == "interrupted"
    return stopped and (code == _INTERRUPTED or (twice and code in {-signal.SIGTERM, -signal.SIGINT}))


@contextmanager
def _file_limit(size):
    """No file of this process and its children may become larger, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def full_disks(folder, tries, random):
    """A disk that is full for results, reports and states: the answer is printed, and what is missing is named."""
    count = Count("full disks")
    for number in range(tries):
        job = random.choice(("exact", "grow"))
        place = _fresh(folder, "full")
        line = line_of(job, folder, "--threads", 1, "--sizes", "3-4")
        if number % 2:
            child = forked([*line, random.choice(("-o", "--report")), "/dev/full"], place)
            code = ended(child)
            well = code == _USAGE and "no space left" in said(place).lower()
        else:
            with _file_limit(random.randrange(100, 3000)):
                child = forked([*line, "--checkpoint", str(place / "s"), "-o", str(place / "r.json")], place)
                code = ended(child)
            well = code in {0, _USAGE} and "internal" not in said(place) and _absent_or_whole(place / "r.json")
        count.note(well and "Traceback" not in said(place), f"{job} {code}: {said(place)[-300:]}")
    return count


def _absent_or_whole(path):
    return not path.exists() or MotifSet.from_json(path) is not None


def limits(folder, tries, random):
    """Limits of time and memory: a valid result that says what it lacks."""
    count = Count("limits")
    largest = 0.0
    for number in range(tries):
        job = random.choice(("grow", "exact", "auto", "beam"))
        place = _fresh(folder, "limited")
        seconds = round(random.uniform(0.05, 1.0), 2)
        limit = ("--time-limit", seconds) if number % 2 else ("--memory-limit", f"{random.randrange(40, 400)}M")
        start = time.monotonic()
        code = ended(forked(line_of(job, folder, "--threads", 2, "-o", place / "r.json", *limit), place))
        if number % 2:
            largest = max(largest, time.monotonic() - start - seconds)
        output = place / "r.json"
        well = code in {0, _PARTIAL} and output.exists()
        well = well and (MotifSet.from_json(output).status == "complete") == (code == 0)
        # A limit that ends while the graph is still read leaves nothing, and says so.
        well = well or (code == _PARTIAL and "while reading" in said(place) and not output.exists())
        # Less than the program itself needs is refused, and a time in which nothing can be found leaves nothing.
        well = well or (code in {_USAGE, 4} and "internal" not in said(place))
        count.note(well, f"{job} {limit} {code}: {said(place)[-300:]}")
    count.facts["longest_overshoot_s"] = round(largest, 2)
    return count


def neighbors(folder, tries, _):
    """Several processes with one output, or with one folder of states: a whole result, and one owner."""
    count = Count("neighbors")
    truth, _ = _whole("exact", folder)
    for number in range(tries):
        place = _fresh(folder, "shared")
        own = [_fresh(place, f"own-{i}") for i in range(4)]
        states = ("--checkpoint", place / "s", "--resume") if number % 2 else ()
        line = line_of("exact", folder, "--threads", 1, "-o", place / "r.json", *states)
        codes = [ended(child) for child in [forked(line, each) for each in own]]
        refused = all("another process uses" in said(each) for each, code in zip(own, codes, strict=True) if code == 2)
        well = 0 in codes and set(codes) <= {0, _USAGE} and refused and content(place / "r.json") == truth
        left = [path.name for path in place.iterdir() if path.name.startswith(".spminer")]
        count.note(well and not left, f"{codes} {left}: {[said(each)[-200:] for each in own]}")
    return count


def threads(folder, tries, random):
    """1, 2 and 4 threads, again and again: the same bytes."""
    count = Count("threads")
    jobs = sorted(JOBS)
    expected = {}
    for _ in range(tries):
        job = random.choice(jobs)
        if job not in expected:
            expected[job] = _whole(job, folder)[0]
        place = _fresh(folder, "threads")
        code = ended(forked(line_of(job, folder, "--threads", random.choice((1, 2, 4)), "-o", place / "r.json"), place))
        count.note(code == 0 and content(place / "r.json") == expected[job], f"{job}: exit {code}, another result")
    return count


FAULTS = {
    "kills": kills,
    "signals": signals,
    "full disks": full_disks,
    "limits": limits,
    "neighbors": neighbors,
    "threads": threads,
}
