import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from spminer import _core
from spminer.graphs.assemble import isolated_nodes
from spminer.graphs.external import rows as module
from spminer.graphs.external.rows import SpilledRows

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
        rows = SpilledRows(room, nodes=9, directed=directed, labeled=labeled)
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
        SpilledRows(room, nodes=4, directed=False, labeled=False).add(np.arange(3), np.arange(1, 4), None)
