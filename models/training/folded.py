"""Both networks as their convolutions by name, normalisation folded in: as the ONNX files have them, for prune.py and distil.py."""

from typing import Callable, NamedTuple

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from geometry import planes
from networks import READER, twice
from onnx import numpy_helper

STAGES = tuple(tuple(f"{stage}.{i}" for i in range(3)) for stage in ("down8", "down16", "down32"))
BODY = tuple(f"body.{i}" for i in range(len(READER)))


def finder(x, through):
    """[B, 3, H, W] -> maps [B, 14, H/4, W/4]."""
    x8 = through(x, "down2", "down4.0", *STAGES[0])
    x16 = through(x8, *STAGES[1])
    y = through(x16 + twice(through(x16, *STAGES[2], "side32")), "up16")
    return F.pixel_shuffle(through(x8 + twice(through(y, "side16")), "up8", "head8", "out"), 2)


def reader(x, through):
    """[B, 3, 128, 64] -> readings [B, 35]."""
    y = through(x, *BODY)
    half = y.shape[2] // 2
    pips = [through(part, "pips.0", "pips.2", "pips.5") for part in (y[:, :, :half], y[:, :, half:])]
    return torch.cat([*pips, through(y, "frame.0", "frame.2", "frame.4")], 1)


class Form(NamedTuple):
    """A network: the names of its layers in the order of the ONNX file, which of them halve and which have no ReLU, and the way through them."""

    names: tuple
    halving: tuple
    linear: tuple
    way: Callable


FORMS = {
    "tiles": Form(
        ("down2", "down4.0", *STAGES[0], *STAGES[1], *STAGES[2], "side32", "up16", "side16", "up8", "head8", "out"),
        ("down2", "down4.0", *(stage[0] for stage in STAGES)),
        ("side32", "side16", "out"),
        finder,
    ),
    "pips": Form(
        (*BODY, "pips.0", "pips.2", "pips.5", "frame.0", "frame.2", "frame.4"),
        (*(name for name, (_, _, stride) in zip(BODY, READER) if stride == 2), "pips.0", "frame.0"),
        ("pips.5", "frame.4"),
        reader,
    ),
}


def from_onnx(form, path):
    """{name: (weight [out, in, k, k] or [out, in], bias [out])} of an exported network."""
    model = onnx.load(path)
    values = {i.name: torch.tensor(numpy_helper.to_array(i)) for i in model.graph.initializer}
    # a head that both halves of a tile share is there twice
    layers = dict.fromkeys(tuple(node.input[1:3]) for node in model.graph.node if node.op_type in ("Conv", "Gemm"))
    assert len(layers) == len(form.names), path
    return {name: (quick(values[weight]), values[bias]) for name, (weight, bias) in zip(form.names, layers)}


def quick(weight):
    """Memory layout for the fastest convolutions."""
    return weight.contiguous(memory_format=torch.channels_last) if weight.dim() == 4 else weight


def prepared(images):
    """uint8 [B, H, W, 3] -> float32 [B, 3, H, W] as the networks take it."""
    return quick(torch.from_numpy(planes(np.asarray(images))))


def applied(form, name, weight, bias, x):
    if weight.dim() == 2:
        return F.linear(x.flatten(1), weight, bias)
    return F.conv2d(x, weight, bias, 2 if name in form.halving else 1, weight.shape[-1] // 2)


def answered(form, net, images, see=None):
    """Runs the network. `see(name, input, output)` is called for each layer; the first for which it returns true is the last."""

    class Seen(Exception):
        pass

    def through(x, *names):
        for name in names:
            y = applied(form, name, *net[name], x)
            y = y if name in form.linear else y.relu()
            if see and see(name, x, y):
                raise Seen
            x = y
        return x

    try:
        return form.way(images, through)
    except Seen:
        return None


def plain(form, name, weight):
    """Whether the layer has no normalisation in `networks.py`."""
    return name in form.linear or weight.dim() == 2


def as_checkpoint(form, net, images):
    """What export.py and `--begin` take: the weights with a normalisation that changes nothing."""
    average = {}
    for name, (weight, bias) in net.items():
        if plain(form, name, weight):
            average |= {f"{name}.weight": weight, f"{name}.bias": bias}
            continue
        still = {"weight": torch.ones_like(bias), "bias": bias, "running_mean": torch.zeros_like(bias), "running_var": torch.full_like(bias, 1 - 1e-5)}
        average |= {f"{name}.0.weight": weight, f"{name}.1.num_batches_tracked": torch.tensor(0)}
        average |= {f"{name}.1.{key}": value for key, value in still.items()}
    return {"average": {k: v.detach().clone() for k, v in average.items()}, "images": images, "progress": 1.0}


def from_checkpoint(form, path):
    """The layers of what `as_checkpoint` made."""
    average = torch.load(path, map_location="cpu")["average"]
    net = {}
    for name in form.names:
        keys = (f"{name}.weight", f"{name}.bias") if f"{name}.weight" in average else (f"{name}.0.weight", f"{name}.1.bias")
        weight, bias = (average[key].float() for key in keys)
        net[name] = quick(weight), bias
    return net
