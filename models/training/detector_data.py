"""Crops of rendered pictures with the maps the detector should answer."""

import cv2
import numpy as np
import torch
from augment import tone
from geometry import axes_from_corners, turn
from loop import worker
from networks import KINDS, N_BOX, N_KINDS
from pictures import decode, mixed

STRIDE = 4
PASS_LONG_SIDE = 640
NEAR_LONG_SIDE = 320
ZOOM_TILE_PX = 80
READABLE = 0.6  # a tile less visible than this is neither right nor wrong
GONE = 0.15  # and less visible than this it is not there
LURED = 0.75  # share of the crops of a picture with lures that show one
SURE = 0.35  # the box is learnt where the peak is higher than this


def scale_for(rng, length, w, h):
    """How much to scale a picture whose tiles are `length` px long: as one of the passes of the reader would."""
    long_side = max(w, h)
    spread = lambda low, high: np.exp(rng.uniform(np.log(low), np.log(high)))
    r = rng.random()
    if length is None:
        return spread(0.3, 1.2)
    if r < 0.4:
        scale = PASS_LONG_SIDE / long_side * spread(0.75, 1.3)
    elif r < 0.9 or length * NEAR_LONG_SIDE / long_side < 28:
        scale = ZOOM_TILE_PX / length * spread(0.45, 1.6)
    else:
        scale = NEAR_LONG_SIDE / long_side * spread(0.8, 1.4)
    return float(np.clip(scale, 0.18, 1.6))


def placed(rng, image, tiles, side, lures=()):
    """One square crop of `side` px: (image, 2x2 matrix, offset) with crop point = matrix @ point + offset.

    `lures` are (x, y, length, how sure) of what was wrongly taken for a tile: most crops are about one of them, the surest most
    often, and show it as large as a tile.
    """
    h, w = image.shape[:2]
    ups = [t for t in tiles if t["visible"] > 0.3]
    lure = None
    if len(lures) and rng.random() < LURED:
        lure = lures[rng.choice(len(lures), p=lures[:, 3] / lures[:, 3].sum())]
    length = float(np.median([t["length"] for t in ups])) if ups else None
    if lure is not None:
        length = lure[2]
    scale = scale_for(rng, length, w, h)
    angle = rng.integers(0, 4) * np.pi / 2 + (rng.normal(0, 0.06) if rng.random() < 0.3 else 0)
    m = np.stack([turn((scale, 0), angle), turn((0, scale), angle)], 1)
    if rng.random() < 0.5:
        m = m @ np.diag([-1.0, 1.0])
    size = np.array([w, h], np.float64)
    if lure is not None:
        middle = lure[:2] + rng.normal(0, 0.22 * side / scale, 2)
    elif ups and rng.random() < 0.7:
        middle = ups[rng.integers(len(ups))]["c"] + rng.normal(0, 0.22 * side / scale, 2)
    else:
        middle = rng.uniform(0, 1, 2) * size
    # keep the crop on the picture, up to a narrow border
    room = np.maximum(np.abs(m) @ size / 2 - side / 2, 0) + side * 0.05
    away = np.clip(m @ (middle - size / 2), -room, room)
    offset = np.array([side / 2, side / 2]) - away - m @ (size / 2)
    return warped(rng, image, m, offset, side, scale), m, offset


def warped(rng, image, m, offset, side, scale):
    """The crop itself; what is shrunk is shrunk by area first, as the reader does it."""
    if scale < 0.9:
        h, w = image.shape[:2]
        square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float64)
        there = (square - offset) @ np.linalg.inv(m).T
        x0, y0 = np.clip(np.floor(there.min(0)).astype(int) - 4, 0, [w - 8, h - 8])
        x1, y1 = np.clip(np.ceil(there.max(0)).astype(int) + 4, [x0 + 8, y0 + 8], [w, h])
        small = max(4, round((x1 - x0) * scale)), max(4, round((y1 - y0) * scale))
        image = cv2.resize(image[y0:y1, x0:x1], small, interpolation=cv2.INTER_AREA)
        offset = offset + m @ np.array([x0, y0])
        m = m @ np.diag([(x1 - x0) / small[0], (y1 - y0) / small[1]])
    affine = np.c_[m, offset + m @ np.array([0.5, 0.5]) - 0.5]
    grey = (114, 114, 114) if rng.random() < 0.6 else tuple(int(v) for v in rng.integers(0, 256, 3))
    border = cv2.BORDER_CONSTANT if rng.random() < 0.6 else cv2.BORDER_REFLECT_101
    return cv2.warpAffine(image, affine, (side, side), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=grey)


def tiles_of(record):
    """The renderer's tiles with numbers as arrays."""
    tiles = []
    for t in record["tiles"]:
        q = np.float64(t["corners"])
        c, u, v, _ = axes_from_corners(q)
        tiles.append(
            {"kind": KINDS.index(t["kind"]), "corners": q, "visible": t["visible"], "c": c, "length": 2 * np.hypot(*u)}
        )
    return tiles


