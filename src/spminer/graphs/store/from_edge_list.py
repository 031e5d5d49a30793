"""The store of a graph that is larger than memory, from an edge list or another parser of edges.

1. The source is parsed in batches; ends and labels of edges go to disk.
2. Ids are numbered by rank, names in the order of first sight. A hash divides the names so that equal names meet in
   one part, and each part is compared in memory: the hash never decides whether two names are equal.
3. Edges are sorted by row and column (``external_sort.py``), which gives the CSR, and the store is written section by
   section.

The result equals the store of the same graph that was read into memory.
"""

from __future__ import annotations

from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any, Protocol

import numpy as np

from spminer import _core
from spminer.errors import InputError
from spminer.graphs.build import MOST_NODES, log_reading, sort_labels
from spminer.graphs.collection import digest_of
from spminer.graphs.formats.edge_list import check_of, layout_of, no_edges_error, parser_of, reading_of
from spminer.graphs.reading import Dropped
from spminer.graphs.store.external_sort import SortedRuns
from spminer.graphs.store.format import SectionWriter, encode_names, store_facts, stored_format
from spminer.graphs.tables.sniff import ambiguous_header_note, refuse_used_header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from spminer.graphs.build import LabelCodes
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.reading import Reading
    from spminer.graphs.source import Source
    from spminer.graphs.store.external_sort import DiskArray, SortBudget, TemporaryStorage
    from spminer.graphs.tables.columns import Direction
    from spminer.graphs.tables.sniff import TextTable

    ParsedBatch = tuple[
        NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], tuple[NDArray[np.uint8], NDArray[np.int64]]
    ]

__all__ = ["ExternalEdges", "write_store", "write_store_from_edges"]

_PARTS = 64


