"""Messages in the words of the command line: ``ids='text'`` is ``--ids text`` there."""

import re

__all__ = ["in_options"]

_READING = (
    "format|directed|edge_labels|ids|source|target|label|edge_label|header|threshold|nodes|label_names|memory_limit"
)
_WITH_VALUE = re.compile(rf"(?<![\w.-])({_READING})=('[^']*'|True|False|None|\d+(?:\.\d+)?)?(?=[\s,;:)]|\.?(?:\s|$))")
_ALONE = re.compile(r"(?<![\w.='\"-])(edge_labels|label_names)(?![\w(]|\.\w)")


def in_options(message: str) -> str:
    """A message in which arguments of Python functions are options.

    >>> in_options("ids='text' takes numbers for names; say source=2, or directed=False")
    '--ids text takes numbers for names; say --source 2, or --undirected'
    >>> in_options("say threshold=0.5.")
    'say --threshold 0.5.'
    >>> in_options("nodes=5.txt: edge labels from edge_labels.txt")  # files
    'nodes=5.txt: edge labels from edge_labels.txt'
    """
    return _ALONE.sub(lambda found: _option(found[1]), _WITH_VALUE.sub(_as_option, message))


def _as_option(found: re.Match[str]) -> str:
    name, value = found[1], found[2]
    if value in (None, "True"):
        return _option(name)
    if value in ("False", "None"):
        return "--undirected" if name == "directed" else f"--no-{name.replace('_', '-')}"
    return f"{_option(name)} {value.strip(chr(39))}"


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")
