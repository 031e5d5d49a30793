"""Raw files of the eight stories: made up, but of the form and structure that such files have.

``python docs/_scripts/story_data.py`` writes them to ``docs/stories/data``. The same seed gives the same bytes.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

FOLDER = Path(__file__).parent.parent / "stories" / "data"
SEED = 7

Pair = tuple[int, int]


def table(rows: Iterable[Sequence[object]], delimiter: str = ",") -> str:
    """Rows as text."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue()


def attached(nodes: int, links: int, draw: random.Random) -> set[Pair]:
    """A growing network in which new nodes prefer those with many links."""
    ends = list(range(links + 1))
    pairs = {(node, node + 1) for node in range(links)}
    for node in range(links + 1, nodes):
        chosen: set[int] = set()
        while len(chosen) < links:
            chosen.add(draw.choice(ends))
        pairs |= {(other, node) for other in chosen}
        ends += [*sorted(chosen), *[node] * links]
    return pairs


def proteins(draw: random.Random) -> dict[str, str]:
    """An export of STRING: complexes, in which nearly all proteins bind each other, in a sparse network."""
    complexes = ["KAR", "MOL", "TIB", "RUS", "PEX", "SOL", "DIN", "VAM", "LOM", "NUP", "COG", "ZET"]
    names = [f"{name}{number + 1}" for name in complexes for number in range(draw.randint(4, 7))]
    pairs = {
        (a, b)
        for a, b in itertools.combinations(range(len(names)), 2)
        if names[a][:3] == names[b][:3] and draw.random() < 0.88
    }
    singles = [f"{''.join(draw.choice('ABCDEFGHKLMPRSTY') for _ in range(3))}{number}" for number in range(10, 80)]
    order = draw.sample(range(len(names) + len(singles)), len(names) + len(singles))
    names += singles
    pairs |= {(min(order[a], order[b]), max(order[a], order[b])) for a, b in attached(len(names), 2, draw)}
    ends = ["#node1", "node2", "node1_string_id", "node2_string_id"]
    rows: list[Sequence[object]] = [[*ends, "coexpression", "experimentally_determined_interaction", "combined_score"]]
    for a, b in sorted(pairs):
        together, bound = round(draw.uniform(0, 0.6), 3), round(draw.uniform(0.4, 0.99), 3)
        score = round(1 - (1 - together) * (1 - bound), 3)
        rows.append([names[a], names[b], f"9999.P{a:05d}", f"9999.P{b:05d}", together, bound, score])
    return {"string_interactions.tsv": table(rows, "\t")}


def molecules(draw: random.Random) -> dict[str, str]:
    """Inhibitors of a zinc enzyme, nearly all of them primary sulfonamides, and decoys of the same size."""
    tails = ["C", "CC", "OC", "Cl", "F", "Br", "C(=O)NC", "C(=O)OC", "CCN", "NC(=O)C", "CCO", "C#N"]
    rings = ["c1ccc({0})cc1", "c1cccc({0})c1", "c1cc({0})ccn1", "c1ccc({0})s1", "c1ccc({0})c(O)c1"]
    decoy_heads = ["NC(=O){0}", "COC(=O){0}", "CS(=O)(=O){0}", "OC(=O){0}", "CNC{0}", "N#C{0}", "CC(=O)N{0}", "CCOC{0}"]

    def made(heads: list[str], number: int) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < number:
            found[draw.choice(heads).format(draw.choice(rings).format(draw.choice(tails)))] = None
        return list(found)

    actives = made(["NS(=O)(=O){0}"], 34) + made(["ONC(=O){0}"], 4)
    decoys = made(decoy_heads, 74) + made(["NS(=O)(=O){0}"], 2)
    return {
        "actives.smi": "".join(f"{smiles} ACT{number:03d}\n" for number, smiles in enumerate(actives, 1)),
        "decoys.smi": "".join(f"{smiles} DEC{number:03d}\n" for number, smiles in enumerate(decoys, 1)),
    }