class NameNumbering:
    """Numbers names that come in batches, each name once in a batch, in the order of first occurrence.

    A *place* is the number of a name in the sequence of all batches; its *owner* is the first place of the same name.

    Examples
    --------
    >>> import tempfile
    >>> from spminer.graphs.store.external_sort import SortBudget, TemporaryStorage
    >>> from spminer.graphs.store.format import encode_names
    >>> with TemporaryStorage(tempfile.gettempdir(), SortBudget(1 << 20)) as scratch:
    ...     names = NameNumbering(scratch)
    ...     for batch in (["b", "a"], ["c", "b"]):
    ...         names.add(np.empty(0, np.int64), encode_names(batch))
    ...     names.finish(), names.nodes_of(1, np.array([0, 1])).tolist()
    (3, [2, 0])
    """

    def __init__(self, scratch: TemporaryStorage) -> None:
        self._scratch = scratch
        self._text = scratch.disk_array(np.uint8)
        self._lengths = scratch.disk_array(np.int64)
        self._places = scratch.disk_array(np.int64)
        self._owners = scratch.disk_array(np.int64)
        self._numbers = scratch.disk_array(np.int64)
        self._starts = [0]  # first place of each batch, and the number of places
        self._bounds: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []  # of parts: in names, and in text

    def add(self, _ids: NDArray[np.int64], names: tuple[NDArray[np.uint8], NDArray[np.int64]]) -> None:
        """Add the names of a batch."""
        parts = _core.parts_of_names(*names, _PARTS)
        order = np.argsort(parts, kind="stable")
        text, ends = _core.chosen_names(*names, order)
        in_names = np.searchsorted(parts[order], np.arange(_PARTS + 1))
        in_text = np.concatenate([[0], ends])[in_names]
        self._bounds.append((in_names + len(self._places), in_text + len(self._text)))
        self._text.append(text)
        self._lengths.append(np.diff(ends, prepend=0))
        self._places.append(order + self._starts[-1])
        self._starts.append(self._starts[-1] + len(order))

    def finish(self) -> int:
        """Find the owner of each name and number the owners; returns the number of nodes."""
        runs = SortedRuns(self._scratch, valued=True)
        for part in range(_PARTS):
            places, text, ends = self._part(part)
            owners = places[_core.first_of_equal_names(text, ends)]
            runs.add(places.view(np.uint64), owners.view(np.uint64))
        count = 0
        for keys, values in runs.merged():
            assert values is not None
            owned = keys == values
            numbers = np.where(owned, count + np.cumsum(owned) - 1, -1)
            count += int(owned.sum())
            self._owners.append(values.view(np.int64))
            self._numbers.append(numbers)
        return count

    def _part(self, part: int) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]:
        """Places and names of one part, of all batches."""
        names = [(int(at[part]), int(at[part + 1] - at[part])) for at, _ in self._bounds]
        texts = [(int(at[part]), int(at[part + 1] - at[part])) for _, at in self._bounds]
        lengths = np.concatenate([self._lengths.read(*span) for span in names])
        places = np.concatenate([self._places.read(*span) for span in names])
        return places, np.concatenate([self._text.read(*span) for span in texts]), np.cumsum(lengths)

    def nodes_of(self, batch: int, local: NDArray[np.int64]) -> NDArray[np.int64]:
        """The nodes that the names of a batch belong to."""
        first, count = self._starts[batch], self._starts[batch + 1] - self._starts[batch]
        numbers, owners = self._numbers.read(first, count), self._owners.read(first, count)
        seen = numbers < 0
        numbers[seen] = self._numbers.take(owners[seen])
        result: NDArray[np.int64] = numbers[local]
        return result

    def sections(self) -> Iterator[tuple[str, Iterator[NDArray[Any]]]]:
        """The names of the nodes as sections of a store, in the order of their numbers."""
        lengths = self._scratch.disk_array(np.int64)
        yield "node_names", self._owned_text(lengths)
        yield "node_name_ends", _running_sums(lengths.pieces())

    def _owned_text(self, lengths: DiskArray) -> Iterator[NDArray[np.uint8]]:
        """The text of the names that first occur in a batch, batch by batch; fills `lengths`."""
        for batch, (in_names, in_text) in enumerate(self._bounds):
            first, count = self._starts[batch], self._starts[batch + 1] - self._starts[batch]
            text = self._text.read(int(in_text[0]), int(in_text[-1] - in_text[0]))
            ends = np.cumsum(self._lengths.read(int(in_names[0]), count))
            back = np.empty(count, dtype=np.int64)  # position of each name of the batch
            back[self._places.read(int(in_names[0]), count) - first] = np.arange(count)
            owned = np.flatnonzero(self._numbers.read(first, count) >= 0)
            chosen, chosen_ends = _core.chosen_names(text, ends, back[owned])
            lengths.append(np.diff(chosen_ends, prepend=0))
            yield chosen


def _running_sums(pieces: Iterator[NDArray[np.int64]]) -> Iterator[NDArray[np.int64]]:
    total = 0
    for piece in pieces:
        sums = np.cumsum(piece) + total
        total = int(sums[-1])
        yield sums


