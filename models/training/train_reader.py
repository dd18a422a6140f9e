"""Trains pips.onnx: `python train_reader.py --until 15:20`."""

import os

import torch
import torch.nn.functional as F
from loop import Run, arguments, loader
from networks import N_PIPS
from reader_data import Crops


def loss_of(run, batch):
    """Cross-entropy of both halves, binary cross-entropy of the face, L1 of the corners."""
    a, b, face, corrections, has = (torch.as_tensor(x).to(run.device) for x in batch[1:])
    y = run.forward(batch[0])
    up, known = face == 1, has > 0
    of_a = F.cross_entropy(y[up, :N_PIPS], a[up], label_smoothing=0.02)
    of_b = F.cross_entropy(y[up, N_PIPS : 2 * N_PIPS], b[up], label_smoothing=0.02)
    of_face = F.binary_cross_entropy_with_logits(y[:, 26], face)
    of_corners = (y[known, 27:] - corrections[known]).abs().mean()
    with torch.no_grad():
        right = (y[up, :N_PIPS].argmax(1) == a[up]) & (y[up, N_PIPS : 2 * N_PIPS].argmax(1) == b[up])
        parts = {"pips": of_a + of_b, "face": of_face, "corners": of_corners}
        parts |= {"tiles_right": right.float().mean(), "faces_right": ((y[:, 26] > 0) == up).float().mean()}
    return of_a + of_b + of_face + 8 * of_corners, parts, len(a)


if __name__ == "__main__":
    args = arguments("train the reader", batch=128, lr=2e-3)
    run = Run("pips", args, decay=0.995, weight_decay=1e-2)
    crops = Crops(args.pool, args.photos, args.batch, args.seed + run.step + 1000003 * args.rank)
    run.train(loader(crops, args.workers), loss_of)
    os._exit(0)  # the loader's process is inside an endless stream
