"""``spminer train``: train an encoder, or go on training it."""

from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import Any, Literal

from spminer._util.devices import resolve_device
from spminer._util.monitor import Monitor
from spminer._util.options import DEVICE, THREADS, option
from spminer.cli.console import print_facts
from spminer.cli.options import RunOptions, folder, some
from spminer.cli.session import Session, takes
from spminer.errors import UsageError
from spminer.graphs.options import ReadOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOptions:
    """The options of the verb."""

    out: Path = option(MISSING, "Folder of the run.", metavar="DIR", parse=folder)
    preset: str = option(
        "default",
        "default, pairs, paper, edge-induced, tiny, tiny-blocks, or the config.json of another run.",
        metavar="NAME|FILE",
    )
    steps: int | None = option(None, "Steps in all.", metavar="N", minimum=1)
    device: Literal["auto", "cpu", "cuda"] = option(**DEVICE)
    collections: tuple[str, ...] = option(
        (),
        "Learn from blocks of these graphs too, besides synthetic ones; give it once for each.",
        metavar="GRAPH",
        names=("--collection",),
    )
    finetune: str | None = option(None, "Go on with --model, on blocks from this graph.", metavar="GRAPH")
    model: str | None = option(None, "Model that the run starts from.", metavar="NAME|FILE")
    seed: int | None = option(None, "Seed of weights and pairs.", metavar="N", minimum=0)
    threads: int = option(**THREADS)


@takes(TrainOptions, some(ReadOptions, "format"), some(RunOptions, "time_limit", "quiet"))
def command(session: Session, options: TrainOptions, reading: ReadOptions) -> int:
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
    from spminer.encoder.training.config import plan_training

    config = plan_training(
        options.preset,
        steps=options.steps,
        seed=options.seed,
        collections=options.collections,
        finetune=options.finetune,
        model=options.model,
    )
    sources = {
        name: session.read([name], reading).target(direction=False, node_labels=False, edge_labels=False)
        for name in dict.fromkeys(config.collections)  # a name that is given twice is read once
    }
    try:
        import torch

        from spminer.encoder.training.trainer import finish, load_weights, train
    except ImportError as error:
        raise UsageError("training needs torch; install it with: pip install 'spminer[train]'") from error
    if options.threads:
        torch.set_num_threads(options.threads)
    trainer = train(
        config,
        options.out,
        sources=[sources[name] for name in config.collections],
        start_from=None if options.model is None else load_weights(options.model),
        device=resolve_device(options.device, kernels=False),
        threads=options.threads,
        time_limit=session.options.time_limit,
        report=lambda line: session.console.note(_line(line, config.steps)),
    )
    with session.working("calibrating", Monitor()):  # the limit is that of training
        path = finish(trainer, preset=options.preset, threads=options.threads)
    step, stopped = trainer.progress.step, trainer.progress.step < config.steps

    def comment() -> None:
        if stopped:
            session.console.warn("stopped by the time limit; the same command goes on")

    return session.deliver(
        "",
        lambda: print_facts([("model", str(path)), ("steps", f"{step} of {config.steps}")]),
        stop_reason="time limit" if stopped else None,
        finish=comment,
    )


def _line(line: dict[str, Any], steps: int) -> str:
    open_pairs = f"open AUROC {line['open_auroc']:.3f}, " if "open_auroc" in line else ""
    return (
        f"step {line['step']} of {steps}, {line['seconds']:.0f} s: loss {line['loss']:.4f}, "
        f"accuracy {100 * line['accuracy']:.2f} %, AP {100 * line['average_precision']:.2f} %, {open_pairs}"
        f"{line['pairs_per_second']:,.0f} pairs/s"
    )
