"""Second readings of a file by other programs, where what they take for the graph can be compared with ours."""

import csv
import io
import re

import networkx as nx
import scipy.io

# A field as every reader of CSV takes it: plain, or in quotes from end to end with quotes in it doubled.
_FIELD = r'(?:[^",;|\s#%/][^",;|\t\r\n#%/]*|"(?:[^"\r\n]|"")+")'
_ROWS = re.compile(rf"source,target\n(?:{_FIELD},{_FIELD}\n)+")
_MATRIX = re.compile(rb"%%MatrixMarket[ a-z]*\n(?:%[ -~]*\n)*(?: *[0-9]+ +[0-9]+(?: +-?[0-9]+(?:\.[0-9]+)?)? *\n)+")


def csv_edges(data):
    """The edges of a table of two columns by Python's csv; ``None`` if readers may differ about it."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if not _ROWS.fullmatch(text) or not text.replace("\n", "").isprintable():
        return None
    rows = list(csv.reader(io.StringIO(text, newline="")))[1:]
    # Blanks around a name that stands without quotes are no part of it; within quotes we compare only names without.
    if any(name != name.strip() or not name for row in rows for name in row):
        return None
    return {frozenset(row) for row in rows if row[0] != row[1]}


def _degrees(graph):
    simple = nx.Graph(graph)
    simple.remove_edges_from(list(nx.selfloop_edges(simple)))
    return sorted(degree for _, degree in simple.degree())


def _graph6(data):
    lines = [line for line in data.split(b"\n") if line]
    graphs = [nx.from_sparse6_bytes(line) if line[:1] == b":" else nx.from_graph6_bytes(line) for line in lines]
    return nx.disjoint_union_all(graphs)


def _graphml(data):
    if len(re.findall(rb"<graph[\s/>]", data)) > 1:
        raise ValueError("networkx takes the first graph alone")
    return nx.parse_graphml(data.decode("utf-8"), force_multigraph=True)


def _matrixmarket(data):
    if not _MATRIX.fullmatch(data):  # SciPy's reader crashes at the end of some damaged files
        raise ValueError("damaged")
    matrix = scipy.io.mmread(io.BytesIO(data)).tocoo()
    graph = nx.empty_graph(matrix.shape[0])
    graph.add_edges_from(zip(matrix.row.tolist(), matrix.col.tolist(), strict=True))
    return graph


_OTHERS = {
    "graph6": _graph6,
    "graphml": _graphml,
    "gml": lambda data: nx.parse_gml(data.decode("ascii"), label="id"),
    "matrixmarket": _matrixmarket,
}


def degrees_by_others(form, data):
    """Degrees of the nodes in ascending order by another reader; ``None`` if it cannot read the file."""
    try:
        return _degrees(_OTHERS[form](data))
    except Exception:  # whatever another program raises of a file that it does not take
        return None


def has_second(form):
    """Whether there is a second reader."""
    return form in _OTHERS
