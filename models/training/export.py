"""Writes ../tiles.onnx and ../pips.onnx from the newest average weights and checks them with onnxruntime."""

import argparse
import hashlib
import os

import numpy as np
import onnx
import onnxruntime
import torch
from loop import HERE, STATE, WORK, whole
from networks import build_like, fold, n_parameters
from onnx import helper, numpy_helper

MODELS = os.path.dirname(HERE)
OPSET = 17
# Bits of a weight that are rounded off: eleven significant ones are left, and a browser's host compresses zeros to nothing.
OFF = 13
TOLERANCE = 2e-3
FORMS = {
    "tiles": ("image", "maps", (1, 3, 384, 640), {"image": {2: "h", 3: "w"}, "maps": {2: "h4", 3: "w4"}}),
    "pips": ("crops", "reading", (2, 3, 128, 64), {"crops": {0: "n"}, "reading": {0: "n"}}),
}


def newest(name):
    for folder in (WORK, STATE):
        path = os.path.join(folder, name + ".pt")
        if os.path.exists(path):
            return torch.load(path, map_location="cpu")
    return None


def export(name, folder):
    saved = newest(name)
    if saved is None:
        print(f"{name}: not trained yet")
        return
    net = build_like(name, saved["average"])
    net.load_state_dict(whole(saved["average"]))
    net = fold(net)
    round_weights(net)
    source, result, shape, axes = FORMS[name]
    generator = torch.Generator().manual_seed(61)
    x = (torch.rand(shape, generator=generator) - 0.45) * 4
    path = os.path.join(folder, name + ".onnx")
    torch.onnx.export(
        net, x, path + ".part", input_names=[source], output_names=[result], dynamic_axes=axes, opset_version=OPSET, dynamo=False
    )
    if name == "tiles":
        widen(path + ".part")
    check(net, path + ".part", name, shape)
    os.rename(path + ".part", path)
    digest = hashlib.sha256(open(path, "rb").read()).hexdigest()
    print(f"{name}.onnx {n_parameters(net)} parameters, {os.path.getsize(path)} bytes, {saved['images']} images, sha256 {digest}")


def round_weights(net):
    """To the nearest, halves to even. What carries goes on into the exponent, which is right."""
    with torch.no_grad():
        for weights in net.parameters():
            bits = weights.data.view(torch.int32)
            half = (1 << (OFF - 1)) - 1 + ((bits >> OFF) & 1)
            weights.data = ((bits + half) >> OFF << OFF).view(torch.float32)


def widen(path):
    """Lets the second convolution give two columns more on the right, which are cut off again: not a number changes.

    tract's direct convolution takes eight places of a row at a time and what is left one by one, which is as slow as all the
    others: with a border on the left and stride 2 seven are left of a multiple of eight, and one of two more.
    """
    model = onnx.load(path)
    nodes = model.graph.node
    first, second = [node for node in nodes if node.op_type == "Conv"][:2]
    for convolution, right in ((first, 8), (second, 0)):
        pads = next(attribute for attribute in convolution.attribute if attribute.name == "pads")
        pads.ints[:] = [1, 1, 1, right]
    relu = next(node for node in nodes if node.op_type == "Relu" and second.output[0] in node.input)
    narrow = relu.output[0]
    wide = narrow + "_wide"
    relu.output[0] = wide
    bounds = [numpy_helper.from_array(np.array([at], np.int64), "cut_" + name) for name, at in (("from", 0), ("to", -2), ("axis", 3))]
    model.graph.initializer.extend(bounds)
    cut = helper.make_node("Slice", [wide, *(bound.name for bound in bounds)], [narrow], name="cut")
    nodes.insert(list(nodes).index(relu) + 1, cut)
    onnx.save(model, path)


def check(net, path, name, shape):
    """The file is valid and answers as PyTorch does, also at another size than the one it was traced with."""
    onnx.checker.check_model(path)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    other = (1, 3, 256, 320) if name == "tiles" else (7, 3, 128, 64)
    for form in (shape, other):
        x = (torch.rand(form, generator=torch.Generator().manual_seed(7)) - 0.45) * 4
        with torch.no_grad():
            expected = net(x).numpy()
        got = session.run(None, {session.get_inputs()[0].name: x.numpy()})[0]
        worst = float(np.abs(got - expected).max())
        if got.shape != expected.shape or worst > TOLERANCE * max(1.0, float(np.abs(expected).max())):
            raise SystemExit(f"{name}: onnxruntime and PyTorch differ by {worst}")


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--out", default=MODELS)
    ap.add_argument("names", nargs="*", default=list(FORMS))
    options = ap.parse_args()
    for network in options.names or FORMS:
        export(network, options.out)
