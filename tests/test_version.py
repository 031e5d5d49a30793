import tomllib
from pathlib import Path

import spminer
from spminer.version import __version__


def test_the_package_says_the_version_that_is_built():
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
    assert __version__ == spminer.__version__ == project["version"]
