"""Writes data/basemap/relief.bin.gz from ETOPO5 of NOAA: python3 relief.py ETOPO5_CDF BASEMAP_DIR

Hillshade of land and sea floor in Web Mercator, lit from the north-west, a byte a pixel: how much darker (below 0) or
lighter (above 0) than level ground. The file of heights is etopo5.cdf of the Debian package ferret-datasets; needs numpy.
"""
import gzip
import sys
from pathlib import Path

import numpy as np

source, folder = Path(sys.argv[1]), Path(sys.argv[2])

# Pixels to a side of the world
SIZE = 4096
# Heights of the source: rows from the south pole to the north pole, columns eastwards from Greenwich, every 5'
ROWS, COLUMNS = 2161, 4320
EARTH_M = 2 * np.pi * 6_378_137
# Steps between level ground and the darkest or lightest slope
STEPS = 24
# A gentler slope is level, so that plains and seas stay plain
LEVEL = 0.05
# Where the light comes from (degrees from north, weight), and its height above the horizon
LIGHTS = [(315, 0.6), (270, 0.2), (0, 0.2)]
ALTITUDE = np.radians(45)
# The sea floor is lower relief: coasts and land come first
SEA = 0.3
# Ranges as a whole beside their single ridges: smoothing in pixels, exaggeration of heights, weight
SCALES = [(0.8, 18, 0.5), (2.5, 34, 0.3), (7, 60, 0.2)]


def smoothed(heights, sigma):
    reach = int(np.ceil(3 * sigma))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    wide = np.pad(heights, ((reach, reach), (0, 0)), mode="edge")
    down = sum(k * wide[i : i + SIZE] for i, k in enumerate(kernel))
    wide = np.pad(down, ((0, 0), (reach, reach)), mode="wrap")
    return sum(k * wide[:, i : i + SIZE] for i, k in enumerate(kernel))


# NetCDF keeps the last variable, the heights, at the end of the file.
heights = np.frombuffer(source.read_bytes()[-4 * ROWS * COLUMNS :], dtype=">f4").reshape(ROWS, COLUMNS).astype(np.float32)

across = (np.arange(SIZE) + 0.5) / SIZE
lats = np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * across))))
rows = (lats + 90) * 12
columns = ((across - 0.5) * 360 % 360) * 12
r0, c0 = np.floor(rows).astype(int), np.floor(columns).astype(int)
fr, fc = (rows - r0)[:, None].astype(np.float32), (columns - c0)[None, :].astype(np.float32)
r1, c1 = np.minimum(r0 + 1, ROWS - 1), (c0 + 1) % COLUMNS
north, south = heights[r1], heights[r0]
heights = (south[:, c0] * (1 - fc) + south[:, c1] * fc) * (1 - fr) + (north[:, c0] * (1 - fc) + north[:, c1] * fc) * fr
heights = np.where(heights < 0, heights * SEA, heights)

pixel_m = (EARTH_M / SIZE * np.cos(np.radians(lats)))[:, None].astype(np.float32)
shade = np.zeros_like(heights)
for sigma, exaggeration, weight in SCALES:
    ground = smoothed(heights, sigma)
    east = (np.roll(ground, -1, 1) - np.roll(ground, 1, 1)) / (2 * pixel_m) * exaggeration
    north = -np.gradient(ground, axis=0) / pixel_m * exaggeration
    steep = np.sqrt(1 + east**2 + north**2)
    for azimuth, share in LIGHTS:
        toward = np.radians(azimuth)
        slope = east * np.sin(toward) + north * np.cos(toward)
        lit = (np.sin(ALTITUDE) - np.cos(ALTITUDE) * slope) / steep
        shade += weight * share * (lit - np.sin(ALTITUDE))
most = np.percentile(np.abs(shade[np.abs(shade) > LEVEL / 2]), 98)
shade = np.clip(shade / most, -1, 1)
shade = np.sign(shade) * np.maximum(0, np.abs(shade) - LEVEL) / (1 - LEVEL)
steps = np.round(shade * STEPS).astype(np.int8)

# Each pixel as the difference from its western neighbour: smaller when packed
changes = np.diff(steps.astype(np.int16), axis=1, prepend=0).astype(np.int8)
packed = gzip.compress(changes.tobytes(), 9, mtime=0)
(folder / "relief.bin.gz").write_bytes(packed)
print(f"{len(packed) / 1e6:.1f} MB, {np.mean(steps == 0):.0%} level")
