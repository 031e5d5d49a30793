"""TOML as a configuration needs it, written; reading is in the standard library."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["toml_table", "toml_value"]


def toml_value(value: object) -> str:
    """A value as TOML; what is no truth value, number or list is written as a text.

    >>> print(toml_value([True, 3, 0.5, 'say "hi"']))
    [true, 3, 0.5, "say \\"hi\\""]
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    # JSON escapes what TOML does, apart from the one control character above the letters.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_table(name: str, values: Sequence[tuple[str, object]], unset: Sequence[tuple[str, str]] = ()) -> str:
    """A table with its values; what is not set stands in comments, with a word for what it takes.

    >>> print(toml_table("mine", [("top", 3)], [("time-limit", "SECONDS")]), end="")
    [mine]
    top = 3
    # time-limit = SECONDS
    """
    lines = [f"[{name}]", *(f"{key} = {toml_value(value)}" for key, value in values)]
    lines += [f"# {key} = {takes}" for key, takes in unset]
    return "\n".join(lines) + "\n"
