"""The long form: ``python -m soaking --kills 200 --folder build/soak``."""

import argparse
import json
import random
import sys
import time
from pathlib import Path

from soaking.clusters import cluster
from soaking.faults import FAULTS
from soaking.leaks import leaks

# Of the number of kills.
_SHARES = {"signals": 0.3, "full disks": 0.2, "limits": 0.2, "neighbors": 0.1, "threads": 0.5, "cluster": 0.2}


def main():
    """Do harm of every kind and write what was survived; exit code 1 if something was not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="how many; other harm in proportion")
    parser.add_argument("--folder", type=Path, default=Path("build/soak"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fault", action="append", choices=[*FAULTS, "leaks", "cluster"], help="only these")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    summary = {"kills": arguments.kills, "seed": arguments.seed, "faults": {}}
    # These last: the work of the others is done in children, of a process without threads.
    for name, fault in {**FAULTS, "leaks": leaks, "cluster": cluster}.items():
        if arguments.fault and name not in arguments.fault:
            continue
        tries = max(round(arguments.kills * _SHARES.get(name, 1)), 4)
        start = time.monotonic()
        count = fault(arguments.folder, tries, random.Random(f"{name} {arguments.seed}")).to_dict()
        summary["faults"][name] = {**count, "seconds": round(time.monotonic() - start, 1)}
        print(f"{name:12} {count['tried']:5} tried, {count['survived']:5} survived", flush=True)
        for failure in count["failures"][:5]:
            print(f"  {failure}", flush=True)
        (arguments.folder / "summary.json").write_text(json.dumps(summary, indent=1) + "\n")
    return int(any(count["failures"] for count in summary["faults"].values()))


if __name__ == "__main__":
    sys.exit(main())
