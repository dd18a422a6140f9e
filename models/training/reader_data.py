"""Crops of single tiles, right and wrong ones, for the reader."""

import cv2
import numpy as np
import torch
from augment import soften, tone
from geometry import NOMINAL, axes_from_corners, corners_from_axes, cut, into_crop, turn
from loop import worker
from pictures import decode, mixed

NO_PIPS = -1
NOTHING = np.zeros((4, 2), np.float32)


def shaken(rng, c, u, v, d):
    """A tile's axes as a detector might get them: mostly a few per cent off, sometimes up to twice as much."""
    j = rng.choice([0.5, 1.0, 1.8], p=[0.35, 0.45, 0.2])
    size = np.sqrt(np.hypot(*u) * np.hypot(*v))
    c = c + u * rng.normal(0, 0.035 * j) + v * rng.normal(0, 0.06 * j) + rng.normal(0, 0.4, 2)
    d = d * rng.choice([0, 1, rng.uniform(0, 1.3)], p=[0.2, 0.4, 0.4]) + rng.normal(0, 0.012 * j, 2) * size
    u = turn(u, rng.normal(0, 0.03 * j)) * np.exp(rng.normal(0, 0.04 * j))
    v = turn(v, rng.normal(0, 0.05 * j)) * np.exp(rng.normal(0, 0.06 * j))
    return c, u, v, d


def wrong_place(rng, c, u, v, d):
    """A frame on a tile that is not the tile: half a tile off, beside it, crosswise, turned, one half, two tiles."""
    side = rng.choice([-1, 1])
    kind = rng.choice(["along", "beside", "both", "across", "turned", "half", "double"], p=[0.52, 0.12, 0.06, 0.12, 0.06, 0.06, 0.06])
    if kind == "along":
        return c + u * side * rng.uniform(0.6, 1.3), u, v, d
    if kind == "beside":
        return c + v * side * rng.uniform(0.7, 1.3), u, v, d
    if kind == "both":
        return c + v * side * rng.uniform(0.5, 1.2) + u * rng.choice([-1, 1]) * rng.uniform(0.4, 1.2), u, v, d
    if kind == "across":
        return c + u * rng.choice([-0.5, 0, 0.5, rng.uniform(-1, 1)]), v * rng.uniform(1.2, 2.1), -u * rng.uniform(0.45, 0.8), -d
    if kind == "turned":
        t = rng.uniform(0.4, 2.7)
        return c, turn(u, t), turn(v, t), d * 0
    if kind == "half":
        return c + u * 0.5 * side, u * rng.uniform(0.45, 0.6), v * rng.uniform(0.5, 1.0), d * 0
    k = rng.uniform(1.6, 2.2)
    return c + v * side * rng.uniform(0, 1.1), u * k, v * k, d


def framed(rng, image, axes, pips, face, truth=None):
    """(crop, pips a, pips b, face, corner corrections, has corrections); turned and mirrored at random."""
    c, u, v, d = axes
    a, b = pips
    if rng.random() < 0.5:
        u, v, a, b = -u, -v, b, a
    quad = corners_from_axes(c, u, v, d)
    if rng.random() < 0.5:  # mirrored
        quad = quad[[3, 2, 1, 0]]
    crop = cut(image, quad)
    corrections = NOTHING
    if truth is not None:
        there = into_crop(truth, quad)
        nearest = ((there[None] - NOMINAL[:, None]) ** 2).sum(-1).argmin(1)
        corrections = (there[nearest] - NOMINAL).astype(np.float32)
    if rng.random() < 0.7:
        crop = tone(rng, crop)
    return soften(rng, crop), a, b, float(face), corrections.ravel(), float(truth is not None)


def right_size(t, q, w, h):
    _, u, v, _ = axes_from_corners(q)
    return np.hypot(*u) > 8.5 and np.hypot(*v) > 3.0 and q.min() > -2 and q[:, 0].max() < w + 2 and q[:, 1].max() < h + 2


def crops_of(rng, image, record, at_most):
    """Training crops of one picture: at most `at_most` times a tile, each at most twice, with a blank half four times.

    A blank half shows least of what makes a tile, and backs, cards and paper show the same: it needs more practice.
    """
    h, w = image.shape[:2]
    out = []
    tiles = [(t, np.float64(t["corners"])) for t in record["tiles"]]
    tiles = [(t, q) for t, q in tiles if t["kind"] != "edge" and right_size(t, q, w, h)]
    blank = [i for i, (t, _) in enumerate(tiles) if t["kind"] == "up" and min(t["a"], t["b"]) == 0]
    every = list(range(len(tiles)))
    order = [int(i) for part in (every, blank, every, blank) for i in rng.permutation(part)]
    for t, q in (tiles[i] for i in order[:at_most]):
        axes = axes_from_corners(q)
        seen = min(t.get("visible_a", t["visible"]), t.get("visible_b", t["visible"]))
        if t["kind"] == "up":
            if seen > 0.9:
                out.append(framed(rng, image, shaken(rng, *axes), (t["a"], t["b"]), 1, q))
            if rng.random() < 0.6:
                out.append(framed(rng, image, shaken(rng, *wrong_place(rng, *axes)), (NO_PIPS, NO_PIPS), 0))
        elif t["visible"] > 0.5 and rng.random() < (0.5 if t["kind"] == "printed" else 0.4):
            out.append(framed(rng, image, shaken(rng, *axes), (NO_PIPS, NO_PIPS), 0))
    corners = [np.float64(t["corners"]) for t in record["tiles"]]
    for _ in range(2 if corners else 5):
        c = rng.uniform(0, 1, 2) * [w, h]
        if any(np.hypot(*(q.mean(0) - c)) < 0.75 * np.hypot(*(q[0] - q[1])) for q in corners):
            continue
        length = np.exp(rng.uniform(np.log(10), np.log(90)))
        u = turn((length, 0), rng.uniform(0, 2 * np.pi))
        v = turn(u, np.pi / 2 + rng.normal(0, 0.2)) * rng.uniform(0.35, 0.65)
        out.append(framed(rng, image, (c, u, v, np.zeros(2)), (NO_PIPS, NO_PIPS), 0))
    return out


class Crops(torch.utils.data.IterableDataset):
    """For ever: batches (crops uint8 [B, 128, 64, 3], a [B], b [B], face [B], corrections [B, 8], has corrections [B])."""

    def __init__(self, pool, photos, batch, seed, per_picture=24, store=3000):
        self.pool, self.photos, self.batch, self.seed = pool, photos, batch, seed
        self.per_picture, self.store = per_picture, store

    def __iter__(self):
        rng = np.random.default_rng([self.seed, 2, worker()])
        waiting = []
        for record, jpeg in mixed(self.pool, self.photos, rng):
            waiting += crops_of(rng, decode(jpeg), record, self.per_picture)
            while len(waiting) >= self.store:
                chosen = [waiting.pop(rng.integers(len(waiting))) for _ in range(self.batch)]
                crops, a, b, face, corrections, has = zip(*chosen)
                numbers = (np.int64(a), np.int64(b), np.float32(face), np.stack(corrections), np.float32(has))
                yield (np.stack(crops), *numbers)
