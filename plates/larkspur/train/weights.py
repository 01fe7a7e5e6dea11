"""Weights as they are shipped: whole numbers from -127 to 127, and a scale for each row.

The file is an .npz: `NAME` int8 (rows, columns) and `NAME.scale` float32 (rows,) for each matrix, the
gains of the norms as float32, and `config`, the JSON of the config and the training record, as bytes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from .net import Net, Shape


def quantized(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 rows and their float32 scales: matrix is nearly `rows * scales[:, None]`."""
    scales = (np.abs(matrix).max(axis=1) / 127 + 1e-12).astype(np.float32)
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales


def save(net: Net, path: Path, config: dict[str, Any]) -> None:
    """Write a net and its config, `shape` added, to an .npz."""
    arrays: dict[str, np.ndarray] = {}
    for name, value in net.state_dict().items():
        name, array = name.removesuffix(".weight"), value.numpy()
        if array.ndim == 2:
            arrays[name], arrays[f"{name}.scale"] = quantized(array)
        else:
            arrays[name] = array
    text = json.dumps({**config, "shape": vars(net.shape)}, ensure_ascii=False)
    np.savez_compressed(path, config=np.frombuffer(text.encode(), dtype=np.uint8), **arrays)


def config(path: Path) -> dict[str, Any]:
    """The config of a shipped file, with its training record and `shape`."""
    with np.load(path) as file:
        return json.loads(file["config"].tobytes())


def load(path: Path) -> Net:
    """The net of a shipped file, its weights as the file's whole numbers say."""
    net, state = Net(Shape(**config(path)["shape"])), {}
    with np.load(path) as file:
        for name in net.state_dict():
            short = name.removesuffix(".weight")
            scale = file[f"{short}.scale"][:, None] if f"{short}.scale" in file else 1
            state[name] = torch.from_numpy(file[short] * scale)
    net.load_state_dict(state)
    return net.eval()
