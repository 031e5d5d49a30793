import base64
import hashlib
import re

import jinja2
import pytest

import spminer
from spminer import Pattern
from spminer.datasets import example
from spminer.report import render_report
from spminer.report.environment import _environment, render
from spminer.report.labels import LabelStyles


def test_text_is_escaped_and_drawings_are_not():
    template = _environment().from_string("{{ text }}{{ pattern | drawing(styles) }}")
    pattern = Pattern.from_edges([(0, 1)], anchor=0, node_labels=["<i>", "b"])
    html = template.render(text="<b>", pattern=pattern, styles=LabelStyles.of([pattern]))
    assert html.startswith("&lt;b&gt;<svg")
    assert "<i>" not in html


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(jinja2.UndefinedError, match="report"):
        render("gallery.html.j2")


def test_the_page_allows_its_own_script_and_no_other():
    page = render_report(spminer.enumerate(example(), 3))
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r"script-src ([^;\"]*)", page)
    assert policy.strip() == f"'sha256-{digest}'"
