"""Results, printed answers and pages of some 300 cases, recorded in a file and compared with those of another version.

A change that must not change results runs this before and after:

    python benchmarks/same_results.py --data DIR --write before.json      with the old version
    python benchmarks/same_results.py --data DIR --compare before.json    with the new one

Compared are: every method on five graphs (motifs with frequencies, scores, ranks and examples, the plan, warnings, how
the run ended), comparisons with null models, other graphs and classes, selections, resumed runs, profiles, shuffled
copies, audits, embeddings, how each file of the test corpus is read, what commands print at 80 columns, and the HTML of
eight results. Times and memory are left out, and so are fields of results that were added since. The comparison prints
each difference and ends with 1 if anything differs or a case is missing.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import spminer
from spminer.report import render_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spminer.results.frequency import FrequencyName
    from spminer.results.request import ModelName

    Load = Callable[[str], spminer.GraphCollection]

ROOT = Path(__file__).resolve().parent.parent
GRAPHS: dict[str, tuple[str, bool]] = {  # file, and whether its labels are left out
    "ENZYMES": ("ENZYMES.zip", True),
    "COX2": ("COX2.zip", True),
    "road-minnesota": ("road-minnesota.mtx.gz", True),
    "MUTAG": ("MUTAG.zip", False),  # node and edge labels, classes
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
    "closed": {"sizes": "3-6", "closed": True},
    "maximal": {"sizes": "3-5", "maximal": True, "support": 0.2},
    "distinct": {"sizes": "3-6", "distinct": True},
    "most frequent than chance": {"sizes": "3-5", "against": "degree", "null_samples": 8, "direction": "over"},
    "contrast": {"method": "contrast", "sizes": "3-6", "against": "degree", "null_samples": 8, "top": 3},
}
CASES = {**{name: {"method": name, **options} for name, options in METHODS.items()}, **VARIANTS}
RESUMED = ("grow", "greedy", "beam", "mcts", "exact", "rand-esu", "closed", "contrast")
PATTERNS = {
    "ENZYMES": ("0-1,1-2,2-0@0", "0-1,1-2,2-3,3-4@2", "0-1,0-2,0-3,3-4,4-5@0"),
    "MUTAG": ("0-1,1-2,2-3@0; C C C C", "0-1,1-2@1; C N O"),
    "ecoli-trn": ("0>1,0>2,1>2@0", "0>2,0>3,1>2,1>3@2"),
}
FREQUENCIES: tuple[FrequencyName, ...] = ("anchored", "graph", "transactions", "images")
NULL_MODELS: tuple[ModelName, ...] = ("degree", "reciprocal", "labels", "joint-degree", "clustering", "er")

# Commands, run where karate.txt, mutag.zip and ecoli.csv lie.
COMMANDS = (
    *(f"spminer {verb} --help" for verb in (
        *("mine", "enumerate", "count", "profile", "embed", "info", "convert", "fetch", "randomize", "report"),
        *("verify", "train", "evaluate", "export", "reproduce", "generate"),
    )),
    "spminer mine --print-config",
    "spminer enumerate -k 3 --print-config",
    "spminer count 0-1@0 karate.txt --print-config",
    "spminer info karate.txt --print-config",
    "spminer --help",
    "spminer --version --nothing",
    "spminer mien",
    "spminer mine karate.txt --sizes 3-5 --top 3",
    "spminer mine karate.txt --sizes 3-5 --top 3 --dry-run",
    "spminer mine karate.txt --sizes 3-4 --top 2 --against degree --null-samples 12",
    "spminer mine karate.txt --sizes 5-6 --method greedy --walks 20 --neighborhoods 100 --top 2",
    "spminer mine karate.txt --sizes 3-4 --frequency graph --all-anchors --top 2 -o out.json --report out.html",
    "spminer mine mutag.zip --sizes 3-4 --top 2 --against class:1,-1",
    "spminer mine karate.txt --sizes 3-4 --time-limit -1",
    "spminer mine nothing.txt",
    "spminer mine karate.txt --method nothing",
    "spminer mine karate.txt --set beam=wide",
    "spminer enumerate -k 3 karate.txt",
    "spminer enumerate -k 4 karate.txt --frequency graph --top 4 --json",
    "spminer enumerate -k 3 ecoli.csv --top 5 --against degree --null-samples 12",
    "spminer count 0-1,1-2,2-0@0 karate.txt",
    "spminer count 0-1,1-2,2-0@0 karate.txt --json --examples 2",
    "spminer count 0-1,1-2,2-0@0 karate.txt --against degree --null-samples 12",
    "spminer count 0-1,1-2 karate.txt --frequency graph",
    "spminer count 0-1,1-2@0 karate.txt --anchors 10",
    "spminer count nonsense karate.txt",
    "spminer profile karate.txt out.json -o profile.csv",
    "spminer profile karate.txt out.json --node 33",
    "spminer embed karate.txt --node 1",
    "spminer info karate.txt",
    "spminer info mutag.zip",
    "spminer info ecoli.csv --json",
    "spminer convert karate.txt karate.graphml",
    "spminer convert mutag.zip mutag.gspan",
    "spminer randomize karate.txt -o copies.g6 --samples 2",
    "spminer verify out.json karate.txt",
    "spminer verify out.json karate.txt --json",
    "spminer report out.json -o page.html",
    "spminer report out.json -o picture.svg",
    "spminer generate synthetic -o graphs.g6 --graphs 3 --nodes 6-8",
)  # fmt: skip
_TIMES = re.compile(r"\b\d[\d,.]*\s?(?:ms|s|min|h|kB|MB|GB|KiB|MiB|GiB)\b")
_COSTS = re.compile(r'("timing_s": )\{[^}]*\}|("peak_memory_bytes": )\d+')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--write", type=Path, metavar="FILE", help="record the results")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="compare with recorded results")
    parser.add_argument("--only", nargs="*", default=[], metavar="TEXT", help="cases whose names contain one of these")
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    for name, compute in cases(arguments.data):
        if not arguments.only or any(text in name for text in arguments.only):
            started = time.perf_counter()
            found[name] = answer(compute)
            print(f"{name}: {time.perf_counter() - started:.1f} s", file=sys.stderr, flush=True)
    if arguments.write:
        arguments.write.write_text(json.dumps(found, indent=1, sort_keys=True))
    if not arguments.compare:
        return 0
    before = json.loads(arguments.compare.read_text())
    if arguments.only:
        before = {name: value for name, value in before.items() if any(text in name for text in arguments.only)}
    return compare(before, found)


def cases(data: Path) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every case: its name, and what computes it."""

    @functools.cache
    def graph(name: str) -> spminer.GraphCollection:
        file, plain = GRAPHS[name]
        graphs = spminer.read(data / file)
        return graphs.without_labels() if plain else graphs

    for name in GRAPHS:
        for case, options in CASES.items():
            yield f"{name}: {case}", functools.partial(mined, graph(name), options)
        yield f"{name}: enumerate", functools.partial(enumerated, graph(name))
    for case in RESUMED:
        yield f"resumed: {case}", functools.partial(resumed, graph("MUTAG"), CASES[case])
    for name, patterns in PATTERNS.items():
        yield f"{name}: count", functools.partial(counted, graph(name), patterns)
        yield f"{name}: profile", functools.partial(profiled, graph(name), patterns)
        yield f"{name}: encode", functools.partial(encoded, patterns)
        yield f"{name}: embed nodes", functools.partial(embedded, graph(name))
        yield f"{name}: audit", functools.partial(audited, graph(name))
    for name in ("MUTAG", "ecoli-trn", "road-minnesota"):
        for model in NULL_MODELS:
            yield f"{name}: copies by {model}", functools.partial(shuffled, graph(name), model)
    for against in ("degree", "labels", "class:1,-1", "COX2"):
        other = graph(against) if against in GRAPHS else against
        yield f"MUTAG against {against}", functools.partial(compared, graph("MUTAG"), other)
    for against in ("degree", "reciprocal"):
        yield f"ecoli-trn against {against}", functools.partial(compared, graph("ecoli-trn"), against)
    for file in sorted((ROOT / "tests" / "graphs" / "corpus").iterdir()):
        yield f"reading {file.name}", functools.partial(reading, file)
    yield "commands", functools.partial(printed, data)
    for name, result in RESULTS_SHOWN.items():
        yield f"page of {name}", functools.partial(page, result, graph)


