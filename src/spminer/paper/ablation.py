"""The ablation of the paper: perceptron against order embedding, convolutions, and skip connections.

Each variant is trained with the same budget by the same code (:func:`run`) and measured on the same pairs by its
learned score alone, without the exact signature (:func:`tabulate`)::

    python -m spminer.paper.ablation --out runs --steps 20000
    python -m spminer.paper.ablation --out runs --data enzymes=ENZYMES.zip --data cox2=COX2.zip
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spminer.encoder.evaluation.evaluate import PairScores, pair_scores
from spminer.encoder.evaluation.metrics import best_threshold
from spminer.encoder.evaluation.pairs import PairSet, balanced_pairs, independent_pairs, synthetic_graphs
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import EncoderModel, load_model, save_model
from spminer.encoder.scoring import OrderScorer, PairClassifier
from spminer.encoder.training.config import TrainConfig, preset
from spminer.errors import UsageError
from spminer.graphs import read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from spminer.encoder.model import ModelConfig
    from spminer.graphs import GraphCollection

__all__ = ["VARIANTS", "run", "tabulate", "to_markdown", "variant"]

VARIANTS: dict[str, dict[str, Any]] = {
    "MLP, SAGE": {"output": "mlp", "conv": "sage"},
    "MLP, GIN": {"output": "mlp", "conv": "gin"},
    "MLP, GCN": {"output": "mlp", "conv": "gcn"},
    "order, no skip": {"skip": False},
    "order": {},
}
_CALIBRATION_PAIRS = 20_000


def variant(name: str, base: ModelConfig) -> ModelConfig:
    """The shape of one variant of a model.

    >>> from spminer.encoder.model import ModelConfig
    >>> variant("MLP, GIN", ModelConfig()).conv
    'gin'
    """
    if name not in VARIANTS:
        raise UsageError(f"unknown variant {name!r}; choose one of: {'; '.join(VARIANTS)}")
    return replace(base, **VARIANTS[name])


def run(
    folder: str | Path,
    *,
    base: TrainConfig | None = None,
    steps: int | None = None,
    time_limit: float | None = None,
    device: str | None = None,
    threads: int = 0,
    report: Callable[[str, dict[str, Any]], None] | None = None,
) -> None:
    """Train every variant in a folder of its own; a second call resumes a stopped training.

    Parameters
    ----------
    folder
        Folder of the runs.
    base
        Settings of all variants; by default those of the preset ``pairs``.
    steps
        Steps of each variant, instead of those of ``base``.
    time_limit
        Seconds for each variant. The learning rate follows a schedule over all steps: to train to its end, limit the
        steps instead.
    device, threads
        As for :func:`spminer.encoder.training.trainer.train`.
    report
        Called with the variant and each line of its log.
    """
    from spminer.encoder.training.trainer import train

    shared = base or preset("pairs")
    if steps is not None:
        shared = replace(shared, steps=steps)
    for name in VARIANTS:
        target = _folder_of(folder, name)
        config = replace(shared, model=variant(name, shared.model))
        listener = None if report is None else lambda line, name=name: report(name, line)
        trainer = train(config, target, device=device, threads=threads, time_limit=time_limit, report=listener)
        save_model(target / "model.safetensors", config.model, trainer.trained(), metadata={"variant": name})


def tabulate(
    folder: str | Path, data: Mapping[str, GraphCollection], *, pairs: int = 40_000, seed: int = 0, threads: int = 0
) -> dict[str, dict[str, PairScores]]:
    """Scores of every trained variant on every data set; writes ``ablation.json`` and ``ablation.md``.

    Parameters
    ----------
    folder
        Folder of :func:`run`.
    data
        Data sets by name.
    pairs, seed
        Pairs of the protocol for each data set.
    """
    drawn = {name: independent_pairs(graphs, count=pairs, seed=seed, threads=threads) for name, graphs in data.items()}
    balanced = balanced_pairs(_CALIBRATION_PAIRS, seed=seed, threads=threads)
    table: dict[str, dict[str, PairScores]] = {}
    for name in VARIANTS:
        model = load_model(_folder_of(folder, name) / "model.safetensors")
        threshold, _ = best_threshold(learned_distance(model, balanced, threads=threads), balanced.labels)
        table[name] = {
            source: pair_scores(learned_distance(model, chosen, threads=threads), chosen.labels, threshold)
            for source, chosen in drawn.items()
        }
    plain = {name: {source: asdict(scores) for source, scores in row.items()} for name, row in table.items()}
    (Path(folder) / "ablation.json").write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    (Path(folder) / "ablation.md").write_text(to_markdown(table), encoding="utf-8")
    return table


def learned_distance(model: EncoderModel, pairs: PairSet, *, threads: int = 0) -> NDArray[np.float32]:
    """The learned distance of each pair: its penalty, or minus the logit of its perceptron."""
    embedder = open_embedder(model, threads=threads)
    if model.config.output == "order":
        return OrderScorer(embedder, use_signature=False).penalties(pairs.sub, pairs.sup)
    return -PairClassifier(model).logits(embedder.embed(pairs.sub), embedder.embed(pairs.sup))


def to_markdown(table: Mapping[str, Mapping[str, PairScores]]) -> str:
    """The table as the paper has it: accuracy / average precision in percent.

    >>> print(to_markdown({"order": {"ENZYMES": PairScores(0.97, 0.75, 0.99)}}))
    | accuracy / AP in % | ENZYMES |
    | --- | --- |
    | order | 97.0 / 75.0 |
    """
    columns = list(next(iter(table.values()), {}))
    lines = [["accuracy / AP in %", *columns], ["---"] * (len(columns) + 1)]
    for name, row in table.items():
        scores = [row[column] for column in columns]
        lines.append([name, *(f"{100 * s.accuracy:.1f} / {100 * s.average_precision:.1f}" for s in scores)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _folder_of(folder: str | Path, name: str) -> Path:
    return Path(folder) / name.lower().replace(", ", "-").replace(" ", "-")


def main(arguments: Sequence[str] | None = None) -> None:
    """Train the variants; with ``--data``, measure trained ones instead."""
    parser = argparse.ArgumentParser(description="Train and compare variants of the encoder.")
    parser.add_argument("--out", type=Path, required=True, help="folder of the runs")
    parser.add_argument("--preset", default="pairs", help="settings of all variants")
    parser.add_argument("--steps", type=int, help="steps of each variant")
    parser.add_argument("--seconds", type=float, help="time limit of each variant")
    parser.add_argument("--device", choices=["cpu", "cuda"])
    parser.add_argument("--data", action="append", metavar="NAME=GRAPH", help="measure on this data set; repeatable")
    parser.add_argument("--pairs", type=int, default=40_000, help="pairs of each data set")
    options = parser.parse_args(arguments)
    if options.data:
        named = (entry.partition("=") for entry in options.data)
        data = {"synthetic": synthetic_graphs(), **{name: read(path) for name, _, path in named}}
        print(to_markdown(tabulate(options.out, data, pairs=options.pairs)))
        return
    run(
        options.out,
        base=preset(options.preset),
        steps=options.steps,
        time_limit=options.seconds,
        device=options.device,
        report=lambda name, line: print(name, json.dumps(line), flush=True),
    )


if __name__ == "__main__":
    main()
