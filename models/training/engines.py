"""The program's engines against onnxruntime on the same networks, sizes and threads, by turns in one run: times, their ratios, and
how far the numbers are apart at most. Only ratios within a round mean anything on a busy machine; the median of them is printed.

usage: engines.py [--rounds N] [--threads N ...]   (needs cargo; pip install numpy onnxruntime)
"""

import argparse
import os
import re
import statistics
import subprocess
import tempfile
import time

import numpy as np
import onnxruntime

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = {
    "tiles.onnx 640x384": (1, 3, 384, 640),
    "tiles.onnx 960x544": (1, 3, 544, 960),
    "tiles.onnx 896x896": (1, 3, 896, 896),
    "pips.onnx 32 crops": (32, 3, 128, 64),
}
# Runs of each piece of work in a round.
RUNS = 15


def bench():
    """The program that `cargo bench` runs, built without being run."""
    command = ["cargo", "bench", "--locked", "--profile", "dev", "--package", "sixty-one-eye", "--bench", "read", "--no-run"]
    told = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=True).stderr
    return os.path.join(ROOT, re.search(r"\(([^()]*read-[^()]*)\)", told)[1])


def ours(program, threads, out):
    """Milliseconds by piece of work and engine, as `benches/read.rs` prints them."""
    command = [program, "--by=all", f"--threads={threads}", f"--rounds={RUNS}", f"--out={out}"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {(name, by): float(ms) for name, by, ms in re.findall(r"(.*onnx.*) \[(.*)\] ([0-9.]+) ms", told)}


def theirs(threads, out):
    """The same by onnxruntime, with what came out."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    times, numbers = {}, {}
    for name, shape in WORK.items():
        file = os.path.join(ROOT, "models", name.split()[0])
        session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        given = {session.get_inputs()[0].name: np.fromfile(f"{out}/{name}.in", np.float32).reshape(shape)}
        numbers[name] = session.run(None, given)[0].ravel()
        each = []
        for _ in range(RUNS):
            began = time.perf_counter()
            session.run(None, given)
            each.append((time.perf_counter() - began) * 1e3)
        times[name] = statistics.median(each)
    return times, numbers


def compare(program, threads, rounds):
    times, apart = {}, {}
    with tempfile.TemporaryDirectory() as out:
        for _ in range(rounds):
            mine = ours(program, threads, out)
            other, numbers = theirs(threads, out)
            for (name, by), ms in mine.items():
                times.setdefault((name, by), []).append((ms, other[name]))
                found = np.fromfile(f"{out}/{name}.{by}", np.float32)
                apart[name, by] = float(np.abs(found - numbers[name]).max())
    for (name, by), pairs in times.items():
        ms, base = (statistics.median(pair[i] for pair in pairs) for i in (0, 1))
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"{threads} threads, {name}: {by} {ms:.1f} ms, onnxruntime {base:.1f} ms, ratio {ratio:.2f}, apart {apart[name, by]:.1e}")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--rounds", type=int, default=3)
    ap.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    args = ap.parse_args()
    program = bench()
    for threads in args.threads:
        compare(program, threads, args.rounds)


if __name__ == "__main__":
    main()
