"""What verbs print with ``--json`` is what ``docs/schema/VERB.schema.json`` says, which are written by hand."""

import gzip
import json
from pathlib import Path
from typing import get_args

import jsonschema
import pytest

import spminer
from spminer.audit.claims import Verdict
from spminer.cli.main import main
from spminer.datasets import example
from spminer.results.frequency import FrequencyName, Kind
from spminer.results.schema import CONTRAST, FREQUENCY
from support.verbs import parts, verbs

FOLDER = Path(__file__).parent.parent.parent / "docs" / "schema"
SCHEMAS = {
    path.name.removesuffix(".schema.json"): json.loads(path.read_text(encoding="utf-8"))
    for path in FOLDER.glob("*.schema.json")
    if path.name != "result.schema.json"
}
STATUS = ("complete", "partial")
ENUMS = {
    "count.definition": get_args(FrequencyName),
    "count.status": STATUS,
    "count.frequency.kind": get_args(Kind),
    "profile.status": STATUS,
    "profile.rows[].kind": get_args(Kind),
    "verify.claims[].verdict": get_args(Verdict),
}
LINES = {
    "count": [
        "count 0-1,1-2,2-0@0 club.csv",
        "count 0-1,1-2,2-0@0 club.csv --anchors 10 --examples 2 --list-anchors",
        "count 0-1,1-2,2-0@0 club.csv --against degree --null-samples 10",
        "count 0-1,1-2,2-0 club.csv --frequency graph --steps 3",
        "count 0-1 club.csv --frequency images",
    ],
    "evaluate": ["evaluate --pairs club.csv --count 100 --neighborhoods 50 --patterns 2"],
    "fetch": ["fetch snap:ca-GrQc", "fetch --list"],
    "generate": ["generate synthetic --graphs 2 --nodes 20 -o made.g6", "generate plant star --graphs 3 -o made.g6"],
    "info": ["info club.csv", "info labeled.gml", "info two.spm"],
    "profile": [
        "profile club.csv motifs.json --node 33",
        "profile club.csv motifs.json --limit 1",
        "profile two.spm motifs.json",
    ],
    "randomize": [
        "randomize club.csv -o null.csv --samples 2",
        "randomize club.csv -o null.csv --model clustering",
        "randomize two.spm -o null.spm",
    ],
    "verify": ["verify motifs.json club.csv"],
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    spminer.write(example(), "club.csv")
    spminer.mine(example(), "3-4", top=2).to_json("motifs.json")
    spminer.write(spminer.generate.synthetic(2, 12, seed=1), "two.spm")
    spminer.write(spminer.from_edges([("a", "b")], node_labels=["C", "O"]), "labeled.gml")


@pytest.fixture
def server(data_server):
    data_server.files["snap/ca-GrQc.txt.gz"] = gzip.compress(b"1\t2\n2\t3\n")
    return data_server


def unknown_fields(value, schema, where=""):
    """Fields of an answer that its schema does not declare, at any depth."""
    parts = schema.get("anyOf", [schema])
    for part in [part for part in parts if jsonschema.Draft202012Validator(part).is_valid(value)]:
        if isinstance(value, dict) and "properties" in part:
            known = part["properties"]
            yield from (f"{where}.{name}" for name in value.keys() - known.keys())
            for name in value.keys() & known.keys():
                yield from unknown_fields(value[name], known[name], f"{where}.{name}")
        elif isinstance(value, list) and "items" in part:
            for item in value:
                yield from unknown_fields(item, part["items"], f"{where}[]")


def enums(schema, where):
    """Each list of words that a schema has, by its place."""
    if "enum" in schema:
        yield where, schema["enum"]
    for name, part in schema.get("properties", {}).items():
        yield from enums(part, f"{where}.{name}")
    for part in schema.get("anyOf", []):
        yield from enums(part, where)
    if "items" in schema:
        yield from enums(schema["items"], f"{where}[]")


@pytest.mark.parametrize("verb", SCHEMAS)
def test_it_is_a_json_schema(verb):
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[verb])


def test_words_and_parts_of_results_are_those_of_the_code():
    found = dict(entry for verb, schema in SCHEMAS.items() for entry in enums(schema, verb))
    assert {place: tuple(words) for place, words in found.items()} == ENUMS
    assert json.dumps(SCHEMAS).count('"enum"') == len(ENUMS)
    assert set(SCHEMAS["verify"]["properties"]["verdicts"]["required"]) == set(get_args(Verdict))
    count = SCHEMAS["count"]["properties"]
    assert (count["frequency"], count["against"]) == (json_of(FREQUENCY.schema), json_of(CONTRAST.schema))


def json_of(value):
    return json.loads(json.dumps(value))


@pytest.mark.parametrize(("verb", "line"), [(verb, line) for verb, lines in LINES.items() for line in lines])
def test_what_verbs_print_is_valid(verb, line, files, server, capsys):
    assert main([*line.split(), "--json"]) in {0, 5}
    printed = json.loads(capsys.readouterr().out)
    jsonschema.validate(printed, SCHEMAS[verb], jsonschema.Draft202012Validator)
    assert set(unknown_fields(printed, SCHEMAS[verb])) == set()


def test_an_answer_with_something_else_is_refused(files, capsys):
    assert main(["info", "club.csv", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    info = jsonschema.Draft202012Validator(SCHEMAS["info"])
    for change in ({"nodes": -1}, {"directed": "yes"}, {"reading": []}, {"classes": {"a": "b"}}):
        assert not info.is_valid({**printed, **change}), change
    del printed["edges"]
    assert not info.is_valid(printed)


def test_every_verb_that_prints_json_has_a_schema():
    with_json = {
        name
        for name, verb in verbs().items()
        if any("--json" in option.opts for part in parts(verb) for option in part.params)
    }
    assert with_json == {*SCHEMAS, "mine", "enumerate"}
