"""Corners, half-axes and crops. Pixel coordinates: x right, y down, (0, 0) the outer corner of the first pixel."""

import cv2
import numpy as np
from networks import CROP_H, CROP_W, MARGIN_LONG, MARGIN_SHORT

cv2.setNumThreads(1)

# Nominal corners in a crop, in crop units, in the order top-left, bottom-left, bottom-right, top-right.
NOMINAL = np.array([(-1, -1), (-1, 1), (1, 1), (1, -1)]) / np.array([MARGIN_SHORT, MARGIN_LONG])
# The same in crop pixels, pixel centres at whole numbers (what OpenCV wants).
NOMINAL_PX = (NOMINAL + 1) / 2 * np.array([CROP_W, CROP_H]) - 0.5


def axes_from_corners(q):
    """Four corners (a/right, b/right, b/left, a/left) -> centre, u towards b, v, skew d, with u x v > 0.

    `q` may be [..., 4, 2]. The corners are c + s u + t v + s t d.
    """
    q = np.asarray(q, np.float64)
    q0, q1, q2, q3 = (q[..., i, :] for i in range(4))
    c = (q0 + q1 + q2 + q3) / 4
    u = (q1 + q2 - q0 - q3) / 4
    v = (q2 + q3 - q0 - q1) / 4
    d = (q0 - q1 + q2 - q3) / 4
    flip = np.where(cross(u, v) < 0, -1.0, 1.0)[..., None]
    return c, u, v * flip, d * flip


def corners_from_axes(c, u, v, d):
    """Corners in the order of a crop: top-left, bottom-left, bottom-right, top-right (half a, at -u, on top).

    With u x v > 0 the crop is not mirrored.
    """
    return np.stack([c - u + v - d, c + u + v + d, c + u - v - d, c - u - v + d], -2)


def cross(u, v):
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]


def turn(v, angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * v[0] - s * v[1], s * v[0] + c * v[1]])


def cut(image, quad, border=cv2.BORDER_REPLICATE):
    """Cuts the tile with corners `quad` (order of a crop) out of `image` as [128, 64, 3], shrinking by area first."""
    q = np.float64(quad)
    side = lambda i, j: np.hypot(*(q[i] - q[j]))
    shrink = min((side(0, 1) + side(3, 2)) / 2 * MARGIN_LONG / CROP_H, (side(0, 3) + side(1, 2)) / 2 * MARGIN_SHORT / CROP_W)
    if shrink > 1.6:
        centre = q.mean(0)
        reach = np.abs(q - centre).max(0) * 1.3 + 3
        h, w = image.shape[:2]
        x0, y0 = np.clip(np.floor(centre - reach).astype(int), 0, [w, h])
        x1, y1 = np.clip(np.ceil(centre + reach).astype(int), 0, [w, h])
        if x1 - x0 < 4 or y1 - y0 < 4:
            return np.zeros((CROP_H, CROP_W, 3), np.uint8)
        f = min(1.25 / shrink, 1)
        size = max(2, round((x1 - x0) * f)), max(2, round((y1 - y0) * f))
        q = (q - [x0, y0]) * [size[0] / (x1 - x0), size[1] / (y1 - y0)]
        image = cv2.resize(image[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
    m = cv2.getPerspectiveTransform(np.float32(NOMINAL_PX), np.float32(q - 0.5))
    return cv2.warpPerspective(image, m, (CROP_W, CROP_H), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=border)


def into_crop(points, quad):
    """Picture points -> crop units of the crop that `cut` makes of `quad`."""
    m = cv2.getPerspectiveTransform(np.float32(quad), np.float32(NOMINAL))
    return cv2.perspectiveTransform(np.float32(points)[None], m)[0]


def out_of_crop(points, quad):
    """Crop units -> picture points."""
    m = cv2.getPerspectiveTransform(np.float32(NOMINAL), np.float32(quad))
    return cv2.perspectiveTransform(np.float32(points)[None], m)[0]


def planes(images):
    """uint8 [N, H, W, 3] RGB -> float32 [N, 3, H, W] as the networks take it."""
    return np.ascontiguousarray(((images.astype(np.float32) / 255 - 0.45) * 4).transpose(0, 3, 1, 2))
