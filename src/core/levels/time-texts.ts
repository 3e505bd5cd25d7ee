import { secondEnd } from '../airports/hold-time.ts'
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'
import { clockText } from '../util/format.ts'

/**
 * How a text of a moment (Unix ms) writes times: UTC, with the date on another day. An earliest end without seconds is rounded up.
 * `withZone` adds the clock of a place.
 */
export function timeTexts(nowMs: number, withZone = (utc: string, _ms: number, _seconds: boolean) => utc) {
  const clock = (ms: number, seconds: boolean) => {
    const time = clockText(ms, 'UTC', seconds)
    const isToday = Math.floor(ms / DAY_MS) === Math.floor(nowMs / DAY_MS)
    return withZone(isToday ? time : `${new Date(ms).toISOString().slice(0, 10)} ${time}`, ms, seconds)
  }
  const msOf = (time: string | number) => (typeof time === 'number' ? time : Date.parse(time))
  return {
    /** With seconds. */
    second: (time: string | number) => clock(msOf(time), true),
    minute: (time: string | number) => clock(msOf(time), false),
    /** The minute in which a strike counts: with the end of its second. */
    minuteOfStrike: (time: string) => clock(secondEnd(Date.parse(time)), false),
    minuteUp: (time: string) => clock(Math.ceil(Date.parse(time) / MINUTE_MS) * MINUTE_MS, false),
  }
}
