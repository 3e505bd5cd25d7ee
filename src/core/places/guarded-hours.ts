import { MINUTE_MS } from '../time/durations.ts'

/** Minutes since midnight; an end before the begin means the next day. */
interface Stretch {
  fromMin: number
  toMin: number
}

/** Periods of each day, Monday first. */
export type GuardedHours = readonly (readonly Stretch[])[]

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const DAY_MIN = 24 * 60

/** Monitoring hours such as `Mo-Fr 06:00-22:00; Sa,Su 22:00-04:00`, already validated. */
export function parseHours(text: string): GuardedHours {
  const week: Stretch[][] = DAYS.map(() => [])
  for (const part of text.split(/; ?/)) {
    const [times = '', days = 'Mo-Su'] = part.split(' ').reverse()
    const [fromMin = 0, toMin = 0] = times
      .split('-')
      .map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
    for (const day of daysOf(days)) week[day]!.push({ fromMin, toMin })
  }
  return week
}

function daysOf(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map((day) => DAYS.indexOf(day))
    const count = ((to - from + 7) % 7) + 1
    return Array.from({ length: count }, (_, i) => (from + i) % 7)
  })
}

export function isWithinHours(hours: GuardedHours, timeZone: string, ms: number): boolean {
  const { day, minute } = localTimeOf(timeZone, ms)
  const isIn = (stretches: readonly Stretch[], at: number) =>
    stretches.some(({ fromMin, toMin }) => {
      return at >= fromMin && at < (toMin > fromMin ? toMin : toMin + DAY_MIN)
    })
  return isIn(hours[day]!, minute) || isIn(hours[(day + 6) % 7]!, minute + DAY_MIN)
}

interface LocalTime {
  day: number
  minute: number
}

/** Local time per zone, cached for the current minute: formatting is slow, and thousands of places need it. */
const clocks = new Map<string, { format: Intl.DateTimeFormat; minute: number; time: LocalTime }>()

function localTimeOf(timeZone: string, ms: number): LocalTime {
  const minute = Math.floor(ms / MINUTE_MS)
  let clock = clocks.get(timeZone)
  if (clock?.minute === minute) return clock.time
  const format =
    clock?.format ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const time = {
    day: DAYS.indexOf(parts.get('weekday')!.slice(0, 2)),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
  clock = { format, minute, time }
  clocks.set(timeZone, clock)
  return time
}
