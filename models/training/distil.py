"""Teaches a narrowed network what the one before answers: `python distil.py tiles BEFORE.onnx work/pruned.pt work/tiles.pt --minutes 50`.

There is no normalisation: the weights of prune.py are close to the end already, and statistics of small batches would move them.
"""

import argparse
import os
import time

import detector_data
import loop
import reader_data
import torch
import torch.nn.functional as F
from folded import FORMS, answered, as_checkpoint, from_checkpoint, from_onnx, prepared
from networks import N_KINDS, N_PIPS
from train_detector import BELIEVED, BOX_WEIGHTS
from train_detector import loss_of as of_detector
from train_reader import divergence

CARRIED = ("down4.0", "down8.2", "down16.2", "down32.2", "up16", "head8")  # as wide as before
CARRY, CARRIED_UNTIL = 3.0, 0.7
SAVE_EVERY_S, REPORT_EVERY = 120, 100
LR, BATCH, FORGET = {"tiles": 2e-4, "pips": 5e-5}, {"tiles": 8, "pips": 64}, {"tiles": 0.999, "pips": 0.998}


class Answer:
    """What `train_detector.loss_of` takes for a run: the answer is there already, and there is no teacher beside the truth."""

    device, teacher = torch.device("cpu"), None

    def __init__(self, maps):
        self.maps = maps

    def forward(self, _images):
        return self.maps


def excess(logits, theirs, reduction):
    """Divergence of yes-or-no answers."""
    q = theirs.sigmoid()
    ours, least = (F.binary_cross_entropy_with_logits(x, q, reduction=reduction) for x in (logits, theirs))
    return ours - least


def unlike(ours, theirs):
    """The part of what the stages carry that is not explained, a mean over them."""
    parts = [((ours[n] - t) ** 2).mean() / ((t - t.mean((0, 2, 3), keepdim=True)) ** 2).mean() for n, t in theirs.items()]
    return sum(parts) / len(parts)


def of_tiles(form, before, net, batch, progress):
    """Heat maps for each likely tile, boxes where the one before is sure, at first what the stages carry, and by half the truth."""

    def carrying(net):
        carried = {}
        maps = answered(form, net, images, lambda name, _x, y: carried.update({name: y} if name in CARRIED else {}))
        return maps, carried

    images = prepared(batch[0])
    with torch.no_grad():
        t, theirs = carrying(before)
    y, ours = carrying(net)
    sure = t[:, :N_KINDS].sigmoid().amax(1, keepdim=True)
    believed = sure * (sure > BELIEVED)
    away = (y[:, N_KINDS:] - t[:, N_KINDS:]).abs() * torch.tensor(BOX_WEIGHTS).view(1, -1, 1, 1)
    truth, parts, _ = of_detector(Answer(y), batch)
    parts["heat"] = excess(y[:, :N_KINDS], t[:, :N_KINDS], "sum") / (sure > 0.5).sum().clamp(min=1)
    parts["box_of_teacher"] = (away * believed).sum() / believed.sum().clamp(min=1)
    parts["carry"] = unlike(ours, theirs)
    carry = CARRY * max(0.0, 1 - progress / CARRIED_UNTIL)
    return parts["heat"] + parts["box_of_teacher"] + 0.5 * truth + carry * parts["carry"], parts


def of_pips(form, before, net, batch, _progress):
    """Both halves where there are pips, the face, the corners, and a little of the truth."""
    a, b, face, _, has = (torch.as_tensor(x) for x in batch[1:])
    up, known = face == 1, has > 0
    images = prepared(batch[0])
    with torch.no_grad():
        t = answered(form, before, images)
    y = answered(form, net, images)
    parts = {
        "pips": divergence(y, t, up),
        "truth": sum(F.cross_entropy(y[up, i : i + N_PIPS], pips[up], label_smoothing=0.02) for i, pips in ((0, a), (N_PIPS, b))),
        "face": 0.1 * F.smooth_l1_loss(y[:, 26], t[:, 26]) + 0.5 * excess(y[:, 26], t[:, 26], "mean"),
        "corners": (y[known, 27:] - t[known, 27:]).abs().mean(),
    }
    return parts["pips"] + 0.2 * parts["truth"] + parts["face"] + 8 * parts["corners"], parts


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("network", choices=FORMS)
    for name in ("before", "begin", "out"):
        ap.add_argument(name)
    ap.add_argument("--pool", default=os.path.join(loop.WORK, "pool"))
    ap.add_argument("--photos")
    ap.add_argument("--until", help="finish at this time of day, HH:MM")
    ap.add_argument("--minutes", type=float, default=50)
    ap.add_argument("--images", type=int, help="length in crops instead of time")
    ap.add_argument("--seed", type=int, default=61)
    args = ap.parse_args()
    torch.manual_seed(args.seed)
    which, form = args.network, FORMS[args.network]
    before = from_onnx(form, args.before)
    net = {name: tuple(torch.nn.Parameter(p) for p in pair) for name, pair in from_checkpoint(form, args.begin).items()}
    weights = [p for name in form.names for p in net[name]]
    average = [p.detach().clone() for p in weights]
    optimiser = torch.optim.AdamW(weights, lr=LR[which], weight_decay=1e-4)
    if which == "tiles":
        crops, loss_of = detector_data.Crops(args.pool, args.photos, None, 256, BATCH[which], args.seed, per_picture=12, store=600), of_tiles
    else:
        crops, loss_of = reader_data.Crops(args.pool, args.photos, BATCH[which], args.seed), of_pips
    clock, step, sums, saved = loop.Clock(args), 0, {}, time.time()

    def save():
        pairs = zip(average[::2], average[1::2])
        torch.save(as_checkpoint(form, dict(zip(form.names, pairs)), step * BATCH[which]), args.out + ".part")
        os.rename(args.out + ".part", args.out)

    for batch in loop.loader(crops, 1):
        progress = clock.progress(step * BATCH[which])
        if progress >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = loop.learning_rate(LR[which], progress, step)
        loss, parts = loss_of(form, before, net, batch, progress)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 5.0)
        optimiser.step()
        step += 1
        torch._foreach_lerp_(average, [p.detach() for p in weights], 1 - min(FORGET[which], 1 - 8 / (step + 8)))
        for key, value in parts.items():
            sums[key] = sums.get(key, 0.0) + float(value.detach())
        if step % REPORT_EVERY == 0:
            print(time.strftime("%H:%M:%S"), step * BATCH[which], {k: round(v / REPORT_EVERY, 4) for k, v in sums.items()}, flush=True)
            sums = {}
        if time.time() - saved > SAVE_EVERY_S:
            save()
            saved = time.time()
    save()
    os._exit(0)  # the loader's process is inside an endless stream


if __name__ == "__main__":
    main()
