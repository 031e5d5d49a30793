"""Format of the package's own: everything that a collection has, as a NumPy ``.npz`` archive without pickles."""

from __future__ import annotations

import json
from tokenize import TokenError
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError, UsageError
from spminer.graphs.assemble import Labels, build, check_declared_nodes
from spminer.graphs.formats import scipynpz
from spminer.graphs.formats.source import naming_file, opened_archive, opened_member
from spminer.graphs.reading import Reading, listed

if TYPE_CHECKING:
    import zipfile
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.options import ReadOptions
    from spminer.graphs.formats.source import Source

__all__ = ["looks_like_npz", "read", "write"]

_FORMAT = "spminer graphs"
_VERSION = 1
_TYPES = {
    "meta": np.uint8,
    "sources": np.int32,
    "targets": np.int32,
    "graph_offsets": np.int64,
    "node_ids": np.int64,
    "node_names": np.uint8,
    "node_name_ends": np.int64,
    "node_labels": np.int32,
    "edge_labels": np.int32,
    "graph_labels": np.int64,
}
_REMEDY = "write it again with spminer.write"


def looks_like_npz(sample: bytes) -> bool:
    """Whether the first member of a zip archive is a NumPy array."""
    return sample.startswith(b"PK\x03\x04") and sample[30 : 30 + int.from_bytes(sample[26:28], "little")].endswith(
        b".npy"
    )


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write everything."""
    sources, targets, edge_labels = graphs.edges()
    meta = {
        "format": _FORMAT,
        "version": _VERSION,
        "directed": graphs.directed,
        "node_label_names": graphs.node_label_names,
        "edge_label_names": graphs.edge_label_names,
        "graph_names": graphs.graph_names,
    }
    arrays: dict[str, NDArray[Any] | None] = {
        "meta": np.frombuffer(json.dumps(meta).encode(), dtype=np.uint8),
        "sources": sources,
        "targets": targets,
        "graph_offsets": graphs.graph_offsets,
        "node_labels": graphs.node_labels,
        "edge_labels": edge_labels,
        "graph_labels": graphs.graph_labels,
        **_name_arrays(graphs),
    }
    present = {name: array for name, array in arrays.items() if array is not None}
    try:
        check_declared_nodes(graphs.num_nodes, evidence=_evidence(present), source="")
    except InputError:
        reason = f"format npz cannot hold {graphs.num_nodes:,} nodes with almost no edges"
        raise UsageError(f"{reason}, which looks like damage; format spm can") from None
    np.savez_compressed(file, **present)  # type: ignore[arg-type]


def _evidence(arrays: Mapping[str, NDArray[Any]]) -> int:
    """How much the arrays hold of which there is one entry for each edge, node or graph."""
    return max(len(array) for name, array in arrays.items() if name != "meta")


def _name_arrays(graphs: GraphCollection) -> dict[str, NDArray[Any] | None]:
    names = graphs.node_names
    if names is None or names.dtype != object:
        return {"node_ids": names}
    encoded = [name.encode() for name in names]
    ends = np.cumsum([len(name) for name in encoded], dtype=np.int64)
    return {"node_names": np.frombuffer(b"".join(encoded), dtype=np.uint8), "node_name_ends": ends}


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read what :func:`write` wrote, or SciPy's ``save_npz``; every array is checked before it is used."""
    members = _members(source)
    if scipynpz.is_scipy_archive(members):
        return scipynpz.read(source, options)
    if "meta.npy" not in members:
        raise InputError(
            f"has the arrays {listed(sorted(members))}, which are no graph that is known",
            source=source.name,
            remedy="write the graph with spminer.write, or pass its edges to spminer.from_edges",
        )
    arrays = _load(source)
    try:
        meta = json.loads(arrays["meta"].tobytes())
        if (meta["format"], meta["version"]) != (_FORMAT, _VERSION):
            raise InputError("is of another version", source=source.name, remedy=_REMEDY)
        return _collection(arrays, meta, source.name, options)
    except (KeyError, RecursionError, TypeError, ValueError) as error:
        raise InputError("is no npz file of this package", source=source.name, remedy=_REMEDY) from error


def _members(source: Source) -> set[str]:
    with naming_file(source.name), opened_archive(source) as archive:
        return set(archive.namelist())


