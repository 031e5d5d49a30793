import re
import subprocess
import sys
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pytest

import spminer
from spminer import UsageError
from spminer._util.options import options_of
from spminer.datasets import example
from spminer.methods.base import Method
from spminer.methods.registry import get_method, make_settings, method_names, parse_settings, register, setting_names
from support.fakes import FakeSettings, proposing, registered


@pytest.mark.parametrize("name", method_names())
def test_every_registered_method_is_what_it_says(name):
    method = get_method(name)
    assert method.name == name
    assert method.settings() == make_settings(method, {})
    assert set(method.frequency_names) <= {"anchored", "graph", "transactions", "images"}


def test_a_registered_method_can_be_named():
    with registered(proposing([])):
        assert get_method("fake").name == "fake"
        assert "fake" in method_names()
        with pytest.raises(UsageError, match="already"):
            register(Method("fake", "again", FakeSettings, proposing([])))
    assert "fake" not in method_names()


def test_auto_is_no_name_for_a_method():
    with pytest.raises(UsageError, match="another name"):
        register(Method("auto", "mine", FakeSettings, proposing([])))


@dataclass(frozen=True, slots=True)
class Everything:
    number: int = 1
    share: float = 0.5
    name: str = "x"
    flag: bool = False
    kind: Literal["soft", "hard"] = "soft"
    limit: float | None = None
    either: int | str = 0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("number=10_000", 10_000),
        ("share=.25", 0.25),
        ("name=a=b", "a=b"),
        ("flag=yes", True),
        ("flag=False", False),
        ("kind=hard", "hard"),
        ("limit=none", None),
        ("limit=2.5", 2.5),
        ("either=7", 7),
        ("either=seven", "seven"),
    ],
)
def test_settings_have_the_type_of_their_field(monkeypatch, text, value):
    monkeypatch.setitem(
        sys.modules["spminer.methods.registry"]._REGISTERED, "all", Method("all", "", Everything, proposing([]))
    )
    assert parse_settings("all", [text]) == {text.partition("=")[0]: value}


@pytest.mark.parametrize("text", ["number=x", "flag=maybe", "kind=medium", "limit=much", "number", "nubmer=3"])
def test_wrong_settings_are_explained(monkeypatch, text):
    monkeypatch.setitem(
        sys.modules["spminer.methods.registry"]._REGISTERED, "all", Method("all", "", Everything, proposing([]))
    )
    with pytest.raises(UsageError, match=text.partition("=")[0]):
        parse_settings("all", [text])


def test_importing_the_package_imports_no_method():
    code = (
        "import sys, spminer; print(sorted(m for m in sys.modules if m in {'torch', 'scipy', 'spminer.methods.exact'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", method_names())
def test_every_setting_of_every_method_has_a_type(name):
    method = get_method(name)
    for setting in setting_names(method):
        with pytest.raises(UsageError, match=f"^{setting} must be "):
            make_settings(method, {setting: b"\0"})


@pytest.mark.parametrize("name", method_names())
def test_every_setting_has_a_help_and_keeps_its_bound(name):
    method = get_method(name)
    settings = options_of(method.settings)
    assert list(settings) == list(setting_names(method))
    assert [setting for setting in settings.values() if not setting.help.endswith(".")] == []
    for setting, bound in ((name, option.minimum) for name, option in settings.items() if option.minimum is not None):
        with pytest.raises(UsageError, match=f"^{setting} must be at least {bound}, not {bound - 1}"):
            make_settings(method, {setting: bound - 1})


@pytest.mark.parametrize(
    ("method", "settings", "message"),
    [
        ("grow", {"beam": "64"}, "beam must be a whole number or nothing, not '64'"),
        ("grow", {"beam": True}, "beam must be a whole number or nothing, not True"),
        ("greedy", {"labels": "no"}, "labels must be true or false, not 'no'"),
        ("greedy", {"neighborhoods": 10.5}, "neighborhoods must be a whole number, not 10.5"),
        ("greedy", {"samples": "huge"}, "samples must be auto, small, large, or numbers of nodes"),
    ],
)
def test_settings_of_another_type_are_refused_by_name(method, settings, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        spminer.mine(example(), 3, method=method, **settings)


def test_numbers_of_numpy_are_numbers():
    settings = make_settings(get_method("grow"), {"beam": np.int64(4)})
    assert type(settings.beam) is int
