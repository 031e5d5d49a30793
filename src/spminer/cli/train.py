"""``spminer train``: train an encoder, or go on training it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spminer._util.devices import describe_device, resolve_device
from spminer.cli.console import Console, print_facts
from spminer.cli.options import DeviceOption, FormatOption, QuietOption, ReadingOptions, ThreadsOption, TimeLimitOption
from spminer.cli.session import read_graphs, shown
from spminer.errors import UsageError

if TYPE_CHECKING:
    from spminer.encoder.training.config import TrainConfig
    from spminer.encoder.training.trainer import Trainer

__all__ = ["train"]

_STOPPED_BY_BUDGET = 5


def train(
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", file_okay=False, help="Folder of the run.", show_default=False)
    ],
    *,
    preset: Annotated[
        str,
        typer.Option(
            "--preset",
            metavar="NAME|FILE",
            help="default, pairs, paper, edge-induced, tiny, tiny-blocks, or the config.json of another run.",
        ),
    ] = "default",
    steps: Annotated[int | None, typer.Option("--steps", min=1, metavar="N", help="Steps in all.")] = None,
    device: DeviceOption = "auto",
    collections: Annotated[
        list[str] | None,
        typer.Option(
            "--collection",
            metavar="GRAPH",
            help="Learn from blocks of these graphs too, besides synthetic ones; give it once for each.",
        ),
    ] = None,
    finetune: Annotated[
        str | None, typer.Option("--finetune", metavar="GRAPH", help="Go on with --model, on blocks from this graph.")
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME|FILE", help="Model that the run starts from.")
    ] = None,
    format: FormatOption = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, metavar="N", help="Seed of weights and pairs.")] = None,
    threads: ThreadsOption = 0,
    time_limit: TimeLimitOption = None,
    quiet: QuietOption = False,
) -> None:
    """Train an encoder, or fine-tune one on a graph of yours.

    It learns from pairs of synthetic graphs, or from blocks: patterns times neighborhoods of synthetic graphs, of
    collections, or of the graph, all pairs decided exactly.

    The folder gets the log (log.csv), its plot (curves.png), checkpoints, and the calibrated model
    (model.safetensors). The same command goes on with a run that was stopped.

    \b
    Examples:
      spminer train --preset tiny --out run
      spminer train --preset default --out run --time-limit 1800
      spminer train --preset other-run/config.json --seed 1 --out again
      spminer train --collection PROTEINS.zip --collection NCI1.zip --out real
      spminer train --preset second.json --model first.safetensors --out two
      spminer train --finetune friends.csv --model default --out tuned
    """
    console = Console(quiet)
    if finetune is not None and model is None:
        raise UsageError("fine-tuning takes both: --finetune GRAPH and --model NAME|FILE")
    if finetune is not None and collections:
        raise UsageError("fine-tuning learns from its own graph; leave out --collection, or leave out --finetune")
    names = [finetune] if finetune is not None else collections
    planned, start = _plan(preset, steps, seed, names, tuned=finetune is not None), None
    if model is not None:
        planned, start = _start_from(model, planned)
    sources = {
        name: read_graphs(name, console, ReadingOptions(format=format)).target(
            direction=False, node_labels=False, edge_labels=False
        )
        for name in dict.fromkeys(planned.collections)  # one that is named twice is read once
    }
    try:
        import torch

        from spminer.encoder.training import trainer as training
    except ImportError as error:
        raise UsageError("training needs torch; install it with: pip install 'spminer[train]'") from error
    if threads:
        torch.set_num_threads(threads)
    trainer = training.train(
        planned,
        out,
        sources=[sources[name] for name in planned.collections],
        start_from=start,
        device=resolve_device(device, kernels=False),
        threads=threads,
        time_limit=time_limit,
        report=lambda line: console.note(_line(line, planned.steps)),
    )
    with shown("calibrating", console):
        _finish(
            trainer,
            {"preset": Path(preset).name, "data": _data(planned), "device": describe_device(trainer.device.type)},
            threads,
        )
    stopped = trainer.progress.step < planned.steps
    print_facts([("model", str(out / "model.safetensors")), ("steps", f"{trainer.progress.step} of {planned.steps}")])
    if stopped:
        console.warn("stopped by the time limit; the same command goes on")
        raise typer.Exit(_STOPPED_BY_BUDGET)


def _plan(
    preset: str, steps: int | None, seed: int | None, collections: list[str] | None, *, tuned: bool
) -> "TrainConfig":
    from spminer.encoder.training.config import find_config, with_blocks

    config = find_config(preset)
    changes: dict[str, Any] = {} if steps is None else {"steps": steps}
    if seed is not None:
        changes["seed"] = seed
    if tuned:  # weights that are good already must not be shaken up
        changes["learning_rate"] = config.learning_rate / 4
    if collections:
        config = with_blocks(config, collections, synthetic=0.0 if tuned else None)
    return replace(config, **changes)


def _data(config: "TrainConfig") -> str:
    """What a model was trained on, in words."""
    synthetic = [] if config.collections and config.blocks and config.blocks.synthetic == 0 else ["synthetic"]
    return ", ".join([*config.collections, *synthetic])


def _start_from(model: str, config: "TrainConfig") -> tuple["TrainConfig", dict[str, Any]]:
    """The configuration with the shape of a trained model, and its weights."""
    import torch

    from spminer.encoder.model import load_model

    loaded = load_model(model)
    weights = {name: torch.from_numpy(values.copy()) for name, values in loaded.tensors.items()}
    return replace(config, model=loaded.config), weights


def _finish(trainer: "Trainer", provenance: dict[str, Any], threads: int) -> None:
    """Calibrate, write the model with all that made it, and draw the curves."""
    from spminer import __version__
    from spminer.encoder.evaluation.calibrate import calibrated
    from spminer.encoder.model import EncoderModel, save_model
    from spminer.encoder.training.plots import plot_curves

    config, progress = trainer.config, trainer.progress
    facts = {
        **provenance,
        "spminer": __version__,
        "steps": progress.step,
        "pairs": progress.step * trainer.feed.pairs,
        "seconds": round(progress.seconds, 1),
        "config": config.to_dict(),
    }
    model = EncoderModel(config.model, trainer.trained(), {"training": json.dumps(facts)})
    if config.model.output == "order":  # a perceptron answers yes or no itself
        model = calibrated(model, cap=config.cap, seed=config.seed, threads=threads)
    save_model(trainer.folder / "model.safetensors", model.config, model.tensors, metadata=model.metadata)
    plot_curves(trainer.folder / "log.csv", trainer.folder / "curves.png")


def _line(line: dict[str, Any], steps: int) -> str:
    open_pairs = f"open AUROC {line['open_auroc']:.3f}, " if "open_auroc" in line else ""
    return (
        f"step {line['step']} of {steps}, {line['seconds']:.0f} s: loss {line['loss']:.4f}, "
        f"accuracy {100 * line['accuracy']:.2f} %, AP {100 * line['average_precision']:.2f} %, {open_pairs}"
        f"{line['pairs_per_second']:,.0f} pairs/s"
    )
