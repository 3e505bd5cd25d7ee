import type { MiddlewareHandler } from 'hono'
import type { Clock } from '../../core/time/clock.ts'
import type { Source } from './source.ts'

type Dated = Pick<Source, 'nowMs'>

/** The clock that strikes are dated by; timers are those of `clock`. */
export function sourceClock({ nowMs }: Dated, clock: Clock): Clock {
  return nowMs ? { ...clock, now: nowMs } : clock
}

/**
 * Pages go by the `Date` of what they are answered. It is told by the clock that strikes are dated by: by another they
 * would be as wrong about the ends of gaps as that one is off.
 */
export function datedBySource({ nowMs }: Dated): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (nowMs) c.res.headers.set('date', new Date(nowMs()).toUTCString())
  }
}