def advice(draw: random.Random) -> dict[str, str]:
    """An export of Gephi: whom the staff of a firm ask for advice, mostly upward and within a department."""
    first = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jan", "Kira", "Leo", "Mia", "Nils"]
    people = [f"{name} {letter}." for letter in "ABCD" for name in first][:48]
    department = {person: draw.choice(["litigation", "corporate", "tax"]) for person in people}
    rank = {person: draw.random() for person in people}
    asked: set[tuple[str, str]] = set()
    for person in people:
        for other in draw.sample(people, len(people)):
            near = 0.3 if department[person] == department[other] else 0.06
            up = 1.0 if rank[other] > rank[person] else 0.12
            if other != person and draw.random() < near * up:
                asked.add((person, other))
                asked |= {(person, third) for a, third in sorted(asked) if a == other and draw.random() < 0.12}
    ids = {person: f"n{number}" for number, person in enumerate(people)}
    edges: list[Sequence[object]] = [["Source", "Target", "Type", "Id", "Label", "timeset", "Weight"]]
    arcs = sorted((ids[a], ids[b]) for a, b in asked if a != b)
    edges += [[a, b, "Directed", number, "", "", "1.0"] for number, (a, b) in enumerate(arcs)]
    nodes: list[Sequence[object]] = [["Id", "Label", "timeset", "department"]]
    nodes += [[ids[person], person, "", department[person]] for person in people]
    return {"advice-edges.csv": table(edges), "advice-nodes.csv": table(nodes)}


def connectome(draw: random.Random) -> dict[str, str]:
    """A matrix of traced fibers between cortical areas: near areas are joined, mostly both ways, and hubs with all."""
    names = [f"{field}{number}" for field in ("MOP", "SSP", "AUD", "VIS") for number in range(1, 11)]
    at = {name: (10 * number / len(names) + draw.gauss(0, 0.5), draw.gauss(0, 1)) for number, name in enumerate(names)}
    hubs = set(draw.sample(names, 4))
    rows: list[Sequence[object]] = [["", *names]]
    weights: dict[tuple[str, str], int] = {}
    for a, b in itertools.combinations(names, 2):
        distance = ((at[a][0] - at[b][0]) ** 2 + (at[a][1] - at[b][1]) ** 2) ** 0.5
        chance = min(0.9, 1.3 * 2.7 ** (-1.1 * distance) + (0.18 if {a, b} & hubs else 0.03))
        if draw.random() < chance or names.index(b) == names.index(a) + 1:
            both = draw.random() < 0.75
            for pair in ((a, b), (b, a)) if both else (draw.choice([(a, b), (b, a)]),):
                weights[pair] = draw.randint(1, 400)
    rows += [[a, *(weights.get((a, b), 0) for b in names)] for a in names]
    return {"connectome.csv": table(rows)}


def grid(draw: random.Random) -> dict[str, str]:
    """The lines of a distribution grid, before and after rings were closed: a backbone with branching feeders."""
    backbone = [100 + number for number in range(14)]
    lines = [(a, b) for a, b in itertools.pairwise(backbone)] + [(backbone[-1], backbone[0])]
    buses = 200
    ends = []
    for station in backbone:
        for _ in range(draw.randint(2, 3)):
            last = station
            for _ in range(draw.randint(3, 6)):
                lines.append((last, buses))
                if draw.random() < 0.45:
                    lines.append((buses, buses + 1000))
                last = buses
                buses += 1
            ends.append(last)
    closed = [(a, b) for a, b in itertools.pairwise(ends) if draw.random() < 0.55]
    closed += [(a, a - 3) for a in ends if draw.random() < 0.4 and a - 3 >= 200]
    length = {line: round(draw.uniform(0.4, 9.5), 1) for line in [*lines, *closed]}

    def written(kept: list[Pair]) -> str:
        return "# bus bus km\n" + "".join(f"{a} {b} {length[a, b]}\n" for a, b in kept)

    return {"grid-2015.txt": written(lines), "grid-2025.txt": written(list(dict.fromkeys([*lines, *closed])))}


