"""A pool of rendered pictures on disk: filled from `sixty-one-lab simulate --stream`, read by both trainings.

A shard holds the pictures of one call of the renderer: for each a line of JSON as the renderer wrote it, with
"jpeg" (a number of bytes) added, then the JPEG (quality 94, chroma halved as cameras do).
"""

import argparse
import glob
import hashlib
import json
import os
import subprocess
import sys
import time

import cv2
import numpy as np

cv2.setNumThreads(1)
PER_SHARD = 48
PHOTO_SHARE = 0.15  # photographs for each rendered picture
LURE_SHARE = 0.8  # pictures of the pool of lures for each rendered picture
JPEG = [cv2.IMWRITE_JPEG_QUALITY, 94]


def read_stream(pipe):
    """Yields (record, RGB uint8 [H, W, 3]) until the stream ends; raises EOFError when it ends inside a picture."""
    while line := pipe.readline():
        record = json.loads(line)
        n = record["width"] * record["height"] * 3
        pixels = pipe.read(n)
        if len(pixels) != n:
            raise EOFError("the renderer stopped inside a picture")
        yield record, np.frombuffer(pixels, np.uint8).reshape(record["height"], record["width"], 3)


def write_shard(path, pictures):
    with open(path + ".part", "wb") as f:
        for record, image in pictures:
            jpeg = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), JPEG)[1].tobytes()
            f.write(json.dumps(dict(record, jpeg=len(jpeg))).encode() + b"\n" + jpeg)
    os.rename(path + ".part", path)


def read_shard(path):
    """Yields (record, jpeg bytes)."""
    with open(path, "rb") as f:
        while line := f.readline():
            record = json.loads(line)
            yield record, f.read(record["jpeg"])


def decode(jpeg):
    """RGB uint8 [H, W, 3]."""
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR_RGB)


def shards(pool):
    """All finished shards, oldest first."""
    return sorted(glob.glob(os.path.join(pool, "*.shard")))


def mixed(pool, photos, rng, lures=None):
    """`walk`, and in between `PHOTO_SHARE` as many out of the pool of photographs and `LURE_SHARE` of that of lures, if there is one."""
    real = [p for shard in shards(photos) for p in read_shard(shard)] if photos else []
    luring = walk(lures, rng) if lures else None
    for picture in walk(pool, rng):
        yield picture
        if luring and rng.random() < LURE_SHARE:
            yield next(luring)
        if real and rng.random() < PHOTO_SHARE:
            yield real[rng.integers(len(real))]


def walk(pool, rng):
    """For ever: the newest shards that were not seen yet, else any shard (later ones three times as likely)."""
    seen = set()
    while True:
        here = shards(pool)
        if not here:
            time.sleep(5)
            continue
        fresh = [s for s in here if s not in seen]
        if fresh:
            path = fresh[rng.integers(len(fresh))]
        else:
            p = np.linspace(1, 3, len(here))
            path = here[rng.choice(len(here), p=p / p.sum())]
        seen.add(path)
        try:
            pictures = list(read_shard(path))
        except (OSError, ValueError):
            continue
        for i in rng.permutation(len(pictures)):
            yield pictures[i]


def fill(args):
    """Calls the renderer shard by shard, so that a newer renderer is taken up at the next shard."""
    os.makedirs(args.pool, exist_ok=True)
    done = len(shards(args.pool)) * PER_SHARD
    start, failures, began, n = args.start + done, 0, time.time(), 0
    pause_until = began
    while done < args.count and (not args.until or time.strftime("%H:%M") < args.until):
        command = [args.renderer, "simulate", "--stream", "--size", "1280x720", "--seed", str(args.seed)]
        command += ["--start", str(start), "--count", str(PER_SHARD), "--threads", str(args.threads)]
        command += ["--without", args.without] if args.without else []
        command += ["--kind", args.kind] if args.kind else []
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            try:
                pictures = ((r, i) for r, i in read_stream(process.stdout))
                write_shard(os.path.join(args.pool, f"{start:08d}.shard"), pictures)
            except (EOFError, ValueError, KeyError) as error:
                print("shard", start, "failed:", error, file=sys.stderr, flush=True)
                process.kill()
        failures = failures + 1 if process.returncode else 0
        if failures > 20:
            sys.exit("the renderer failed twenty times in a row")
        start, done, n = start + PER_SHARD, done + PER_SHARD, n + PER_SHARD
        if args.per_second and done > args.fast:
            pause_until += PER_SHARD / args.per_second
            time.sleep(max(0, pause_until - time.time()))
        else:
            pause_until = time.time()
        version = hashlib.sha256(open(args.renderer, "rb").read()).hexdigest()[:8]
        print(f"{time.strftime('%H:%M:%S')} pictures {done} {n / (time.time() - began):.2f}/s renderer {version}", flush=True)


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description="fill the pool of pictures from the renderer")
    ap.add_argument("--renderer", required=True, help="path of the sixty-one binary")
    ap.add_argument("--pool", required=True)
    ap.add_argument("--seed", type=int, default=61)
    ap.add_argument("--start", type=int, default=0, help="first index when the pool is empty")
    ap.add_argument("--count", type=int, default=20000, help="stop when the pool holds this many")
    ap.add_argument("--threads", type=int, default=1)
    ap.add_argument("--fast", type=int, default=1500, help="render the first ones, this many, without pauses")
    ap.add_argument("--per-second", type=float, default=0, help="then this many a second (0: no pauses), to leave the core to the training")
    ap.add_argument("--without", help="what the renderer is to leave out")
    ap.add_argument("--kind", help="only scenes of this kind")
    ap.add_argument("--until", help="stop at this time of day, HH:MM")
    fill(ap.parse_args())
