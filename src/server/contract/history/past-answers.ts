import type { Context } from 'hono'
import { createSharedRoom } from '../../shared-room.ts'
import { complain } from '../http/answers.ts'

/** Each holds a minute of strikes, or hours of reports, until it is read. Behind an address there may be an office. */
const PAST_ANSWERS_MAX = { each: 64, all: 400 }
const ASK_AGAIN_S = '2'

/** Bounds how many answers of the past are under way, of each account or address and in all. */
export interface PastAnswers {
  /** To be called once the answer has left, or is not wanted any more; safe to call twice. Null where there are too many. */
  enter(asker: string): (() => void) | null
  refuse(c: Context, product: 'lightning' | 'metar'): Response
}

export function createPastAnswers(counters: { pastRefused: number }): PastAnswers {
  const places = createSharedRoom(PAST_ANSWERS_MAX)

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
      const headers = { 'retry-after': ASK_AGAIN_S, 'cache-control': 'no-store' }
      return complain(c, product, { status: 503, message, headers })
    },
  }
}
