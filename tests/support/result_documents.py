"""Result files of several kinds as plain values, and ways to change them, for tests of what is taken and refused."""

import json
from pathlib import Path

from hypothesis import strategies as st

import spminer
from spminer.datasets import example

FILES = sorted((Path(__file__).parent.parent / "results" / "files").glob("*.json"))
LABELED = spminer.from_edges([(0, 1), (1, 2), (2, 0)], node_labels="aba", edge_labels="xyx", directed=True)
RESULTS = [
    *(json.loads(path.read_text()) for path in FILES),
    spminer.mine(LABELED, "2-3", examples=2).to_dict(),
    spminer.mine(example(), "3-4", top=2, against="degree", null_samples=20).to_dict(),
    spminer.mine(example(), 3, top=2, distinct=True).to_dict(),
]
VALUES = st.one_of(
    st.sampled_from(
        [None, True, 0, -1, 1.5, 65, 10**30, 10**400, 1e308, "", "0-1,1-2@0", "\ud800", [], {}, [[]], "exact"]
    ),
    st.floats(),
    st.integers(),
    st.text(max_size=5),
)


def places(value, place=()):
    """Where there is something in a document: the keys that lead there."""
    yield place
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield from places(item, (*place, key))


def container(data, place):
    for key in place[:-1]:
        data = data[key]
    return data
