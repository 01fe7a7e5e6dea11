"""The masked transformer as an ONNX graph, for ONNX Runtime to run: the same network, node by node."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from toylm.models.transformer import EPSILON, Transformer, rotary

OPSET = 20


class _Graph:
    """Nodes and constants as they are added; each node's output has a name of its own."""

    def __init__(self) -> None:
        self.nodes, self.constants = [], []

    def constant(self, value: np.ndarray) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(value, name))
        return name

    def floats(self, value: object) -> str:
        return self.constant(np.ascontiguousarray(value, dtype=np.float32))

    def wholes(self, *value: int) -> str:
        return self.constant(np.array(value, dtype=np.int64))

    def add(self, kind: str, *inputs: str, outputs: int = 1, **attributes: object) -> str | list[str]:
        names = [f"n{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def normed(self, x: str, gain: np.ndarray) -> str:
        mean = self.add("ReduceMean", self.add("Mul", x, x), self.wholes(-1), keepdims=1)
        size = self.add("Sqrt", self.add("Add", mean, self.floats(EPSILON)))
        return self.add("Mul", self.add("Div", x, size), self.floats(gain))

    def times(self, x: str, matrix: object) -> str:
        """With every row of a toylm Matrix, laid out as MatMul likes it."""
        return self.add("MatMul", x, self.floats((matrix.whole * matrix.scale[:, None]).T))

    def turned(self, x: str, turns: tuple[str, str]) -> str:
        """Rotary positions. x (heads, n, size)."""
        cos, sin = turns
        a, b = self.add("Split", x, outputs=2, axis=-1, num_outputs=2)
        first = self.add("Sub", self.add("Mul", a, cos), self.add("Mul", b, sin))
        second = self.add("Add", self.add("Mul", a, sin), self.add("Mul", b, cos))
        return self.add("Concat", first, second, axis=-1)


def graph_of(model: Transformer, places: int) -> bytes:
    """An ONNX model `ids (places,) int64 -> logits (places, vocab) float32`: a full pass, all see all."""
    graph, shape = _Graph(), model.config["shape"]
    size = shape["width"] // shape["heads"]
    turns = tuple(graph.floats(part) for part in rotary(np.arange(places), size))
    embed = model.weights.embed
    vectors = graph.add("Gather", graph.floats(embed.whole * embed.scale[:, None]), "ids")
    left = graph.add("Slice", vectors, graph.wholes(0), graph.wholes(places - 1), graph.wholes(0))
    left = graph.add("Concat", graph.floats(np.zeros((1, shape["width"]))), left, axis=0)  # nothing left of place 0
    x = graph.add("Add", vectors, graph.add("Mul", left, graph.floats(model.weights.before)))
    for layer in model.weights.layers:
        x = graph.add("Add", x, graph.times(_attended(graph, x, layer, turns, (places, shape["heads"], size)), layer.out))
        hidden = graph.add("Relu", graph.times(graph.normed(x, layer.norm2), layer.up))
        x = graph.add("Add", x, graph.times(graph.add("Mul", hidden, hidden), layer.down))
    logits = graph.times(graph.normed(x, model.weights.norm), embed)
    graph.nodes.append(helper.make_node("Identity", [logits], ["logits"]))
    made = helper.make_graph(
        graph.nodes, "toy", [helper.make_tensor_value_info("ids", TensorProto.INT64, [places])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [places, shape["vocab"]])], graph.constants)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9).SerializeToString()


def _attended(graph: _Graph, x: str, layer: object, turns: tuple[str, str], sizes: tuple[int, int, int]) -> str:
    """What attention reads, before its way out. -> (n, width)."""
    places, heads, size = sizes
    parts = graph.add("Split", graph.times(graph.normed(x, layer.norm1), layer.qkv), outputs=3, axis=-1, num_outputs=3)
    shape = graph.wholes(places, heads, size)
    q, k, v = (graph.add("Transpose", graph.add("Reshape", part, shape), perm=[1, 0, 2]) for part in parts)
    q = graph.add("Mul", graph.turned(q, turns), graph.floats(size**-0.5))
    scores = graph.add("MatMul", q, graph.add("Transpose", graph.turned(k, turns), perm=[0, 2, 1]))
    read = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), v)
    return graph.add("Reshape", graph.add("Transpose", read, perm=[1, 0, 2]), graph.wholes(places, heads * size))
