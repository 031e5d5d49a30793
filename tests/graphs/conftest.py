"""What the tests of graph input and output share."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import numpy as np
import pytest

import spminer

if TYPE_CHECKING:
    from collections.abc import Callable

    from spminer import GraphCollection


def _labeled_edges(graphs: GraphCollection) -> list[tuple[str, ...]]:
    sources, targets, labels = graphs.edges()
    texts = [""] * len(sources) if labels is None else [graphs.edge_label_names[code] for code in labels]
    return [(str(u), str(v), text) for u, v, text in zip(sources, targets, texts, strict=True)]


def _node_labels(graphs: GraphCollection) -> list[str] | None:
    return None if graphs.node_labels is None else [graphs.node_label_names[code] for code in graphs.node_labels]


@pytest.fixture
def assert_same() -> Callable[..., None]:
    """Asserts that two collections hold the same graphs, and optionally the same names."""

    def check(found: GraphCollection, expected: GraphCollection, *, names: bool = True) -> None:
        assert found.directed == expected.directed
        np.testing.assert_array_equal(found.graph_offsets, expected.graph_offsets)
        np.testing.assert_array_equal(found.indptr, expected.indptr)
        np.testing.assert_array_equal(found.indices, expected.indices)
        assert _labeled_edges(found) == _labeled_edges(expected)
        assert _node_labels(found) == _node_labels(expected)
        np.testing.assert_array_equal(found.graph_labels, expected.graph_labels)
        if names:
            nodes = range(expected.num_nodes)
            assert found.names(nodes) == expected.names(nodes)

    return check


@pytest.fixture
def read_text() -> Callable[..., GraphCollection]:
    """Reads a string or bytes as a file."""

    def read(text: str | bytes, **options: object) -> GraphCollection:
        data = text.encode() if isinstance(text, str) else text
        return spminer.read(io.BytesIO(data), **options)  # type: ignore[arg-type]

    return read


@pytest.fixture
def zipped() -> Callable[[dict[str, str]], bytes]:
    """A zip archive of text files."""

    def pack(files: dict[str, str]) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        return buffer.getvalue()

    return pack
