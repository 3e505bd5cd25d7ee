import type { Storm } from '../../contract/nowcast.ts'
import { formatUtc } from '../../contract/time.ts'
import type { LatLon } from '../../core/geo/geo.ts'
import { FAKE_START_MS } from './fake-clock.ts'

/** A storm at a position with 40 strokes and no other known properties. */
export function stormAt({ lat, lon }: LatLon, known: Partial<Storm> = {}): Storm {
  return {
    id: 1,
    lat,
    lon,
    strokes: 40,
    strokesPerMin: 4,
    changePerMin: null,
    trend: null,
    motion: { kind: 'unknown' },
    majorKm: 12,
    minorKm: 6,
    axisDeg: 0,
    positiveShare: null,
    since: formatUtc(FAKE_START_MS),
    mayBeOlder: false,
    splitFrom: null,
    merged: [],
    track: [],
    jump: null,
    ...known,
  }
}
