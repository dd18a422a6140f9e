"""Finds what the finding network wrongly takes for tiles: lures.py --pool POOL --out LURES.

A lure is where it sees a tile and the renderer put none. Pictures with lures go to the pool LURES with the places and sizes of
these; the training makes crops about them. Of the pictures without, one in four goes along.
"""

import argparse
import json
import os
import time

import cv2
import numpy as np
from evaluate import MODELS, UP, Eye
from pictures import decode, read_shard, shards

SEEN = 0.12  # a weaker answer is no lure
OTHERS = 0.3  # nor is a weaker one that is not read as face up
LONG_SIDES = (640, 1120)
ALSO = 4  # one picture in this many is kept without lures


def lures_of(eye, image, tiles):
    """(x, y, length, how sure) of each wrong answer, not within a tile nor near its edge."""
    quads = [np.float32(t["corners"]) for t in tiles if t["visible"] > 0]
    found = []
    for long_side in LONG_SIDES:
        for d in eye.detect(image, long_side):
            x, y = map(float, d["c"])
            if d["kind"] != UP and d["score"] < OTHERS:
                continue
            inside = any(cv2.pointPolygonTest(q, (x, y), True) > -0.3 * d["length"] for q in quads)
            if not inside and all(np.hypot(x - a, y - b) > 0.5 * d["length"] for a, b, *_ in found):
                found.append([round(x, 1), round(y, 1), round(float(d["length"]), 1), round(d["score"], 3)])
    return found


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--pool", required=True, help="rendered pictures (pictures.py fills it); shards that come later are taken up")
    ap.add_argument("--out", required=True, help="pool of their own for these pictures")
    ap.add_argument("--models", default=MODELS)
    ap.add_argument("--until", help="wait for more shards until this time of day, HH:MM")
    args = ap.parse_args()
    os.makedirs(args.out, exist_ok=True)
    args.threshold = SEEN
    eye, done = Eye(args.models, 1, args), set()
    while True:
        fresh = [s for s in shards(args.pool) if s not in done]
        for path in fresh:
            done.add(path)
            search(eye, path, os.path.join(args.out, os.path.basename(path)))
        if not fresh and (not args.until or time.strftime("%H:%M") >= args.until):
            break
        time.sleep(1 if fresh or not args.until else 10)


def search(eye, path, out):
    if os.path.exists(out):
        return
    kept, n, lured = [], 0, 0
    for i, (record, jpeg) in enumerate(read_shard(path)):
        lures = lures_of(eye, decode(jpeg), record["tiles"])
        n, lured = n + len(lures), lured + bool(lures)
        if lures or i % ALSO == 0:
            kept.append((dict(record, lures=lures), jpeg))
    with open(out + ".part", "wb") as f:
        for record, jpeg in kept:
            f.write(json.dumps(record).encode() + b"\n" + jpeg)
    os.rename(out + ".part", out)
    print(f"{os.path.basename(path)}: {n} lures in {lured} of {i + 1} pictures", flush=True)


if __name__ == "__main__":
    main()
