"""Seeds: small inputs of every kind that are taken as they are, made by the project itself."""

import functools
import io
import json
import tempfile
from pathlib import Path

import numpy as np
import pyarrow.parquet
import scipy.sparse
import torch

import spminer
from spminer._util.checkpoint import Checkpoint
from spminer.encoder.model import ModelConfig, save_model, write_tensors
from spminer.encoder.training.config import preset
from spminer.graphs import FORMATS
from spminer.paper.count_prediction.data import CountConfig
from spminer.paper.count_prediction.model import CountPredictor
from spminer.paper.experiment import ExperimentContext, get_experiment
from spminer.paper.page import write_result
from spminer.paper.report import ExperimentResult, Table
from support.builders import random_model

_CORPUS = Path(__file__).parents[1] / "graphs" / "corpus"
_LONGEST = 4096  # bytes of a file of the corpus that is used: most of a long one says the same again

_NEO4J = ("neo4j-apoc.csv", "neo4j-relationships.csv")

_CALIBRATION = {"threshold": "0.5", "thresholds_by_size": "[0.5, 0.25]", "caps_by_size": "[3, 4]"}

# Ways of mining whose states are kept: method, options.
METHODS = {
    "grow": {"method": "grow", "sizes": "3-5"},
    "exact": {"method": "exact", "sizes": "3-4"},
    "beam": {"method": "beam", "sizes": "3-4"},
    "rand-esu": {"method": "rand-esu", "sizes": "3-4"},
    "against": {"method": "exact", "sizes": "3", "against": "degree", "null_samples": 3},
}


def friends():
    """A small graph with names and two kinds of nodes."""
    edges = [("anna", "bela"), ("bela", "cleo"), ("cleo", "anna"), ("cleo", "dora"), ("dora", "egon")]
    return spminer.from_edges(edges, node_labels=["x", "y", "x", "y", "x"])


def _kinds():
    """Graphs that differ in all that formats can tell."""
    ring = [(i, (i + 1) % 5) for i in range(5)]
    named = [(f"n{u}", f"n{v}") for u, v in ring]
    yield spminer.from_edges(ring)
    yield spminer.from_edges(ring, node_labels=["C", "N", "C", "O", "C"], edge_labels=["1", "2", "1", "1", "2"])
    yield spminer.from_edges(named, directed=True)
    yield spminer.from_edges(named, edge_labels=["is", "has", "is", "is", "has"])
    yield friends()


def _written(graphs, form):
    buffer = io.BytesIO()
    try:
        form.write(graphs, buffer)
    except spminer.UsageError:
        return None
    return buffer.getvalue()


@functools.cache
def of_format(name):
    """Files of a format: what we write of some graphs, and what the corpus has."""
    form = next(form for form in FORMATS if form.name == name)
    seeds = [] if form.writer is None else [data for graphs in _kinds() if (data := _written(graphs, form))]
    endings = {"matrix": ("matrix-r.txt", "matrix-plain.csv", "matrix-named.csv"), "neo4j": _NEO4J}.get(
        name, form.suffixes
    )
    short = [path for path in sorted(_CORPUS.iterdir()) if path.stat().st_size <= _LONGEST]
    seeds += [path.read_bytes() for path in short if endings and path.name.endswith(endings)]
    return seeds or [b"0 1\n1 2\n"]


@functools.cache
def corpus():
    """Files whose format is judged by their content."""
    files = [path.read_bytes() for path in sorted(_CORPUS.iterdir()) if path.stat().st_size <= _LONGEST]
    return files + [data for form in FORMATS for data in of_format(form.name)]


def tables():
    """Tables of edges, for comparison with csv."""
    return [
        b'source,target\nanna,bela\n"anna","cleo x"\n"do,ra","bela"\n"a""x","a""y"\n',
        b"source,target\n1,2\n2,3\n007,7\n3,1\n",
    ]


def node_tables():
    """Tables of nodes for a graph with the nodes a, b and c."""
    parquet = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"id": ["a", "b", "c"], "label": ["x", "y", "x"]}), parquet)
    records = b'[{"id": "a", "label": "x"}, {"id": "b", "label": "y"}, {"id": "c", "label": "x"}]'
    return [
        parquet.getvalue(),
        records,
        b"id,label\na,x\nb,y\nc,x\nd,y\n",
        b"id\tclass\na\t1\nb\t2\nc\t1\n",
        b'id;label\n"a";"x;y"\nb;z\nc;z\n',
    ]


def label_tables():
    """Names of labels."""
    return [b"0 C\n1 N\n", b"# labels\n0\tC\n1\tN\n", b"0,C\n1,N\n"]


def patterns():
    """Pattern texts."""
    texts = [
        "0-1,1-2,2-0@0",
        "0>1,1>2,2>0",
        "0-1,1-2|x,y,x@1",
        '0-1:a,1-2:"b c"|"x,y","@",z',
        "3",
        "0>1:p,1>0:q|a,b@1",
        "1@0",
        str(spminer.Pattern.from_edges([(i, i + 1) for i in range(40)], anchor=3)),
    ]
    return [text.encode() for text in texts]


@functools.cache
def results():
    """Result files of mining, enumeration and comparison."""
    runs = [
        spminer.mine(friends(), "3-4", top=2, threads=1),
        spminer.mine(friends(), "3", top=2, threads=1, against="degree", null_samples=3),
        spminer.enumerate(friends(), 3, threads=1),
    ]
    return [run.to_json().encode() for run in runs]