def answer(compute: Callable[[], Any]) -> Any:
    try:
        return json.loads(json.dumps(compute()))
    except spminer.SpminerError as error:
        return {"error": type(error).__name__, "message": str(error).replace(str(ROOT), "")}


def mined(graphs: spminer.GraphCollection, options: dict[str, Any]) -> Any:
    return plain_result(spminer.mine(graphs, **{"sizes": "4-9", "top": 5, "seed": 7, **options}))


def enumerated(graphs: spminer.GraphCollection) -> Any:
    return [
        plain_result(spminer.enumerate(graphs, size, top=20, frequency=frequency))
        for size in (3, 4)
        for frequency in ("anchored", "graph")
    ]


def resumed(graphs: spminer.GraphCollection, options: dict[str, Any]) -> Any:
    """A run that goes on from half of its states, taken in the order of their names."""
    with tempfile.TemporaryDirectory() as folder:
        mined(graphs, {**options, "checkpoint": folder})
        states = sorted(path for path in Path(folder).iterdir() if path.suffix == ".state")
        for path in states[::2]:
            path.unlink()
        return mined(graphs, {**options, "checkpoint": folder, "resume": True})


def counted(graphs: spminer.GraphCollection, patterns: Iterable[str]) -> Any:
    return [
        {
            **{name: spminer.count(text, graphs, frequency=name, examples=2).to_dict() for name in FREQUENCIES},
            "few steps": spminer.count(text, graphs, steps=40).to_dict(),
            "sample": spminer.count(text, graphs, anchors=100).to_dict(),
            "edge-induced": spminer.count(text, graphs, induced=False, anchors=True).to_dict(),
            "all examples": spminer.find_examples(text, graphs, 20),
        }
        for text in patterns
    ]


