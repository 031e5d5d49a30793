"""Formulas of the pages become MathML when the site is built.

Browsers draw MathML by themselves, so that a page needs no script and nothing from another server.
"""

import html
import re
import unicodedata
from typing import Any

from latex2mathml.converter import convert
from mkdocs.exceptions import PluginError

# What pymdownx.arithmatex writes for $..$ and for $$..$$.
_INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
_BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)
# The converter takes some relations (and the colon of a set) for names, which browsers set without space.
_NAME = re.compile(r"<mi>([^<]+)</mi>")


def mathml(latex: str, display: str) -> str:
    """One formula; a command that the converter does not know is refused, not shown as it stands.

    >>> mathml("x^2", "inline").count("<msup>")
    1
    """
    result = convert(html.unescape(latex).strip(), display=display)
    if unknown := re.search(r"\\\w+", result):
        raise PluginError(f"formula {latex.strip()!r}: {unknown[0]} is not known to latex2mathml")
    return _NAME.sub(_operator, result)


def _operator(name: re.Match[str]) -> str:
    symbol = html.unescape(name[1])
    if len(symbol) == 1 and (symbol == ":" or unicodedata.category(symbol) == "Sm"):
        return f"<mo>{name[1]}</mo>"
    return name[0]


def on_page_content(content: str, **_: Any) -> str:
    """Called by mkdocs with every page, once it is HTML."""
    content = _BLOCK.sub(lambda match: mathml(match[1], "block"), content)
    return _INLINE.sub(lambda match: mathml(match[1], "inline"), content)
