"""The schema of result files: the only place where results become plain values and come back.

Fields may be added, never renamed or given another meaning: files of earlier versions load with what they have. Names
here are those of the file, whatever the code calls things (``neighbours`` is older than American spelling).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any

from spminer.errors import InputError
from spminer.frequencies import Frequency
from spminer.patterns import Pattern
from spminer.request import EnumerationRequest, MiningRequest, Plan, Stage, Verification
from spminer.results.context import Surroundings
from spminer.results.contrast import Contrast
from spminer.results.motif import FREQUENCY_FIELDS, Motif
from spminer.results.motif_set import MotifSet
from spminer.results.provenance import InputFacts
from spminer.results.schema import SCHEMA, check_motif, check_result

if TYPE_CHECKING:
    from spminer.patterns.names import FieldNames

__all__ = [
    "SCHEMA",
    "config_to_dict",
    "input_to_dict",
    "motif_from_dict",
    "motif_to_dict",
    "result_from_dict",
    "result_to_dict",
]

_SURROUNDING_EDGE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")

# What every contrast has in the file, null where it is not defined; other figures are there where they are defined.
_CONTRAST_ALWAYS = ("with", "samples", "expected", "spread", "ratio", "low", "high", "z", "p", "q", "p_max")


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
        motifs=tuple(_motif_from_checked(motif) for motif in data["motifs"]),
        request=_request_from_config(config),
        input=InputFacts(**_known(InputFacts, data["graph"])),
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


def motif_to_dict(motif: Motif) -> dict[str, Any]:
    """A motif as in the file."""
    frequencies = {name: getattr(motif, name) for name in FREQUENCY_FIELDS.values()}
    return {
        "size": motif.size,
        "rank": motif.rank,
        "id": motif.id,
        **_names_to_dict(motif.names),
        "edges": [list(edge) for edge in motif.pattern.edges],
        "anchor": motif.pattern.anchor,
        **{name: _frequency_to_dict(known) for name, known in frequencies.items()},
        "score": motif.score,
        "proven": motif.proven,
        "closed": motif.closed,
        "maximal": motif.maximal,
        "covers": _frequency_to_dict(motif.covers),
        "examples": [list(example) for example in motif.examples],
        "surroundings": [_surroundings_to_dict(around) for around in motif.surroundings],
        **({} if motif.against is None else {"against": contrast_to_dict(motif.against)}),
    }


def _names_to_dict(names: FieldNames) -> dict[str, Any]:
    """The names as in the file, where they apply; nothing reads them back, since the pattern tells them."""
    return {name: value for name, value in asdict(names).items() if value is not None}


def motif_from_dict(data: Mapping[str, Any]) -> Motif:
    """The inverse of :func:`motif_to_dict`."""
    check_motif(data)
    return _motif_from_checked(data)


def _motif_from_checked(data: Mapping[str, Any]) -> Motif:
    pattern = Pattern.parse(data["id"])
    _check_agreement(data, pattern)
    frequencies = {name: data.get(name) for name in FREQUENCY_FIELDS.values()}
    return Motif(
        pattern=pattern,
        rank=data["rank"],
        **{name: _frequency_from_dict(known) for name, known in frequencies.items()},
        score=data.get("score"),
        proven=data.get("proven", False),
        closed=data.get("closed"),
        maximal=data.get("maximal"),
        covers=_frequency_from_dict(data.get("covers")),
        examples=tuple(tuple(example) for example in data.get("examples", ())),
        surroundings=tuple(_surroundings_from_dict(around) for around in data.get("surroundings", ())),
        against=None if data.get("against") is None else _contrast_from_dict(data["against"]),
    )


def _check_agreement(data: Mapping[str, Any], pattern: Pattern) -> None:
    """Refuse what is said of a pattern that its id says otherwise."""
    said = {"size": pattern.size, "edges": [list(edge) for edge in pattern.edges], "anchor": pattern.anchor}
    for name, value in said.items():
        if name in data and data[name] != value:
            raise InputError(f"{name} of motif {pattern.text} is not that of its id")
    nodes = pattern.size
    if any(len(example) != nodes for example in data.get("examples", ())):
        raise InputError(f"an example of motif {pattern.text} has not {nodes} nodes")
    if len(data.get("surroundings", ())) not in (0, len(data.get("examples", ()))):
        raise InputError(f"motif {pattern.text} has not one of the surroundings for each example")
    for around in data.get("surroundings", ()):
        most = nodes + len(around["neighbours"]) - 1
        if not all(_is_edge(edge, most) for edge in around["edges"].split()):
            raise InputError(f"surroundings of motif {pattern.text} have an edge that is none of 0-{most}")


def _is_edge(text: str, most: int) -> bool:
    """Whether a text is an edge between two of the nodes 0 to ``most``."""
    match = _SURROUNDING_EDGE.fullmatch(text)
    return match is not None and max(int(match[1]), int(match[2])) <= most and int(match[1]) != int(match[2])


def config_to_dict(result: MotifSet) -> dict[str, Any]:
    """The options of a run as in the file: those of the request, and the settings that its methods ran with."""
    request = result.request
    config: dict[str, Any] = {}
    if isinstance(request, MiningRequest):
        config = {"command": "mine", **asdict(request), "sizes": list(request.sizes), "settings": dict(result.settings)}
        config["settings_given"] = dict(request.settings)
    elif isinstance(request, EnumerationRequest):
        options = {name: value for name, value in asdict(request).items() if name != "sizes"}
        size = request.sizes[0] if len(request.sizes) == 1 else list(request.sizes)
        config = {"command": "enumerate", "size": size, **options}
    return config if result.command_line is None else {**config, "command_line": result.command_line}


def input_to_dict(facts: InputFacts) -> dict[str, Any]:
    """The facts about the input as in the file; what is not known is left out."""
    if facts == InputFacts():
        return {}
    # Files of before have no account of the reading, and get none.
    return {name: value for name, value in asdict(facts).items() if name != "reading" or value is not None}


def _frequency_to_dict(frequency: Frequency | None) -> dict[str, Any] | None:
    return None if frequency is None else frequency.to_dict()


def _frequency_from_dict(data: Mapping[str, Any] | None) -> Frequency | None:
    return None if data is None else Frequency(**data)


def _request_from_config(config: Mapping[str, Any]) -> MiningRequest | EnumerationRequest | None:
    if config.get("command") == "enumerate":
        sizes = config["size"] if isinstance(config["size"], list) else [config["size"]]
        options = _known(EnumerationRequest, config)
        return EnumerationRequest(**{**options, "sizes": tuple(sizes)})
    if config.get("command") != "mine":
        return None
    options = _known(MiningRequest, config)
    if "verify" in options:
        options["verify"] = Verification(**options["verify"])
    options["settings"] = config.get("settings_given", {})
    request = MiningRequest(**{**options, "sizes": tuple(config["sizes"])})
    return replace(request, settings=dict(request.settings))


def _stage_to_dict(stage: Stage) -> dict[str, Any]:
    return {
        "method": stage.method,
        "sizes": list(stage.sizes),
        "reason": stage.reason,
        "subgraphs": stage.subgraphs,
        "seconds": stage.seconds,
    }


def _stage_from_dict(data: Mapping[str, Any]) -> Stage:
    return Stage(**{**_known(Stage, data), "sizes": tuple(data["sizes"])})


def _surroundings_to_dict(around: Surroundings) -> dict[str, Any]:
    """The edges are text, to stay on one line."""
    edges = " ".join(f"{a}-{b}" for a, b in around.edges)
    return {"neighbours": list(around.neighbors), "edges": edges, "hidden": around.hidden, "graph": around.graph}


def _surroundings_from_dict(data: Mapping[str, Any]) -> Surroundings:
    pairs = [edge.split("-") for edge in data["edges"].split()]
    edges = tuple((int(a), int(b)) for a, b in pairs)
    return Surroundings(tuple(data["neighbours"]), edges, data.get("hidden", 0), data.get("graph"))


def contrast_to_dict(contrast: Contrast) -> dict[str, Any]:
    data = {name.rstrip("_"): value for name, value in asdict(contrast).items()}
    return {name: value for name, value in data.items() if name in _CONTRAST_ALWAYS or value is not None}


def _contrast_from_dict(data: Mapping[str, Any]) -> Contrast:
    return Contrast(with_=data["with"], **_known(Contrast, data))


def _known(kind: type, data: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a file that a type has fields for: a later version may have written more."""
    return {entry.name: data[entry.name] for entry in fields(kind) if entry.name in data}
