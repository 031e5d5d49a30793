"""Text for users: numbers, durations, ranges of sizes, near names, printable text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import groupby
from json import dumps
from operator import index
from typing import TYPE_CHECKING, Any

from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "counted",
    "did_you_mean",
    "format_duration",
    "format_number",
    "format_power",
    "format_rough_duration",
    "format_sizes",
    "format_small",
    "json_text",
    "parse_share",
    "parse_sizes",
    "printable",
    "size_ranges",
    "spreadsheet_cell",
]


def did_you_mean(name: str, known: Iterable[str], *, otherwise: str = ".") -> str:
    """The hint after an unknown name: the nearest known name, or another remedy.

    >>> "no method 'exakt'" + did_you_mean("exakt", ["grow", "exact"])
    "no method 'exakt', did you mean 'exact'?"
    """
    close = get_close_matches(name, known, n=1)
    return f", did you mean {close[0]!r}?" if close else otherwise


def format_number(value: float) -> str:
    """A number with separators; whole numbers have no fraction.

    >>> format_number(1234567), format_number(2.5)
    ('1,234,567', '2.5')
    """
    return f"{value:,.0f}" if float(value).is_integer() or abs(value) >= 1000 else f"{value:,.3g}"


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "node"), counted(1200, "node")
    ('1 node', '1,200 nodes')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def format_duration(seconds: float) -> str:
    """A duration in a suitable unit.

    >>> format_duration(2e-7), format_duration(0.25), format_duration(90), format_duration(7200)
    ('0 s', '0.25 s', '1.5 min', '2.0 h')
    >>> format_duration(400_000)
    '4.6 days'
    """
    if seconds < 0.001:
        return "0 s"
    for limit, size, unit in ((60, 1, "s"), (3600, 60, "min"), (86_400, 3600, "h")):
        if seconds < limit:
            return f"{seconds / size:.2g} {unit}" if unit == "s" and seconds < 10 else f"{seconds / size:.1f} {unit}"
    return f"{seconds / 86_400:,.1f} days"


def format_rough_duration(seconds: float) -> str:
    """An estimated duration; very short and unknown ones have no number.

    >>> format_rough_duration(0.3), format_rough_duration(90), format_rough_duration(float("inf"))
    ('less than a second', 'roughly 1.5 min', 'time unknown')
    """
    if seconds == float("inf"):
        return "time unknown"
    return "less than a second" if seconds < 1 else f"roughly {format_duration(seconds)}"


# Control characters, line and paragraph separators, direction marks, lone surrogates.
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_FORMULA = re.compile(r"[=@\t\r]|[+-](?!\.?\d+(\.\d*)?([eE][+-]?\d+)?$)")  # how a formula begins; numbers are none


def printable(text: str) -> str:
    r"""The text with control characters escaped, as in Python's source.

    >>> printable("red \x1b[31m name\n")
    'red \\x1b[31m name\\n'
    """
    return _OBEYED.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def json_text(document: dict[str, Any] | list[dict[str, Any]]) -> str:
    """A document as JSON, with a line for each value, and for each entry of a list of objects.

    Ten times as fast as with all indented, which Python's encoder does not do natively.

    >>> print(json_text({"graph": {"nodes": 3}, "motifs": [{"size": 2}, {"size": 3}]}))
    {
     "graph": {"nodes": 3},
     "motifs": [
      {"size": 2},
      {"size": 3}
     ]
    }
    """
    if isinstance(document, list):
        return _lines_of(document, "")

    def text(value: Any) -> str:
        return (
            _lines_of(value, " ") if isinstance(value, list) and value and isinstance(value[0], dict) else dumps(value)
        )

    return "{\n" + ",\n".join(f" {dumps(name)}: {text(value)}" for name, value in document.items()) + "\n}"


def _lines_of(objects: list[dict[str, Any]], indent: str) -> str:
    return f"[\n{indent} " + f",\n{indent} ".join(map(dumps, objects)) + f"\n{indent}]"


def spreadsheet_cell(value: Any) -> Any:
    """The value of a cell; an apostrophe precedes text that a spreadsheet would take for a formula.

    >>> [spreadsheet_cell(value) for value in ("=1+1", "@anna", "-x", "-0.5", "anna", -1)]
    ["'=1+1", "'@anna", "'-x", '-0.5', 'anna', -1]
    """
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def format_small(value: float, *, digits: int = 3) -> str:
    """A number with separators and a number of digits; small numbers as powers of ten.

    >>> format_small(8.72e-09), format_small(-0.00051), format_small(0.0198), format_small(1151.8), format_small(0)
    ('8.72·10⁻⁹', '-5.1·10⁻⁴', '0.0198', '1,152', '0')
    >>> format_small(0.2256738, digits=5), format_small(1151.82, digits=5)
    ('0.22567', '1,151.8')
    """
    if value != 0 and abs(value) < 0.001:
        return format_power(value, digits=digits)
    return format_number(value) if digits == 3 else f"{value:,.{digits}g}"


def format_power(value: float, *, digits: int = 3) -> str:
    """A number as a multiple of a power of ten; the factor one is left out.

    >>> format_power(1e6), format_power(2_500_000), format_power(9.96e-5, digits=2)
    ('10⁶', '2.5·10⁶', '10⁻⁴')
    """
    mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
    raised = "10" + str(int(power)).translate(_RAISED)
    return raised if math.isclose(float(mantissa), 1.0) else f"{float(mantissa):.{digits}g}·{raised}"


_RANGE = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")


def parse_sizes(sizes: int | str | Iterable[int]) -> tuple[int, ...]:
    """Distinct sizes in ascending order.

    >>> parse_sizes("5-8"), parse_sizes(6), parse_sizes("3,5"), parse_sizes(range(3, 6))
    ((5, 6, 7, 8), (6,), (3, 5), (3, 4, 5))
    >>> parse_sizes([3, 4.5])
    Traceback (most recent call last):
    spminer.errors.UsageError: sizes are whole numbers or a text such as 5-20, not [3, 4.5]
    """
    if isinstance(sizes, str):
        numbers = [size for part in sizes.split(",") for size in _parse_range(part, sizes)]
    else:
        try:
            numbers = [index(size) for size in (sizes if isinstance(sizes, Iterable) else [sizes])]
        except TypeError:  # a part of a node is not cut off
            raise UsageError(f"sizes are whole numbers or a text such as 5-20, not {sizes!r:.100}") from None
    if not numbers:
        raise UsageError("no sizes; give one such as 5 or a range such as 5-20")
    return tuple(sorted(set(numbers)))


def _parse_range(part: str, text: str) -> range:
    match = _RANGE.fullmatch(part.strip())
    sizes = range(0) if match is None else range(int(match[1]), int(match[2] or match[1]) + 1)
    if not sizes or sizes[0] < 2:
        raise UsageError(f"{text!r} is not a size such as 5 or a range such as 3-6")
    return sizes


def parse_share(text: str) -> float:
    """A share, also in percent.

    >>> parse_share("5%"), parse_share("0.05")
    (0.05, 0.05)
    >>> parse_share("5 percent")
    Traceback (most recent call last):
    spminer.errors.UsageError: '5 percent' is not a share such as 5% or 0.05
    """
    number, percent = text.removesuffix("%"), text.endswith("%")
    try:
        share = float(number)
    except ValueError:
        raise UsageError(f"{text!r:.100} is not a share such as 5% or 0.05") from None
    return share / 100 if percent else share


def format_sizes(sizes: Sequence[int]) -> str:
    """Sizes as ranges.

    >>> format_sizes([5, 6, 7, 9]), format_sizes([4])
    ('sizes 5-7, 9', 'size 4')
    """
    return f"size{'s' * (len(sizes) != 1)} {', '.join(size_ranges(sizes))}"


def size_ranges(sizes: Sequence[int]) -> list[str]:
    """Ascending sizes as texts; consecutive ones form a range.

    >>> size_ranges([5, 6, 7, 9])
    ['5-7', '9']
    """
    runs = [[size for _, size in run] for _, run in groupby(enumerate(sizes), key=lambda pair: pair[1] - pair[0])]
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
