"""``spminer train``: train an encoder, or go on training it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from spminer.cli.console import Console, print_facts
from spminer.cli.inputs import read_graphs
from spminer.cli.options import QuietOption, ThreadsOption, TimeLimitOption
from spminer.cli.reading import FormatOption, ReadingOptions
from spminer.cli.running import shown
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
            help="default, paper, edge-induced, tiny, or the config.json of another run.",
        ),
    ] = "default",
    steps: Annotated[int | None, typer.Option("--steps", min=1, metavar="N", help="Steps in all.")] = None,
    device: Annotated[
        Literal["cpu", "cuda"] | None, typer.Option("--device", help="Where to train; by default what there is.")
    ] = None,
    finetune: Annotated[
        str | None, typer.Option("--finetune", metavar="GRAPH", help="Go on with --model, on pairs from this graph.")
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME|FILE", help="Model that fine-tuning starts from.")
    ] = None,
    format: FormatOption = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, metavar="N", help="Seed of weights and pairs.")] = None,
    threads: ThreadsOption = 0,
    time_limit: TimeLimitOption = None,
    quiet: QuietOption = False,
) -> None:
    """Train an encoder, or fine-tune one on a graph of yours.

    Pairs of graphs are synthetic, or drawn from the graph.

    The folder gets the log (log.csv), its plot (curves.png), checkpoints, and the calibrated model
    (model.safetensors). The same command goes on with a run that was stopped.

    \b
    Examples:
      spminer train --preset tiny --out run
      spminer train --preset default --out run --time-limit 1800
      spminer train --preset other-run/config.json --seed 1 --out again
      spminer train --finetune friends.csv --model default --out tuned
    """
    console = Console(quiet)
    if (finetune is None) != (model is None):
        raise UsageError("fine-tuning takes both: --finetune GRAPH and --model NAME|FILE")
    planned, start, source = _plan(preset, steps, seed, model), None, None
    if finetune is not None and model is not None:
        planned, start = _start_from(model, planned)
        graphs = read_graphs(finetune, console, ReadingOptions(format=format))
        source = graphs.target(direction=False, node_labels=False, edge_labels=False)
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
        source=source,
        start_from=start,
        device=device,
        threads=threads,
        time_limit=time_limit,
        report=lambda line: console.note(_line(line, planned.steps)),
    )
    with shown("calibrating", console):
        _finish(trainer, {"preset": preset, "data": finetune or "synthetic"}, threads)
    stopped = trainer.progress.step < planned.steps
    print_facts([("model", str(out / "model.safetensors")), ("steps", f"{trainer.progress.step} of {planned.steps}")])
    if stopped:
        console.warn("stopped by the time limit; the same command goes on")
        raise typer.Exit(_STOPPED_BY_BUDGET)


def _plan(preset: str, steps: int | None, seed: int | None, model: str | None) -> "TrainConfig":
    from spminer.encoder.training.config import find_config

    config = find_config(preset)
    changes: dict[str, Any] = {} if steps is None else {"steps": steps}
    if seed is not None:
        changes["seed"] = seed
    if model is not None:  # weights that are good already must not be shaken up
        changes["learning_rate"] = config.learning_rate / 10
    return replace(config, **changes)


def _start_from(model: str, config: "TrainConfig") -> tuple["TrainConfig", dict[str, Any]]:
    """The configuration with the shape of a trained model, and its weights."""
    import torch

    from spminer.encoder.model_file import load_model

    loaded = load_model(model)
    weights = {name: torch.from_numpy(values.copy()) for name, values in loaded.tensors.items()}
    return replace(config, model=loaded.config), weights


def _finish(trainer: "Trainer", provenance: dict[str, Any], threads: int) -> None:
    """Calibrate, write the model with all that made it, and draw the curves."""
    from spminer import __version__
    from spminer.encoder.evaluation.calibrate import calibrated
    from spminer.encoder.model_file import EncoderModel, save_model
    from spminer.encoder.training.plots import plot_curves

    config, progress = trainer.config, trainer.progress
    facts = {
        **provenance,
        "spminer": __version__,
        "steps": progress.step,
        "pairs": progress.step * config.batch,
        "seconds": round(progress.seconds, 1),
        "config": config.to_dict(),
    }
    model = EncoderModel(config.model, trainer.trained(), {"training": json.dumps(facts)})
    ready = calibrated(model, seed=config.seed, threads=threads)
    save_model(trainer.folder / "model.safetensors", ready.config, ready.tensors, metadata=ready.metadata)
    plot_curves(trainer.folder / "log.csv", trainer.folder / "curves.png")


def _line(line: dict[str, Any], steps: int) -> str:
    return (
        f"step {line['step']} of {steps}, {line['seconds']:.0f} s: loss {line['loss']:.4f}, "
        f"accuracy {100 * line['accuracy']:.2f} %, AP {100 * line['average_precision']:.2f} %, "
        f"{line['pairs_per_second']:,.0f} pairs/s"
    )
