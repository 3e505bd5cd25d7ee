import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Chances, HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { SaidLook, SaidRing } from '../../core/verification/score-hour.ts'
import { PARTS } from '../../core/verification/score-sums.ts'
import type { Look } from '../nowcast/nowcast-service.ts'
import { isToldOf } from '../nowcast/served-nowcast.ts'

/** Ring by ring: place, km, what was told, what the shipped calibration would have told (0: the same), likely arrival. */
type Packed = [id: string, km: number, told: readonly number[], shipped: readonly number[] | 0, likelyMs: number | null]

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
  const packed = rings.map(({ id, km, told, shipped, likelyMs }): Packed => {
    return [id, km, told, shipped === told ? 0 : shipped, likelyMs]
  })
  // A look of an outbreak is megabytes of text: packed as tightly as can be they cost more than the nowcast itself.
  return deflateRawSync(JSON.stringify({ atMs, isObserved, rings: packed }), { level: constants.Z_BEST_SPEED })
}

/** Of what we packed ourselves. Throws where it is anything else. */
export function unpackLook(body: Uint8Array): SaidLook {
  const { atMs, isObserved, rings } = JSON.parse(inflateRawSync(body).toString()) as Omit<SaidLook, 'rings'> & {
    rings: Packed[]
  }
  const unpacked = rings.map(([id, km, told, shipped, likelyMs]) => {
    return { id, km, told, shipped: shipped === 0 ? told : shipped, likelyMs }
  })
  return { atMs, isObserved, rings: unpacked }
}

function partsOf(chances: Chances): number[] {
  return HORIZONS_MIN.map((minutes) => Math.round((chances[`${minutes}`] ?? 0) * PARTS))
}
