import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Chances, HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { SaidLook, SaidRing } from '../../core/verification/score-hour.ts'
import { PARTS } from '../../core/verification/score-sums.ts'
import type { Look } from '../nowcast/nowcast-service.ts'
import { isToldOf } from '../nowcast/served-nowcast.ts'

/**
 * A packed look is a row of numbers (`HEAD`), of each ring its km and its likely arrival (Unix ms, NaN where none was told), what
 * was told and what the shipped calibration would have told by horizon, and the number of its place, then the places' ids as JSON.
 * As text a look of an outbreak is megabytes, and writing and reading that cost more than the nowcast itself.
 */
const FORMAT = 1
const HEAD = ['format', 'atMs', 'isObserved', 'rings'] as const
const HORIZONS = HORIZONS_MIN.length
/** How older versions packed a look, as JSON, which begins with a brace: ring by ring; 0: the same as was told. */
type PackedAsText = [
  id: string,
  km: number,
  told: readonly number[],
  shipped: readonly number[] | 0,
  likelyMs: number | null,
]
const BRACE = 0x7b

/** What of a look is held against what comes: the rings of the places of which it has something to tell. */
export function saidOf({ outlook, places, isObserved }: Look): SaidLook {
  const rings: SaidRing[] = []
  let at = 0
  for (const { place, rings: around } of places) {
    const outlooks = outlook.rings.slice(at, at + around.length)
    at += around.length
    if (!isObserved || !isToldOf(outlooks)) continue
    outlooks.forEach(({ chances, shipped, arrival }, i) => {
      const told = partsOf(chances)
      const likelyMs = arrival && Date.parse(arrival.likely)
      rings.push({
        ...{ id: place.id, km: around[i]!.ringKm, told, likelyMs },
        shipped: shipped === chances ? told : partsOf(shipped),
      })
    })
  }
  return { atMs: outlook.atMs, isObserved, rings }
}

export function packLook({ atMs, isObserved, rings }: SaidLook): Uint8Array {
  const ids: string[] = []
  const columns = columnsOf(rings.length)
  columns.head.set([FORMAT, atMs, isObserved ? 1 : 0, rings.length])
  rings.forEach(({ id, km, told, shipped, likelyMs }, i) => {
    if (ids.at(-1) !== id) ids.push(id)
    columns.km[i] = km
    columns.likelyMs[i] = likelyMs ?? Number.NaN
    columns.place[i] = ids.length - 1
    for (let h = 0; h < HORIZONS; h++) {
      columns.told[i * HORIZONS + h] = told[h]!
      columns.shipped[i * HORIZONS + h] = shipped[h]!
    }
  })
  const body = Buffer.concat([new Uint8Array(columns.head.buffer), Buffer.from(JSON.stringify(ids))])
  return deflateRawSync(body, { level: constants.Z_BEST_SPEED })
}

/** Of what we packed ourselves. Throws where it is anything else. */
export function unpackLook(packed: Uint8Array): SaidLook {
  const body = inflateRawSync(packed)
  if (body[0] === BRACE) return readText(body.toString())
  const { buffer } = new Uint8Array(body)
  const [format, atMs, isObserved, count] = new Float64Array(buffer, 0, HEAD.length) as unknown as number[]
  if (format !== FORMAT) throw new Error(`A kept look has the unknown format ${format}.`)
  const { km, likelyMs, told, shipped, place, bytes } = columnsOf(count!, buffer)
  const ids = JSON.parse(body.toString('utf8', bytes)) as string[]
  const rings: SaidRing[] = []
  for (let i = 0; i < count!; i++) {
    const ofRing = partsAt(told, i)
    let isSame = true
    for (let at = i * HORIZONS; at < (i + 1) * HORIZONS; at++) if (shipped[at] !== told[at]) isSame = false
    rings.push({
      id: ids[place[i]!]!,
      km: km[i]!,
      told: ofRing,
      shipped: isSame ? ofRing : partsAt(shipped, i),
      likelyMs: Number.isNaN(likelyMs[i]!) ? null : likelyMs[i]!,
    })
  }
  return { atMs: atMs!, isObserved: isObserved === 1, rings }
}

function partsAt(column: Uint16Array, ring: number): number[] {
  const parts: number[] = []
  for (let at = ring * HORIZONS; at < (ring + 1) * HORIZONS; at++) parts.push(column[at]!)
  return parts
}

/** The columns of so many rings, in a buffer that they begin; the widest numbers first, so that each is where it may be. */
function columnsOf(rings: number, held?: ArrayBuffer) {
  const kmAt = 8 * HEAD.length
  const likelyAt = kmAt + 8 * rings
  const placeAt = likelyAt + 8 * rings
  const toldAt = placeAt + 4 * rings
  const shippedAt = toldAt + 2 * HORIZONS * rings
  const bytes = shippedAt + 2 * HORIZONS * rings
  const buffer = held ?? new ArrayBuffer(bytes)
  return {
    bytes,
    head: new Float64Array(buffer, 0, HEAD.length),
    km: new Float64Array(buffer, kmAt, rings),
    likelyMs: new Float64Array(buffer, likelyAt, rings),
    place: new Uint32Array(buffer, placeAt, rings),
    told: new Uint16Array(buffer, toldAt, HORIZONS * rings),
    shipped: new Uint16Array(buffer, shippedAt, HORIZONS * rings),
  }
}

function readText(text: string): SaidLook {
  const { atMs, isObserved, rings } = JSON.parse(text) as Omit<SaidLook, 'rings'> & { rings: PackedAsText[] }
  const read = rings.map(([id, km, told, shipped, likelyMs]) => {
    return { id, km, told, shipped: shipped === 0 ? told : shipped, likelyMs }
  })
  return { atMs, isObserved, rings: read }
}

function partsOf(chances: Chances): number[] {
  return HORIZONS_MIN.map((minutes) => Math.round((chances[`${minutes}`] ?? 0) * PARTS))
}
