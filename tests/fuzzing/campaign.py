"""Campaign: many inputs through a door, with each thing that went wrong kept once."""

import json
import random
import signal
import time
import traceback
from contextlib import contextmanager
from dataclasses import dataclass, field

from fuzzing.door import NoInputError
from fuzzing.mutations import mutated
from spminer.errors import SpminerError

HANG_S = 20  # of the processor: no input of a few kilobytes may take longer, however busy the machine is


class HangError(BaseException):
    """An input took too long. No Exception, so that no reader takes it for a fault of the file."""


@dataclass
class AnchorEstimate:
    """What became of the inputs of one door."""

    door: str
    taken: int = 0
    refused: int = 0
    no_input: int = 0
    seconds: float = 0.0
    findings: dict = field(default_factory=dict)

    @property
    def inputs(self):
        return self.taken + self.refused + sum(finding["times"] for finding in self.findings.values())

    def to_dict(self):
        seconds = round(self.seconds, 1)
        return {"door": self.door, "inputs": self.inputs, "taken": self.taken, "refused": self.refused,
                "seconds": seconds, "findings": self.findings}  # fmt: skip


def _ring(*_):
    raise HangError(f"no answer after {HANG_S} s")


@contextmanager
def limited(seconds=HANG_S):
    """Raise HangError in what takes longer; native code is ended at the next chance that it gives Python."""
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def place(error):
    """What is the same for the same fault: the kind of error, and the last line of spminer or of the harness."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/spminer/" in frame.filename or "/fuzzing/" in frame.filename] or frames
    said = f" ({str(error)[:80]})" if isinstance(error, AssertionError) else ""
    return f"{type(error).__name__} at {'/'.join(own[-1].filename.split('/')[-2:])}:{own[-1].lineno}{said}"


class Campaign:
    """The inputs of one door, one at a time.

    Parameters
    ----------
    door
        Where they go.
    folder
        For the input at hand, which is there still if the process is ended by it, and for findings.
    """

    def __init__(self, door, folder):
        self.door = door
        self.folder = folder
        self.tally = AnchorEstimate(door.name)
        self._path = folder / f"{door.name}.input"

    def send(self, data):
        """Let one input in, and count what became of it."""
        self._path.write_bytes(data)
        try:
            with limited():
                self.door.enter(self._path)
            self.tally.taken += 1
        except NoInputError:
            self.tally.no_input += 1
        except SpminerError:
            self.tally.refused += 1
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            self._keep(data, error)

    def _keep(self, data, error):
        where = place(error)
        finding = self.tally.findings.setdefault(where, {"times": 0, "file": ""})
        finding["times"] += 1
        if finding["times"] == 1:
            path = self.folder / f"{self.door.name}-{len(self.tally.findings)}.finding"
            path.write_bytes(data)
            path.with_suffix(".txt").write_text("".join(traceback.format_exception(error)))
            finding["file"] = str(path)


def run(door, folder, *, inputs=None, seconds=None, seed=0):
    """Send the seeds and mutations of them, until a number of inputs or of seconds is reached."""
    campaign = Campaign(door, folder)
    start = time.monotonic()
    source = random.Random(f"{door.name} {seed}")
    seeds = door.seeds()
    for data in seeds:
        campaign.send(data)
    while (inputs is None or campaign.tally.inputs + campaign.tally.no_input < inputs) and (
        seconds is None or time.monotonic() - start < seconds
    ):
        campaign.send(mutated(seeds, source))
    campaign.tally.seconds = time.monotonic() - start
    return campaign.tally


def write_summary(path, tallies):
    """All tallies and their sums as JSON."""
    rows = [tally.to_dict() for tally in tallies]
    sums = {"inputs": sum(row["inputs"] for row in rows), "findings": sum(len(row["findings"]) for row in rows)}
    path.write_text(json.dumps({**sums, "doors": rows}, indent=1) + "\n")
    return sums
