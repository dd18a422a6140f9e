"""Narrows a network: `python prune.py tiles BEFORE.onnx work/pruned.pt` (or `pips`), for distil.py to go on from.

Of the convolutions in `KEEP` only a set number of channels stays: those without which what comes next, as a linear function of them, is
answered worst (backward elimination by the second derivatives of least squares, a channel's nine weights at a time: optimal brain
surgery). Then the weights of one convolution after the other are fitted again, by least squares with a little of the old ones, to what
the network before answers from its own inputs. It takes minutes and no step of training.
"""

import argparse
import os

import detector_data
import loop
import reader_data
import torch
from folded import FORMS, answered, applied, as_checkpoint, from_onnx, prepared, quick
from torch.nn.functional import unfold

# channels that stay
KEEP = {
    "tiles": {"down2": 8, "down16.0": 48, "down16.1": 48, "down32.0": 96, "down32.1": 96},
    "pips": {"body.2": 32, "body.3": 48, "body.4": 64},
}
PLACES = {"tiles": 250, "pips": 32}  # of a picture, that are fitted
RIDGE = 1e-4  # of the mean square of an input


def pictures(name, pool, photos):
    """Batches the networks are compared on."""
    if name == "tiles":
        crops, batches = detector_data.Crops(pool, photos, None, 256, 16, 7, per_picture=4, store=400), 25
    else:
        crops, batches = reader_data.Crops(pool, photos, 128, 7), 16
    each = iter(crops)
    return [prepared(next(each)[0]) for _ in range(batches)]


def inputs_of(form, name, net, batches):
    got = []

    def see(at, x, _y):
        if at == name:
            got.append(x)
        return at == name

    for images in batches:
        answered(form, net, images, see)
    return got


@torch.no_grad()
def normal_equations(form, name, before, net, batches, channels, places):
    """X'X and X'Y of a layer: X its inputs in `net` and a one, Y what the network before makes of its own inputs in `channels`."""
    generator = torch.Generator().manual_seed(2)
    weight, bias = before[name]
    side, stride = weight.shape[-1], 2 if name in form.halving else 1
    xx = xy = 0
    for inputs, theirs in zip(inputs_of(form, name, net, batches), inputs_of(form, name, before, batches)):
        answers = applied(form, name, weight, bias, theirs)[:, channels].flatten(2)
        for x, y in zip(inputs, answers):
            at = torch.randperm(y.shape[1], generator=generator)[:places]
            rows = unfold(x[None].contiguous(), side, padding=side // 2, stride=stride)[0][:, at].T.double()
            rows = torch.cat([rows, torch.ones(len(rows), 1, dtype=rows.dtype)], 1)
            xx, xy = xx + rows.T @ rows, xy + rows.T @ y[:, at].T.double()
    return xx, xy


def ridge(xx):
    return RIDGE * xx.diagonal().mean() * torch.eye(len(xx), dtype=xx.dtype)


def needed(xx, xy, channels, keep):
    """The channels of an input without which it is worst, 9 rows of the normal equations each."""
    inverse = torch.linalg.inv(xx + ridge(xx))
    weights = inverse @ xy
    left = list(range(channels))
    while len(left) > keep:
        rows = {c: slice(9 * c, 9 * c + 9) for c in left}
        loss = {c: float((weights[r] * torch.linalg.solve(inverse[r, r], weights[r])).sum()) for c, r in rows.items()}
        least = min(loss, key=loss.get)
        r = rows[least]
        out = torch.linalg.solve(inverse[r, r], torch.cat([weights[r], inverse[r]], 1))
        weights, inverse = weights - inverse[:, r] @ out[:, : weights.shape[1]], inverse - inverse[:, r] @ out[:, weights.shape[1] :]
        left.remove(least)
    return torch.tensor(left)


def fitted(xx, xy, weight, bias):
    """Weights and bias that answer best, drawn a little to those given."""
    old = torch.cat([weight.flatten(1).T, bias[None]]).double()
    pull = ridge(xx)
    pull[-1, -1] = 0
    new = torch.linalg.solve(xx + pull, xy + pull @ old)
    return quick(new[:-1].T.reshape(weight.shape).float()), new[-1].float()


def pruned(form, before, batches, keep, places):
    net, of_input = dict(before), {}
    convolutions = [name for name in form.names if before[name][0].dim() == 4 and not name.startswith(("pips", "frame"))]
    for name, following in zip(convolutions, [*convolutions[1:], None]):
        weight, bias = before[name]
        stay = torch.arange(len(weight))
        fit = bool(of_input)  # something before it was cut
        if name in keep:
            of_next = torch.arange(len(before[following][0]))
            stay = needed(*normal_equations(form, following, before, before, batches[: len(batches) // 2], of_next, places), len(weight), keep[name])
            of_input[following] = stay
        weight = weight[stay][:, of_input[name]] if name in of_input else weight[stay]
        net[name] = weight, bias[stay]
        if fit:
            net[name] = fitted(*normal_equations(form, name, before, net, batches, stay, places), weight, bias[stay])
        print(name, tuple(weight.shape), flush=True)
    return net


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("network", choices=FORMS)
    ap.add_argument("before")
    ap.add_argument("out")
    ap.add_argument("--pool", default=os.path.join(loop.WORK, "pool"))
    ap.add_argument("--photos")
    args = ap.parse_args()
    form = FORMS[args.network]
    batches = pictures(args.network, args.pool, args.photos)
    net = pruned(form, from_onnx(form, args.before), batches, KEEP[args.network], PLACES[args.network])
    torch.save(as_checkpoint(form, net, 0), args.out)


if __name__ == "__main__":
    main()
