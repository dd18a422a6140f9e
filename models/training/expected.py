"""Writes ../../crates/eye/tests/data/expected.json: what onnxruntime makes of a fixed input, for the test that the program's engine agrees."""

import hashlib
import json
import os

import numpy as np
import onnxruntime

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.dirname(HERE)
OUT = os.path.join(os.path.dirname(MODELS), "crates", "eye", "tests", "data", "expected.json")


def noise(*shape):
    """Blocks of 4 x 4 equal pixels, each byte the top of a multiplicative hash; the test computes the same."""
    channels, height, width = shape
    c, y, x = np.meshgrid(*[np.arange(n, dtype=np.uint64) for n in shape], indexing="ij")
    i = (c * np.uint64(height) + y // np.uint64(4)) * np.uint64(width) + x // np.uint64(4)
    byte = ((i * np.uint64(2654435761)) & np.uint64(0xFFFFFFFF)) >> np.uint64(24)
    return ((byte.astype(np.float32) / 255 - 0.45) * 4)[None]


def run(name, *shape):
    path = os.path.join(MODELS, name + ".onnx")
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    output = session.run(None, {session.get_inputs()[0].name: noise(*shape)})[0][0]
    digest = hashlib.sha256(open(path, "rb").read()).hexdigest()
    return output, {"sha256": digest, "shape": shape}


maps, tiles = run("tiles", 3, 96, 160)
# Every 37th number touches every channel and many cells.
tiles["every"] = 37
tiles["values"] = [round(float(v), 5) for v in maps.reshape(-1)[::37]]
reading, pips = run("pips", 3, 128, 64)
pips["every"] = 1
pips["values"] = [round(float(v), 5) for v in reading]
with open(OUT, "w") as file:
    json.dump({"tiles": tiles, "pips": pips}, file)
    file.write("\n")
print(OUT, len(tiles["values"]), len(pips["values"]))
