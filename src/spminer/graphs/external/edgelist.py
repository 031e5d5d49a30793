"""Edge lists of any length into a store, within a limit of memory."""

from __future__ import annotations

from dataclasses import replace
from typing import IO, TYPE_CHECKING

import numpy as np

from spminer.errors import InputError
from spminer.graphs.assemble import MOST_NODES, log_reading, sort_labels
from spminer.graphs.digest import digest_of
from spminer.graphs.dropped import Dropped
from spminer.graphs.external.names import NumberedNames
from spminer.graphs.external.numbers import NumberedIds
from spminer.graphs.external.rows import SpilledRows
from spminer.graphs.formats.edgelist import account, check_of, layout_of, no_edges, parser_of
from spminer.graphs.store.names import packed_names
from spminer.graphs.store.writing import SectionWriter, store_facts, stored_format
from spminer.graphs.tables.doubts import header_note, refuse_used_header

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.graphs.assemble import Labels
    from spminer.graphs.external.spill import Scratch
    from spminer.graphs.formats.edgelist import Layout
    from spminer.graphs.formats.options import ReadOptions
    from spminer.graphs.formats.source import Source

__all__ = ["store_edge_list"]

_Batch = tuple["NDArray[np.int64]", "NDArray[np.int64]", "NDArray[np.int32] | None"]


class _Spiller:
    """Parses text, and puts edges, ids and names on disk whenever there are enough of them."""

    def __init__(self, layout: Layout, options: ReadOptions, scratch: Scratch, source: str) -> None:
        self.parser = parser_of(layout, options)
        self.nodes = (NumberedNames if options.ids == "text" else NumberedIds)(scratch)
        self.labeled = layout.columns.label >= 0
        self._table, self._source = layout.table, source
        self._scratch, self._budget = scratch, scratch.budget
        self._sources = scratch.spill(np.int64)
        self._targets = scratch.spill(np.int64)
        self._labels = scratch.spill(np.int32)
        self._ends = [0]  # edges up to each batch
        self._text = 0

    def feed(self, chunk: bytes) -> None:
        """Read more text."""
        for start in range(0, len(chunk), self._budget.text):
            piece = chunk[start : start + self._budget.text]
            self.parser.feed(piece)
            self._text += len(piece)
            if self.parser.edges >= self._budget.edges or self._text >= self._budget.text:
                self._spill()

    def finish(self) -> None:
        """Read the last line."""
        self.parser.finish()
        self._spill()

    def _spill(self) -> None:
        if self.parser.named and isinstance(self.nodes, NumberedIds):
            self._take_ids_for_names()
        sources, targets, labels, names = self.parser.take_batch()
        self._text = 0
        if not len(sources):
            return
        refuse_used_header(self._table, lambda word: _has_name(names, word), self._source)
        self.nodes.add(np.concatenate([sources, targets]), names)
        self._sources.append(sources)
        self._targets.append(targets)
        self._labels.append(labels)
        self._ends.append(len(self._sources))

    def _take_ids_for_names(self) -> None:
        """Number the ids of all batches again, as names: an id came that is no number as numbers are written."""
        nodes = NumberedNames(self._scratch)
        sources, targets = self._scratch.spill(np.int64), self._scratch.spill(np.int64)
        for first, last in zip(self._ends, self._ends[1:], strict=False):
            span = (first, last - first)
            ends = np.stack([self._sources.read(*span), self._targets.read(*span)], axis=1).ravel()
            ids, seen, places = np.unique(ends, return_index=True, return_inverse=True)
            order = np.argsort(seen)
            ranks = np.empty(len(ids), dtype=np.int64)
            ranks[order] = np.arange(len(ids))
            nodes.add(np.empty(0, dtype=np.int64), packed_names(ids[order].astype(str).tolist()))
            sources.append(ranks[places[0::2]])
            targets.append(ranks[places[1::2]])
        for spill in (self._sources, self._targets):
            spill.close()
        self.nodes, self._sources, self._targets = nodes, sources, targets

    def batches(self) -> Iterator[_Batch]:
        """Sources, targets and labels of all edges by their final numbers, batch by batch."""
        for batch, (first, last) in enumerate(zip(self._ends, self._ends[1:], strict=False)):
            span = (first, last - first)
            sources = self.nodes.nodes_of(batch, self._sources.read(*span))
            targets = self.nodes.nodes_of(batch, self._targets.read(*span))
            yield sources, targets, self._labels.read(*span) if self.labeled else None

    def close(self) -> None:
        """Give the room on disk back that the batches take."""
        for spill in (self._sources, self._targets, self._labels):
            spill.close()


