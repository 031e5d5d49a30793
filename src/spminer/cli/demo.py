"""``spminer demo``: frequent and surprising patterns of two bundled data sets, with a page of pictures."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from spminer._util.options import OUTPUT, option
from spminer._util.text import format_number
from spminer._util.text_table import Column
from spminer.cli.console import print_table
from spminer.cli.options import RunOptions, output_file, some
from spminer.cli.session import Session, takes

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer._util.monitor import Monitor
    from spminer.results import Motif, MotifSet

_SHOWN = 2
_LISTED = 10
_OWN = "spminer mine FILE --sizes 3-6 --against degree --report report.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoOptions:
    """The options of the verb."""

    output: Path = option(
        Path("demo.html"),
        "The page of pictures to write.",
        group=OUTPUT,
        metavar="FILE",
        names=("--output", "-o"),
        parse=output_file,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One data set: what is asked, and the patterns that answer it."""

    title: str
    question: str
    columns: tuple[str, str]
    frequent: "MotifSet"
    surprising: "MotifSet"


@takes(DemoOptions, some(RunOptions, "quiet"))
def command(session: Session, options: DemoOptions) -> None:
    """Show frequent and surprising patterns of bundled data.

    Gene regulation of yeast is compared with shuffled networks, molecules that do not pass the blood-brain barrier with
    those that do, and the neural search with the exact answer. It takes less than a minute.

    \b
    Examples:
      spminer demo
      spminer demo -o out/demo.html
    """
    from spminer._util.files import write_atomic
    from spminer.report.html import render

    parts = []
    for make, figures in ((_genes, _counts), (_molecules, _shares)):
        with session.running("demo"):
            parts.append(make(session.monitor))
        _print(parts[-1], figures)
    with session.running("demo"):
        found, seconds = _neural(session.monitor)
    print(f"Neural search: {found} of the {_LISTED} most frequent fragments of six atoms in {seconds:.0f} s.\n")
    print(f"The same with a file of yours:\n  {_OWN}")
    write_atomic(options.output, render("demo.html.j2", parts=parts, own=_OWN))
    session.console.note(f"pictures: {options.output}")


def _genes(monitor: "Monitor") -> Part:
    import spminer
    from spminer.datasets import yeast

    judged = spminer.enumerate(yeast(), 4, frequency="graph", against="degree", top=0, monitor=monitor)
    return Part(
        title="Gene regulation of yeast: patterns of four genes",
        question="How often each occurs, and how often in shuffled networks with the same degrees.",
        columns=("found", "by chance"),
        frequent=_best(judged, lambda motif: motif.graph_frequency.value if motif.graph_frequency else 0),
        surprising=_best(judged, lambda motif: motif.score or 0),
    )


def _molecules(monitor: "Monitor") -> Part:
    import spminer
    from spminer.datasets import molecules

    every = molecules()
    stopped = every[every.graph_labels == 0]
    frequent = spminer.mine(stopped, 6, frequency="transactions", top=_SHOWN, examples=0, monitor=monitor)
    judged = [
        spminer.count(motif.pattern, every, frequency="transactions", against="class:0,1", monitor=monitor)
        for motif in frequent
    ]
    motifs = tuple(replace(motif, against=one.against) for motif, one in zip(frequent, judged, strict=True))
    return Part(
        title="Molecules that do not pass the blood-brain barrier: fragments of six atoms",
        question="The share of them with the fragment, and of the molecules that do pass.",
        columns=("share", "of others"),
        frequent=replace(frequent, motifs=motifs),
        surprising=spminer.mine(
            every,
            6,
            frequency="transactions",
            against="class:0,1",
            alternative="greater",
            top=_SHOWN,
            examples=0,
            monitor=monitor,
        ),
    )


def _neural(monitor: "Monitor") -> tuple[int, float]:
    """How many of the most frequent fragments greedy walks on the shipped encoder find, and the seconds they take."""
    import spminer
    from spminer.datasets import molecules

    exact, walks = (
        spminer.mine(molecules(), 6, method=method, top=_LISTED, examples=0, monitor=monitor)
        for method in ("exact", "greedy")
    )
    return len({motif.id for motif in exact} & {motif.id for motif in walks}), walks.timing_s["total"]


def _best(result: "MotifSet", key: "Callable[[Motif], float]") -> "MotifSet":
    return replace(result, motifs=tuple(sorted(result, key=key, reverse=True)[:_SHOWN]))


def _print(part: Part, figures: "Callable[[Motif], tuple[str, str, str]]") -> None:
    print(f"{part.title}.\n{part.question}\n")
    motifs = [*part.frequent, *part.surprising]
    heads = ["most frequent", *[""] * (_SHOWN - 1), "most surprising", *[""] * (_SHOWN - 1)]
    cells = zip(*map(figures, motifs), strict=True)
    print_table(
        [
            Column("", heads),
            Column("pattern", [motif.names.text for motif in motifs], least=20),
            *(Column(name, column, right=True) for name, column in zip((*part.columns, "ratio"), cells, strict=True)),
        ]
    )
    print()


def _counts(motif: "Motif") -> tuple[str, str, str]:
    found, chance = motif.graph_frequency, motif.against
    assert found is not None
    assert chance is not None
    assert chance.expected is not None
    return format_number(found.value), format_number(chance.expected), f"{chance.ratio:.2f}"


def _shares(motif: "Motif") -> tuple[str, str, str]:
    assert motif.against is not None
    return f"{motif.against.share:.1%}", f"{motif.against.other_share:.1%}", f"{motif.against.ratio:.2f}"
