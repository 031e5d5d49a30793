import pandas as pd
import pytest

import spminer
from spminer import InputError


def test_pandas():
    table = pd.DataFrame({"u": ["x", "y"], "v": ["y", "z"], "kind": [1, 2]})
    graphs = spminer.from_pandas(table, source="u", target="v", edge_label="kind", directed=True)
    assert spminer.to_pandas(graphs).to_dict("list") == {
        "source": ["x", "y"],
        "target": ["y", "z"],
        "label": ["1", "2"],
    }
    assert spminer.to_edges(spminer.from_pandas(table)).tolist() == [[0, 1], [1, 2]]
    with pytest.raises(InputError, match="u, v, kind"):
        spminer.from_pandas(table, source="u", target="w")
    with pytest.raises(InputError, match="row 2 has no source"):
        spminer.from_pandas(pd.DataFrame({"source": ["a", None], "target": ["b", "c"]}))


def test_graphs_of_a_collection_are_told_apart():
    graphs = spminer.generate.synthetic(2, 3, kind="er", seed=1)
    table = spminer.to_pandas(graphs)
    assert set(table["graph"]) == {0, 1}
    assert (table["source"] // 3 == table["graph"]).all()
