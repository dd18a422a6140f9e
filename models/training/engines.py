"""tract (the program's engine) against onnxruntime on the same networks, sizes and threads, by turns in one run.

usage: engines.py [--rounds N]   (needs cargo)
"""

import argparse
import os
import re
import statistics
import subprocess
import time

import numpy as np
import onnxruntime
from loop import HERE

ROOT = os.path.dirname(os.path.dirname(HERE))
WORK = {
    "tiles.onnx 640x384": ("image", (1, 3, 384, 640)),
    "tiles.onnx 960x544": ("image", (1, 3, 544, 960)),
    "pips.onnx 32 crops": ("crops", (32, 3, 128, 64)),
}


def tract():
    """Milliseconds by piece of work, as `benches/read.rs` prints them."""
    command = ["cargo", "bench", "--quiet", "--locked", "--profile", "dev", "--package", "sixty-one-eye", "--bench", "read"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name: float(re.search(name + r" ([0-9.]+) ms", told)[1]) for name in WORK}


def middle(session, name, shape):
    given = {name: np.full(shape, -0.23, np.float32)}
    session.run(None, given)
    times = []
    for _ in range(25):
        began = time.perf_counter()
        session.run(None, given)
        times.append((time.perf_counter() - began) * 1e3)
    return statistics.median(times)


def ort():
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    load = lambda file: onnxruntime.InferenceSession(os.path.join(ROOT, "models", file), options, providers=["CPUExecutionProvider"])
    return {name: middle(load(name.split()[0]), *work) for name, work in WORK.items()}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--rounds", type=int, default=3)
    args = ap.parse_args()
    rounds = [(tract(), ort()) for _ in range(args.rounds)]
    for name in WORK:
        ours, theirs = ([r[i][name] for r in rounds] for i in (0, 1))
        ratio = statistics.median(a / b for a, b in zip(ours, theirs))
        print(f"{name}: tract {statistics.median(ours):.1f} ms, onnxruntime {statistics.median(theirs):.1f} ms, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
