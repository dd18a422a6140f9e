"""Draws readings over their pictures: overlay.py OUT.jpg READINGS.jsonl PICTURE... (to look at failures; never commit the result)."""

import json
import os
import sys

import cv2
import numpy as np

COLOURS = {"line": (0, 255, 0), "loose": (0, 255, 0), "face_down": (255, 0, 255), "edge": (255, 160, 0), "printed": (0, 255, 255)}
CELL_W, CELL_H = 800, 600


def cell(path, tiles):
    image = cv2.imread(path)
    k = min(CELL_W / image.shape[1], CELL_H / image.shape[0])
    image = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    for t in tiles:
        cv2.polylines(image, [np.int32(np.array(t["corners"]) * k)], True, COLOURS.get(t["part"], (0, 140, 255)), 1, cv2.LINE_AA)
        for p, at in zip(t["pips"] or [], t.get("halves", [])):
            cv2.putText(image, str(p), (int(at[0] * k) - 5, int(at[1] * k) + 5), 0, 0.5, (0, 0, 255), 2, cv2.LINE_AA)
    out = np.zeros((CELL_H + 20, CELL_W, 3), np.uint8)
    out[: image.shape[0], : image.shape[1]] = image
    cv2.putText(out, os.path.basename(path), (3, CELL_H + 14), 0, 0.5, (0, 255, 255), 1)
    return out


def main():
    out, readings, *pictures = sys.argv[1:]
    by_name = {r["photo"]: r["tiles"] for r in map(json.loads, open(readings))}
    cells = [cell(p, by_name[os.path.basename(p)]) for p in pictures]
    cells += [cells[0] * 0] * (-len(cells) % 3)
    cv2.imwrite(out, np.vstack([np.hstack(cells[i : i + 3]) for i in range(0, len(cells), 3)]))


main()
