"""Surprising motifs of well-known data sets: what they are, pictures of them, and the time they take.

    python benchmarks/bench_surprising.py --data DIR [--sets NAME ...] [--limit 60] [--page]

Each set is mined to size 12 as ``benchmarks/RESULTS.md`` says. With ``--page`` the tables of that page are written
again, and their pictures in ``docs/images/surprising``. Fails where a run takes longer than ``--limit`` seconds;
what it has found after so long is printed, but does not go into the page.
"""

from __future__ import annotations

import argparse
import re
import time
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import spminer
from spminer.report.pattern_drawing import draw

if TYPE_CHECKING:
    from spminer.results.frequency import FrequencyName

PAGE = Path(__file__).parent.parent / "benchmarks" / "RESULTS.md"
NOTHING = "-"
HEADS = {
    False: ("nodes", "motif", "observed", "expected", "z", "p_max"),
    True: ("nodes", "motif", "class 1", "class -1", "odds ratio", "p_max"),
}
SHOWN = (4, 6, 8, 10, 12)
WIDTH, HEIGHT, CAPTION = 200, 150, 52
STYLE = (
    "line{stroke:#6b7687;stroke-width:1.6}circle{fill:#d5dbe4;stroke:#4a5568;stroke-width:1.4}"
    "circle.anchor{fill:#f0a24b}polygon{fill:#6b7687}text{font:11px sans-serif;fill:#6b7687;text-anchor:middle}"
    "text.node-label{font-size:9px;fill:#1f2937;dominant-baseline:central}"
    "text.long-label{font-size:8px;fill:#1f2937;dominant-baseline:central;paint-order:stroke;stroke:#fff;stroke-width:2px}"
    "text.edge-label{font-size:9px;paint-order:stroke;stroke:#fff;stroke-width:3px;dominant-baseline:central}"
)


class Set(NamedTuple):
    """A file, what it is compared with and by which frequency, whether its labels count, and what they mean."""

    file: str
    against: str = "degree"
    frequency: FrequencyName = "images"
    labels: bool = True
    nodes: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()


SETS = {
    "netscience": Set("netscience.txt.gz", frequency="anchored"),
    "power": Set("power.txt.gz", frequency="anchored"),
    "ppi-yeast": Set("ppi-yeast.txt.gz", frequency="anchored"),
    "ENZYMES-unlabeled": Set("ENZYMES.zip", frequency="anchored", labels=False),
    "ENZYMES": Set("ENZYMES.zip", "labels", "anchored", nodes=("", "H", "S", "T")),  # helix, sheet, turn: 1 to 3
    "MUTAG": Set(
        "MUTAG.zip",
        "class:1,-1",
        "transactions",
        nodes=("C", "N", "O", "F", "I", "Cl", "Br"),
        edges=("a", "1", "2", "3"),
    ),
}


def graphs_of(data: Path, one: Set) -> spminer.GraphCollection:
    """The graphs; labels that are numbers in the file have the names that the authors of the set give them."""
    graphs = spminer.read(data / one.file)
    if not one.labels:
        return graphs.without_labels()
    if one.nodes:
        graphs = replace(graphs, node_label_names=tuple(one.nodes[int(name)] for name in graphs.node_label_names or ()))
    if one.edges:
        graphs = replace(graphs, edge_label_names=tuple(one.edges[int(name)] for name in graphs.edge_label_names or ()))
    return graphs


def mined(data: Path, one: Set, sizes: str, top: int, limit: float) -> spminer.MotifSet:
    return spminer.mine(
        graphs_of(data, one),
        sizes,
        top=top,
        frequency=one.frequency,
        merge_anchors=one.frequency == "anchored",
        against=one.against,
        alternative="greater",
        time_limit=limit,
        examples=0,
    )


def figures(motif: spminer.Motif, result: spminer.MotifSet) -> tuple[str, str]:
    """Two lines under a drawing."""
    assert motif.against is not None
    found, against = motif.frequency(result.frequency_name), motif.against
    assert found is not None
    if against.share is not None and against.other_share is not None:
        beside = f"{against.share:.0%} beside {against.other_share:.0%} of graphs"
    else:
        beside = f"{found.value:,.0f}, expected {against.expected or 0:,.1f}"
    return f"{motif.size} nodes, {len(motif.pattern.edges)} edges", beside


def picture(result: spminer.MotifSet) -> str:
    """The first motif of each size that is shown, side by side, as one SVG."""
    first = [motif for motif in result if motif.rank == 1 and motif.size in SHOWN]
    parts = []
    for number, motif in enumerate(first):
        drawing = draw(motif.pattern).replace("<svg", f'<svg width="{WIDTH}" height="{HEIGHT}"', 1)
        lines = "".join(
            f'<text x="{WIDTH / 2}" y="{HEIGHT + 18 + 16 * line}">{escape(text)}</text>'
            for line, text in enumerate(figures(motif, result))
        )
        parts.append(f'<g transform="translate({number * WIDTH},0)">{drawing}{lines}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH * len(SHOWN)} {HEIGHT + CAPTION}">'
        f"<style>{STYLE}</style>{''.join(parts)}</svg>\n"
    )


