import type { MiddlewareHandler } from 'hono'
import type { Clock } from '../../core/time/clock.ts'
import type { Source } from './source.ts'

type Dated = Pick<Source, 'nowMs'>

/** The clock of strike timestamps, with the timers of `clock`. */
export function sourceClock(source: Dated, clock: Clock): Clock {
  return { ...clock, now: () => source.nowMs?.() ?? clock.now() }
}

/**
 * Sets `Date` by the clock of strike timestamps, because pages synchronise with it: another clock would shift the ends
 * of gaps.
 */
export function datedBySource({ nowMs }: Dated): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (nowMs) c.res.headers.set('date', new Date(nowMs()).toUTCString())
  }
}
