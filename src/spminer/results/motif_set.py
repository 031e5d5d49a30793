"""MotifSet: the result of mining or enumerating, and the file that holds it.

Fields of the file may be added, never renamed or given another meaning: files of earlier versions load with what they
have. ``schema.py`` checks a file before anything is made of it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from spminer._util.files import near_file, write_atomic
from spminer._util.imports import import_optional
from spminer._util.text import counted, format_sizes, json_text
from spminer._util.validation import validate_arguments
from spminer.errors import InputError, UsageError
from spminer.results.motif import (
    FREQUENCY_FIELDS,
    Motif,
    known_fields,
    motif_from_checked,
    motif_to_dict,
)
from spminer.results.provenance import InputFacts
from spminer.results.request import DIRECTIONS, MiningRequest, Plan, Stage, Verification
from spminer.results.schema import SCHEMA, check_result
from spminer.results.table import (
    PICTURE_FILES,
    TABLE_FILES,
    TEXT_FILES,
    arrow_table,
    check_result_path,
    column_kinds,
    table_rows,
    write_table,
)
from spminer.results.text import document_table, result_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd
    from matplotlib.axes import Axes

    from spminer.results.frequency import FrequencyName

__all__ = ["MotifSet", "load"]


@dataclass(frozen=True, repr=False)
class MotifSet:
    """The result of mining or enumerating: motifs by size and rank, and how they were found.

    Attributes
    ----------
    motifs
        All motifs, smaller sizes first, best first within a size.
    request
        What was asked: every option of the run; ``None`` if that is not known.
    input
        Facts about the graphs: how many, nodes, edges and so on.
    plan
        How each size was searched and why.
    settings
        Settings of each method that ran, by its name, with what was left to the method filled in.
    status, stop_reason
        ``"complete"``, or ``"partial"`` with the reason.
    timing_s
        Seconds per stage, with ``"total"``.
    peak_memory_bytes
        Largest memory of the process so far.
    warnings
        Limits of the result that the user should know, one sentence each.
    versions
        Software that the result was made with.
    command_line
        The command that made the result, if it was one.
    """

    motifs: tuple[Motif, ...]
    request: MiningRequest | None = None
    input: InputFacts = field(default_factory=InputFacts)
    plan: Plan = field(default_factory=Plan)
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    status: Literal["complete", "partial"] = "complete"
    stop_reason: str | None = None
    timing_s: Mapping[str, float] = field(default_factory=dict)
    peak_memory_bytes: int | None = None
    warnings: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    command_line: str | None = None

    def __repr__(self) -> str:
        sizes = format_sizes(sorted({motif.size for motif in self.motifs}))
        found = f"{counted(len(self), 'motif')} of {sizes}" if self.motifs else "no motifs"
        return f"MotifSet({found}, {self.status})"

    def __str__(self) -> str:
        """What there is, and a table of at most 20 rows.

        >>> import spminer
        >>> from spminer.datasets import example
        >>> print(spminer.enumerate(example(), 3))
        3 motifs of size 3, complete
        size  rank  nodes  shape                 node sets  proven  pattern
           3     1     34  path of 3, at an end        393  yes     0-1,1-2@0
           3     2     32  triangle                     45  yes     0-1,0-2,1-2@0
        """
        head = repr(self).removeprefix("MotifSet(").removesuffix(")")
        return f"{head}\n{result_text(self)}" if self.motifs else head

    def __iter__(self) -> Iterator[Motif]:
        return iter(self.motifs)

    def __len__(self) -> int:
        return len(self.motifs)

    def __getitem__(self, index: int) -> Motif:
        return self.motifs[index]

    @property
    def frequency_name(self) -> FrequencyName:
        """The frequency that ranks the motifs: that of the request, or else of the first motif.

        >>> from spminer import Frequency, Motif, Pattern
        >>> MotifSet((Motif(Pattern.parse("0-1"), 1, graph_frequency=Frequency.exact(3)),)).frequency_name
        'graph'
        """
        asked = None if self.request is None else self.request.frequency
        names = [name for name in FREQUENCY_FIELDS if name != asked]
        if asked is not None:
            names.insert(0, asked)
        return next((name for name in names if any(motif.frequency(name) for motif in self.motifs)), "anchored")

    @property
    def config(self) -> dict[str, Any]:
        """Every option of the run as plain values, as in the result file."""
        return config_to_dict(self)

    @property
    def graph(self) -> dict[str, Any]:
        """Facts about the input as plain values, as in the result file."""
        return input_to_dict(self.input)

    def of_size(self, size: int) -> MotifSet:
        """The same result with the motifs of one size only.

        >>> import spminer
        >>> from spminer.datasets import example
        >>> len(spminer.enumerate(example(), "3-4").of_size(3))
        3
        """
        return replace(self, motifs=tuple(motif for motif in self.motifs if motif.size == size))

    def to_networkx(self) -> list[Any]:
        """Each motif as a ``networkx.Graph`` or ``DiGraph``, as :meth:`spminer.Pattern.to_networkx` makes them."""
        return [motif.to_networkx() for motif in self.motifs]

    def to_dict(self) -> dict[str, Any]:
        """The result as in the result file."""
        return result_to_dict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MotifSet:
        """The inverse of :meth:`to_dict`."""
        return result_from_dict(data)

    def to_json(self, path: str | Path | None = None) -> str:
        """The result as JSON text, written to ``path`` if one is given (complete or not at all)."""
        text = json_text(self.to_dict())
        if path is not None:
            write_atomic(path, text + "\n")
        return text

    def save(self, path: str | Path) -> None:
        """Write the result to a file, whole or not at all; what the name ends in says how.

        ``.json`` keeps everything, and is what :func:`spminer.load` and the verbs of the command line read.
        ``.csv``, ``.tsv`` and ``.parquet`` hold the table of :meth:`to_pandas`, a row per motif, and ``.md`` and
        ``.tex`` the printed table, for notes and papers (LaTeX with ``booktabs``). ``.svg`` and ``.png`` are one
        picture of the best motifs of each size with their frequencies, for papers and slides; a PNG needs
        matplotlib.

        Examples
        --------
        >>> import tempfile
        >>> import spminer
        >>> from spminer.datasets import example
        >>> path = Path(tempfile.mkdtemp()) / "motifs.csv"
        >>> spminer.enumerate(example(), 3).save(path)
        >>> path.read_text().splitlines()[1][:27]
        '3,1,"0-1,1-2@0","path of 3,'
        """
        check_result_path(path)
        ending = Path(path).suffix.lower()
        if ending in TABLE_FILES:
            write_table(self.motifs, self.input, path)
        elif ending in TEXT_FILES:
            write_atomic(path, document_table(self, ending) + "\n")
        elif ending in PICTURE_FILES:
            from spminer.report import write_sheet  # a convenience: the report knows results

            write_sheet(self, path)
        else:
            self.to_json(path)

    @classmethod
    def from_json(cls, path: str | Path) -> MotifSet:
        """Read a result file, as :func:`spminer.load`."""
        remedy = "give a .json file that `save` or `spminer ... --output` wrote"
        try:
            return cls.from_dict(json.loads(Path(path).read_text(encoding="utf-8")))
        except InputError as error:
            raise InputError(error.reason, source=str(path), remedy=remedy) from error
        except FileNotFoundError as error:
            raise InputError(f"no such file{near_file(path)}", source=str(path), remedy=remedy) from error
        except OSError as error:
            raise InputError(error.strerror or str(error), source=str(path), remedy=remedy) from error
        except RecursionError as error:
            raise InputError("is nested too deeply", source=str(path), remedy=remedy) from error
        except UsageError as error:  # a request that no run could have had
            raise InputError(str(error), source=str(path), remedy=remedy) from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError("not a result file", source=str(path), remedy=remedy) from error

    def report(self, path: str | Path, *, all_anchors: bool = False, title: str | None = None) -> None:
        """Write the result as one HTML file that needs no network: a card per pattern, or per anchor of it.

        A path that ends in ``.pdf`` gets the page as an installed Chromium, Chrome or Edge prints it. Its title is that
        of the input if none is given.
        """
        from spminer.report import write_report  # a convenience, as are the next two: the report knows results

        write_report(self, path, all_anchors=all_anchors, title=title)

    def _repr_html_(self) -> str:
        """The best motifs as a gallery, for notebooks."""
        from spminer.report import render_gallery

        return render_gallery(self)

    def plot(self, frequency: FrequencyName | None = None, *, ax: Axes | None = None) -> Axes:
        """Draw the motifs with matplotlib.

        Motifs that were compared are drawn by their ratio to what is expected, with its interval and z, the most
        surprising first. Others, or with a frequency given, are drawn by frequency against size: every motif, the best
        and the median of each size.

        Parameters
        ----------
        frequency
            Which frequency; by default the ratio, or the frequency that the motifs are ranked by.
        ax
            Where to draw; by default a new figure.
        """
        from spminer.report.charts import plot_frequencies, plot_ratios

        if frequency is None and any(motif.against is not None for motif in self):
            return plot_ratios(self, ax)
        return plot_frequencies(self, frequency, ax)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The table of :meth:`to_pandas` for programs that take Arrow streams (polars, DuckDB, pandas); needs pyarrow.

        >>> import polars
        >>> import spminer
        >>> from spminer.datasets import example
        >>> polars.DataFrame(spminer.enumerate(example(), 3))["anchored_frequency"].to_list()
        [34.0, 32.0, 22.0]
        """
        return arrow_table(table_rows(self.motifs, self.input)).__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pd.DataFrame:
        """One row per motif: its names, and every frequency with its value, how sure it is and its bounds.

        Frequencies of nodes and of graphs are also given as shares in percent, and the first example as text. What is
        unknown, or does not apply, is empty.

        If motifs were compared with something, further columns say what came out of that.

        >>> from spminer import Frequency, Motif, Pattern
        >>> edge = Motif(Pattern.parse("0-1@0"), 1, anchored_frequency=Frequency.exact(3))
        >>> MotifSet((edge,)).to_pandas()[["size", "id", "anchored_frequency", "anchored_frequency_kind"]]
           size     id  anchored_frequency anchored_frequency_kind
        0     2  0-1@0                   3                   exact
        """
        pandas = import_optional("pandas", "spminer[graphs]")
        rows = table_rows(self.motifs, self.input)
        # Nothing is not a number where a number could stand, so that numbers stay numbers.
        missing = {name: math.nan if kind in ("whole", "number") else None for name, kind in column_kinds(rows).items()}
        filled = [{name: missing[name] if value is None else value for name, value in row.items()} for row in rows]
        table: pd.DataFrame = pandas.DataFrame(filled)
        return table


