import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { ChanceRow } from '../../core/nowcast/first-strike.ts'
import { isNoteworthy } from '../../core/nowcast/served-places.ts'
import type { ArchivedForecast, ArchivedRing } from '../../core/verification/score-hour.ts'
import { PARTS } from '../../core/verification/score-sums.ts'
import type { Look } from '../nowcast/nowcast-service.ts'

/**
 * Format of an archived forecast: an array of numbers (`HEAD`): predicted arrival times (Unix ms) of rings with one; of
 * each ring the forecast probability by horizon, and again by the shipped calibration if it differs for any ring; index
 * of its distance, and flags. Then as JSON the ids of the places and the distances. As JSON text an outbreak takes
 * megabytes per minute, which cost more to write and read than the nowcast itself.
 */
const FORMAT = 2
const HEAD = ['format', 'atMs', 'isObserved', 'rings', 'arrivals', 'hasShipped'] as const
/** Flags of a ring: first of its place; has a predicted arrival. */
const FIRST = 1
const ARRIVES = 2
const HORIZONS = HORIZONS_MIN.length
/** JSON form of older versions, which begins with a brace: one entry per ring; 0 means equal to the forecast. */
type PackedAsText = [
  id: string,
  km: number,
  told: readonly number[],
  shipped: readonly number[] | 0,
  likelyMs: number | null,
]
const BRACE = 0x7b

/** The verifiable part of a forecast: rings of places with observed data. */
export function archivedForecastOf({ outlook, places, isObserved }: Look): ArchivedForecast {
  const rings: ArchivedRing[] = []
  let at = 0
  for (const { place, rings: around } of places) {
    const from = at
    at += around.length
    if (!isObserved || !isNoteworthy(outlook.rings, from, at)) continue
    for (let i = from; i < at; i++) {
      const { chances, shipped, arrival } = outlook.rings[i]!
      const told = partsOf(chances)
      rings.push({
        id: place.id,
        km: around[i - from]!.ringKm,
        told,
        shipped: shipped === chances ? told : partsOf(shipped),
        likelyMs: arrival && Date.parse(arrival.likely),
      })
    }
  }
  return { atMs: outlook.atMs, isObserved, rings }
}

export function packForecast({ atMs, isObserved, rings }: ArchivedForecast): Uint8Array {
  const ids: string[] = []
  const kms: number[] = []
  let arrivals = 0
  let hasShipped = 0
  for (const { told, shipped, likelyMs } of rings) {
    if (likelyMs !== null) arrivals++
    if (shipped !== told && shipped.some((part, h) => part !== told[h])) hasShipped = 1
  }
  const columns = columnsOf({ rings: rings.length, arrivals, hasShipped })
  columns.head.set([FORMAT, atMs, isObserved ? 1 : 0, rings.length, arrivals, hasShipped])
  let arrival = 0
  rings.forEach(({ id, km, told, shipped, likelyMs }, i) => {
    let known = kms.indexOf(km)
    if (known < 0) known = kms.push(km) - 1
    columns.km[i] = known
    columns.marks[i] = (ids.at(-1) === id ? 0 : FIRST) | (likelyMs === null ? 0 : ARRIVES)
    if (ids.at(-1) !== id) ids.push(id)
    if (likelyMs !== null) columns.likelyMs[arrival++] = likelyMs
    for (let h = 0; h < HORIZONS; h++) {
      columns.told[i * HORIZONS + h] = told[h]!
      if (hasShipped) columns.shipped[i * HORIZONS + h] = shipped[h]!
    }
  })
  const body = Buffer.concat([new Uint8Array(columns.head.buffer), Buffer.from(JSON.stringify({ ids, kms }))])
  return deflateRawSync(body, { level: constants.Z_BEST_SPEED })
}

/** Parses our own format. Throws for other data. */
export function unpackForecast(packed: Uint8Array): ArchivedForecast {
  const body = inflateRawSync(packed)
  if (body[0] === BRACE) return readText(body.toString())
  const { buffer } = new Uint8Array(body)
  const [format] = new Float64Array(buffer, 0, 1)
  if (format === WIDE_FORMAT) return unpackWide(body)
  if (format !== FORMAT) throw new Error(`Archived forecast has unknown format ${format}.`)
  const [, atMs, isObserved, count, arrivals, hasShipped] = new Float64Array(buffer, 0, HEAD.length)
  const columns = columnsOf({ rings: count!, arrivals: arrivals!, hasShipped: hasShipped! }, buffer)
  const { ids, kms } = JSON.parse(body.toString('utf8', columns.bytes)) as { ids: string[]; kms: number[] }
  const rings: ArchivedRing[] = []
  let place = -1
  let arrival = 0
  for (let i = 0; i < count!; i++) {
    const marks = columns.marks[i]!
    if (marks & FIRST) place++
    const told = partsAt(columns.told, i)
    rings.push({
      id: ids[place]!,
      km: kms[columns.km[i]!]!,
      told,
      shipped: hasShipped ? shippedAt(columns.shipped, i, told) : told,
      likelyMs: marks & ARRIVES ? columns.likelyMs[arrival++]! : null,
    })
  }
  return { atMs: atMs!, isObserved: isObserved === 1, rings }
}

