import recorded from '../../../data/another-strike.json' with { type: 'json' }
import type { AnotherStrike } from '../../contract/verification/another-strike.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { AGAIN_WITHIN_MIN, afterQuietOf, noQuietCounts } from '../../core/verification/quiet-after.ts'
import { type DaySums, sumOf } from '../../core/verification/score-sums.ts'
import type { Verifier } from './verifier.ts'

/**
 * From this many cases of the shortest wait on, a place's own history is used; and a server's instead of recorded
 * storms.
 */
const ENOUGH_OF_PLACE = 100
const ENOUGH_OF_SERVER = 500
const ASKED_AFTER_MIN = 15

type Told = Pick<AnotherStrike, 'basis' | 'withinMin' | 'after'>

/**
 * The probability of another strike in a ring: from the place's history if it is sufficient, else from all places, else
 * from the shipped statistics.
 */
export async function anotherStrike(
  verifier: Pick<Verifier, 'sumsOf' | 'allSums' | 'verifiedToMs'>,
  place: string,
  ringKm: number,
): Promise<Told> {
  const toMs = await verifier.verifiedToMs()
  const histories = [
    { kind: 'place', read: () => verifier.sumsOf(place), enough: ENOUGH_OF_PLACE },
    { kind: 'server', read: () => verifier.allSums(), enough: ENOUGH_OF_SERVER },
  ] as const
  for (const { kind, read, enough } of histories) {
    const days = await read()
    const [first] = days.keys()
    const after = afterQuietOf(countsOf(days, ringKm))
    const isEnough = after.some(({ afterMin, cases }) => afterMin === ASKED_AFTER_MIN && cases >= enough)
    if (!isEnough || first === undefined || toMs === null) continue
    const basis = { kind, from: new Date(first * DAY_MS).toISOString(), to: new Date(toMs).toISOString() }
    return { basis, withinMin: AGAIN_WITHIN_MIN, after }
  }
  const off = (km: number) => Math.abs(Math.log(km / ringKm))
  const nearest = recorded.rings.reduce((best, ring) => (off(ring.ringKm) < off(best.ringKm) ? ring : best))
  return {
    basis: { kind: 'recorded', ringKm: nearest.ringKm },
    withinMin: AGAIN_WITHIN_MIN,
    after: afterQuietOf(nearest.again),
  }
}

function countsOf(days: ReadonlyMap<number, DaySums>, ringKm: number): number[] {
  return [...days.values()].map(({ rings }) => rings[ringKm]?.again ?? noQuietCounts()).reduce(sumOf, noQuietCounts())
}
