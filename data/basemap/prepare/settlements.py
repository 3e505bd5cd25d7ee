"""Writes data/basemap/settlements.json.gz from GeoNames' cities500.txt: python3 settlements.py CITIES500 BASEMAP_DIR

Towns and villages for the deepest tiles, where Natural Earth has none. A place of Natural Earth keeps its name and rank
there, and is moved to where GeoNames has it (`moved`: its longitude and latitude in places-10m.json, then the better ones).
"""
import gzip
import json
import math
import re
import sys
import unicodedata
from pathlib import Path

cities, folder = sys.argv[1], Path(sys.argv[2])

GONE = {'PPLH', 'PPLQ', 'PPLW', 'PPLCH'}
SEATS = {'PPLC': 0, 'PPLA': 1, 'PPLA2': 2, 'PPLA3': 3, 'PPLA4': 4}
HAN = re.compile(r'^[\u4e00-\u9fff]{2,}$')


def simplified(name):
    """What the standard of 1980 holds: it has no characters that were simplified away."""
    try:
        name.encode('gb2312')
    except UnicodeEncodeError:
        return False
    return bool(HAN.match(name))


def chinese(alternates):
    found = [name for name in alternates if simplified(name)]
    return min(found, key=len) if found else None


def plain(name):
    letters = unicodedata.normalize('NFKD', name.lower())
    return ''.join(c for c in letters if c.isalnum() and not unicodedata.combining(c))


def first_zoom(country, seat, population):
    """The zoom at which a place is named; None where it is too small to be."""
    if population >= 20_000 or (country == 'CN' and seat <= 3):
        return 8
    if population >= 4_000 or seat <= 2:
        return 9
    if population >= 1_500 or (country == 'CN' and seat == 4):
        return 10
    return 11 if population >= 1_000 or country == 'CN' else None


def distance_km(a, b):
    x = (a[0] - b[0]) * math.cos(math.radians(a[1]))
    return 111.2 * math.hypot(x, a[1] - b[1])


class Near:
    """Points by cells of half a degree."""

    def __init__(self):
        self.cells = {}

    def add(self, lon, lat, what):
        self.cells.setdefault((math.floor(lon * 2), math.floor(lat * 2)), []).append((lon, lat, what))

    def within(self, lon, lat, km):
        x, y = math.floor(lon * 2), math.floor(lat * 2)
        reach = 1 if abs(lat) < 60 else 3
        for i in range(x - reach, x + reach + 1):
            for j in range(y - 1, y + 2):
                for point in self.cells.get((i, j), ()):
                    away = distance_km((lon, lat), point)
                    if away <= km:
                        yield away, point


places = []
with open(cities, encoding='utf8') as lines:
    for line in lines:
        fields = line.rstrip('\n').split('\t')
        _, name, ascii_name, alternates, lat, lon, _, code, country = fields[:9]
        population = int(fields[14])
        if code in GONE:
            continue
        seat = SEATS.get(code, 9)
        start = first_zoom(country, seat, population)
        if start is None:
            continue
        others = [name, ascii_name, *alternates.split(',')]
        # A quarter of a town is named after the towns
        start = max(start, 10) if code == 'PPLX' else start
        places.append({
            'en': name, 'zh': chinese(others), 'lon': round(float(lon), 3), 'lat': round(float(lat), 3),
            'from': start, 'seat': seat, 'population': population, 'names': {plain(other) for other in others},
        })
places.sort(key=lambda p: (-p['population'], p['seat']))

near = Near()
for place in places:
    near.add(place['lon'], place['lat'], place)

table = json.loads((folder / 'places-10m.json').read_text('utf8'))
moved = {}
for row in table['rows']:
    record = dict(zip(table['fields'], row))
    wanted = {plain(record[key]) for key in ('name_en', 'name_zh') if record[key]}
    close = sorted(near.within(record['lon'], record['lat'], 40), key=lambda found: found[0])
    same = [place for away, (_, _, place) in close if place['names'] & wanted and not place.get('known')]
    # The largest of its name is the town; a village beside it may be called alike
    best = max(same, key=lambda place: place['population'], default=None)
    if best:
        best['known'] = True
        moved[f"{record['lon']},{record['lat']}"] = [best['lon'], best['lat']]
    else:
        near.add(record['lon'], record['lat'], {'names': wanted, 'known': True, 'population': 1e9})

rows = []
for place in places:
    if place.get('known'):
        continue
    twins = near.within(place['lon'], place['lat'], 4)
    if any(other is not place and other['population'] >= place['population'] and not other.get('dropped')
           and other['names'] & place['names'] for _, (_, _, other) in twins):
        place['dropped'] = True
        continue
    rows.append([place['en'], place['zh'], place['lon'], place['lat'], place['from']])

document = {'fields': ['name_en', 'name_zh', 'lon', 'lat', 'from'], 'moved': moved, 'rows': rows}
text = json.dumps(document, ensure_ascii=False, separators=(',', ':'))
(folder / 'settlements.json.gz').write_bytes(gzip.compress(text.encode(), 9, mtime=0))
print(f'{len(rows)} places, {len(moved)} of Natural Earth moved')
