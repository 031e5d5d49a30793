"""The store of this package (``store/format.py``) as one of the formats: lossless, and mapped instead of read.

Standard input and compressed files are taken into memory. ``directed=`` that differs from the store makes a new
collection in memory.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from spminer.graphs.build import LabelCodes, build_collection, log_notes
from spminer.graphs.formats.format import Format, Holds
from spminer.graphs.store.collection import MappedStore, StoredCollection, open_collection
from spminer.graphs.store.format import MAGIC, write_store

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]


def looks_like_store(sample: bytes) -> bool:
    """Whether the first bytes are those of a store."""
    return sample.startswith(MAGIC)


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Open a store; see :func:`spminer.read`."""
    file = source.mappable()
    store = (
        MappedStore(source.seekable().read(), source.name) if file is None else MappedStore.mapped(file, source.name)
    )
    graphs = open_collection(store)
    log_notes(graphs.reading.notes, source.name)
    return graphs if options.directed in (None, graphs.directed) else _with_direction(graphs, options)


def _with_direction(graphs: StoredCollection, options: ReadOptions) -> GraphCollection:
    """The graphs with the direction asked for."""
    sources, targets, labels = graphs.edges()
    return build_collection(
        sources,
        targets,
        nodes=graphs.num_nodes,
        directed=options.is_directed(),
        edge_labels=None if labels is None else LabelCodes(labels, graphs.edge_label_names),
        source=graphs.source,
        graph_offsets=graphs.graph_offsets,
        node_names=graphs.node_names,
        node_labels=None if graphs.node_labels is None else LabelCodes(graphs.node_labels, graphs.node_label_names),
        graph_names=graphs.graph_names,
        graph_labels=graphs.graph_labels,
        reading=replace(graphs.reading, direction=options.direction()),
    )


FORMAT = Format(
    "spm",
    "spminer's store, lossless",
    (".spm",),
    looks_like_store,
    read,
    write_store,
    Holds(many=True, node_labels=True, edge_labels=True, graph_labels=True, isolated=True),
    compressible=False,
)
