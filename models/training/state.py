"""Packs work/*.pt (full precision, ignored by git) into state/*.pt (small, committed) so that another machine can go on.

Matrices of weights and average go to float16, squared gradients to bfloat16; the optimiser's first moment, which
renews itself within tens of steps, is left out. The progress log goes along as state/*.csv. What distil.py made has its average alone.
"""

import os
import shutil

import torch
from loop import STATE, WORK


def narrow(tensors, dtype):
    return {k: v.to(dtype) if v.dtype == torch.float32 and v.dim() > 1 else v for k, v in tensors.items()}


def pack(name):
    saved = torch.load(os.path.join(WORK, name + ".pt"), map_location="cpu")
    for key in ("weights", "average"):
        if key in saved:
            saved[key] = narrow(saved[key], torch.float16)
    if "moments" in saved:
        saved["moments"] = [narrow({"exp_avg_sq": m["exp_avg_sq"]}, torch.bfloat16) for m in saved["moments"]]
    path = os.path.join(STATE, name + ".pt")
    torch.save(saved, path + ".part")
    os.rename(path + ".part", path)
    if os.path.exists(os.path.join(WORK, name + ".csv")):
        shutil.copy(os.path.join(WORK, name + ".csv"), os.path.join(STATE, name + ".csv"))
    print(f"state/{name}.pt: {os.path.getsize(path) / 1e6:.1f} MB, {saved['images']} images, progress {saved['progress']:.3f}")


if __name__ == "__main__":
    os.makedirs(STATE, exist_ok=True)
    for network in ("tiles", "pips"):
        if os.path.exists(os.path.join(WORK, network + ".pt")):
            pack(network)
