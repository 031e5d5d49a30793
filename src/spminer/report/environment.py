"""The templates, with everything from the user escaped."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from spminer.report.drawing import draw, edge_lines
from spminer.report.labels import DASHES, PALETTE
from spminer.report.neighborhood import draw_example
from spminer.report.scene import svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.patterns import Pattern
    from spminer.report.labels import LabelStyles
    from spminer.results.motif import Surroundings

__all__ = ["render"]


def render(template: str, **values: Any) -> str:
    """Fill a template in."""
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("spminer.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["drawing"] = _drawing
    environment.filters["example"] = _example
    environment.filters["line_sample"] = _line_sample
    script = environment.get_template("report.js").render()
    digest = hashlib.sha256(script.encode()).digest()
    # The page may run this script and no other, whatever a node is called.
    environment.globals.update(palette=PALETTE, dashes=DASHES)
    environment.globals.update(script=Markup(script), script_hash=f"sha256-{base64.b64encode(digest).decode()}")
    return environment


def _drawing(pattern: Pattern, styles: LabelStyles, key: str | None = None) -> Markup:
    return Markup(draw(pattern, key, styles))  # safe: draw() escapes every label


def _example(pattern: Pattern, names: Sequence[str], around: Surroundings, styles: LabelStyles) -> Markup:
    return Markup(draw_example(pattern, names, around, styles))  # safe: draw_example() escapes every name


def _line_sample(kind: str) -> Markup:
    """An edge of a legend."""
    lines = "".join(svg(line) for line in edge_lines((1.0, 7.0), (31.0, 7.0), kind))
    return Markup(f'<svg class="sample" viewBox="0 0 32 14" aria-hidden="true"><g class="drawn">{lines}</g></svg>')
