"""Labelled photographs as training pictures: photos.py --photos DIR --out POOL --sources NAME ...

Labels of photographs say which tiles there are, not where. The networks that are there say where: a candidate whose
reading fits a label that no surer one has taken becomes that tile, with the label's pips. What is left is
unsure (neither right nor wrong) where the label leaves room for it (backs, unreadable tiles), else no tile.
A photograph with a label that nothing fits is left out: a tile at an unknown place would be learnt as none.
"""

import argparse
import json
import os

import cv2
import numpy as np
from evaluate import MODELS, Eye, overlap
from geometry import NOMINAL, out_of_crop
from networks import KINDS
from pictures import write_shard

LONG_SIDE = 1280
UNSURE = 0.3  # visible so little that neither training takes it for right or wrong
SEEN = 0.3  # weaker candidates are shadows and marks
LEAST = 0.03  # a candidate is a label's with at least this probability


def picture(path):
    image = cv2.imread(path)
    k = LONG_SIDE / max(image.shape[:2])
    if k < 1:
        image = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(image[..., ::-1])


def fits(d, label):
    """Returns (probability, label) for the likelier of the two ways round."""
    p, q = label
    return max((float(d["a"][p] * d["b"][q]), (p, q)), (float(d["a"][q] * d["b"][p]), (q, p)))


def matched(ups, labels):
    """Index of a candidate -> pips; the labels left over. The surest pair first."""
    pairs = []
    for i, d in enumerate(ups):
        for j, label in enumerate(labels):
            probability, pips = fits(d, label)
            if probability >= LEAST:
                pairs.append((probability * d["k"], i, j, pips))
    taken, used = {}, set()
    for _, i, j, pips in sorted(pairs, reverse=True):
        if i not in taken and j not in used:
            taken[i] = pips
            used.add(j)
    return taken, [label for j, label in enumerate(labels) if j not in used]


def tile(d, kind, visible, pips=(0, 0)):
    q = d["quad"]
    if "corrections" in d:  # the last reading's corrections are not in the outline yet
        q = out_of_crop(NOMINAL + d["corrections"], q)
    q = np.float64(q)[[3, 2, 1, 0]]  # a crop's order to a record's: a right, b right, b left, a left
    return {"kind": kind, "corners": np.round(q, 2).tolist(), "visible": visible, "a": int(pips[0]), "b": int(pips[1])}


def record_of(eye, image, label):
    """What the renderer would have written for this photograph, or what is in the way."""
    ups, others = eye(image)
    taken, left = matched(ups, label["layout"] + label["loose"])
    if left:
        return None, f"nothing fits {left}"
    tiles = [tile(ups[i], "up", 1.0, pips) for i, pips in taken.items()]
    sure = [ups[i]["quad"] for i in taken]
    room = label["standing_or_unreadable"] + label["face_down"] > 0
    for d in [d for i, d in enumerate(ups) if i not in taken] + others:
        if any(overlap(np.float32(d["quad"]), np.float32(q))[1] > 0.3 for q in sure):
            continue
        kind = KINDS[d["kind"]]
        if kind == "down" and label["face_down"] and d["score"] > 0.6:
            tiles.append(tile(d, "down", 1.0))
        elif kind == "edge" and label["standing_or_unreadable"] and d["score"] > 0.6:
            tiles.append(tile(d, "edge", 1.0))
        elif room and d["score"] > SEEN:
            tiles.append(tile(d, kind, UNSURE))
    h, w = image.shape[:2]
    return {"width": w, "height": h, "tiles": tiles}, ""


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--photos", required=True, help="folder with labels.json and the photographs")
    ap.add_argument("--out", required=True, help="pool of their own for these pictures")
    ap.add_argument("--sources", nargs="+", required=True, help="beginnings of file names; all others stay unseen")
    ap.add_argument("--models", default=MODELS)
    args = ap.parse_args()
    os.makedirs(args.out, exist_ok=True)
    args.threshold, args.cut, args.zoom, args.near = 0.08, 0.4, 80, 1
    eye = Eye(args.models, 1, args)
    kept = []
    for label in json.load(open(os.path.join(args.photos, "labels.json"))):
        if not label["file"].startswith(tuple(args.sources)):
            continue
        image = picture(os.path.join(args.photos, label["file"]))
        record, why = record_of(eye, image, label)
        if record is None:
            print(label["file"], "left out:", why)
            continue
        kept.append((dict(record, photo=label["file"]), image))
    write_shard(os.path.join(args.out, "photos.shard"), kept)
    print(len(kept), "photographs,", sum(t["visible"] == 1 and t["kind"] == "up" for r, _ in kept for t in r["tiles"]), "tiles")


if __name__ == "__main__":
    main()
