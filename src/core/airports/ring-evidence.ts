import { bearingDeg, distanceFrom, type LatLon } from '../geo/geo.ts'
import type { HeldStrike, StrikeColumns } from '../strikes/strike-columns.ts'
import { type Span, Spans } from '../time/spans.ts'
import type { Airport } from './airport.ts'
import { watchOf } from './hold-time.ts'
import { ringReach } from './location-error.ts'

export interface EvidenceStroke extends HeldStrike {
  km: number
  bearingDeg: number
  /** The innermost ring that contains, or may contain, it. */
  ringKm: number
  /** Given the location error, it may be outside. */
  isPerhaps: boolean
}

/** Strokes in the rings of an airport within a period, and the coverage. */
export interface RingEvidence {
  airport: Airport
  fromMs: number
  toMs: number
  observedMs: number
  /** Location accuracy, km; 0 if unknown. */
  errorKm: number
  /** Strokes inside each ring, and those that only may be. */
  rings: { km: number; count: number; perhaps: number }[]
  lastMs: number | null
  /** Oldest first. */
  strokes: EvidenceStroke[]
}

interface EvidenceOptions {
  rings: readonly number[]
  atMs: number
  holdMs: number
  /** Unobserved parts of the period, unordered. */
  missing: readonly Span[]
  errorKm: number
  /** For a place with a shape: distance of its edge, km, and the maximum distance of the edge from its centre. */
  edge?: { kmTo(at: LatLon, withinKm: number): number; reachKm: number }
}

/** Collects the strokes of the hold time before `atMs` in the rings of an airport or place, each at its best record. */
export function ringEvidence(
  columns: Pick<StrikeColumns, 'firstSince' | 'end' | 'visit' | 'at'>,
  airport: Airport,
  { rings, atMs, holdMs, missing, errorKm, edge }: EvidenceOptions,
): RingEvidence {
  const fromMs = atMs - holdMs
  const outerKm = ringReach(rings.at(-1) ?? 0, errorKm).perhapsKm
  const halfLat = (outerKm + (edge?.reachKm ?? 0)) / 110
  const kmTo = distanceFrom(airport)
  const strokes: EvidenceStroke[] = []
  columns.visit(columns.firstSince(fromMs), columns.end, (sequence, timeMs, lat, lon) => {
    if (timeMs <= fromMs || timeMs > atMs || Math.abs(lat - airport.lat) > halfLat) return
    const km = edge ? edge.kmTo({ lat, lon }, outerKm) : kmTo(lat, lon)
    const ringKm = rings.find((ring) => km <= ringReach(ring, errorKm).perhapsKm)
    const held = ringKm === undefined ? null : columns.at(sequence)
    if (held && ringKm !== undefined) {
      const isPerhaps = km > ringReach(ringKm, errorKm).surelyKm
      strokes.push({ ...held, km, ringKm, isPerhaps, bearingDeg: bearingDeg(airport, { lat, lon }) })
    }
  })
  strokes.sort((a, b) => a.timeMs - b.timeMs)
  return {
    airport,
    fromMs,
    toMs: atMs,
    observedMs: watchOf(new Spans(missing).list(), atMs, holdMs).observedMs,
    errorKm,
    rings: rings.map((km) => {
      const { surelyKm, perhapsKm } = ringReach(km, errorKm)
      const within = (reachKm: number) => strokes.filter((stroke) => stroke.km <= reachKm).length
      return { km, count: within(perhapsKm), perhaps: within(perhapsKm) - within(surelyKm) }
    }),
    lastMs: strokes.at(-1)?.timeMs ?? null,
    strokes,
  }
}

/** The strokes as CSV rows. */
export function evidenceRows(all: readonly RingEvidence[]): (string | number | null)[][] {
  const head =
    'airport,time_utc,latitude,longitude,distance_km,bearing_deg,ring_km,inside,location_error_km,polarity,altitude_m,mds_ns,mcg_deg,records'
  return [
    head.split(','),
    ...all.flatMap(({ airport, strokes, errorKm }) =>
      strokes.map((stroke) => [
        airport.icao,
        new Date(stroke.timeMs).toISOString(),
        stroke.lat,
        stroke.lon,
        Number(stroke.km.toFixed(3)),
        Number(stroke.bearingDeg.toFixed(1)),
        stroke.ringKm,
        stroke.isPerhaps ? 'perhaps' : 'yes',
        errorKm || null,
        stroke.polarity,
        stroke.altitudeM,
        stroke.mdsNs,
        stroke.mcgDeg,
        stroke.records,
      ]),
    ),
  ]
}
