"""Tests of cli/mcp.py: a client of the official SDK talks to the server."""

import json
import sys
from pathlib import Path

import jsonschema
import pytest

import spminer
from spminer.cli.mcp import TOOLS, McpOptions, ToolCall, call_verb, check_place
from spminer.errors import SpminerError, UsageError

mcp = pytest.importorskip("mcp", reason="needs the official SDK")
anyio = pytest.importorskip("anyio", reason="needs the official SDK")


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "friends.csv").write_text("source,target\nann,bob\nbob,cid\ncid,ann\ncid,dan\n")
    (tmp_path / "secret.csv").write_text("a,b\nb,c\n")
    return inside


def test_an_assistant_lists_and_calls_the_verbs(folder):
    async def talk():
        server = mcp.StdioServerParameters(
            command=sys.executable, args=["-m", "spminer", "mcp", "--folder", str(folder)]
        )
        async with mcp.Client(server) as client:
            tools = (await client.list_tools()).tools
            counted = await client.call_tool("count", {"pattern": "triangle", "graph": "friends.csv"})
            refused = await client.call_tool("info", {"graph": "../secret.csv"})
            mistaken = await client.call_tool("count", {"pattern": "triangl", "graph": "friends.csv"})
        return tools, counted, refused, mistaken

    tools, counted, refused, mistaken = anyio.run(talk)
    assert tuple(tool.name for tool in tools) == TOOLS
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.description
        assert "output" not in tool.input_schema["properties"]
    assert not counted.is_error
    assert counted.structured_content["frequency"]["value"] == 1
    assert refused.is_error
    assert "outside" in refused.content[0].text
    assert mistaken.is_error
    assert "triangle" in mistaken.content[0].text  # the nearest name


def test_the_answer_is_that_of_the_library(folder):
    answer = call_verb("mine", {"graph": "example:karate", "sizes": "3-4", "top": 3}, McpOptions(folder=folder))
    result = spminer.mine(spminer.datasets.example(), "3-4", 3)
    assert [motif["id"] for motif in json.loads(answer)["motifs"]] == [motif.id for motif in result]


@pytest.mark.parametrize(
    "value",
    ["../secret.csv", "/etc/passwd", "~/secret.csv", "model=/etc/passwd", "tu:MUTAG", "https://example.org/g.csv"],
)
def test_files_outside_and_data_to_fetch_are_refused(folder, value):
    with pytest.raises(SpminerError, match=r"outside|fetched"):
        check_place(value, folder)


def test_a_link_out_of_the_folder_is_refused(folder):
    (folder / "link.csv").symlink_to(folder.parent / "secret.csv")
    with pytest.raises(SpminerError, match="outside"):
        check_place("link.csv", folder)


def test_what_is_inside_is_not_refused(folder):
    for value in ("friends.csv", "example:karate", "triangle", "0>1,1>2;C,O,N@0", "class:a,b", "labels=False"):
        check_place(value, folder)


def test_options_that_write_or_lift_limits_are_unknown():
    for name in ("output", "report", "time_limit", "memory_limit", "config"):
        with pytest.raises(UsageError, match="no option"):
            ToolCall.of("mine", {"graph": "g.csv", name: "x"}, Path())


def test_a_value_is_never_an_option():
    words = ToolCall.of("count", {"pattern": "--output=x", "graph": "g.csv"}, Path()).words
    assert words == ["count", "--", "--output=x", "g.csv"]


def test_missing_and_unknown_names_are_told():
    with pytest.raises(UsageError, match="needs pattern"):
        ToolCall.of("count", {"graph": "g.csv"}, Path())
    with pytest.raises(UsageError, match="no tool 'train'"):
        ToolCall.of("train", {}, Path())


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
def test_memory_is_limited(folder):
    with pytest.raises(SpminerError):
        call_verb("info", {"graph": "friends.csv"}, McpOptions(folder=folder, memory_limit=64 << 20))


def test_a_long_answer_asks_for_less(folder, monkeypatch):
    monkeypatch.setattr("spminer.cli.mcp._MOST_TEXT", 100)
    with pytest.raises(SpminerError, match="ask for fewer"):
        call_verb("info", {"graph": "friends.csv"}, McpOptions(folder=folder))
