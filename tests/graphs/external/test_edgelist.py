import dataclasses
import io

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from spminer.errors import InputError
from spminer.graphs.external.budget import Budget
from spminer.graphs.formats import conversion

names = st.sampled_from(["a", "b", "cc", "d e", "\u00e9", "f", "ggg", "hh", "x1", "y"])
numbers = st.one_of(st.integers(0, 9), st.integers(0, 2**63 - 1)).map(str)
small = st.integers(0, 9).map(str)


@st.composite
def edge_lists(draw):
    """Text of an edge list, and how to read it."""
    ids = draw(st.sampled_from([names, numbers, small]))
    lines = draw(st.lists(st.tuples(ids, ids, st.sampled_from(["k", "m", "10", "9"])), min_size=1, max_size=40))
    labeled = draw(st.booleans())
    head = draw(st.sampled_from(["", "# Directed graph\n", "# a comment\n"]))
    rows = "".join("\t".join(line if labeled else line[:2]) + "\n" for line in lines)
    header = draw(st.sampled_from(["", "source\ttarget\tlabel\n" if labeled else "source\ttarget\n"]))
    options = {"edge_labels": labeled, "ids": "text" if ids is names else "auto", "header": header != ""}
    directed = draw(st.sampled_from([None, True, False]))
    return (head + header + rows).encode(), {**options, "source": 1, "target": 2, "directed": directed}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=edge_lists(), budget=st.integers(1, 6000))
def test_it_is_the_same_as_reading_into_memory(tmp_path, monkeypatch, case, budget):
    text, options = case
    monkeypatch.setattr(conversion, "budget_within", lambda _: Budget(budget))
    stored = spminer.convert(io.BytesIO(text), tmp_path / "graph.spm", memory_limit=1, **options)
    stored.check()
    read = spminer.read(io.BytesIO(text), **options)
    for field in dataclasses.fields(spminer.GraphCollection):
        if field.name in ("source", "reading") or field.name.startswith("_"):
            continue
        one, other = getattr(stored, field.name), getattr(read, field.name)
        if isinstance(other, np.ndarray):
            assert np.asarray(one).tolist() == other.tolist(), field.name
        else:
            assert one == other, field.name
    assert stored.known_digest == spminer.graphs.digest.digest(read)
    assert dataclasses.replace(stored.reading, format=read.reading.format) == read.reading
    assert [path.name for path in tmp_path.iterdir()] == ["graph.spm"]


def test_no_parts_of_an_index_are_kept(tmp_path):
    stored = spminer.convert(io.BytesIO(b"0 1\n1 2\n"), tmp_path / "graph.spm", memory_limit=1 << 40)
    assert stored._known_parts() is None
    assert spminer.count("0-1,1-2@1", stored).frequency.value == 1
    again = spminer.convert(tmp_path / "graph.spm", tmp_path / "again.spm")
    assert again._known_parts() is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"# nothing\n", "no edges found"),
        (b"0 1\n1 NA\n", "line 2"),
        (b"a,b\n" * 20_000 + b"a,\n", "line 20001"),
        (b'"a","b"\n', "quotation marks or a column for direction"),
        (b"Source,Target,Type\na,b,Directed\n", "quotation marks or a column for direction"),
        (b"0 1\n" * 20_000 + b'"0" 1\n', "quotation marks"),
        (b"\0\1\2", "binary"),
    ],
)
def test_what_cannot_be_read_leaves_nothing_behind(tmp_path, monkeypatch, text, reason):
    monkeypatch.setattr(conversion, "budget_within", lambda _: Budget(4000))
    with pytest.raises(InputError, match=reason):
        spminer.convert(io.BytesIO(text), tmp_path / "graph.spm", memory_limit=1, format="edgelist")
    assert list(tmp_path.iterdir()) == []
