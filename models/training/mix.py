"""Mixes two networks of the same form: mix.py A.onnx B.onnx SHARE OUT.onnx; every weight is (1 - SHARE) of A's and SHARE of B's.

A network that was trained on for something new loses a little of the old; between the two is one that has most of both.
"""

import sys

import numpy as np
import onnx
from onnx import numpy_helper


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    a, b, share, out = onnx.load(sys.argv[1]), onnx.load(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
    for one, other in zip(a.graph.initializer, b.graph.initializer, strict=True):
        old, new = numpy_helper.to_array(one), numpy_helper.to_array(other)
        if one.name != other.name or old.shape != new.shape or old.dtype != new.dtype:
            sys.exit(f"{one.name} and {other.name} differ in form")
        if old.dtype == np.float32 and old.size > 4:
            mixed = old.astype(np.float64) * (1 - share) + new.astype(np.float64) * share
            one.CopyFrom(numpy_helper.from_array(mixed.astype(np.float32), one.name))
    onnx.checker.check_model(a)
    onnx.save(a, out)


if __name__ == "__main__":
    main()
