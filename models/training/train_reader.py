"""Trains pips.onnx: `python train_reader.py --until 15:20`.

With --teacher the answers of the reader before are learnt besides the truth: a checkpoint with the weights of `READER_BEFORE`,
as state/pips.pt was at commit dcb427b."""

import os

import torch
import torch.nn.functional as F
from loop import Run, arguments, loader, whole
from networks import N_PIPS, READER_BEFORE, Reader
from reader_data import Crops

# how much the teacher's face logit and corner corrections count
FACE_OF_TEACHER, CORNERS_OF_TEACHER = 0.1, 4.0


def load_teacher(path, device):
    """The reader before, as it was shipped."""
    teacher = Reader(READER_BEFORE)
    teacher.load_state_dict(whole(torch.load(path, map_location="cpu")["average"]))
    return teacher.eval().to(device, memory_format=torch.channels_last)


def divergence(y, answers, up):
    """How far the pips of both halves are from what another reader answers, where there are pips."""
    halves = (slice(0, N_PIPS), slice(N_PIPS, 2 * N_PIPS))
    return sum(F.kl_div(F.log_softmax(y[up, h], 1), F.log_softmax(answers[up, h], 1), log_target=True, reduction="batchmean") for h in halves)


def taught(run, crops, y, up, known):
    """What the reader answers otherwise than its teacher: divergence of both halves where there are pips, smooth L1 of the face, L1 of the corners."""
    with torch.no_grad():
        answers = run.forward(crops, run.teacher)
    face = F.smooth_l1_loss(y[:, 26], answers[:, 26])
    corners = (y[known, 27:] - answers[known, 27:]).abs().mean()
    return divergence(y, answers, up) + FACE_OF_TEACHER * face + CORNERS_OF_TEACHER * corners


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
    loss = of_a + of_b + of_face + 8 * of_corners
    if run.teacher:
        parts["teacher"] = taught(run, batch[0], y, up, known)
        loss = loss + parts["teacher"]
    return loss, parts, len(a)


if __name__ == "__main__":
    args = arguments("train the reader", batch=128, lr=2e-3, teacher="")
    run = Run("pips", args, decay=0.995, weight_decay=1e-2)
    run.teacher = load_teacher(args.teacher, run.device) if args.teacher else None
    crops = Crops(args.pool, args.photos, args.batch, args.seed + run.step + 1000003 * args.rank)
    run.train(loader(crops, args.workers), loss_of)
    os._exit(0)  # the loader's process is inside an endless stream
