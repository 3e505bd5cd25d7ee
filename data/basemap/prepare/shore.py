"""Writes data/basemap/shore-z8.bin.br from GSHHG in full resolution: python3 shore.py GSHHG_DIR BASEMAP_DIR

Land, lakes and rivers north of 60° S as layers of vector tiles of zoom 8, fine enough to be shown to zoom 12 in and around
China and to zoom 9 elsewhere. Needs the Debian packages gmt-gshhg-full, python3-h5py, python3-shapely and python3-brotli.
Borders are not taken from it.
"""
import json
import math
import struct
import sys
from pathlib import Path

import brotli
import h5py
import numpy as np
from shapely.affinity import translate
from shapely.geometry import LineString, Polygon, box
from shapely.ops import clip_by_rect, unary_union
from shapely.prepared import prep
from shapely.validation import make_valid

source, folder = Path(sys.argv[1]), Path(sys.argv[2])

ZOOM = 8
TILES = 1 << ZOOM
# Units to a tile's side: one is 19 m at the equator
EXTENT = 8192
WORLD = TILES * EXTENT
# What a tile holds beyond its edge
BUFFER = 128
# Units by which a line may be off, and square units below which an island or lake is left out: in China, and elsewhere
OFF = {True: 0.8, False: 3}
RIVER_OFF = {True: 1.5, False: 3}
AREA_MIN = {True: 8, False: 40}
# GSHHG counts in parts of a degree
DEGREE = 65535
CIRCLE = 360 * DEGREE
LAND, LAKE, ISLAND, POND = 1, 2, 3, 4
# The rank of a river by its level in GSHHG: double-lined, permanent (four sizes), intermittent (three), canals (two).
# The smallest are left out outside China, and everywhere what dries up and irrigates.
RANKS = {0: 2, 1: 2, 2: 4, 3: 6, 4: 8, 5: 8, 6: 9, 8: 8, 9: 9}
CHINA_ALONE = 9


def unsigned(values):
    return values[:].astype(np.uint16).astype(np.int64)


def segments(file):
    """Each segment's number and points; a file keeps them by cells of one degree, from the north-west."""
    first, count = file['Id_of_first_segment_in_a_bin'][:], file['N_segments_in_a_bin'][:]
    start = file['Id_of_first_point_in_a_segment'][:]
    length = (file['Embedded_npts_levels_exit_entry_for_a_segment'][:] >> 9
              if 'Embedded_npts_levels_exit_entry_for_a_segment' in file else file['N_points_for_a_segment'][:])
    east, north = unsigned(file['Relative_longitude_from_SW_corner_of_bin']), unsigned(
        file['Relative_latitude_from_SW_corner_of_bin'])
    for cell in np.nonzero(count)[0]:
        west, south = cell % 360 * DEGREE, (89 - cell // 360) * DEGREE
        for s in range(first[cell], first[cell] + count[cell]):
            points = slice(start[s], start[s] + int(length[s]))
            yield s, np.column_stack([east[points] + west, north[points] + south])


def joined(parts):
    """The ring that the parts of an outline make, from cell to cell; None where they make several, as Antarctica's do."""
    by_start = {}
    for i, part in enumerate(parts):
        by_start.setdefault((part[0][0] % CIRCLE, part[0][1]), []).append(i)
    ring, at, left = [], 0, len(parts)
    by_start[(parts[0][0][0] % CIRCLE, parts[0][0][1])].remove(0)
    while at is not None:
        part = parts[at]
        if ring:
            part = part + [round((ring[-1][-1][0] - part[0][0]) / CIRCLE) * CIRCLE, 0]
        ring.append(part)
        left -= 1
        following = by_start.get((part[-1][0] % CIRCLE, part[-1][1]))
        at = following.pop(0) if following else None
    return np.concatenate(ring) if left == 0 else None


def projected(points):
    lon, lat = points[:, 0] / DEGREE, np.clip(points[:, 1] / DEGREE, -85.05, 85.05)
    x = (lon + 180) / 360 * WORLD
    y = (1 - np.log(np.tan(np.pi / 4 + np.radians(lat) / 2)) / np.pi) / 2 * WORLD
    return np.column_stack([x, y])


def chinese_tiles():
    """Tiles within a quarter of a degree of China, its islands included."""
    topology = json.loads((folder / 'countries-10m-chn.json').read_text('utf8'))
    scale, offset = (np.array(topology['transform'][key]) for key in ('scale', 'translate'))
    arcs = [np.cumsum(arc, axis=0) * scale + offset for arc in topology['arcs']]
    outlines = []
    for area in topology['objects']['countries']['geometries']:
        if area['properties']['a3'] == 'CHN':
            for outline, *_ in [area['arcs']] if area['type'] == 'Polygon' else area['arcs']:
                outlines.append(Polygon(np.concatenate([arcs[i] if i >= 0 else arcs[~i][::-1] for i in outline])).buffer(0))
    china = prep(unary_union(outlines).buffer(0.25))
    latitude = lambda row: math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * row / TILES))))
    return {(x, y) for x in range(TILES) for y in range(80, 130)
            if china.intersects(box(x / TILES * 360 - 180, latitude(y + 1), (x + 1) / TILES * 360 - 180, latitude(y)))}


