"""Trains tiles.onnx: `python train_detector.py --until 15:58`."""

import os

import numpy as np
import onnxruntime
import torch
from detector_data import Crops
from geometry import planes
from loop import Run, arguments, loader
from networks import N_KINDS

# offset 2, log2 lengths 2, direction of u 2, of v 2, skew 2
BOX_WEIGHTS = (1, 1, 5, 4, 1.5, 1.5, 1, 1, 0.7, 0.7)


# how much another detector's answers count beside the truth
HEAT_OF_TEACHER, BOX_OF_TEACHER = 4.0, 0.5
BELIEVED = 0.2  # its box is learnt where it is so sure of a tile


class Teacher:
    """Another detector, as a file, whose answers are learnt besides the truth."""

    def __init__(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def answers(self, images):
        """uint8 [B, H, W, 3] -> float32 [B, 14, H/4, W/4]."""
        x = planes(np.asarray(images))
        return torch.from_numpy(np.concatenate([self.session.run(None, {"image": one[None]})[0] for one in x]))


def taught(run, images, y, n_peaks, weights):
    """What the detector answers otherwise than its teacher: squared on the heat maps, L1 on the boxes of likely tiles."""
    answers = run.teacher.answers(images).to(run.device)
    p, q = y[:, :N_KINDS].sigmoid(), answers[:, :N_KINDS].sigmoid()
    sure = q.amax(1, keepdim=True)
    sure = sure * (sure > BELIEVED)
    frame = ((y[:, N_KINDS:] - answers[:, N_KINDS:]).abs() * weights * sure).sum() / sure.sum().clamp(min=1)
    return HEAT_OF_TEACHER * ((p - q) ** 2).sum() / n_peaks + BOX_OF_TEACHER * frame


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
    worth = torch.tensor(BOX_WEIGHTS, device=run.device).view(1, -1, 1, 1)
    weights = torch.cat([weight[:, :1].expand(-1, 2, -1, -1), weight[:, 1:].expand(-1, 8, -1, -1)], 1) * worth
    frame = ((y[:, N_KINDS:] - box).abs() * weights).sum() / weight[:, 1].sum().clamp(min=1)
    parts = {"hit": hit, "false": false, "box": frame}
    if run.teacher:
        parts["teacher"] = taught(run, images, y, n_peaks, worth)
    return sum(parts.values()), parts, len(images)


if __name__ == "__main__":
    args = arguments("train the detector", batch=8, lr=1e-3, side=256, teacher="")
    run = Run("tiles", args, decay=0.998, weight_decay=1e-3)
    run.teacher = Teacher(args.teacher) if args.teacher else None
    crops = Crops(args.pool, args.photos, args.lures, args.side, args.batch, args.seed + run.step + 1000003 * args.rank)
    run.train(loader(crops, args.workers), loss_of)
    os._exit(0)  # the loader's process is inside an endless stream