def _has_name(names: tuple[NDArray[np.uint8], NDArray[np.int64]], word: str) -> bool:
    """Whether a word is one of the names that lie in a text one after the other."""
    text, ends = names
    lengths = np.diff(ends, prepend=0)
    wanted = word.encode()
    starts = (ends - lengths)[lengths == len(wanted)]
    for place, byte in enumerate(wanted):
        starts = starts[text[starts + place] == byte]
    return len(starts) > 0


def store_edge_list(source: Source, options: ReadOptions, file: IO[bytes], scratch: Scratch) -> None:
    """Write the store of an edge list: the same as reading and writing it, without the parts of an index.

    Parameters
    ----------
    source, options
        What to read, and what was said about it.
    file
        Where to write; open for reading too.
    scratch
        How much of the graph may be in memory, and where the rest is to be.
    """
    layout = layout_of(source, options)
    if layout.intricate:
        reason = "has quotation marks or a column for direction, which cannot be read within a memory limit"
        raise InputError(reason, source=source.name, remedy="leave the limit out, or take them out of the file")
    spiller = _Spiller(layout, options, scratch, source.name)
    source.feed(spiller, check=check_of(layout))
    nodes = spiller.nodes.finish()
    if nodes == 0:
        raise no_edges(source.name)
    if nodes > MOST_NODES:
        raise InputError(f"has {nodes:,} nodes, more than the {MOST_NODES:,} that fit", source=source.name)
    found = spiller.parser.label_names()
    labels = sort_labels(np.arange(len(found), dtype=np.int32), found)
    direction = layout.direction
    directed = options.is_directed(direction.declared)
    rows = SpilledRows(scratch, nodes=nodes, directed=directed, labeled=spiller.labeled)
    alone = _add_edges(spiller, rows, labels) == 1
    if direction.declared is None and options.directed is None:
        direction = direction.after(*rows.joined_pairs(), options)
        if direction.declared:
            directed = True
            rows.close()
            rows = SpilledRows(scratch, nodes=nodes, directed=True, labeled=spiller.labeled)
            _add_edges(spiller, rows, labels)
    spiller.close()
    writer = SectionWriter(file)
    entries = _write(writer, spiller, rows, nodes)
    note = ""
    if spiller.parser.named:
        edges = entries if directed else entries // 2
        note = header_note(layout.table, source.name, alone=alone, nodes=nodes, edges=edges)
    extra = spiller.parser.has_extra_columns and not layout.table.names
    dropped = Dropped(rows.self_loops, rows.repeated_edges, rows.isolated_nodes(), extra)
    reading = account(layout, options, direction, note)
    log_reading(dropped, reading, source.name)
    writer.finish(
        store_facts(
            nodes=nodes,
            entries=entries,
            graphs=1,
            directed=directed,
            node_label_names=(),
            edge_label_names=labels.names,
            digest=_digest(writer, directed, labels.names, spiller.labeled),
            dropped=dropped,
            reading=replace(reading, format=stored_format(source.name, reading.format)),
        )
    )


def _add_edges(spiller: _Spiller, rows: SpilledRows, labels: Labels) -> int:
    """Give the rows all edges; how many of them end at one of the first two nodes."""
    touching = 0
    for sources, targets, codes in spiller.batches():
        touching += int(((sources <= 1) | (targets <= 1)).sum())
        rows.add(sources, targets, None if codes is None else labels.codes[codes].astype(np.int64))
    return touching


def _write(writer: SectionWriter, spiller: _Spiller, rows: SpilledRows, nodes: int) -> int:
    """Write all sections; the number of entries."""
    entries = writer.add("indices", rows.columns())
    writer.add("indptr", rows.starts())
    labels = rows.labels()
    if labels is not None:
        writer.add("edge_labels", labels)
    writer.add("graph_offsets", [np.array([0, nodes])])
    for name, pieces in spiller.nodes.sections():
        writer.add(name, pieces)
    return entries


def _digest(writer: SectionWriter, directed: bool, names: tuple[str, ...], labeled: bool) -> str:
    arrays = [writer.pieces(name) for name in ("indptr", "indices", "graph_offsets")]
    labels = writer.pieces("edge_labels") if labeled else None
    return digest_of([*arrays, None, labels], directed=directed, label_names=((), names))