def works(draw: random.Random) -> dict[str, str]:
    """Citations as a database of works gives them: works cite earlier ones, often what these cite too."""
    cited: list[list[int]] = []
    for number in range(140):
        chosen: set[int] = set()
        for other in draw.sample(range(max(0, number - 60), number), min(number, draw.randint(1, 3))):
            chosen |= {other, *(third for third in cited[other] if draw.random() < 0.4)}
        cited.append(sorted(chosen))
    citations = [
        {"citing": f"W{1000 + number}", "cited": f"W{1000 + other}", "year": 1990 + number // 5}
        for number, others in enumerate(cited)
        for other in others
    ]
    return {"works.jsonl": "".join(f"{json.dumps(citation)}\n" for citation in citations)}


def bank(draw: random.Random) -> dict[str, str]:
    """An export of Neo4j: customers with their devices and addresses, some of which groups of customers share."""
    nodes: list[Sequence[object]] = [[":ID", "since:int", ":LABEL"]]
    arcs: list[Sequence[object]] = [[":START_ID", ":END_ID", ":TYPE"]]
    customers = [f"C{number:03d}" for number in range(110)]
    devices, addresses = ([f"{letter}{number:03d}" for number in range(90)] for letter in "DA")
    owned: dict[str, set[str]] = {name: {draw.choice(devices), draw.choice(addresses)} for name in customers}
    for name in customers:
        if draw.random() < 0.4:
            owned[name].add(draw.choice(devices))
    for group in range(6):
        shared = {draw.choice(devices), draw.choice(devices), draw.choice(addresses)}
        for name in customers[8 * group : 8 * group + draw.randint(3, 4)]:
            owned[name] |= shared
    used = set().union(*owned.values())
    for kind, names in (("Customer", customers), ("Device", devices), ("Address", addresses)):
        nodes += [[name, draw.randint(2009, 2024), kind] for name in names if name in used or kind == "Customer"]
    for name, things in owned.items():
        arcs += [[name, thing, "USES" if thing[0] == "D" else "LIVES_AT"] for thing in sorted(things)]
    return {"bank/nodes.csv": table(nodes), "bank/relationships.csv": table(arcs)}


def folds(draw: random.Random) -> dict[str, str]:
    """A TUDataset of protein folds: helices, sheets and turns as numbers; sheets close to barrels in class 2."""
    helix, sheet, turn = 0, 1, 2
    arcs: list[Pair] = []
    owner, labels, classes = list[int](), list[int](), list[int]()
    for number in range(1, 61):
        kind = 1 if number <= 30 else 2
        shares = [0.5, 0.2, 0.3] if kind == 1 else [0.2, 0.5, 0.3]
        chain = draw.choices([helix, sheet, turn], shares, k=draw.randint(14, 26))
        if kind == 2 or draw.random() < 0.2:
            place = draw.randrange(len(chain) - 8)
            chain[place : place + 8] = [sheet, turn] * 4
        first = len(labels) + 1
        pairs = set(itertools.pairwise(range(len(chain))))
        strands = [place for place, label in enumerate(chain) if label == sheet]
        pairs |= {pair for pair in itertools.pairwise(strands) if draw.random() < (0.8 if kind == 2 else 0.25)}
        pairs |= {pair for pair in itertools.combinations(range(len(chain)), 2) if draw.random() < 0.02}
        arcs += [(first + a, first + b) for pair in sorted(pairs) for a, b in (pair, pair[::-1])]
        owner += [number] * len(chain)
        labels += chain
        classes.append(kind)
    files: dict[str, Sequence[object]] = {
        "A": [f"{a}, {b}" for a, b in arcs],
        "graph_indicator": owner,
        "node_labels": labels,
        "graph_labels": classes,
    }
    written = {f"FOLDS/FOLDS_{name}.txt": "".join(f"{line}\n" for line in lines) for name, lines in files.items()}
    return {**written, "structures.txt": "0 helix\n1 sheet\n2 turn\n"}


MAKERS: tuple[Callable[[random.Random], dict[str, str]], ...] = (
    proteins, molecules, advice, connectome, grid, works, bank, folds,
)  # fmt: skip


def made() -> dict[str, str]:
    """All files by their names."""
    return {name: text for maker in MAKERS for name, text in maker(random.Random(SEED)).items()}


def main(folder: Path = FOLDER) -> None:
    """Write all files."""
    for name, text in made().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
