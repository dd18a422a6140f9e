"""A plain reader over the two ONNX files, to watch the training: pictures -> readings as score_reading.py takes them.

usage: evaluate.py --out readings.jsonl PICTURE...

It finds and reads single tiles; it joins nothing, so "line" is every face-up tile and "ends" stays empty. The program's own
reader (Rust) is another, better one; this one is for comparing networks.
"""

import argparse
import json
import os
import time

import cv2
import numpy as np
import onnxruntime
from geometry import NOMINAL, corners_from_axes, cross, cut, out_of_crop, planes
from loop import HERE
from networks import KINDS, N_KINDS

MODELS = os.path.dirname(HERE)
UP, DOWN = KINDS.index("up"), KINDS.index("down")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


class Eye:
    def __init__(self, folder, threads, args):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        load = lambda name: onnxruntime.InferenceSession(os.path.join(folder, name), options, providers=["CPUExecutionProvider"])
        self.detector, self.reader, self.args = load("tiles.onnx"), load("pips.onnx"), args

    def detect(self, image, long_side):
        """Candidates of one pass in pixels of `image`."""
        h, w = image.shape[:2]
        k = long_side / max(h, w)
        sw, sh = max(32, round(w * k)), max(32, round(h * k))
        padded = np.full(((sh + 31) // 32 * 32, (sw + 31) // 32 * 32, 3), 114, np.uint8)
        padded[:sh, :sw] = cv2.resize(image, (sw, sh), interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
        maps = self.detector.run(None, {"image": planes(padded[None])})[0][0]
        heat = sigmoid(maps[:N_KINDS])
        top = heat.max(0)
        ys, xs = np.nonzero((top >= cv2.dilate(top, np.ones((3, 3))) - 1e-7) & (top > self.args.threshold))
        back = np.array([w / sw, h / sh])
        found = []
        for y, x in zip(ys, xs):
            m = maps[N_KINDS:, y, x].astype(np.float64)
            c = np.array([(x + 0.5 + m[0]) * 4, (y + 0.5 + m[1]) * 4])
            if c[0] > sw + 2 or c[1] > sh + 2:
                continue
            lu, lv = 16 * 2 ** m[2], 8 * 2 ** m[3]
            tu, tv = np.arctan2(m[5], m[4]) / 2, np.arctan2(m[7], m[6]) / 2
            u, v = lu * np.array([np.cos(tu), np.sin(tu)]), lv * np.array([np.cos(tv), np.sin(tv)])
            if cross(u, v) < 0:
                v = -v
            d = m[8:] * np.sqrt(lu * lv) / 8
            quad = corners_from_axes(c, u, v, d) * back
            found.append({"quad": np.float32(quad), "score": float(top[y, x]), "kind": int(heat[:, y, x].argmax()), "c": c * back, "length": 2 * np.hypot(*(u * back))})
        return found

    def find(self, image):
        """All passes; overlapping candidates are kept unless they are nearly the same."""
        h, w = image.shape[:2]
        size = 640
        found = self.detect(image, size)
        if self.args.near:
            found += [d for d in self.detect(image, 320) if d["length"] * 320 / max(h, w) >= 45]
        ups = [d for d in found if d["kind"] == UP and d["score"] > 0.35]
        if self.args.zoom and ups:
            length = float(np.median([d["length"] for d in ups]))
            centres = np.array([d["c"] for d in ups])
            lo = np.maximum(centres.min(0) - 1.6 * length, 0).astype(int)
            hi = np.minimum(centres.max(0) + 1.6 * length, [w, h]).astype(int)
            reach = int((hi - lo).max())
            scale = min(self.args.zoom / length, 960 / reach) if (hi - lo).min() > 16 else 0
            if scale > 1.2 * size / max(h, w):
                closer = self.detect(np.ascontiguousarray(image[lo[1] : hi[1], lo[0] : hi[0]]), round(scale * reach))
                for d in closer:
                    d["c"], d["quad"] = d["c"] + lo, d["quad"] + np.float32(lo)
                for d in found:
                    d["score"] *= 0.8  # the closer look counts more
                found += closer
        return without_repeats(found)

    def read(self, crops):
        """Distributions of a and b, face, corner corrections; the mean over the crop and the crop turned round."""
        both = np.stack(crops + [c[::-1, ::-1] for c in crops])
        y = self.reader.run(None, {"crops": planes(both)})[0]
        a, b, face, g = softmax(y[:, :13]), softmax(y[:, 13:26]), sigmoid(y[:, 26]), y[:, 27:].reshape(-1, 4, 2)
        n = len(crops)
        return (a[:n] + b[n:]) / 2, (b[:n] + a[n:]) / 2, (face[:n] + face[n:]) / 2, (g[:n] - g[n:][:, [2, 3, 0, 1]]) / 2

    def read_into(self, image, ups):
        for d, a, b, face, g in zip(ups, *self.read([cut(image, d["quad"]) for d in ups])):
            d.update(a=a, b=b, face=float(face), corrections=g)
            d["k"] = d["score"] ** 0.5 * d["face"] * float(a.max() * b.max()) ** 0.5

    def __call__(self, image):
        found = self.find(image)
        others = [dict(d, k=d["score"] ** 0.5 * 0.8) for d in found if d["kind"] != UP]
        ups = [d for d in found if d["kind"] == UP]
        for again in (False, True):
            if not ups:
                break
            if again:
                for d in ups:
                    d["quad"] = out_of_crop(NOMINAL + d["corrections"], d["quad"])
            self.read_into(image, ups)
            kept = heaviest(ups + others)
            ups, others = [d for d in kept if d["kind"] == UP], [d for d in kept if d["kind"] != UP]
        return self.rule_out_odd_sizes(ups), others

    def rule_out_odd_sizes(self, ups):
        area = np.array([cv2.contourArea(d["quad"]) for d in ups])
        usual = np.median(area) if len(ups) >= 4 else None
        for d, size in zip(ups, area):
            odd = usual is not None and not 0.15 < size / usual < 5
            d["sure"] = d["k"] > self.args.cut and d["face"] > 0.5 and not odd
        return ups


def overlap(p, q):
    """(intersection over union, intersection over the smaller)."""
    both = cv2.intersectConvexConvex(p, q)[0]
    a, b = abs(cv2.contourArea(p)), abs(cv2.contourArea(q))
    return both / (a + b - both + 1e-6), both / (min(a, b) + 1e-6)


def apart(p, q):
    return bool(np.any(p.max(0) < q.min(0)) or np.any(q.max(0) < p.min(0)))


def without_repeats(found):
    kept = []
    for d in sorted(found, key=lambda d: -d["score"]):
        if abs(cv2.contourArea(d["quad"])) < 16:
            continue
        if all(apart(d["quad"], e["quad"]) or not (overlap(d["quad"], e["quad"])[0] > 0.6 or overlap(d["quad"], e["quad"])[1] > 0.95) for e in kept):
            kept.append(d)
    return kept


def heaviest(found, worth=0.22):
    """Of overlapping candidates those with the largest sum of k: greedy, then swaps (two good tiles beat the straddle between)."""
    n = len(found)
    clash = [set() for _ in found]
    for i in range(n):
        for j in range(i + 1, n):
            p, q = found[i]["quad"], found[j]["quad"]
            if not apart(p, q):
                union, part = overlap(p, q)
                if union > 0.2 or part > 0.4:
                    clash[i].add(j)
                    clash[j].add(i)
    weight = [d["k"] - worth for d in found]
    order = sorted(range(n), key=lambda i: -weight[i])
    chosen = set()
    for i in order:
        if not clash[i] & chosen:
            chosen.add(i)
    for _ in range(3):
        before = set(chosen)
        for i in list(before):
            if i not in chosen or not clash[i]:
                continue
            other = chosen - {i}
            for j in order:
                if j in clash[i] and not clash[j] & other:
                    other.add(j)
            if sum(weight[j] for j in other - chosen) > sum(weight[j] for j in chosen - other) + 1e-6:
                chosen = other
        if chosen == before:
            break
    return [found[i] for i in order if i in chosen]


def as_record(path, image, ups, others, ms):
    tiles = []
    for d in ups:
        q = d["quad"]
        a_end, b_end = (q[0] + q[3]) / 2, (q[1] + q[2]) / 2
        a, b = int(d["a"].argmax()), int(d["b"].argmax())
        tiles.append(
            {
                "pips": [a, b],
                "halves": np.round([(a_end * 3 + b_end) / 4, (a_end + b_end * 3) / 4], 1).tolist(),
                "corners": np.round(q.astype(float), 1).tolist(),
                "confidence": round(float(d["face"] * d["a"][a] * d["b"][b]), 4),
                "k": round(d["k"], 3),
                "det": round(d["score"], 3),
                "part": "line" if d["sure"] else "unreadable",
            }
        )
    for d in others:
        part = "face_down" if d["kind"] == DOWN else KINDS[d["kind"]]
        tiles.append({"pips": None, "corners": np.round(d["quad"].astype(float), 1).tolist(), "confidence": round(d["score"], 3), "part": part})
    h, w = image.shape[:2]
    return {"photo": os.path.basename(path), "width": w, "height": h, "tiles": tiles, "line": None, "ends": [], "ms": ms}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("pictures", nargs="+")
    ap.add_argument("--out", default="readings.jsonl")
    ap.add_argument("--models", default=MODELS)
    ap.add_argument("--threads", type=int, default=1)
    ap.add_argument("--threshold", type=float, default=0.3)
    ap.add_argument("--cut", type=float, default=0.4, help="a tile counts when its score is above this")
    ap.add_argument("--zoom", type=float, default=80, help="length of a tile in the zoom pass, 0 for no such pass")
    ap.add_argument("--near", type=int, default=1, help="0: no pass at 320 for near tiles")
    args = ap.parse_args()
    eye = Eye(args.models, args.threads, args)
    with open(args.out, "w") as out:
        for path in args.pictures:
            image = cv2.imread(path)
            if image is None:
                print("cannot read", path)
                continue
            image = np.ascontiguousarray(image[..., ::-1])
            began = time.time()
            ups, others = eye(image)
            record = as_record(path, image, ups, others, {"all": round((time.time() - began) * 1e3, 1)})
            out.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