def profiled(graphs: spminer.GraphCollection, patterns: Iterable[str]) -> Any:
    one = spminer.profile(graphs, patterns, nodes=graphs.name(3))
    return {"all": spminer.profile(graphs, patterns).to_dict(), "one node": one.to_dict()}


def audited(graphs: spminer.GraphCollection) -> Any:
    result = spminer.mine(graphs, "3-4", top=3, seed=7)
    return spminer.verify(result, graphs).to_dict()


def shuffled(graphs: spminer.GraphCollection, model: ModelName) -> Any:
    return [digest(copy.indptr, copy.indices, copy.edge_labels) for copy in spminer.randomize(graphs, model, 2, seed=7)]


def compared(graphs: spminer.GraphCollection, against: Any) -> Any:
    options: dict[str, Any] = {"against": against}
    if isinstance(against, str) and not against.startswith("class:"):
        options["null_samples"] = 8
    pattern = "0>1,0>2,1>2@0" if graphs.directed else "0-1,1-2,2-3@0"
    return {
        "mine": plain_result(spminer.mine(graphs, "3-5", top=5, seed=7, **options)),
        "enumerate": plain_result(spminer.enumerate(graphs, 4, top=10, **options)),
        "count": spminer.count(pattern, graphs, **options).to_dict(),
    }


def reading(path: Path) -> Any:
    graphs = spminer.read(path)
    return {
        "digest": digest(graphs.indptr, graphs.indices, graphs.graph_offsets, graphs.node_labels, graphs.edge_labels),
        "names": graphs.names(range(min(5, graphs.num_nodes))),
        "labels": [graphs.node_label_names, graphs.edge_label_names],
        "reading": graphs.reading.message(),
        "dropped": str(graphs.dropped),
    }


