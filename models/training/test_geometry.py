"""Checks without a trained network: `python test_geometry.py`. What the maps say must give back the corners they were made of."""

import numpy as np
from detector_data import maps, placed
from evaluate import heaviest
from geometry import NOMINAL, axes_from_corners, corners_from_axes, cross, cut, into_crop, out_of_crop


def some_tile(rng):
    """Corners as the renderer gives them (a/right, b/right, b/left, a/left), with perspective, seen from above."""
    u = rng.uniform(15, 60) * np.array([np.cos(t := rng.uniform(0, 2 * np.pi)), np.sin(t)])
    v = rng.uniform(0.3, 0.6) * np.array([u[1], -u[0]])  # left of the way from a to b
    d = rng.normal(0, 0.05, 2) * np.hypot(*u)
    c = rng.uniform(100, 220, 2)
    return np.array([c - u - v + d, c + u - v - d, c + u + v + d, c - u + v - d])


def test_axes_give_back_corners(rng):
    q = some_tile(rng)
    c, u, v, d = axes_from_corners(q)
    assert cross(u, v) > 0
    # order of a crop: a's corners are first and last, as in the renderer's order
    assert np.allclose(corners_from_axes(c, u, v, d), q), (corners_from_axes(c, u, v, d), q)
    assert np.allclose(corners_from_axes(c, -u, -v, d), q[[2, 3, 0, 1]])


def test_maps_give_back_corners(rng):
    q = some_tile(rng)
    heat, box, weight, care = maps(320, q[None], [0], [1.0])
    (y,), (x,) = np.nonzero(heat[0] == 1)
    m = box[:, y, x].astype(float)
    c = np.array([x + 0.5 + m[0], y + 0.5 + m[1]]) * 4
    lu, lv = 16 * 2 ** m[2], 8 * 2 ** m[3]
    tu, tv = np.arctan2(m[5], m[4]) / 2, np.arctan2(m[7], m[6]) / 2
    u, v = lu * np.array([np.cos(tu), np.sin(tu)]), lv * np.array([np.cos(tv), np.sin(tv)])
    v = -v if cross(u, v) < 0 else v
    got = corners_from_axes(c, u, v, m[8:] * np.sqrt(lu * lv) / 8)
    assert min(np.abs(got - q).max(), np.abs(got - q[[2, 3, 0, 1]]).max()) < 0.01
    assert weight[1, y, x] == 1 and care.min() == 1


def test_crop_has_half_a_on_top(rng):
    q = some_tile(rng)
    image = np.zeros((320, 320, 3), np.uint8)
    a = (q[0] + q[3]) / 2 * 0.75 + (q[1] + q[2]) / 2 * 0.25
    right = (q[0] + q[1]) / 2 * 0.9 + (q[2] + q[3]) / 2 * 0.1
    for at, channel in ((a, 0), (right, 1)):
        x, y = at.astype(int)
        image[y - 1 : y + 2, x - 1 : x + 2, channel] = 255
    crop = cut(image, q).astype(float)
    rows, columns = np.arange(128), np.arange(64)
    assert (crop[..., 0].sum(1) * rows).sum() / crop[..., 0].sum() < 64
    # looking from a (top) to b (bottom), the right hand is at the picture's left
    assert (crop[..., 1].sum(0) * columns).sum() / crop[..., 1].sum() < 32
    assert np.allclose(out_of_crop(into_crop(q, q + 3), q + 3), q, atol=1e-2)
    assert np.allclose(into_crop(q, q), NOMINAL, atol=1e-4)


def test_crop_of_a_picture_keeps_the_place(rng):
    """A bright spot lands where the matrix says, shrunk or not, turned or mirrored."""
    image = np.zeros((720, 1280, 3), np.uint8)
    spot = rng.uniform([100, 100], [1180, 620])
    x, y = spot.astype(int)
    image[y - 6 : y + 6, x - 6 : x + 6] = 255
    tile = {"c": np.array([x, y], float), "visible": 1.0, "length": rng.uniform(40, 160)}
    crop, m, offset = placed(rng, image, [tile], 320)
    there = m @ np.array([x, y]) + offset
    if not (20 < there.min() and there.max() < 300):
        return
    light = np.where(crop.min(2) > 200, 1.0, 0.0)[int(there[1]) - 18 : int(there[1]) + 19, int(there[0]) - 18 : int(there[0]) + 19]
    ys, xs = np.nonzero(light)
    assert len(ys) and abs(ys.mean() + 0.5 + int(there[1]) - 18 - there[1]) < 0.8 and abs(xs.mean() + 0.5 + int(there[0]) - 18 - there[0]) < 0.8


def test_two_tiles_beat_the_straddle_between(_):
    square = lambda x: np.float32([(x, 0), (x, 100), (x + 50, 100), (x + 50, 0)])
    found = [{"quad": square(0), "k": 0.7}, {"quad": square(25), "k": 0.9}, {"quad": square(52), "k": 0.7}]
    assert sorted(d["quad"][0, 0] for d in heaviest(found)) == [0, 52]


if __name__ == "__main__":
    tests = [f for name, f in list(globals().items()) if name.startswith("test_")]
    for f in tests:
        for seed in range(50):
            f(np.random.default_rng(seed))
        print(f.__name__, "ok")
    print(f"{len(tests)} passed, 0 failed")
