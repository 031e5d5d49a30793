"""The long form: ``python -m fuzzing --seconds 600 --folder build/fuzz/python``, led by coverage where atheris is."""

import argparse
import importlib.util
import json
import logging
import os
import resource
import subprocess
import sys
import time
import warnings
from pathlib import Path

_MEMORY = 6 << 30  # bytes: what a small file makes of more is a finding


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="for all doors together")
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz/python"), help="for corpus and findings")
    parser.add_argument("--door", action="append", help="only these")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--unguided", action="store_true", help="mutations alone, without coverage")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _guided(name, folder, seconds, seed):
    """Let libFuzzer choose the inputs by what of spminer they reach; ends the process."""
    import atheris

    with atheris.instrument_imports(include=["spminer"]):
        from fuzzing.doors import DOORS
    from fuzzing.campaign import Campaign, write_summary

    door = DOORS[name]
    corpus = folder / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(door.seeds()):
        (corpus / f"seed-{number}").write_bytes(data)
    campaign = Campaign(door, folder)
    start = time.monotonic()

    def send(data):
        campaign.send(data)
        if time.monotonic() - start >= seconds:  # libFuzzer ends without a word to Python
            campaign.tally.seconds = time.monotonic() - start
            write_summary(folder / f"{name}.json", [campaign.tally])
            os._exit(0)

    longest = max(8192, *map(len, door.seeds()), 1)
    options = [f"-seed={seed + 1}", f"-max_len={longest}", "-timeout=60", "-rss_limit_mb=6000", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], send)
    atheris.Fuzz()


def _plain(name, folder, seconds, seed):
    from fuzzing.campaign import run, write_summary
    from fuzzing.doors import DOORS

    write_summary(folder / f"{name}.json", [run(DOORS[name], folder, seconds=seconds, seed=seed)])


def _inside(arguments):
    warnings.simplefilter("ignore")
    logging.getLogger("spminer").setLevel(logging.CRITICAL)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    work = _plain if arguments.unguided else _guided
    work(arguments.door[0], arguments.folder, arguments.seconds, arguments.seed)


def _one(name, seconds, arguments):
    """One door in a process of its own: a crash of native code ends that, and its input is kept."""
    result = arguments.folder / f"{name}.json"
    result.unlink(missing_ok=True)
    line = [sys.executable, "-m", "fuzzing", "--inside", "--door", name, "--seconds", str(seconds)]
    line += ["--folder", str(arguments.folder), "--seed", str(arguments.seed)]
    line += ["--unguided"] * arguments.unguided
    with (arguments.folder / f"{name}.log").open("w") as log:
        code = subprocess.run(line, stdout=log, stderr=log, check=False).returncode
    if result.exists():
        return json.loads(result.read_text())["doors"][0]
    crash = arguments.folder / f"{name}.crash"
    (arguments.folder / f"{name}.input").replace(crash)
    return {"door": name, "inputs": 0, "findings": {f"ended by {code}": {"times": 1, "file": str(crash)}}}


def main():
    """Run the doors one after the other; exit code 1 if something was found."""
    arguments = _arguments()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.inside:
        return _inside(arguments)
    if importlib.util.find_spec("atheris") is None and not arguments.unguided:
        print("atheris is not installed: mutations are not led by coverage")
        arguments.unguided = True
    from fuzzing.doors import DOORS

    names = arguments.door or list(DOORS)
    rows = []
    for name in names:
        row = _one(name, arguments.seconds / len(names), arguments)
        rows.append(row)
        print(f"{name:20} {row['inputs']:9,} inputs {len(row['findings']):3} findings", flush=True)
        for where, finding in row["findings"].items():
            print(f"  {where}: {finding['file']}", flush=True)
    total = {"inputs": sum(row["inputs"] for row in rows), "findings": sum(len(row["findings"]) for row in rows)}
    (arguments.folder / "summary.json").write_text(json.dumps({**total, "doors": rows}, indent=1) + "\n")
    print(f"{total['inputs']:,} inputs, {total['findings']} findings: {arguments.folder / 'summary.json'}")
    return int(total["findings"] > 0)


if __name__ == "__main__":
    sys.exit(main())
