"""The two networks: plain 3x3 convolutions, batch normalisation (folded away at export) and ReLU.

tract runs dense 3x3 convolutions within about twice the time of onnxruntime and depthwise ones at three to four times,
so there is no depthwise layer here. Shapes and meanings of the outputs: ../README.md.
"""

import torch
import torch.nn.functional as F
from torch import nn

KINDS = ("up", "down", "edge", "printed")
N_KINDS = len(KINDS)
N_BOX = 10  # offset 2, log2 half-lengths 2, directions 4, skew 2
N_PIPS = 13
CROP_H, CROP_W = 128, 64
MARGIN_LONG, MARGIN_SHORT = 1.10, 1.16
# The reader's convolutions down to an eighth of the crop: channels in and out, stride. Most of the work is done at an eighth.
READER = ((3, 16, 2), (16, 32, 2), (32, 48, 1), (48, 64, 2), (64, 96, 1), (96, 96, 1))
# Those of the one before, which taught it: nearly twice the work, two thirds of it at a quarter and at half of the size.
READER_BEFORE = ((3, 16, 2), (16, 32, 1), (32, 48, 2), (48, 48, 1), (48, 64, 1), (64, 96, 2), (96, 96, 1))


def conv(n_in, n_out, stride=1):
    return nn.Sequential(
        nn.Conv2d(n_in, n_out, 3, stride, 1, bias=False), nn.BatchNorm2d(n_out), nn.ReLU(inplace=True)
    )


def stage(n_in, widths):
    """Convolutions of these widths, the first of them halving."""
    return nn.Sequential(*(conv(i, o, 2 if n == 0 else 1) for n, (i, o) in enumerate(zip((n_in, *widths), widths))))


class Detector(nn.Module):
    """[N, 3, H, W] -> [N, 14, H/4, W/4]; a U-Net down to 1/32 and back to 1/4."""

    def __init__(self, w2=16, w4=32, at_8=(48, 48, 48), at_16=(64, 64, 64), at_32=(128, 128, 128)):
        super().__init__()
        w8, w16, w32 = at_8[-1], at_16[-1], at_32[-1]
        self.down2 = conv(3, w2, 2)
        self.down4 = stage(w2, (w4,))
        self.down8, self.down16, self.down32 = stage(w4, at_8), stage(w8, at_16), stage(w16, at_32)
        self.side32, self.side16 = nn.Conv2d(w32, w16, 1), nn.Conv2d(w16, w8, 1)
        self.up16, self.up8, self.head8 = conv(w16, w16), conv(w8, w8), conv(w8, w8)
        # four answers for each place at an eighth of the size, which are its four places at a quarter:
        # convolutions at a quarter would be half of all the work
        self.out = nn.Conv2d(w8, 4 * (N_KINDS + N_BOX), 1)
        # not the usual near-zero weights: with them the first thousands of pictures teach nothing but the mean
        nn.init.kaiming_normal_(self.out.weight, nonlinearity="linear")
        nn.init.constant_(self.out.bias[: 4 * N_KINDS], -4.0)

    def forward(self, image):
        x4 = self.down4(self.down2(image))
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x32 = self.down32(x16)
        y = self.up16(x16 + twice(self.side32(x32)))
        y = self.up8(x8 + twice(self.side16(y)))
        return F.pixel_shuffle(self.out(self.head8(y)), 2)


def twice(x):
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


class Reader(nn.Module):
    """[N, 3, 128, 64] -> [N, 35]: 13 logits for each half by one shared head, face logit, 8 corner corrections."""

    def __init__(self, body=READER):
        super().__init__()
        self.body = nn.Sequential(*(conv(*layer) for layer in body))
        self.pips = nn.Sequential(
            conv(96, 96, 2), nn.Flatten(1), nn.Linear(96 * 4 * 4, 160), nn.ReLU(), nn.Dropout(0.1), nn.Linear(160, N_PIPS)
        )
        self.frame = nn.Sequential(conv(96, 64, 2), nn.Flatten(1), nn.Linear(64 * 8 * 4, 64), nn.ReLU(), nn.Linear(64, 9))

    def forward(self, crops):
        y = self.body(crops)
        return torch.cat([self.pips(y[:, :, :8]), self.pips(y[:, :, 8:]), self.frame(y)], 1)


def fold(net):
    """Folds each batch normalisation into the convolution before it, in place; returns the network in eval mode."""
    net.eval()
    for block in list(net.modules()):
        if not (isinstance(block, nn.Sequential) and len(block) == 3 and isinstance(block[1], nn.BatchNorm2d)):
            continue
        block[0] = torch.nn.utils.fuse_conv_bn_eval(block[0], block[1])
        block[1] = nn.Identity()
    return net


def build(name):
    return {"tiles": Detector, "pips": Reader}[name]()


def build_like(name, tensors):
    """The network of these weights, which prune.py may have made narrower."""
    width = lambda layer: len(tensors[f"{layer}.0.weight"])
    if name == "pips":
        body = [width(f"body.{i}") for i in range(len(READER))]
        return Reader(tuple((i, o, stride) for i, o, (_, _, stride) in zip((3, *body), body, READER)))
    stages = [tuple(width(f"{stage}.{i}") for i in range(3)) for stage in ("down8", "down16", "down32")]
    return Detector(width("down2"), width("down4.0"), *stages)


def n_parameters(net):
    return sum(p.numel() for p in net.parameters())