def _load(source: Source) -> dict[str, NDArray[Any]]:
    with naming_file(source.name), opened_archive(source) as archive:
        members = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
        return {
            name: _load_array(archive, members[name], np.dtype(kind), source.name)
            for name, kind in _TYPES.items()
            if name in members
        }


def _load_array(archive: zipfile.ZipFile, info: zipfile.ZipInfo, kind: np.dtype[Any], name: str) -> NDArray[Any]:
    """Read one array, trusting its header only as far as there are bytes for it."""
    with opened_member(archive, info, name) as file:
        try:
            version = np.lib.format.read_magic(file)
            if version != (1, 0):
                raise ValueError(version)
            shape, _, dtype = np.lib.format.read_array_header_1_0(file)
        except (ValueError, SyntaxError, EOFError, TokenError, RecursionError, MemoryError) as error:
            raise InputError(f"array {info.filename!r} is damaged", source=name, remedy=_REMEDY) from error
        data = file.read()
    if dtype.newbyteorder("=") != kind or len(shape) != 1 or shape[0] * kind.itemsize != len(data):
        raise InputError(f"array {info.filename!r} is not as written", source=name, remedy=_REMEDY)
    return np.frombuffer(data, dtype=dtype).astype(kind, copy=False)  # it may be of the other byte order


def _collection(
    arrays: dict[str, NDArray[Any]], meta: dict[str, Any], name: str, options: ReadOptions
) -> GraphCollection:
    offsets = arrays["graph_offsets"].copy()
    if len(offsets) == 0 or offsets[0] != 0 or (np.diff(offsets) < 0).any():
        raise ValueError("graph_offsets")
    nodes = int(offsets[-1])
    check_declared_nodes(nodes, evidence=_evidence(arrays), source=name)
    sources, targets = arrays["sources"], arrays["targets"]
    graph = np.searchsorted(offsets, np.stack([sources, targets]), side="right")
    if (graph[0] != graph[1]).any():
        raise ValueError("an edge joins two graphs")
    return build(
        sources,
        targets,
        nodes=nodes,
        directed=options.is_directed(bool(meta["directed"])),
        edge_labels=_labels(arrays, meta, "edge", len(sources)),
        source=name,
        graph_offsets=offsets,
        node_names=_names(arrays, nodes),
        node_labels=_labels(arrays, meta, "node", nodes),
        graph_names=_graph_names(meta["graph_names"], len(offsets) - 1),
        graph_labels=_graph_labels(arrays, len(offsets) - 1),
        reading=Reading(
            "spminer's own format",
            direction=options.direction(bool(meta["directed"])),
            node_labels="the file" if "node_labels" in arrays else "",
            edge_labels="the file" if "edge_labels" in arrays else "",
        ),
    )


def _labels(arrays: dict[str, NDArray[Any]], meta: dict[str, Any], of: str, count: int) -> Labels | None:
    if f"{of}_labels" not in arrays:
        return None
    codes, names = arrays[f"{of}_labels"].copy(), tuple(map(str, meta[f"{of}_label_names"]))
    if len(codes) != count or (count and not 0 <= codes.min() <= codes.max() < len(names)):
        raise ValueError(f"{of}_labels")
    return Labels(codes, names)


def _names(arrays: dict[str, NDArray[Any]], nodes: int) -> NDArray[np.int64] | NDArray[np.object_] | None:
    names: NDArray[Any] | None = None
    if "node_ids" in arrays:
        names = arrays["node_ids"].copy()
    elif "node_names" in arrays:
        text, ends = arrays["node_names"].tobytes(), arrays["node_name_ends"].tolist()
        if any(a > b for a, b in zip([0, *ends], [*ends, len(text)], strict=True)):
            raise ValueError("node_name_ends")
        names = np.array([text[a:b].decode() for a, b in zip([0, *ends], ends, strict=False)], dtype=object)
    if names is not None and len(names) != nodes:
        raise ValueError("node names")
    return names


def _graph_names(names: Any, graphs: int) -> tuple[str, ...] | None:
    if names is None:
        return None
    if len(names) != graphs:
        raise ValueError("graph_names")
    return tuple(map(str, names))


def _graph_labels(arrays: dict[str, NDArray[Any]], graphs: int) -> NDArray[np.int64] | None:
    if "graph_labels" not in arrays:
        return None
    if len(arrays["graph_labels"]) != graphs:
        raise ValueError("graph_labels")
    return arrays["graph_labels"].copy()