def printed(data: Path) -> Any:
    """Standard output, standard error and exit code of each command; files that they write are not looked at."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(data / "MUTAG.zip", Path(folder) / "mutag.zip")
        for name, file in {"karate.txt": "karate.txt.gz", "ecoli.csv": "ecoli-trn-named.csv.gz"}.items():
            (Path(folder) / name).write_bytes(gzip.decompress((data / file).read_bytes()))
        environment = {**os.environ, "COLUMNS": "80", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        shown = {}
        for line in COMMANDS:
            done = subprocess.run(
                line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
            )
            shown[line] = [done.returncode, without_times(done.stdout), without_times(done.stderr)]
        return shown


def without_times(text: str) -> list[str]:
    return _TIMES.sub("#", _COSTS.sub(r"\1\2#", text)).splitlines()


RESULTS_SHOWN: dict[str, Callable[[Load], spminer.MotifSet]] = {
    "plain graphs": lambda graph: spminer.mine(graph("ENZYMES"), "4-8", top=4, seed=7),
    "labels": lambda graph: spminer.mine(graph("MUTAG"), "3-5", top=4, seed=7),
    "directed": lambda graph: spminer.enumerate(graph("ecoli-trn"), "3", top=8),
    "classes": lambda graph: spminer.mine(graph("MUTAG"), "3-4", top=4, against="class:1,-1"),
    "a null model": lambda graph: spminer.enumerate(graph("ecoli-trn"), "3", against="degree", null_samples=8),
    "another graph": lambda graph: spminer.enumerate(graph("COX2"), "4", against=graph("ENZYMES")),
    "distinct": lambda graph: spminer.mine(graph("COX2"), "4-6", top=4, distinct=True),
    "nothing": lambda graph: spminer.mine(graph("road-minnesota"), "3", support=1_000_000),
}


def page(mine: Callable[[Load], spminer.MotifSet], graph: Load) -> Any:
    still = replace(mine(graph), timing_s={}, peak_memory_bytes=None, versions={}, command_line="spminer")
    html = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "now", render_report(still, title="page"))
    return without_times(re.sub(r"[^\s<>\"]*/(?=[\w.-]+\.(?:zip|gz)\b)", "", html))  # the data folder


def encoded(patterns: Iterable[str]) -> Any:
    return rounded(spminer.embed_patterns(list(patterns)))


def embedded(graphs: spminer.GraphCollection) -> Any:
    return rounded(spminer.embed_nodes(graphs).points[:50])


def rounded(points: Any) -> Any:
    return np.asarray(points, dtype=np.float64).round(4).tolist()


def digest(*arrays: Any) -> str:
    sha = hashlib.sha256()
    for array in arrays:
        sha.update(b"none" if array is None else np.ascontiguousarray(array).tobytes())
    return sha.hexdigest()


def plain_result(result: spminer.MotifSet) -> dict[str, Any]:
    data = json.loads(result.to_json())
    data["graph"].pop("source")  # the path of the data folder
    for stage in data["plan"]:
        stage.pop("seconds", None)  # measured by a pilot
    return {name: data[name] for name in ("status", "stop_reason", "motifs", "plan", "warnings", "graph")}


def compare(before: dict[str, Any], after: dict[str, Any]) -> int:
    common = sorted(before.keys() & after.keys())
    known = {name: shared(before[name], after[name]) for name in common}
    differing = [name for name in common if before[name] != known[name]]
    for name in differing:
        print(f"differs: {name}: {first_difference(before[name], known[name])}")
    for name in sorted(before.keys() ^ after.keys()):
        print(f"missing {'after' if name in before else 'before'}: {name}")
    print(f"{len(common) - len(differing)} of {len(before.keys() | after.keys())} cases are the same")
    return 1 if differing or before.keys() != after.keys() or not common else 0


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
    return f"{path} was {before!r:.160}, is {after!r:.160}"


if __name__ == "__main__":
    raise SystemExit(main())