china = chinese_tiles()
found = {}


def frame(x, y, zoom):
    side = WORLD >> zoom
    return x * side - BUFFER, y * side - BUFFER, (x + 1) * side + BUFFER, (y + 1) * side + BUFFER


def cut(layer, shape, in_china, x=0, y=0, zoom=0):
    """Puts the parts of a shape into the tiles below tile zoom/x/y that are in China, or those that are not."""
    west, north, east, south = frame(x, y, zoom)
    left, top, right, bottom = shape.bounds
    if right < west or left > east or bottom < north or top > south:
        return
    if left < west or right > east or top < north or bottom > south:
        shape = clip_by_rect(shape, west, north, east, south)
        if shape.is_empty:
            return
    if zoom == ZOOM:
        if ((x, y) in china) == in_china:
            found.setdefault((x, y), {}).setdefault(layer, []).append(shape)
        return
    for i in (0, 1):
        for j in (0, 1):
            cut(layer, shape, in_china, 2 * x + i, 2 * y + j, zoom + 1)


def put(layer, shape, in_china):
    for turn in (-2, -1, 0, 1):
        left, _, right, _ = shape.bounds
        if right + turn * WORLD < -BUFFER or left + turn * WORLD > WORLD + BUFFER:
            continue
        turned = translate(shape, turn * WORLD) if turn else shape
        left, top, right, bottom = (int(edge // EXTENT) for edge in turned.bounds)
        if right - left > 2 or bottom - top > 2:
            cut(layer, turned, in_china)
            continue
        for x in range(max(0, left - 1), min(TILES, right + 2)):
            for y in range(max(0, top - 1), min(TILES, bottom + 2)):
                if ((x, y) in china) == in_china:
                    cut(layer, turned, in_china, x, y, ZOOM)


def area_of(points):
    x, y = (points - points[0]).T
    return np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))


def simpler(points, off):
    return np.array(LineString(points).simplify(off, False).coords)


def add_areas():
    file = h5py.File(source / 'binned_GSHHS_f.nc')
    info, outline_of = (file[key][:] for key in ('Embedded_npts_levels_exit_entry_for_a_segment', 'Id_of_GSHHS_ID'))
    parent = file['Id_of_parent_polygons'][:]
    parts, level = {}, {}
    for s, points in segments(file):
        parts.setdefault(int(outline_of[s]), []).append(points)
        level[int(outline_of[s])] = int(info[s]) >> 6 & 7
    rings = {}
    for outline, pieces in parts.items():
        ring = joined(pieces)
        if ring is not None and len(ring) > 3 and ring[:, 1].max() > -60 * DEGREE:
            rings[outline] = projected(ring)
    islands = {}
    for outline, ring in rings.items():
        if level[outline] == ISLAND:
            islands.setdefault(int(parent[outline]), []).append(ring)
    for outline, ring in rings.items():
        if level[outline] not in (LAND, LAKE, POND):
            continue
        for in_china in (True, False):
            if abs(area_of(ring)) / 2 < AREA_MIN[in_china]:
                continue
            shape = simpler(ring, OFF[in_china])
            if len(shape) < 4:
                continue
            holes = [simpler(hole, OFF[in_china]) for hole in islands.get(outline, ())
                     if abs(area_of(hole)) / 2 >= AREA_MIN[in_china]]
            area = Polygon(shape, [hole for hole in holes if len(hole) > 3])
            put('land' if level[outline] == LAND else 'lakes', area if area.is_valid else make_valid(area), in_china)


