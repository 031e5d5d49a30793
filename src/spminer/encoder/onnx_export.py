"""Models as ONNX files, written operator by operator from the weights, without torch.

Inputs are ``adjacency`` (float ``[B, n, n]``, zero-padded, anchor first) and ``sizes`` (int64 ``[B]``); the output is
``embedding`` (float ``[B, D]``). Models with ``config.counts`` have a third input, the order signatures ``counts``
(float ``[B, coordinates]``). The convolutions of the ablation, GIN and GCN, are not supported. ``network.py`` defines
the network that the operators compute.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from spminer import _core
from spminer.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.encoder.model import EncoderModel

__all__ = ["export_onnx", "onnx_bytes"]

_OPSET = 17
_IR_VERSION = 9  # the first of this opset, for older runtimes


def export_onnx(model: EncoderModel, path: str | Path) -> None:
    """Write a model as an ONNX file, with its configuration in the file's metadata."""
    Path(path).write_bytes(onnx_bytes(model))


def onnx_bytes(model: EncoderModel) -> bytes:
    """A model as the content of an ONNX file.

    >>> from spminer.encoder.model import EncoderModel, ModelConfig, expected_shapes
    >>> config = ModelConfig(width=2, layers=1, head=(), dimensions=3)
    >>> shapes = expected_shapes(config)
    >>> ones = EncoderModel(config, {name: np.ones(shape, np.float32) for name, shape in shapes.items()})
    >>> [output.name for output in onnx.load_from_string(onnx_bytes(ones)).graph.output]
    ['embedding']
    """
    if model.config.conv != "sage":
        raise UsageError(f"ONNX export does not support {model.config.conv} convolutions; export a model with 'sage'")
    graph = _Graph()
    _write_forward_pass(graph, model)
    floats, integers = TensorProto.FLOAT, TensorProto.INT64
    inputs = [
        helper.make_tensor_value_info("adjacency", floats, ["B", "n", "n"]),
        helper.make_tensor_value_info("sizes", integers, ["B"]),
    ]
    if model.config.counts:
        inputs.append(helper.make_tensor_value_info("counts", floats, ["B", _core.SIGNATURE_SIZE]))
    outputs = [helper.make_tensor_value_info("embedding", floats, ["B", model.config.dimensions])]
    body = helper.make_graph(graph.nodes, "encoder", inputs, outputs, graph.constants)
    opset = helper.make_opsetid("", _OPSET)
    proto = helper.make_model(body, opset_imports=[opset], ir_version=_IR_VERSION, producer_name="spminer")
    helper.set_model_props(proto, {**model.metadata, "config": json.dumps(model.config.to_dict())})
    onnx.checker.check_model(proto)
    contents: bytes = proto.SerializeToString()
    return contents


