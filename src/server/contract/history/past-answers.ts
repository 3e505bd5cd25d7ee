import type { Context } from 'hono'
import { createConcurrencyLimit } from '../../web/concurrency-limit.ts'
import { complain } from '../http/answers.ts'

/** Each response holds a minute of strikes, or hours of reports, until it is read. An address may be a whole office. */
const PAST_ANSWERS_MAX = { each: 64, all: 400 }
const ASK_AGAIN_S = '2'

/** Limits concurrent history responses per account or address and in total. */
export interface PastAnswers {
  /** The returned function must be called when the response has ended; idempotent. Null if the limit is reached. */
  enter(asker: string): (() => void) | null
  refuse(c: Context, product: 'lightning' | 'metar'): Response
}

export function createPastAnswers(counters: { pastRefused: number }): PastAnswers {
  const places = createConcurrencyLimit(PAST_ANSWERS_MAX)

  return {
    enter(asker) {
      const place = places.enter(asker)
      if (!place.isFree) return null
      let hasLeft = false
      return () => {
        if (!hasLeft) place.leave()
        hasLeft = true
      }
    },
    refuse(c, product) {
      counters.pastRefused++
      const message = 'Too many history responses are in progress: finish reading them, then retry.'
      const headers = { 'retry-after': ASK_AGAIN_S }
      return complain(c, product, { status: 503, message, headers })
    },
  }
}
