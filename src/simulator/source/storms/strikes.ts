import { LRUCache } from 'lru-cache'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { modulo } from '../../../core/util/modulo.ts'
import { seededRandom } from '../../../core/util/random.ts'
import type { LiveCell, LiveStormField } from './storms-cell.ts'
import { oddStrikes, repeatsLast } from './strikes-edge-cases.ts'
import { DELAY_MAX_MS, type PolarityMix, recordsOf, type StoredStrike, storedAt } from './strikes-records.ts'
import { FLASH_MAX_MS, strokesOf } from './strokes.ts'

/**
 * A stall of the line: records of ten seconds arrive in the last of them, in one batch of about 3,000 records at the
 * worst-case rate.
 */
export const STALL = { everySeconds: 300, fromSecond: 140, seconds: 10 } as const

/** Seconds before it that a second's records can be of. */
const LOOK_BACK_SECONDS = Math.ceil((DELAY_MAX_MS + FLASH_MAX_MS) / 1_000) + 1
/** A bit more than the five minutes of the REST endpoint. */
const KEPT_SECONDS = 320
/** A storm moves some hundred metres in this time, so its flashes can share the cells. */
const CELLS_FOR_SECONDS = 5

/** The records of the synthetic world, second by second of when the service stored them. */
export function createStrikeMaker(deps: {
  seed: number
  storms: LiveStormField
  polarity: PolarityMix
  /** Whether the line stalls now and then. */
  stalls: boolean
}) {
  const { seed, storms, polarity } = deps
  const ofStrokes = new LRUCache<number, Map<number, StoredStrike[]>>({ max: LOOK_BACK_SECONDS + 2 * STALL.seconds })
  const stored = new LRUCache<number, readonly StoredStrike[]>({ max: KEPT_SECONDS })

  function cellsIn(second: number): LiveCell[] {
    return storms.cellsAt(Math.floor(second / CELLS_FOR_SECONDS) * CELLS_FOR_SECONDS * 1_000)
  }

  /** The records of flashes that begin in `second`, by the second they would be stored in without a stall. */
  function recordsFrom(second: number): Map<number, StoredStrike[]> {
    const random = seededRandom(`${seed}.records.${second}`)
    const bySecond = new Map<number, StoredStrike[]>()
    for (const stroke of strokesOf(seed, cellsIn(second), second)) {
      for (const strike of recordsOf(random, stroke, second, polarity)) {
        heldOrMade(bySecond, Math.floor(strike.storedMs / 1_000), () => []).push(strike)
      }
    }
    return bySecond
  }

  function unstalled(second: number): StoredStrike[] {
    const strikes: StoredStrike[] = []
    for (let of = second - LOOK_BACK_SECONDS; of <= second; of++) {
      const some = heldOrMade(ofStrokes, of, () => recordsFrom(of)).get(second)
      if (some) strikes.push(...some)
    }
    strikes.push(...oddStrikes(seed, second, cellsIn, strikes, polarity))
    return strikes
  }

  /**
   * Everything stored within a Unix second, oldest first. A pure function of seed, storms and second; results are
   * shared and must not be modified.
   */
  function storedIn(second: number): readonly StoredStrike[] {
    return heldOrMade(stored, second, () => findStored(second))
  }

  function findStored(second: number): StoredStrike[] {
    const inStall = deps.stalls ? secondOfStall(second) : null
    const isReleased = inStall === STALL.seconds - 1
    const strikes = inStall === null ? unstalled(second) : isReleased ? releasedAt(second) : []
    return strikes.sort((a, b) => a.storedMs - b.storedMs)
  }

  function releasedAt(last: number): StoredStrike[] {
    const released: StoredStrike[] = []
    for (let second = last - STALL.seconds + 1; second <= last; second++) {
      for (const strike of unstalled(second)) {
        released.push(storedAt(strike, strike.storedMs + (last - second) * 1_000))
      }
    }
    return released
  }

  /** Records pushed for that second: the stored ones, and rarely a repeated one. */
  function batch(second: number): StrikeRecord[] {
    const records = storedIn(second).map((strike) => strike.record)
    const last = repeatsLast(seed, second) ? storedIn(second - 1)[0] : undefined
    if (last) records.push(last.record)
    return records
  }

  return { storedIn, batch }
}

/** Which second of a stall this is, from 0, or null outside of one. */
function secondOfStall(second: number): number | null {
  const since = modulo(second - STALL.fromSecond, STALL.everySeconds)
  return since < STALL.seconds ? since : null
}
