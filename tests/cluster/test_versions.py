import pytest

from spminer.cluster.versions import check_versions, other_python, other_spminer
from spminer.version import __version__


def python(version):
    return {"host": {"python": f"{version}.final.0"}}


def test_the_same_is_right_whatever_the_patch_of_python(client):
    assert other_python({"client": python("3.11.7"), "workers": {"a": python("3.11.9"), "b": None}}) == ""
    assert other_spminer({"a": __version__}) == ""
    check_versions(client)


def test_another_python_is_named_with_the_remedy():
    found = {"client": python("3.11.7"), "workers": {"a": python("3.11.7"), "b": python("3.12.0")}}
    assert other_python(found) == "worker b has Python 3.12, and this is 3.11; use the same on every machine"


@pytest.mark.parametrize(
    ("version", "expected"),
    [("9.9", "worker b has spminer 9.9, and this is"), (None, "worker b has no spminer; install it there: pip")],
)
def test_another_spminer_is_named_with_the_remedy(version, expected):
    assert other_spminer({"a": __version__, "b": version}).startswith(expected)
