"""Writes data/basemap/ways.json.br: python3 ways.py TILES_DIR BASEMAP_DIR

Main roads, railways and built-up areas of Natural Earth, put together again from vector tiles of zoom 7 (TILES_DIR/7/X/Y.pbf,
natural_earth.vector of naturalearthtiles 1.0). Needs the Debian packages python3-shapely and python3-brotli.
"""
import json
import sys
from collections import defaultdict
from pathlib import Path

import brotli
from shapely.geometry import LineString, Polygon
from shapely.ops import clip_by_rect, linemerge, unary_union

source, folder = Path(sys.argv[1]), Path(sys.argv[2])

ZOOM = 7
EXTENT = 4096
# Units by which a line or an outline may be off (one is 76 m at the equator), and square units below which a hole is filled
LINE_OFF = 2
AREA_OFF = 1.5
HOLE_MIN = 60
MAIN = {'Freeway', 'Tollway', 'Beltway', 'Bypass', 'Major Highway'}
OTHERS = {'Primary', 'Secondary', 'Secondary Highway', 'Road', 'Unknown', 'Other Paved'}


def varint(data, i):
    value = shift = 0
    while True:
        byte = data[i]
        i += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, i
        shift += 7


def message(data):
    """Number and value of each field; a tile has varints and bytes."""
    i = 0
    while i < len(data):
        key, i = varint(data, i)
        if key & 7 == 0:
            value, i = varint(data, i)
        else:
            length, i = varint(data, i) if key & 7 == 2 else ({1: 8, 5: 4}[key & 7], i)
            value, i = data[i:i + length], i + length
        yield key >> 3, value


def numbers(data):
    found, i = [], 0
    while i < len(data):
        value, i = varint(data, i)
        found.append(value)
    return found


def tag(data):
    field, value = next(message(data))
    return value.decode() if field == 1 else (value >> 1) ^ -(value & 1) if field == 6 else value


def parts_of(geometry):
    parts, x, y, i = [], 0, 0, 0
    while i < len(geometry):
        command, count, i = geometry[i] & 7, geometry[i] >> 3, i + 1
        if command == 7:
            parts[-1].append(parts[-1][0])
            continue
        for _ in range(count):
            x += (geometry[i] >> 1) ^ -(geometry[i] & 1)
            y += (geometry[i + 1] >> 1) ^ -(geometry[i + 1] & 1)
            i += 2
            if command == 1:
                parts.append([])
            parts[-1].append((x, y))
    return parts


def features(data):
    """Layer, tags and parts of all that is in a tile."""
    for field, layer in message(data):
        if field != 3:
            continue
        inside = defaultdict(list)
        for number, value in message(layer):
            inside[number].append(value)
        keys, values = [key.decode() for key in inside[3]], [tag(value) for value in inside[4]]
        for feature in inside[2]:
            fields = dict(message(feature))
            tags = numbers(fields.get(2, b''))
            named = {keys[k]: values[v] for k, v in zip(tags[::2], tags[1::2])}
            yield inside[1][0].decode(), named, parts_of(numbers(fields[4]))


def line_class(layer, tags):
    """Kind, whether it is a main one, and the first zoom; None for what is left out: tracks and ferries."""
    if layer == 'railroad':
        return 'railway', 0, 7
    if layer != 'road':
        return None
    rank = tags['scalerank']
    if tags['type'] in MAIN:
        return 'road', 1, 6 if rank <= 4 else 7 if rank <= 6 else 8
    return ('road', 0, 7 if rank <= 4 else 8) if tags['type'] in OTHERS else None


def rings_of(parts):
    """Outer rings turn one way and holes the other."""
    polygons = []
    for ring in parts:
        if len(ring) < 4:
            continue
        if sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, ring[1:])) > 0 or not polygons:
            polygons.append([ring, []])
        else:
            polygons[-1][1].append(ring)
    return [Polygon(*rings).buffer(0) for rings in polygons]


lines, areas = defaultdict(list), defaultdict(list)
for file in sorted(source.glob(f'{ZOOM}/*/*.pbf')):
    left, top = int(file.parent.name) * EXTENT, int(file.name.split('.')[0]) * EXTENT
    for layer, tags, parts in features(file.read_bytes()):
        if layer == 'urban':
            for polygon in rings_of(parts):
                inside = clip_by_rect(polygon, 0, 0, EXTENT, EXTENT)
                for piece in getattr(inside, 'geoms', [inside]):
                    if piece.geom_type == 'Polygon' and not piece.is_empty:
                        areas[max(5, int(tags['scalerank']) - 1)].append(
                            Polygon([(x + left, y + top) for x, y in piece.exterior.coords],
                                    [[(x + left, y + top) for x, y in hole.coords] for hole in piece.interiors]))
            continue
        kind = line_class(layer, tags)
        for part in parts if kind else ():
            inside = clip_by_rect(LineString(part), 0, 0, EXTENT, EXTENT)
            for piece in getattr(inside, 'geoms', [inside]):
                points = [(round(x) + left, round(y) + top) for x, y in piece.coords] if piece.geom_type == 'LineString' else []
                points = [point for i, point in enumerate(points) if i == 0 or point != points[i - 1]]
                if len(points) > 1:
                    lines[kind].append(LineString(points))


def steps(points):
    """The first point, then how far it is from each to the next."""
    whole = [(round(x), round(y)) for x, y in points]
    whole = [point for i, point in enumerate(whole) if i == 0 or point != whole[i - 1]]
    row, before = [], (0, 0)
    for x, y in whole:
        row += [x - before[0], y - before[1]]
        before = (x, y)
    return row


def each(geometry):
    return [part for part in getattr(geometry, 'geoms', [geometry]) if not part.is_empty]


classes, count = [], 0
for (kind, main, start), found in sorted(lines.items()):
    rows = [steps(line.simplify(LINE_OFF).coords) for line in each(linemerge(found))]
    rows = sorted(row for row in rows if len(row) > 2)
    count += sum(len(row) // 2 for row in rows)
    classes.append({'kind': kind, 'main': main, 'from': start, 'lines': rows})
built = []
for start, found in sorted(areas.items()):
    # Along a tile's edge the two halves overlap by less than a unit
    whole = unary_union([piece.buffer(0.6, join_style=2) for piece in found]).buffer(-0.6, join_style=2).simplify(AREA_OFF)
    for area in each(whole):
        holes = [hole.coords for hole in area.interiors if Polygon(hole).area >= HOLE_MIN]
        rings = [steps(ring) for ring in (area.exterior.coords, *holes)]
        rings = [ring for ring in rings if len(ring) > 6]
        if rings:
            built.append({'from': start, 'rings': rings})
document = {'grid': EXTENT << ZOOM, 'classes': classes, 'areas': built}
packed = brotli.compress(json.dumps(document, separators=(',', ':')).encode(), quality=11, lgwin=24)
(folder / 'ways.json.br').write_bytes(packed)
print(f'{sum(len(c["lines"]) for c in classes)} lines of {count} points, {len(built)} areas, {len(packed)} bytes')