class _Graph:
    """Operators and constants in the order of the calls."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, values: Any, dtype: type = np.float32) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(values, dtype=dtype, order="C"), name))
        return name

    def indices(self, *values: int) -> str:
        return self.constant(np.array(values), np.int64)

    def add(self, operator: str, *inputs: str, name: str = "", **attributes: Any) -> str:
        output = name or f"value_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def split(self, value: str) -> tuple[str, str]:
        """The two halves of the last axis."""
        halves = f"first_{len(self.nodes)}", f"second_{len(self.nodes)}"
        self.nodes.append(helper.make_node("Split", [value], list(halves), axis=-1))
        return halves

    def affine(self, value: str, weight: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        return self.add("Add", self.add("MatMul", value, self.constant(weight.T)), self.constant(bias))


def _write_forward_pass(graph: _Graph, model: EncoderModel) -> None:
    config = model.config
    mask, anchor = _mask_and_anchor(graph)  # [B, n] each
    features = _features(graph, mask, anchor, config.hops)
    states = [_dense(graph, model, "input", features)]  # each [B, n, w]
    for layer in range(config.layers):
        states.append(_sage(graph, model, f"convs.{layer}", _layer_input(graph, model, states, layer)))
    every = graph.add("Concat", *states, axis=-1)  # [B, n, (L + 1) w]
    pool = graph.add("Mul", graph.add("Unsqueeze", mask, graph.indices(1)), graph.constant(config.pool_scale))
    pooled = graph.add("Squeeze", graph.add("MatMul", pool, every), graph.indices(1))
    if config.anchor_pool:
        own = graph.add("Gather", every, graph.constant(0, np.int64), axis=1)
        pooled = graph.add("Concat", pooled, own, axis=-1)
    if config.counts:
        logarithms = graph.add("Log", graph.add("Add", "counts", graph.constant(1)))
        pooled = graph.add("Concat", pooled, logarithms, axis=-1)
    _head(graph, model, pooled)


def _mask_and_anchor(graph: _Graph) -> tuple[str, str]:
    nodes = graph.add("Gather", graph.add("Shape", "adjacency"), graph.constant(1, np.int64))
    zero = graph.constant(0, np.int64)
    positions = graph.add("Range", zero, nodes, graph.constant(1, np.int64))  # [n]
    inside = graph.add("Less", positions, graph.add("Unsqueeze", "sizes", graph.indices(1)))
    mask = graph.add("Cast", inside, to=TensorProto.FLOAT)
    first = graph.add("Cast", graph.add("Equal", positions, zero), to=TensorProto.FLOAT)
    return mask, graph.add("Mul", mask, first)


def _features(graph: _Graph, mask: str, anchor: str, hops: int) -> str:
    """``[B, n, 1]`` if ``hops`` is 0, else ``[B, n, 3 + hops]``."""
    last = graph.indices(-1)
    reach = graph.add("Unsqueeze", anchor, last)
    if hops == 0:
        return reach
    one = graph.constant(1)
    degree = graph.add("ReduceSum", "adjacency", last)
    paths = graph.add("Mul", graph.add("MatMul", "adjacency", "adjacency"), "adjacency")
    triangles = graph.add("Mul", graph.add("ReduceSum", paths, last), graph.constant(0.5))
    columns = [reach, *(graph.add("Log", graph.add("Add", count, one)) for count in (degree, triangles))]
    for _ in range(hops):
        reach = graph.add("Min", graph.add("Add", reach, graph.add("MatMul", "adjacency", reach)), one)
        columns.append(reach)
    return graph.add("Mul", graph.add("Concat", *columns, axis=-1), graph.add("Unsqueeze", mask, last))


def _layer_input(graph: _Graph, model: EncoderModel, states: list[str], layer: int) -> str:
    if model.skip_weights is None:
        return states[-1]
    weights = model.skip_weights[layer]
    mixed = graph.add("Mul", states[0], graph.constant(weights[0]))
    for state, weight in zip(states[1:], weights[1:], strict=False):  # later entries of the row are not used
        mixed = graph.add("Add", mixed, graph.add("Mul", state, graph.constant(weight)))
    return graph.add("Concat", mixed, states[-1], axis=-1)


def _sage(graph: _Graph, model: EncoderModel, name: str, value: str) -> str:
    """One product with both weight matrices, then the sum over neighbors of the smaller result."""
    own, neighbor = model.tensors[f"{name}.own.weight"], model.tensors[f"{name}.neighbour.weight"]
    bias = model.tensors[f"{name}.own.bias"]
    both = np.concatenate([own, model.config.scale * neighbor])
    first, second = graph.split(graph.affine(value, both, np.concatenate([bias, np.zeros_like(bias)])))
    return graph.add("Relu", graph.add("Add", first, graph.add("MatMul", "adjacency", second)))


def _dense(graph: _Graph, model: EncoderModel, name: str, value: str) -> str:
    return graph.affine(value, model.tensors[f"{name}.weight"], model.tensors[f"{name}.bias"])


def _head(graph: _Graph, model: EncoderModel, value: str) -> None:
    last = len(model.config.head)
    for index in range(last + 1):
        weight, bias = (graph.constant(model.tensors[f"head.{2 * index}.{kind}"]) for kind in ("weight", "bias"))
        value = graph.add("Gemm", value, weight, bias, transB=1, name="embedding" if index == last else "")
        if index < last:
            value = graph.add("LeakyRelu", value, alpha=0.1) if index == 0 else graph.add("Relu", value)
