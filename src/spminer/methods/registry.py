"""The registry of mining methods: one line each, imported when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from spminer._util.text import did_you_mean
from spminer._util.validation import plain
from spminer.errors import UsageError
from spminer.results.request import AUTO, Verification

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.methods.base import Method, Settings
    from spminer.results.request import MiningRequest, Plan

__all__ = [
    "default_settings",
    "expand_preset",
    "get_method",
    "make_settings",
    "method_names",
    "parse_settings",
    "plain_settings",
    "register",
    "setting_names",
    "settings_of",
]

# Where the methods of these names are.
_PLACES = {
    "exact": "spminer.methods.exact",
    "contrast": "spminer.methods.contrast",
    "grow": "spminer.methods.growth",
    "greedy": "spminer.methods.greedy",
    "beam": "spminer.methods.beam",
    "mcts": "spminer.methods.mcts",
    "mlp": "spminer.methods.greedy:MLP_METHOD",
    "mfinder": "spminer.methods.mfinder",
    "rand-esu": "spminer.methods.rand_esu",
    "motivo": "spminer.methods.motivo",
    "gspan": "spminer.methods.gspan_gaston:GSPAN",
    "gaston": "spminer.methods.gspan_gaston:GASTON",
}
_REGISTERED: dict[str, Method] = {}


def method_names() -> tuple[str, ...]:
    """All methods, without ``"auto"``, which is a choice among them.

    >>> "exact" in method_names()
    True
    """
    return tuple(dict.fromkeys((*_PLACES, *_REGISTERED)))


def get_method(name: str) -> Method:
    """The method of that name.

    >>> get_method("exact").name
    'exact'
    >>> get_method("exakt")
    Traceback (most recent call last):
    spminer.errors.UsageError: no method 'exakt', did you mean 'exact'? Choose one of auto, exact...
    """
    if name in _REGISTERED:
        return _REGISTERED[name]
    if name not in _PLACES:
        known = (AUTO, *method_names())
        raise UsageError(f"no method {name!r}{did_you_mean(name, known)} Choose one of {', '.join(known)}")
    module, _, variable = _PLACES[name].partition(":")
    method: Method = getattr(import_module(module), variable or "METHOD")
    return method


def register(method: Method) -> None:
    """Add a method of your own; it can then be named in :func:`spminer.mine`."""
    if method.name == AUTO or method.name in method_names():
        raise UsageError(f"there is already a method {method.name!r}; give yours another name")
    _REGISTERED[method.name] = method


def setting_names(method: Method) -> tuple[str, ...]:
    """What can be set of a method besides the task."""
    return tuple(entry.name for entry in fields(method.settings))


def default_settings(method: str) -> dict[str, Any]:
    """What a method runs with if nothing is set.

    >>> default_settings("exact")
    {'memory_limit': None}
    """
    return asdict(get_method(method).settings())


def expand_preset(
    preset: str, method: str, settings: Mapping[str, Any], verify: bool | Verification
) -> tuple[str, dict[str, Any], bool | Verification]:
    """A method with the settings and the verification of one of its presets; what the user has set wins.

    Parameters
    ----------
    preset
        The name of the preset.
    method
        The name of the method; ``"auto"`` is greedy.
    settings, verify
        What the user has set.

    Examples
    --------
    >>> method, settings, verify = expand_preset("paper", "auto", {"walks": 10}, True)
    >>> method, settings["walks"], settings["model"], verify.own_ranking
    ('greedy', 10, 'paper', True)
    >>> expand_preset("paper", "grow", {}, True)
    Traceback (most recent call last):
    spminer.errors.UsageError: method 'grow' has no preset 'paper'; methods with it: greedy, beam, mcts, ...
    """
    chosen = get_method("greedy" if method == AUTO else method)
    if preset not in chosen.presets:
        others = [name for name in method_names() if preset in get_method(name).presets]
        hint = f"methods with it: {', '.join(others)}" if others else "the only preset is 'paper'"
        raise UsageError(f"method {chosen.name!r} has no preset {preset!r}; {hint}")
    values, known = chosen.presets[preset], setting_names(chosen)
    if verify is not False:
        verify = Verification() if verify is True else verify
        unset = {name: value for name, value in values.items() if name not in known and getattr(verify, name) is None}
        verify = replace(verify, **unset)
    expanded = {name: value for name, value in values.items() if name in known} | dict(settings)
    return chosen.name, expanded, verify


def make_settings(method: Method, values: Mapping[str, Any]) -> Any:
    """The settings of a method, its defaults changed by these values; unknown names and other types are refused.

    >>> make_settings(get_method("exact"), {"width": 3})
    Traceback (most recent call last):
    spminer.errors.UsageError: method 'exact' has no setting 'width'; it has: memory_limit
    >>> make_settings(get_method("exact"), {"memory_limit": "64"})
    Traceback (most recent call last):
    spminer.errors.UsageError: memory_limit must be a whole number or nothing, not '64'
    """
    known = setting_names(method)
    for name in values:
        if name not in known:
            raise UsageError(f"method {method.name!r} has no setting {name!r}; it has: {', '.join(known) or 'none'}")
    return method.settings(**{name: plain(value) for name, value in values.items()})


def plain_settings(values: Mapping[str, Any] | Settings) -> dict[str, Any]:
    """Settings as result files have them: an encoder of the user is named by its class."""
    given = values if isinstance(values, Mapping) else {one.name: getattr(values, one.name) for one in fields(values)}
    plain_types = (bool, int, float, str, tuple, list, NoneType)
    return {name: v if isinstance(v, plain_types) else type(v).__qualname__ for name, v in given.items()}


def settings_of(plan: Plan, request: MiningRequest) -> dict[str, Any]:
    """The settings of each method of a plan. Each setting of the request must belong to one of them at least."""
    values = dict(request.settings)
    if request.memory_limit is not None:
        values["memory_limit"] = request.memory_limit
    methods = [get_method(stage.method) for stage in plan.stages]
    known = {name for method in methods for name in setting_names(method)}
    for name, value in values.items():
        if name not in known:
            make_settings(methods[-1], {name: value})  # says what it has
    return {
        method.name: make_settings(method, {name: values[name] for name in setting_names(method) if name in values})
        for method in methods
    }


def parse_settings(method: str, texts: Iterable[str]) -> dict[str, Any]:
    """Settings written as ``name=value``, with values of the type that the method's field has.

    ``"auto"`` takes the settings of all methods.

    >>> parse_settings("exact", ["memory_limit=1_000_000"])
    {'memory_limit': 1000000}
    >>> parse_settings("exact", ["memory_limit=much"])
    Traceback (most recent call last):
    spminer.errors.UsageError: setting memory_limit=much: 'much' is not int or None
    """
    methods = [get_method(name) for name in (method_names() if method == AUTO else (method,))]
    types = {name: kind for one in reversed(methods) for name, kind in get_type_hints(one.settings).items()}
    values: dict[str, Any] = {}
    for text in texts:
        name, given, value = text.partition("=")
        if not given:
            raise UsageError(f"setting {text!r} is not of the form name=value")
        name = name.strip().replace("-", "_")
        if name not in types:
            hint = did_you_mean(name, types, otherwise=";")
            raise UsageError(f"method {method!r} has no setting {name!r}{hint} it has: {', '.join(types) or 'none'}")
        try:
            values[name] = _parsed(value.strip(), types[name])
        except ValueError:
            raise UsageError(f"setting {text}: {value!r} is not {_type_text(types[name])}") from None
    return values


_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _parsed(text: str, kind: Any) -> Any:
    """The text as a value of a type; raises ``ValueError`` if it is none."""
    if get_origin(kind) is Literal:
        return get_args(kind)[[str(value) for value in get_args(kind)].index(text)]
    if get_args(kind):
        return _parsed_as_any(text, get_args(kind))
    if kind is NoneType or kind is bool:
        words: dict[str, Any] = {"none": None} if kind is NoneType else _TRUTH
        if text.lower() not in words:
            raise ValueError(text)
        return words[text.lower()]
    return kind(text)


def _parsed_as_any(text: str, kinds: tuple[Any, ...]) -> Any:
    for kind in sorted(kinds, key=lambda kind: kind is str):  # any text is a str: the others first
        try:
            return _parsed(text, kind)
        except ValueError:
            continue
    raise ValueError(text)


def _type_text(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(str(value) for value in get_args(kind))
    names = ["None" if one is NoneType else getattr(one, "__name__", str(one)) for one in get_args(kind) or (kind,)]
    return " or ".join(names)
