"""Schema of result files: what each field may hold, checked before anything is made of it.

A result file is input like any other: it may be cut, edited or made up. Fields that are not known are let pass, since a
later version may have written more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

from spminer.errors import InputError
from spminer.frequencies import Definition, Objective
from spminer.frequencies.frequency import Kind
from spminer.patterns import MAX_PATTERN_NODES
from spminer.request.comparison import Direction
from spminer.request.enumeration import Engine
from spminer.results.contrast import Contrast

__all__ = ["check_motif", "check_result"]

Check = Callable[[Any, str], None]

_LARGEST = 1e300  # beyond, sums are no numbers any more
_ENDLESS = (math.inf, -math.inf)


def check_result(data: Any) -> None:
    """Refuse what is no result, with the place of the first field that is wrong.

    >>> from spminer import MotifSet
    >>> check_result({**MotifSet(()).to_dict(), "status": "done"})
    Traceback (most recent call last):
    spminer.errors.InputError: status is 'done' instead of 'complete' or 'partial'
    """
    _RESULT(data, "")


def check_motif(data: Any, where: str = "") -> None:
    """Refuse what is no motif of a result."""
    _MOTIF(data, where)


def _fail(where: str, value: Any, expected: str) -> None:
    found = repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
    if len(found) > 40:
        found = f"{found[:40]}..."
    raise InputError(f"{where or 'the file'} is {found} instead of {expected}")


def _text(value: Any, where: str) -> None:
    if not isinstance(value, str):
        _fail(where, value, "a text")


def _flag(value: Any, where: str) -> None:
    if not isinstance(value, bool):
        _fail(where, value, "true or false")


def _number(value: Any, where: str) -> None:
    """Any number: a comparison may have an infinite result."""
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or (abs(value) > _LARGEST and value not in _ENDLESS)
    ):
        _fail(where, value, "a number")


def _amount(value: Any, where: str) -> None:
    _number(value, where)
    if not 0 <= value <= _LARGEST:
        _fail(where, value, "a number from 0")


def _whole(least: int = 0, most: float = _LARGEST) -> Check:
    def check(value: Any, where: str) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            _fail(where, value, f"a whole number from {least}" + (f" to {most}" if most < _LARGEST else ""))

    return check


def _one_of(*known: str) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or value not in known:
            _fail(where, value, " or ".join(map(repr, known)))

    return check


def _maybe(inner: Check) -> Check:
    def check(value: Any, where: str) -> None:
        if value is not None:
            inner(value, where)

    return check


def _list_of(inner: Check, *, length: int | None = None) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, list | tuple) or (length is not None and len(value) != length):
            _fail(where, value, "a list" if length is None else f"a list of {length}")
        for index, item in enumerate(value):
            inner(item, f"{where}[{index}]")

    return check


def _map_of(inner: Check) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            _fail(where, value, "an object")
        for name, item in value.items():
            inner(item, f"{where}.{name}")

    return check


def _record(needed: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            _fail(where, value, "an object")
        if missing := [name for name in needed if name not in value]:
            raise InputError(f"{where or 'the file'} has no {missing[0]}")
        for name, inner in {**needed, **(optional or {})}.items():
            if name in value:
                inner(value[name], f"{where}.{name}" if where else name)

    return check


def _setting(value: Any, where: str) -> None:
    """Settings of methods, which are shown as they are."""
    if isinstance(value, list | tuple):
        _list_of(_setting)(value, where)
    elif value is not None and not isinstance(value, str | bool):
        _number(value, where)


_SIZE = _whole(1, MAX_PATTERN_NODES)
_SIZES = _list_of(_SIZE)


def _frequency(value: Any, where: str) -> None:
    _record({"value": _amount, "kind": _one_of(*get_args(Kind)), "low": _amount, "high": _maybe(_amount)})(value, where)
    high = math.inf if value["high"] is None else value["high"]
    if not value["low"] <= value["value"] <= high or (value["kind"] != "lower_bound" and value["high"] is None):
        raise InputError(f"{where} is not within its bounds")


_COMPARED = {
    "against": _maybe(_text),
    "null_samples": _whole(1),
    "direction": _one_of(*get_args(Direction)),
    "seed": _whole(),
    "threads": _whole(),
    "time_limit": _maybe(_amount),
    "memory_limit": _maybe(_whole()),
    "examples": _whole(),
    "command_line": _maybe(_text),
}
_MINED = {
    "top": _whole(1),
    "method": _text,
    "frequency": _one_of(*get_args(Objective)),
    "support": _maybe(_amount),
    **dict.fromkeys(("induced", "merge_anchors", "closed", "maximal", "distinct"), _flag),
    "verify": _record({}, {"factor": _whole(), "effort": _whole(1), "both": _flag}),
    "settings": _map_of(_map_of(_setting)),
    "settings_given": _map_of(_setting),
}
_ENUMERATED = {
    "top": _maybe(_whole(1)),
    "frequency": _one_of(*get_args(Definition)),
    "engine": _one_of(*get_args(Engine)),
}


def _config(value: Any, where: str) -> None:
    _record({}, {"command_line": _maybe(_text)})(value, where)
    if value.get("command") == "mine":
        _record({"sizes": _SIZES}, {**_COMPARED, **_MINED})(value, where)
    elif value.get("command") == "enumerate":
        sizes = _SIZES if isinstance(value.get("size"), list) else _SIZE
        _record({"size": sizes}, {**_COMPARED, **_ENUMERATED})(value, where)


_COUNTS = ("graphs", "nodes", "edges", "node_labels", "edge_labels")
_INPUT = _record(
    {},
    {
        **dict.fromkeys(("source", "source_sha256", "dropped", "reading"), _maybe(_text)),
        **dict.fromkeys(_COUNTS, _maybe(_whole())),
        "directed": _maybe(_flag),
    },
)
_STAGE = _record(
    {"method": _text, "sizes": _SIZES, "reason": _text},
    {"subgraphs": _maybe(_amount), "seconds": _maybe(_amount)},
)
_FIGURES = [entry.name for entry in fields(Contrast) if entry.name not in {"with_", "samples", "note"}]
_AGAINST = _record(
    {"with": _text},
    {"samples": _maybe(_whole()), "note": _maybe(_text), **dict.fromkeys(_FIGURES, _maybe(_number))},
)
_SURROUNDINGS = _record({"neighbours": _list_of(_text), "edges": _text}, {"hidden": _whole(), "graph": _maybe(_text)})
_MOTIF = _record(
    {"id": _text, "rank": _whole(1)},
    {
        "size": _SIZE,
        "edges": _list_of(_list_of(_whole(), length=2)),
        "anchor": _maybe(_whole()),
        **dict.fromkeys(
            ("anchored_frequency", "graph_frequency", "transaction_support", "image_support", "covers"),
            _maybe(_frequency),
        ),
        "score": _maybe(_number),
        "proven": _flag,
        "closed": _maybe(_flag),
        "maximal": _maybe(_flag),
        "examples": _list_of(_list_of(_text)),
        "surroundings": _list_of(_SURROUNDINGS),
        "against": _maybe(_AGAINST),
    },
)
_RESULT = _record(
    {
        "config": _config,
        "graph": _INPUT,
        "status": _one_of("complete", "partial"),
        "stop_reason": _maybe(_text),
        "timing_s": _map_of(_amount),
        "peak_memory_bytes": _maybe(_whole()),
        "motifs": _list_of(_MOTIF),
    },
    {"warnings": _list_of(_text), "plan": _list_of(_STAGE), "versions": _map_of(_text)},
)