def maps(side, quads, kinds, visible):
    """What the detector should answer for a crop of `side` px.

    Returns heat [4, n, n], box [10, n, n], weight [2, n, n] (offset; the rest) and care [n, n] (0 where unsure).
    """
    n = side // STRIDE
    heat, box = np.zeros((N_KINDS, n, n), np.float32), np.zeros((N_BOX, n, n), np.float32)
    weight, care, best = np.zeros((2, n, n), np.float32), np.ones((n, n), np.float32), np.zeros((n, n), np.float32)
    if len(quads) == 0:
        return heat, box, weight, care
    axes = axes_from_corners(quads)
    for q, kind, seen, c, u, v, d in zip(quads, kinds, visible, *axes):
        lu, lv = np.hypot(*u), np.hypot(*v)
        if q.min() < 0 or q.max() > side:
            seen = min(seen, share_inside(q, side))
        sigma = float(np.clip(np.sqrt(lu * lv) * 0.2 / STRIDE, 0.7, 5))
        x, y = c / STRIDE
        r = int(sigma * 3) + 2
        x0, x1 = max(0, int(x) - r), min(n, int(x) + r + 1)
        y0, y1 = max(0, int(y) - r), min(n, int(y) + r + 1)
        if x1 <= x0 or y1 <= y0 or seen < GONE:
            continue
        xs, ys = np.arange(x0, x1) + 0.5, (np.arange(y0, y1) + 0.5)[:, None]
        small = lu < 5 or lv < 2.2 or (KINDS[kind] == "edge" and lv < 3)
        if seen < READABLE or small or not (0 <= x < n and 0 <= y < n):
            if not (small and lu < 3):
                care[y0:y1, x0:x1][(xs - x) ** 2 + (ys - y) ** 2 < max(2, lv / STRIDE) ** 2] = 0
            continue
        xi, yi = int(x) + 0.5, int(y) + 0.5
        g = np.exp(-((xs - xi) ** 2 + (ys - yi) ** 2) / (2 * sigma * sigma)).astype(np.float32)
        heat[kind, y0:y1, x0:x1] = np.maximum(heat[kind, y0:y1, x0:x1], g)
        gy, gx = np.nonzero((g > SURE) & (g > best[y0:y1, x0:x1]))
        at_y, at_x = gy + y0, gx + x0
        best[at_y, at_x] = g[gy, gx]
        weight[0, at_y, at_x], weight[1, at_y, at_x] = g[gy, gx] / max(1, sigma), g[gy, gx]
        box[0, at_y, at_x], box[1, at_y, at_x] = x - (at_x + 0.5), y - (at_y + 0.5)
        tu, tv = np.arctan2(u[1], u[0]), np.arctan2(v[1], v[0])
        skew = d * 8 / np.sqrt(lu * lv)
        rest = (np.log2(lu / 16), np.log2(lv / 8), np.cos(2 * tu), np.sin(2 * tu), np.cos(2 * tv), np.sin(2 * tv), *skew)
        box[2:, at_y, at_x] = np.float32(rest)[:, None]
    care[heat.max(0) == 1] = 1
    return heat, box, weight, care


def share_inside(q, side):
    square = np.float32([[0, 0], [side, 0], [side, side], [0, side]])
    area = cv2.contourArea(np.float32(q))
    return cv2.intersectConvexConvex(np.float32(q), square)[0] / area if area > 1 else 0.0


class Crops(torch.utils.data.IterableDataset):
    """For ever: batches (images uint8 [B, S, S, 3], heat, box, weight, care), `per_picture` crops a visit, well mixed."""

    def __init__(self, pool, photos, lures, side, batch, seed, per_picture=4, store=800):
        self.pool, self.photos, self.lures, self.side, self.batch, self.seed = pool, photos, lures, side, batch, seed
        self.per_picture, self.store = per_picture, store

    def crops(self, rng):
        for record, jpeg in mixed(self.pool, self.photos, rng, self.lures):
            image, tiles, lures = decode(jpeg), tiles_of(record), np.float64(record.get("lures", []))
            for _ in range(self.per_picture):
                crop, m, offset = placed(rng, image, tiles, self.side, lures)
                if rng.random() < 0.7:
                    crop = tone(rng, crop)
                quads = np.array([t["corners"] @ m.T + offset for t in tiles]).reshape(-1, 4, 2)
                yield crop, quads, [t["kind"] for t in tiles], [t["visible"] for t in tiles]

    def __iter__(self):
        rng = np.random.default_rng([self.seed, 1, worker()])
        waiting = []
        for crop in self.crops(rng):
            waiting.append(crop)
            # begin early, mix better as the store grows
            while len(waiting) >= self.store:
                chosen = [waiting.pop(rng.integers(len(waiting))) for _ in range(self.batch)]
                answers = [maps(self.side, *c[1:]) for c in chosen]
                yield (np.stack([c[0] for c in chosen]), *(np.stack(part) for part in zip(*answers)))
