"""The file format against the library that defines it, and against damaged and hostile files."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from spminer.encoder.tensorfile import read_tensors, write_tensors
from spminer.errors import InputError

ARRAYS = st.dictionaries(
    st.text(max_size=8).filter(lambda name: name != "__metadata__"),
    hnp.arrays(
        st.sampled_from([np.float16, np.float32]),
        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
        elements={"allow_nan": False},
    ),
    max_size=4,
)


@settings(deadline=None)
@given(ARRAYS, st.dictionaries(st.text(max_size=5), st.text(max_size=9), max_size=3))
def test_what_is_written_is_read_back_by_us_and_by_the_library(tmp_path_factory, arrays, metadata):
    library = pytest.importorskip("safetensors.numpy")
    path = tmp_path_factory.mktemp("file") / "a.safetensors"
    write_tensors(path, arrays, metadata)
    found, texts = read_tensors(path)
    theirs = library.load_file(path)
    assert texts == metadata
    assert list(found) == list(arrays)
    for name, values in arrays.items():
        assert np.array_equal(found[name], values.astype(np.float32))
        assert np.array_equal(theirs[name], values)


def build(header, values=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + values


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


HOSTILE = {
    "empty": b"",
    "only a length": bytes(8),
    "header beyond the end": build({"x": entry()}, length=1 << 40),
    "header of all ones": b"\xff" * 64,
    "not JSON": build(b"{nonsense"),
    "not UTF-8": build(b'{"\xff": 1}'),
    "deep nesting": build(b"[" * 100_000),
    "endless number": build(b'{"x": ' + b"9" * 10_000 + b"}"),
    "a list": build([]),
    "a name twice": build(b'{"x": 1, "x": 2}'),
    "an entry that is no table": build({"x": 3}),
    "an unknown field": build({"x": entry() | {"code": "rm"}}, bytes(8)),
    "integers": build({"x": entry("I64", (1,))}, bytes(8)),
    "a type that is no text": build({"x": entry([])}, bytes(8)),
    "pickle": build({"x": entry("O")}, bytes(8)),
    "negative shape": build({"x": entry(shape=(-1, -2))}, bytes(8)),
    "fractional shape": build({"x": entry(shape=(2.0,))}, bytes(8)),
    "boolean shape": build({"x": entry(shape=(True,), offsets=(0, 4))}, bytes(4)),
    "shape beyond memory": build({"x": entry(shape=(1 << 62, 1 << 62))}, bytes(8)),
    "backward offsets": build({"x": entry(shape=(0,), offsets=(8, 0))}, bytes(8)),
    "offsets beyond the end": build({"x": entry(offsets=(8, 16))}, bytes(8)),
    "three offsets": build({"x": entry(offsets=(0, 8, 8))}, bytes(8)),
    "truncated values": build({"x": entry()}, bytes(7)),
    "values left over": build({"x": entry()}, bytes(9)),
    "overlap": build({"x": entry(), "y": entry()}, bytes(8)),
    "gap": build({"x": entry(), "y": entry(offsets=(12, 20))}, bytes(20)),
    "metadata that is no table": build({"__metadata__": 3}),
    "metadata that is no text": build({"__metadata__": {"a": 1}}),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_refuses_what_is_not_exactly_as_announced(data, tmp_path):
    path = tmp_path / "bad.safetensors"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"bad\.safetensors: .*; the file is damaged"):
        read_tensors(path)


@settings(deadline=None)
@given(st.binary(max_size=60), st.integers(0, 200), st.integers(0, 200))
def test_random_damage_is_refused_or_harmless(tmp_path_factory, noise, begin, length):
    path = tmp_path_factory.mktemp("file") / "a.safetensors"
    write_tensors(path, {"x": np.arange(6, dtype=np.float32).reshape(2, 3)}, {"a": "b"})
    data = path.read_bytes()
    path.write_bytes(data[:begin] + noise + data[begin + length :])
    try:
        tensors, _ = read_tensors(path)
    except InputError:
        return
    assert all(values.dtype == np.float32 for values in tensors.values())


def test_refuses_a_file_too_large_to_be_meant(tmp_path):
    path = tmp_path / "large.safetensors"
    with path.open("wb") as file:
        file.truncate((1 << 28) + 1)
    with pytest.raises(InputError, match="larger than 256 MiB"):
        read_tensors(path)


def test_names_a_missing_file(tmp_path):
    with pytest.raises(InputError, match=r"none\.safetensors: cannot read the file: No such file"):
        read_tensors(tmp_path / "none.safetensors")


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a.safetensors"
    write_tensors(path, {"x": np.ones(1, np.float32)}, {})
    before = path.read_bytes()

    def fail(_):
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_tensors(path, {"x": np.zeros(1, np.float32)}, {})
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.safetensors"]