@validate_arguments
def load(path: str | Path) -> MotifSet:
    """Read a result that :meth:`MotifSet.save` or ``spminer ... --output`` wrote as JSON.

    Parameters
    ----------
    path : str or Path
        The file, whose name ends in ``.json``. Tables and pictures of a result cannot be read back.

    Returns
    -------
    MotifSet
        A result equal to the one that was saved.

    Raises
    ------
    InputError
        If there is no such file, or it is no result.

    Examples
    --------
    >>> import tempfile
    >>> import spminer
    >>> from spminer.datasets import example
    >>> path = Path(tempfile.mkdtemp()) / "motifs.json"
    >>> result = spminer.enumerate(example(), 3)
    >>> result.save(path)
    >>> spminer.load(path) == result
    True
    """
    if not isinstance(path, str | PathLike):
        raise UsageError(f"path must be the path of a file, not {path!r:.100}")
    return MotifSet.from_json(Path(path))


def result_to_dict(result: MotifSet) -> dict[str, Any]:
    """A result as in the file."""
    return {
        "schema": SCHEMA,
        "status": result.status,
        "stop_reason": result.stop_reason,
        "config": config_to_dict(result),
        "graph": input_to_dict(result.input),
        "timing_s": dict(result.timing_s),
        "peak_memory_bytes": result.peak_memory_bytes,
        "warnings": list(result.warnings),
        "plan": [_stage_to_dict(stage) for stage in result.plan.stages],
        "versions": dict(result.versions),
        "motifs": [motif_to_dict(motif) for motif in result.motifs],
    }