@functools.cache
def models():
    """Files of tiny encoders."""
    config = ModelConfig(width=2, layers=2, hops=1, head=(2, 3), dimensions=2)
    model = random_model(config)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.safetensors"
        found = []
        for half in (False, True):
            save_model(path, config, model.tensors, metadata=_CALIBRATION, half=half)
            found.append(path.read_bytes())
    return found


def options():
    """Options of mining as TOML."""
    return [
        b'[mine]\ngraph = "friends.csv"\nsizes = "3-5"\ntop = 3\nthreads = 1\nmerge-anchors = true\n',
        b'[mine]\nsizes = 4\nmethod = "grow"\ntime-limit = 2.5\nlabel = "x"\n[mine.set]\nbeam = 8\n',
        b'# all\n[mine]\nfrequency = "graph"\nmemory-limit = "1G"\n[generate.plant]\nsize = 5\n',
    ]


def trainings():
    """Configurations of training."""
    return [json.dumps(preset(name).to_dict(), indent=1).encode() for name in ("tiny", "default")]


def cells():
    """Kept parts of an experiment."""
    return [b'{"parameters": {"seed": 0, "sizes": [3, 4]}, "seconds": 0.5, "result": {"count": 3}}']


@functools.cache
def stores():
    """Mapped files."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graphs.spm"
        found = []
        for graphs in _kinds():
            spminer.write(graphs, path)
            found.append(path.read_bytes())
    return found


@functools.cache
def _run(name):
    """The states of a finished run: the identity, and each state as its arrays."""
    with tempfile.TemporaryDirectory() as folder:
        mined(name, folder)
        identity = (Path(folder) / "run.json").read_bytes()
        kept = Checkpoint(folder, json.loads(identity), resume=True)
        names = sorted(path.stem for path in Path(folder).glob("*.state"))
        return identity, {state: kept.load(state) for state in names}


def mined(name, folder, **options):
    """The run whose states are fuzzed."""
    return spminer.mine(friends(), top=2, threads=1, checkpoint=folder, **METHODS[name], **options)


def packed(arrays):
    """Arrays one after the other, so that a change of some bytes changes arrays and no checksum of an archive."""
    buffer = io.BytesIO()
    for array in arrays:
        np.lib.format.write_array(buffer, np.asanyarray(array), allow_pickle=False)
    return buffer.getvalue()


def unpacked(data):
    """As many arrays as the bytes hold."""
    stream, arrays = io.BytesIO(data), []
    while stream.tell() < len(data):
        arrays.append(np.lib.format.read_array(stream, allow_pickle=False, max_header_size=1000))
    return arrays


@functools.cache
def states(name):
    """The states of a run, each behind the number that says which it is."""
    _, kept = _run(name)
    return [bytes([number]) + packed(arrays.values()) for number, arrays in enumerate(kept.values())]


def with_state(name, data, folder):
    """Fill a folder with the states of a run, one of which is made of these bytes, with a digest that fits."""
    identity, kept = _run(name)
    (folder / "run.json").write_bytes(identity)
    checkpoint = Checkpoint(folder, json.loads(identity), resume=True)
    changed = sorted(kept)[(data[0] if data else 0) % len(kept)]
    for state, arrays in kept.items():
        values = unpacked(data[1:]) if state == changed else list(arrays.values())
        checkpoint.save(state, **dict(zip(arrays, values, strict=False)))


@functools.cache
def archives():
    """The arrays of npz files, one after the other behind the number that says which file it is."""
    return [bytes([number]) + packed(arrays.values()) for number, arrays in enumerate(_archives())]


@functools.cache
def _archives():
    """Arrays by name, of files of SciPy."""
    files = []
    for kind in ("csr", "csc", "coo", "bsr", "dia"):
        buffer = io.BytesIO()
        scipy.sparse.save_npz(buffer, scipy.sparse.eye_array(4, k=1).asformat(kind), compressed=False)
        files.append(buffer.getvalue())
    found = []
    for data in files:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            found.append({name: archive[name] for name in archive.files})
    return found


def as_archive(data):
    """An npz file whose arrays are made of these bytes, with the checksums that they have."""
    names = _archives()[(data[0] if data else 0) % len(_archives())]
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **dict(zip(names, unpacked(data[1:]), strict=False)))
    return buffer.getvalue()


def identities():
    """What a folder of states says of its run."""
    return [_run("exact")[0]]


@functools.cache
def outcomes():
    """What an experiment has written."""
    with tempfile.TemporaryDirectory() as folder:
        result = ExperimentResult(
            (Table("large-a", "Short", ("method", "value"), (("grow", 1.5),)),), ("figure",), ("note",)
        )
        write_result(ExperimentContext(Path(folder)), get_experiment("large"), result, seconds=9.0, command="spminer")
        return [(Path(folder) / "large.json").read_bytes()]


@functools.cache
def predictors():
    """A model that predicts counts."""
    torch.manual_seed(0)
    config = CountConfig(width=2, layers=1)
    tensors = {f"model.{name}": values.numpy() for name, values in CountPredictor(config).state_dict().items()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.safetensors"
        write_tensors(path, tensors, {"format": "spminer-counts", "config": json.dumps(config.to_dict())})
        return [path.read_bytes()]
