"""What the engines answer: frequencies that say how sure they are, motifs, and sets of motifs."""

from __future__ import annotations

import json
import math
import resource
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from spminer.errors import InputError
from spminer.patterns import Pattern
from spminer.results.context import Surroundings
from spminer.running.files import write_whole
from spminer.text.sizes import format_sizes

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Definition", "Frequency", "Kind", "Motif", "MotifSet", "Objective", "peak_memory_bytes"]

Definition = Literal["anchored", "graph"]
Objective = Literal["anchored", "graph", "transactions", "images"]
Kind = Literal["exact", "estimate", "lower_bound"]
SCHEMA = 1
_FIELDS: dict[Objective, str] = {
    "anchored": "anchored_frequency",
    "graph": "graph_frequency",
    "transactions": "transaction_support",
    "images": "image_support",
}


def peak_memory_bytes() -> int:
    """Largest memory this process has held so far, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@dataclass(frozen=True, slots=True)
class Frequency:
    """A frequency and how sure it is.

    Attributes
    ----------
    value
        The frequency: exact, estimated, or the part that was proven.
    kind
        ``"exact"``, ``"estimate"`` (with a 95 % interval) or ``"lower_bound"`` (a budget ended the count).
    low, high
        Bounds: equal to the value when exact, the interval of an estimate, and for a lower bound the
        value itself and the most it could still become (``None`` if unknown).

    Examples
    --------
    >>> Frequency.exact(7)
    Frequency(value=7, kind='exact', low=7, high=7)
    """

    value: float
    kind: Kind
    low: float
    high: float | None

    @classmethod
    def exact(cls, value: int) -> Frequency:
        """A frequency that was counted completely."""
        return cls(value, "exact", value, value)

    @classmethod
    def lower_bound(cls, value: int, high: int | None = None) -> Frequency:
        """A frequency whose count was stopped by a budget."""
        return cls(value, "lower_bound", value, high)

    @classmethod
    def between(cls, low: int, high: int) -> Frequency:
        """A frequency that is known to lie there: exact if that leaves one value.

        >>> Frequency.between(3, 3).kind, Frequency.between(3, 5)
        ('exact', Frequency(value=3, kind='lower_bound', low=3, high=5))
        """
        return cls.exact(low) if low == high else cls.lower_bound(low, high)

    @property
    def width(self) -> float:
        """How far apart the bounds are.

        >>> Frequency.between(3, 5).width, Frequency.lower_bound(3).width
        (2, inf)
        """
        return math.inf if self.high is None else self.high - self.low

    def to_dict(self) -> dict[str, float | str | None]:
        """The frequency as in the result file."""
        return {"value": self.value, "kind": self.kind, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Motif:
    """A pattern with its frequencies.

    Attributes
    ----------
    pattern
        The pattern in canonical form, so that equal motifs have equal ids.
    rank
        Place among the motifs of its size, from 1.
    anchored_frequency, graph_frequency
        Definition 1 (nodes that can be the anchor) and Definition 2 (distinct node sets), where known.
    transaction_support, image_support
        Graphs of the collection that contain the pattern, and minimum image support (the smallest number of images
        of any of its nodes), where known.
    score
        The search's own estimate, where there is one.
    examples
        Embeddings, each a list of the user's node names in the order of the pattern's nodes.
    proven
        Whether no pattern of this size outside the result is more frequent: all others were enumerated or refuted.
    surroundings
        What lies around each of the examples, where that was kept.
    """

    pattern: Pattern
    rank: int
    anchored_frequency: Frequency | None = None
    graph_frequency: Frequency | None = None
    score: float | None = None
    examples: tuple[tuple[str, ...], ...] = ()
    transaction_support: Frequency | None = None
    image_support: Frequency | None = None
    proven: bool = False
    surroundings: tuple[Surroundings, ...] = ()

    def frequency(self, objective: Objective) -> Frequency | None:
        """The frequency that an objective ranks by, where known."""
        found: Frequency | None = getattr(self, _FIELDS[objective])
        return found

    @property
    def size(self) -> int:
        """Number of nodes."""
        return self.pattern.size

    @property
    def id(self) -> str:
        """Canonical text of the pattern."""
        return self.pattern.text

    def to_networkx(self) -> Any:
        """The pattern as a ``networkx.Graph`` or ``DiGraph``, see :meth:`spminer.Pattern.to_networkx`."""
        return self.pattern.to_networkx()

    def to_dict(self) -> dict[str, Any]:
        """The motif as in the result file."""

        def plain(frequency: Frequency | None) -> dict[str, Any] | None:
            return None if frequency is None else frequency.to_dict()

        return {
            "size": self.size,
            "rank": self.rank,
            "id": self.id,
            "edges": [list(edge) for edge in self.pattern.edges],
            "anchor": self.pattern.anchor,
            "anchored_frequency": plain(self.anchored_frequency),
            "graph_frequency": plain(self.graph_frequency),
            "transaction_support": plain(self.transaction_support),
            "image_support": plain(self.image_support),
            "score": self.score,
            "proven": self.proven,
            "examples": [list(example) for example in self.examples],
            "surroundings": [around.to_dict() for around in self.surroundings],
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Motif:
        """The inverse of :meth:`to_dict`."""

        def frequency(name: str) -> Frequency | None:
            return None if data.get(name) is None else Frequency(**data[name])

        return cls(
            pattern=Pattern.parse(data["id"]),
            rank=data["rank"],
            anchored_frequency=frequency("anchored_frequency"),
            graph_frequency=frequency("graph_frequency"),
            transaction_support=frequency("transaction_support"),
            image_support=frequency("image_support"),
            score=data.get("score"),
            proven=data.get("proven", False),
            examples=tuple(tuple(example) for example in data.get("examples", ())),
            surroundings=tuple(Surroundings.from_dict(around) for around in data.get("surroundings", ())),
        )


@dataclass(frozen=True, repr=False)
class MotifSet:
    """The result of mining or enumerating: motifs by size and rank, and how they were found.

    Attributes
    ----------
    motifs
        All motifs, smaller sizes first, best first within a size.
    graph
        Facts about the input: graphs, nodes, edges and so on.
    config
        Every parameter of the run.
    status, stop_reason
        ``"complete"``, or ``"partial"`` with the reason.
    timing_s
        Seconds per stage, with ``"total"``.
    peak_memory_bytes
        Largest memory of the process so far.
    warnings
        What the user should know to judge the result, one sentence each.
    plan
        How each size was searched and why, as of :class:`spminer.mining.plan.Plan`.
    versions
        Software that the result was made with.
    """

    motifs: tuple[Motif, ...]
    graph: dict[str, Any] = field(default_factory=dict)
    config: dict[str, Any] = field(default_factory=dict)
    status: Literal["complete", "partial"] = "complete"
    stop_reason: str | None = None
    timing_s: dict[str, float] = field(default_factory=dict)
    peak_memory_bytes: int | None = None
    warnings: tuple[str, ...] = ()
    plan: tuple[dict[str, Any], ...] = ()
    versions: dict[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        sizes = format_sizes(sorted({motif.size for motif in self.motifs}))
        found = f"{len(self)} motif{'s' * (len(self) != 1)} of {sizes}" if self.motifs else "no motifs"
        return f"MotifSet({found}, {self.status})"

    def __iter__(self) -> Iterator[Motif]:
        return iter(self.motifs)

    def __len__(self) -> int:
        return len(self.motifs)

    def __getitem__(self, index: int) -> Motif:
        return self.motifs[index]

    def to_dict(self) -> dict[str, Any]:
        """The result as in the result file."""
        return {
            "schema": SCHEMA,
            "status": self.status,
            "stop_reason": self.stop_reason,
            "config": self.config,
            "graph": self.graph,
            "timing_s": self.timing_s,
            "peak_memory_bytes": self.peak_memory_bytes,
            "warnings": list(self.warnings),
            "plan": list(self.plan),
            "versions": self.versions,
            "motifs": [motif.to_dict() for motif in self.motifs],
        }

    def to_json(self, path: str | Path | None = None) -> str:
        """The result as JSON text, written to ``path`` if one is given (complete or not at all)."""
        text = json.dumps(self.to_dict(), indent=1)
        if path is not None:
            write_whole(path, text + "\n")
        return text

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MotifSet:
        """The inverse of :meth:`to_dict`."""
        if data.get("schema") != SCHEMA:
            raise InputError(f"result has schema {data.get('schema')!r}, this version reads {SCHEMA}")
        names = ("graph", "config", "status", "stop_reason", "timing_s", "peak_memory_bytes")
        motifs = tuple(Motif.from_dict(motif) for motif in data["motifs"])
        values = {name: data[name] for name in names}
        # The first result files do not have these.
        values |= {name: tuple(data.get(name, ())) for name in ("warnings", "plan")}
        return cls(motifs, **values, versions=data.get("versions", {}))

    @classmethod
    def from_json(cls, path: str | Path) -> MotifSet:
        """Read a result file."""
        remedy = "give a file written by `spminer ... --output`"
        try:
            return cls.from_dict(json.loads(Path(path).read_text(encoding="utf-8")))
        except InputError as error:
            raise InputError(error.reason, source=str(path), remedy=remedy) from error
        except OSError as error:
            raise InputError(error.strerror or str(error), source=str(path), remedy=remedy) from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError("not a result file", source=str(path), remedy=remedy) from error

    def report(self, path: str | Path) -> None:
        """Write the result as one HTML file that needs no network."""
        from spminer.report import write_report

        write_report(self, path)

    def _repr_html_(self) -> str:
        """The best motifs as a gallery, for notebooks."""
        from spminer.report import render_gallery

        return render_gallery(self)

    def plot(self, frequency: Objective | None = None, *, ax: Axes | None = None) -> Axes:
        """Draw frequency against size with matplotlib: every motif, the best and the median of each size.

        Parameters
        ----------
        frequency
            Which frequency; by default the one that the motifs are ranked by.
        ax
            Where to draw; by default a new figure.
        """
        from spminer.report.plotting import plot_frequencies

        return plot_frequencies(self, frequency, ax)

    @property
    def objective(self) -> Objective:
        """The frequency that the motifs are ranked by, as far as the result tells.

        >>> MotifSet((Motif(Pattern.parse("0-1"), 1, graph_frequency=Frequency.exact(3)),)).objective
        'graph'
        """
        asked = self.config.get("frequency")
        known: list[Objective] = [name for name in _FIELDS if any(motif.frequency(name) for motif in self.motifs)]
        return asked if asked in known else (known or ["anchored"])[0]

    def to_pandas(self) -> pd.DataFrame:
        """One row per motif with every frequency: its value, how sure it is and its bounds (empty where unknown).

        >>> edge = Motif(Pattern.parse("0-1@0"), 1, anchored_frequency=Frequency.exact(3))
        >>> MotifSet((edge,)).to_pandas()[["size", "id", "anchored_frequency", "anchored_frequency_kind"]]
           size     id  anchored_frequency anchored_frequency_kind
        0     2  0-1@0                   3                   exact
        """
        from spminer.running.libraries import import_library

        library = import_library("pandas", "spminer[graphs]")
        table: pd.DataFrame = library.DataFrame([_table_row(motif) for motif in self.motifs])
        return table


def _table_row(motif: Motif) -> dict[str, Any]:
    row: dict[str, Any] = {"size": motif.size, "rank": motif.rank, "id": motif.id, "edges": len(motif.pattern.edges)}
    for objective, name in _FIELDS.items():
        frequency = motif.frequency(objective)
        for suffix, part in (("", "value"), ("_kind", "kind"), ("_low", "low"), ("_high", "high")):
            missing = None if part == "kind" else math.nan
            value = missing if frequency is None else getattr(frequency, part)
            row[name + suffix] = missing if value is None else value
    return row | {"score": motif.score, "proven": motif.proven}