def result_from_dict(data: Mapping[str, Any]) -> MotifSet:
    """The inverse of :func:`result_to_dict`; what is no result is refused with the place that is wrong."""
    schema = data.get("schema") if isinstance(data, Mapping) else None
    if schema != SCHEMA or isinstance(schema, bool):
        raise InputError(f"result has schema {schema!r}, this version reads {SCHEMA}")
    check_result(data)
    config = data["config"]
    return MotifSet(
        motifs=tuple(motif_from_checked(motif) for motif in data["motifs"]),
        request=_request_from_config(config),
        input=InputFacts(**known_fields(InputFacts, data["graph"])),
        plan=Plan(tuple(_stage_from_dict(stage) for stage in data.get("plan", ()))),
        settings=config.get("settings", {}),
        status=data["status"],
        stop_reason=data["stop_reason"],
        timing_s=data["timing_s"],
        peak_memory_bytes=data["peak_memory_bytes"],
        # The first result files do not have these two.
        warnings=tuple(data.get("warnings", ())),
        versions=data.get("versions", {}),
        command_line=config.get("command_line"),
    )


def config_to_dict(result: MotifSet) -> dict[str, Any]:
    """The options of a run as in the file: those of the request, and the settings that its methods ran with."""
    request = result.request
    config: dict[str, Any] = {}
    if request is not None:
        values = asdict(request)
        # Files of earlier versions do not have what is only sometimes set.
        values["verify"] = {name: value for name, value in values["verify"].items() if value is not None}
        sizes = list(request.sizes)
        config = {name: values[name] for name in request.options(request.command)}
        config = {{"alternative": "direction"}.get(name, name): value for name, value in config.items()}
        config["direction"] = request.direction
        if request.command == "mine":
            config |= {"sizes": sizes, "settings": dict(result.settings), "settings_given": config["settings"]}
        else:
            del config["sizes"]
            config = {"size": sizes[0] if len(sizes) == 1 else sizes, **config}
        config = {"command": request.command, **config}
    return config if result.command_line is None else {**config, "command_line": result.command_line}