function partsAt(column: Uint16Array, ring: number): number[] {
  const at = ring * HORIZONS
  return [column[at]!, column[at + 1]!, column[at + 2]!, column[at + 3]!]
}

/** The same row as the forecast if the shipped calibration gives the same values. */
function shippedAt(column: Uint16Array, ring: number, told: readonly number[]): readonly number[] {
  for (let h = 0; h < HORIZONS; h++) if (column[ring * HORIZONS + h] !== told[h]) return partsAt(column, ring)
  return told
}

/** Column offsets for this many rings in a buffer, widest numbers first for alignment. */
function columnsOf(count: { rings: number; arrivals: number; hasShipped: number }, held?: ArrayBuffer) {
  const { rings, arrivals } = count
  const shippedRings = count.hasShipped * rings
  const likelyAt = 8 * HEAD.length
  const toldAt = likelyAt + 8 * arrivals
  const shippedAt = toldAt + 2 * HORIZONS * rings
  const kmAt = shippedAt + 2 * HORIZONS * shippedRings
  const marksAt = kmAt + 2 * rings
  const bytes = marksAt + rings
  const buffer = held ?? new ArrayBuffer(bytes)
  return {
    bytes,
    head: new Float64Array(buffer, 0, HEAD.length),
    likelyMs: new Float64Array(buffer, likelyAt, arrivals),
    told: new Uint16Array(buffer, toldAt, HORIZONS * rings),
    shipped: new Uint16Array(buffer, shippedAt, HORIZONS * shippedRings),
    km: new Uint16Array(buffer, kmAt, rings),
    marks: new Uint8Array(buffer, marksAt, rings),
  }
}

/** Binary form of earlier versions: all columns ring by ring, then the places' ids. */
const WIDE_FORMAT = 1
const WIDE_HEAD = 4

function unpackWide(body: Buffer): ArchivedForecast {
  const { buffer } = new Uint8Array(body)
  const [, atMs, isObserved, rings] = new Float64Array(buffer, 0, WIDE_HEAD) as unknown as number[]
  const count = rings!
  let at = 8 * WIDE_HEAD
  const next = (bytes: number) => {
    at += bytes
    return at - bytes
  }
  const km = new Float64Array(buffer, next(8 * count), count)
  const likelyMs = new Float64Array(buffer, next(8 * count), count)
  const place = new Uint32Array(buffer, next(4 * count), count)
  const told = new Uint16Array(buffer, next(2 * HORIZONS * count), HORIZONS * count)
  const shipped = new Uint16Array(buffer, next(2 * HORIZONS * count), HORIZONS * count)
  const ids = JSON.parse(body.toString('utf8', at)) as string[]
  return {
    atMs: atMs!,
    isObserved: isObserved === 1,
    rings: Array.from({ length: count }, (_, i) => {
      const ofRing = partsAt(told, i)
      return {
        id: ids[place[i]!]!,
        km: km[i]!,
        told: ofRing,
        shipped: shippedAt(shipped, i, ofRing),
        likelyMs: Number.isNaN(likelyMs[i]!) ? null : likelyMs[i]!,
      }
    }),
  }
}

function readText(text: string): ArchivedForecast {
  const { atMs, isObserved, rings } = JSON.parse(text) as Omit<ArchivedForecast, 'rings'> & { rings: PackedAsText[] }
  const read = rings.map(([id, km, told, shipped, likelyMs]) => {
    return { id, km, told, shipped: shipped === 0 ? told : shipped, likelyMs }
  })
  return { atMs, isObserved, rings: read }
}

function partsOf(chances: ChanceRow): number[] {
  const parts = [0, 0, 0, 0]
  if (chances) for (let h = 0; h < HORIZONS; h++) parts[h] = Math.round(chances[h]! * PARTS)
  return parts
}
