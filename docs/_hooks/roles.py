"""References of docstrings, such as :func:`spminer.read`, become links when the site is built."""

import re
from typing import Any

_ROLE = re.compile(r":(?:attr|class|data|func|meth|mod):<code>([\w.]+)</code>")


def on_page_content(content: str, **_: Any) -> str:
    """Called by mkdocs with every page, once it is HTML; a name that has no place on the site stays a name."""
    return _ROLE.sub(r'<autoref optional identifier="\1"><code>\1</code></autoref>', content)
