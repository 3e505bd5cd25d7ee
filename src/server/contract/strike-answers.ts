import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { minuteBucket } from '../../contract/lightning.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Clock } from '../../core/clock.ts'
import type { Source } from '../sources/source.ts'
import { strikesJson } from './records-json.ts'

const HELD_MS = 1_000

/** A JSON body, and the same one compressed: made when first asked for. */
export interface StrikeAnswer {
  plain: Uint8Array<ArrayBuffer>
  gzipped(): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * Bodies of DL §4.2. Five minutes of a storm are megabytes, and every viewer asks for them on joining: after a restart
 * all at once. So an answer serves until the next batch, and no longer: whoever subscribed before asking must find in
 * it what was sent before.
 */
export function createStrikeAnswers(deps: { source: Source; clock: Clock }) {
  const { source, clock } = deps
  const held = new Map<number, { madeAtMs: number; answer: Promise<StrikeAnswer> }>()
  const unsubscribe = source.onStrikes(() => held.clear())

  async function make(minutes: number): Promise<StrikeAnswer> {
    const toMs = clock.now()
    const fromMs = toMs - minutes * 60_000
    const records = await source.strikes(minutes)
    const head = {
      minutes,
      from: formatUtc(fromMs),
      to: formatUtc(toMs),
      checked_at: formatUtc(clock.now()),
      count: records.length,
      buckets: bucketsBetween(fromMs, toMs),
    }
    const plain = new TextEncoder().encode(`${JSON.stringify(head).slice(0, -1)},"data":${strikesJson(records)}}`)
    let gzipped: Promise<Uint8Array<ArrayBuffer>> | undefined
    return {
      plain,
      gzipped() {
        gzipped ??= promisify(gzip)(plain)
        return gzipped
      },
    }
  }

  return {
    of(minutes: number): Promise<StrikeAnswer> {
      const known = held.get(minutes)
      const ageMs = clock.monotonicMs() - (known?.madeAtMs ?? 0)
      if (known && ageMs < HELD_MS) return known.answer
      const answer = make(minutes)
      held.set(minutes, { madeAtMs: clock.monotonicMs(), answer })
      answer.catch(() => held.delete(minutes))
      return answer
    },
    close: unsubscribe,
  }
}
export type StrikeAnswers = ReturnType<typeof createStrikeAnswers>

/** Every minute that the window touches. */
function bucketsBetween(fromMs: number, toMs: number): string[] {
  const buckets: string[] = []
  for (let ms = fromMs - (fromMs % 60_000); ms <= toMs; ms += 60_000) buckets.push(minuteBucket(ms))
  return buckets
}