class IdNumbering:
    """Numbers ids that come in batches by their rank.

    Examples
    --------
    >>> import tempfile
    >>> from spminer.graphs.store.external_sort import SortBudget, TemporaryStorage
    >>> with TemporaryStorage(tempfile.gettempdir(), SortBudget(1 << 20)) as scratch:
    ...     ids = IdNumbering(scratch)
    ...     ids.add(np.array([700, 3]), (np.empty(0, np.uint8), np.empty(0, np.int64)))
    ...     ids.finish(), ids.nodes_of(0, np.array([3, 700])).tolist()
    (2, [0, 1])
    """

    def __init__(self, scratch: TemporaryStorage) -> None:
        self._runs = SortedRuns(scratch)
        self._ids = scratch.disk_array(np.int64)
        self._budget = scratch.budget
        self._largest = -1
        self._table: NDArray[np.int32] | None = None

    def add(self, ids: NDArray[np.int64], _names: tuple[NDArray[np.uint8], NDArray[np.int64]]) -> None:
        """Add the ids of a batch."""
        self._runs.add(ids.view(np.uint64))

    def finish(self) -> int:
        """Sort the ids; returns the number of nodes."""
        for keys, _ in self._runs.merged():
            self._ids.append(keys.view(np.int64))
            self._largest = int(keys[-1])
        if not self._consecutive and (self._largest + 1) * 4 <= self._budget.table:
            self._table = np.zeros(self._largest + 1, dtype=np.int32)
            first = 0
            for piece in self._ids.pieces():
                self._table[piece] = np.arange(first, first + len(piece), dtype=np.int32)
                first += len(piece)
        return len(self._ids)

    @property
    def _consecutive(self) -> bool:
        """Whether the ids are the numbers of the nodes."""
        return self._largest + 1 == len(self._ids)

    def nodes_of(self, _batch: int, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """The nodes that ids of a batch belong to."""
        if self._consecutive:
            return ids
        if self._table is not None:
            return self._table[ids].astype(np.int64)
        return self._ranks(ids)

    def _ranks(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        order = np.argsort(ids, kind="stable")
        wanted, ranks = ids[order], np.empty(len(ids), dtype=np.int64)
        done = before = 0
        for piece in self._ids.pieces():
            upto = int(np.searchsorted(wanted, piece[-1], side="right"))
            ranks[order[done:upto]] = before + np.searchsorted(piece, wanted[done:upto])
            done, before = upto, before + len(piece)
        return ranks

    def sections(self) -> Iterator[tuple[str, Iterator[NDArray[Any]]]]:
        """The names of the nodes as sections of a store; none if they are 0, 1, ..."""
        if not self._consecutive:
            yield "node_ids", self._ids.pieces()


# An entry as one number: row, column, and in the lowest bit whether the edge was listed in the other direction. Its
# value is the position in the list, then the label, so that the first of repeated edges has the least value.
_ROW_SHIFT = np.uint64(32)
_COLUMN_SHIFT = np.uint64(1)
_COLUMN_MASK = np.uint64(2**31 - 1)
_LABEL_SHIFT = np.uint64(31)
_LABEL_MASK = np.uint64(2**31 - 1)
_MOST_EDGES = 2**33


class ExternalCsr:
    """A CSR on disk from batches of edges; the result equals that of ``_core.build_csr``.

    Rows are sorted, self-loops and repeated edges are dropped and counted, and the first of repeated edges gives the
    label.
    """

    def __init__(self, scratch: TemporaryStorage, *, nodes: int, directed: bool, labeled: bool) -> None:
        self._runs = SortedRuns(scratch, valued=labeled)
        self._starts = scratch.disk_array(np.int64)
        self._labels = scratch.disk_array(np.int32) if labeled else None
        self._at_once, self._nodes, self._directed = scratch.budget.entries, nodes, directed
        self._seen = np.zeros(nodes if directed else 0, dtype=bool)  # nodes that have an arc
        self._listed = self._added = self._distinct = self._entries = 0
        self.self_loops = 0

    def add(self, sources: NDArray[np.int64], targets: NDArray[np.int64], labels: NDArray[np.int64] | None) -> None:
        """Add edges, with the final codes of their labels."""
        listed = np.arange(self._listed, self._listed + len(sources), dtype=np.uint64)
        self._listed += len(sources)
        if self._listed > _MOST_EDGES:
            raise InputError(f"has more than {_MOST_EDGES:,} edges", remedy="split the graph")
        kept = sources != targets
        self.self_loops += int(len(sources) - kept.sum())
        ends = sources[kept].astype(np.uint64), targets[kept].astype(np.uint64)
        keys = _key(*ends) if self._directed else np.concatenate([_key(*ends), _key(*ends[::-1]) | np.uint64(1)])
        self._added += len(keys)
        if labels is None:
            self._runs.add(keys)
            return
        values = (listed[kept] << _LABEL_SHIFT) | labels[kept].astype(np.uint64)
        self._runs.add(keys, values if self._directed else np.concatenate([values, values]))

    def joined_pairs(self) -> tuple[int, int]:
        """Numbers of connected pairs, and of pairs listed both ways, of undirected rows."""
        pairs = mutual = 0
        for keys, _ in self._runs.merged(keep=True):
            different = 1 + int(((keys[1:] >> _COLUMN_SHIFT) != (keys[:-1] >> _COLUMN_SHIFT)).sum())
            pairs += different
            mutual += len(keys) - different
        return pairs // 2, mutual // 2  # both rows of an edge count it

    def close(self) -> None:
        """Delete the temporary files."""
        self._runs.close()
        for array in (self._starts, self._labels):
            if array is not None:
                array.close()

    def columns(self) -> Iterator[NDArray[np.int32]]:
        """The columns of all rows, row by row; row offsets and labels are ready afterwards."""
        next_row = 0
        for keys, values in self._runs.merged():
            self._distinct += len(keys)
            first = np.ones(len(keys), dtype=bool)
            first[1:] = (keys[1:] >> _COLUMN_SHIFT) != (keys[:-1] >> _COLUMN_SHIFT)
            if values is not None and self._labels is not None:
                least = np.minimum.reduceat(values, np.flatnonzero(first))
                self._labels.append((least & _LABEL_MASK).astype(np.int32))
            rows = (keys[first] >> _ROW_SHIFT).astype(np.int64)
            columns = ((keys[first] >> _COLUMN_SHIFT) & _COLUMN_MASK).astype(np.int32)
            if self._directed:
                self._seen[rows] = self._seen[columns] = True
            next_row = self._note_starts(rows, next_row)
            self._entries += len(rows)
            yield columns
        self._note_starts(np.empty(0, dtype=np.int64), next_row, upto=self._nodes + 1)

    def _note_starts(self, rows: NDArray[np.int64], next_row: int, upto: int | None = None) -> int:
        """Append the offsets of the rows up to the last of these; returns the next row."""
        upto = int(rows[-1]) + 1 if upto is None else upto
        for first in range(next_row, upto, self._at_once):
            some = np.arange(first, min(first + self._at_once, upto))
            self._starts.append(self._entries + np.searchsorted(rows, some))
        return max(next_row, upto)

    def starts(self) -> Iterator[NDArray[np.int64]]:
        """Row offsets and the number of entries; after :meth:`columns`."""
        return self._starts.pieces()

    def labels(self) -> Iterator[NDArray[np.int32]] | None:
        """The label of each entry, if edges have labels; after :meth:`columns`."""
        return None if self._labels is None else self._labels.pieces()

    @property
    def repeated_edges(self) -> int:
        """Repeats of edges (an undirected edge listed both ways is not a repeat); after :meth:`columns`."""
        repeats = self._added - self._distinct
        return repeats if self._directed else repeats // 2

    def isolated_nodes(self) -> int:
        """Nodes without any edge; after :meth:`columns`."""
        if self._directed:
            return int(self._nodes - self._seen.sum())
        alone, before = 0, None
        for piece in self._starts.pieces():
            row_starts = piece if before is None else np.concatenate([[before], piece])
            alone += int((np.diff(row_starts) == 0).sum())
            before = piece[-1]
        return alone


def _key(rows: NDArray[np.uint64], columns: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (rows << _ROW_SHIFT) | (columns << _COLUMN_SHIFT)


_Batch = tuple["NDArray[np.int64]", "NDArray[np.int64]", "NDArray[np.int32] | None"]


class EdgeParser(Protocol):
    """What gives edges batch by batch: the native parser of text, or a reader of columns."""

    @property
    def named(self) -> bool:
        """Whether an id was not a number, so that all ids are names."""

    def take_batch(self) -> ParsedBatch:
        """Sources, targets and labels since the last batch, by numbers; and the names that ends are numbers of."""

    def label_names(self) -> list[str]:
        """The labels of all batches by their numbers."""


class ExternalEdges:
    """Writes edges, ids and names to disk, batch by batch as a parser has them."""

    def __init__(self, parser: EdgeParser, options: ReadOptions, scratch: TemporaryStorage, *, labeled: bool) -> None:
        self.parser = parser
        self.nodes = (NameNumbering if options.ids == "text" else IdNumbering)(scratch)
        self.labeled = labeled
        self._scratch = scratch
        self._sources = scratch.disk_array(np.int64)
        self._targets = scratch.disk_array(np.int64)
        self._labels = scratch.disk_array(np.int32)
        self._ends = [0]  # edges up to each batch

    def take_batch(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Take what was parsed; returns its names."""
        if self.parser.named and isinstance(self.nodes, IdNumbering):
            self._take_ids_for_names()
        sources, targets, labels, names = self.parser.take_batch()
        if len(sources):
            self.nodes.add(np.concatenate([sources, targets]), names)
            self._sources.append(sources)
            self._targets.append(targets)
            self._labels.append(labels)
            self._ends.append(len(self._sources))
        return names

    def _take_ids_for_names(self) -> None:
        """Number the ids of all batches again as names, since an id is not a canonical number."""
        nodes = NameNumbering(self._scratch)
        sources, targets = self._scratch.disk_array(np.int64), self._scratch.disk_array(np.int64)
        for first, last in zip(self._ends, self._ends[1:], strict=False):
            span = (first, last - first)
            ends = np.stack([self._sources.read(*span), self._targets.read(*span)], axis=1).ravel()
            ids, seen, places = np.unique(ends, return_index=True, return_inverse=True)
            order = np.argsort(seen)
            ranks = np.empty(len(ids), dtype=np.int64)
            ranks[order] = np.arange(len(ids))
            nodes.add(np.empty(0, dtype=np.int64), encode_names(ids[order].astype(str).tolist()))
            sources.append(ranks[places[0::2]])
            targets.append(ranks[places[1::2]])
        for array in (self._sources, self._targets):
            array.close()
        self.nodes, self._sources, self._targets = nodes, sources, targets

    def batches(self) -> Iterator[_Batch]:
        """Sources, targets and labels of all edges by final numbers, batch by batch."""
        for batch, (first, last) in enumerate(zip(self._ends, self._ends[1:], strict=False)):
            span = (first, last - first)
            sources = self.nodes.nodes_of(batch, self._sources.read(*span))
            targets = self.nodes.nodes_of(batch, self._targets.read(*span))
            yield sources, targets, self._labels.read(*span) if self.labeled else None

    def close(self) -> None:
        """Delete the batches."""
        for array in (self._sources, self._targets, self._labels):
            array.close()


class _TextFeed:
    """Feeds text to the native parser, and takes its edges as often as the budget asks for."""

    def __init__(
        self, external: ExternalEdges, parser: _core.EdgeListParser, budget: SortBudget, source: str, table: TextTable
    ) -> None:
        self._external, self._parser, self._budget = external, parser, budget
        self._source, self._table = source, table
        self._text = 0

    def feed(self, chunk: bytes) -> None:
        """Read more text."""
        for start in range(0, len(chunk), self._budget.text):
            piece = chunk[start : start + self._budget.text]
            self._parser.feed(piece)
            self._text += len(piece)
            if self._parser.edges >= self._budget.edges or self._text >= self._budget.text:
                self._take_batch()

    def finish(self) -> None:
        """Read the last line."""
        self._parser.finish()
        self._take_batch()

    def _take_batch(self) -> None:
        names = self._external.take_batch()
        self._text = 0
        refuse_used_header(self._table, lambda word: _has_name(names, word), self._source)


def _has_name(names: tuple[NDArray[np.uint8], NDArray[np.int64]], word: str) -> bool:
    """Whether a word is one of the names in a text of concatenated names."""
    text, ends = names
    lengths = np.diff(ends, prepend=0)
    wanted = word.encode()
    starts = (ends - lengths)[lengths == len(wanted)]
    for place, byte in enumerate(wanted):
        starts = starts[text[starts + place] == byte]
    return len(starts) > 0


def write_store_from_edges(source: Source, options: ReadOptions, file: IO[bytes], scratch: TemporaryStorage) -> None:
    """Write the store of an edge list, without the parts of an index.

    Parameters
    ----------
    source, options
        The edge list and the options of reading.
    file
        The file to write, open for reading too.
    scratch
        Temporary storage, with the memory budget.
    """
    layout = layout_of(source, options)
    if layout.needs_python_parser:
        reason = "has quotation marks or a column of directions, which are not supported within a memory limit"
        raise InputError(reason, source=source.name, remedy="leave the limit out, or take them out of the file")
    parser, table = parser_of(layout, options), layout.table
    external = ExternalEdges(parser, options, scratch, labeled=layout.columns.label >= 0)
    source.feed(_TextFeed(external, parser, scratch.budget, source.name, table), check=check_of(layout))

    def reading(direction: Direction, alone: bool, nodes: int, edges: int) -> Reading:
        named = parser.named
        note = ambiguous_header_note(table, source.name, alone=alone, nodes=nodes, edges=edges) if named else ""
        return reading_of(layout, options, direction, note)

    extra = parser.has_extra_columns and not table.names
    write_store(external, layout.direction, options, source.name, file, scratch, reading, extra=extra)


def write_store(
    external: ExternalEdges,
    direction: Direction,
    options: ReadOptions,
    source: str,
    file: IO[bytes],
    scratch: TemporaryStorage,
    reading: Callable[[Direction, bool, int, int], Reading],
    *,
    extra: bool = False,
) -> None:
    """Write the store of edges that a parser has given.

    Parameters
    ----------
    external
        The edges.
    direction
        What the source says of their direction.
    options, file, scratch
        As for :func:`write_store_from_edges`.
    source
        Name of the source.
    reading
        What was taken for what; given the final direction, whether the first edge stands alone, and the numbers of
        nodes and edges.
    extra
        Whether there were columns that nothing names.
    """
    nodes = external.nodes.finish()
    if nodes == 0:
        raise no_edges_error(source)
    if nodes > MOST_NODES:
        raise InputError(f"has {nodes:,} nodes, more than the {MOST_NODES:,} that fit", source=source)
    found = external.parser.label_names()
    labels = sort_labels(np.arange(len(found), dtype=np.int32), found)
    directed = options.is_directed(direction.declared)
    rows = ExternalCsr(scratch, nodes=nodes, directed=directed, labeled=external.labeled)
    alone = _add_edges(external, rows, labels) == 1
    if direction.declared is None and options.directed is None:
        direction = direction.after(*rows.joined_pairs(), options)
        if direction.declared:
            directed = True
            rows.close()
            rows = ExternalCsr(scratch, nodes=nodes, directed=True, labeled=external.labeled)
            _add_edges(external, rows, labels)
    external.close()
    writer = SectionWriter(file)
    entries = _write(writer, external, rows, nodes)
    dropped = Dropped(rows.self_loops, rows.repeated_edges, rows.isolated_nodes(), extra)
    taken = reading(direction, alone, nodes, entries if directed else entries // 2)
    log_reading(dropped, taken, source)
    writer.finish(
        store_facts(
            nodes=nodes,
            entries=entries,
            graphs=1,
            directed=directed,
            node_label_names=(),
            edge_label_names=labels.names,
            digest=_digest(writer, directed, labels.names, external.labeled),
            dropped=dropped,
            reading=replace(taken, format=stored_format(source, taken.format)),
        )
    )


def _add_edges(external: ExternalEdges, rows: ExternalCsr, labels: LabelCodes) -> int:
    """Add all edges to the rows; returns how many have one of the first two nodes."""
    touching = 0
    for sources, targets, codes in external.batches():
        touching += int(((sources <= 1) | (targets <= 1)).sum())
        rows.add(sources, targets, None if codes is None else labels.codes[codes].astype(np.int64))
    return touching


def _write(writer: SectionWriter, external: ExternalEdges, rows: ExternalCsr, nodes: int) -> int:
    """Write all sections; returns the number of entries."""
    entries = writer.add("indices", rows.columns())
    writer.add("indptr", rows.starts())
    labels = rows.labels()
    if labels is not None:
        writer.add("edge_labels", labels)
    writer.add("graph_offsets", [np.array([0, nodes])])
    for name, pieces in external.nodes.sections():
        writer.add(name, pieces)
    return entries


def _digest(writer: SectionWriter, directed: bool, names: tuple[str, ...], labeled: bool) -> str:
    arrays = [writer.pieces(name) for name in ("indptr", "indices", "graph_offsets")]
    labels = writer.pieces("edge_labels") if labeled else None
    return digest_of([*arrays, None, labels], directed=directed, label_names=((), names))
