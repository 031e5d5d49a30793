"""Results of every method on five graphs, kept in a file and compared with those of another version.

A change that must not change results runs this before and after:

    python benchmarks/same_results.py --data DIR --write before.json      with the old version
    python benchmarks/same_results.py --data DIR --compare before.json    with the new one

Compared are all motifs with their frequencies, scores, ranks and examples, the plan, the warnings and how the run
ended; times, memory and fields that were added since are not. The comparison prints what differs and ends with 1 if
anything does.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import spminer

GRAPHS: dict[str, tuple[str, bool]] = {  # file, and whether its labels are left out
    "ENZYMES": ("ENZYMES.zip", True),
    "COX2": ("COX2.zip", True),
    "road-minnesota": ("road-minnesota.mtx.gz", True),
    "MUTAG": ("MUTAG.zip", False),  # node and edge labels
    "ecoli-trn": ("ecoli-trn.txt.gz", False),  # directed
}
NEURAL: dict[str, Any] = {"neighborhoods": 500}
METHODS: dict[str, dict[str, Any]] = {  # settings that take seconds
    "auto": {},
    "exact": {"sizes": "3-6"},
    "grow": {},
    "greedy": {**NEURAL, "walks": 60},
    "beam": {**NEURAL, "walks": 200, "width": 20},
    "mcts": {**NEURAL, "simulations": 60},
    "mlp": {"neighborhoods": 100, "walks": 20},
    "mfinder": {"samples": 2000},
    "rand-esu": {"samples": 4000},
    "motivo": {"samples": 4000, "sizes": "4-6"},
    "gspan": {"induced": False, "frequency": "transactions", "sizes": "3-5"},
    "gaston": {"induced": False, "frequency": "transactions", "sizes": "3-5"},
}
VARIANTS: dict[str, dict[str, Any]] = {
    "exact by node sets": {"method": "exact", "frequency": "graph", "sizes": "3-5"},
    "exact by graphs": {"method": "exact", "frequency": "transactions", "sizes": "3-5"},
    "exact by images": {"method": "exact", "frequency": "images", "sizes": "3-5"},
    "grow by node sets": {"method": "grow", "frequency": "graph", "sizes": "5-8"},
    "grow by graphs": {"method": "grow", "frequency": "transactions", "sizes": "5-8"},
    "grow by images": {"method": "grow", "frequency": "images", "sizes": "5-8"},
    "grow edge-induced": {"method": "grow", "induced": False, "sizes": "5-8"},
    "gspan by images": {"method": "gspan", "induced": False, "frequency": "images", "sizes": "3-4"},
    "greedy by matching": {"method": "greedy", "score": "matched", "walks": 30, "sizes": "4-8"},
    "greedy edge-induced": {"method": "greedy", **NEURAL, "walks": 30, "induced": False, "sizes": "4-8"},
    "beam not verified": {"method": "beam", **NEURAL, "walks": 60, "width": 10, "verify": False, "sizes": "4-8"},
    "anchors merged": {"method": "auto", "merge_anchors": True, "sizes": "4-9", "examples": 2},
    "both frequencies": {"method": "grow", "verify": spminer.Verification(both=True), "sizes": "5-6"},
}
CASES = {**{name: {"method": name, **options} for name, options in METHODS.items()}, **VARIANTS}
PATTERNS = ("0-1,1-2,2-0@0", "0-1,1-2,2-3,3-4@2", "0-1,0-2,0-3,3-4,4-5@0")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the results")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="compare with kept results")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="graphs or cases")
    arguments = parser.parse_args()
    found = {
        f"{graph}: {case}": value
        for graph in GRAPHS
        if not set(arguments.only) & set(GRAPHS) or graph in arguments.only
        for case, value in results(arguments.data, graph, arguments.only).items()
    }
    if arguments.write:
        arguments.write.write_text(json.dumps(found, indent=1, sort_keys=True))
    return compare(json.loads(arguments.compare.read_text()), found) if arguments.compare else 0


def results(data: Path, graph: str, only: list[str]) -> dict[str, Any]:
    file, plain = GRAPHS[graph]
    graphs = spminer.read(data / file)
    graphs = graphs.without_labels() if plain else graphs
    found: dict[str, Any] = {}
    for name, options in CASES.items():
        if not set(only) & set(CASES) or name in only:
            started = time.perf_counter()
            found[name] = mined(graphs, options)
            print(f"{graph}: {name}: {time.perf_counter() - started:.1f} s", file=sys.stderr, flush=True)
    if not set(only) & set(CASES):
        found["enumerate"] = [
            plain_result(spminer.enumerate(graphs, size, top=20, frequency=frequency))
            for size in (3, 4)
            for frequency in ("anchored", "graph")
        ]
        found["count"] = [spminer.count(text, graphs, examples=2).to_dict() for text in PATTERNS]
        found["count from a sample"] = [spminer.count(text, graphs, sample=100).to_dict() for text in PATTERNS]
    return found


def mined(graphs: spminer.GraphCollection, options: dict[str, Any]) -> Any:
    try:
        return plain_result(spminer.mine(graphs, **{"sizes": "4-9", "top": 5, "seed": 7, **options}))
    except spminer.SpminerError as error:
        return {"error": type(error).__name__}


def plain_result(result: spminer.MotifSet) -> dict[str, Any]:
    data = json.loads(result.to_json())
    data["graph"].pop("source")  # the path of the data folder
    return {name: data[name] for name in ("status", "stop_reason", "motifs", "plan", "warnings", "graph")}


def compare(before: dict[str, Any], after: dict[str, Any]) -> int:
    common = sorted(before.keys() & after.keys())
    known = {name: shared(before[name], json.loads(json.dumps(after[name]))) for name in common}
    differing = [name for name in common if before[name] != known[name]]
    for name in differing:
        print(f"differs: {name}: {first_difference(before[name], known[name])}")
    print(f"{len(common) - len(differing)} of {len(common)} cases are the same")
    return 1 if differing or not common else 0


def shared(before: Any, after: Any) -> Any:
    """The later value without the fields that were added since: these differ from nothing."""
    if isinstance(before, dict) and isinstance(after, dict):
        return {name: shared(before.get(name), value) for name, value in after.items() if name in before}
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [shared(*pair) for pair in zip(before, after, strict=True)]
    return after


def first_difference(before: Any, after: Any, path: str = "result") -> str:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                return first_difference(before.get(name), after.get(name), f"{path}.{name}")
    if isinstance(before, list) and isinstance(after, list):
        for number, pair in enumerate(zip(before, after, strict=False)):
            if pair[0] != pair[1]:
                return first_difference(*pair, f"{path}[{number}]")
    return f"{path} was {before!r:.80}, is {after!r:.80}"


if __name__ == "__main__":
    raise SystemExit(main())
