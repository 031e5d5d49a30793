"""Tests of results/schema.py: the JSON Schema takes and refuses what the loader does."""

import json
import math

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer.cli.main import main
from spminer.datasets import example
from spminer.errors import InputError
from spminer.results.schema import check_result, json_schema
from support.result_documents import RESULTS, VALUES, container, places
from support.strategies import examples

VALIDATOR = jsonschema.Draft202012Validator(json_schema())
PARTIAL = spminer.mine(example(), "3-6", top=2, time_limit=0).to_dict()


def test_it_is_a_json_schema():
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("result", [*RESULTS, PARTIAL, spminer.enumerate(example(), [3, 4]).to_dict()])
def test_results_are_valid(result):
    VALIDATOR.validate(json.loads(json.dumps(result)))


VERBS = [
    "mine --sizes 3-4 --json",
    "mine --sizes 3-4 --method exact --frequency graph --json",
    "mine --sizes 4 --method grow --distinct --json",
    "mine --sizes 3-5 --method greedy --walks 20 --neighborhoods 200 --top 2 --json",
    "mine --sizes 4 --top 3 --frequency graph --against degree --samples 10 --json",
    "mine --sizes 3 --method gspan --frequency images --edge-induced --support 5 --json",
    "enumerate --size 4 --json",
    "enumerate --size 3-4 --against degree --samples 10 --json",
]


@pytest.mark.parametrize("line", VERBS)
def test_what_verbs_print_is_valid(line, capsys):
    assert main([*line.split(), "--quiet"]) == 0
    VALIDATOR.validate(json.loads(capsys.readouterr().out))


def only_here(value):
    """Whether a value is one on which JSON Schema must be milder: it has no largest number, and 2.0 is whole."""
    return isinstance(value, float | int) and (abs(value) > 1e300 or math.isnan(value) or isinstance(value, float))


@given(st.data())
@settings(max_examples=examples(400), deadline=None)
def test_both_refuse_the_same(data):
    result = json.loads(json.dumps(data.draw(st.sampled_from(RESULTS))))
    place = data.draw(st.sampled_from([place for place in places(result) if place]))
    value = data.draw(VALUES.filter(lambda value: not only_here(value)))
    if data.draw(st.booleans()):
        container(result, place)[place[-1]] = value
    else:
        del container(result, place)[place[-1]]
    try:
        check_result(result)
        refused = ""
    except InputError as error:
        refused = str(error)
    if "is not within its bounds" not in refused:  # which JSON Schema cannot say
        assert VALIDATOR.is_valid({**result, "schema": 1}) == (refused == ""), refused


@pytest.mark.parametrize("schema", [None, 2, "1"])
def test_another_schema_is_refused(schema):
    assert not VALIDATOR.is_valid({**RESULTS[0], "schema": schema})