def rows(result: spminer.MotifSet) -> list[tuple[str, ...]]:
    """The first motif of each size: its figures as text, with a head."""
    by_class = any(motif.against is not None and motif.against.share is not None for motif in result)
    table: list[tuple[str, ...]] = [HEADS[by_class]]
    for motif in result:
        found, against = motif.frequency(result.frequency_name), motif.against
        if motif.rank > 1 or against is None or found is None:
            continue
        name = (str(motif.size), motif.names.name or motif.id)
        p_max = NOTHING if against.p_max is None else f"{against.p_max:.3f}"
        if by_class:
            odds = NOTHING if against.odds_ratio is None else f"{against.odds_ratio:,.1f}"
            table.append((*name, f"{against.share or 0:.1%}", f"{against.other_share or 0:.1%}", odds, p_max))
        else:
            z = NOTHING if against.z is None else f"{against.z:.1f}"
            table.append((*name, f"{found.value:,.0f}", f"{against.expected or 0:,.1f}", z, p_max))
    return table


def command(one: Set, sizes: str, top: int) -> str:
    """What asks the same of the command line."""
    options = [
        f"--sizes {sizes}",
        f"--top {top}",
        f"--frequency {one.frequency}",
        f"--against {one.against}",
        "--alternative greater",
    ]
    options += ["--merge-anchors"] * (one.frequency == "anchored") + ["--ignore-labels"] * (not one.labels)
    return f"spminer mine {one.file} {' '.join(options)}"


def markdown(name: str, result: spminer.MotifSet, asked: str, seconds: float) -> str:
    """What the page says of a set: the command, its picture, the table, and the time."""
    head, *body = rows(result)
    rule = ("---:", "---", *["---:"] * (len(head) - 2))
    lines = [f"| {' | '.join(cells)} |" for cells in (head, rule, *body)]
    drawn = {motif.against.samples for motif in result if motif.against is not None} - {None}
    graph = result.input
    facts = [f"{graph.graphs or 0:,} graphs"] if graph.graphs != 1 else []
    facts += [f"{graph.nodes or 0:,} nodes", f"{graph.edges or 0:,} edges"]
    facts += [f"{samples} shuffled copies" for samples in drawn]
    return "\n".join(
        [
            f'```sh title="{name}"',
            asked,
            "```",
            "",
            f"![The most surprising motifs of {name}](../docs/images/surprising/{name}.svg)",
            "",
            *lines,
            "",
            f"{', '.join(facts)}; {seconds:.0f} s.",
        ]
    )


def rewritten(page: str, name: str, text: str) -> str:
    """The page with another text between the marks of a set."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if page.count(start) != 1 or page.count(end) != 1:
        raise SystemExit(f"{PAGE.name} needs the marks {start} and {end}, once each")
    pattern = re.compile(re.escape(start) + ".*" + re.escape(end), re.DOTALL)
    return pattern.sub(lambda _: f"{start}\n\n{text}\n\n{end}", page)


def write_page(name: str, result: spminer.MotifSet, asked: str, seconds: float) -> None:
    pictures = PAGE.parent.parent / "docs" / "images" / "surprising"
    pictures.mkdir(exist_ok=True)
    (pictures / f"{name}.svg").write_text(picture(result), encoding="utf-8")
    text = markdown(name, result, asked, seconds)
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8"), name, text), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--page", action="store_true", help="write the tables and pictures of the page")
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=list(SETS), metavar="NAME")
    parser.add_argument("--sizes", default="3-12", help="sizes of motifs")
    parser.add_argument("--top", type=int, default=3, help="motifs of each size")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that a run may take")
    args = parser.parse_args()

    failed = []
    for name in args.sets:
        start = time.perf_counter()
        result = mined(args.data, SETS[name], args.sizes, args.top, args.limit)
        seconds = time.perf_counter() - start
        whole = result.stop_reason is None
        timing = ", ".join(f"{part} {taken:.1f} s" for part, taken in result.timing_s.items() if taken >= 0.05)
        print(f"\n{name} against {SETS[name].against}: {seconds:.1f} s ({timing}), {result.stop_reason or 'complete'}")
        for size, motif, *numbers in rows(result):
            print(f"{size:>5}  {motif[:44]:44}" + "".join(f"{number:>16}" for number in numbers), flush=True)
        if args.page and whole:
            write_page(name, result, command(SETS[name], args.sizes, args.top), seconds)
        if seconds > args.limit or not whole:
            failed.append(f"{name}: {seconds:.0f} s, {result.stop_reason or 'complete'}")
    if failed:
        raise SystemExit("\n".join(failed))


if __name__ == "__main__":
    main()
