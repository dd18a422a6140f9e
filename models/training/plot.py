"""Draws state/*.csv (or work/*.csv) as state/*.png: losses and learning rate over the images seen."""

import csv
import os

import matplotlib
from loop import STATE, WORK

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

NOT_LOSS = {"time", "step", "images", "per_second", "progress", "lr"}

for name in ("tiles", "pips"):
    path = next((p for p in (os.path.join(d, name + ".csv") for d in (WORK, STATE)) if os.path.exists(p)), None)
    if path is None:
        continue
    rows = list(csv.DictReader(open(path, newline="")))
    keys = [k for k in rows[0] if k not in NOT_LOSS]
    figure, axes = plt.subplots(1, len(keys), figsize=(3.2 * len(keys), 2.8), layout="constrained")
    for axis, key in zip(axes, keys):
        points = [(int(r["images"]) / 1000, float(r[key])) for r in rows if r[key]]  # without a teacher there is no such loss
        axis.plot(*zip(*points), linewidth=0.8)
        axis.set_title(key)
        axis.set_xlabel("thousand images")
        axis.set_yscale("linear" if key.endswith("right") else "log")
    figure.savefig(os.path.join(STATE, name + ".png"), dpi=80)