def input_to_dict(facts: InputFacts) -> dict[str, Any]:
    """The facts about the input as in the file; what is not known is left out."""
    if facts == InputFacts():
        return {}
    # Files of before have no account of the reading, and get none.
    return {name: value for name, value in asdict(facts).items() if name != "reading" or value is not None}


def _request_from_config(config: Mapping[str, Any]) -> MiningRequest | None:
    command = config.get("command")
    if command not in ("mine", "enumerate"):
        return None
    options = MiningRequest.select_options(config, command)
    if "direction" in config:
        options["alternative"] = next(name for name, one in DIRECTIONS.items() if one == config["direction"])
    sizes = config["sizes" if command == "mine" else "size"]
    options["sizes"] = tuple(sizes) if isinstance(sizes, list) else (sizes,)
    if command == "enumerate":
        return MiningRequest(command=command, method="exact", **options)
    if "verify" in options:
        options["verify"] = Verification(**options["verify"])
    return MiningRequest(**{**options, "settings": dict(config.get("settings_given", {}))})


def _stage_to_dict(stage: Stage) -> dict[str, Any]:
    return {
        "method": stage.method,
        "sizes": list(stage.sizes),
        "reason": stage.reason,
        "subgraphs": stage.subgraphs,
        "seconds": stage.seconds,
    }


def _stage_from_dict(data: Mapping[str, Any]) -> Stage:
    return Stage(**{**known_fields(Stage, data), "sizes": tuple(data["sizes"])})
