"""Tests of spminer.graphs.store.from_parquet: the store equals that of the table that is read whole."""

import dataclasses
from datetime import date

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from spminer.errors import InputError
from spminer.graphs import files
from spminer.graphs.store.external_sort import SortBudget

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

KINDS = {
    "small": (st.integers(0, 9), pyarrow.int64()),
    "short": (st.integers(0, 9), pyarrow.int16()),
    "unsigned": (st.integers(0, 2**64 - 1), pyarrow.uint64()),
    "large": (st.integers(0, 2**63 - 1), pyarrow.int64()),
    "signed": (st.integers(-2, 3), pyarrow.int32()),
    "names": (st.sampled_from(["a", "b", "cc", "\u00e9", "7", "8", " x", "a b"]), pyarrow.string()),
    "gaps": (st.sampled_from(["a", "b", None, ""]), pyarrow.string()),
    "whole": (st.sampled_from([0.0, 1.0, 7.0, 2.0**40]), pyarrow.float64()),
    "fractions": (st.sampled_from([0.0, 1.5, float("nan")]), pyarrow.float64()),
    "numbers with gaps": (st.sampled_from([0, 1, 2, None]), pyarrow.int64()),
    "dates": (st.dates(date(2020, 1, 1), date(2020, 1, 3)), pyarrow.date32()),
    "flags": (st.booleans(), pyarrow.bool_()),
}
LABELS = {
    "words": (st.sampled_from(["k", "m", None]), pyarrow.string()),
    "numbers": (st.sampled_from([9, 10, 2]), pyarrow.int32()),
    "fractions": (st.sampled_from([0.5, 2.0]), pyarrow.float32()),
}
SOUND = ["small", "short", "large", "names", "whole", "dates"]


@st.composite
def tables(draw, kinds=tuple(KINDS)):
    """A table of edges, and how to read it."""
    rows = draw(st.integers(1, 25))
    ends = draw(st.lists(st.sampled_from(kinds), min_size=2, max_size=2))
    names = draw(st.sampled_from([("source", "target"), ("citing", "cited"), ("target", "source")]))
    columns = {
        name: pyarrow.array(draw(st.lists(KINDS[kind][0], min_size=rows, max_size=rows)), KINDS[kind][1])
        for name, kind in zip(names, ends, strict=True)
    }
    options = {"directed": draw(st.sampled_from([None, True, False])), "ids": draw(st.sampled_from(["auto", "text"]))}
    if draw(st.booleans()):
        values, kind = LABELS[draw(st.sampled_from(list(LABELS)))]
        columns["label"] = pyarrow.array(draw(st.lists(values, min_size=rows, max_size=rows)), kind)
        options["edge_labels"] = draw(st.booleans())
    if draw(st.booleans()):
        stated = draw(st.sampled_from([["directed"], ["undirected"], ["Directed", "directed"], ["friend"]]))
        columns["type"] = pyarrow.array((stated * rows)[:rows])
    columns["weight"] = pyarrow.array(range(rows))
    return pyarrow.table(columns), options


def outcome(action):
    """What it gives, or its error without the row, since a table may have several wrong ones."""
    try:
        return action(), None
    except InputError as error:
        return None, type(error)


def same(stored, read):
    for field in dataclasses.fields(spminer.GraphCollection):
        if field.name in ("source", "reading") or field.name.startswith("_"):
            continue
        one, other = getattr(stored, field.name), getattr(read, field.name)
        if isinstance(other, np.ndarray):
            assert np.asarray(one).tolist() == other.tolist(), field.name
        else:
            assert one == other, field.name
    assert stored.known_digest == spminer.graphs.collection.digest(read)
    assert dataclasses.replace(stored.reading, format=read.reading.format) == read.reading


def compare(tmp_path, table, options):
    path, target = tmp_path / "edges.parquet", tmp_path / "graph.spm"
    parquet.write_table(table, path, row_group_size=7)
    read, wrong = outcome(lambda: spminer.read(path, **options))
    stored, refused = outcome(lambda: spminer.convert(path, target, memory_limit=1, **options))
    assert wrong is refused
    if wrong is None:
        stored.check()
        same(stored, read)
    target.unlink(missing_ok=True)
    assert [other.name for other in tmp_path.iterdir()] == ["edges.parquet"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(case=tables(), budget=st.integers(1, 9000))
def test_all_kinds_of_columns(tmp_path, monkeypatch, case, budget):
    monkeypatch.setattr(files, "budget_within", lambda _: SortBudget(budget))
    compare(tmp_path, *case)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(case=tables(SOUND), budget=st.integers(1, 9000))
def test_columns_that_can_be_read(tmp_path, monkeypatch, case, budget):
    monkeypatch.setattr(files, "budget_within", lambda _: SortBudget(budget))
    compare(tmp_path, *case)


def test_ids_of_early_batches_become_names(tmp_path, monkeypatch):
    """A column of floats is numbers, until the other one has a name."""
    monkeypatch.setattr(files, "budget_within", lambda _: SortBudget(2000))
    rows = 30
    sources = pyarrow.array([float(row % 5) for row in range(rows)])
    targets = pyarrow.array([str(row) for row in range(rows)])
    compare(tmp_path, pyarrow.table({"source": sources, "target": targets}), {})


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"source": [1, 2, None], "target": [2, 3, 4]}, "row 3 has no source or no target"),
        ({"source": [1.0, 2.5], "target": [2, 3]}, "row 2 has the invalid node id 2.5"),
        ({"source": [1, -2], "target": [2, 3]}, "negative or beyond 64 bits"),
        ({"source": [1]}, "has 1 columns"),
    ],
)
def test_refusals(tmp_path, monkeypatch, columns, reason):
    monkeypatch.setattr(files, "budget_within", lambda _: SortBudget(1))
    path = tmp_path / "edges.parquet"
    parquet.write_table(pyarrow.table(columns), path)
    for action in (spminer.read, lambda path: spminer.convert(path, tmp_path / "graph.spm", memory_limit=1)):
        with pytest.raises(InputError, match=reason):
            action(path)
    assert [other.name for other in tmp_path.iterdir()] == ["edges.parquet"]


def test_a_damaged_file_is_refused(tmp_path):
    path = tmp_path / "edges.parquet"
    parquet.write_table(pyarrow.table({"source": [1, 2], "target": [2, 3]}), path)
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(InputError, match="cannot be read as a Parquet table"):
        spminer.convert(path, tmp_path / "graph.spm", memory_limit=1 << 40)


def test_numbers_of_several_types_stay_numbers(tmp_path):
    """Signed and unsigned ends together; as one array they would be floats."""
    path = tmp_path / "edges.parquet"
    parquet.write_table(
        pyarrow.table({"source": pyarrow.array([1, 2], pyarrow.uint64()), "target": pyarrow.array([2, 5])}), path
    )
    assert spminer.read(path).names([0, 1, 2]) == ["1", "2", "5"]
