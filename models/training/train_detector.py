"""Trains tiles.onnx: `python train_detector.py --until 15:58`."""

import os

import torch
from detector_data import Crops
from loop import Run, arguments, loader
from networks import N_KINDS

# offset 2, log2 lengths 2, direction of u 2, of v 2, skew 2
BOX_WEIGHTS = (1, 1, 5, 4, 1.5, 1.5, 1, 1, 0.7, 0.7)


def loss_of(run, batch):
    """CenterNet's focal loss on the heat maps, L1 on the box where a peak is high."""
    images = batch[0]
    heat, box, weight, care = (torch.as_tensor(b).to(run.device) for b in batch[1:])
    y = run.forward(images)
    p = y[:, :N_KINDS].sigmoid().clamp(1e-4, 1 - 1e-4)
    peak = (heat == 1).float()
    n_peaks = peak.sum().clamp(min=1)
    hit = -(peak * (1 - p) ** 2 * p.log()).sum() / n_peaks
    false = -((1 - heat) ** 4 * p**2 * (1 - p).log() * (1 - peak) * care[:, None]).sum() / n_peaks
    weights = torch.cat([weight[:, :1].expand(-1, 2, -1, -1), weight[:, 1:].expand(-1, 8, -1, -1)], 1)
    weights = weights * torch.tensor(BOX_WEIGHTS, device=run.device).view(1, -1, 1, 1)
    frame = ((y[:, N_KINDS:] - box).abs() * weights).sum() / weight[:, 1].sum().clamp(min=1)
    return hit + false + frame, {"hit": hit, "false": false, "box": frame}, len(images)


if __name__ == "__main__":
    args = arguments("train the detector", batch=8, lr=1e-3, side=256)
    run = Run("tiles", args, decay=0.998, weight_decay=1e-3)
    run.train(loader(Crops(args.pool, args.photos, args.side, args.batch, args.seed + run.step + 1000003 * args.rank)), loss_of)
    os._exit(0)  # the loader's process is inside an endless stream