def add_rivers():
    file = h5py.File(source / 'binned_river_f.nc')
    level = file['Hierarchial_level_of_a_segment'][:]
    for s, points in segments(file):
        rank = RANKS.get(int(level[s]))
        if rank is None or len(points) < 2:
            continue
        for in_china in (True, False) if rank < CHINA_ALONE else (True,):
            put(rank, LineString(simpler(projected(points), RIVER_OFF[in_china])), in_china)


def simple_shapes(shape, kind):
    if shape.geom_type == kind:
        yield shape
    for part in getattr(shape, 'geoms', ()):
        yield from simple_shapes(part, kind)


def in_tile(coordinates, x, y):
    """Whole units of the tile, without points that add nothing."""
    points = np.rint(np.array(coordinates) - [x * EXTENT, y * EXTENT]).astype(np.int64)
    points = points[np.append(True, np.diff(points, axis=0).any(axis=1))]
    if len(points) > 2:
        before, after = points[1:-1] - points[:-2], points[2:] - points[1:-1]
        straight = (before[:, 0] * after[:, 1] == before[:, 1] * after[:, 0]) & ((before * after).sum(axis=1) > 0)
        points = points[np.concatenate([[True], ~straight, [True]])]
    return points


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out) + bytes([number])


def zigzag(number):
    return 2 * number if number >= 0 else -2 * number - 1


def message(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


class Geometry:
    """Commands of a vector tile: https://github.com/mapbox/vector-tile-spec/tree/master/2.1"""

    def __init__(self):
        self.commands, self.at = [], (0, 0)

    def line(self, points):
        steps = np.diff(np.vstack([self.at, points]), axis=0).tolist()
        self.commands += [9, *map(zigzag, steps[0]), (len(points) - 1) << 3 | 2]
        for step in steps[1:]:
            self.commands += map(zigzag, step)
        self.at = points[-1]

    def ring(self, points, outer):
        points = points[:-1]
        area = area_of(points) if len(points) > 2 else 0
        if area:
            self.line(points if (area > 0) == outer else points[::-1])
            self.commands.append(15)

    def feature(self, kind, tags=b''):
        commands = b''.join(map(varint, self.commands))
        return message(2, (message(2, tags) if tags else b'') + varint(3 << 3) + varint(kind) + message(4, commands))


def layer_of(name, features, tail=b''):
    size = varint(5 << 3) + varint(EXTENT) + varint(15 << 3) + varint(2)
    return message(3, message(1, name.encode()) + b''.join(features) + tail + size)


def areas_layer(name, shapes, x, y):
    geometry = Geometry()
    for shape in shapes:
        for area in simple_shapes(shape, 'Polygon'):
            geometry.ring(in_tile(area.exterior.coords, x, y), True)
            for hole in area.interiors:
                geometry.ring(in_tile(hole.coords, x, y), False)
    return layer_of(name, [geometry.feature(3)]) if geometry.commands else b''


def rivers_layer(shapes, x, y):
    features, values = [], b''
    for rank in sorted(key for key in shapes if isinstance(key, int)):
        geometry = Geometry()
        for shape in shapes[rank]:
            for line in simple_shapes(shape, 'LineString'):
                points = in_tile(line.coords, x, y)
                if len(points) > 1:
                    geometry.line(points)
        if geometry.commands:
            features.append(geometry.feature(2, varint(0) + varint(len(features))))
            values += message(4, varint(5 << 3) + varint(rank))
    return layer_of('rivers', features, message(3, b'rank') + values) if features else b''


add_areas()
add_rivers()
tiles = bytearray()
for (x, y), shapes in sorted(found.items()):
    layers = b''.join(areas_layer(name, shapes.get(name, ()), x, y) for name in ('land', 'lakes'))
    layers += rivers_layer(shapes, x, y)
    if layers:
        tiles += struct.pack('<BBI', x, y, len(layers)) + layers
(folder / 'shore-z8.bin.br').write_bytes(brotli.compress(bytes(tiles), quality=11, lgwin=24))
print(f'{len(found)} tiles, {len(tiles)} bytes')
