"""The command line of count prediction: train a predictor, and measure its errors."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from spminer.errors import SpminerError
from spminer.generate import synthetic
from spminer.graphs import read
from spminer.paper.count_prediction.data import PRESETS
from spminer.paper.count_prediction.training import CountErrors, CountTrainer, batches_by_size, load_predictor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spminer.graphs import GraphCollection

_HEADER = f"{'graphs':20}{'number':>8}{'occurring':>11}{'MSE':>9}{'MSE occ.':>10}{'rel. err':>10}{'rel. MSE':>10}"
_TEST_SEED = 20_000  # of the Erdős-Rényi graphs


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except SpminerError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m spminer.paper.count_prediction", description=__doc__)
    commands = parser.add_subparsers(required=True)
    train = commands.add_parser("train", help="train on synthetic graphs, or resume a stopped run")
    train.set_defaults(run=_train)
    train.add_argument("--out", type=Path, required=True, help="folder of the run")
    train.add_argument("--preset", choices=PRESETS, default="default")
    train.add_argument("--seconds", type=float, help="training time over all sessions (default: the preset's)")
    train.add_argument("--degree-only", action="store_true", help="leave out cycles and common neighbors")
    train.add_argument("--device", choices=["cpu", "cuda"], help="default: the GPU if there is one")
    train.add_argument("--threads", type=int, default=1, help="threads that draw the next graphs")
    evaluate = commands.add_parser("evaluate", help="errors on Erdős-Rényi graphs and on graph files")
    evaluate.set_defaults(run=_evaluate)
    evaluate.add_argument("model", type=Path, help="folder of a run, or its checkpoint file")
    evaluate.add_argument("graphs", type=Path, nargs="*", help="graph files in any supported format")
    evaluate.add_argument("--json", action="store_true", help="print JSON")
    evaluate.add_argument("--threads", type=int, default=1)
    return parser


def _train(options: argparse.Namespace) -> None:
    config = PRESETS[options.preset]
    if options.seconds is not None:
        config = replace(config, seconds=options.seconds)
    if options.degree_only:
        config = replace(config, walks=False)
    torch.set_num_threads(1)  # several threads draw graphs by torch operations
    trainer = CountTrainer(config, options.out, device=options.device, threads=options.threads)
    trainer.run(report=_report)


def _report(line: dict[str, Any]) -> None:
    shown = (f"{key} {value:.5g}" if isinstance(value, float) else f"{key} {value}" for key, value in line.items())
    print(", ".join(shown), flush=True)


def _evaluate(options: argparse.Namespace) -> None:
    torch.set_num_threads(options.threads)
    model = load_predictor(options.model)
    results: dict[str, Any] = {}
    if not options.json:
        print(_HEADER)
    for name, graphs in _collections(options.graphs):
        errors = CountErrors.measure(model, batches_by_size(graphs, threads=options.threads))
        results[name] = asdict(errors)
        if not options.json:
            print(
                f"{name:20}{errors.graphs:8}{errors.occurring:11.1%}{errors.mse:9.4f}{errors.mse_occurring:10.4f}"
                f"{errors.relative_error:10.2%}{errors.relative_mse:10.3%}",
                flush=True,
            )
    if options.json:
        print(json.dumps(results, indent=1))


def _collections(files: list[Path]) -> Iterator[tuple[str, GraphCollection]]:
    yield "E-R", synthetic(500, (10, 100), kind="er", seed=_TEST_SEED, threads=1)
    for path in files:
        yield path.name.partition(".")[0], read(path)


if __name__ == "__main__":
    sys.exit(main())
