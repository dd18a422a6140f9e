"""Changes of tone and sharpness that leave the geometry alone."""

import cv2
import numpy as np


def tone(rng, image, strength=1.0):
    """Gain, offset and gamma a channel through a table; sometimes grey, sometimes channels exchanged."""
    x = np.arange(256, dtype=np.float32)
    gamma = np.exp(rng.normal(0, 0.12 * strength))
    gain = np.exp(rng.normal(0, 0.16 * strength)) * np.exp(rng.normal(0, 0.06 * strength, 3))
    offset = rng.normal(0, 8 * strength)
    table = np.stack([255 * (np.clip(x * g + offset, 0, 400) / 255) ** gamma for g in gain], -1)
    image = cv2.LUT(image, np.clip(table, 0, 255).astype(np.uint8)[None])
    r = rng.random()
    if r < 0.05:
        return cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if r < 0.13:
        return np.ascontiguousarray(image[..., rng.permutation(3)])
    return image


def soften(rng, image):
    """Blur, loss of resolution or noise on about one picture in four."""
    r = rng.random()
    h, w = image.shape[:2]
    if r < 0.09:
        return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 2.2))
    if r < 0.18:
        k = rng.uniform(0.25, 0.7)
        small = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
    if r < 0.25:
        noise = rng.normal(0, rng.uniform(2, 12), image.shape)
        return np.clip(image + noise, 0, 255).astype(np.uint8)
    return image
