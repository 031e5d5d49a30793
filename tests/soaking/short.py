"""The short form of one fault, in a process of its own: ``python -m soaking.short kills 3 folder``."""

import random
import sys
from functools import partial
from pathlib import Path

from soaking.clusters import cluster
from soaking.faults import FAULTS
from soaking.leaks import leaks


def main(name, tries, folder):
    """Do harm of a kind, and print how often, and what was not survived."""
    fault = {**FAULTS, "leaks": leaks, "cluster": partial(cluster, nodes=300, workers=4)}[name]
    count = fault(Path(folder), int(tries), random.Random(1))
    print(count.tried, count.failures)


if __name__ == "__main__":
    main(*sys.argv[1:])
