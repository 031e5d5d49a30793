import dataclasses
import io

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from spminer import _core
from spminer.errors import InputError
from spminer.graphs import files
from spminer.graphs.build import isolated_nodes
from spminer.graphs.store import from_edge_list as module
from spminer.graphs.store.external_sort import SortBudget
from spminer.graphs.store.format import MappedNames, encode_names
from spminer.graphs.store.from_edge_list import ExternalCsr, IdNumbering, NameNumbering

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
    monkeypatch.setattr(files, "budget_within", lambda _: SortBudget(budget))
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
    assert stored.known_digest == spminer.graphs.collection.digest(read)
    assert dataclasses.replace(stored.reading, format=read.reading.format) == read.reading
    assert [path.name for path in tmp_path.iterdir()] == ["graph.spm"]


def test_no_parts_of_an_index_are_kept(tmp_path):
    stored = spminer.convert(io.BytesIO(b"0 1\n1 2\n"), tmp_path / "graph.spm", memory_limit=1 << 40)
    assert stored._stored_parts() is None
    assert spminer.count("0-1,1-2@1", stored).frequency.value == 1
    again = spminer.convert(tmp_path / "graph.spm", tmp_path / "again.spm")
    assert again._stored_parts() is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"# nothing\n", "no edges found"),
        (b"0 1\n1 NA\n", "line 2"),
        (b"a,b\n" * 20_000 + b"a,\n", "line 20001"),
        (b'"a","b"\n', "quotation marks or a column of directions"),
        (b"Source,Target,Type\na,b,Directed\n", "quotation marks or a column of directions"),
        (b"0 1\n" * 20_000 + b'"0" 1\n', "quotation marks"),
        (b"\0\1\2", "binary"),
    ],
)
def test_what_cannot_be_read_leaves_nothing_behind(tmp_path, monkeypatch, text, reason):
    monkeypatch.setattr(files, "budget_within", lambda _: SortBudget(4000))
    with pytest.raises(InputError, match=reason):
        spminer.convert(io.BytesIO(text), tmp_path / "graph.spm", memory_limit=1, format="edgelist")
    assert list(tmp_path.iterdir()) == []


NO_NAMES = (np.empty(0, np.uint8), np.empty(0, np.int64))


batches = st.lists(
    st.lists(st.one_of(st.integers(0, 12), st.integers(0, 2**63 - 1)), min_size=1, max_size=12), min_size=1, max_size=5
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.one_of(batches, st.permutations(range(20)).map(lambda ids: [ids])), budget=st.integers(1, 3000))
def test_nodes_are_ranks(scratch, batches, budget):
    with scratch(budget) as room:
        ids = IdNumbering(room)
        for batch in batches:
            ids.add(np.array(batch, dtype=np.int64), NO_NAMES)
        every = sorted({one for batch in batches for one in batch})
        assert ids.finish() == len(every)
        for number, batch in enumerate(batches):
            nodes = ids.nodes_of(number, np.array(batch, dtype=np.int64))
            assert [every[node] for node in nodes] == batch
        sections = {name: [one for piece in pieces for one in piece.tolist()] for name, pieces in ids.sections()}
        assert sections == ({} if every == list(range(len(every))) else {"node_ids": every})


NO_IDS = np.empty(0, np.int64)


batches_names = st.lists(st.lists(st.text(max_size=3), min_size=1, max_size=12, unique=True), min_size=1, max_size=5)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches_names=batches_names, budget=st.integers(1, 3000))
def test_names_are_numbered_by_first_sight(scratch, batches_names, budget):
    with scratch(budget) as room:
        names = NameNumbering(room)
        for batch in batches_names:
            names.add(NO_IDS, encode_names(batch))
        every = list(dict.fromkeys(name for batch in batches_names for name in batch))
        assert names.finish() == len(every)
        for number, batch in enumerate(batches_names):
            local = np.arange(len(batch))[::-1]
            assert [every[node] for node in names.nodes_of(number, local)] == batch[::-1]
        sections = {name: np.concatenate(list(pieces)) for name, pieces in names.sections()}
        assert list(MappedNames(sections["node_names"], sections["node_name_ends"])) == every


edges = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(0, 2)), max_size=60)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    edges=edges,
    cuts=st.lists(st.integers(0, 60), max_size=4),
    directed=st.booleans(),
    labeled=st.booleans(),
    budget=st.integers(1, 2000),
)
def test_rows_are_those_built_in_memory(scratch, edges, cuts, directed, labeled, budget):
    sources, targets, labels = np.array(edges, dtype=np.int32).reshape(-1, 3).T.copy()
    csr = _core.build_csr(sources, targets, nodes=9, directed=directed, edge_labels=labels if labeled else None)
    with scratch(budget) as room:
        rows = ExternalCsr(room, nodes=9, directed=directed, labeled=labeled)
        for part in np.split(np.array(edges, dtype=np.int64).reshape(-1, 3), sorted(cuts)):
            rows.add(part[:, 0], part[:, 1], part[:, 2] if labeled else None)
        columns = [column for piece in rows.columns() for column in piece.tolist()]
        starts = [start for piece in rows.starts() for start in piece.tolist()]
        found = [] if rows.labels() is None else [label for piece in rows.labels() for label in piece.tolist()]
        assert columns == csr["indices"].tolist()
        assert starts == csr["indptr"].tolist()
        assert found == (csr["edge_labels"].tolist() if labeled else [])
        assert (rows.self_loops, rows.repeated_edges) == (csr["self_loops"], csr["repeated_edges"])
        assert rows.isolated_nodes() == isolated_nodes(csr["indptr"], csr["indices"])


def test_more_edges_than_can_be_told_apart_are_refused(scratch, monkeypatch):
    monkeypatch.setattr(module, "_MOST_EDGES", 2)
    with scratch() as room, pytest.raises(spminer.InputError, match="more than 2 edges"):
        ExternalCsr(room, nodes=4, directed=False, labeled=False).add(np.arange(3), np.arange(1, 4), None)
